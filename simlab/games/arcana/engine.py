"""Arcana: how it is played. The deck is in deck.py, the showdown in showdown.py, what seats see in sight.py."""

import numpy as np

from simlab.contract.duplicate import moved_back
from simlab.contract.turns import ask, begin, seat_on
from simlab.games.arcana.deck import (
    FACE_DOWN,
    FACE_UP,
    KNOWN,
    bury,
    by_in,
    card_in,
    deck_size,
    erase,
    fix,
    follow,
    is_private,
    lay_out,
    lying,
    plant,
    planted_in,
    reveal,
    take,
    unfix,
)
from simlab.games.arcana.ranking.multiset import EMPTY, HAND, ONE, SUIT, copies, kinds, load, minus, plus, store
from simlab.games.arcana.rules import (
    NONE,
    OUTCOME,
    ROUND,
    RULES,
    STATE,
    VIEW,
    ActingSeats,
    Action,
    Convert,
    CupsReveal,
    DeckModel,
    EndMode,
    Point,
    Suit,
    WandSource,
)
from simlab.games.arcana.showdown import best_value, exchange, game_won, showdown, stop, target_reached
from simlab.games.arcana.view import imagine, observe
from simlab.jit import kernel
from simlab.masks import bit, first, without_first

__all__ = ["OUTCOME", "ROUND", "RULES", "STATE", "VIEW", "imagine", "legal", "observe", "reset", "step"]


@kernel
def reset(state, rules, key):
    begin(state, key)
    state.top = NONE
    state.due_turn = NONE
    state.turn = -1
    lay_out(state, rules)
    follow(state, rules, -1)
    open_table(state, rules)
    begin_deal(state, rules)
    begin_turn(state, rules)


@kernel
def open_table(state, rules):
    """Opening hands, one simultaneous draw, seat-major (AR-2.2); perhaps a first top of the pile (AR-2.4)."""
    for seat in range(rules.players):
        for _ in range(rules.start_hand):
            card = take(state, rules)
            get(state, moved_back(state, seat, rules.players), card)
            settled(state, rules, card)
    renew(state, rules)
    state.tally.max_hand = rules.start_hand
    if rules.start_discard and deck_size(state, rules) > 0:
        state.top = take(state, rules)
        state.out += 1
        fix(state, rules, state.top)


@kernel
def legal(state, rules):
    return state.legal


@kernel
def step(state, rules, action):
    if state.point == Point.MAIN:
        act(state, rules, action)
    elif state.point == Point.SUBMIT_PICK:
        pick(state, rules, action - Action.CARD)
    elif state.point == Point.DISCARD_PICK:
        discard(state, rules, action - Action.CARD)
    else:
        trim(state, rules, action - Action.CARD)


@kernel
def act(state, rules, action):
    seat = state.seat
    if action == Action.END:
        close_window(state, rules)
    elif action == Action.SUBMIT:
        ask_card(state, Point.SUBMIT_PICK)
    elif action == Action.DISCARD:
        draw(state, rules, seat, ONE)  # AR-5.2
        renew(state, rules)
        ask_card(state, Point.DISCARD_PICK)
    elif action == Action.CONVERT:
        exchange(state, rules, seat, 1)
        if target_reached(state, rules):  # AR-10.4
            stop(state, rules)
        else:
            ask_main(state, rules, seat)
    else:
        state.extra_left[seat] -= action
        draw(state, rules, seat, action)  # AR-4.2
        renew(state, rules)
        ask_main(state, rules, seat)


# ---- what may be done


@kernel
def ask_main(state, rules, seat):
    state.point = Point.MAIN
    ask(state, seat, main_actions(state, rules, seat))


@kernel
def ask_card(state, point):
    """A card of the hand; copies of one card are one action."""
    state.point = point
    ask(state, state.seat, kinds(load(state.hand[state.seat])) << Action.CARD)


@kernel
def main_actions(state, rules, seat):
    left = deck_size(state, rules) > 0  # AR-6.11
    mask = bit(Action.END)
    if left and state.extra_left[seat] >= 1:
        mask |= bit(Action.DRAW1)
        if state.extra_left[seat] >= 2 and rules.simultaneous_draw:
            mask |= bit(Action.DRAW2)
    if not state.discarded[seat]:  # AR-5.1, AR-7.2
        if may_submit(state, rules, seat):
            mask |= bit(Action.SUBMIT)
        if (rules.discard_after_submit or not state.submitted[seat]) and (left or state.hand_size[seat] > 0):
            mask |= bit(Action.DISCARD)
    if rules.convert == Convert.MANUAL and state.coins[seat] >= rules.coins_per_point:
        mask |= bit(Action.CONVERT)
    return mask


@kernel
def may_submit(state, rules, seat):
    """AR-7.1, AR-7.4, AR-7.6."""
    if state.hand_size[seat] < HAND or state.bids[seat] >= rules.max_submissions_per_deal:
        return False
    return state.pot >= rules.min_pot_to_submit


# ---- the course of the game


@kernel
def begin_deal(state, rules):
    state.deal_start = state.turn + 1
    state.pot += rules.ante


@kernel
def begin_turn(state, rules):
    state.turn += 1
    state.round = state.deals + 1
    state.tally.turns += 1
    follow(state, rules, state.turn)
    state.owner = seat_on(state.owner, 1, rules.players) if state.turn > 0 else 0  # AR-2.6
    state.place = 0
    for seat in range(rules.players):
        state.extra_left[seat] = 0
        state.discarded[seat] = 0
        state.submitted[seat] = 0
    state.extra_left[state.owner] = rules.extra_draws
    ask_main(state, rules, state.owner)


@kernel
def actors(rules):
    """How many seats act in a turn (AR-3.1)."""
    return rules.players if rules.acting_seats == ActingSeats.ALL else 1


@kernel
def seat_at(state, rules, place):
    return seat_on(state.owner, place, rules.players)


@kernel
def close_window(state, rules):
    state.place += 1
    if state.place < actors(rules):
        ask_main(state, rules, seat_at(state, rules, state.place))
    else:
        close_turn(state, rules)


@kernel
def close_turn(state, rules):
    """The order of AR-3.4: showdown, game-end test, showdown draws, trim."""
    if state.due_turn == state.turn:
        bidders, n = order_of_bidders(state), state.n_bidders
        showdown(state, rules)
        if game_won(state, rules):
            stop(state, rules)
            return
        for k in range(n):  # all in one draw, the earliest bidder first (AR-8.7)
            draw(state, rules, bidders >> 4 * k & 15, rules.showdown_draw)
        renew(state, rules)
        begin_deal(state, rules)  # AR-8.8
    state.place = 0
    ask_for_trim(state, rules)


@kernel
def order_of_bidders(state):
    """Seats in the order of their bids, four bits each."""
    order = 0
    for k in range(state.n_bidders):
        order |= state.bidders[k] << 4 * k
    return order


@kernel
def ask_for_trim(state, rules):
    while state.place < actors(rules):
        state.seat = seat_at(state, rules, state.place)
        if state.hand_size[state.seat] > rules.hand_limit:
            ask_card(state, Point.TRIM)
            return
        state.place += 1
    finish_turn(state, rules)


@kernel
def finish_turn(state, rules):
    """The next turn, or the cap (AR-11.3)."""
    if state.turn + 1 < rules.max_turns_per_seat * rules.players:
        begin_turn(state, rules)
        return
    state.tally.capped = rules.end_mode != EndMode.TURNS  # AR-11.7
    if state.n_bidders > 0:
        showdown(state, rules)  # AR-11.4, AR-11.6
    stop(state, rules)


# ---- cards moving


@kernel
def get(state, seat, card):
    store(state.hand[seat], plus(load(state.hand[seat]), card))
    state.hand_size[seat] += 1
    state.out += 1


@kernel
def give(state, seat, card):
    store(state.hand[seat], minus(load(state.hand[seat]), card))
    state.hand_size[seat] -= 1


@kernel
def draw(state, rules, seat, n):
    """Cards of one simultaneous draw, deck order; an exhausted deck yields none (AR-6.10). `renew` follows the last."""
    for _ in range(n):
        if deck_size(state, rules) > 0:
            receive(state, rules, seat, take(state, rules))


@kernel
def settled(state, rules, card):
    """A card came out of the unknown. Packs renew their weights at once, endless decks after the draw (AR-1.6)."""
    if rules.deck_model == DeckModel.FINITE:
        fix(state, rules, card)
    else:
        state.drawn[state.n_drawn] = card
        state.n_drawn += 1


@kernel
def renew(state, rules):
    for k in range(state.n_drawn):
        fix(state, rules, state.drawn[k])
        state.drawn[k] = 0
    state.n_drawn = 0


@kernel
def receive(state, rules, seat, slot):
    """A drawn card comes to hand."""
    slot = np.int64(slot)  # a card out of an array is an int8 with the JIT off
    card = card_in(slot)
    hold(state, seat, card)
    state.tally.draws += 1
    if slot & KNOWN == 0:
        settled(state, rules, card)
        return
    state.tally.known_draws += 1
    note_fate(state, seat == by_in(slot), planted_in(slot))
    if not is_private(slot):  # AR-14.6
        note_taken(state, seat, card)


@kernel
def note_fate(state, own, planted):
    """Who drew the card that a Sword planted or Cups revealed."""
    if planted > 0 and own:
        state.tally.plants_self[planted - 1] += 1
    elif planted > 0:
        state.tally.plants_opp[planted - 1] += 1
    elif own:
        state.tally.cups_self += 1
    else:
        state.tally.cups_opp += 1


@kernel
def note_taken(state, seat, card):
    """Everybody saw it come (AR-14.4)."""
    store(state.seen[seat], plus(load(state.seen[seat]), card))


@kernel
def hold(state, seat, card):
    get(state, seat, card)
    state.tally.max_hand = max(state.tally.max_hand, state.hand_size[seat])


@kernel
def pick(state, rules, card):
    """One of the five of a submission."""
    seat = state.seat
    give(state, seat, card)
    store(state.picks, plus(load(state.picks), card))
    state.n_picks += 1
    if state.n_picks < HAND:
        ask_card(state, Point.SUBMIT_PICK)
        return
    submit(state, rules, seat)
    ask_main(state, rules, seat)


@kernel
def submit(state, rules, seat):
    """The five are unfixed but recorded (AR-7.3); the first bid of the deal sets the showdown (AR-8.1)."""
    if state.n_bidders == 0:
        state.due_turn = state.turn + rules.response_turns
    if state.bids[seat] == 0:
        if state.n_bidders == 0:
            state.tally.first_subs[seat] += 1
        else:
            state.tally.answers[seat] += 1
        state.bidders[state.n_bidders] = seat
        state.n_bidders += 1
    state.bids[seat] += 1
    state.submitted[seat] = 1
    lay_down_picks(state, rules, seat)
    store(state.seen[seat], EMPTY)  # AR-14.4


@kernel
def lay_down_picks(state, rules, seat):
    cards, mask = load(state.picks), kinds(load(state.picks))
    bid = load(state.bid[seat])
    while mask != 0:
        card = first(mask)
        for _ in range(copies(cards, card)):
            unfix(state, rules, card)
            bid = plus(bid, card)
        mask = without_first(mask)
    store(state.bid[seat], bid)
    store(state.picks, EMPTY)
    state.n_picks = 0
    state.out -= HAND


@kernel
def trim(state, rules, card):
    """Given up unseen (AR-9.1)."""
    seat = state.seat
    give(state, seat, card)
    leave(state, rules, card, FACE_DOWN)
    store(state.seen[seat], EMPTY)  # AR-14.4
    state.tally.trims += 1
    ask_for_trim(state, rules)


@kernel
def leave(state, rules, card, face):
    """A fixed card goes out of play."""
    state.out -= 1
    unfix(state, rules, card)
    bury(state, rules, card, face)


# ---- discards


@kernel
def discard(state, rules, card):
    """Effect first, then the card lands and what is left below it is unfixed (AR-5.3, AR-5.4)."""
    seat = state.seat
    give(state, seat, card)  # laid, but still counted as fixed and out of the deck (AR-5.7)
    state.discarded[seat] = 1
    state.tally.discards_suit[card // SUIT] += 1
    seen = load(state.seen[seat])
    if copies(seen, card) > 0:
        store(state.seen[seat], minus(seen, card))
    effect(state, rules, seat, card)
    if state.top != NONE:
        leave(state, rules, state.top, FACE_UP)
    state.top = card
    ask_main(state, rules, seat)


@kernel
def effect(state, rules, seat, card):
    """The suit acts, compulsorily and once (AR-6.9)."""
    suit = card // SUIT
    if suit == Suit.COINS:
        state.pot += rules.coins_of[card]
        state.tally.coins_in_pot[seat] += rules.coins_of[card]
    elif suit == Suit.SWORDS and rules.swords_effect:
        sword(state, rules, seat, rules.depth_of[card])
    elif suit == Suit.WANDS and rules.wands_effect:
        wand(state, rules, seat)
    elif suit == Suit.CUPS and rules.cups_effect:
        cup(state, rules, seat, rules.depth_of[card])


@kernel
def sword(state, rules, seat, depth):
    """The previous top goes into the deck (AR-6.2)."""
    if state.top == NONE:
        return  # AR-6.8
    depth = plant(state, rules, state.top, depth, seat)
    state.tally.plants[depth - 1] += 1
    state.top = NONE
    state.out -= 1


@kernel
def wand(state, rules, seat):
    """The previous top, or the deck's (AR-6.12), comes to hand (AR-6.3)."""
    from_deck = rules.wand_source == WandSource.DECK
    if (from_deck and deck_size(state, rules) == 0) or (not from_deck and state.top == NONE):
        return  # AR-6.8, AR-6.10
    without = best_value(load(state.hand[seat]), state.hand_size[seat], rules)
    if from_deck:
        slot = take(state, rules)
        taken = card_in(slot)
        receive(state, rules, seat, slot)
        renew(state, rules)
    else:
        taken = state.top + 0
        state.top = NONE
        state.out -= 1
        hold(state, seat, taken)
        note_taken(state, seat, taken)
    state.tally.wand_takes += 1
    state.tally.wand_takes_wand += taken // SUIT == Suit.WANDS
    state.tally.wand_helped += best_value(load(state.hand[seat]), state.hand_size[seat], rules) > without


@kernel
def cup(state, rules, seat, depth):
    """Reveal an unknown card of the deck, or erase a known one (AR-6.4, AR-6.5)."""
    if depth > within_reach(state, rules):
        return  # AR-6.10
    slot = lying(state, depth)
    if slot == 0:
        reveal(state, rules, depth, seat, rules.cups_reveal == CupsReveal.PRIVATE)
        state.tally.cups_fix += 1
        return
    erase(state, rules, depth)
    state.tally.cups_unfix += 1
    if planted_in(slot) > 0:
        state.tally.plants_lost[planted_in(slot) - 1] += 1


@kernel
def within_reach(state, rules):
    """The deepest position there is; the heap has none."""
    return deck_size(state, rules) - state.n_heap
