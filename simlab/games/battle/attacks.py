"""Flips and attacks (BA-6.7, BA-7): a card of one's own, a target in another row, and what happens if nobody stops it."""

from simlab.bits import popcount, select
from simlab.contract.columns import SEATS
from simlab.contract.turns import seat_on
from simlab.games.battle.cards import NOTHING, alike, bit, nth_slot, slot_of
from simlab.games.battle.flow import ask_one_of, end_turn
from simlab.games.battle.log import log_target, log_used
from simlab.games.battle.moves import discard, everyone, lay, set_slot, show_now, take_out
from simlab.games.battle.rules import End, Kind, Point, Then
from simlab.games.battle.tally import note_target
from simlab.games.battle.targets import reach, unprotected
from simlab.jit import kernel


@kernel
def is_swap(kind):
    return Kind.SWAP_HIGH <= kind <= Kind.SWAP_SAME


@kernel
def is_kill(kind):
    return Kind.KILL_HIGH <= kind <= Kind.KILL_SAME


@kernel
def is_steal(kind):
    return kind >= Kind.STEAL_HIGH


# ---- what lies in front of the others


@kernel
def shown_by_others(state, seat):
    """All face-up cards but one's own. Every seat is added, one's own as nothing: a loop with a known end and no branch."""
    cards = NOTHING
    for other in range(SEATS):
        cards |= select(other != seat, state.shown[other], NOTHING)
    return cards


@kernel
def hidden_by_others(state, seat):
    cards = NOTHING
    for other in range(SEATS):
        cards |= select(other != seat, state.held[other] & ~state.shown[other], NOTHING)
    return cards


@kernel
def aim(state, rules):
    """Which cards of the others nothing protects (BA-7.11), when a turn begins."""
    free_above, free_below = NOTHING, NOTHING
    for seat in range(rules.players):
        shown = select(seat != state.actor, state.shown[seat], NOTHING)
        tops, bottoms = unprotected(state.held[seat], shown, rules)
        free_above |= tops
        free_below |= bottoms
    state.tops = free_above
    state.bottoms = free_below


# ---- the target


@kernel
def ask_target(state, rules):
    """Any hidden card of another (BA-6.9), or what the attack reaches (BA-7)."""
    seat = state.actor
    if state.kind == Kind.FLIP:
        state.choice = hidden_by_others(state, seat)
    else:
        state.choice = reach(state.kind, state.used, state.held[seat], state.tops, state.bottoms, shown_by_others(state, seat), rules)
    ask_one_of(state, Point.TARGET, seat, popcount(state.choice))


@kernel
def declare(state, rules, action):
    """The action is named: its card is turned up (BA-5.9), a steal proves its supports, then the others may answer."""
    seat = state.actor
    choose_target(state, rules, action)
    log_used(state)
    log_target(state)
    note_target(state, rules)
    if state.shown[seat] & bit(state.used) == 0:
        show_now(state, rules, seat, slot_of(state.row[seat], state.used))
    if is_steal(state.kind) and rules.steal_reveal_support == 1:
        prove_supports(state, rules)
    state.then = Then.ASK


@kernel
def choose_target(state, rules, action):
    """Target number `action`: seats clockwise from the actor's left, slots ascending."""
    seat = state.actor
    while True:
        seat = seat_on(seat, 1, rules.players)
        count = popcount(state.held[seat] & state.choice)
        if action < count:
            break
        action -= count
    state.target_seat = seat
    state.target_slot = nth_slot(state.row[seat], state.size[seat], state.choice, action)


@kernel
def target(state):
    return state.row[state.target_seat, state.target_slot]


@kernel
def prove_supports(state, rules):
    """Turn up hidden supports, lowest slot first, until enough are shown (BA-7.10)."""
    seat = state.actor
    needed = rules.steal_high_support if state.kind == Kind.STEAL_HIGH else rules.steal_low_support
    supports = state.held[seat] & alike(target(state), rules)  # BA-7.9
    if rules.steal_support_includes_spent == 0:
        supports &= ~bit(state.used)
    missing = needed - popcount(supports & state.shown[seat])
    for slot in range(state.size[seat]):
        if missing > 0 and supports & ~state.shown[seat] & bit(state.row[seat, slot]) != 0:
            show_now(state, rules, seat, slot)
            missing -= 1


# ---- the effect


@kernel
def go_through(state, rules):
    """Nobody stopped it."""
    me, other = state.actor, state.target_seat
    if state.kind == Kind.FLIP:
        show_now(state, rules, other, state.target_slot)  # BA-6.7
    elif is_swap(state.kind):
        swap(state, me, slot_of(state.row[me], state.used), other, state.target_slot)
    else:
        kill_or_steal(state, rules, me, other)
    end_turn(state, rules, End.WENT_THROUGH)


@kernel
def swap(state, me, slot, other, there):
    """Both cards are face up and take each other's slot (BA-7.1 to BA-7.3, BA-7.14)."""
    a, t = state.row[me, slot], state.row[other, there]
    known = state.known.row[me, slot]  # everybody
    set_slot(state, me, slot, t, known)
    set_slot(state, other, there, a, known)
    both = bit(a) | bit(t)
    state.held[me] ^= both
    state.shown[me] ^= both
    state.held[other] ^= both
    state.shown[other] ^= both


@kernel
def kill_or_steal(state, rules, me, other):
    """The used card is discarded; the target too, under it (BA-7.4 to BA-7.6, BA-7.15), or it is taken (BA-7.7, BA-7.8)."""
    a = take_out(state, me, slot_of(state.row[me], state.used))
    t = take_out(state, other, state.target_slot)
    discard(state, rules, a)
    if is_kill(state.kind):
        discard(state, rules, t)
    else:
        lay(state, me, t, everyone(rules))
        state.shown[me] |= bit(t)
