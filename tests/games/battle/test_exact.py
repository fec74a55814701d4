"""The exact checks of section 10, against the engine: enumerated where they can be, else rolled with a stated seed and 4 sigma."""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb

import numpy as np
import pytest

from simlab.bits import popcount
from simlab.cards import FRENCH_BY_SUIT as DECK
from simlab.contract.records import MIND
from simlab.games.battle.cards import number, suit, sums
from simlab.games.battle.policies import NEVER, Option, keep
from simlab.games.battle.rules import CATEGORY_NAMES, Rules
from simlab.games.battle.targets import unprotected
from simlab.jit import allocating, kernel, new
from simlab.play.drivers import roll
from simlab.play.table import Table
from simlab.players.registry import make_player
from tests.games.battle.positions import BATTLE, do, names, start
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


def test_section_10_most_distinct_n_of_five_numbers():
    """Suits do not matter for sums: of every five numbers, at most four alike, one set of cards stands for all."""
    rules, most = Rules().lower(), 0
    for numbers in combinations_with_replacement(range(13), 5):
        if max(map(numbers.count, numbers)) <= 4:
            cards = [13 * numbers[:i].count(number) + number for i, number in enumerate(numbers)]
            most = max(most, int(sums(np.int64(DECK.mask(cards)), PILE_OF_TWO, rules)).bit_count())
    assert most == 30


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


@kernel
def each_first_draw(rules, view, me, kept, with_clubs):
    """Over all first draws of five: how often `basic` keeps each number, and how many of them hold a club."""
    for a in range(52):
        view.drawn[0] = a
        for b in range(a + 1, 52):
            view.drawn[1] = b
            for c in range(b + 1, 52):
                view.drawn[2] = c
                for d in range(c + 1, 52):
                    view.drawn[3] = d
                    for e in range(d + 1, 52):
                        view.drawn[4] = e
                        kept[number(view.drawn[keep(view, rules, me)])] += 1
                        with_clubs[0] += suit(a) == 0  # ids ascend by suit


def test_section_10_basic_keeps_the_highest_of_its_first_five_and_how_often_a_draw_holds_a_given_suit():
    view, me = new(BATTLE.engine.VIEW), new(MIND)
    view.drawn_n, view.legal, me.params[Option.ALLIN_MIN] = 5, 0b111111, NEVER
    kept, with_clubs = np.zeros(15, np.int64), np.zeros(1, np.int64)
    each_first_draw(Rules().lower(), view, me, kept, with_clubs)
    draws = comb(52, 5)
    assert int(kept.sum()) == draws
    for m in range(2, 15):
        assert int(kept[m]) == comb(4 * (m - 1), 5) - comb(4 * (m - 2), 5)
    assert [round(float(kept[m]) / draws, 6) for m in (14, 13, 12)] == [0.341158, 0.240979, 0.164681]
    assert int(with_clubs[0]) == draws - comb(39, 5)
    assert round(float(with_clubs[0]) / draws, 6) == 0.778466


def test_section_10_flush_or_better_in_five():
    """`COUNTS` is enumerated in test_hands; that `basic` goes all-in with exactly these is rolled below."""
    better = sum(COUNTS[5][CATEGORY_NAMES.index("flush") :])
    assert (better, round(better / comb(52, 5), 8)) == (9516, 0.00366146)


MATCHES = {
    "number_or_suit": (15, [0.294118, 0.505882, 0.657143, 0.764286, 0.839514, 0.891846]),
    "number_or_color": (27, [0.529412, 0.783529, 0.902809, 0.957479, 0.981906, 0.992526]),
}


@pytest.mark.parametrize("match", MATCHES)
def test_section_10_ba_8_5_chance_that_k_random_cards_can_stop_a_given_used_card(match):
    """A third seat holds half of the other cards, then the other half: what it is offered as discards matches Kd (2s never does)."""
    count, chances = MATCHES[match]
    others = [f"*{DECK.write([card])}" for card in range(52) if DECK.write([card]) not in ("Kd", "2s")]
    offered = 0
    for half in (others[:25], others[25:]):
        table = do(start("Kd", "2s", " ".join(half), interrupt_match=match), "kill_high", "Kd", "seat 1's 2s")
        while table.seat != 2:  # the target seat has nothing to stop it with
            table.apply(0)
        offered += sum(name.startswith("discard") for name in names(table))
    assert offered == count
    assert [round(1 - comb(51 - count, k) / comb(51, k), 6) for k in range(1, 7)] == chances


def test_section_10_uniform_drawing_numbers_from_what_is_offered():
    """Exact: six keeps of which one is all-in; a new card stays hidden by one of two choices, or one of two cards by two of three."""
    table = Table(BATTLE, Rules(players=2), 1)
    offers = []
    for _ in range(2):  # two turns of seat 0, in the first of which it leaves its card down
        offers.append([len(table.legal())])
        for action in (0, 0):
            table.apply(action)
            offers[-1].append(len(table.legal()))
        staying = sum(hidden_after(table, action) == 1 for action in table.legal())
        offers[-1].append(staying)
        for action in (0, 0, 0, 0):  # seat 0 leaves one down; seat 1's turn
            table.apply(action)
    assert offers == [[6, 24, 2, 1], [5, 24, 3, 2]]
    hidden = Fraction(0)
    for _ in range(5):
        hidden = hidden * Fraction(2, 3) + (1 - hidden) * Fraction(1, 2)
    assert hidden == Fraction(3, 5) * (1 - Fraction(1, 6**5))
    assert round(float(hidden), 7) == 0.5999228
    assert round(float(Fraction(5, 6) + Fraction(5, 6) * hidden), 7) == 1.333269
    assert round(float(Fraction(5, 6) * 15 + Fraction(1, 6)), 4) == 12.6667


def hidden_after(table, action):
    """Hidden cards of the seat to act once it has taken this action."""
    seat, state = table.seat, table.state.copy()
    table.game.engine.step(state, table.rules, action)
    return int(state.held[seat] & ~state.shown[seat]).bit_count()


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
    close(out["cat"][:, :players] >= 5, sum(COUNTS[5][5:]) / comb(52, 5))
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
