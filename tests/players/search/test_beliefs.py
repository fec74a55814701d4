"""What a searcher concludes from the others' choices, on cases that can be worked out by hand."""

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.contract.minds import forget
from simlab.play.seats import seated
from simlab.play.table import Table
from simlab.players.registry import make_player
from simlab.players.search.desk import CANDIDATE_WORLD, DESK

TEMPLATE = load("template")
RULES = TEMPLATE.Rules()
PASS, BET = 0, 1
JACK, QUEEN, KING = range(3)


def facing_a_bet(card):
    """A table at which the first seat has bet and the second holds this card."""
    for index in range(100):
        table = Table(TEMPLATE, RULES, 1, index)
        if table.state.deck[1] == card:
            table.apply(BET)
            return table
    raise AssertionError("no such deal")


def ask(table, **settings):
    """What the searcher does there, and its desk afterwards."""
    player = make_player(TEMPLATE, {"name": "search", "worlds": 64, "base": "honest", **settings}, RULES)
    _, solved, minds = seated([player, player])
    forget(minds, table.key, 2)
    action = table.ask([player.act, player.act], solved, minds)
    at = int(minds[1]["table"])
    desk = solved[at : at + DESK.itemsize // 4].view(DESK)[0]
    return action, solved[at:], desk


def test_the_queen_folds_to_one_who_bets_kings_only():
    """Honest bets with the king alone: to call with the queen loses. Who concludes nothing takes the jack to be as likely, and calls."""
    assert ask(facing_a_bet(QUEEN), others="honest")[0] == PASS
    assert ask(facing_a_bet(QUEEN), others="honest", beliefs=0)[0] == BET


def test_worlds_weigh_what_the_bet_makes_them():
    """A king explains the bet: weight 1 - doubt. A jack does not: doubt."""
    _, table, desk = ask(facing_a_bet(QUEEN), others="honest", doubt=0.1, beliefs=4)
    pool = table[int(desk["pool"]) :].view(np.uint8)[: 256 * CANDIDATE_WORLD.itemsize].view(CANDIDATE_WORLD)
    weights = np.diff(pool["upto"], prepend=0.0)
    assert set(np.round(weights, 6)) == {0.1, 0.9}
    assert 80 < (weights > 0.5).sum() < 176  # a fair coin: king or jack


def test_a_seat_that_bets_what_honest_never_bets_is_taken_for_another():
    """The searcher has the king, so the bet came from less: honest would have passed, always_bet would not."""
    _, _, desk = ask(facing_a_bet(KING), others="mix")
    weight = np.exp(desk["weight"][0, : desk["models"]])
    names = ["honest", *(policy.name for policy in TEMPLATE.policies if policy.name != "honest")]
    assert weight[names.index("always_bet")] > 4 * weight[names.index("honest")]


@pytest.mark.parametrize("deals", [1, 6])
def test_what_standings_are_worth_is_fitted_once_and_kept(deals, tmp_path, monkeypatch):
    from simlab.players.search import standings
    from simlab.players.search.horizon import worth

    monkeypatch.setenv("SIMLAB_CACHE", str(tmp_path))
    monkeypatch.setattr(standings, "nets", {})
    rules = TEMPLATE.Rules(deals=deals)
    base = make_player(TEMPLATE, "equilibrium", rules)
    net = standings.value_net(TEMPLATE, base, rules)
    monkeypatch.setattr(standings, "nets", {})
    monkeypatch.setattr(standings, "fitted", None)
    assert standings.value_net(TEMPLATE, base, rules).tobytes() == net.tobytes()
    if deals > 1:
        chips = [worth(net, np.array([own, -own, 0, 0, 0, 0.0]), 2, 0, 0, 4, np.zeros(7)) for own in (-2.0, 0.0, 2.0)]
        assert np.allclose(chips, [-2, 0, 2], atol=0.35)  # chips won stay won, and equals win nothing of each other
