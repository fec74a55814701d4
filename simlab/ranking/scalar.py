"""The strength of one hand, for engines: `rank(mask, order)`.

The four suit lanes give the multiplicities at once: ranks held at least once, twice, three and four times are plain
boolean functions of the lanes. Five cards, the common case, then need no decision at all: their shape indexes a small
table of the order. Other numbers of cards take the best pattern they hold.
"""

import numpy as np

from simlab.bits import clz, cold, ctz, hot, popcount, select
from simlab.jit import allocating, kernel
from simlab.ranking.hands import HAND, MADE_AT, RANK_BITS, SUIT_BITS, SUM_AT, Category, Family
from simlab.ranking.orders import EXTRAS
from simlab.ranking.permute import permute

RANKS = 0xFFFF  # one lane
SUITS_OF_RANK = 0x0001_0001_0001_0001
FULL_SHAPE = 2 + 8 * 2  # two ranks, both held at least twice
# ranks whose index has bit 0, 1, 2, 3 set, in every lane: four counts give the sum of all ranks
INDEX_1, INDEX_2, INDEX_4, INDEX_8 = (np.uint64(m * SUITS_OF_RANK).astype(np.int64) for m in (0xAAAA, 0xCCCC, 0xF0F0, 0xFF00))
ZERO = np.int64(0)


@kernel
def rank(mask, order):
    """The score of the best five of these cards (fewer count as what they are); 0 for none.

    Five cards are ranked in place, all else by a call: 4 ns, where one way for all took 9.
    """
    hot()
    if popcount(mask) == HAND and order.swaps == 0:
        return five(np.int64(mask), order)
    return rank_any(np.int64(mask), order)


@kernel
def rank_any(mask, order):
    cold()
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
def five(mask, order):
    """Exactly five cards.

    The only unpredictable choice (paired how?) is made by table and select; straights and flushes are so rare that a
    branch is cheaper than code without any.
    """
    hot()
    once, twice, thrice, _ = multiplicities(mask)
    if one_suit(mask) or is_run(once, order):
        return run_or_flush(mask, once, order)
    shape = popcount(once) + 8 * popcount(twice)
    if order.family == Family.SUM:
        return order.by_shape[shape] | rank_sum(mask) << SUM_AT
    made = select(thrice != 0, thrice, twice)  # also right for full houses: the pair is what remains
    if order.plain == 1:
        return order.by_shape[shape] | made << RANK_BITS | (once ^ made)
    if order.family == Family.SUITS:
        return five_by_suits(mask, once, made, shape, order)
    return five_by_sum(mask, once, made, shape, order)


@kernel
def multiplicities(mask):
    """Ranks held at least once, twice, three times, four times. Two lanes are folded at a time."""
    either, both = mask | mask >> 32, mask & mask >> 32
    once = either | either >> 16
    twice = both | both >> 16 | (either & either >> 16)
    thrice = (both & either >> 16) | (either & both >> 16)
    return once & RANKS, twice & RANKS, thrice & RANKS, both & both >> 16 & RANKS


@kernel
def runs(ranks, order):
    """The bits of all straights among these ranks."""
    pairs = ranks & (ranks >> 1)
    found = (pairs & (pairs >> 2) & (ranks >> 4) & order.natural) << 2
    for k in range(EXTRAS):
        found |= select(ranks & order.extra[k] == order.extra[k], order.extra_value[k], ZERO)
    return found


@kernel
def run_ranks(run):
    """A straight's value for comparison: the ranks of neighbours themselves, less than any of them for a low ace."""
    return run * 31 >> 2


@kernel
def one_suit(mask):
    return mask & ~(np.int64(RANKS) << (ctz(mask) & 48)) == 0


@kernel
def is_run(once, order):
    """Are five ranks or fewer a straight?"""
    low = once & -once
    if low * 31 == once:
        return order.natural & low != 0
    return once == order.extra[0] or once == order.extra[1] or once == order.extra[2]


@kernel
def unpaired_head(run, flush, order):
    if not flush:
        return order.head[Category.STRAIGHT]
    if run == 0:
        return order.head[Category.FLUSH]
    return order.head[Category.ROYAL_FLUSH if run == order.royal else Category.STRAIGHT_FLUSH]


@kernel
def run_or_flush(mask, once, order):
    """Five cards of one suit or in a row, by any comparison."""
    cold()
    run = runs(once, order)
    head, rest = unpaired_head(run, one_suit(mask), order), run_ranks(run) if run != 0 else once
    if order.family == Family.STANDARD:
        return head | rest
    if order.family == Family.SUITS:
        late = order.tail if run & order.extra_value[0] != 0 else once
        return head | rest << SUIT_BITS | suits(mask, (once ^ late) << RANK_BITS | late, order)
    total = order.run_sum[ctz(run)] if run != 0 else rank_sum(mask)
    return head | sum_part(total, total, ZERO, rest, order)


@kernel
def five_by_suits(mask, once, made, shape, order):
    """Suits as the last resort, and a full house by the higher of its ranks where the order says so (SH-8.9)."""
    cold()
    rest = once ^ made
    if order.full_house_high == 1 and shape == FULL_SHAPE:
        made, rest = once, made
        return order.by_shape[shape] | (made << RANK_BITS | rest) << SUIT_BITS | suits(mask, once, order)
    ranks = made << RANK_BITS | rest
    return order.by_shape[shape] | ranks << SUIT_BITS | suits(mask, ranks, order)


@kernel
def suits(mask, ranks, order):
    """Suits of up to five ranks, four bits each, the most relevant rank on top (SH-8.12). `ranks`: late ones below bit 16."""
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
def five_by_sum(mask, once, made, shape, order):
    cold()
    total = rank_sum(mask)
    made_sum = total
    if shape == HAND:
        made_sum = 63 - clz(once)  # a high card is made by its top card
    elif shape != FULL_SHAPE:
        made_sum = rank_sum(mask & made * SUITS_OF_RANK)
    return order.by_shape[shape] | sum_part(made_sum, total, made, once ^ made, order)


@kernel
def sum_part(made_sum, total, made, rest, order):
    if order.family == Family.SUM:
        return total << SUM_AT
    if order.family == Family.SUM_MADE:
        return made_sum << MADE_AT | total << SUM_AT
    return total << SUM_AT | made << RANK_BITS | rest


@kernel
def keep(ranks, n):
    """The n highest of these ranks."""
    for _ in range(popcount(ranks) - n):
        ranks &= ranks - 1
    return ranks


@kernel
def score(category, made, rest, order):
    """The score of a hand of this category: its made ranks, and its kickers or run."""
    head, body = order.head[category], made << RANK_BITS | rest
    if order.family == Family.STANDARD:
        return head | body
    if order.family == Family.SUITS:
        return head | body << SUIT_BITS
    made_sum, total = sums(category, made, rest, order)
    return head | sum_part(made_sum, total, made, rest, order)


@kernel
def sums(category, made, rest, order):
    """Rank sums of the cards that make the category, and of all."""
    if category == Category.STRAIGHT or category == Category.STRAIGHT_FLUSH or category == Category.ROYAL_FLUSH:
        total = order.run_sum[61 - clz(rest)]  # the value ends two places above the run's bit
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
        best |= suits(mask, made << RANK_BITS | once ^ made, order)
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
        best = max(best, score(Category.STRAIGHT, ZERO, run_ranks(highest(run)), order))
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
    return score(Category.ROYAL_FLUSH if run == order.royal else Category.STRAIGHT_FLUSH, ZERO, run_ranks(run), order)


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


@allocating
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
