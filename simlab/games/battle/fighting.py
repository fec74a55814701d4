"""The battle rounds (BA-5 to BA-8): one action a turn, and the answers of the others to it."""

import numpy as np

from simlab.bits import popcount, select
from simlab.contract.columns import SEATS
from simlab.contract.turns import finish, laps, seat_on
from simlab.games.battle.cards import (
    HIGH,
    LOW,
    NOTHING,
    ONE,
    alike,
    attacks,
    bit,
    can_dig,
    higher,
    lower,
    nth_slot,
    number,
    reach,
    same_color,
    same_number,
    same_suit,
    slot_of,
    sums,
    unprotected,
    usable,
)
from simlab.games.battle.moves import (
    PERMUTATIONS,
    ask_at,
    ask_one_of,
    discard,
    draw,
    lay,
    raise_to_top,
    reorder,
    set_slot,
    show_now,
    take_out,
)
from simlab.games.battle.rules import (
    GROUP,
    PASS,
    Asking,
    BattleOrder,
    By,
    DiscardOrder,
    DiscardTo,
    End,
    Kind,
    Match,
    Point,
    Protection,
    Then,
)
from simlab.games.battle.scoring import alone, standings, strength
from simlab.games.battle.tally import (
    note_end,
    note_nth,
    note_start,
    note_stop,
    note_target,
    note_turn,
    write_result,
)
from simlab.jit import kernel
from simlab.masks import can, nth
from simlab.ranking.scalar import multiplicities

FROM_ABOVE = HIGH | (ONE << Kind.STEAL_HIGH)
FROM_BELOW = LOW | (ONE << Kind.STEAL_LOW)


@kernel
def judge(state, rules):
    """Who leads: when the battle begins, at its end, and where an action is stopped (with and without the answer)."""
    why = state.then
    if why == Then.BATTLE or why == Then.FINISH:
        for seat in range(rules.players):
            state.own_score[seat] = strength(state.held[seat], rules) if why == Then.BATTLE else alone(state.held[seat], rules)
    leaders = standings(state, rules, why == Then.FINISH)
    if why == Then.WOULD:
        state.lead_would = leaders
        stop(state, rules)
    elif why == Then.STOPPED:
        note_stop(state, rules, state.seat, leaders != state.lead_would)
        by_discard = End.TARGET_DISCARDED if state.seat == state.target_seat else End.OTHER_DISCARDED
        end_turn(state, rules, End.REVEALED if state.revealed == 1 else by_discard)
    elif why == Then.FINISH:
        write_result(state, rules, leaders)
        finish(state)
        state.then = Then.WAIT
    else:
        begin_battle(state, rules, leaders)


@kernel
def begin_battle(state, rules, leaders):
    state.turn = 0
    state.min_pile = state.left
    state.lead_start = leaders
    note_start(state, rules)
    state.then = Then.TURN


@kernel
def next_battle_turn(state, rules):
    state.kind = -1
    state.used = -1
    state.target_seat = -1
    state.target_slot = -1
    state.asked = 0
    state.choice = 0
    state.discards = 0
    if state.turn == rules.battle_rounds * rules.players:  # BA-5.1, BA-9.5
        state.then = Then.FINISH
        return
    state.then = Then.WAIT
    lap = laps(state.turn, rules.players)
    place = state.turn - lap * rules.players
    state.turn += 1
    if state.round != rules.draw_rounds + lap + 1:
        state.round = rules.draw_rounds + lap + 1
        state.tally.rounds += 1
    state.actor = battle_seat(lap, place, rules)
    aim(state, rules)
    kinds = legal_kinds(state, rules)
    note_turn(state, rules, kinds)
    ask_at(state, Point.KIND, state.actor, kinds)


@kernel
def battle_seat(lap, place, rules):
    """Whose turn it is in battle (BA-5.2)."""
    if rules.battle_order == BattleOrder.REVERSED:
        return rules.players - 1 - place
    if rules.battle_order == BattleOrder.ROTATE:
        return (lap + place) % rules.players
    return place


@kernel
def aim(state, rules):
    """Which cards of the others nothing protects (BA-7.11)."""
    free_above, free_below, actor = NOTHING, NOTHING, state.actor
    for seat in range(rules.players):
        tops, bottoms = unprotected(state.held[seat], state.shown[seat] & -np.int64(seat != actor), rules)
        free_above |= tops
        free_below |= bottoms
    state.tops = free_above
    state.bottoms = free_below


@kernel
def shown_by_others(state, seat):
    cards = NOTHING
    for other in range(SEATS):
        cards |= state.shown[other] & -np.int64(other != seat)
    return cards


@kernel
def hidden_by_others(state, seat):
    cards = NOTHING
    for other in range(SEATS):
        cards |= state.held[other] & ~state.shown[other] & -np.int64(other != seat)
    return cards


@kernel
def legal_kinds(state, rules):
    """Kinds that can be completed (BA-5.8), as bits."""
    seat = state.actor
    own, up = state.held[seat], state.shown[seat]
    twice, thrice = multiplicities(own)[1:3]
    kinds = attacks(own, state.tops, state.bottoms, shown_by_others(state, seat), rules)
    if state.left > 0:  # BA-6.10
        kinds |= ONE << Kind.DRAW_TOP
        kinds |= (ONE if twice != 0 else NOTHING) << Kind.PAIR_DRAW
        kinds |= (ONE if thrice != 0 else NOTHING) << Kind.TRIPLE_DRAW
        kinds |= (ONE if can_dig(up, state.left, rules) else NOTHING) << Kind.DRAW_NTH
    if up != 0:
        kinds |= ONE << Kind.TURN_DOWN
    if own != up and hidden_by_others(state, seat) != 0:  # BA-6.9
        kinds |= ONE << Kind.FLIP
    kinds &= ~rules.barred
    if rules.may_pass == 1 or kinds == 0:  # BA-5.4
        kinds |= ONE << Kind.PASS
    return kinds


@kernel
def choose_kind(state, rules, kind):
    seat = state.actor
    state.kind = kind
    state.tally.kind_used[kind] += 1
    state.log.kind[state.turn - 1] = kind
    state.log.actor[state.turn - 1] = seat
    if kind == Kind.PASS:
        end_turn(state, rules, End.NOT_INTERRUPTIBLE)
    elif kind == Kind.DRAW_TOP:
        draw(state, rules, seat, 1)
        end_turn(state, rules, End.NOT_INTERRUPTIBLE)
    elif kind == Kind.PAIR_DRAW or kind == Kind.TRIPLE_DRAW:
        ask_one_of(state, Point.GROUP, seat, groups(state.held[seat], kind))
    elif kind == Kind.DRAW_NTH:
        state.choice = sums(state.shown[seat], state.left, rules)
        ask_one_of(state, Point.NTH, seat, popcount(state.choice))
    else:
        state.choice = useful(state, rules, kind)
        ask_one_of(state, Point.CARD, seat, popcount(state.choice))


@kernel
def useful(state, rules, kind):
    """Cards that may be used for this kind."""
    seat = state.actor
    own, up = state.held[seat], state.shown[seat]
    if kind == Kind.TURN_DOWN:
        return up
    if kind == Kind.FLIP:
        return own & ~up
    others = shown_by_others(state, seat)
    if kind < Kind.STEAL_HIGH or rules.steal_support_includes_spent == 1:
        return usable(kind, own, state.tops, state.bottoms, others, rules)
    cards = NOTHING
    for slot in range(state.size[seat]):
        card = state.row[seat, slot]
        if reach(kind, card, own, state.tops, state.bottoms, others, rules) != 0:
            cards |= bit(card)
    return cards


@kernel
def end_turn(state, rules, end):
    note_end(state, rules, end)
    state.min_pile = min(state.min_pile, state.left)
    state.then = Then.TURN


# ---- draws (BA-6.1 to BA-6.6)


@kernel
def group_size(kind):
    return 2 if kind == Kind.PAIR_DRAW else 3


@kernel
def groups(own, kind):
    """Pairs or triples of equal number in a row."""
    _, twice, thrice, four = multiplicities(own)
    if kind == Kind.PAIR_DRAW:
        return popcount(twice) + 2 * popcount(thrice) + 3 * popcount(four)
    return popcount(thrice) + 3 * popcount(four)


@kernel
def choose_group(state, rules, action):
    seat = state.actor
    find_group(state, action)
    if rules.discard_order == DiscardOrder.CHOICE and rules.discard_to == DiscardTo.BOTTOM:
        ask_one_of(state, Point.STACK, seat, PERMUTATIONS[group_size(state.kind)])
        return
    sort_group(state)  # BA-8.4
    exchange(state, rules)


@kernel
def find_group(state, action):
    """The slots of pair or triple number `action`, lexicographic by slot."""
    seat, size = state.actor, state.size[state.actor]
    row = state.row[seat]
    for i in range(size):
        for j in range(i + 1, size):
            if number(row[i]) != number(row[j]):
                continue
            state.group[0] = i
            state.group[1] = j
            if state.kind == Kind.PAIR_DRAW:
                if action == 0:
                    return
                action -= 1
                continue
            for k in range(j + 1, size):
                if number(row[k]) == number(row[i]):
                    state.group[2] = k
                    if action == 0:
                        return
                    action -= 1


@kernel
def sort_group(state):
    """Lowest card first."""
    row = state.row[state.actor]
    n = group_size(state.kind)
    for i in range(1, n):
        for j in range(i, 0, -1):
            if row[state.group[j]] < row[state.group[j - 1]]:
                state.group[j], state.group[j - 1] = state.group[j - 1], state.group[j]


@kernel
def stack(state, rules, action):
    reorder(state.group, group_size(state.kind), action)
    exchange(state, rules)


@kernel
def exchange(state, rules):
    """Discard the group, the first of it uppermost, and draw (BA-6.1, BA-6.2)."""
    seat, n = state.actor, group_size(state.kind)
    for i in range(n):
        slot = state.group[i]
        discard(state, rules, take_out(state, seat, slot))
        for j in range(i + 1, n):
            if state.group[j] > slot:
                state.group[j] -= 1
    for i in range(GROUP):
        state.group[i] = 0
    draw(state, rules, seat, rules.pair_draw_count if n == 2 else rules.triple_draw_count)
    end_turn(state, rules, End.NOT_INTERRUPTIBLE)


@kernel
def dig(state, rules, action):
    """BA-6.5: the N-th card of the pile."""
    n = nth(state.choice, action)
    raise_to_top(state, n)
    state.log.n[state.turn - 1] = n
    note_nth(state, rules, n, (state.known.pile[state.top] >> state.actor) & 1)
    draw(state, rules, state.actor, 1)
    end_turn(state, rules, End.NOT_INTERRUPTIBLE)


# ---- flips and attacks (BA-6.7, BA-7)


@kernel
def choose_card(state, rules, action):
    seat = state.actor
    card = state.row[seat, nth_slot(state.row[seat], state.size[seat], state.choice, action)]
    state.used = card
    if state.kind == Kind.TURN_DOWN:  # BA-6.6
        state.shown[seat] &= ~bit(card)
        state.log.used[state.turn - 1] = card
        end_turn(state, rules, End.NOT_INTERRUPTIBLE)
        return
    if state.kind == Kind.FLIP:
        state.choice = hidden_by_others(state, seat)
    else:
        state.choice = reach(state.kind, card, state.held[seat], state.tops, state.bottoms, shown_by_others(state, seat), rules)
    ask_one_of(state, Point.TARGET, seat, popcount(state.choice))


@kernel
def declare(state, rules, action):
    """The action is named: its card is turned up, a steal proves its supports, the others may answer (BA-5.9, BA-7.10)."""
    seat = state.actor
    choose_target(state, rules, action)
    at = state.turn - 1
    state.log.used[at] = state.used
    state.log.target[at] = state.target_seat
    state.log.slot[at] = state.target_slot
    note_target(state, rules)
    if state.shown[seat] & bit(state.used) == 0:
        show_now(state, rules, seat, slot_of(state.row[seat], state.used))
    if state.kind >= Kind.STEAL_HIGH and rules.steal_reveal_support == 1:
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
    """Turn up hidden supports, lowest slot first, until enough are shown."""
    seat = state.actor
    needed = rules.steal_high_support if state.kind == Kind.STEAL_HIGH else rules.steal_low_support
    supports = state.held[seat] & alike(target(state), rules)
    if rules.steal_support_includes_spent == 0:
        supports &= ~bit(state.used)
    missing = needed - popcount(supports & state.shown[seat])
    for slot in range(state.size[seat]):
        if missing > 0 and supports & ~state.shown[seat] & bit(state.row[seat, slot]) != 0:
            show_now(state, rules, seat, slot)
            missing -= 1


# ---- answers (BA-8)


@kernel
def ask_response(state, rules):
    if state.asked == rules.players - 1:
        state.then = Then.THROUGH
        return
    state.then = Then.WAIT
    seat = responder(state, rules)
    state.asked += 1
    state.choice = reveals(state, rules, seat)
    state.discards = interrupts(state, rules, seat)
    ask_one_of(state, Point.RESPOND, seat, 1 + popcount(state.choice) + popcount(state.discards))


@kernel
def responder(state, rules):
    """The next seat to be asked (BA-8.5)."""
    step = state.asked + 1
    if rules.interrupt_order == Asking.TARGET_FIRST:
        away = seat_on(state.target_seat, rules.players - state.actor, rules.players)
        if state.asked == 0:
            step = away
        elif state.asked < away:
            step = state.asked
    return seat_on(state.actor, step, rules.players)


@kernel
def reveals(state, rules, seat):
    """Hidden cards of the target seat that protect the target (BA-8.6)."""
    if seat != state.target_seat or rules.reveal_response == 0 or rules.protection == Protection.OFF:
        return NOTHING
    hidden = state.held[seat] & ~state.shown[seat] & same_suit(target(state))
    above = select(can(FROM_ABOVE, state.kind), higher(target(state)), NOTHING)
    return hidden & select(can(FROM_BELOW, state.kind), lower(target(state)), above)


@kernel
def interrupts(state, rules, seat):
    """Cards that a seat may discard to stop the action (BA-6.8, BA-8.5, BA-8.7)."""
    if rules.interrupt_by != By.ANY and (rules.interrupt_by == By.TARGET) != (seat == state.target_seat):
        return NOTHING
    cards = state.held[seat]
    if rules.interrupt_with_target == 0:
        cards &= ~bit(target(state))
    if state.kind == Kind.FLIP:
        return cards & alike(state.used, rules)
    if rules.interrupt_match == Match.NONE:
        return NOTHING
    fitting = same_number(state.used)
    if rules.interrupt_match == Match.NUMBER_OR_SUIT:
        fitting |= same_suit(state.used)
    if rules.interrupt_match == Match.NUMBER_OR_COLOR:
        fitting |= same_color(state.used)
    return cards & fitting


@kernel
def respond(state, rules, action):
    if action == PASS:
        state.then = Then.ASK
        return
    shows = popcount(state.choice)
    state.revealed = 1 if action <= shows else 0
    cards, n = (state.choice, action - 1) if action <= shows else (state.discards, action - 1 - shows)
    state.answer = nth_slot(state.row[state.seat], state.size[state.seat], cards, n)
    pretend(state)


@kernel
def pretend(state):
    """Hold and show what actor and target seat would if the action went through."""
    me, other = state.actor, state.target_seat
    state.before[0] = state.held[me]
    state.before[1] = state.shown[me]
    state.before[2] = state.held[other]
    state.before[3] = state.shown[other]
    a, t = bit(state.used), bit(target(state))
    if state.kind == Kind.FLIP:
        state.shown[other] |= t
    else:
        gain = NOTHING if is_kill(state.kind) else t
        loss = a if is_swap(state.kind) else NOTHING
        state.held[me] = (state.held[me] & ~a) | gain
        state.shown[me] = (state.shown[me] & ~a) | gain
        state.held[other] = (state.held[other] & ~t) | loss
        state.shown[other] = (state.shown[other] & ~t) | loss
    state.then = Then.WOULD


@kernel
def is_swap(kind):
    return Kind.SWAP_HIGH <= kind <= Kind.SWAP_SAME


@kernel
def is_kill(kind):
    return Kind.KILL_HIGH <= kind <= Kind.KILL_SAME


@kernel
def stop(state, rules):
    """The answering card first, then the used card under it; a flip costs its actor nothing but the turn (BA-8.10)."""
    state.held[state.actor] = state.before[0]
    state.shown[state.actor] = state.before[1]
    state.held[state.target_seat] = state.before[2]
    state.shown[state.target_seat] = state.before[3]
    seat, slot, at = state.seat, state.answer, state.turn - 1
    state.log.stopper[at] = seat
    state.log.answer[at] = state.row[seat, slot]
    if state.revealed == 1:
        show_now(state, rules, seat, slot)
    else:
        discard(state, rules, take_out(state, seat, slot))
    if state.kind != Kind.FLIP:
        discard(state, rules, take_out(state, state.actor, slot_of(state.row[state.actor], state.used)))
    state.then = Then.STOPPED


@kernel
def go_through(state, rules):
    """Nobody stopped it: the effect of BA-6.7 and BA-7."""
    me, other = state.actor, state.target_seat
    if state.kind == Kind.FLIP:
        show_now(state, rules, other, state.target_slot)
    elif is_swap(state.kind):
        swap(state, me, slot_of(state.row[me], state.used), other, state.target_slot)
    else:
        a = take_out(state, me, slot_of(state.row[me], state.used))
        t = take_out(state, other, state.target_slot)
        discard(state, rules, a)  # BA-7.15
        if is_kill(state.kind):
            discard(state, rules, t)
        else:
            lay(state, me, t, (1 << rules.players) - 1)
            state.shown[me] |= bit(t)
    end_turn(state, rules, End.WENT_THROUGH)


@kernel
def swap(state, me, slot, other, there):
    """Both cards are face up and take each other's slot (BA-7.14)."""
    a, t = state.row[me, slot], state.row[other, there]
    known = state.known.row[me, slot]  # everybody
    set_slot(state, me, slot, t, known)
    set_slot(state, other, there, a, known)
    both = bit(a) | bit(t)
    state.held[me] ^= both
    state.shown[me] ^= both
    state.held[other] ^= both
    state.shown[other] ^= both
