"""Every game keeps the contract, and the check that says so really catches what it should."""

import dataclasses
import types

import pytest

from simlab.contract.catalogue import declared, load, shipped
from simlab.contract.conformance import check
from simlab.contract.game import Game
from simlab.errors import GameError
from simlab.jit import kernel
from simlab.players.registry import compile_for, policies
from tests.conftest import python
from tests.toys.wide import engine as wide_engine

GAMES = sorted(shipped())
QUICK = 3


@pytest.mark.parametrize("games", [QUICK, pytest.param(40, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", GAMES)
def test_the_game_keeps_the_contract(name, games):
    """The usual player, and in the long form every other: they are compiled one by one."""
    game = load(name)
    known = [policy for policy in policies(game).values() if policy.make is None]  # search, learned: tests/players
    if games == QUICK:
        known = [policy for policy in known if policy.name in ("uniform", game.usual_player)]
    for policy in known:
        compile_for(game, policy)
    assert check(game, games=games, seed=3, policies=tuple(known), probe=0.1, longest=20 * games) > 20


def test_a_game_with_64_actions_keeps_the_contract():
    wide = declared("tests.toys.wide")
    assert check(wide, games=20, policies=wide.policies, probe=1.0) > 50


def test_a_game_with_64_actions_keeps_the_contract_with_the_jit_off():
    code = """
from simlab.contract.catalogue import declared
from simlab.contract.conformance import check
wide = declared("tests.toys.wide")
print(check(wide, games=6, policies=wide.policies))
"""
    assert int(python(code, NUMBA_DISABLE_JIT="1")) > 10


def spoiled(game: Game, **replaced) -> Game:
    """The same game with some of its functions exchanged."""
    engine = types.ModuleType(game.engine.__name__)
    vars(engine).update({**vars(game.engine), **replaced})
    return dataclasses.replace(game, engine=engine)


@kernel
def peeking_observe(state, rules, seat, view):
    wide_engine.observe(state, rules, seat, view)
    view.own = state.secret[(seat + 1) % rules.players]


@kernel
def lazy_observe(state, rules, seat, view):
    view.seat = seat
    view.legal = state.legal if seat == state.seat else 0
    view.turn = state.turn
    view.own = state.secret[seat]


@kernel
def losing_step(state, rules, action):
    wide_engine.step(state, rules, action)
    state.secret[0] = state.secret[1]


@kernel
def tally_reading_step(state, rules, action):
    wide_engine.step(state, rules, action)
    state.named[0] += state.tally.decisions % 2


@kernel
def stuck_step(state, rules, action):
    wide_engine.step(state, rules, action)
    if state.turn == 2:
        state.legal = 0


@kernel
def fixed_imagine(view, rules, me, state):
    wide_engine.imagine(view, rules, me, state)
    state.key.k0 = 1
    state.key.k1 = 1


@kernel
def careless_imagine(view, rules, me, state):
    wide_engine.imagine(view, rules, me, state)
    state.named[0] += 1


@kernel
def eager_observe(state, rules, seat, view):
    wide_engine.observe(state, rules, seat, view)
    view.legal = state.legal


@kernel
def bribing_step(state, rules, action):
    wide_engine.step(state, rules, action)
    if state.over:
        state.payoff[0] += 1


PEEKING = "changes when hidden cards are swapped: field 'own'"
SPOILED = {
    PEEKING: {"observe": peeking_observe},
    "leaves something of the last view in: field 'named'": {"observe": lazy_observe},
    "secrets are": {"step": losing_step},
    "or the engine reads its tally": {"step": tally_reading_step},
    "no legal action before the game is over": {"step": stuck_step},
    "imagined worlds share a key": {"imagine": fixed_imagine},
    "the view of an imagined world is another: field 'named'": {"imagine": careless_imagine},
    "is not to act, yet its view has legal actions": {"observe": eager_observe},
    "but their outcome column 'win' says": {"step": bribing_step},
}


@pytest.mark.parametrize("complaint", SPOILED)
def test_a_broken_promise_is_caught(complaint):
    with pytest.raises(GameError, match=complaint.replace("(", r"\(")):
        check(spoiled(declared("tests.toys.wide"), **SPOILED[complaint]), games=10, probe=1.0)


@kernel
def guess_the_secret(view, rules, me, table):
    return (view.seat + 7 * view.own) % 64


def test_a_policy_that_depends_on_what_is_hidden_is_caught():
    from simlab.contract.policy import Policy

    wide = declared("tests.toys.wide")
    leaking = spoiled(wide, observe=peeking_observe)
    inspection_policies = (Policy("peeks", guess_the_secret, "Looks at the neighbour's secret."),)
    with pytest.raises(GameError, match="hidden cards"):
        check(leaking, games=10, probe=1.0, policies=inspection_policies)


def test_an_illegal_policy_is_caught():
    from simlab.contract.policy import Policy

    @kernel
    def seventy(view, rules, me, table):
        return 70

    wide = declared("tests.toys.wide")
    with pytest.raises(GameError, match="illegal action 70"):
        check(wide, games=5, probe=1.0, policies=(Policy("seventy", seventy, "Names 70."),))


# ---- without books


@pytest.fixture(scope="module")
def unaudited():
    """The toy without `audit.py`: as a game that has only what playing needs."""
    return dataclasses.replace(declared("tests.toys.wide"), audit=None)


def test_a_game_without_books_is_checked_all_the_same(unaudited):
    assert check(unaudited, games=20, policies=unaudited.policies, probe=1.0) > 50


@pytest.mark.parametrize("complaint", [said for said in SPOILED if said not in ("secrets are", PEEKING)])
def test_what_needs_no_books_is_caught_without_them(unaudited, complaint):
    with pytest.raises(GameError, match=complaint):
        check(spoiled(unaudited, **SPOILED[complaint]), games=10, probe=1.0)


def test_cards_that_do_not_add_up_are_not_seen_without_books(unaudited):
    assert check(spoiled(unaudited, step=losing_step), games=10, probe=1.0) > 20


def test_a_view_of_anothers_card_is_seen_without_books_where_imagined_worlds_change_it(unaudited):
    with pytest.raises(GameError, match="the view of an imagined world is another: field 'own'"):
        check(spoiled(unaudited, observe=peeking_observe), games=10, probe=1.0)
