"""Drivers: the same games whatever the path, the known value of one-card poker, common random numbers."""

import hashlib

import numpy as np
import pytest

from simlab.contract.catalogue import declared
from simlab.errors import PolicyError
from simlab.play.drivers import record_game, replay, roll, roll_rounds
from simlab.players.registry import make_player
from tests.conftest import python

DIGEST = """
import hashlib
from simlab.contract.catalogue import declared, load
from simlab.play.drivers import roll
from simlab.players.registry import make_player
digest = hashlib.sha256()
template, wide = load("template"), declared("tests.toys.wide")
rules = template.Rules(deals=3)
line_up = [make_player(template, "equilibrium", rules), make_player(template, "uniform", rules)]
digest.update(roll(template, line_up, rules.lower(), 5, 100, 200, rotation=1).tobytes())
rules = wide.Rules(players=4)
digest.update(roll(wide, [make_player(wide, "uniform", rules)] * 4, rules.lower(), 5, 0, 100).tobytes())
print(digest.hexdigest())
"""


def players(game, rules, *names):
    return [make_player(game, name, rules) for name in names]


def digest(array) -> str:
    return hashlib.sha256(array.tobytes()).hexdigest()


@pytest.fixture(scope="module")
def rules(template):
    return template.Rules()


def test_the_value_of_one_card_poker_is_minus_one_eighteenth(template, rules):
    """Known value, 20 million games, seed 7, inside 4 sigma."""
    line_up = players(template, rules, "equilibrium", "equilibrium")
    total = squares = games = 0
    for first in range(0, 20_000_000, 1_000_000):
        net = roll(template, line_up, rules.lower(), 7, first, 1_000_000)["net"][:, 0].astype(np.int64)
        total, squares, games = total + int(net.sum()), squares + int((net * net).sum()), games + len(net)
    value = total / games
    sigma = (squares / games - value * value) ** 0.5 / games**0.5
    assert abs(value + 1 / 18) < 4 * sigma
    assert sigma < 0.0004


@pytest.mark.parametrize("mode", ["NUMBA_DISABLE_JIT", pytest.param("NUMBA_BOUNDSCHECK", marks=pytest.mark.slow)])
def test_three_modes_give_the_same_bytes(mode):
    assert python(DIGEST) == python(DIGEST, **{mode: "1"})


def test_shards_and_one_run_are_the_same_games(template, rules):
    line_up = players(template, rules, "equilibrium", "uniform")
    whole = roll(template, line_up, rules.lower(), 3, 0, 1000)
    parts = [roll(template, line_up, rules.lower(), 3, first, 250) for first in (0, 250, 500, 750)]
    assert digest(whole) == digest(np.concatenate(parts))


def test_changing_a_policy_leaves_every_deal_unchanged(template):
    rules = template.Rules(deals=4)
    for index in range(50):
        deals = []
        for names in (("equilibrium", "equilibrium"), ("always_bet", "uniform"), ("uniform", "honest")):
            actions, _ = record_game(template, players(template, rules, *names), rules.lower(), 11, index)
            deals.append(decks_of(template, rules, actions, index))
        assert deals[0] == deals[1] == deals[2]


def decks_of(game, rules, actions, index):
    """The deck of each of the game's deals, whatever was played."""
    decks, seen = [], 0
    for n in range(len(actions) + 1):
        _, state = replay(game, rules.lower(), 11, index, actions[:n])
        if int(state.round) != seen:
            seen = int(state.round)
            decks.append(state.deck.tobytes())
    assert len(decks) == 4
    return decks


def test_rotating_seats_keeps_each_players_luck(template):
    """The player in place 0 uses the same stream at whichever seat it sits."""
    wide = declared("tests.toys.wide")
    rules = wide.Rules(players=3, turns=1)
    line_up = players(wide, rules, "uniform", "uniform", "uniform")
    by_rotation = []
    for rotation in range(3):
        actions, _ = record_game(wide, line_up, rules.lower(), 2, 9, rotation)
        by_rotation.append([actions[(place + rotation) % 3] for place in range(3)])
    assert by_rotation[0] == by_rotation[1] == by_rotation[2]


def test_a_recorded_game_replays_to_the_same_state(template):
    rules = template.Rules(deals=5)
    actions, final = record_game(template, players(template, rules, "uniform", "uniform"), rules.lower(), 4, 8)
    applied, again = replay(template, rules.lower(), 4, 8, actions)
    assert applied == len(actions)
    assert again.tobytes() == final.tobytes()


def test_replay_stops_at_an_illegal_action(template, rules):
    applied, state = replay(template, rules.lower(), 4, 8, [0, 9, 1])
    assert applied == 1
    assert not state.over


def test_round_rows_tell_every_deal(template):
    rules = template.Rules(deals=3)
    line_up = players(template, rules, "uniform", "uniform")
    out, rows, owner = roll_rounds(template, line_up, rules.lower(), 6, 10, 200)
    assert digest(out) == digest(roll(template, line_up, rules.lower(), 6, 10, 200))
    assert owner.tolist() == [10 + g for g in range(200) for _ in range(3)]
    assert np.add.reduceat(rows["pot"], np.arange(0, 600, 3)).tolist() == out["pot"].tolist()


def test_an_illegal_move_is_named(template, rules):
    from simlab.contract.policy import Policy
    from simlab.jit import kernel

    @kernel
    def nine(view, rules, me, table):
        return 9

    line_up = [make_player(template, "nine", rules, [Policy("nine", nine, "Always nine.")]), make_player(template, "uniform", rules)]
    with pytest.raises(PolicyError, match=r"policy 'nine' chose action 9 at decision 1 of game 0, seat 0, where only \[0, 1\] are legal"):
        roll(template, line_up, rules.lower(), 1, 0, 10)
    with pytest.raises(PolicyError, match="seat 1"):
        roll(template, line_up, rules.lower(), 1, 0, 10, rotation=1)


def test_memory_is_cleared_at_each_games_start(template, rules):
    from simlab.contract.policy import Policy
    from simlab.jit import kernel

    @kernel
    def once(view, rules, me, table):
        me.memory[0] += 1.0
        return 1 if me.memory[0] > 1.5 else 0

    own = [Policy("once", once, "Bets from its second decision on.")]
    line_up = [make_player(template, "once", rules, own), make_player(template, "always_bet", rules)]
    out = roll(template, line_up, rules.lower(), 1, 0, 500)
    assert (out["first_bet"] == 0).all()
    assert (out["end"] == 2).all()  # passes, faces a bet, calls at its second decision


def test_parameters_and_tables_reach_the_player_they_belong_to(template, rules):
    from simlab.contract.policy import Param, Policy
    from simlab.jit import kernel

    @kernel
    def by_table(view, rules, me, table):
        return int(table[me.table + int(me.params[0])])

    def solved(values):
        return lambda rules: np.array(values, np.float32)

    zero = Policy("zero", by_table, "Passes.", (Param("entry", 0, "which entry"),), table=solved([0, 1]))
    one = Policy("one", by_table, "Bets.", (Param("entry", 2, "which entry"),), table=solved([0, 0, 1]))
    line_up = [make_player(template, name, rules, [zero, one]) for name in ("zero", "one")]
    out = roll(template, line_up, rules.lower(), 1, 0, 100)
    assert (out["end"] == 1).all()  # seat 0 passes, seat 1 bets, seat 0 folds
    line_up = [make_player(template, {"name": "zero", "entry": 1}, rules, [zero, one]), line_up[1]]
    assert (roll(template, line_up, rules.lower(), 1, 0, 100)["end"] == 2).all()


def test_one_player_of_six_does_not_compile_again(template, rules):
    from simlab import jit

    roll(template, players(template, rules, "equilibrium", "uniform"), rules.lower(), 1, 0, 10)
    before = jit.compiles.count
    roll(template, players(template, rules, "uniform", "equilibrium"), template.Rules(deals=7).lower(), 2, 5, 20, 1)
    assert jit.compiles.count == before
