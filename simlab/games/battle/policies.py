"""Rule-of-thumb players of battle: `basic` and what becomes of it without one of its means.

`basic` keeps what fits, swaps and digs for gain, exchanges what it does not need, kills the leader, else draws. At each stage of a
turn it works out again what it is about to do, among the actions of the kind under way: nothing changes in between.
"""

from enum import IntEnum

import numpy as np

from simlab.bits import cold, popcount
from simlab.contract.policy import Param, Policy
from simlab.contract.turns import seat_on
from simlab.games.battle.cards import NOTHING, ONE, bit, number, same_number, same_suit, slot_of, sums
from simlab.games.battle.rules import PASS, PILE, Kind, Point
from simlab.games.battle.scoring import value
from simlab.games.battle.targets import reach
from simlab.jit import kernel
from simlab.masks import can, first
from simlab.ranking.hands import category
from simlab.ranking.scalar import rank

NEVER = 10  # `allin_min` above every hand
NO_PLAN = -1
STAGE = 64  # a plan is kind + STAGE * (what to use + STAGE * what to aim at)
SWAPS = (ONE << Kind.SWAP_HIGH) | (ONE << Kind.SWAP_LOW) | (ONE << Kind.SWAP_SAME)
KILLS = (ONE << Kind.KILL_HIGH) | (ONE << Kind.KILL_LOW) | (ONE << Kind.KILL_SAME)
STEALS = (ONE << Kind.STEAL_HIGH) | (ONE << Kind.STEAL_LOW)


class Option(IntEnum):
    """Parameters of `basic`."""

    ALLIN_MIN = 0
    DIG = 1
    FULL_BATTLE = 2
    AVOID = 3
    MEMORY = 4
    RESPOND = 5


@kernel
def basic(view, rules, me, table):
    point = view.point
    if point == Point.KEEP:
        return keep(view, rules, me)
    if point == Point.FACING:
        return face(view, rules)
    if point == Point.RESPOND:
        return respond(view, rules, me) if me.params[Option.RESPOND] != 0 else PASS
    if point == Point.ALLIN:
        return 1 if me.params[Option.ALLIN_MIN] == 0 else 0
    if point == Point.ORDER or point == Point.STACK:
        return 0
    return follow(view, rules, me, plan(view, rules, me))


# ---- drawing


@kernel
def keep(view, rules, me):
    """All-in with a good hand; else the card that fits best: by number twice, by suit once; then the higher, then the earlier."""
    drawn = NOTHING
    for i in range(view.drawn_n):
        drawn |= bit(view.drawn[i])
    if can(view.legal, rules.draw_size) and category(rank(drawn, rules.order)) >= me.params[Option.ALLIN_MIN]:
        return np.int64(rules.draw_size)
    best, most = np.int64(0), -1
    for i in range(view.drawn_n):
        card = view.drawn[i]
        fit = 2 * popcount(view.own & same_number(card)) + popcount(view.own & same_suit(card))
        if 16 * fit + number(card) > most:
            best, most = np.int64(i), 16 * fit + number(card)
    return best


@kernel
def face(view, rules):
    """Leave all down where allowed; else turn up the hidden card of the lowest number."""
    hidden = view.own & ~view.shown[view.seat]
    if popcount(hidden) <= rules.max_facedown:
        return np.int64(0)
    best, least, n = np.int64(0), 99, 0
    for slot in range(view.size[view.seat]):
        card = view.seen.row[view.seat, slot]
        if hidden & bit(card) != 0:
            if number(card) < least:
                best, least = np.int64(n), number(card)
            n += 1
    return best


# ---- a battle turn


@kernel
def plan(view, rules, me):
    """Kind, card and target of the first rule that yields something, among the kinds that are open here."""
    kinds = view.legal if view.point == Point.KIND else ONE << view.kind
    if view.point == Point.KIND or rules.may_pass == 0:  # else a kind that it avoids was begun by somebody who searches
        kinds &= ~np.int64(me.params[Option.AVOID])
    if me.params[Option.FULL_BATTLE] == 0:
        return NO_PLAN
    pool = shown_outside(view, rules, view.seat)
    now = value(view.own, pool, rules)
    found = NO_PLAN
    if kinds & (SWAPS | STEALS) != 0:
        found = gain(view, rules, kinds, pool, now)
    if found == NO_PLAN and can(kinds, Kind.DRAW_NTH) and me.params[Option.DIG] != 0 and me.params[Option.MEMORY] != 0:
        found = known_dig(view, rules, pool, now)
    if found == NO_PLAN:
        found = exchange(view, rules, kinds, pool, now)
    if found == NO_PLAN and kinds & KILLS != 0:
        found = kill_leader(view, rules, me, kinds, pool, now)
    return found


@kernel
def follow(view, rules, me, planned):
    """The action that carries the plan on."""
    point = view.point
    if planned == NO_PLAN:
        return otherwise(view, me) if point == Point.KIND else np.int64(0)
    if point == Point.KIND:
        return planned % STAGE
    use, aim = (planned // STAGE) % STAGE, planned // (STAGE * STAGE)
    if point == Point.NTH:
        return popcount(view.choice & ((ONE << use) - 1))
    if point == Point.GROUP:
        return use
    if point == Point.CARD:
        return place_in_row(view, view.seat, use)
    return place_of_target(view, rules, aim)


@kernel
def otherwise(view, me):
    """Rule 5: draw, else pass, else take what comes first."""
    avoided = np.int64(me.params[Option.AVOID])
    if can(view.legal & ~avoided, Kind.DRAW_TOP):
        return Kind.DRAW_TOP
    return first(view.legal)  # pass where it is legal


@kernel
def place_in_row(view, owner, card):
    """How many cards of the choice lie before this one in its row."""
    before = 0
    for slot in range(slot_of(view.seen.row[owner], card)):
        if view.seen.row[owner, slot] >= 0 and view.choice & bit(view.seen.row[owner, slot]) != 0:
            before += 1
    return np.int64(before)


@kernel
def place_of_target(view, rules, card):
    """The number of a target: seats clockwise from the left, slots ascending."""
    before = np.int64(0)
    for step in range(1, rules.players):
        owner = seat_on(view.seat, step, rules.players)
        if view.shown[owner] & bit(card) != 0:
            return before + place_in_row(view, owner, card)
        before += popcount(view.choice & view.shown[owner])
    return np.int64(0)


@kernel
def shown_outside(view, rules, seat):
    """All face-up cards that do not lie in this seat's row."""
    cards = NOTHING
    for owner in range(rules.players):
        if owner != seat:
            cards |= view.shown[owner]
    return cards


@kernel
def known_cards(view, me, owner):
    """Cards of a row that this seat can name."""
    cards = view.shown[owner]
    if me.params[Option.MEMORY] != 0:
        for slot in range(view.size[owner]):
            if view.seen.row[owner, slot] >= 0:
                cards |= bit(view.seen.row[owner, slot])
    return cards


@kernel
def first_target(view, rules, targets):
    """The first of these targets: clockwise from the left, slots ascending. Asked of equal ones only, which are few."""
    cold()
    for step in range(1, rules.players):
        owner = seat_on(view.seat, step, rules.players)
        if targets & view.shown[owner] != 0:
            for slot in range(view.size[owner]):
                card = np.int64(view.seen.row[owner, slot])
                if card >= 0 and targets & bit(card) != 0:
                    return card
    return np.int64(NO_PLAN)


@kernel
def targets_of(view, rules, kind, card, pool):
    """Targets of an attack with this card; once the card is chosen, of that card alone."""
    if view.used >= 0 and view.used != card:
        return NOTHING
    return reach(kind, card, view.own, view.tops, view.bottoms, pool, rules)


@kernel
def gain(view, rules, kinds, pool, now):
    """Rule 1: the swap or steal that lifts the own hand most."""
    found, most = NO_PLAN, now
    for kind in (Kind.SWAP_HIGH, Kind.SWAP_LOW, Kind.SWAP_SAME, Kind.STEAL_HIGH, Kind.STEAL_LOW):
        if not can(kinds, kind):
            continue
        for slot in range(view.size[view.seat]):
            card = np.int64(view.seen.row[view.seat, slot])
            targets = targets_of(view, rules, kind, card, pool)
            left = bit(card) if kind <= Kind.SWAP_SAME else NOTHING
            best, equal = most, NOTHING
            while targets != 0:
                t = targets & -targets
                targets ^= t
                reached = value((view.own & ~bit(card)) | t, (pool & ~t) | left, rules)
                if reached >= best:
                    best, equal = reached, (equal | t) if reached == best else t
            if best > most:
                found, most = kind + STAGE * (card + STAGE * first_target(view, rules, equal)), best
    return found


@kernel
def known_dig(view, rules, pool, now):
    """Rule 2: the remembered pile card that lifts the own hand most."""
    found, most = NO_PLAN, now
    reachable = sums(view.shown[view.seat], view.left, rules)
    while reachable != 0:
        n = first(reachable)
        reachable &= reachable - 1
        card = view.seen.pile[(view.top + n - 1) & (PILE - 1)]
        if card >= 0:
            reached = value(view.own | bit(card), pool, rules)
            if reached > most:
                found, most = Kind.DRAW_NTH + STAGE * n, reached
    return found


@kernel
def exchange(view, rules, kinds, pool, now):
    """Rule 3: the first triple, else the first pair, that the own hand does not need."""
    size = view.size[view.seat]
    row = view.seen.row[view.seat]
    for kind in (Kind.TRIPLE_DRAW, Kind.PAIR_DRAW):
        if not can(kinds, kind):
            continue
        n = 0
        for i in range(size):
            for j in range(i + 1, size):
                if number(row[i]) != number(row[j]):
                    continue
                for k in range(j + 1, size if kind == Kind.TRIPLE_DRAW else j + 2):
                    group = bit(row[i]) | bit(row[j])
                    if kind == Kind.TRIPLE_DRAW:
                        if number(row[k]) != number(row[i]):
                            continue
                        group |= bit(row[k])
                    if value(view.own & ~group, pool, rules) == now:
                        return kind + STAGE * n
                    n += 1
    return NO_PLAN


@kernel
def kill_leader(view, rules, me, kinds, pool, now):
    """Rule 4: the kill that hurts the leading opponent most and the own hand not at all."""
    leader, least = leading_opponent(view, rules, me)
    if least <= now:
        return NO_PLAN
    found = NO_PLAN
    cards, lent = known_cards(view, me, leader), shown_outside(view, rules, leader)
    for kind in (Kind.KILL_HIGH, Kind.KILL_LOW, Kind.KILL_SAME):
        if not can(kinds, kind):
            continue
        for slot in range(view.size[view.seat]):
            card = np.int64(view.seen.row[view.seat, slot])
            targets = targets_of(view, rules, kind, card, pool) & view.shown[leader]
            worst, equal = least, NOTHING
            while targets != 0:
                t = targets & -targets
                targets ^= t
                left = value(cards & ~t, lent & ~bit(card), rules)
                if left < least and left <= worst and value(view.own & ~bit(card), pool & ~t, rules) >= now:
                    worst, equal = left, (equal | t) if left == worst else t
            if worst < least:
                found, least = kind + STAGE * (card + STAGE * first_target(view, rules, equal)), worst
    return found


@kernel
def leading_opponent(view, rules, me):
    """The opponent with the best hand as far as this seat knows, the first clockwise among equals; and that hand."""
    leader, most = view.seat, np.int64(-1)
    for step in range(1, rules.players):
        other = seat_on(view.seat, step, rules.players)
        strength = value(known_cards(view, me, other), shown_outside(view, rules, other), rules)
        if strength > most:
            leader, most = other, strength
    return leader, most


# ---- answers


@kernel
def respond(view, rules, me):
    pool = shown_outside(view, rules, view.seat)
    targeted = view.target_seat == view.seat
    if view.kind == Kind.FLIP:
        return first_spare(view, rules, pool) if targeted else PASS
    if targeted:
        return defend(view, rules, pool)
    return interfere(view, rules, me, pool)


@kernel
def first_spare(view, rules, pool):
    """The first matching card that the own hand does not need."""
    now = value(view.own, pool, rules)
    n = 1 + popcount(view.choice)
    for slot in range(view.size[view.seat]):
        card = bit(view.seen.row[view.seat, slot])
        if view.discards & card != 0:
            if value(view.own & ~card, pool, rules) == now:
                return n
            n += 1
    return np.int64(PASS)


@kernel
def defend(view, rules, pool):
    """Reveal a protector; else discard where that beats letting it through."""
    if view.choice != 0:
        return np.int64(1)
    a, t = bit(view.used), bit(view.seen.row[view.seat, view.target_slot])
    own, kind = view.own & ~t, ONE << view.kind
    pool &= ~a
    most = value(own | (a if kind & SWAPS != 0 else NOTHING), pool | (NOTHING if kind & KILLS != 0 else t), rules)
    best, n = np.int64(PASS), np.int64(1)
    for slot in range(view.size[view.seat]):
        card = bit(view.seen.row[view.seat, slot])
        if view.discards & card != 0:
            reached = value(view.own & ~card, pool, rules)
            if reached > most:
                best, most = n, reached
            n += 1
    return best


@kernel
def interfere(view, rules, me, pool):
    """A bystander spends a spare card on a swap or steal that would put the actor ahead of it."""
    kind = ONE << view.kind
    if kind & KILLS != 0:
        return np.int64(PASS)
    a, t = bit(view.used), bit(view.seen.row[view.target_seat, view.target_slot])
    cards = (known_cards(view, me, view.actor) & ~a) | t
    lent = (shown_outside(view, rules, view.actor) & ~t) | (a if kind & SWAPS != 0 else NOTHING)
    if value(cards, lent, rules) > value(view.own, pool, rules):
        return first_spare(view, rules, pool)
    return np.int64(PASS)


ATTACKS = sum(1 << kind for kind in Kind if kind >= Kind.FLIP)


def options(**changed: float) -> tuple[Param, ...]:
    """Parameters of `basic`, some with another default."""
    given = {"allin_min": 5, "dig": 1, "full_battle": 1, "avoid": 0, "memory": 1, "respond": 1, **changed}
    return (
        Param("allin_min", given["allin_min"], "lowest hand that goes all-in: 0 high card .. 5 flush .. 9 royal flush, 10 never", 0, NEVER),
        Param("dig", given["dig"], "digs for pile cards it knows (1) or never (0)", 0, 1),
        Param("full_battle", given["full_battle"], "plays all kinds of action (1) or only draws (0)", 0, 1),
        Param("avoid", given["avoid"], "kinds of action it never plans, as a sum of 2 to the power of their codes", 0, 2**15 - 1),
        Param("memory", given["memory"], "remembers pile cards and cards turned down (1) or not (0)", 0, 1),
        Param("respond", given["respond"], "answers actions of others (1) or always passes (0)", 0, 1),
    )


POLICIES = (
    Policy("basic", basic, "Keeps what fits, swaps and digs for gain, kills the leader, else draws.", options()),
    Policy("never_attacks", basic, "As basic, but never flips, swaps, kills or steals.", options(avoid=ATTACKS)),
    Policy("never_interrupts", basic, "As basic, but lets every action of others pass.", options(respond=0)),
    Policy("always_all_in", basic, "As basic, but lays its first five cards down whatever they are.", options(allin_min=0)),
    Policy("no_memory", basic, "As basic, but forgets what it returned to the pile and what was turned down.", options(memory=0)),
    Policy("no_nth", basic, "As basic, but never digs for the N-th pile card.", options(dig=0)),
)
