"""The Major Arcana: how one comes to the table, what it does at once, and the choices it asks for."""

import numpy as np

from simlab.bits import cold, ctz, popcount
from simlab.contract.duplicate import chance_of, is_duplicate
from simlab.games.fortune.cards import bury, exchange, give, give_up, take, turn_wheel
from simlab.games.fortune.chips import burn, come_back, left_of, unfolded
from simlab.games.fortune.hands import card_at, place_of
from simlab.games.fortune.rules import (
    HAND,
    LANE,
    MAJOR,
    PAGES,
    Arcana,
    PageTrigger,
    Point,
    Window,
    WorldLastRound,
    WorldPlace,
)
from simlab.jit import kernel
from simlab.masks import bit, full
from simlab.rng import Purpose, below, shuffle, start

# By Arcana, none first: the point at which players choose when it comes, whether it bends the betting; and a set, what acts at once.
POINTS = np.array([getattr(Point, arcana.name, Point.NONE) for arcana in Arcana], np.int32)
POINTS[Arcana.NONE + 1] = POINTS[Arcana.MOON + 1] = Point.NONE  # the Moon's is the end of the round
BENDS_BETS = np.array([arcana in (Arcana.DEVIL, Arcana.JUSTICE, Arcana.HANGED_MAN) for arcana in Arcana], np.int32)
AT_ONCE = sum(1 << arcana + 1 for arcana in (Arcana.EMPRESS, Arcana.WHEEL, Arcana.TOWER, Arcana.MOON))

# ---- the Arcana deck


@kernel
def first_place(others, world_place):
    """The highest place, from 0, that the World may have among so many others (FO-1.4, FO-6.9)."""
    if world_place == WorldPlace.SMALLER_HALF:
        return others - others // 2
    if world_place == WorldPlace.LARGER_HALF:
        return others // 2
    return others if world_place == WorldPlace.BOTTOM else 0


@kernel
def shuffle_arcana(state, rules):
    """The others in any order, the World in any place it may have (FO-1.5)."""
    others = rules.n_arcana
    for place in range(MAJOR):
        state.arcana_deck[place] = rules.arcana[place]
    start(state.dice, state.key, Purpose.ORDER, 0, 0)
    shuffle(state.arcana_deck[:others], state.dice)
    state.arcana_size = others
    state.tally.world_pos = -1
    if rules.arcana_enabled[Arcana.WORLD] == 1:
        first = first_place(others, rules.world_place)
        place = first + below(state.dice, others - first + 1)
        insert_world(state, place)
        state.tally.world_pos = place + 1


@kernel
def insert_world(state, place):
    for k in range(state.arcana_size, place, -1):
        state.arcana_deck[k] = state.arcana_deck[k - 1]
    state.arcana_deck[place] = Arcana.WORLD
    state.arcana_size += 1


# ---- an Arcana is turned over


@kernel
def turn_over(state, rules, window):
    """Test the trigger on the cards newly received and turn over the Arcana it calls (FO-2.4, FO-2.11, FO-6)."""
    table, trigger = state.table, rules.trigger[window]
    if trigger == PageTrigger.NEVER:
        force_arcana(table, rules, window)
        return
    if table.window != Window.NONE or state.arcana_top == state.arcana_size:  # FO-6.2, FO-6.8
        return
    holder = page_holder(state, trigger)
    if holder < 0:
        return
    table.shown_by = holder
    table.shown_page = ctz(state.fresh[holder] & PAGES)  # FO-6.3
    table.window = window
    next_arcana(state, rules)


@kernel
def force_arcana(table, rules, window):
    """The one that the rules name, if this is its window (FO-6.10)."""
    if rules.forced_arcana >= 0 and rules.forced_window == window:
        table.arcana = rules.forced_arcana
        table.window = window


@kernel
def page_holder(state, trigger):
    """Who received the Page that calls an Arcana (FO-6.1), -1 nobody. A folded player has received nothing (FO-6.6)."""
    if trigger != PageTrigger.ANY_HAND:
        return state.table.dealer if state.fresh[state.table.dealer] & PAGES != 0 else -1
    for k in range(state.bets.seated):
        seat = state.bets.order[k]
        if state.fresh[seat] & PAGES != 0:
            return seat
    return -1


@kernel
def bring_own(state, rules):
    """In a duplicate each round of a lap has an Arcana of its own put by, the same wherever the lap begins. The World keeps its place."""
    own, lap = chance_of(state, state.round - 1, rules.players) % rules.players, (state.round - 1) // rules.players
    taken = state.turned & 63 if state.turned >> 6 == lap else 0
    state.turned = lap << 6 | taken | 1 << own
    deck, top = state.arcana_deck, state.arcana_top
    if deck[top] == Arcana.WORLD:
        return
    place = top + 0
    for _ in range(own - popcount(taken & ((1 << own) - 1))):
        after = place + 2 if place + 1 < state.arcana_size and deck[place + 1] == Arcana.WORLD else place + 1
        place = after if after < state.arcana_size else place
    while place > top:
        above = place - 2 if deck[place - 1] == Arcana.WORLD else place - 1
        deck[place], deck[above] = deck[above], deck[place]
        place = above


@kernel
def next_arcana(state, rules):
    cold()
    table = state.table
    if is_duplicate(state):
        bring_own(state, rules)
    card = state.arcana_deck[state.arcana_top] + 0
    state.arcana_top += 1
    table.arcana = card
    table.gone |= bit(card)
    if table.hierophant == 1 and card != Arcana.WORLD and rules.hierophant_cancels == 1:  # FO-4.5, FO-6.7
        table.cancelled = 1
    table.hierophant = 1 if card == Arcana.HIEROPHANT else 0
    state.tally.arcana_drawn += 1
    state.tally.arcana_cancelled += table.cancelled
    if card == Arcana.WORLD:  # FO-4.21
        table.last_round = state.round + (1 if rules.world_last_round == WorldLastRound.NEXT else 0)


# ---- its effect


@kernel
def begin_effect(state, rules):
    """What happens at once; sets the point at which players choose, if there is one."""
    cold()
    table = state.table
    arcana = -1 if table.cancelled == 1 else table.arcana
    table.force = arcana
    table.point = POINTS[arcana + 1]
    table.bent = BENDS_BETS[arcana + 1]
    if AT_ONCE & bit(arcana + 1) == 0:
        return
    if arcana == Arcana.EMPRESS:
        deal_sixth(state)
    elif arcana == Arcana.WHEEL:
        turn_wheel(state, rules)
    elif arcana == Arcana.MOON:
        deal_moons(state)
    else:
        table.burnt = burn(state.bets, rules.tower_quarters)  # FO-4.16
        table.lost += table.burnt


@kernel
def deal_sixth(state):
    """A sixth card for every player (FO-4.3)."""
    for k in range(state.bets.seated):
        seat = state.bets.order[k]
        if state.bets.folded & bit(seat) == 0:
            give(state, seat)


@kernel
def deal_moons(state):
    """A card for every player that nobody may look at (FO-4.18)."""
    for k in range(state.bets.seated):
        seat = state.bets.order[k]
        if state.bets.folded & bit(seat) == 0:
            state.moon[seat] = take(state)
            if state.moon[seat] >= 0:
                state.table.moons |= bit(seat)


@kernel
def effect_choices(state, rules, seat):
    """What a seat may choose at the Arcana's point; 0 when it is not asked."""
    cold()
    point, bets = state.table.point, state.bets
    folded = bets.folded & bit(seat) != 0
    if point == Point.JUDGEMENT:  # FO-4.20: needs the full price
        return full(2) if folded and bets.stack[seat] >= rules.judgement_price * rules.ante else full(0)
    if folded:
        return full(0)
    if point == Point.MAGICIAN:
        return full(4)
    extra = 1 if point == Point.STAR or point == Point.MOON else 0
    return full(state.table.held[seat] + extra)


@kernel
def choose_effect(state, rules, seat, action):
    cold()
    point = state.table.point
    if point == Point.MAGICIAN:
        guess_suit(state, seat, action)
    elif point == Point.TEMPERANCE:
        state.table.parted[seat] = 1
        give_up(state, seat, card_at(state.hand[seat], action))  # FO-4.14
    elif point == Point.STAR:
        if action < state.table.held[seat]:
            state.table.parted[seat] = 1
            exchange(state, seat, card_at(state.hand[seat], action), 1)  # FO-4.17
    elif point == Point.JUDGEMENT:
        if action == 1:
            return_to_round(state, rules, seat)
    elif action < state.table.held[seat]:  # shown, passed or exchanged when all have chosen
        state.chosen[seat] = place_of(card_at(state.hand[seat], action))


@kernel
def guess_suit(state, seat, suit):
    """Right: the card joins the hand, face up. Wrong: it is discarded (FO-4.1)."""
    place = take(state)
    if place < 0:
        return
    card = bit(place)
    if place // LANE == suit:
        state.hand[seat] |= card
        state.table.held[seat] += 1
        state.table.open[seat] |= card
        state.now.magician_hits += 1
    else:
        state.pile |= card
        state.table.misses |= card
        state.table.misses_buried |= card


@kernel
def return_to_round(state, rules, seat):
    """A new ante, five new cards, and a part in everything that is in the pot (FO-4.20)."""
    come_back(state.bets, seat, rules.judgement_price * rules.ante)
    exchange(state, seat, state.hand[seat], HAND)
    state.now.reentries += 1
    state.broke |= bit(seat) & ~state.bets.able


@kernel
def end_effect(state, rules):
    """All have chosen."""
    cold()
    point = state.table.point
    if point == Point.PRIESTESS:
        show_chosen(state)
    elif point == Point.CHARIOT:
        pass_chosen(state)
    elif point == Point.TEMPERANCE:
        for _ in range(rules.temperance_flops):
            place = take(state)
            if place >= 0:
                state.table.flops |= bit(place)
    elif point == Point.MOON:
        exchange_moons(state)


@kernel
def show_chosen(state):
    """Shown together (FO-4.2)."""
    for k in range(state.bets.seated):
        seat = state.bets.order[k]
        if state.chosen[seat] >= 0:
            state.table.open[seat] |= bit(state.chosen[seat])
            state.chosen[seat] = -1


@kernel
def pass_chosen(state):
    """To the next unfolded player on the left, all at once (FO-4.7)."""
    riders = unfolded(state.bets)
    state.table.riders = riders
    for k in range(state.bets.seated):
        seat = state.bets.order[k]
        if riders & bit(seat) == 0:
            continue
        left, card = left_of(seat, riders), bit(state.chosen[seat])
        state.hand[seat] &= ~card
        state.hand[left] |= card
        state.passed[seat] = state.chosen[seat]
        state.received[left] = state.chosen[seat]
        state.chosen[seat] = -1


@kernel
def exchange_moons(state):
    """Hand cards for Moon cards, revealed together (FO-4.18)."""
    for k in range(state.bets.seated):
        seat = state.bets.order[k]
        if state.chosen[seat] < 0:
            continue
        card, moon = bit(state.chosen[seat]), bit(state.moon[seat])
        state.hand[seat] = (state.hand[seat] & ~card) | moon
        bury(state, seat, card)
        state.moon[seat] = -1
        state.chosen[seat] = -1
        state.table.moons &= ~bit(seat)


@kernel
def remaining_arcana(gone, rules):
    """Enabled Arcana not yet turned over, as a mask."""
    left = np.int64(0)
    for card in range(MAJOR):
        if rules.arcana_enabled[card] == 1 and gone & bit(card) == 0:
            left |= bit(card)
    return left
