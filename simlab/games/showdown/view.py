"""Worlds a seat cannot tell from the real one: where might every card be that it does not see?

The round is told again from what everybody knows. Each opponent's hand is five slots; a slot holds a known card (from a
showdown, or shown and kept) or an unknown one. A throw takes any of them, each as likely, unless something seen later says
which. What is then unknown in hands, pile and stock gets the unseen cards, each arrangement as likely. Two things forbid a
card its place: a suit its owner has shown out of, and age: a card known to have been in the pile at a reshuffle can only be
where cards were taken after it. The law uses no announced categories and no guesses about why others acted as they did.
"""

import numpy as np

from simlab.bits import cold, ctz, deposit, popcount
from simlab.games.showdown.rules import DECK, DRAWS, HAND, SEATS, SHOWS, Fate, Point
from simlab.games.showdown.sets import SUITS, lanes, top_cards
from simlab.games.showdown.stock import open_stock
from simlab.games.showdown.tricks import beats
from simlab.jit import kernel, record, stack_record
from simlab.masks import bit, nth
from simlab.ranking.scalar import rank
from simlab.rng import Purpose, below, bits64, shuffle

UNKNOWN, GONE = -1, -2  # slots: a card not known; played, or never there
PILE = SEATS  # owner of places besides the seats
TRIES = 200  # to tell an opponent's round again, before all are told again
ROUNDS = 50
SWAPS = 20_000
MIXING = 8  # swaps for each place

WORLD = record(  # scratch of one imagined world
    ("known", "i8"),  # cards whose place is known
    ("pile", "i8"),  # of these, the ones in the pile
    ("kept", "i8"),  # known cards in hands of opponents told so far
    ("unseen", "i8"),  # cards whose place is not known
    ("played", "i8", (SEATS,)),  # each seat's cards in the tricks
    ("slot", "i1", (SEATS, HAND)),  # each opponent's hand: card, UNKNOWN or GONE
    ("slot_era", "i1", (SEATS, HAND)),  # reshuffles before the card came there
    ("lost", "i1", (DRAWS, SEATS, HAND)),  # cards thrown face down: card, UNKNOWN or GONE
    ("lost_era", "i1", (DRAWS, SEATS, HAND)),
    ("void", "i1", (SEATS,)),  # suits each seat has shown out of
    ("age", "i1", (DECK,)),  # least number of reshuffles before a card came where it is now
    ("places", "i8"),  # unknown places to fill, but for those of the stock, which come behind them
    ("owner", "i1", (DECK,)),  # of each: a seat, or PILE
    ("owner_draw", "i1", (DECK,)),  # of a place in the pile: the draw ...
    ("owner_seat", "i1", (DECK,)),  # ... and the seat that threw it
    ("place_era", "i1", (DECK,)),
    ("place_void", "i1", (DECK,)),
    ("fill", "i1", (DECK,)),  # the card for each place; behind them the stock, by the number among the unseen
)


@kernel
def observe(state, rules, seat, view):
    """Own cards, own discards, and what lies open; nothing is visible unless copied here."""
    view.seat = seat
    view.legal = state.legal if seat == state.seat else 0
    view.hand = state.hand[seat]
    for draw in range(DRAWS):
        view.discards[draw] = state.discards[draw, seat]
    view.round = state.round
    view.open = state.open


@kernel
def imagine(view, rules, me, state):
    world = stack_record(WORLD)
    state.key.k0 = bits64(me.search)
    state.key.k1 = bits64(me.search)
    state.seat = view.seat
    state.legal = view.legal
    state.round = view.round
    state.open = view.open
    take_own(view, state)
    locate(view, rules, state, world)
    tell_all(view, rules, me.search, world)
    list_places(view, rules, world)
    fill_places(me.search, rules, world)
    put_in_place(view, rules, state, world)
    remember_discards(view, rules, state, world)
    if view.open.point == Point.PLAY:
        resume_tricks(view, rules, state, world)


@kernel
def take_own(view, state):
    """Own hand, own discards, and the cards of the turn under way."""
    table, seat = view.open, view.seat
    state.hand[seat] = view.hand
    for draw in range(DRAWS):
        state.discards[draw, seat] = view.discards[draw]
    if table.point == Point.SHOW:
        state.pending = view.discards[table.draw - 1] | rejected(table, table.draw - 1, seat)
        for k in range(SHOWS):
            if table.shown[table.draw - 1, seat, k] != -1:
                state.rejections = k


@kernel
def rejected(table, draw, seat):
    """Cards shown and rejected in a turn."""
    cards = np.int64(0)
    if table.fate[draw, seat] == Fate.NONE:
        return cards
    for k in range(SHOWS):
        last = k + 1 == SHOWS or table.shown[draw, seat, k + 1] == -1
        if table.shown[draw, seat, k] != -1 and (not last or table.fate[draw, seat] == Fate.REJECTED):
            cards |= bit(table.shown[draw, seat, k])
    return cards


@kernel
def finished(table, draw, seat, view):
    """Has this seat had its turn in this draw?"""
    under_way = table.point == Point.SHOW and draw == table.draw - 1 and seat == view.seat
    return table.thrown[draw, seat] >= 0 and not under_way


@kernel
def locate(view, rules, state, world):
    """Cards whose place is known whatever the opponents hold."""
    table = view.open
    world.known = view.hand | state.pending
    if table.shown_card != -1:
        world.known |= bit(table.shown_card)
    for seat in range(rules.players):
        world.played[seat] = played_by(table, seat)
        world.known |= world.played[seat]
        world.void[seat] = shown_out(table, rules, seat)
        for draw in range(rules.draws):
            if finished(table, draw, seat, view):
                gone = rejected(table, draw, seat) | table.face_up[draw, seat]
                if seat == view.seat:
                    gone |= view.discards[draw]
                discard(table, world, draw, seat, gone)


@kernel
def discard(table, world, draw, seat, cards):
    """Known cards thrown in this turn: they lie in the pile, or a reshuffle has taken them."""
    if table.era[draw, seat] == table.reshuffles:
        world.pile |= cards
        world.known |= cards
        return
    while cards != 0:
        card = ctz(cards)
        world.age[card] = max(world.age[card], table.era[draw, seat] + 1)
        cards &= cards - 1


@kernel
def played_by(table, seat):
    cards = np.int64(0)
    for trick in range(table.trick):
        if table.played[trick, seat] != -1:
            cards |= bit(table.played[trick, seat])
    return cards


@kernel
def shown_out(table, rules, seat):
    """Suits this seat cannot hold any more: it did not follow them (SH-9.3)."""
    suits = 0
    if not rules.must_follow:
        return suits
    leader = table.opener
    for trick in range(table.trick):
        led, card = table.played[trick, leader], table.played[trick, seat]
        if led != -1 and card != -1 and led % SUITS != card % SUITS:
            suits |= 1 << (led % SUITS)
        leader = table.taker[trick]
    return suits


# ---- telling the opponents' rounds


@kernel
def tell_all(view, rules, dice, world):
    """All opponents, until nobody holds what another one has or what lies elsewhere."""
    for _ in range(ROUNDS):
        world.kept = 0
        good = True
        for seat in range(rules.players):
            if seat != view.seat:
                good = tell_until_it_fits(view, rules, dice, world, seat) and good
        if good:
            return


@kernel
def tell_until_it_fits(view, rules, dice, world, seat):
    for _ in range(TRIES):
        if tell(view.open, rules, dice, world, seat) and fits(view.open, rules, dice, world, seat):
            for k in range(HAND):
                if world.slot[seat, k] >= 0:
                    world.kept |= bit(world.slot[seat, k])
            return True
    return False


@kernel
def tell(table, rules, dice, world, seat):
    """One opponent's round again, draw by draw. False when the choices do not lead to what was seen."""
    for k in range(HAND):
        world.slot[seat, k] = UNKNOWN
        world.slot_era[seat, k] = 0
    for draw in range(rules.draws):
        for k in range(HAND):
            world.lost[draw, seat, k] = GONE
        if table.thrown[draw, seat] < 0:
            continue
        thrown = pick_thrown(table, rules, dice, world, draw, seat)
        if popcount(thrown) != table.thrown[draw, seat]:
            return False
        exchange(table, rules, world, draw, seat, thrown)
        if table.revealed[draw, seat] != 0:
            for k in range(HAND):
                world.slot[seat, k] = nth(table.revealed[draw, seat], k)
    return True


@kernel
def pick_thrown(table, rules, dice, world, draw, seat):
    """The slots thrown: those that had to go, and any of the others that were free to."""
    must, free = np.int64(0), np.int64(0)
    shown_after, face_up = table.revealed[draw, seat], table.face_up[draw, seat]
    for k in range(HAND):
        card = world.slot[seat, k]
        if card == UNKNOWN or (shown_after == 0 and not rules.discards_face_up):
            free |= bit(k)
        elif rules.discards_face_up:
            must |= bit(k) * ((face_up >> card) & 1)
        else:
            must |= bit(k) * (1 - ((shown_after >> card) & 1))
    while popcount(must) < table.thrown[draw, seat] and free != 0:
        slot = any_of(free, dice)
        must |= slot
        free ^= slot
    return must


@kernel
def any_of(mask, dice):
    """One member of a set, each as likely, as a set of its own."""
    return deposit(bit(below(dice, popcount(mask))), mask)


@kernel
def exchange(table, rules, world, draw, seat, thrown):
    """The slots thrown are filled anew."""
    era, early, received = table.era[draw, seat], table.early[draw, seat], 0
    for k in range(HAND):
        if (thrown >> k) & 1 == 0:
            continue
        if not rules.discards_face_up:
            world.lost[draw, seat, received] = world.slot[seat, k]
            world.lost_era[draw, seat, received] = world.slot_era[seat, k]
        world.slot[seat, k] = UNKNOWN
        world.slot_era[seat, k] = era - 1 if received < early else era
        received += 1
        if table.fate[draw, seat] == Fate.KEPT:
            world.slot[seat, k] = last_shown(table, draw, seat)


@kernel
def last_shown(table, draw, seat):
    card = -1
    for k in range(SHOWS):
        if table.shown[draw, seat, k] != -1:
            card = table.shown[draw, seat, k]
    return card


@kernel
def fits(table, rules, dice, world, seat):
    """Does the hand just told agree with the cards played, the suits shown out of and what is known to lie elsewhere?"""
    if not lay_down(dice, world, seat):
        return False
    elsewhere = world.known | world.kept
    for k in range(HAND):
        card = world.slot[seat, k]
        if card >= 0 and ((elsewhere >> card) & 1 == 1 or (world.void[seat] >> (card % SUITS)) & 1 == 1):
            return False
    for draw in range(rules.draws):
        for k in range(HAND):
            card = world.lost[draw, seat, k]
            if card >= 0 and table.era[draw, seat] == table.reshuffles and (elsewhere >> card) & 1 == 1:
                return False
    return True


@kernel
def lay_down(dice, world, seat):
    """Take the cards already played out of the slots; a card that is in none of them was an unknown one."""
    played, unknown = world.played[seat], np.int64(0)
    for k in range(HAND):
        card = world.slot[seat, k]
        if card == UNKNOWN:
            unknown |= bit(k)
        elif (played >> card) & 1 == 1:
            world.slot[seat, k] = GONE
            played ^= bit(card)
    if popcount(played) > popcount(unknown):
        return False
    for _ in range(popcount(played)):
        slot = any_of(unknown, dice)
        world.slot[seat, ctz(slot)] = GONE
        unknown ^= slot
    return True


# ---- the unseen cards


@kernel
def list_places(view, rules, world):
    """Every place whose card is unknown: in opponents' hands and in the pile. Whatever is left lies in the stock."""
    table = view.open
    for seat in range(rules.players):
        if seat == view.seat:
            continue
        for k in range(HAND):
            if world.slot[seat, k] == UNKNOWN:
                add_place(world, seat, world.slot_era[seat, k], world.void[seat])
        for draw in range(rules.draws):
            list_lost(table, world, draw, seat)


@kernel
def list_lost(table, world, draw, seat):
    """Cards this opponent threw face down: those still in the pile are places, the others are only remembered."""
    for k in range(HAND):
        card = world.lost[draw, seat, k]
        if card >= 0:
            discard(table, world, draw, seat, bit(card))
        elif card == UNKNOWN and table.era[draw, seat] == table.reshuffles:
            world.owner_draw[world.places] = draw
            world.owner_seat[world.places] = seat
            add_place(world, PILE, world.lost_era[draw, seat, k], 0)


@kernel
def add_place(world, owner, era, void):
    world.owner[world.places] = owner
    world.place_era[world.places] = era
    world.place_void[world.places] = void
    world.places += 1


@kernel
def fill_places(dice, rules, world):
    """The unseen cards in any order, in which each may be where it is. They are numbers until it is known which are needed."""
    world.unseen = rules.cards & ~(world.known | world.kept)
    n = popcount(world.unseen)
    for place in range(DECK):
        world.fill[place] = place
    shuffle(world.fill[:n], dice)
    for place in range(world.places):
        world.fill[place] = nth(world.unseen, world.fill[place])
    if misplaced(world) != 0:
        change_places(world, dice, n)


@kernel
def change_places(world, dice, n):
    """Cards that may not be where they are change places with others; then many more do, that no place is favoured."""
    cold()
    for place in range(world.places, n):
        world.fill[place] = nth(world.unseen, world.fill[place])
    for _ in range(SWAPS):
        try_swap(world, dice, n)
        if misplaced(world) == 0:
            break
    for _ in range(MIXING * n):
        try_swap(world, dice, n)


@kernel
def misplaced(world):
    wrong = 0
    for place in range(world.places):
        wrong += misfit(world, place, world.fill[place])
    return wrong


@kernel
def misfit(world, place, card):
    """May this card not be there: too old a place, or a suit its owner cannot hold? Any card may be in the stock."""
    if place >= world.places:
        return 0
    if world.age[card] > world.place_era[place]:
        return 1
    return (world.place_void[place] >> (card % SUITS)) & 1


@kernel
def try_swap(world, dice, n):
    """Two places exchange their cards unless that makes things worse."""
    a, b = below(dice, n), below(dice, n)
    before = misfit(world, a, world.fill[a]) + misfit(world, b, world.fill[b])
    if misfit(world, a, world.fill[b]) + misfit(world, b, world.fill[a]) <= before:
        world.fill[a], world.fill[b] = world.fill[b], world.fill[a]


@kernel
def put_in_place(view, rules, state, world):
    state.pile = world.pile
    stock = world.unseen
    for seat in range(rules.players):
        if seat == view.seat:
            continue
        for k in range(HAND):
            if world.slot[seat, k] >= 0:
                state.hand[seat] |= bit(world.slot[seat, k])
    for place in range(world.places):
        card = bit(world.fill[place])
        stock ^= card
        if world.owner[place] == PILE:
            state.pile |= card
            state.discards[world.owner_draw[place], world.owner_seat[place]] |= card
        else:
            state.hand[world.owner[place]] |= card
    open_stock(state, stock, Purpose.WORLD, view.round, 0)


@kernel
def remember_discards(view, rules, state, world):
    """What the opponents remember having thrown; a card that a reshuffle has taken may be any that is now elsewhere."""
    table = view.open
    for seat in range(rules.players):
        if seat == view.seat:
            continue
        for draw in range(rules.draws):
            state.discards[draw, seat] |= table.face_up[draw, seat]
            for k in range(HAND):
                if world.lost[draw, seat, k] >= 0:
                    state.discards[draw, seat] |= bit(world.lost[draw, seat, k])
            others = rules.cards & ~state.hand[seat] & ~state.discards[draw, seat]
            while popcount(state.discards[draw, seat]) < table.thrown[draw, seat]:
                card = any_of(others, state.dice)
                state.discards[draw, seat] |= card
                others ^= card


@kernel
def resume_tricks(view, rules, state, world):
    """What the tricks need to go on: the hands as they began, and the card that wins so far."""
    table, in_play = view.open, np.int64(0)
    for seat in range(rules.players):
        state.brought[seat] = state.hand[seat] | world.played[seat]
        state.score[seat] = rank(lanes(state.brought[seat]), rules.order)
        in_play |= state.brought[seat]
    state.tops = top_cards(in_play)
    seat = table.leader
    for turn in range(table.turn):
        card = table.played[table.trick - 1, seat]
        if turn == 0 or beats(card, state.winning, rules.trump):
            state.winning = card
            state.winning_seat = seat
        seat = seat + 1 if seat + 1 < rules.players else 0
