"""Exact blackjack for Jester: what each pair is worth against each first deck card, and a player that knows it.

Fresh deck: the own pair and the deck's first card are known, the other 49 cards are equally likely in any order. Values are
1 (ace) to 10. Everything is counted in whole numbers, so that charts and players rest on exact fractions.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.policy import Policy
from simlab.games.jester.blackjack import against_deck
from simlab.games.jester.counting import best, value
from simlab.games.jester.policies import THRESHOLDS, allowed, basic, first_pair
from simlab.games.jester.rules import BLACKJACK, PAIR_CLASSES, Act, DeckThird, Point, Rules
from simlab.jit import allocating
from simlab.masks import single

VALUES = 10
RESULTS = 4  # win, lose, bust, push
ACTIONS = (Act.HOLD, Act.HIT, Act.DOUBLE)
PLACES = VALUES * VALUES * VALUES  # of the player's table: best actions by (value, value, deck card); then places of pairs


@allocating
def count_results(rules, counts, own, ace, deck, draws, results):
    """Ways to win, lose, bust and push with so many cards drawn to `own` (aces as 1), over all orders of the other cards."""
    cards = counts.sum()
    if draws == 0:
        count_deck(rules, counts, cards, best(own, ace), deck, 1, results)
        return
    for one in range(VALUES):
        ways = counts[one]
        counts[one] -= 1
        if draws == 1:
            count_deck(rules, counts, cards - 1, best(own + one + 1, ace or one == 0), deck, ways, results)
        else:
            for two in range(VALUES):
                more = ways * counts[two]
                counts[two] -= 1
                total = best(own + one + two + 2, ace or one == 0 or two == 0)
                count_deck(rules, counts, cards - 2, total, deck, more, results)
                counts[two] += 1
        counts[one] += 1


@allocating
def count_deck(rules, counts, cards, own, deck, ways, results):
    """The deck's second card, and its third where it takes one (JE-5.11)."""
    if ways <= 0:
        return
    for second in range(VALUES):
        chances = ways * counts[second]
        hard, ace = deck + second + 1, deck == 1 or second == 0
        if best(hard, ace) >= rules.deck_stands_at:
            results[against_deck(rules, own, best(hard, ace))] += chances * (cards - 1)
            continue
        counts[second] -= 1
        for third in range(VALUES):
            shown = best(hard + third + 1, ace or third == 0)
            results[against_deck(rules, own, shown)] += chances * counts[third]
        counts[second] += 1


def fresh_counts(rules: Rules) -> npt.NDArray[np.int64]:
    """Cards of each value in the deck."""
    counts = np.array([4 if v == 1 or v >= rules.min_rank else 0 for v in range(1, VALUES + 1)], np.int64)
    counts[VALUES - 1] = 16
    return counts


@dataclass(frozen=True)
class Spot:
    """A pair against a first deck card: how likely it is, and what each action is worth, exactly."""

    pair: tuple[int, int]
    deck: int
    ways: int  # of the 52 * 51 / 2 pairs and 50 first cards
    worth: tuple[Fraction, ...]  # by action


@cache
def spots(rules: Rules) -> tuple[Spot, ...]:
    """Every pair of values against every first deck card."""
    found, lowered = [], rules.lower()
    for low in range(1, VALUES + 1):
        for high in range(low, VALUES + 1):
            counts = fresh_counts(rules)
            pairs = counts[low - 1] * (counts[high - 1] - 1) // 2 if low == high else counts[low - 1] * counts[high - 1]
            counts[low - 1] -= 1
            counts[high - 1] -= 1
            for deck in range(1, VALUES + 1):
                if pairs > 0 and counts[deck - 1] > 0:
                    left = counts.copy()
                    left[deck - 1] -= 1
                    ways = int(pairs * counts[deck - 1])
                    found.append(Spot((low, high), deck, ways, worths(rules, lowered, left, (low, high), deck)))
    return tuple(found)


def worths(rules: Rules, lowered: Any, counts: npt.NDArray[np.int64], pair: tuple[int, int], deck: int) -> tuple[Fraction, ...]:
    """Mean points of Hold, Hit and Double. `lowered` is the kernel record of the rules."""
    own, ace = sum(pair), 1 in pair
    natural = ace and own + 10 == BLACKJACK
    payoffs = {
        Act.HOLD: (0, (rules.bj_win + (rules.natural_bonus if natural else 0), 0, 0, 0)),
        Act.HIT: (1, (rules.bj_win, 0, 0, 0)),
        Act.DOUBLE: (rules.double_draws, (rules.dd_win, rules.dd_lose, rules.dd_bust, 0)),
    }
    found = []
    for action in ACTIONS:
        draws, points = payoffs[action]
        results = np.zeros(RESULTS, np.int64)
        count_results(lowered, counts.copy(), own, ace, deck, draws, results)
        found.append(Fraction(sum(int(w) * p for w, p in zip(results, points, strict=True)), int(results.sum())))
    return tuple(found)


@dataclass(frozen=True)
class Cell:
    """One cell of the blackjack chart: a class of pairs against a first deck card."""

    pair_class: str
    deck_card: int  # 1 (ace) to 10
    worth: tuple[Fraction, ...]  # mean points of Hold, Hit, Double
    best: Act
    margin: Fraction  # what the best action is worth more than the second best


def blackjack_chart(rules: Rules) -> list[Cell]:
    """27 classes of pairs by 10 deck cards: the best action and its margin, exact. Pairs of a class are weighed by their number."""
    chart = []
    for name in PAIR_CLASSES:
        for deck in range(1, VALUES + 1):
            of_class = [s for s in spots(rules) if s.deck == deck and class_name(s.pair) == name]
            ways = sum(s.ways for s in of_class)
            if ways == 0:
                continue  # a short deck lacks some pairs
            worth = tuple(sum((s.ways * s.worth[a] for s in of_class), Fraction(0)) / ways for a in ACTIONS)
            ordered = sorted(worth, reverse=True)
            chart.append(Cell(name, deck, worth, Act(worth.index(ordered[0])), ordered[0] - ordered[1]))
    return chart


def class_name(pair: tuple[int, int]) -> str:
    return f"S{sum(pair) + 10}" if 1 in pair else f"H{sum(pair)}"


def pair_values(rules: Rules) -> dict[tuple[int, int], Fraction]:
    """Mean points of each pair when the best action is taken against every first deck card."""
    found: dict[tuple[int, int], Fraction] = {}
    for pair in {spot.pair for spot in spots(rules)}:
        of_pair = [s for s in spots(rules) if s.pair == pair]
        ways = sum(s.ways for s in of_pair)
        found[pair] = sum((s.ways * max(s.worth) for s in of_pair), Fraction(0)) / ways
    return found


@cache
def solved(rules: Rules) -> npt.NDArray[np.float32]:
    """The player's table: best action of every spot, then the place of every pair, best 0."""
    table = np.zeros(PLACES + VALUES * VALUES, np.float32)
    for spot in spots(rules):
        (low, high), choice = spot.pair, spot.worth.index(max(spot.worth))
        for one, two in ((low, high), (high, low)):
            table[(VALUES * (one - 1) + two - 1) * VALUES + spot.deck - 1] = choice
    worth = pair_values(rules)
    ladder = sorted(set(worth.values()), reverse=True)
    for (low, high), points in worth.items():
        for one, two in ((low, high), (high, low)):
            table[PLACES + VALUES * (one - 1) + two - 1] = ladder.index(points)
    return table


@allocating
def exact_blackjack(view, rules, me, table):
    """As basic, but picks the pair and the blackjack action by exact expectation over a fresh deck."""
    if view.table.point == Point.BJ_PICK and not single(view.legal):
        return first_pair(view.hand, table, me.table + PLACES)
    if view.table.point == Point.BJ_ACT and view.table.decks > 0 and view.table.fronts[view.seat] == 2:
        one, two = value(view.table.front[view.seat, 0]), value(view.table.front[view.seat, 1])
        spot = (VALUES * (one - 1) + two - 1) * VALUES + value(view.table.deck[0]) - 1
        return allowed(view, np.int64(table[me.table + spot]))
    return basic(view, rules, me, table)


def one_hit_and_three_cards(rules: Any) -> str:
    if rules.max_hits == 1 and rules.deck_third == DeckThird.ONCE:
        return ""
    return "the exact chart is made for max_hits: 1 and deck_third: once"


PLAYERS = (
    Policy(
        "exact_blackjack",
        exact_blackjack,
        "As basic, but picks the blackjack pair and action by exact expectation over a fresh deck.",
        THRESHOLDS,
        fits=one_hit_and_three_cards,
        table=solved,
    ),
)
