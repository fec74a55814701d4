"""The strength of one hand by definition, for any order: what holds which category, and how hands of one category compare.

Nothing here is quick: tables (`tables.py`) are made from it once, and what fits no table is ranked by it. Wild cards stand already
for others, or are tried one after the other.

A score is one int64, higher is better: 1 + the place of the category, above `tie_bits` bits of what breaks ties, each rank as 1 + its
place so that no card loses to any. Low orders are turned round. 0 is for hands that do not qualify, -1 for none at all.
"""

import numpy as np

from simlab.bits import clz, ctz, popcount
from simlab.jit import kernel
from simlab.ranking.generic.law import BY_SUITS, GROUPS, HIGHER_RANK, KICKERS, MADE_SUM, RANKS, SUITS

# the scratch paper that every call needs: one row of int64
COUNT, OF_SUIT, LANE, LEFT, TIMES = 0, 16, 24, 32, 160  # by rank; by suit; ranks of a suit; by rank and suit; sorted counts
MADE, ROW_RANK, ROW_SUIT, STATE = 168, 176, 184, 192  # ranks of the groups; the cards in order of relevance; two numbers more
PAPER = 200
PLACED, MADE_CARDS = STATE, STATE + 1
ZERO, ONE, NONE = np.int64(0), np.int64(1), np.int64(-1)
ALL_RANKS = np.int64((1 << RANKS) - 1)


@kernel
def score_cards(ranks, suits, cards, wilds, law, best_run, runs, paper):
    """The score of exactly these cards, of which `wilds` stand for others; suit -1 is none that any other card has."""
    tally(ranks, suits, cards, paper)
    place = category_of(cards, wilds, law, best_run, paper)
    if place < 0:
        return NONE
    line_up(place, cards, law, best_run, runs, paper)
    return turned((place + 1) << law.tie_bits | tie_break(place, cards, law, best_run, runs, paper), law)


@kernel
def turned(score, law):
    if law.low == 1:
        score = ((law.categories + 2) << law.tie_bits) - score
    return score


@kernel
def qualified(score, law):
    """0 for what does not qualify."""
    return score if score >= law.floor else ZERO


@kernel
def tally(ranks, suits, cards, paper):
    for k in range(MADE):
        paper[k] = 0
    for k in range(cards):
        paper[COUNT + ranks[k]] += 1
        if suits[k] >= 0:
            paper[OF_SUIT + suits[k]] += 1
            paper[LANE + suits[k]] |= ONE << ranks[k]
            paper[LEFT + SUITS * ranks[k] + suits[k]] += 1
    for rank in range(RANKS):  # counts in falling order
        times, k = paper[COUNT + rank], GROUPS - 1
        if times > paper[TIMES + k]:
            while k > 0 and times > paper[TIMES + k - 1]:
                paper[TIMES + k] = paper[TIMES + k - 1]
                k -= 1
            paper[TIMES + k] = times


@kernel
def held_ranks(paper):
    mask = ZERO
    for rank in range(RANKS):
        if paper[COUNT + rank] > 0:
            mask |= ONE << rank
    return mask


@kernel
def category_of(cards, wilds, law, best_run, paper):
    """The highest category held, those left out that another one held contains; -1 where wild cards made what cannot be."""
    mask = held_ranks(paper)
    held, contained = ZERO, ZERO
    for at in range(law.categories):
        if holds(at, mask, wilds, law, best_run, paper):
            held |= ONE << at
            contained |= law.contains[at]
    held &= ~contained
    place = NONE
    while held != 0:
        place = ctz(held)
        held &= held - 1
    return place


@kernel
def holds(at, mask, wilds, law, best_run, paper):
    if paper[TIMES] > law.of_a_rank and (law.parts[at] == 0 or law.groups[at, 0] <= law.of_a_rank):
        return False  # more of a kind than the deck has are that and nothing else
    for k in range(law.parts[at]):
        if paper[TIMES + k] < law.groups[at, k]:
            return False
    if law.within[at] != 0 and mask & ~law.within[at] != 0:
        return False
    if wilds < law.wilds[at] or (law.natural[at] == 1 and wilds > 0):
        return False
    if law.together[at] == 1:
        return suited_run(at, law, best_run, paper) > 0
    if law.suited[at] > 0 and suit_of_flush(at, law, paper) < 0:
        return False
    return law.run[at] == 0 or fitting_run(at, mask, law, best_run) > 0


@kernel
def fitting_run(at, mask, law, best_run):
    """1 + the best run of the category among these ranks."""
    found = np.int64(best_run[law.run[at] - 1, mask])
    if law.top[at] == 1 and found != best_run[law.run[at] - 1, (1 << law.ranks) - 1]:
        return ZERO
    return found


@kernel
def suited_run(at, law, best_run, paper):
    found = ZERO
    for suit in range(law.suits):
        found = max(found, fitting_run(at, paper[LANE + suit], law, best_run))
    return found


@kernel
def suit_of_flush(at, law, paper):
    """The suit with enough cards; of several the one with the highest of them."""
    best, found = NONE, NONE
    for suit in range(law.suits):
        if paper[OF_SUIT + suit] >= law.suited[at]:
            value = flush_value(suit, law.suited[at], law, paper)
            if value > best:
                best, found = value, np.int64(suit)
    return found


@kernel
def flush_value(suit, size, law, paper):
    """The highest cards of a suit as one number."""
    value, left = ZERO, size
    for rank in range(law.ranks - 1, -1, -1):
        for _ in range(min(left, paper[LEFT + SUITS * rank + suit])):
            value = value << law.rank_bits | (rank + 1)
            left -= 1
    return value


# ---- the cards in order of relevance: what makes the category, then the others, high to low


@kernel
def line_up(place, cards, law, best_run, runs, paper):
    paper[PLACED] = 0
    if law.parts[place] > 0:
        place_groups(place, law, paper)
    elif law.run[place] > 0:
        place_run(place, law, best_run, runs, paper)
    elif law.suited[place] > 0:
        place_flush(place, law, paper)
    paper[MADE_CARDS] = max(paper[PLACED], min(ONE, np.int64(cards)))
    for rank in range(law.ranks - 1, -1, -1):
        for _ in range(paper[COUNT + rank]):
            put(rank, NONE, law, paper)


@kernel
def put(rank, suit, law, paper):
    """The next card of the row: of this suit, or of the highest one left."""
    at = paper[PLACED]
    if suit < 0:
        for other in range(law.suits):
            if paper[LEFT + SUITS * rank + other] > 0:
                suit = np.int64(other)
    if suit >= 0:
        paper[LEFT + SUITS * rank + suit] -= 1
    paper[COUNT + rank] -= 1
    paper[ROW_RANK + at], paper[ROW_SUIT + at] = rank, max(suit, ZERO)
    paper[PLACED] = at + 1


@kernel
def place_groups(place, law, paper):
    """The largest group first, of equally large ones the higher rank."""
    used = ZERO
    for k in range(law.parts[place]):
        size, rank = law.groups[place, k], law.ranks - 1
        while (used >> rank) & 1 == 1 or paper[COUNT + rank] < size:
            rank -= 1
        used |= ONE << rank
        paper[MADE + k] = rank
        for _ in range(size):
            put(rank, NONE, law, paper)


@kernel
def place_run(place, law, best_run, runs, paper):
    suit = NONE
    run = fitting_run(place, held_ranks(paper), law, best_run)
    if law.together[place] == 1:
        run = suited_run(place, law, best_run, paper)
        for other in range(law.suits):
            if fitting_run(place, paper[LANE + other], law, best_run) == run:
                suit = np.int64(other)
    paper[MADE] = run
    for k in range(law.run_size[place]):
        put(np.int64(runs[law.run[place] - 1, run - 1, k]), suit, law, paper)


@kernel
def place_flush(place, law, paper):
    suit, left = suit_of_flush(place, law, paper), law.suited[place]
    for rank in range(law.ranks - 1, -1, -1):
        while left > 0 and paper[LEFT + SUITS * rank + suit] > 0:
            put(rank, suit, law, paper)
            left -= 1


# ---- ties


@kernel
def tie_break(place, cards, law, best_run, runs, paper):
    word = ZERO
    for k in range(law.tie_rules):
        rule = law.ties[k]
        if rule == KICKERS:
            word = add_kickers(word, place, cards, law, paper)
        elif rule == BY_SUITS:
            for at in range(law.hand):
                word = word << law.suit_bits | (paper[ROW_SUIT + at] if at < cards else 0)
        elif rule == HIGHER_RANK:
            word = add_higher_ranks(word, place, law, paper)
        else:
            counted = paper[MADE_CARDS] if rule == MADE_SUM else np.int64(cards)
            word = word << law.sum_bits | points(place, counted, law, runs, paper)
    return word


@kernel
def add_kickers(word, place, cards, law, paper):
    """Groups by their ranks, a run by its place, then the other cards."""
    at = ZERO
    if law.parts[place] > 0:
        for k in range(law.parts[place]):
            word = word << law.rank_bits | (paper[MADE + k] + 1)
            at += law.groups[place, k]
    elif law.run[place] > 0:
        word = word << law.run_bits | paper[MADE]
        at = law.run_size[place]
    for k in range(at, law.hand):
        word = word << law.rank_bits | (paper[ROW_RANK + k] + 1 if k < cards else 0)
    return word


@kernel
def add_higher_ranks(word, place, law, paper):
    """The ranks of the groups, the higher first, whichever group is larger."""
    below = ONE << RANKS
    for _ in range(law.parts[place]):
        best = NONE
        for k in range(law.parts[place]):
            if best < paper[MADE + k] < below:
                best = paper[MADE + k]
        word, below = word << law.rank_bits | (best + 1), best
    return word


@kernel
def points(place, counted, law, runs, paper):
    """The sum of the first cards of the row; the highest rank counts low in a run that begins with it."""
    total = ZERO
    for k in range(counted):
        total += law.points[paper[ROW_RANK + k]]
    if law.run[place] > 0 and law.parts[place] == 0 and runs[law.run[place] - 1, paper[MADE] - 1, GROUPS] == 1:
        total += law.low_points - law.points[law.ranks - 1]
    return total


# ---- cards that must differ in rank and suit (badugi)


@kernel
def score_unlike(ranks, suits, cards, law, paper):
    """More cards of different ranks and suits beat fewer; then the highest card, the second highest and so on decide.

    Every choice of cards is one card more than another: `paper` holds its ranks and suits as bits, -1 where two are alike.
    """
    best = paper[0] = ZERO
    for chosen in range(1, 1 << cards):
        one = ctz(np.int64(chosen))
        bits = ONE << ranks[one] | ONE << (RANKS + suits[one])
        held = paper[chosen & (chosen - 1)]
        held = NONE if held & bits != 0 else held | bits
        paper[chosen] = held
        mask = held & ALL_RANKS
        count = popcount(mask)
        if held > 0 and count <= law.hand:
            best = max(best, count << RANKS | (ALL_RANKS ^ mask if law.low == 1 else mask))
    mask = best & ALL_RANKS
    return unlike_value(ALL_RANKS ^ mask if law.low == 1 else mask, best >> RANKS, law)


@kernel
def unlike_value(mask, count, law):
    word = ZERO
    for _ in range(count):
        rank = 63 - clz(mask)
        mask ^= ONE << rank
        word = word << law.rank_bits | (law.ranks - rank if law.low == 1 else rank + 1)
    return count << law.tie_bits | word
