"""Moving cards in battle: rows, pile, discards, and who knows what lies where (section 4).

Knowledge lies beside the card, at its place: a bit for each seat. All counts and places are public, so everybody follows a card whose
place he knows.
"""

from simlab.games.battle.cards import bit
from simlab.games.battle.rules import PILE, DiscardTo, DrawFacing, Point
from simlab.games.mechanics.turns import ask
from simlab.jit import kernel
from simlab.masks import full, single

WRAP = PILE - 1


@kernel
def everyone(rules):
    return (1 << rules.players) - 1


@kernel
def ask_at(state, point, seat, mask):
    state.point = point
    ask(state, seat, mask)
    if point <= Point.FACING and not single(mask):
        state.tally.n_draw_decisions += 1


@kernel
def ask_one_of(state, point, seat, count):
    """Actions 0 .. count-1."""
    ask_at(state, point, seat, full(count))


@kernel
def lay(state, seat, card, known):
    """Put a card face down at the end of a row."""
    slot = state.size[seat]
    state.row[seat, slot] = card
    state.known[seat, slot] = known
    state.held[seat] |= bit(card)
    state.size[seat] = slot + 1


@kernel
def show(state, rules, seat, slot):
    state.known[seat, slot] = everyone(rules)
    state.shown[seat] |= bit(state.row[seat, slot])


@kernel
def take_out(state, seat, slot):
    """Take a card out of a row; later slots move up by one (BA-7.14)."""
    card = state.row[seat, slot]
    last = state.size[seat] - 1
    for i in range(slot, last):
        state.row[seat, i] = state.row[seat, i + 1]
        state.known[seat, i] = state.known[seat, i + 1]
    state.row[seat, last] = 0
    state.known[seat, last] = 0
    state.held[seat] &= ~bit(card)
    state.shown[seat] &= ~bit(card)
    state.size[seat] = last
    return card


@kernel
def put_under(state, card, known):
    """Put a card under the pile."""
    place = (state.top + state.left) & WRAP
    state.pile[place] = card
    state.pile_known[place] = known
    state.left += 1


@kernel
def take_top(state):
    place = state.top
    card = state.pile[place]
    state.pile[place] = 0
    state.pile_known[place] = 0
    state.top = (place + 1) & WRAP
    state.left -= 1
    return card


@kernel
def discard(state, rules, card):
    """A battle discard: everybody sees it (BA-5.9); it goes under the pile, or out of the game (BA-8.2)."""
    state.log_gone[state.turn - 1] |= bit(card)
    if rules.discard_to == DiscardTo.OUT:
        state.out |= bit(card)
    else:
        put_under(state, card, everyone(rules))


@kernel
def raise_to_top(state, n):
    """Bring the n-th card of the pile to the top; the order of the rest is unchanged (BA-6.5a)."""
    for i in range(n - 1, 0, -1):
        here, above = (state.top + i) & WRAP, (state.top + i - 1) & WRAP
        state.pile[here], state.pile[above] = state.pile[above], state.pile[here]
        state.pile_known[here], state.pile_known[above] = state.pile_known[above], state.pile_known[here]


@kernel
def draw(state, rules, seat, count):
    """Draw in battle: who knew the card knows what was taken; a short pile gives what it has (BA-6.3, BA-6.10)."""
    for _ in range(min(count, state.left)):
        known = state.pile_known[state.top] | (1 << seat)
        lay(state, seat, take_top(state), known)
        if rules.battle_draw_facing == DrawFacing.UP:
            show_now(state, rules, seat, state.size[seat] - 1)


@kernel
def show_now(state, rules, seat, slot):
    """Turn up a card in a battle turn."""
    show(state, rules, seat, slot)
    state.log_shown[state.turn - 1] |= bit(state.row[seat, slot])


@kernel
def reorder(cards, n, code):
    """Put the first n entries into their permutation number `code`, in lexicographic order."""
    ways = 1
    for i in range(2, n):
        ways *= i
    for i in range(n - 1):
        ahead = code // ways
        code -= ahead * ways
        card = cards[i + ahead]
        for j in range(i + ahead, i, -1):
            cards[j] = cards[j - 1]
        cards[i] = card
        ways //= max(1, n - 1 - i)


@kernel
def permutations(n):
    """How many orders n cards have."""
    ways = 1
    for i in range(2, n + 1):
        ways *= i
    return ways
