"""The strength of one hand, for engines: `rank(mask, order)`.

The four suit lanes give the multiplicities at once: ranks held at least once, twice, three and four times are plain
boolean functions of the lanes. Five cards, the common case, then need no decision at all: their shape indexes a small
table of the order. Other numbers of cards take the best pattern they hold.
"""

import numpy as np

from simlab.bits import clz, ctz, popcount, select
from simlab.jit import kernel
from simlab.ranking.hands import HAND, MADE_AT, RANK_BITS, SUIT_BITS, SUM_AT, Category, Family
from simlab.ranking.permute import permute

RANKS = 0xFFFF  # one lane
SUITS_OF_RANK = 0x0001_0001_0001_0001
# ranks whose index has bit 0, 1, 2, 3 set, in every lane: four counts give the sum of all ranks
INDEX_1, INDEX_2, INDEX_4, INDEX_8 = (np.uint64(m * SUITS_OF_RANK).astype(np.int64) for m in (0xAAAA, 0xCCCC, 0xF0F0, 0xFF00))
ZERO = np.int64(0)


@kernel
def rank(mask, order):
    """The score of the best five of these cards (fewer count as what they are); 0 for none."""
    mask = np.int64(mask)
    if order.swaps > 0:
        mask = permute(mask, order)
    return rank_placed(mask, order)


@kernel
def rank_placed(mask, order):
    """The same for ranks that already stand by strength."""
    cards = popcount(mask)
    if cards == HAND:
        return five(mask, order)
    if cards < HAND:
        return few(mask, order)
    if order.direct == 1:
        return many(mask, order)
    return best_five(mask, order)


@kernel
def lanes(mask):
    return mask & RANKS, (mask >> 16) & RANKS, (mask >> 32) & RANKS, (mask >> 48) & RANKS


@kernel
def multiplicities(mask):
    """Ranks held at least once, twice, three times, four times."""
    a, b, c, d = lanes(mask)
    ab, cd, any_ab, any_cd = a & b, c & d, a | b, c | d
    return any_ab | any_cd, ab | cd | (any_ab & any_cd), (ab & any_cd) | (cd & any_ab), ab & cd


@kernel
def runs(ranks, order):
    """The bits of all straights among these ranks."""
    pairs = ranks & (ranks >> 1)
    found = (pairs & (pairs >> 2) & (ranks >> 4) & order.natural) << 2
    for k in range(3):
        found |= select(ranks & order.extra[k] == order.extra[k], order.extra_value[k], ZERO)
    return found


@kernel
def five(mask, order):
    """Exactly five cards. Free of branches but for those on the order, which a rollout always predicts."""
    once, twice, thrice, four = multiplicities(mask)
    run = runs(once, order)
    lane = ctz(mask) & 48
    flush = mask & ~(np.int64(RANKS) << lane) == 0
    shape = (
        popcount(once)
        | np.int64(thrice != 0) << 3
        | np.int64(four != 0) << 4
        | np.int64(run != 0) << 5
        | np.int64(run == order.royal) << 6
        | np.int64(flush) << 7
    )
    made = select(thrice != 0, thrice, twice)  # also right for full houses: the pair is what remains
    rest = select(run != 0, run, once ^ made)
    head = order.by_shape[shape]
    if order.full_house_high == 1:
        full = shape == 2 | 8
        made, rest = select(full, once, made), select(full, thrice, rest)
    if order.family == Family.STANDARD:
        return head | made << RANK_BITS | rest
    if order.family == Family.SUITS:
        return head | (made << RANK_BITS | rest) << SUIT_BITS | suits(mask, once, made, run, order)
    return head | sum_part(mask, shape, made, rest, run, order)


@kernel
def suits(mask, once, made, run, order):
    """Suits of the ranks in order of relevance, four bits a rank, the most relevant rank on top (SH-8.12)."""
    late = select(run & order.extra_value[0] != 0, order.tail, once & ~made)
    ranks = (once ^ late) << RANK_BITS | late
    word = ZERO
    for k in range(HAND):
        at = ctz(ranks) & 15
        held = (((mask >> at) & SUITS_OF_RANK) * order.suit_gather >> 48) & 15
        word |= select(ranks != 0, held << 4 * k, ZERO)
        ranks &= ranks - 1
    return word


@kernel
def rank_sum(cards):
    """Sum of the rank indices of all cards of a mask."""
    return popcount(cards & INDEX_1) + 2 * popcount(cards & INDEX_2) + 4 * popcount(cards & INDEX_4) + 8 * popcount(cards & INDEX_8)


@kernel
def sum_part(mask, shape, made, rest, run, order):
    """The tie-break of the sum families for five cards."""
    total = rank_sum(mask)
    if run != 0:
        total = order.run_sum[ctz(run)]
    if order.family == Family.SUM:
        return total << SUM_AT
    if order.family == Family.SUM_THEN_STANDARD:
        return total << SUM_AT | made << RANK_BITS | rest
    alone = made | made << 16 | made << 32 | made << 48
    made_sum = rank_sum(mask & alone)
    if shape & 7 == HAND:  # nothing paired: a high card is made by its top card, a flush or straight by all
        made_sum = 63 - clz(rest) if shape & (32 | 128) == 0 else total
    elif shape & (7 | 16) == 2:
        made_sum = total
    return made_sum << MADE_AT | total << SUM_AT


@kernel
def keep(ranks, n):
    """The n highest of these ranks."""
    for _ in range(popcount(ranks) - n):
        ranks &= ranks - 1
    return ranks


@kernel
def score(category, made, rest, order):
    """The score of a hand of this category: its made ranks, and its kickers or the bit of its run."""
    head, body = order.head[category], made << RANK_BITS | rest
    if order.family == Family.STANDARD:
        return head | body
    if order.family == Family.SUITS:
        return head | body << SUIT_BITS
    made_sum, total = sums(category, made, rest, order)
    if order.family == Family.SUM:
        return head | total << SUM_AT
    if order.family == Family.SUM_MADE:
        return head | made_sum << MADE_AT | total << SUM_AT
    return head | total << SUM_AT | body


@kernel
def sums(category, made, rest, order):
    """Rank sums of the cards that make the category, and of all."""
    if category == Category.STRAIGHT or category == Category.STRAIGHT_FLUSH or category == Category.ROYAL_FLUSH:
        total = order.run_sum[ctz(rest)]
        return total, total
    if category == Category.FLUSH or category == Category.FULL_HOUSE:
        total = 3 * rank_sum(made) + (2 if category == Category.FULL_HOUSE else 1) * rank_sum(rest)
        return total, total
    if category == Category.HIGH_CARD:
        return 63 - clz(rest) if rest != 0 else ZERO, rank_sum(rest)
    times = 4 if category == Category.FOUR else 3 if category == Category.THREE else 2
    return times * rank_sum(made), times * rank_sum(made) + rank_sum(rest)


@kernel
def few(mask, order):
    """Fewer than five cards: pairs, threes and fours count, straights and flushes cannot be (BA-9.2, JE-7.9)."""
    if mask == 0:
        return ZERO
    if order.dead == 1:
        return dead(mask, order)
    once, twice, thrice, four = multiplicities(mask)
    made = select(thrice != 0, thrice, twice)
    best = score(few_category(twice, thrice, four), made, once ^ made, order)
    if order.family == Family.SUITS:
        best |= suits(mask, once, made, ZERO, order)
    return best


@kernel
def few_category(twice, thrice, four):
    if four != 0:
        return Category.FOUR
    if thrice != 0:
        return Category.THREE
    if twice & (twice - 1) != 0:
        return Category.TWO_PAIR
    return Category.PAIR if twice != 0 else Category.HIGH_CARD


@kernel
def dead(mask, order):
    """A high card of at most four cards; equal ranks stand side by side, so they are listed, five bits each."""
    once, twice, thrice, four = multiplicities(mask)
    listed, place = ZERO, 15
    for at in range(15, -1, -1):
        copies = ((once >> at) & 1) + ((twice >> at) & 1) + ((thrice >> at) & 1) + ((four >> at) & 1)
        for _ in range(copies):
            listed |= np.int64(at + 1) << place
            place -= 5
    return order.head[Category.HIGH_CARD] | listed


@kernel
def many(mask, order):
    """The best pattern among any number of cards. Right where every category stands above those it contains."""
    best = paired(mask, order)
    once = multiplicities(mask)[0]
    run = runs(once, order)
    if run != 0:
        best = max(best, score(Category.STRAIGHT, ZERO, highest(run), order))
    for lane in range(0, 64, 16):
        suited = (mask >> lane) & RANKS
        if popcount(suited) >= HAND:
            best = max(best, score(Category.FLUSH, ZERO, keep(suited, HAND), order))
            best = max(best, straight_flush(suited, order))
    return best


@kernel
def highest(ranks):
    return np.int64(1) << (63 - clz(ranks))


@kernel
def straight_flush(suited, order):
    run = runs(suited, order)
    if run == 0:
        return ZERO
    run = highest(run)
    return score(Category.ROYAL_FLUSH if run == order.royal else Category.STRAIGHT_FLUSH, ZERO, run, order)


@kernel
def paired(mask, order):
    """The best hand by equal ranks alone. Two threes make a full house, a third pair may be the kicker."""
    once, twice, thrice, four = multiplicities(mask)
    best = ZERO
    if four != 0:
        made = highest(four)
        best = score(Category.FOUR, made, keep(once ^ made, 1), order)
    if thrice != 0:
        made = highest(thrice)
        best = max(best, score(Category.THREE, made, keep(once ^ made, 2), order))
        if twice ^ made != 0:
            best = max(best, score(Category.FULL_HOUSE, made, highest(twice ^ made), order))
    if twice == 0:
        return max(best, score(Category.HIGH_CARD, ZERO, keep(once, HAND), order))
    made = keep(twice, 2)
    if made & (made - 1) != 0:
        return max(best, score(Category.TWO_PAIR, made, keep(once ^ made, 1), order))
    return max(best, score(Category.PAIR, made, keep(once ^ made, 3), order))


@kernel
def best_five(mask, order):
    """The best of all fives, one by one: for orders in which the best five cannot be read off."""
    bits = np.zeros(64, np.int64)
    cards = 0
    while mask != 0:
        bits[cards] = mask & -mask
        mask &= mask - 1
        cards += 1
    best = ZERO
    for i in range(cards - 4):
        for j in range(i + 1, cards - 3):
            for k in range(j + 1, cards - 2):
                for m in range(k + 1, cards - 1):
                    for n in range(m + 1, cards):
                        best = max(best, five(bits[i] | bits[j] | bits[k] | bits[m] | bits[n], order))
    return best
