"""Random worlds for `imagine`: a known card in its place, some of a set, and a deal that respects what was shown.

`deal_hidden` gives hidden cards to the seats that are short of some. Every deal in which no seat gets a suit that it has shown to be
out of is as likely; what nobody needs is the stock. It counts: the seats that are out of something (`barred`) get their cards one
after the other, each by how many deals there are for the seats after it, which a table keeps by the cards left in the suits that
somebody is out of. The last of them takes any cards it may hold, and the other seats take any at all, so that one barred seat
needs no counting and two need no table. Counts are floats: exact to some fifteen digits.
"""

from math import comb

import numpy as np

from simlab.bits import cold, ctz
from simlab.jit import kernel, stack_floats
from simlab.masks import bit, count, nth
from simlab.mechanics.tricks import SUITS, of_suit
from simlab.rng import below, uniform

MOST = 64  # hidden cards
TRACKED = 3  # suits whose number of cards left is followed; what is left of the others is then known
BYTE = np.int64(255)
NIBBLE = np.int64(15)
NONE = np.int64(0)
CHOOSE = np.array([[float(comb(n, k)) for k in range(MOST + 1)] for n in range(MOST + 1)])
ROOM = 4 * 17**3  # for six seats and suits of sixteen


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
    cold()
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
def deal_hidden(hidden, needs, voids, hands, players, stream):
    """Add hidden cards to `hands` as seats need and voids allow; the cards left over. There must be a deal that fits."""
    cold()
    suits = tracked_suits(hidden, needs, voids, players)
    seats, bars, wants, number = barred_seats(hidden, needs, voids, players, suits)
    left = hidden
    if number > 0:
        left = deal_barred(hidden, suits, seats, bars, wants, number, hands, stream)
    for seat in range(players):
        if seat_bars(hidden, voids, seat, suits) == 0:
            cards = some_of(left, need_of(needs, seat), stream)
            hands[seat] |= cards
            left &= ~cards
    return left


# ---- who may not hold what: four bits a seat, one for each tracked suit, the highest for the rest


@kernel
def tracked_suits(hidden, needs, voids, players):
    """The first three suits that somebody is out of: four bits each, 15 where there are fewer."""
    suits, found = NONE, 0
    for suit in range(SUITS):
        if found < TRACKED and of_suit(hidden, suit) != 0 and somebody_lacks(needs, voids, players, suit):
            suits |= np.int64(suit) << np.int64(4 * found)
            found += 1
    while found < TRACKED:
        suits |= NIBBLE << np.int64(4 * found)
        found += 1
    return suits


@kernel
def somebody_lacks(needs, voids, players, suit):
    for seat in range(players):
        if need_of(needs, seat) > 0 and voids >> np.int64(SUITS * seat + suit) & 1:
            return True
    return False


@kernel
def class_cards(hidden, suits, place):
    """The hidden cards of a tracked suit; of place 3: those of no tracked suit."""
    cold()
    if place < TRACKED:
        return tracked_cards(hidden, suits, place)
    for one in range(TRACKED):
        hidden &= ~tracked_cards(hidden, suits, one)
    return hidden


@kernel
def tracked_cards(hidden, suits, place):
    suit = suits >> np.int64(4 * place) & NIBBLE
    return of_suit(hidden, suit) if suit < SUITS else NONE


@kernel
def seat_bars(hidden, voids, seat, suits):
    """The classes of hidden cards that the seat may not hold. Were two suits not tracked, nobody would be out of them."""
    bars = NONE
    for place in range(TRACKED + 1):
        cards = class_cards(hidden, suits, place)
        if cards != 0 and voids >> np.int64(SUITS * seat + (ctz(cards) >> 4)) & 1:
            bars |= bit(place)
    return bars


@kernel
def barred_seats(hidden, needs, voids, players, suits):
    """Seats that are out of something, in a row: who they are, what they may not hold, how many cards they need; how many they are."""
    seats, bars, wants, number = NONE, NONE, NONE, 0
    for seat in range(players):
        mine = seat_bars(hidden, voids, seat, suits)
        if mine != 0 and need_of(needs, seat) > 0:
            seats |= np.int64(seat) << np.int64(4 * number)
            bars |= mine << np.int64(4 * number)
            wants = with_need(wants, number, need_of(needs, seat))
            number += 1
    return seats, bars, wants, number


# ---- counting


@kernel
def deal_barred(hidden, suits, seats, bars, wants, number, hands, stream):
    """The barred seats' cards; what is left of the hidden ones."""
    table = stack_floats(ROOM)
    sizes = (count(class_cards(hidden, suits, 0)), count(class_cards(hidden, suits, 1)), count(class_cards(hidden, suits, 2)))
    fill(table, sizes, count(hidden), bars, wants, number)
    for turn in range(number):
        seat = seats >> np.int64(4 * turn) & NIBBLE
        cards = hand_for(table, sizes, hidden, suits, bars, wants, number, turn, stream)
        hands[seat] |= cards
        hidden &= ~cards
    return hidden


@kernel
def fill(table, sizes, total, bars, wants, number):
    """Deals for the seats from each turn on, by the cards left in tracked suits; of the turns but the first and the last."""
    for turn in range(number - 2, 0, -1):
        gone = NONE  # cards that the seats before have: no more than that can be missing
        for earlier in range(turn):
            gone += need_of(wants, earlier)
        for a in range(max(sizes[0] - gone, 0), sizes[0] + 1):
            short = gone - (sizes[0] - a)
            for b in range(max(sizes[1] - short, 0), sizes[1] + 1):
                shorter = short - (sizes[1] - b)
                for c in range(max(sizes[2] - shorter, 0), sizes[2] + 1):
                    left = (a, b, c, total - gone - a - b - c)
                    table[entry(sizes, turn, a, b, c)] = count_hands(table, sizes, left, bars, wants, number, turn, np.inf)[0]


@kernel
def entry(sizes, turn, a, b, c):
    return (((turn - 1) * (sizes[0] + 1) + a) * (sizes[1] + 1) + b) * (sizes[2] + 1) + c


@kernel
def deals_from(table, sizes, left, bars, wants, number, turn):
    """In how many ways the seats from this turn on can get their cards, with so many left of each class."""
    if turn < number - 1:
        return table[entry(sizes, turn, left[0], left[1], left[2])]
    mine, may = bars >> np.int64(4 * turn), 0
    for place in range(TRACKED + 1):
        if mine >> place & 1 == 0:
            may += left[place]
    return CHOOSE[may, need_of(wants, turn)]


@kernel
def most_of(left, bars, turn, place, need):
    """How many cards of a class the seat of this turn can get."""
    return NONE if bars >> np.int64(4 * turn + place) & 1 else min(left, need)


@kernel
def count_hands(table, sizes, left, bars, wants, number, turn, goal):
    """Hands for the seat of this turn, each as often as there are deals for the seats after it: how many, up to the first that
    brings the count beyond `goal`; and the cards of each tracked suit in that hand.
    """
    cold()  # taken in by each of its callers it would be compiled many times over
    total, need, found = 0.0, need_of(wants, turn), (NONE, NONE, NONE)
    if left[3] < 0:
        return total, found
    for a in range(most_of(left[0], bars, turn, 0, need) + 1):
        for b in range(most_of(left[1], bars, turn, 1, need - a) + 1):
            for c in range(most_of(left[2], bars, turn, 2, need - a - b) + 1):
                rest = need - a - b - c
                if rest > most_of(left[3], bars, turn, 3, rest):
                    continue
                after = (left[0] - a, left[1] - b, left[2] - c, left[3] - rest)
                ways = CHOOSE[left[0], a] * CHOOSE[left[1], b] * CHOOSE[left[2], c] * CHOOSE[left[3], rest]
                ways *= deals_from(table, sizes, after, bars, wants, number, turn + 1)
                if ways > 0.0:
                    total += ways
                    found = (a, b, c)
                    if total > goal:
                        return total, found
    return total, found


@kernel
def hand_for(table, sizes, hidden, suits, bars, wants, number, turn, stream):
    """A random hand for the seat of this turn."""
    if turn == number - 1:
        return some_of(allowed(hidden, suits, bars, turn), need_of(wants, turn), stream)
    left = class_sizes(hidden, suits)
    goal = uniform(stream) * count_hands(table, sizes, left, bars, wants, number, turn, np.inf)[0]
    taken = count_hands(table, sizes, left, bars, wants, number, turn, goal)[1]
    cards, rest = NONE, need_of(wants, turn)
    for place in range(TRACKED):
        cards |= some_of(class_cards(hidden, suits, place), taken[place], stream)
        rest -= taken[place]
    return cards | some_of(class_cards(hidden, suits, TRACKED), rest, stream)


@kernel
def class_sizes(hidden, suits):
    return (
        count(class_cards(hidden, suits, 0)),
        count(class_cards(hidden, suits, 1)),
        count(class_cards(hidden, suits, 2)),
        count(class_cards(hidden, suits, 3)),
    )


@kernel
def allowed(hidden, suits, bars, turn):
    """The hidden cards that the seat of this turn may hold."""
    for place in range(TRACKED + 1):
        if bars >> np.int64(4 * turn + place) & 1:
            hidden &= ~class_cards(hidden, suits, place)
    return hidden
