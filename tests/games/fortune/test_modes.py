"""The same bytes compiled, with bounds checks and with the JIT off; imagined worlds; text; scenarios."""

import hashlib

import pytest
import yaml

from simlab.contract.conformance import worlds_differ
from simlab.play.drivers import roll_in_python
from simlab.play.seats import seated
from simlab.players.registry import make_player
from tests.conftest import ROOT, python
from tests.games.fortune.stacked import ACES, GAME, SEVENS, TENS, forced, go, table

CODE = """
import hashlib
from simlab.contract.catalogue import load
from simlab.play.drivers import roll
from simlab.players.registry import make_player
game = load("fortune")
digest = hashlib.sha256()
any_hand = {"page_trigger": "any_hand", "max_rounds": 6}
for players, policy, knobs in ((3, "uniform", {}), (6, "basic", any_hand), (2, "basic", {"unit": "round"})):
    rules = game.Rules.of({"players": players, **knobs})
    digest.update(roll(game, [make_player(game, policy, rules)] * players, rules.lower(), 5, 0, 2).tobytes())
print(digest.hexdigest())
"""


@pytest.mark.parametrize("mode", ["NUMBA_DISABLE_JIT", pytest.param("NUMBA_BOUNDSCHECK", marks=pytest.mark.slow)])
def test_the_three_modes_give_the_same_bytes(mode):
    plain = python(CODE)
    assert python(CODE, **{mode: "1"}) == plain
    assert len(plain.strip()) == len(hashlib.sha256().hexdigest())


def test_imagined_worlds_differ_in_hands_deck_and_arcana():
    rules = GAME.Rules(players=3)
    for hidden in (lambda s: s.hand.tobytes(), lambda s: s.deck.tobytes(), lambda s: s.arcana_deck.tobytes()):
        assert worlds_differ(GAME, rules, hidden)


@pytest.mark.parametrize(
    ("name", "window", "actions", "words"),
    [
        ("priestess", "deal", (0, 0, 0), "face up"),
        ("magician", "deal", (0, 0), "turned up in vain"),
        ("wheel", "deal", (), "before the Wheel"),
        ("chariot", "deal", (0, 0, 0), "passed"),
        ("temperance", "deal", (0, 0, 0), "flops"),
        ("devil", "deal", ("min",), "to match 1"),
        ("star", "deal", (0, 0, 0), "gave up"),
    ],
)
def test_the_table_is_told_in_words(name, window, actions, words):
    play = go(table({0: ACES, 1: TENS, 2: SEVENS}, "2S 3S 5U 6U", players=3, **forced(name, window)), *actions)
    assert words in GAME.text.table_text(play.view(), play.rules)
    assert len(set(play.names().values())) == len(play.legal())


SCENARIOS = sorted((ROOT / "scenarios").glob("fortune-*.yaml"))


def test_there_are_six_scenarios():
    assert len(SCENARIOS) >= 6


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda p: p.stem)
def test_the_knobs_of_every_scenario_are_knobs(path):
    given = yaml.safe_load(path.read_text(encoding="utf-8"))
    base = {"unit": given.get("unit", "game"), **given.get("rules", {})}
    players = given.get("players", 4)
    for count in players if isinstance(players, list) else [players]:
        for variant in given.get("variants", {"base": {}}).values():
            rules = GAME.Rules.of({**base, **(variant or {}).get("rules", {}), "players": count})
            for policy in named(given.get("policies", "basic")) | named((variant or {}).get("policies", "basic")):
                make_player(GAME, policy, rules)
    for knob in given.get("sweep", {}):
        assert knob == "players" or knob.removeprefix("rules.") in GAME.Rules.knobs()


def named(policies):
    if isinstance(policies, str):
        return {policies}
    entries = policies.values() if isinstance(policies, dict) else policies
    return {entry if isinstance(entry, str) else entry["name"] for entry in entries}


def test_python_speed_gives_the_same_tallies():
    from simlab.play.drivers import roll

    rules = GAME.Rules(players=3, max_rounds=4)
    line = [make_player(GAME, "basic", rules)] * 3
    assert seated(line)
    assert roll_in_python(GAME, line, rules.lower(), 2, 0, 3, 0).tobytes() == roll(GAME, line, rules.lower(), 2, 0, 3).tobytes()
