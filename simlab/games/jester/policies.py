"""Rule-of-thumb players of Jester: `basic` plays sensibly, the others do one thing differently."""

from enum import IntEnum

import numpy as np

from simlab.bits import clz, ctz
from simlab.contract.policy import Param, Policy
from simlab.games.jester.counting import CLASS_PLACES, TEN, best, hard_total, value
from simlab.games.jester.rules import COMMON, Act, Bid, CentrePlay, JesterBy, Point
from simlab.jit import kernel
from simlab.masks import NONE, bit, can, count, first, full, single, without_first

RANKS = 0x1111111111111  # the lowest bit of every rank of a mask by id
POKER_HAND = 3  # own cards in Poker


class T(IntEnum):
    """Thresholds of `basic`, in the order of its parameters."""

    MIDDLE_RANK = 0
    LOW_RANK = 1
    SOFT_HOLD = 2
    HARD_HOLD = 3
    HARD_HIT = 4
    HARD_DOUBLE = 5
    MEDIUM_SUM = 6
    MEDIUM_BID = 7
    MEDIUM_DIVISOR = 8
    WEAK_BID = 9
    BID_RAISES = 10
    CHECK_RAISES = 11


class Strength(IntEnum):
    WEAK = 0
    MEDIUM = 1
    STRONG = 2


@kernel
def basic(view, rules, me, table):
    """Keeps pairs, plays high cards in Low and low ones in High, bids by the strength of its three cards."""
    if single(view.legal):
        return first(view.legal)
    if view.table.point == Point.BJ_PICK:
        return first_pair(view.hand, CLASS_PLACES, 0)
    if view.table.point == Point.BJ_ACT:
        return act(view, me)
    if view.table.point >= Point.OPEN:
        return bid(view, me)
    return place_of(view.hand, choose_card(view, rules, me))


@kernel
def choose_card(view, rules, me):
    if view.table.point == Point.LOW:
        return low_card(view, rules, me)
    if view.table.point == Point.HIGH:
        return high_card(view, rules, me)
    return throwaway(view.hand, me)


# ---- cards


@kernel
def place_of(hand, card):
    """A card's number among the actions: its place in the sorted hand."""
    return count(hand & (bit(card) - 1))


@kernel
def ranks_in(cards):
    """Ranks held at least once, and at least twice, each as its lowest bit."""
    a, b, c, d = cards & RANKS, (cards >> 1) & RANKS, (cards >> 2) & RANKS, (cards >> 3) & RANKS
    return a | b | c | d, (a & b) | (c & d) | ((a | b) & (c | d))


@kernel
def throwaway(hand, me):
    """The least useful card: a lone rank near the middle, the lower of two."""
    once, twice = ranks_in(hand)
    lone = hand & ((once & ~twice) * 15)
    if lone == 0:
        lone = hand
    middle = int(me.params[T.MIDDLE_RANK])
    distance = 0
    while True:
        for rank in (middle - distance, middle + distance):
            if 2 <= rank <= 14:
                suits = (lone >> (4 * (rank - 2))) & 15
                if suits != 0:
                    return 4 * (rank - 2) + ctz(suits)
        distance += 1


@kernel
def low_card(view, rules, me):
    """Last to play: the cheapest winner. Else a court card if it would lead."""
    top, last = 0, False
    if rules.centre_play == CentrePlay.OPEN:
        last = view.table.turn == rules.players - 1
        for seat in range(rules.players):
            if view.table.low[seat] >= 0:
                top = max(top, (view.table.low[seat] >> 2) + 2)
    winning = view.hand & ~full(4 * max(top - 1, 0))
    highest = (63 - clz(view.hand)) >> 2
    if winning != 0:
        if last:
            return first(winning)
        if highest + 2 >= me.params[T.LOW_RANK]:
            return first(view.hand & ~full(4 * highest))
    return throwaway(view.hand, me)


@kernel
def high_card(view, rules, me):
    """The lowest card if it would lead."""
    bottom = 15
    if rules.centre_play == CentrePlay.OPEN:
        for seat in range(rules.players):
            if view.table.high[seat] >= 0:
                bottom = min(bottom, (view.table.high[seat] >> 2) + 2)
    lowest = first(view.hand)
    return lowest if (lowest >> 2) + 2 < bottom else throwaway(view.hand, me)


# ---- Blackjack


@kernel
def first_pair(hand, places, start):
    """The pair whose place is lowest; of equal ones that which leaves the better three cards, then the first.

    `places` has them from `start` on, by the values of the two cards.
    """
    number, chosen, best_place, best_rest = 0, 0, np.float32(1000.0), -1
    ahead = hand
    while ahead != 0:
        one = ctz(ahead)
        ahead = without_first(ahead)
        others = ahead
        while others != 0:
            two = ctz(others)
            others = without_first(others)
            place = places[start + TEN * (value(one) - 1) + value(two) - 1]
            if place <= best_place:
                rest = triple_worth(hand ^ bit(one) ^ bit(two))
                if place < best_place or rest > best_rest:
                    chosen, best_place, best_rest = number, place, rest
            number += 1
    return chosen


@kernel
def triple_worth(rest):
    """Trips, a pair, one suit or nothing, then the sum of ranks; other numbers of cards are all the same."""
    if count(rest) != POKER_HAND:
        return 0
    kinds = count(ranks_in(rest)[0])
    worth = 100 * (4 - kinds) if kinds < 3 else 100 if one_suit(rest) else 0
    return worth + rank_sum(rest)


@kernel
def one_suit(cards):
    return cards & ~(RANKS << (ctz(cards) & 3)) == 0


@kernel
def rank_sum(cards):
    total = 0
    while cards != 0:
        total += (ctz(cards) >> 2) + 2
        cards = without_first(cards)
    return total


@kernel
def act(view, me):
    hard, aces = hard_total(view.table.front[view.seat], view.table.fronts[view.seat])
    return allowed(view, wish(best(hard, aces), best(hard, aces) != hard, me))


@kernel
def wish(total, soft, me):
    """What the own total asks for; the deck's card is ignored."""
    if soft:
        return Act.HOLD + 0 if total >= me.params[T.SOFT_HOLD] else Act.DOUBLE + 0
    if total >= me.params[T.HARD_HOLD]:
        return Act.HOLD + 0
    if total >= me.params[T.HARD_HIT] or total < me.params[T.HARD_DOUBLE]:
        return Act.HIT + 0
    return Act.DOUBLE + 0


@kernel
def allowed(view, choice):
    """What is not legal becomes Hit, then Hold."""
    if choice == Act.DOUBLE and not can(view.legal, Act.DOUBLE):
        choice = Act.HIT + 0
    if choice == Act.HIT and not can(view.legal, Act.HIT):
        choice = Act.HOLD + 0
    return choice


# ---- Poker


@kernel
def strength(view, me):
    common = NONE
    for k in range(COMMON):
        if view.table.common[k] >= 0:
            common |= bit(view.table.common[k])
    seen = view.hand | common
    if ranks_in(seen)[1] & ranks_in(view.hand)[0] != 0:
        return Strength.STRONG + 0
    if rank_sum(view.hand) >= me.params[T.MEDIUM_SUM] or one_suit(seen):
        return Strength.MEDIUM + 0
    return Strength.WEAK + 0


@kernel
def bid(view, me):
    hand = strength(view, me)
    mine = view.table.raises_by[view.seat]
    if view.table.point == Point.OPEN:
        return Bid.RAISE_2 + 0 if hand == Strength.STRONG and can(view.legal, Bid.RAISE_2) else Bid.RAISE_1 + 0
    if view.table.point == Point.CHECK:
        eager = hand == Strength.STRONG and mine < me.params[T.CHECK_RAISES] and can(view.legal, Bid.RAISE_1)
        return Bid.RAISE_1 + 0 if eager else Bid.CHECK + 0
    if hand == Strength.STRONG and mine < me.params[T.BID_RAISES]:
        if can(view.legal, Bid.RAISE_2):
            return Bid.RAISE_2 + 0
        if can(view.legal, Bid.RAISE_1):
            return Bid.RAISE_1 + 0
    stays = hand == Strength.STRONG or view.table.highest <= worth_bidding(view, me, hand)
    return Bid.CALL + 0 if stays and can(view.legal, Bid.CALL) else Bid.FOLD + 0


@kernel
def worth_bidding(view, me, hand):
    """The highest bid a hand that is not strong will match."""
    if hand == Strength.WEAK:
        return me.params[T.WEAK_BID]
    return max(me.params[T.MEDIUM_BID], view.table.points[view.seat] // me.params[T.MEDIUM_DIVISOR])


# ---- those who do one thing differently


@kernel
def bully(view, rules, me, table):
    """As basic, but bids all it may when nobody can match that."""
    if view.table.point >= Point.OPEN and towers(view, rules):
        highest_action = 63 - clz(view.legal)
        if highest_action >= Bid.RAISE_1:
            return highest_action
    return basic(view, rules, me, table)


@kernel
def towers(view, rules):
    """Is the own limit above the highest bid and above everybody else's limit?"""
    mine = view.table.cap[view.seat]
    for seat in range(rules.players):
        if seat != view.seat and view.table.folded[seat] == 0 and view.table.cap[seat] >= mine:
            return False
    return mine > view.table.highest


@kernel
def never_doubles(view, rules, me, table):
    """As basic, but hits where basic would double."""
    action = basic(view, rules, me, table)
    if view.table.point == Point.BJ_ACT and action == Act.DOUBLE:
        return Act.HIT + 0 if can(view.legal, Act.HIT) else Act.HOLD + 0
    return action


@kernel
def never_bids_above_min(view, rules, me, table):
    """As basic, but never pledges more than the least opening bid (at least 1)."""
    action = basic(view, rules, me, table)
    if view.table.point == Point.OPEN:
        return first(view.legal)
    if view.table.point == Point.CHECK:
        return Bid.CHECK + 0
    if view.table.point < Point.OPEN or action == Bid.FOLD or single(view.legal):
        return action
    dear = view.table.highest > max(rules.jester_min_bid, 1)
    return Bid.FOLD + 0 if dear else Bid.CALL + 0


@kernel
def avoids_jester(view, rules, me, table):
    """As basic, but trashes the card least likely to make it jester."""
    if view.table.point == Point.TRASH:
        return trash_extreme(view, rules.jester_by == JesterBy.LOWEST)
    return basic(view, rules, me, table)


@kernel
def seeks_jester(view, rules, me, table):
    """As basic, but trashes the card most likely to make it jester."""
    if view.table.point == Point.TRASH:
        return trash_extreme(view, rules.jester_by != JesterBy.LOWEST)
    return basic(view, rules, me, table)


@kernel
def trash_extreme(view, wants_highest):
    """The first card of the highest or the lowest rank held."""
    if not wants_highest:
        return NONE
    highest = (63 - clz(view.hand)) >> 2
    return place_of(view.hand, first(view.hand & ~full(4 * highest)))


THRESHOLDS = (
    Param("middle_rank", 7, "throws away lone ranks nearest to this", 2, 14),
    Param("low_rank", 12, "plays to win Low with at least this rank", 2, 15),
    Param("soft_hold", 19, "holds soft totals from here, doubles those below", 12, 22),
    Param("hard_hold", 15, "holds hard totals from here", 4, 22),
    Param("hard_hit", 12, "hits hard totals from here to there", 4, 22),
    Param("hard_double", 9, "doubles hard totals from here to there, hits lower ones", 4, 22),
    Param("medium_sum", 27, "three poker cards of this sum of ranks are a medium hand", 6, 43),
    Param("medium_bid", 2, "a medium hand matches bids up to this", 0, 60),
    Param("medium_divisor", 2, "or up to its points divided by this", 1, 60),
    Param("weak_bid", 1, "a weak hand matches bids up to this", 0, 60),
    Param("bid_raises", 1, "a strong hand raises a bid with fewer raises of its own than this", 0, 60),
    Param("check_raises", 2, "a strong hand raises instead of checking with fewer raises of its own than this", 0, 60),
)

POLICIES = (
    Policy("basic", basic, "Keeps pairs, plays high cards in Low and low ones in High, bids by the strength of its hand.", THRESHOLDS),
    Policy("bully", bully, "As basic, but bids all it may when nobody can match that.", THRESHOLDS),
    Policy("never_doubles", never_doubles, "As basic, but hits where basic would double.", THRESHOLDS),
    Policy("never_bids_above_min", never_bids_above_min, "As basic, but never pledges more than the least opening bid.", THRESHOLDS),
    Policy("avoids_jester", avoids_jester, "As basic, but trashes the card least likely to make it jester.", THRESHOLDS),
    Policy("seeks_jester", seeks_jester, "As basic, but trashes the card most likely to make it jester.", THRESHOLDS),
)
