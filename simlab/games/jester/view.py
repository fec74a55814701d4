"""What a seat at the Jester table may know, and the worlds it can imagine from that."""

from simlab.contract.columns import SEATS
from simlab.games.jester.centre import is_secret, seat_in_turn
from simlab.games.jester.rules import CARDS, FIRST_DEAL, Phase, Point, Redeal
from simlab.jit import kernel
from simlab.masks import NONE, bit, can, count, full
from simlab.rng import bits64, shuffle


@kernel
def observe(state, rules, seat, view):
    """Own hand, and what lies face up; nothing is visible unless copied here."""
    view.seat = seat
    view.legal = state.legal if seat == state.seat else 0
    view.round = state.round
    view.hand = state.hand[seat]
    view.own_folded = state.folded_hand[seat]
    view.table = state.table
    buried, held = NONE, NONE
    for s in range(SEATS):
        buried |= state.folded_hand[s]
        held |= state.hand[s]
        view.held[s] = count(state.hand[s])
    view.table.discards = state.table.discards & ~buried  # folded hands stay hidden for good (JE-6.18)
    view.buried = count(state.table.discards & buried)
    in_pile = whole_deck(rules) & ~(held | state.table.laid | state.table.discards)
    view.pile_known = in_pile & ~buried if state.table.reshuffled == 1 else 0  # which cards, not their order
    if is_secret(rules, state.table.point):
        hide_choices(view, rules, seat)


@kernel
def whole_deck(rules):
    return full(CARDS) ^ full(CARDS - rules.cards)


@kernel
def hide_choices(view, rules, seat):
    """While all choose at the same time, a seat knows its own choice only (JE-3.1, JE-4.4, JE-5.2)."""
    view.table.laid = 0
    for s in range(rules.players):
        cards = (
            view.table.trash if view.table.point == Point.TRASH else view.table.low if view.table.point == Point.LOW else view.table.high
        )
        if view.table.point == Point.BJ_PICK:
            for k in range(view.table.fronts[s]):
                if s == seat:
                    view.table.laid |= bit(view.table.front[s, k])
                else:
                    view.table.front[s, k] = -1
            if s != seat:
                view.table.fronts[s] = 0
        elif s == seat and cards[s] >= 0:
            view.table.laid |= bit(cards[s])
        elif s != seat:
            cards[s] = -1


@kernel
def imagine(view, rules, me, state):
    """Unseen cards to opponents' hands, face-down choices, folded hands and the pile: every way as likely."""
    state.key.k0 = bits64(me.search)
    state.key.k1 = bits64(me.search)
    state.seat = view.seat
    state.legal = view.legal
    state.round = view.round
    state.table = view.table
    state.phase = phase_of(view.table.point)
    state.deal = state.phase if rules.redeal == Redeal.PHASE and state.phase != rules.first else FIRST_DEAL
    state.first_jester = max(view.table.jester, 0)
    state.led = -1
    state.leads = -1
    for s in range(SEATS):
        state.lowest[s] = view.table.points[s]
    state.hand[view.seat] = view.hand
    unseen = shuffle_unseen(view, rules, me, state)
    at = deal_hands(view, rules, state)
    at = lay_choices(view, rules, state, at)
    at = bury(view, rules, state, at)
    stack_pile(view, me, state, at, unseen)


@kernel
def phase_of(point):
    if point >= Point.OPEN:
        return Phase.POKER + 0
    return point + 0 if point < Point.BJ_PICK else Phase.BLACKJACK + 0


@kernel
def shuffle_unseen(view, rules, me, state):
    """Every card that may lie anywhere, shuffled, at the front of the pile's array. Returns how many."""
    seen = view.hand | view.table.laid | view.table.discards | view.pile_known
    n = 0
    for card in range(CARDS - rules.cards, CARDS):
        if not can(seen, card):
            state.pile[n] = card
            n += 1
    shuffle(state.pile[:n], me.search)
    return n


@kernel
def take(state, at, n):
    """The set of n shuffled cards from place `at` on."""
    cards = NONE
    for k in range(n):
        cards |= bit(state.pile[at + k])
    return cards


@kernel
def deal_hands(view, rules, state):
    at = 0
    for s in range(rules.players):
        if s != view.seat:
            state.hand[s] = take(state, at, view.held[s])
            at += view.held[s]
    return at


@kernel
def lay_choices(view, rules, state, at):
    """Face-down choices of those already asked are any of the unseen cards."""
    if not is_secret(rules, view.table.point):
        return at
    for turn in range(view.table.turn):
        s = seat_in_turn(view.table, rules, turn)
        card = state.pile[at]
        state.table.laid |= bit(card)
        at += 1
        if view.table.point == Point.TRASH:
            state.table.trash[s] = card
        elif view.table.point == Point.LOW:
            state.table.low[s] = card
        elif view.table.point == Point.HIGH:
            state.table.high[s] = card
        else:
            second = state.pile[at]
            state.table.laid |= bit(second)
            at += 1
            state.table.front[s, 0] = min(card, second)
            state.table.front[s, 1] = max(card, second)
            state.table.fronts[s] = 2
    return at


@kernel
def bury(view, rules, state, at):
    """Folded hands: those among the discards, and those that a reshuffle has put into the pile."""
    state.table.discards |= take(state, at, view.buried)
    in_pile = view.table.left - count(view.pile_known) if view.table.reshuffled == 1 else 0
    k, end = at, at + view.buried + in_pile
    for s in range(rules.players):
        if view.table.folded[s] == 1:
            n = min(3, end - k)
            state.folded_hand[s] = take(state, k, n)
            k += n
    return at + view.buried


@kernel
def stack_pile(view, me, state, at, unseen):
    """The rest is the pile, with the cards known to be in it, in any order."""
    n = unseen - at
    for k in range(n):
        state.pile[k] = state.pile[at + k]
    for card in range(CARDS):
        if can(view.pile_known, card):
            state.pile[n] = card
            n += 1
    shuffle(state.pile[:n], me.search)
    state.top = 0
