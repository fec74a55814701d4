"""Cards exchanged in an imagined world: it still looks the same to the viewer, and every card is as likely to be anywhere."""

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.contract.minds import forget
from simlab.contract.records import MIND
from simlab.jit import new
from simlab.play.seats import seated
from simlab.play.table import Table
from simlab.players.registry import make_player
from simlab.rng import Purpose, start
from tests.conftest import python

JESTER = load("jester")
EXCHANGE = JESTER.searching.exchange


def dreamer(table):
    """A mind with dice for what it imagines."""
    me = new(MIND)
    start(me.search, table.key, Purpose.SEARCH, 0, 0)
    return me


def imagined(table, view, me):
    world = new(JESTER.engine.STATE)
    JESTER.engine.imagine(view, table.rules, me, world)
    return world


def positions(rules, games=2):
    """Every decision of some games of `basic`, and what the seat to act sees there."""
    player = make_player(JESTER, "basic", rules)
    for index in range(games):
        table = Table(JESTER, rules, 5, index)
        _, solved, minds = seated([player] * rules.players)
        forget(minds, table.key, rules.players)
        while not table.over:
            if len(table.legal()) > 1:
                yield table, table.view()
            table.apply(table.ask([player.act] * rules.players, solved, minds))


@pytest.mark.parametrize(
    "changed",
    [{}, {"centre_play": "blind"}, {"bj_pick": "in_turn"}, {"min_rank": 6, "players": 4}],
    ids=["usual", "blind", "pairs", "short"],
)
def test_after_an_exchange_the_viewer_sees_the_same_and_the_others_hold_the_same(changed):
    rules = JESTER.Rules(**{"players": 4, **changed})
    moved = 0
    for table, view in positions(rules):
        me = dreamer(table)
        world = imagined(table, view, me)
        for seat in range(rules.players):
            before = world.copy()
            EXCHANGE(view, table.rules, seat, me, world)
            assert JESTER.audit.audit(world, table.rules) == ""
            seen = new(JESTER.engine.VIEW)
            JESTER.engine.observe(world, table.rules, view.seat, seen)
            for field in JESTER.engine.VIEW.names:
                assert seen[field].tobytes() == view[field].tobytes(), field
            others = [s for s in range(rules.players) if s != seat]
            assert (world.hand[others] == before.hand[others]).all()
            moved += world.hand[seat] != before.hand[seat]
    assert moved > 20


def test_every_unseen_card_comes_to_a_hand_equally_often():
    """4 sigma for 44 cards that nobody has seen, of which a hand has eight."""
    rules = JESTER.Rules(players=2)
    table, view = next(positions(rules))
    me = dreamer(table)
    world = imagined(table, view, me)
    other, times = 1 - int(view.seat), 40_000
    hands = np.zeros(times, np.int64)
    for n in range(times):
        EXCHANGE(view, table.rules, other, me, world)
        hands[n] = world.hand[other]
    held = (hands[:, None] >> np.arange(52) & 1).sum(axis=0)
    unseen = np.array([not int(view.hand) >> card & 1 for card in range(52)])
    share = held[unseen].sum() / times / unseen.sum()
    apart = 4 * np.sqrt(3 * share * (1 - share) / times)  # one hand is much like the last: a third of them count
    assert held[~unseen].sum() == 0
    assert np.abs(held[unseen] / times - share).max() < apart


def searched(rivals, **environment):
    """What a game of a searcher among these rivals ends with."""
    code = f"""
from hashlib import sha256
from simlab.contract.catalogue import load
from simlab.play.drivers import roll
from simlab.players.registry import make_line_up
game = load("jester")
rules = game.Rules(players={len(rivals) + 1}, max_rounds=1)
searcher = {{"name": "search", "worlds": 1, "beliefs": 2, "horizon": 0, "even": 0}}
print(sha256(roll(game, make_line_up(game, [searcher, *{rivals}], rules), rules.lower(), 5, 0, 1).tobytes()).hexdigest()[:16])
"""
    return python(code, **environment).strip()


def test_worlds_that_come_of_each_other_are_as_ever_with_the_jit_off():
    """With the JIT, which takes a while to compile, they are the same: the next test."""
    assert searched(["bully"], NUMBA_DISABLE_JIT="1") == "15035fcda79e73e6"


@pytest.mark.slow
@pytest.mark.parametrize("rivals", [["bully"], ["basic", "bully"]])
def test_worlds_that_come_of_each_other_are_the_same_with_the_jit_off(rivals):
    assert searched(rivals, NUMBA_DISABLE_JIT="1") == searched(rivals)
