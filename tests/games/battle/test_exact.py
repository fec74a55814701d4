"""The exact checks of section 10, against the engine: enumerated where they can be, else rolled with a stated seed and 4 sigma."""

from math import comb

import numpy as np
import pytest

from simlab.bits import popcount
from simlab.cards import FRENCH_BY_SUIT as DECK
from simlab.games.battle.cards import sums, unprotected
from simlab.games.battle.rules import Rules
from simlab.jit import allocating, kernel
from simlab.play.drivers import roll
from simlab.players.registry import make_player
from tests.games.battle.positions import BATTLE
from tests.games.battle.test_hands import COUNTS

PILE_OF_TWO = 42


def rolled(policy, games, seed, **rules):
    model = Rules.of(rules)
    return roll(BATTLE, [make_player(BATTLE, policy, model)] * model.players, model.lower(), seed, 0, games)


def close(values, expected):
    """Within 4 sigma of the mean, the error taken from the sample."""
    values = np.asarray(values, float)
    assert abs(values.mean() - expected) < 4 * values.std() / np.sqrt(values.size), (values.mean(), expected)


@allocating
def each_sum(rules, places, m, most, hits, found):
    """Over all m-card sets: how often each N is a sum (hits), the number of sums in all and at most (found)."""
    chosen = np.zeros(8, np.int64)
    for i in range(m):
        chosen[i] = i
    while True:
        cards = np.int64(0)
        for i in range(m):
            cards |= np.int64(1) << places[chosen[i]]
        reached = sums(cards, most, rules)
        found[0] += popcount(reached)
        found[1] = max(found[1], popcount(reached))
        for n in range(most + 1):
            hits[n] += (reached >> n) & 1
        at = m - 1
        while at >= 0 and chosen[at] == 52 - m + at:
            at -= 1
        if at < 0:
            return
        chosen[at] += 1
        for i in range(at + 1, m):
            chosen[i] = chosen[i - 1] + 1


def digs(m):
    hits, found = np.zeros(PILE_OF_TWO + 1, np.int64), np.zeros(2, np.int64)
    each_sum(Rules().lower(), DECK.place, m, PILE_OF_TWO, hits, found)
    return hits / comb(52, m), found[0] / comb(52, m), int(found[1])


@pytest.mark.parametrize(("m", "mean", "most"), [(1, 1, 1), (2, 2.941176, 3), (3, 6.558371, 7), (4, 12.725238, 15)])
def test_section_10_distinct_n_of_random_face_up_cards(m, mean, most):
    _, found, greatest = digs(m)
    assert (round(found, 6), greatest) == (mean, most)


def test_section_10_ba_6_5_most_reachable_n_and_own_cards_in_reach():
    chance, _, _ = digs(4)
    assert int(chance.argmax()) == 14
    assert [round(float(chance[n]), 6) for n in (14, 2, 42)] == [0.611329, 0.281263, 0.023467]
    reach = [sum(chance[4 * t - 1 : 4 * t + 3].sum() for t in range(first, 11, 2)) for first in (1, 2)]
    assert [round(float(x), 6) for x in reach] == [6.615721, 5.828254]


@pytest.mark.slow
def test_section_10_most_distinct_n_of_five_cards():
    assert digs(5)[2] == 30


@kernel
def top_cards(rules, places):
    total = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        one, two = np.int64(1), np.int64(1)
                        row = one << places[a] | one << places[b] | one << places[c] | two << places[d] | two << places[e]
                        total += popcount(unprotected(row, row, rules)[0])
    return total


def test_section_10_ba_7_11_mean_number_of_top_of_suit_cards():
    mean = int(top_cards(Rules().lower(), DECK.place)) / comb(52, 5)
    assert mean == pytest.approx(4 * (1 - comb(39, 5) / comb(52, 5)), abs=1e-12)
    assert round(mean, 6) == 3.113866


def test_section_10_uniform_drawing_rounds():
    """60,000 games of two, seed 4: all-in rate, hidden cards, decisions."""
    out = rolled("uniform", 60_000, 4, players=2, battle_rounds=0)
    close(out["went_allin"][:, :2], 1 / 6)
    close(out["down_start"][:, :2], 5 / 6 + 5 / 6 * 0.5999228)
    close(out["down_start"][:, 0][out["went_allin"][:, 0] == 0], 0.5999228)
    close(out["n_draw_decisions"] / 2, 5 / 6 * 15 + 1 / 6)


@pytest.mark.parametrize("players", [2, 4])
def test_section_10_uniform_without_battle_and_loans_deals_random_hands(players):
    """40,000 games, seed 5: hands as often as among all five-card sets, and every seat wins its share."""
    out = rolled("uniform", 40_000, 5, players=players, battle_rounds=0, borrow_max=0)
    for code in range(5):
        close(out["cat"][:, :players] == code, COUNTS[5][code] / comb(52, 5))
    for seat in range(players):
        close(out["win"][:, seat], 60 / players)


def test_section_10_basic_goes_all_in_with_a_flush_or_better():
    """60,000 games, seed 6: probability 9516 / 2598960."""
    out = rolled("basic", 60_000, 6, players=2, draw_rounds=1, battle_rounds=0)
    close(out["went_allin"][:, :2], 9516 / 2598960)


@pytest.mark.parametrize(("players", "decisions", "pile"), [(2, 46, 30), (3, 75, 19), (4, 108, 8), (5, 145, 0), (6, 186, 0)])
def test_section_10_bounds_of_decisions_and_pile_hold_and_shares_add_up(players, decisions, pile):
    out = rolled("uniform", 3000, 7, players=players)
    assert out["decisions"].max() <= decisions
    assert out["min_pile"].min() >= pile
    assert (out["win"].sum(axis=1) == 60).all()
    assert (out["lead_change"] == (out["lead_start_mask"] != out["winner_mask"])).all()
    assert (out["rounds"] <= 7).all()
    assert (out["capped"] == 0).all()  # BA-9.5
