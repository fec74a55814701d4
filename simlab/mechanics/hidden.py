"""Random worlds for `imagine`: a known card in its place, some of a set, and a deal that respects what was shown.

`deal_hidden` gives hidden cards to the seats that are short of some. Every deal in which no seat gets a suit that it has shown to be
out of is exactly as likely; what nobody needs is the stock. It works suit by suit, the one with the fewest open places first: each
card goes to an open place of a seat that may hold it, all such places alike. A deal so made is too likely where its suits had few
places to go to, so it is kept with the probability that makes up for it (places it had over the most it could have had, card by
card), else all is dealt again. Voids that lie in one suit, or inside each other, take one try.
"""

import numpy as np

from simlab.bits import ctz
from simlab.jit import kernel
from simlab.masks import bit, count, nth, without_first
from simlab.mechanics.tricks import SUITS, is_void, of_suit
from simlab.rng import below, uniform

BYTE = np.int64(255)
NONE = np.int64(0)


@kernel
def put_in_place(deck, card, place):
    """The card comes to its known place, and what lay there to where the card was: an even shuffle stays even."""
    for other in range(len(deck)):
        if deck[other] == card:
            deck[other] = deck[place]
            deck[place] = card
            return


@kernel
def some_of(cards, number, stream):
    """So many of a set, every choice as likely."""
    chosen = NONE
    for _ in range(number):
        chosen |= bit(nth(cards & ~chosen, below(stream, count(cards & ~chosen))))
    return chosen


# ---- numbers of cards, one for each seat in a word: eight bits a seat


@kernel
def with_need(needs, seat, number):
    """The word with this number for the seat, which had none."""
    return needs | np.int64(number) << np.int64(8 * seat)


@kernel
def need_of(needs, seat):
    return (needs >> np.int64(8 * seat)) & BYTE


@kernel
def needed(needs, players):
    """All seats' cards together."""
    total = NONE
    for seat in range(players):
        total += need_of(needs, seat)
    return total


@kernel
def deal_hidden(hidden, needs, voids, hands, players, stream):
    """Add hidden cards to `hands` as seats need and voids allow; the cards left over. There must be a deal that fits."""
    while not try_to_deal(hidden, needs, voids, hands, players, stream):
        for seat in range(players):
            hands[seat] &= ~hidden
    left = hidden
    for seat in range(players):
        left &= ~hands[seat]
    return left


@kernel
def try_to_deal(hidden, needs, voids, hands, players, stream):
    """One try; False where it is not kept."""
    room = with_need(needs, players, count(hidden) - needed(needs, players))  # the stock is one more seat, out of nothing
    keep, chance = uniform(stream), 1.0
    done = NONE
    for _ in range(SUITS):
        suit = tightest(hidden, done, needs, voids, players)
        cards = of_suit(hidden, suit)
        left = count(hidden & ~done)
        places = left - void_room(room, voids, suit, players)
        most = left - least_void_room(hidden & done, needs, voids, suit, players)
        while cards != 0:
            chance *= places / most
            if chance <= keep:
                return False
            seat = seat_of_place(room, voids, suit, players, below(stream, places))
            room -= np.int64(1) << np.int64(8 * seat)
            if seat < players:
                hands[seat] |= bit(ctz(cards))
            cards = without_first(cards)
            places -= 1
            most -= 1
        done |= of_suit(np.int64(-1), suit)
    return True


@kernel
def tightest(hidden, done, needs, voids, players):
    """The suit, of those not done, that most places are closed to; the first of several."""
    best, most = 0, -1
    for suit in range(SUITS):
        if of_suit(done, suit) == 0:
            room = void_room(needs, voids, suit, players)
            if room > most:
                best, most = suit, room
    return best


@kernel
def void_room(room, voids, suit, players):
    """Places of the seats that may not hold the suit."""
    total = NONE
    for seat in range(players):
        if is_void(voids, seat, suit):
            total += need_of(room, seat)
    return total


@kernel
def least_void_room(dealt, needs, voids, suit, players):
    """The same at the least, whoever got the cards dealt so far."""
    total = NONE
    for seat in range(players):
        if is_void(voids, seat, suit):
            total += max(NONE, need_of(needs, seat) - holdable(dealt, voids, seat))
    return total


@kernel
def holdable(cards, voids, seat):
    """How many of the cards the seat may hold."""
    total = NONE
    for suit in range(SUITS):
        if not is_void(voids, seat, suit):
            total += count(of_suit(cards, suit))
    return total


@kernel
def seat_of_place(room, voids, suit, players, place):
    """Whose the open place of this number is, among those of the seats that may hold the suit."""
    for seat in range(players):
        if not is_void(voids, seat, suit):
            place -= need_of(room, seat)
            if place < 0:
                return seat
    return players
