"""What seats take along into the next round counts where standings are valued: arcana's hands stay from deal to deal."""

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.contract.columns import SEATS, SIXTIETHS
from simlab.contract.searching import LEVELS
from simlab.players.registry import make_player
from simlab.players.search import horizon, standings

ARCANA = load("arcana")
FULL_HOUSE = 7  # its place among the sixteen categories


def table_rows(points, levels):
    """Standings as `sample` writes them down, a game each."""
    rows = np.zeros((len(points), 3 + horizon.STANDS))
    rows[:, 0] = np.arange(len(points))
    rows[:, 3 : 3 + points.shape[1]] = points
    rows[:, 3 + SEATS : 3 + SEATS + levels.shape[1]] = levels
    return rows


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_level_is_worth_what_its_holders_get_beyond_their_points(players):
    """Payoffs made of three for a point and known worths of levels, each measured from the table's mean: the worths come out."""
    random = np.random.default_rng(7)
    points = random.integers(0, 30, (20_000, players)).astype(float)
    levels = random.integers(0, 4, (20_000, players))
    worth = np.array([0.0, 2.0, -1.0, 5.0])
    whole = points + worth[levels]
    payoffs = np.zeros((20_000, SEATS))
    payoffs[:, :players] = 3.0 * (whole - whole.mean(axis=1, keepdims=True))
    net = np.zeros(horizon.NET)
    horizon.weigh_levels(net, table_rows(points, levels), payoffs, players, np.zeros(LEVELS), np.zeros(LEVELS))
    found = net[horizon.WORTHS : horizon.WORTHS + 4]
    assert np.allclose(found - found.mean(), worth - worth.mean(), atol=0.15)
    assert not net[horizon.WORTHS + 4 :].any()  # never seen


def test_where_points_promise_nothing_levels_are_worth_nothing():
    """No division by a slope of nothing: all have the same points all the time."""
    net, rows = np.zeros(horizon.NET), table_rows(np.ones((50, 2)), np.zeros((50, 2)))
    horizon.weigh_levels(net, rows, np.zeros((50, SEATS)), 2, np.zeros(LEVELS), np.zeros(LEVELS))
    assert not net.any()


@pytest.fixture(scope="module")
def arcana_nets():
    """What standings of arcana are worth, and the same learned without hands; then rows and payoffs of fresh games."""
    rules = ARCANA.Rules(players=2)
    basic = make_player(ARCANA, "basic", rules)
    with_hands = standings.value_net(ARCANA, basic, rules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(horizon, "weigh_levels", lambda *_: None)
        without = standings.fitted(ARCANA, basic, rules)
        patch.setattr(standings, "SEED", 99)
        patch.setattr(standings, "GAMES", 6_000)
        return with_hands, without, *standings.played(ARCANA, basic, rules)


def share(net, row):
    """What the first seat may hope for."""
    stands = row[3:].copy()
    horizon.count_carried(net, stands, 2)
    return horizon.worth(net, stands, 2, 0, int(row[2]), row[1], np.zeros(horizon.FEATURES)) / SIXTIETHS


def test_who_keeps_a_good_hand_of_arcana_wins_more_than_points_tell(arcana_nets):
    """Why arcana was lost: a playout stops with the deal, and points alone do not know which hand is left for the next."""
    with_hands, without, rows, payoffs = arcana_nets
    mine, theirs = rows[:, 3 + SEATS] >= FULL_HOUSE, rows[:, 4 + SEATS] >= FULL_HOUSE
    chosen = rows[mine & ~theirs]
    won = payoffs[chosen[:, 0].astype(int), 0] / SIXTIETHS
    error = won.std() / len(won) ** 0.5
    assert len(chosen) > 1_000
    assert np.mean([share(without, row) for row in chosen]) < won.mean() - 4 * error
    assert abs(np.mean([share(with_hands, row) for row in chosen]) - won.mean()) < 4 * error


def test_the_searcher_of_arcana_values_the_hand_it_keeps(arcana_nets):
    """Equal points: the better hand is ahead, by more than a twentieth of the win for three of a kind against a pair."""
    net = arcana_nets[0]
    row = table_rows(np.array([[10.0, 10.0]]), np.array([[4, 1]]))[0]
    turned = table_rows(np.array([[10.0, 10.0]]), np.array([[1, 4]]))[0]
    assert share(net, row) - share(net, turned) > 0.1
