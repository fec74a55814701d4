"""Who takes the last trick when all hands lie open and everybody plays perfectly?

Only the last trick counts. `utility[w, s]` says what it is worth to seat s that seat w takes it. Two players: one wants what the
other does not, so the answer is a plain win or loss and the search stops at the first card that wins. More players: each seat takes
a card that is best for itself (max-n), and a seat that is indifferent

    mixes evenly over its best cards (`Tie.UNIFORM`), or
    first leaves those that help the points leader most (`Tie.AGAINST_LEADER`), then mixes.

The law of the winner is remembered at trick boundaries. Of cards that are neighbours among those in play only the lowest is
searched, with the weight of all: they lead to the same play. Cards are numbered 4 * rank + suit; a set is an int64 with bit c
for card c.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.bits import ctz, popcount
from simlab.errors import InputError
from simlab.jit import allocating, new, record

SEATS = 6
CARDS = 5  # most cards a seat holds
SUITS = 4
DEPTH = SEATS * CARDS + 1
SAME = 1e-9  # utilities nearer than this are equal
ONE = np.int64(1)
ZERO = np.int64(0)
NONE = np.int64(-1)
LANE = np.int64(0x1111111111111)  # clubs; the other suits lie beside them
SMALL = 20  # cards in play whose order has room in a key
SPREAD = np.int64(0x9E3779B97F4A7C15 - (1 << 64))  # an odd number whose products scatter keys
MEMO_BITS = (0, 0, 11, 12, 15, 17, 18)  # size of the memo by players: positions that are met, and some air; a full place is overwritten


class Tie(IntEnum):
    """What a seat does that is indifferent between cards."""

    UNIFORM = 0
    AGAINST_LEADER = 1


FRAME = record(  # a point of the search
    ("mine", "f8"),  # worth to the seat to play of the law found so far
    ("leaders", "f8"),  # the same to the points leader
    ("weight", "f8"),  # cards mixed into it
    ("alive", "i8"),  # cards in play, those on the table too
    ("table", "i8"),  # cards of the trick under way
    ("cards", "i8"),  # legal cards not yet tried
    ("tried", "i8"),  # the card being tried ...
    ("alike", "i8"),  # ... and those that play like it, itself among them
    ("seat", "i8"),  # to play
    ("led", "i8"),
    ("best", "i8"),
    ("holder", "i8"),
    ("key", "i8"),  # of a trick boundary in the memo
    ("slot", "i8"),
)
ENDING = record(
    ("utility", "f8", (SEATS, SEATS)),  # utility[w, s]: what it is worth to s that w takes the last trick
    ("law", "f8", (DEPTH, SEATS)),  # scratch, by depth: chances to take the last trick
    ("frame", FRAME, (DEPTH,)),  # scratch, by depth
    ("card", "i8", (SEATS, CARDS)),  # cards of each seat, rising
    ("suited", "i8", (SEATS, SUITS)),  # which of them are of each suit: bit i is card i
    ("owner", "i8", (SUITS * 13,)),  # of each card in play
    ("left", "i8", (SEATS,)),  # which of them are still held
    ("table", "i8"),  # cards of the trick under way
    ("players", "i8"),
    ("seat", "i8"),  # to play
    ("turn", "i8"),  # cards on the table
    ("led", "i8"),  # suit led; -1 none
    ("best", "i8"),  # card that wins the trick so far; -1 none
    ("holder", "i8"),  # who played it; -1 nobody
    ("trump", "i8"),  # suit; -1 none
    ("must_follow", "i8"),
    ("tie", "i8"),  # Tie
    ("points_leader", "i8"),  # against whom `AGAINST_LEADER` plays; -1 nobody
)
Array = npt.NDArray[Any]


# ---- setting up


@allocating
def hold(ending, seat, cards):
    """Give a seat its cards."""
    for suit in range(SUITS):
        ending.suited[seat, suit] = 0
    count = 0
    while cards != 0:
        card = ctz(cards)
        ending.card[seat, count] = card
        ending.owner[card] = seat
        ending.suited[seat, card % SUITS] |= ONE << count
        cards &= cards - ONE
        count += 1
    ending.left[seat] = (ONE << count) - ONE


@allocating
def lead_from(ending, seat):
    """The seat to lead a new trick."""
    ending.seat = seat
    ending.turn = 0
    ending.table = 0
    ending.led = NONE
    ending.best = NONE
    ending.holder = NONE


@allocating
def lay(ending, seat, card):
    """A card that this seat has played to the trick under way (it is not among those it holds)."""
    if ending.turn == 0 or beats(card, ending.best, ending.trump):
        ending.best = card
        ending.holder = seat
    if ending.turn == 0:
        ending.led = card % SUITS
    ending.turn += 1
    ending.table |= ONE << card
    ending.seat = after(seat, ending.players)


@allocating
def own_win(ending):
    """Everybody wants the last trick and nothing else."""
    for winner in range(SEATS):
        for seat in range(SEATS):
            ending.utility[winner, seat] = 1.0 if winner == seat else 0.0


# ---- rules of the tricks


@allocating
def after(seat, players):
    return seat + 1 if seat + 1 < players else 0


@allocating
def beats(card, best, trump):
    """Does this card, played later, beat the best so far?"""
    if card % SUITS == best % SUITS:
        return card > best
    return card % SUITS == trump


@allocating
def legal_cards(ending, seat, led):
    """Which of its cards a seat may play."""
    held = ending.left[seat]
    if led == NONE or ending.must_follow == 0:
        return held
    following = held & ending.suited[seat, led]
    return following if following != 0 else held


@allocating
def cards_in_play(ending):
    """All cards held, and those on the table."""
    alive = ending.table
    for seat in range(ending.players):
        held = ending.left[seat]
        while held != 0:
            alive |= ONE << ending.card[seat, ctz(held)]
            held &= held - ONE
    return alive


@allocating
def neighbours(ending, seat, i, cards, alive):
    """Card i and those of `cards` above it that follow it without another player's card in between: they play alike."""
    together, low = ONE << i, ending.card[seat, i]
    mine = cards & ending.suited[seat, low % SUITS] & ~((ONE << (i + 1)) - ONE)
    lane = LANE << (low % SUITS)
    while mine != 0:
        j = ctz(mine)
        high = ending.card[seat, j]
        if alive & lane & ((ONE << high) - ONE) & ~((ONE << (low + 1)) - ONE) != 0:
            break
        together |= ONE << j
        low = high
        mine &= mine - ONE
    return together


@allocating
def last_trick(ending, leader):
    """Who takes the last trick: everybody's only card, or nobody has one and this was it."""
    if ending.left[leader] == 0:
        return leader
    seat, holder = leader, leader
    best = ending.card[leader, ctz(ending.left[leader])]
    for _ in range(ending.players - 1):
        seat = after(seat, ending.players)
        card = ending.card[seat, ctz(ending.left[seat])]
        if beats(card, best, ending.trump):
            best, holder = card, seat
    return holder


@allocating
def is_last(ending, seat):
    return ending.left[seat] & (ending.left[seat] - ONE) == 0


# ---- the walk: one frame for each card that has been tried on the way here
#
# Loops, not recursion: numba's recursive functions crash when they come from its disk cache.


@allocating
def stand(ending, depth, alive, table, seat, led, best, holder):
    """Set up the point at this depth."""
    frame = ending.frame[depth]
    frame.alive = alive
    frame.table = table
    frame.seat = seat
    frame.led = led
    frame.best = best
    frame.holder = holder


@allocating
def open_cards(ending, frame):
    """All legal cards are yet to be tried."""
    frame.cards = legal_cards(ending, frame.seat, frame.led)
    frame.mine = -1e300
    frame.leaders = 1e300
    frame.weight = 0.0


@allocating
def try_next(ending, depth):
    """Play the lowest card not yet tried, and stand one deeper."""
    frame = ending.frame[depth]
    seat, i = frame.seat, ctz(frame.cards)
    alike = neighbours(ending, seat, i, frame.cards, frame.alive)
    frame.cards &= ~alike
    frame.alike = alike
    frame.tried = ONE << i
    ending.left[seat] ^= frame.tried
    card = ending.card[seat, i]
    table, best, holder, led = frame.table | ONE << card, frame.best, frame.holder, frame.led
    if frame.table == 0:
        led = card % SUITS
    if frame.table == 0 or beats(card, best, ending.trump):
        best, holder = card, seat
    if popcount(table) == ending.players:
        stand(ending, depth + 1, frame.alive & ~table, ZERO, holder, NONE, NONE, NONE)
    else:
        stand(ending, depth + 1, frame.alive, table, after(seat, ending.players), led, best, holder)


@allocating
def take_back(ending, frame):
    ending.left[frame.seat] ^= frame.tried


# ---- two players


@allocating
def duel(ending, memo, start):
    """The seat that takes the last trick when both play perfectly from the point at depth `start`."""
    depth = start
    winner = duel_known(ending, memo, depth)
    while winner < 0 or depth > start:
        frame = ending.frame[depth]
        if winner < 0:
            try_next(ending, depth)
            depth += 1
            winner = duel_known(ending, memo, depth)
            continue
        depth -= 1
        frame = ending.frame[depth]
        take_back(ending, frame)
        if winner != frame.seat and frame.cards != 0:
            winner = NONE  # another card may still win
        elif frame.table == 0:
            memo[duel_place(ending, frame.seat)] = winner + 1
    return winner


@allocating
def duel_known(ending, memo, depth):
    """The winner, where the cards tell or the memo does; else -1, with all cards yet to be tried."""
    frame = ending.frame[depth]
    if frame.table == 0:
        if is_last(ending, frame.seat):
            return last_trick(ending, frame.seat)
        found = memo[duel_place(ending, frame.seat)]
        if found != 0:
            return found - ONE
    open_cards(ending, frame)
    return NONE


@allocating
def duel_place(ending, leader):
    return (ending.left[0] << 6) | (ending.left[1] << 1) | leader


# ---- more players


@allocating
def maxn(ending, keys, laws, start):
    """The law of the winner when every seat plays for itself from the point at depth `start`, left in law[start]."""
    depth = start
    known = maxn_known(ending, keys, laws, depth)
    while not known or depth > start:
        if known:
            depth -= 1
            frame = ending.frame[depth]
            take_back(ending, frame)
            weigh(ending, depth, frame)
            known = False
            continue
        frame = ending.frame[depth]
        if frame.cards != 0:
            try_next(ending, depth)
            depth += 1
            known = maxn_known(ending, keys, laws, depth)
            continue
        known = True
        if frame.table == 0:
            keys[frame.slot] = frame.key
            remember(ending, laws, frame.slot, depth)


@allocating
def maxn_known(ending, keys, laws, depth):
    """Is the law known, from the cards or the memo? If not, all cards are yet to be tried."""
    frame = ending.frame[depth]
    if frame.table == 0:
        if is_last(ending, frame.seat):
            certain(ending, depth, last_trick(ending, frame.seat))
            return True
        frame.key = position(ending, frame.seat, frame.alive)
        frame.slot = (frame.key * SPREAD >> 24) & (len(keys) - 1)
        if keys[frame.slot] == frame.key:
            recall(ending, laws, frame.slot, depth)
            return True
    open_cards(ending, frame)
    return False


@allocating
def position(ending, leader, alive):
    """A number for this trick boundary, never 0: whose cards lie in which order in each suit. What their ranks are is all one.

    Up to `SMALL` cards such a number has room in 63 bits (five players: 6 * 6^23; six have 18 cards at most, 7 * 7^21), beyond that
    it is which of its cards each seat has left.
    """
    if popcount(alive) > SMALL:
        key = leader - SEATS
        for seat in range(ending.players):
            key = (key << CARDS) | ending.left[seat]
        return key
    base, key = ending.players + ONE, leader + ONE
    for suit in range(SUITS):
        lane = alive & (LANE << suit)
        if suit > 0:
            key = key * base + ending.players
        while lane != 0:
            key = key * base + ending.owner[ctz(lane)]
            lane &= lane - ONE
    return key


@allocating
def certain(ending, depth, winner):
    for seat in range(ending.players):
        ending.law[depth, seat] = 0.0
    ending.law[depth, winner] = 1.0


@allocating
def recall(ending, laws, slot, depth):
    for seat in range(ending.players):
        ending.law[depth, seat] = laws[slot, seat]


@allocating
def remember(ending, laws, slot, depth):
    for seat in range(ending.players):
        laws[slot, seat] = ending.law[depth, seat]


@allocating
def worth(ending, depth, seat):
    """What the law at this depth is worth to a seat."""
    total = 0.0
    for winner in range(ending.players):
        total += ending.law[depth, winner] * ending.utility[winner, seat]
    return total


@allocating
def weigh(ending, depth, frame):
    """Take the law one card deeper into that of this point: instead of it, mixed with it, or not at all."""
    mine, seat, rival = worth(ending, depth + 1, frame.seat), frame.seat, ending.points_leader
    if mine < frame.mine - SAME:
        return
    leaders = worth(ending, depth + 1, rival) if ending.tie == Tie.AGAINST_LEADER and rival >= 0 and rival != seat else 0.0
    if mine <= frame.mine + SAME:
        if leaders > frame.leaders + SAME:
            return
        if leaders >= frame.leaders - SAME:
            frame.weight += popcount(frame.alike)
            share = popcount(frame.alike) / frame.weight
            for winner in range(ending.players):
                ending.law[depth, winner] += share * (ending.law[depth + 1, winner] - ending.law[depth, winner])
            return
    for winner in range(ending.players):
        ending.law[depth, winner] = ending.law[depth + 1, winner]
    frame.mine = mine
    frame.leaders = leaders
    frame.weight = popcount(frame.alike)


# ---- answers, for the point that the record describes


@allocating
def memo_size(players):
    """How many positions the memo of `solve` and `judge` should hold."""
    return ONE << MEMO_BITS[players]


@allocating
def solve(ending, keys, laws):
    """The law of the winner of the last trick, left in law[0]. `keys` comes as zeros (two players need no more than it)."""
    stand(ending, 0, cards_in_play(ending), ending.table, ending.seat, ending.led, ending.best, ending.holder)
    look(ending, keys, laws, 0)


@allocating
def look(ending, keys, laws, depth):
    """The law at this depth."""
    if ending.players == 2:
        certain(ending, depth, duel(ending, keys, depth))
    else:
        maxn(ending, keys, laws, depth)


@allocating
def judge(ending, keys, laws, values):
    """values[k] += what the k-th legal card of the seat to play is worth to it. Returns how many legal cards there are."""
    stand(ending, 0, cards_in_play(ending), ending.table, ending.seat, ending.led, ending.best, ending.holder)
    frame = ending.frame[0]
    open_cards(ending, frame)
    legal = frame.cards
    while frame.cards != 0:
        try_next(ending, 0)
        look(ending, keys, laws, 1)
        take_back(ending, frame)
        value, alike = worth(ending, 1, frame.seat), frame.alike
        while alike != 0:
            values[popcount(legal & ((alike & -alike) - ONE))] += value
            alike &= alike - ONE
    return popcount(legal)


@allocating
def solve_deals(ending, hands, leader, laws_out):
    """Solve many deals: hands[d, s] is the set of seat s."""
    size = memo_size(ending.players)
    keys, laws = np.zeros(size, np.int64), np.zeros((size, SEATS))
    for d in range(len(hands)):
        for k in range(size):
            keys[k] = 0
        for seat in range(ending.players):
            hold(ending, seat, hands[d, seat])
        lead_from(ending, leader)
        solve(ending, keys, laws)
        for seat in range(ending.players):
            laws_out[d, seat] = ending.law[0, seat]


# ---- for people


@dataclass(frozen=True)
class Play:
    """An open ending: everybody's cards, who leads or what lies on the table, and what the seats want."""

    hands: Sequence[Sequence[int]]  # cards held, by seat
    leader: int = 0  # leads the trick, or led it
    table: Sequence[int] = ()  # cards played to the trick under way, the leader's first
    trump: int = -1
    must_follow: bool = True
    tie: Tie = Tie.UNIFORM
    points_leader: int = -1
    utility: Any = None  # utility[w][s]; None: everybody wants the last trick

    def record(self) -> Any:
        self.check()
        ending = new(ENDING)
        ending.players, ending.trump, ending.must_follow = len(self.hands), self.trump, self.must_follow
        ending.tie, ending.points_leader = self.tie, self.points_leader
        own_win(ending)
        if self.utility is not None:
            ending["utility"][: len(self.hands), : len(self.hands)] = self.utility
        for seat, hand in enumerate(self.hands):
            hold(ending, seat, np.int64(sum(1 << int(c) for c in hand)))
        lead_from(ending, np.int64(self.leader))
        for k, card in enumerate(self.table):
            lay(ending, np.int64((self.leader + k) % len(self.hands)), np.int64(card))
        return ending

    def check(self) -> None:
        players = len(self.hands)
        if not 2 <= players <= SEATS or not 0 <= self.leader < players or len(self.table) >= players:
            raise InputError(f"an ending has 2 to {SEATS} seats, one of which leads, and fewer cards on the table than seats")
        played = {(self.leader + k) % players for k in range(len(self.table))}
        sizes = {len(hand) + (seat in played) for seat, hand in enumerate(self.hands)}
        cards = [int(c) for hand in (*self.hands, self.table) for c in hand]
        if len(sizes) > 1 or not 1 <= max(sizes) <= CARDS or len(set(cards)) < len(cards) or not all(0 <= c < 52 for c in cards):
            raise InputError(f"every seat needs equally many different cards, 1 to {CARDS}, counting those on the table")


def memo_for(players: int) -> tuple[Array, Array]:
    size = int(memo_size(players))
    return np.zeros(size, np.int64), np.zeros((size, SEATS))


def last_trick_chances(play: Play) -> list[float]:
    """Everybody's chance to take the last trick."""
    ending = play.record()
    solve(ending, *memo_for(len(play.hands)))
    return [float(p) for p in ending.law[0][: len(play.hands)]]


def card_values(play: Play) -> dict[int, float]:
    """What each legal card is worth to the seat that is to play."""
    ending = play.record()
    values = np.zeros(CARDS)
    count = int(judge(ending, *memo_for(len(play.hands)), values))
    seat = int(ending.seat)
    legal = int(legal_cards(ending, np.int64(seat), np.int64(ending.led)))
    cards = [int(ending.card[seat, i]) for i in range(CARDS) if legal >> i & 1]
    return dict(zip(cards, values[:count].tolist(), strict=True))


def determinised_values(plays: Sequence[Play]) -> dict[int, float]:
    """The mean worth of each legal card over possible deals of the hidden cards: what to play when hands are closed.

    Each deal is solved as if it lay open (strategy fusion: a card is praised for choices that depend on what nobody sees).
    """
    if not plays:
        raise InputError("at least one possible deal is needed")
    worlds = [card_values(play) for play in plays]
    if any(world.keys() != worlds[0].keys() for world in worlds):
        raise InputError("the seat to play must have the same legal cards in every possible deal")
    return {card: sum(world[card] for world in worlds) / len(worlds) for card in worlds[0]}
