"""Arcana's deck: cards nobody has seen have no identity until chance settles it; up to ten positions are known.

The endless decks and the packs whose cards return at once are nothing but weights (AR-1.5) and the window of known positions.
Packs whose cards stay what they are (`unfix_mode: conceal`) are a real deck and a heap, and the window says what lies face up.

A known position is one number, a *slot*: card, the seat that planted or revealed it, the depth a Sword planted it at (0: Cups),
and whether only that seat has seen it. A card drawn from the deck is a slot too; without the mark KNOWN it was unknown before.

Chance (AR-1.8): u(g, t, j) is the j-th number of the stream (DEAL, t + 1, 0), which `state.dice` follows through the turn.
"""

import numpy as np

from simlab.bits import deposit, select
from simlab.contract.duplicate import chance_of
from simlab.games.arcana.ranking.multiset import EMPTY, KINDS, RANKS, SUIT, copies, kinds, load, plus, store
from simlab.games.arcana.rules import LAYERS, RING, WINDOW, DeckModel, UnfixMode
from simlab.jit import kernel
from simlab.masks import bit, count, first, full, without_first
from simlab.rng import Purpose, shuffle, start, uniform

KNOWN = 1 << 16
PRIVATE = 1 << 15
CARD = 63
UNSEEN = 63  # in a view: the card of a slot that only somebody else has seen
BY_AT, PLANTED_AT = 6, 9
FACE_UP, FACE_DOWN = np.int64(1), np.int64(0)  # how a card goes to the heap
NO_CARDS, ONE, TWO = np.int64(0), np.int64(1), np.int64(2)
LANES = tuple(np.int64(SUIT * suit) for suit in range(4))
EVERY_FOURTH = np.int64(sum(1 << 4 * rank for rank in range(SUIT)))
ENDLESS = 1 << 30  # cards in an endless deck


@kernel
def slot(card, by, planted, private):
    known = KNOWN | np.int64(card) | np.int64(by) << BY_AT | np.int64(planted) << PLANTED_AT
    return known | PRIVATE if private else known


@kernel
def card_in(slot):
    return slot & CARD


@kernel
def by_in(slot):
    return slot >> BY_AT & 7


@kernel
def planted_in(slot):
    return slot >> PLANTED_AT & 15


@kernel
def is_private(slot):
    return slot & PRIVATE != 0


@kernel
def is_unseen(slot):
    """In a view: somebody else knows this card."""
    return slot & CARD == UNSEEN


@kernel
def shows_card(slot):
    return slot != 0 and not is_unseen(slot)


@kernel
def lying(state, depth):
    """What is known of the card at this depth, 1 the top: a slot, or 0. (A ring: moving all cards up is one step of its head.)"""
    return state.window[(state.head + depth - 1) % RING] + 0


@kernel
def lay(state, depth, slot):
    state.window[(state.head + depth - 1) % RING] = slot


@kernel
def concealed(rules):
    return rules.deck_model == DeckModel.FINITE and rules.unfix_mode == UnfixMode.CONCEAL


# ---- weights


@kernel
def lay_out(state, rules):
    """Nothing is fixed yet; packs whose cards stay what they are begin as a heap."""
    state.weights = rules.damped[0] * KINDS
    if concealed(rules):
        for card in range(KINDS):
            state.heap[card] = rules.deck_copies
        state.n_heap = KINDS * rules.deck_copies


@kernel
def fix(state, rules, card):
    """One copy more has a settled place (AR-1.3)."""
    copies = state.fixed[card] + 1
    state.fixed[card] = copies
    if copies < LAYERS:
        state.layer[copies] |= bit(card)
        state.weights -= rules.taken[copies]


@kernel
def fix_all(state, rules, cards):
    """The same for all cards of a handful, at once where none of them is fixed yet and no two are alike."""
    mask, (_, b, c, d, e) = kinds(cards), cards
    if b | c | d | e | state.layer[1] & mask != 0:
        fix_each(state, rules, cards)
        return
    state.layer[1] |= mask
    state.weights -= rules.taken[1] * count(mask)
    while mask != 0:
        state.fixed[first(mask)] = 1
        mask = without_first(mask)


@kernel
def fix_each(state, rules, cards):
    mask = kinds(cards)
    while mask != 0:
        for _ in range(copies(cards, first(mask))):
            fix(state, rules, first(mask))
        mask = without_first(mask)


@kernel
def unfix(state, rules, card):
    """The card vanishes from play (AR-1.4)."""
    copies = state.fixed[card]
    state.fixed[card] = copies - 1
    if copies < LAYERS:
        state.layer[copies] &= ~bit(card)
        state.weights += rules.taken[copies]


@kernel
def unfix_all(state, rules, cards):
    mask = kinds(cards)
    while mask != 0:
        for _ in range(copies(cards, first(mask))):
            unfix(state, rules, first(mask))
        mask = without_first(mask)


@kernel
def follow(state, rules, turn):
    """Chance of this turn (-1: the opening) from its beginning."""
    state.shuffles = 0
    start(state.dice, state.key, Purpose.DEAL, chance_of(state, turn, rules.players) + 1, 0)


@kernel
def settle(state, rules):
    """Chance gives an unknown card its identity: the smallest id whose cumulative weight exceeds u * W (AR-1.8)."""
    return identity(state, rules, uniform(state.dice))


@kernel
def identity(state, rules, u):
    total = state.weights if rules.exact else plain_sum(state, rules)
    if total <= 0.0:
        return rarest(state, u)
    goal = u * total
    if goal >= total:
        return last_possible(state, rules)
    return nearby(state, rules, u, goal) if rules.exact else plainly(state, rules, goal)


@kernel
def weight_upto(state, rules, card):
    """The weights of cards 0 .. card: what they would be with nothing fixed, less what each layer of copies takes away."""
    upto = full(card + 1)
    weight, copies = rules.damped[0] * (card + 1), 1
    while copies < LAYERS and state.layer[copies] != 0:
        weight -= rules.taken[copies] * count(state.layer[copies] & upto)
        copies += 1
    return weight


@kernel
def nearby(state, rules, u, goal):
    """The first card whose cumulative weight exceeds the goal: seldom more than a few steps from u of all cards."""
    card = int(u * KINDS)
    reached = weight_upto(state, rules, card)
    while reached <= goal:
        card += 1
        reached += weight_of(state, rules, card)
    while reached - weight_of(state, rules, card) > goal:
        reached -= weight_of(state, rules, card)
        card -= 1
    return card


@kernel
def weight_of(state, rules, card):
    return rules.damped[state.fixed[card]]


@kernel
def plain_sum(state, rules):
    """Weights that are rounded are added one by one, in rising order of the cards."""
    total = 0.0
    for card in range(KINDS):
        total += weight_of(state, rules, card)
    return total


@kernel
def plainly(state, rules, goal):
    reached = 0.0
    for card in range(KINDS):
        reached += weight_of(state, rules, card)
        if reached > goal:
            return card
    return last_possible(state, rules)


@kernel
def last_possible(state, rules):
    """Rounding left no card: the last of positive weight (AR-1.9)."""
    card = KINDS - 1
    while weight_of(state, rules, card) <= 0.0:
        card -= 1
    return card


@kernel
def rarest(state, u):
    """No card has any weight: those with the fewest fixed copies come, each as likely (AR-1.9)."""
    fewest, n = state.fixed[0], 0
    for card in range(KINDS):
        if state.fixed[card] < fewest:
            fewest, n = state.fixed[card], 0
        n += state.fixed[card] == fewest
    goal, passed, last = u * n, 0, 0
    for card in range(KINDS):
        if state.fixed[card] == fewest:
            passed, last = passed + 1, card
            if passed > goal:
                break
    return last


# ---- several cards at once


@kernel
def fix_likely(state, rules, dice, n):
    """So many unknown cards, one after the other as chance would settle them, each fixed. Returns the handful."""
    cards = EMPTY
    if rules.taken[1] == 0.5 and rules.taken[2] == 0.25 and state.layer[3] == 0:
        cards, n = fix_by_quarters(state, rules, dice, n)
    for _ in range(n):
        card = identity(state, rules, uniform(dice))
        cards = plus(cards, card)
        fix(state, rules, card)
    return cards


@kernel
def fix_by_quarters(state, rules, dice, n):
    """The same where weights are 1, 1/2 and 1/4, until a card comes a third time; how many are left then.

    What is fixed stays at hand, and nothing depends on a guess: steps from card to card were mispredicted, and took twice as long.
    """
    once, twice, weight, third = state.layer[1], state.layer[2], 4.0 * state.weights, -1
    ends, new, twins = suit_ends(once, twice), NO_CARDS, NO_CARDS
    while n > 0 and third < 0:
        number = int(uniform(dice) * weight)  # weights have few digits: the product is never rounded up to one
        card = in_quarter(number, ends, once, twice)
        n -= 1
        if twice & bit(card) != 0:
            third = card
        else:
            state.fixed[card] += 1
            again = once & bit(card)
            weight -= 2.0 if again == 0 else 1.0
            ends = shortened(ends, number, TWO if again == 0 else ONE)
            once, twice = once | bit(card), twice | again
            new, twins = new ^ bit(card), twins | new & bit(card)
    state.layer[1], state.layer[2], state.weights = once, twice, 0.25 * weight
    cards = new, twins, NO_CARDS, NO_CARDS, NO_CARDS
    if third >= 0:
        fix(state, rules, third)
        cards = plus(cards, third)
    return cards, n


@kernel
def in_quarter(number, ends, once, twice):
    """The card in which the quarter of this number lies, when all weights are laid end to end."""
    a, b, c = ends
    lane = select(number < a, LANES[0], select(number < b, LANES[1], select(number < c, LANES[2], LANES[3])))
    before = select(number < a, LANES[0], select(number < b, a, select(number < c, b, c)))
    halves = deposit(~once >> lane & RANKS, EVERY_FOURTH << 2)
    laid = EVERY_FOURTH | deposit(~twice >> lane & RANKS, EVERY_FOURTH << 1) | halves | halves << 1
    return lane + (first(deposit(bit(number - before), laid)) >> 2)


@kernel
def suit_ends(once, twice):
    """Quarters of the first suit, of the first two, of the first three."""
    a = quarters(once, twice)
    b = a + quarters(once >> SUIT, twice >> SUIT)
    return a, b, b + quarters(once >> 2 * SUIT, twice >> 2 * SUIT)


@kernel
def shortened(ends, number, fewer):
    """The same when the suit of this quarter has so many fewer."""
    a, b, c = ends
    return a - select(number < a, fewer, LANES[0]), b - select(number < b, fewer, LANES[0]), c - select(number < c, fewer, LANES[0])


@kernel
def quarters(once, twice):
    """Of the suit in the lowest lane: four of a card, two where it is fixed once, one where twice."""
    return 4 * SUIT - 2 * count(once & RANKS) - count(twice & RANKS)


# ---- drawing


@kernel
def deck_size(state, rules):
    """Cards that can still be drawn (AR-6.11)."""
    if rules.deck_model != DeckModel.FINITE:
        return ENDLESS
    if rules.unfix_mode == UnfixMode.CONCEAL:
        return state.n_deck + state.n_heap
    return KINDS * rules.deck_copies - state.out


@kernel
def take(state, rules):
    """The card at position 1, known or settled now; all known positions move up (AR-1.7). There must be one."""
    top = lying(state, 1)
    state.window[state.head] = 0
    state.head = (state.head + 1) % RING
    if concealed(rules):
        if state.n_deck == 0:
            shuffle_heap(state)
        state.n_deck -= 1
        card = state.deck[state.n_deck] + 0
        return top if top != 0 else card
    return top if top != 0 else settle(state, rules)


@kernel
def shuffle_heap(state):
    """A new deck from the heap, stream (AUX, turn + 1, number of the shuffle); the first card of the order lies on top."""
    n = 0
    for card in range(KINDS):
        for _ in range(state.heap[card]):
            state.deck[n] = card
            n += 1
        state.heap[card] = 0
    start(state.dice, state.key, Purpose.AUX, state.turn + 1, state.shuffles)
    shuffle(state.deck[:n], state.dice)
    for k in range(n // 2):
        state.deck[k], state.deck[n - 1 - k] = state.deck[n - 1 - k], state.deck[k]
    state.n_deck, state.n_heap = n, 0
    state.shuffles += 1
    store(state.heap_seen, EMPTY)


# ---- what discards do to it


@kernel
def plant(state, rules, card, depth, by):
    """Put the card so that it is the depth-th from the top (AR-6.2), or at the bottom of a shorter deck (AR-6.10); the depth it got."""
    size = state.n_deck if concealed(rules) else deck_size(state, rules)
    depth = min(depth, size + 1)
    for deeper in range(WINDOW, depth, -1):
        lay(state, deeper, lying(state, deeper - 1))
    lay(state, depth, slot(card, by, depth, False))
    if concealed(rules):
        for k in range(depth - 1):
            state.deck[state.n_deck - k] = state.deck[state.n_deck - k - 1]
        state.deck[state.n_deck - depth + 1] = card
        state.n_deck += 1
    return depth


@kernel
def reveal(state, rules, depth, by, private):
    """Cups on an unknown position: its card is settled and seen (AR-6.4)."""
    card = state.deck[state.n_deck - depth] + 0 if concealed(rules) else settle(state, rules)
    lay(state, depth, slot(card, by, 0, private))
    fix(state, rules, card)


@kernel
def erase(state, rules, depth):
    """Cups on a known position: the card leaves for an unknown place, known cards below move up (AR-6.5)."""
    unfix(state, rules, card_in(lying(state, depth)))
    lay(state, depth, 0)
    if rules.cups_shift and not concealed(rules):
        for higher in range(depth, WINDOW):
            lay(state, higher, lying(state, higher + 1))
        lay(state, WINDOW, 0)


@kernel
def bury(state, rules, card, face):
    """A card that is no longer fixed anywhere: gone, or on the heap."""
    if not concealed(rules):
        return
    state.heap[card] += 1
    state.n_heap += 1
    if face == FACE_UP:
        store(state.heap_seen, plus(load(state.heap_seen), card))
