"""What people call the cards they hold ("four to a flush", "a pair of jacks or better"), and lists of holds to go through in turn.

Every hold has a code made of what matters for what may become of it: wild cards, ranks alike, cards of one suit, straights that may come,
high cards, and ranks that the pay table treats alike. A strategy card is a list of codes: hold the first of them that the hand offers. The
list is made from what each hold costs where another is better, and is then followed through the whole deck, so its price is exact.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.bits import popcount
from simlab.jit import allocating, kernel
from simlab.ranking.hands import HAND
from simlab.solvers.draw import CHOOSE, MASKS, ONE, SUITS, first_set, hand_totals, next_set, renamings

MADE, APART, ALIKE = 1, 2, 3  # a whole hand; cards of different ranks; ranks held twice or more
WILDS_AT, CARDS_AT, SUITED_AT, RUNS_AT, HIGH_AT, ROYAL_AT, SIDE_AT, GROUP_AT = 2, 5, 8, 9, 12, 15, 16, 19
NOT_LISTED = 1 << 30

Array = npt.NDArray[Any]


@kernel
def hold_code(picked, mask, line, low, naturals, wild_ranks, runs, high, group):
    """The code of what is kept when `mask` is thrown; `line` is the pay line of the whole hand."""
    if mask == 0:
        return MADE | line << GROUP_AT
    wilds, cards, ranks, twice = 0, 0, np.int64(0), np.int64(0)
    suits = 0
    for i in range(len(picked)):
        if (mask >> i) & 1 == 1:
            continue
        card = picked[i] + low
        bit = ONE << (card // SUITS)
        if picked[i] >= naturals or wild_ranks & bit != 0:
            wilds += 1
            continue
        cards += 1
        twice |= ranks & bit
        ranks |= bit
        suits |= 1 << (card % SUITS)
    code = wilds << WILDS_AT | cards << CARDS_AT
    if twice != 0:
        side = popcount(ranks & ~twice)
        return (
            code
            | ALIKE
            | side << SIDE_AT
            | popcount(twice) << RUNS_AT
            | (group[top_rank(twice)] if popcount(twice) == 1 else 0) << GROUP_AT
        )
    code |= APART | popcount(ranks & high) << HIGH_AT
    suited = cards > 1 and popcount(np.int64(suits)) == 1
    open_runs = 0
    if cards > 1 or (cards == 1 and wilds > 0):
        for k in range(len(runs)):
            open_runs += ranks & ~runs[k] == 0 and runs[k] & wild_ranks == 0  # what only a wild card can fill is no draw
    royal = suited and ranks & ~runs[len(runs) - 1] == 0
    if royal and cards > 2:
        open_runs = 0  # all alike to people
    if cards == 1:
        code |= group[top_rank(ranks)] << GROUP_AT
    return code | int(suited) << SUITED_AT | open_runs << RUNS_AT | int(royal) << ROYAL_AT


@kernel
def top_rank(ranks):
    at = 0
    while ranks >> (at + 1) != 0:
        at += 1
    return at


@kernel
def kept_ranks(picked, mask):
    """The cards kept as bits: of two holds alike, people keep the higher cards."""
    kept = np.int64(0)
    for i in range(len(picked)):
        if (mask >> i) & 1 == 0:
            kept |= ONE << picked[i]
    return kept


@allocating
def look_at_all(sums, cards, low, naturals, wild_ranks, lines, scale, runs, high, group, hands, ways, values, codes):
    """Of one hand of each class: its cards, how many it stands for, the scaled pay and the code of each of the 32 holds."""
    picked, totals = np.zeros(HAND, np.int64), np.zeros(MASKS, np.int64)
    first_set(picked, HAND)
    n = 0
    for at in range(CHOOSE[cards, HAND]):
        same = renamings(picked, naturals)
        if same > 0:
            ways[n] = same
            hand_totals(sums, cards, picked, totals)
            for i in range(HAND):
                hands[n, i] = picked[i]
            for mask in range(MASKS):
                values[n, mask] = totals[mask] * scale[popcount(np.int64(mask))]
                codes[n, mask] = hold_code(picked, mask, np.int64(lines[at]), low, naturals, wild_ranks, runs, high, group)
            n += 1
        next_set(picked, HAND)
    return n


@allocating
def offered(hands, codes, values, n, place, held, price):
    """The listed codes that hand n offers and what each pays, the higher cards of holds alike; how many there are."""
    count = 0
    for mask in range(codes.shape[1]):
        code = codes[n, mask]
        if place[code] == NOT_LISTED:
            continue
        at = 0
        while at < count and codes[n, held[at]] != code:
            at += 1
        if at == count:
            held[at] = mask
            count += 1
        elif kept_ranks(hands[n], mask) > kept_ranks(hands[n], held[at]):
            held[at] = mask
    for at in range(count):
        price[at] = values[n, held[at]]
    return count


@allocating
def costs_of_codes(hands, ways, values, codes, place, cost, best_total, best_ways):
    """cost[a, b]: what is lost over the deck where hold a is best and b, also offered, would be taken before it."""
    held, price = np.zeros(MASKS, np.int64), np.zeros(MASKS, np.int64)
    for n in range(len(ways)):
        count = offered(hands, codes, values, n, place, held, price)
        best = 0
        for at in range(1, count):
            if price[at] > price[best]:
                best = at
        a = codes[n, held[best]]
        best_total[a] += float(price[best]) * ways[n]
        best_ways[a] += ways[n]
        for at in range(count):
            cost[a, codes[n, held[at]]] += float(price[best] - price[at]) * ways[n]


@allocating
def follow_card(hands, ways, values, codes, place, uses):
    """The scaled pay of the whole deck when every hand takes the first code of the list; hands that offer none draw all five."""
    total = np.int64(0)
    for n in range(len(ways)):
        best, mask = NOT_LISTED, MASKS - 1
        for other in range(MASKS):
            at = place[codes[n, other]]
            if at < best or (at == best and at != NOT_LISTED and kept_ranks(hands[n], other) > kept_ranks(hands[n], mask)):
                best, mask = at, other
        if best != NOT_LISTED:
            uses[best] += ways[n]
        total += ways[n] * values[n, mask]
    return total


def in_turn(first: list[int], cost: Array) -> list[int]:
    """These codes in the order that costs least, two by two: each is moved to its best place until no move helps."""
    order = list(first)
    for _ in range(len(order)):
        moved = False
        for code in list(order):
            at = order.index(code)
            rest = order[:at] + order[at + 1 :]
            # standing before `other` costs cost[other, code]; behind it cost[code, other]
            before, behind = cost[rest, code], cost[code, rest]
            price = np.concatenate([[0.0], np.cumsum(behind - before)])
            best = int(price.argmin())
            if price[best] < price[at] - 1e-9:
                order = [*rest[:best], code, *rest[best:]]
                moved = True
        if not moved:
            break
    return order
