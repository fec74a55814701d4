"""What a seat at the Jester table may know, and the worlds it can imagine from that."""

from simlab.games.columns import SEATS
from simlab.games.jester.centre import is_secret, seat_in_turn
from simlab.games.jester.rules import CARDS, COMMON, DECK_CARDS, FIRST_DEAL, FRONT, TURNS, Phase, Point, Redeal
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
    copy_table(state, view)
    buried, held = NONE, NONE
    for s in range(SEATS):
        buried |= state.folded_hand[s]
        held |= state.hand[s]
        view.held[s] = count(state.hand[s])
    view.discards = state.discards & ~buried  # folded hands stay hidden for good (JE-6.18)
    view.buried = count(state.discards & buried)
    in_pile = whole_deck(rules) & ~(held | state.laid | state.discards)
    view.pile_known = in_pile & ~buried if state.reshuffled == 1 else 0  # which cards, not their order
    if is_secret(rules, state.point):
        hide_choices(view, rules, seat)


@kernel
def whole_deck(rules):
    return full(CARDS) ^ full(CARDS - rules.cards)


@kernel
def copy_table(source, target):
    """The fields that states and views share."""
    target.laid = source.laid
    target.discards = source.discards
    target.highest = source.highest
    target.raises = source.raises
    target.turns = source.turns
    target.point = source.point
    target.turn = source.turn
    target.dealer = source.dealer
    target.jester = source.jester
    target.left = source.left
    target.reshuffled = source.reshuffled
    target.decks = source.decks
    target.checks = source.checks
    for s in range(SEATS):
        target.shown[s] = source.shown[s]
    for s in range(SEATS):
        target.points[s] = source.points[s]
    for s in range(SEATS):
        target.cap[s] = source.cap[s]
    for s in range(SEATS):
        target.bid[s] = source.bid[s]
    for s in range(SEATS):
        target.raises_by[s] = source.raises_by[s]
        target.trash[s] = source.trash[s]
        target.low[s] = source.low[s]
        target.high[s] = source.high[s]
        target.fronts[s] = source.fronts[s]
        target.choice[s] = source.choice[s]
        target.again[s] = source.again[s]
        target.folded[s] = source.folded[s]
        target.facing[s] = source.facing[s]
        for k in range(FRONT):
            target.front[s, k] = source.front[s, k]
    for k in range(DECK_CARDS):
        target.deck[k] = source.deck[k]
    for k in range(COMMON):
        target.common[k] = source.common[k]
        target.last_common[k] = source.last_common[k]
    for k in range(TURNS):
        target.acts[k] = source.acts[k]


@kernel
def hide_choices(view, rules, seat):
    """While all choose at the same time, a seat knows its own choice only (JE-3.1, JE-4.4, JE-5.2)."""
    view.laid = 0
    for s in range(rules.players):
        cards = view.trash if view.point == Point.TRASH else view.low if view.point == Point.LOW else view.high
        if view.point == Point.BJ_PICK:
            for k in range(view.fronts[s]):
                if s == seat:
                    view.laid |= bit(view.front[s, k])
                else:
                    view.front[s, k] = -1
            if s != seat:
                view.fronts[s] = 0
        elif s == seat and cards[s] >= 0:
            view.laid |= bit(cards[s])
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
    copy_table(view, state)
    state.phase = min(view.point, Phase.BLACKJACK) if view.point <= Point.BJ_ACT else Phase.POKER
    state.deal = state.phase if rules.redeal == Redeal.PHASE and state.phase != rules.first else FIRST_DEAL
    state.first_jester = max(view.jester, 0)
    state.led = -1
    state.leads = -1
    for s in range(SEATS):
        state.lowest[s] = view.points[s]
    state.hand[view.seat] = view.hand
    unseen = shuffle_unseen(view, rules, me, state)
    at = deal_hands(view, rules, state)
    at = lay_choices(view, rules, state, at)
    at = bury(view, rules, state, at)
    stack_pile(view, me, state, at, unseen)


@kernel
def shuffle_unseen(view, rules, me, state):
    """Every card that may lie anywhere, shuffled, at the front of the pile's array. Returns how many."""
    seen = view.hand | view.laid | view.discards | view.pile_known
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
    if not is_secret(rules, view.point):
        return at
    for turn in range(view.turn):
        s = seat_in_turn(view, rules, turn)
        card = state.pile[at]
        state.laid |= bit(card)
        at += 1
        if view.point == Point.TRASH:
            state.trash[s] = card
        elif view.point == Point.LOW:
            state.low[s] = card
        elif view.point == Point.HIGH:
            state.high[s] = card
        else:
            second = state.pile[at]
            state.laid |= bit(second)
            at += 1
            state.front[s, 0] = min(card, second)
            state.front[s, 1] = max(card, second)
            state.fronts[s] = 2
    return at


@kernel
def bury(view, rules, state, at):
    """Folded hands: those among the discards, and those that a reshuffle has put into the pile."""
    state.discards |= take(state, at, view.buried)
    in_pile = view.left - count(view.pile_known) if view.reshuffled == 1 else 0
    k, end = at, at + view.buried + in_pile
    for s in range(rules.players):
        if view.folded[s] == 1:
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
