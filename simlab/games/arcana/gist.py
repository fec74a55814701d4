"""For `learned`: what the own cards are worth in arcana, and which have something in common. See `Gist` in contract/searching.py."""

from enum import IntEnum

import numpy as np

from simlab.bits import popcount
from simlab.contract.searching import Gist, gist_record
from simlab.games.arcana.ranking.five import split
from simlab.games.arcana.ranking.multiset import (
    EMPTY,
    HAND,
    LOW,
    PLACE_AT,
    RANKS,
    SUIT,
    TWOS,
    at_least,
    by_rank,
    kinds,
    load,
    minus,
    most_of_a_suit,
    plus,
    rank,
)
from simlab.games.arcana.rules import NONE, TEN, Action, Suit
from simlab.jit import kernel
from simlab.masks import bit, first, without_first

MIDDLE = (5, 8)  # ranks from which cards are no longer low
FEW, MOST = 3, 15  # cards of a suit that are a beginning; the largest vector entry


class Mark(IntEnum):
    """Cards in hand that have something in common."""

    SPARE = 0  # not needed for the best five
    FACES = 1  # above Ten
    MIDDLE = 2  # rank 5 and above, 8 and above
    MATES = 4  # of a rank held twice
    TWINS = 5  # held twice
    GATHERED = 6  # of a suit of which there are three, four
    LIFTS = 8  # lift the own bid from the top of the pile
    FETCHES = 9  # Wands: the old top then makes a better hand
    SUITS = 10  # of each suit


MARKS = Mark.SUITS + len(Suit)
TOLD = gist_record(
    MARKS,
    ("hand", "i1"),  # place of the category of the best five, 1 the worst; 0 without five cards
    ("high", "i1"),  # the first rank that counts in it
    ("next", "i1"),  # and the second
    ("with_top", "i1"),  # the place that the top of the pile makes of it
    ("bid", "i1"),  # the place of the own bid, 0 without one
    ("bid_with_top", "i1"),
    ("bid_high", "i1"),  # the first rank that counts then
    ("top_suit", "i1"),  # of the pile, -1 none
    ("top_rank", "i1"),
    ("gathered", "i1"),  # most cards of a suit
    ("rest", "i1"),  # cards beyond the best five
    ("rest_mates", "i1"),  # ranks that are held twice among them
    ("rest_gathered", "i1"),  # most of them of a suit
    ("rest_faces", "i1"),  # those above Ten
)
FACE_LANE = RANKS << TEN - LOW + 1 & RANKS


@kernel
def tell(view, rules, told):
    """See `contract/searching.py`."""
    hand, order = load(view.hands[view.seat]), rules.order
    held = kinds(hand)
    mark(told, Mark.SPARE, held)
    mark(told, Mark.FETCHES, EMPTY[0])
    told.hand = told.high = told.next = told.with_top = 0
    told.rest = told.rest_mates = told.rest_gathered = told.rest_faces = 0
    if view.hand_size[view.seat] >= HAND:
        tell_hand(view, order, hand, told)
    tell_top(view, told)
    tell_bid(view, order, held, told)
    mark_cards(hand, held, told)


@kernel
def tell_hand(view, order, hand, told):
    """The best five, what is left of the hand without them, and what the top of the pile would make of it."""
    score = rank(hand, order)
    rest, _ = split(hand, order)
    told.hand = place_of(score)
    told.high, told.next = first_rank(score), second_rank(score)
    told.rest = view.hand_size[view.seat] - HAND
    told.rest_mates = popcount(by_rank(at_least(rest))[1])
    told.rest_gathered = most_of_a_suit(at_least(rest))
    told.rest_faces = popcount(kinds(rest) & FACE_LANE * TWOS)
    mark(told, Mark.SPARE, kinds(rest))
    if view.top != NONE:
        more = plus(hand, view.top)
        told.with_top = place_of(rank(more, order))
        mark(told, Mark.FETCHES, fetching(more, kinds(hand) & RANKS << SUIT * Suit.WANDS, score, order))
    else:
        told.with_top = told.hand


@kernel
def fetching(more, wands, score, order):
    """Wands that can go when the top has come, and leave a better hand than now."""
    found = EMPTY[0]
    while wands != 0:
        card = first(wands)
        wands = without_first(wands)
        if rank(minus(more, card), order) > score:
            found |= bit(card)
    return found


@kernel
def tell_top(view, told):
    told.top_suit = told.top_rank = -1
    if view.top != NONE:
        told.top_suit, told.top_rank = view.top // SUIT, view.top % SUIT


@kernel
def tell_bid(view, order, held, told):
    """The own bid, and the cards that would lift it from the top of the pile."""
    told.bid = told.bid_with_top = told.bid_high = 0
    lifts = EMPTY[0]
    if view.bids[view.seat] > 0:
        bid = load(view.bid[view.seat])
        now = rank(plus(bid, view.top) if view.top != NONE else bid, order)
        told.bid = place_of(rank(bid, order))
        told.bid_with_top, told.bid_high = place_of(now), first_rank(now)
        while held != 0:
            card = first(held)
            held = without_first(held)
            if rank(plus(bid, card), order) > now:
                lifts |= np.int64(bit(card))
    mark(told, Mark.LIFTS, lifts)


@kernel
def mark_cards(hand, held, told):
    """By rank, by number, by suit."""
    times = at_least(hand)
    mark(told, Mark.FACES, held & FACE_LANE * TWOS)
    for k in range(len(MIDDLE)):
        mark(told, Mark.MIDDLE + k, held & (RANKS << MIDDLE[k] - LOW & RANKS) * TWOS)
    mark(told, Mark.MATES, held & by_rank(times)[1] * TWOS)
    mark(told, Mark.TWINS, times[1])
    told.gathered = most_of_a_suit(times)
    gathered, many = EMPTY[0], EMPTY[0]
    for suit in range(MARKS - Mark.SUITS):
        own = held & RANKS << SUIT * suit
        mark(told, Mark.SUITS + suit, own)
        gathered |= own if popcount(own) >= FEW else EMPTY[0]
        many |= own if popcount(own) > FEW else EMPTY[0]
    mark(told, Mark.GATHERED, gathered)
    mark(told, Mark.GATHERED + 1, many)


@kernel
def place_of(score):
    """1 to 16."""
    return (score >> PLACE_AT) + 1


@kernel
def first_rank(score):
    return score >> 16 & MOST


@kernel
def second_rank(score):
    return score >> 12 & MOST


@kernel
def mark(told, which, cards):
    """Actions that name cards begin at `Action.CARD`."""
    told.marks[which] = cards << Action.CARD


GIST = Gist(TOLD, tell)
