"""A hand against a dealer's, raise or fold: exact, for every hand of the player and every card that the dealer shows.

Dealer's hands are taken in from the weakest to the strongest. A table counts, for every set of cards, how many hands taken in so far
contain it; by inclusion and exclusion over the player's own cards it says, when his hand's turn comes, how many of the dealer's are weaker,
with or without a given card among them. So all 20 trillion deals of five cards against five with one shown need some hundred million
look-ups.
"""

from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.bits import popcount
from simlab.jit import allocating
from simlab.solvers.draw import CHOOSE, HAND, SUITS, first_set, next_set, offset, renamings

FOLD = -1
OUTCOMES = 5  # the dealer does not qualify; the player wins; ties; loses; folds

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Duel:
    """Who wins what, in parts of the ante. Hands are numbered as the draw optimiser numbers them."""

    cards: int  # of the deck
    naturals: int  # those that have a suit
    hand: int  # cards of either hand
    shown: int  # cards of the dealer's that are seen first: 0 or 1
    scores: Array  # of every hand
    least: int  # the score of the weakest hand with which the dealer qualifies
    parts: int  # of an ante
    raise_pays: Array  # of every hand, when it beats a dealer who qualifies: for each ante raised
    bonus: Array  # of every hand that is not folded, whatever the dealer has
    times: tuple[int, ...]  # antes that may be raised
    may_fold: bool = True
    ante_unqualified: int = 1  # what the ante brings when the dealer does not qualify: 1 wins, 0 is a push
    raise_unqualified: int = 0
    tie: int = 0  # 0 a push, 1 the player wins, -1 he loses


@dataclass(frozen=True)
class Solved:
    """Sums over all deals, by strength of the player's hand (`levels`, weakest first)."""

    levels: Array  # the different scores
    deals: int  # all together
    value: int  # sum of what is won, in parts of an ante, played best
    square: float  # of squares, in parts squared
    raised: int  # sum of antes raised
    outcomes: tuple[int, ...]  # deals by what happens
    weight: Array  # by level and rank of the card shown (the first column where none is): deals
    raises: Array  # ... of which are raised
    raise_value: Array  # ... and what raising all of them would bring, in parts
    example: Array  # by level: the place of a hand


def solve(duel: Duel) -> Solved:
    levels, at = np.unique(duel.scores, return_inverse=True)
    by_strength = np.argsort(at, kind="stable").astype(np.int64)
    ends = np.cumsum(np.bincount(at)).astype(np.int64)
    n, shown = len(levels), 13 if duel.shown else 1
    sets = int(offset(duel.cards, min(duel.hand, HAND) + 1))
    outcomes, square = np.zeros(OUTCOMES, np.int64), np.zeros(1)
    weight, raises = np.zeros((n, shown), np.int64), np.zeros((n, shown), np.int64)
    raise_value, totals, example = np.zeros((n, shown), np.int64), np.zeros(2, np.int64), np.zeros(n, np.int64)
    picked = all_sets(duel.cards, duel.hand)
    rules = np.array([duel.parts, duel.ante_unqualified, duel.raise_unqualified, duel.tie, int(duel.may_fold)], np.int64)
    sweep(
        picked, by_strength, ends, levels, duel.least, duel.cards, duel.naturals, duel.shown, duel.raise_pays, duel.bonus,
        np.array(duel.times, np.int64), rules, np.zeros(sets, np.int32), np.zeros(sets, np.int32),
        weight, raises, raise_value, totals, square, outcomes, example,
    )  # fmt: skip
    left = duel.cards - duel.hand
    deals = comb(duel.cards, duel.hand) * (left * comb(left - 1, duel.hand - 1) if duel.shown else comb(left, duel.hand))
    raised, value = int(totals[0]), int(totals[1])
    return Solved(levels, deals, value, float(square[0]), raised, tuple(map(int, outcomes)), weight, raises, raise_value, example)


@allocating
def all_sets(cards, size):
    """Every hand as sorted places of cards, in the order of their numbers."""
    found = np.zeros((CHOOSE[cards, size], size), np.int8)
    picked = np.zeros(size, np.int64)
    first_set(picked, size)
    for at in range(len(found)):
        for i in range(size):
            found[at, i] = picked[i]
        next_set(picked, size)
    return found


@allocating
def sweep(
    hands, by_strength, ends, levels, least, cards, naturals, shown, raise_pays, bonus, times, rules, count, unqualified,
    weight, raises, raise_value, totals, square, outcomes, example,
):  # fmt: skip
    """Level after level: look up what is weaker, take the level in, look up what is not stronger, and settle."""
    most = most_of_a_level(hands, by_strength, ends, naturals)
    weaker, none = np.zeros((most, cards), np.int64), np.zeros((most, cards), np.int64)
    snapped, first = False, 0
    for level in range(len(levels)):
        if levels[level] >= least and not snapped:
            for at in range(len(count)):  # a loop: copying the array whole takes 2.7 s to compile
                unqualified[at] = count[at]
            snapped = True
        example[level] = by_strength[first]
        n = 0
        for k in range(first, ends[level]):
            if snapped and renamings(hands[by_strength[k]], naturals) > 0:
                look_up(count, cards, hands[by_strength[k]], shown, weaker[n])
                look_up(unqualified, cards, hands[by_strength[k]], shown, none[n])
                n += 1
        for k in range(first, ends[level]):
            take_in(count, cards, hands[by_strength[k]])
        n = 0
        for k in range(first, ends[level]):
            place = by_strength[k]
            ways = renamings(hands[place], naturals)
            if ways > 0 and snapped:
                settle(
                    count, cards, hands[place], shown, weaker[n], none[n], raise_pays[place], bonus[place], times, rules, ways,
                    level, weight, raises, raise_value, totals, square, outcomes,
                )  # fmt: skip
                n += 1
        first = ends[level]
    settle_weak(
        hands, by_strength, ends, levels, least, cards, naturals, shown, raise_pays, bonus, times, rules, unqualified if snapped else count,
        weight, raises, raise_value, totals, square, outcomes,
    )  # fmt: skip


@allocating
def most_of_a_level(hands, by_strength, ends, naturals):
    """The most hands of one level, those that stand for others under renamed suits."""
    most, first = 0, 0
    for end in ends:
        n = 0
        for k in range(first, end):
            n += renamings(hands[by_strength[k]], naturals) > 0
        most, first = max(most, n), end
    return most


@allocating
def settle_weak(
    hands, by_strength, ends, levels, least, cards, naturals, shown, raise_pays, bonus, times, rules, unqualified,
    weight, raises, raise_value, totals, square, outcomes,
):  # fmt: skip
    """Hands with which the dealer would not qualify: they win only when he does not."""
    none = np.zeros(cards, np.int64)
    first = 0
    for level in range(len(levels)):
        if levels[level] >= least:
            return
        for k in range(first, ends[level]):
            place = by_strength[k]
            hand = hands[place]
            ways = renamings(hand, naturals)
            if ways > 0:
                look_up(unqualified, cards, hand, shown, none)
                decide(
                    hand, cards, shown, none, none, none, raise_pays[place], bonus[place], times, rules, ways, level,
                    weight, raises, raise_value, totals, square, outcomes,
                )  # fmt: skip
        first = ends[level]


@allocating
def take_in(count, cards, hand):
    """Add a dealer's hand to every set of its cards."""
    size = len(hand)
    for mask in range(1 << size):
        at, k = np.int64(0), 0
        for i in range(size):
            if (mask >> i) & 1 == 1:
                k += 1
                at += CHOOSE[hand[i], k]
        count[offset(cards, k) + at] += 1


@allocating
def look_up(count, cards, hand, shown, found):
    """By the card shown (or at 0 where none is): dealer's hands taken in that hold it and nothing of the player's hand."""
    if shown == 0:
        found[0] = apart(count, cards, hand, -1)
        return
    at = 0
    for card in range(cards):
        if at < len(hand) and hand[at] == card:
            at += 1
        else:
            found[card] = apart(count, cards, hand, card)


@allocating
def apart(count, cards, hand, card):
    """Hands taken in that hold a card (any where it is -1) and none of these."""
    size = len(hand)
    total = np.int64(0)
    for mask in range(1 << size):
        some = popcount(np.int64(mask))
        if card >= 0 and some == size:
            continue  # no room beside the card
        at, k, placed = np.int64(0), 0, card < 0
        for i in range(size):
            if (mask >> i) & 1 == 1:
                if not placed and hand[i] > card:
                    k += 1
                    at += CHOOSE[card, k]
                    placed = True
                k += 1
                at += CHOOSE[hand[i], k]
        if not placed:
            k += 1
            at += CHOOSE[card, k]
        value = count[offset(cards, k) + at]
        total += value if some % 2 == 0 else -value
    return total


@allocating
def settle(
    count, cards, hand, shown, weaker, none, pay, bonus, times, rules, ways, level, weight, raises, raise_value, totals, square, outcomes
):
    """A hand with which the dealer would qualify; the table now holds its own level too."""
    level_or_less = np.zeros(cards, np.int64)
    look_up(count, cards, hand, shown, level_or_less)
    decide(
        hand, cards, shown, none, weaker, level_or_less, pay, bonus, times, rules, ways, level,
        weight, raises, raise_value, totals, square, outcomes,
    )  # fmt: skip


@allocating
def decide(
    hand, cards, shown, none, weaker, level_or_less, pay, bonus, times, rules, ways, level,
    weight, raises, raise_value, totals, square, outcomes,
):  # fmt: skip
    """For each card that may be shown: the best raise, or fold."""
    size = len(hand)
    left = cards - size
    every = CHOOSE[left, size] if shown == 0 else CHOOSE[left - 1, size - 1]
    at = 0
    for card in range(cards if shown else 1):
        if shown and at < size and hand[at] == card:
            at += 1
            continue
        won, tied = weaker[card] - none[card], level_or_less[card] - weaker[card]
        lost = every - none[card] - won - tied
        best, value = FOLD, -every * rules[0]
        always = np.int64(0)
        for k in range(len(times)):
            worth = raise_worth(none[card], won, tied, lost, times[k], pay, bonus, rules)
            if k == 0 or worth > always:
                always = worth
            if (k == 0 and rules[4] == 0) or worth > value:
                best, value = times[k], worth
        column = min(card // SUITS, weight.shape[1] - 1) if shown else 0
        weight[level, column] += ways * every
        raise_value[level, column] += ways * always
        totals[1] += ways * value
        if best == FOLD:
            outcomes[4] += ways * every
            square[0] += float(ways) * every * rules[0] * rules[0]
        else:
            raises[level, column] += ways * every
            totals[0] += ways * every * best
            outcomes[0] += ways * none[card]
            outcomes[1] += ways * won
            outcomes[2] += ways * tied
            outcomes[3] += ways * lost
            square[0] += ways * raise_square(none[card], won, tied, lost, best, pay, bonus, rules)


@allocating
def results(times, pay, bonus, rules):
    """What a raise brings, in parts: the dealer does not qualify, the player wins, ties, loses."""
    parts = rules[0]
    unqualified = bonus + parts * (rules[1] + rules[2] * times)
    win, loss = bonus + parts + times * pay, bonus - parts * (1 + times)
    tie = bonus if rules[3] == 0 else (win if rules[3] > 0 else loss)
    return unqualified, win, tie, loss


@allocating
def raise_worth(none, won, tied, lost, times, pay, bonus, rules):
    unqualified, win, tie, loss = results(times, pay, bonus, rules)
    return none * unqualified + won * win + tied * tie + lost * loss


@allocating
def raise_square(none, won, tied, lost, times, pay, bonus, rules):
    unqualified, win, tie, loss = results(times, pay, bonus, rules)
    return float(none) * unqualified * unqualified + float(won) * win * win + float(tied) * tie * tie + float(lost) * loss * loss
