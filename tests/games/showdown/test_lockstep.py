"""Engine and referee play the same games: same choices, same knowledge, same result, whatever the rules."""

import contextlib
from random import Random

import numpy as np
import pytest

from simlab.contract.knobs import draw
from simlab.contract.records import MIND
from simlab.errors import RulesError
from simlab.games.showdown.policies import basic
from simlab.jit import new
from tests.games.referees import lockstep, many
from tests.games.showdown.referee.game import basic as plain_basic
from tests.games.showdown.tables import GAME, referee, same_views

NO_TABLE = np.zeros(0, np.float32)


def choose_at_random(random):
    return lambda table, judge: random.choice(table.legal())


def choose_by_basic(table, judge):
    """The rule-of-thumb player, which must choose the same on both sides."""
    mine, theirs = int(basic(table.view(), table.rules, new(MIND), NO_TABLE)), plain_basic(judge, judge.seat)
    assert mine == theirs, f"basic chooses {mine}, the referee's {theirs}"
    return mine


def choosers(random):
    """Random play, the rule of thumb, or both at one table."""
    kind = random.randrange(3)
    if kind == 0:
        return choose_at_random(random)
    if kind == 1:
        return choose_by_basic
    return lambda table, judge: (choose_by_basic if table.seat % 2 else choose_at_random(random))(table, judge)


def now_and_then(random):
    """Comparing views is slow: at some points only."""
    return lambda table, judge: same_views(table, judge) if random.random() < 0.1 else None


def test_engine_and_referee_agree_over_random_rules():
    assert many(GAME, 18, 21, referee, choosers, now_and_then(Random(1))) > 1_000


@pytest.mark.parametrize("players", range(2, 7))
def test_engine_and_referee_agree_on_the_default_game(players):
    rules = GAME.Rules.of({"players": players})
    for index in range(2):
        random = Random(index)
        choose = choose_by_basic if index % 2 else choose_at_random(random)
        lockstep(GAME, rules, lambda table: referee(rules, table), 22, index, choose, now_and_then(random))


@pytest.mark.parametrize("knob", [name for name in GAME.Rules.knobs() if name != "max_rounds"])
def test_engine_and_referee_agree_when_one_knob_is_turned(knob):
    """Every knob by itself, so that none is hidden behind the others."""
    for index in range(2):
        random = Random(f"{knob}/{index}")
        rules = turned(knob, random)
        lockstep(GAME, rules, lambda table, r=rules: referee(r, table), 23, index, choosers(random), now_and_then(random))


def turned(knob, random):
    """Default rules but for one knob, with a few players and an early cap."""
    schema = GAME.Rules.model_json_schema()["properties"]
    while True:
        given = {"players": random.randint(2, 6), "max_rounds": 8, knob: draw(schema[knob], random)}
        given |= {name: value for name, value in GAME.Rules.repair(given, random).items() if name == knob}
        with contextlib.suppress(RulesError):
            return GAME.Rules.of(given)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("block", range(20))
def test_engine_and_referee_agree_on_twenty_thousand_games(block):
    assert many(GAME, 1_000, 2_400 + block, referee, choosers, now_and_then(Random(block))) > 50_000
