"""What a showdown player must know to draw well: a table, solved once for each set of rules.

Hands are put in *grades*: hands of one grade have the same category and the same made ranks (pairs of nines, straights to the ten);
what scores nothing is grade 0. The table holds the grade and the trick worth of every hand, what `basic` players end up with (in
general, and from each grade they may have shown), and for every class of hands that renaming suits makes equal

    the best first draw: phase 1, the best second draw after it and the tricks, all by exact enumeration against unknown hands,
    the four best second draws against unknown hands: those worth looking at more closely when hands are known,

each for two moods: collecting points, or playing for the fifth trick because somebody may win the game by it.
"""

from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.bits import ctz, popcount
from simlab.games.showdown.players.fitted import SUIT_WORTH
from simlab.games.showdown.players.race import race_table
from simlab.games.showdown.policies import wanted_discards
from simlab.games.showdown.rules import HAND, OneCard, Rules, Scorers, StraightFlush
from simlab.games.showdown.sets import lanes
from simlab.jit import allocating
from simlab.ranking.hands import Category
from simlab.rng import KEY, STREAM, Purpose, set_key, shuffle_front, start
from simlab.solvers.draw import (
    CHOOSE,
    MASKS,
    SUITS,
    categories,
    first_set,
    hand_totals,
    next_set,
    offset,
    one_card_total,
    place,
    renamings,
    score_hands,
    sum_up,
)

SEED = 77
SAMPLES = 500_000  # rounds of draws by `basic`
ENOUGH = 40  # samples that make a law; with fewer a hand is taken to stay what it is
FIXED = 1 << 20  # pays are counted in integers of this size
MOODS = 2
POINTS, TRICK = 0, 1  # moods
FLUSH_WORTH = 40.0  # a straight flush that wins the game, in points
TRICK_WORTH = 40.0  # in the mood TRICK, the fifth trick in points
COUNTS = 4  # basic throws 0 to 3 cards
CHOICES = 4  # second draws worth a closer look
HAND_FIELDS, CLASS_FIELDS = 3, 3  # grade, trick worth, class; first draws of both moods, second draws of each mood
ONE = np.int64(1)

# header of the table: numbers, then where each part begins
CARDS, LOW, GRADES, HANDS, CLASSES, LAWS, GRADE_POINTS, GRADE_CATEGORY, RACE, RACE_SIZE, HEADER = range(11)

Array = npt.NDArray[Any]


@lru_cache(maxsize=6)
def draw_table(rules: Rules) -> Array:
    """All of it in one array of float32; places are counted from its beginning."""
    cards, low = 4 * (15 - rules.lowest_rank), 4 * (rules.lowest_rank - 2)
    grades, points, kinds = grade_hands(rules, cards, low)
    worth = np.zeros(len(grades), np.float32)
    trick_worths(worth, cards, low, SUIT_WORTH[rules.players])
    classes = np.zeros(len(grades), np.int64)
    count = number_classes(classes, cards)
    laws = basic_laws(rules, cards, low, grades, len(points))
    choices = best_draws(rules, cards, grades, points, kinds, worth, classes, count, laws)
    parts = [
        np.stack([grades, worth, classes], axis=1).astype(np.float32).ravel(),
        choices.astype(np.float32).ravel(),
        laws.astype(np.float32).ravel(),
        points.astype(np.float32),
        kinds.astype(np.float32),
        race_table(rules).astype(np.float32),
    ]
    starts = HEADER + np.cumsum([0, *map(len, parts)])
    header = np.zeros(HEADER, np.float32)
    header[[CARDS, LOW, GRADES]] = cards, low, len(points)
    header[[HANDS, CLASSES, LAWS, GRADE_POINTS, GRADE_CATEGORY, RACE]] = starts[:-1]
    header[RACE_SIZE] = len(parts[-1])
    return np.concatenate([header, *parts])


# ---- grades and classes


def grade_hands(rules: Rules, cards: int, low: int) -> tuple[Array, Array, Array]:
    """The grade of every hand, from the weakest up, and the points and category of each grade."""
    scores = np.zeros(comb(cards, HAND), np.int64)
    score_hands(scores, cards, low, rules.lower().order)
    kinds = categories(scores)
    keys = scores >> 20  # without suits
    runs = (kinds == Category.STRAIGHT) | (kinds == Category.STRAIGHT_FLUSH)
    keys[~runs] &= ~np.int64(0xFFFF)  # without kickers
    pays = np.array(rules.category_points)[kinds]
    wins = (kinds == Category.STRAIGHT_FLUSH) & (rules.straight_flush == StraightFlush.WIN)
    keys[wins] |= 1 << 60
    keys[(pays == 0) & ~wins] = 0
    found, at, grades = np.unique(keys, return_index=True, return_inverse=True)
    if found[0] != 0:  # everything scores: grade 0 stays empty
        grades, at = grades + 1, np.concatenate([[0], at])
        return grades, np.concatenate([[0], pays[at[1:]]]), np.concatenate([[0], kinds[at[1:]]])
    return grades, np.where(found == 0, 0, pays[at]), kinds[at]


@allocating
def trick_worths(worth, cards, low, by_suit):
    """The chance to take the fifth trick, by hand: a sum over suits, by their length and highest rank."""
    picked = np.zeros(HAND, np.int64)
    first_set(picked, HAND)
    for at in range(len(worth)):
        held = np.int64(0)
        for i in range(HAND):
            held |= ONE << (picked[i] + low)
        worth[at] = trick_worth(held, by_suit)
        next_set(picked, HAND)


@allocating
def trick_worth(hand, by_suit):
    total = by_suit[0, 0]
    ranks = lanes(hand)
    for suit in range(SUITS):
        held = (ranks >> 16 * suit) & 0x1FFF
        if held != 0:
            top = 0
            while held >> (top + 1) != 0:
                top += 1
            total += by_suit[popcount(held), top]
    return min(max(total, 0.01), 0.99)


@allocating
def number_classes(classes, cards):
    """The class of every hand: a number for each hand that stands for its renamings, which come to it by `canonical`."""
    picked, count = np.zeros(HAND, np.int64), 0
    first_set(picked, HAND)
    for at in range(len(classes)):
        if renamings(picked) > 0:
            classes[at] = count
            count += 1
        next_set(picked, HAND)
    first_set(picked, HAND)
    for at in range(len(classes)):
        if renamings(picked) == 0:
            held = np.int64(0)
            for i in range(HAND):
                held |= ONE << picked[i]
            classes[at] = classes[place(renamed(held, suit_places(held)))]
        next_set(picked, HAND)
    return count


@allocating
def suit_places(held):
    """The new suit of each suit, four bits each, that makes the hand the one that stands for its class: longest lanes first."""
    ranks, out = lanes(held), np.int64(0)
    for suit in range(SUITS):
        mine, before = (ranks >> 16 * suit) & 0xFFFF, 0
        for other in range(SUITS):
            theirs = (ranks >> 16 * other) & 0xFFFF
            if theirs > mine or (theirs == mine and other < suit):
                before += 1
        out |= np.int64(before) << 4 * suit
    return out


@allocating
def renamed(held, places):
    out = np.int64(0)
    while held != 0:
        card = ctz(held)
        out |= ONE << (card - card % SUITS + ((places >> 4 * (card % SUITS)) & 15))
        held &= held - ONE
    return out


@allocating
def mask_for(held, places, mask):
    """A mask of the hand that stands for the class, as a mask of this hand."""
    stands, out = renamed(held, places), np.int64(0)
    i = 0
    while held != 0:
        card = ctz(held)
        twin = card - card % SUITS + ((places >> 4 * (card % SUITS)) & 15)
        out |= ((mask >> popcount(stands & ((ONE << twin) - ONE))) & 1) << i
        held &= held - ONE
        i += 1
    return out


# ---- what `basic` ends up with


def basic_laws(rules: Rules, cards: int, low: int, grades: Array, count: int) -> Array:
    """Rows of grade chances: after each shown grade and number thrown (grade * COUNTS + thrown), after one draw, after two."""
    hits = np.zeros((count * COUNTS + 2, count), np.int64)
    scratch = (np.zeros(1, KEY), np.zeros(1, STREAM))
    sample_draws(rules.lower(), cards, low, one_card_rule(rules, 2), grades, SAMPLES, SEED, *scratch, hits)
    total = hits.sum(axis=1, keepdims=True)
    laws: Array = hits / np.maximum(total, 1)
    for grade in range(count):
        for thrown in range(COUNTS):
            row = grade * COUNTS + thrown
            if thrown == 0 or total[row] < ENOUGH:
                laws[row] = np.arange(count) == grade
    return laws


def one_card_rule(rules: Rules, draw: int) -> bool:
    where = OneCard.DRAW1 if draw == 1 else OneCard.DRAW2
    return rules.one_card_show in (OneCard.BOTH, where) and rules.max_rejections > 0


@allocating
def sample_draws(rules, cards, low, shown, grades, samples, seed, keys, streams, hits):
    """Two draws by `basic` from a full deck, again and again."""
    key, dice = keys[0], streams[0]
    set_key(key, seed, 0)
    start(dice, key, Purpose.AUX, 0, 0)
    deck = np.arange(cards) + low
    for _ in range(samples):
        shuffle_front(deck, 3 * HAND + 1, dice)
        hand = np.int64(0)
        for i in range(HAND):
            hand |= ONE << deck[i]
        hand, used = redraw(rules, hand, deck, HAND, False)
        grade = grades[place(hand >> low)]
        hits[len(hits) - 2, grade] += 1
        thrown = popcount(wanted_discards(hand, rules))
        hand, used = redraw(rules, hand, deck, used, shown)
        final = grades[place(hand >> low)]
        hits[len(hits) - 1, final] += 1
        hits[grade * COUNTS + thrown, final] += 1


@allocating
def redraw(rules, hand, deck, used, shown):
    """Throw as `basic` does and take the next cards; a shown card that makes no straight or better is rejected."""
    thrown = wanted_discards(hand, rules)
    single = popcount(thrown) == 1
    kept, left = np.int64(0), hand
    for i in range(HAND):
        card = left & -left
        if (thrown >> i) & 1 == 0:
            kept |= card
        left ^= card
    while popcount(kept) < HAND:
        kept |= ONE << deck[used]
        used += 1
    if single and shown and wanted_discards(kept, rules) != 0:
        kept = (kept ^ (ONE << deck[used - 1])) | ONE << deck[used]
        used += 1
    return kept, used


# ---- best draws against unknown hands


def best_draws(
    rules: Rules, cards: int, grades: Array, points: Array, kinds: Array, worth: Array, classes: Array, count: int, laws: Array
) -> Array:
    """By class: the best first draw of both moods, and the CHOICES best second draws of each mood, five bits a mask."""
    out = np.zeros((count, CLASS_FIELDS), np.int64)
    ways = np.array([comb(cards - HAND, k) for k in range(HAND + 1)], np.float64)
    limits = [rules.max_discards[min(draw, len(rules.max_discards) - 1)] for draw in (0, 1)]
    for mood in range(MOODS):
        one, two = (phase_pay(rules, points, kinds, laws[row], mood, weight(rules, row + 2)) for row in (-2, -1))
        trick = TRICK_WORTH if mood == TRICK else float(rules.trick_points[-1])
        second = fixed_sums(two[grades] + trick * worth, cards)
        after = np.zeros(count)
        choose_second(second, cards, ways, limits[1], one_card_rule(rules, 2), mood, after, out)
        first = fixed_sums(one[grades] + after[classes], cards)
        choose_first(first, cards, ways, limits[0], mood, out)
    return out


def weight(rules: Rules, draw: int) -> int:
    return rules.phase_weight[min(draw, len(rules.phase_weight) - 1)]


def phase_pay(rules: Rules, points: Array, kinds: Array, law: Array, mood: int, weight: int) -> Array:
    """What a grade brings in a phase against unknown hands: its points if it is best, less what the best other hand takes."""
    others = rules.players - 1
    pays = points * float(weight)
    if rules.straight_flush == StraightFlush.WIN:
        pays = np.where(kinds == Category.STRAIGHT_FLUSH, FLUSH_WORTH, pays)
    own = np.where(kinds == Category.STRAIGHT_FLUSH, pays, pays * (mood == POINTS))
    if rules.scorers == Scorers.ALL:
        return np.asarray(own)
    below = np.cumsum(law) - law / 2
    upper = np.append(np.cumsum(law)[1:], 1.0)
    best_other = upper**others - np.cumsum(law) ** others  # of the next grade up
    taken = np.cumsum((best_other * np.append(pays[1:], 0))[::-1])[::-1]
    return np.asarray(own * below**others - taken / others)


def fixed_sums(pay: Array, cards: int) -> Array:
    full = np.zeros(sum(comb(cards, k) for k in range(HAND + 1)), np.int64)
    full[-len(pay) :] = np.rint(pay * FIXED)
    sum_up(full, cards)
    return full


@allocating
def choose_second(sums, cards, ways, most, shown, mood, after, out):
    """Value and best masks of the second draw, for every class."""
    picked, totals, means = np.zeros(HAND, np.int64), np.zeros(MASKS, np.int64), np.zeros(MASKS)
    pays, number = np.zeros(cards), 0
    hands = offset(cards, HAND)
    first_set(picked, HAND)
    for _ in range(CHOOSE[cards, HAND]):
        if renamings(picked) > 0:
            hand_totals(sums, cards, picked, totals)
            for mask in range(MASKS):
                means[mask] = totals[mask] / ways[popcount(np.int64(mask))]
            if shown:
                for i in range(HAND):
                    means[1 << i] = shown_mean(sums, hands, cards, picked, i, pays)
            after[number] = means[best_of(means, most)] / FIXED
            for k in range(CHOICES):
                mask = best_of(means, most)
                out[number, 1 + mood] |= mask << 5 * k
                means[mask] = -1e300
            number += 1
        next_set(picked, HAND)


@allocating
def shown_mean(sums, hands, cards, picked, thrown, pays):
    """The mean pay of throwing one card under the one-card rule."""
    kept, held = np.int64(0), np.int64(0)
    for i in range(HAND):
        held |= ONE << picked[i]
        if i != thrown:
            kept |= ONE << picked[i]
    unseen = 0
    for card in range(cards):
        if (held >> card) & 1 == 0:
            pays[unseen] = sums[hands + place(kept | ONE << card)]
            unseen += 1
    return one_card_total(pays, unseen) / (unseen * (unseen - 1))


@allocating
def best_of(means, most):
    """The mask with the highest mean of those that throw at most so many cards, the lowest of equals."""
    best = 0
    for mask in range(1, MASKS):
        if popcount(np.int64(mask)) <= most and means[mask] > means[best]:
            best = mask
    return best


@allocating
def choose_first(sums, cards, ways, most, mood, out):
    picked, totals, means = np.zeros(HAND, np.int64), np.zeros(MASKS, np.int64), np.zeros(MASKS)
    number = 0
    first_set(picked, HAND)
    for _ in range(CHOOSE[cards, HAND]):
        if renamings(picked) > 0:
            hand_totals(sums, cards, picked, totals)
            for mask in range(MASKS):
                means[mask] = totals[mask] / ways[popcount(np.int64(mask))]
            out[number, 0] |= best_of(means, most) << 5 * mood
            number += 1
        next_set(picked, HAND)
