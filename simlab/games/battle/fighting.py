"""The battle rounds (BA-5): whose turn it is, what he may do, and the kinds that nobody can stop (BA-6.1 to BA-6.6).

A turn is chosen in stages (BA-3.2): the kind, then the pair, the number N or the card it is done with. Flips and attacks go on in
`attacks.py`, where they find a target, and in `answers.py`, where the others are asked.
"""

from simlab.bits import popcount
from simlab.games.battle.attacks import aim, ask_target, hidden_by_others, shown_by_others
from simlab.games.battle.cards import NOTHING, ONE, bit, can_dig, nth_slot, number, sums
from simlab.games.battle.flow import ask_at, ask_one_of, begin_round, end_turn, laps
from simlab.games.battle.leads import end_game, lead_at_start
from simlab.games.battle.log import log_kind, log_nth, log_used
from simlab.games.battle.moves import PERMUTATIONS, discard, draw, raise_to_top, reorder, take_out
from simlab.games.battle.rules import GROUP, BattleOrder, DiscardOrder, DiscardTo, End, Kind, Point, Then
from simlab.games.battle.tally import note_kind, note_nth, note_turn
from simlab.games.battle.targets import attacks, usable
from simlab.jit import kernel
from simlab.masks import nth
from simlab.ranking.scalar import multiplicities


@kernel
def begin_battle(state, rules):
    lead_at_start(state, rules)
    state.turn = 0
    state.then = Then.TURN


@kernel
def next_battle_turn(state, rules):
    """So many rounds, one turn for each seat in each; then the hands are compared (BA-5.1, BA-9.5)."""
    clear_action(state)
    state.then = Then.WAIT
    if state.turn == rules.battle_rounds * rules.players:
        end_game(state, rules)
        return
    lap = laps(state.turn, rules.players)
    state.actor = battle_seat(lap, state.turn - lap * rules.players, rules)
    state.turn += 1
    begin_round(state, rules.draw_rounds + lap + 1)
    aim(state, rules)
    kinds = legal_kinds(state, rules)
    note_turn(state, rules, kinds)
    ask_at(state, Point.KIND, state.actor, kinds)


@kernel
def clear_action(state):
    """Nothing is done yet, to nobody."""
    state.kind = -1
    state.used = -1
    state.target_seat = -1
    state.target_slot = -1
    state.asked = 0
    state.choice = 0
    state.discards = 0


@kernel
def battle_seat(lap, place, rules):
    """Whose turn it is (BA-5.2)."""
    if rules.battle_order == BattleOrder.REVERSED:
        return rules.players - 1 - place
    if rules.battle_order == BattleOrder.ROTATE:
        return (lap + place) % rules.players
    return place


# ---- the kind


@kernel
def legal_kinds(state, rules):
    """Kinds that can be completed (BA-5.8), as bits."""
    seat = state.actor
    own, up = state.held[seat], state.shown[seat]
    twice, thrice = multiplicities(own)[1:3]
    kinds = attacks(own, state.tops, state.bottoms, shown_by_others(state, seat), rules)  # BA-7
    if state.left > 0:  # BA-6.10
        kinds |= ONE << Kind.DRAW_TOP  # BA-6.4
        kinds |= kind_if(twice != 0, Kind.PAIR_DRAW)  # BA-6.1
        kinds |= kind_if(thrice != 0, Kind.TRIPLE_DRAW)  # BA-6.2
        kinds |= kind_if(can_dig(up, state.left, rules), Kind.DRAW_NTH)  # BA-6.5
    if up != 0:
        kinds |= ONE << Kind.TURN_DOWN  # BA-6.6
    if own != up and hidden_by_others(state, seat) != 0:
        kinds |= ONE << Kind.FLIP  # BA-6.9
    kinds &= ~rules.barred
    if rules.may_pass == 1 or kinds == 0:
        kinds |= ONE << Kind.PASS  # BA-5.4
    return kinds


@kernel
def kind_if(test, kind):
    """The bit of a kind, without a branch: chance decides."""
    return (ONE if test else NOTHING) << kind


@kernel
def choose_kind(state, rules, kind):
    seat = state.actor
    state.kind = kind
    log_kind(state)
    note_kind(state)
    if kind == Kind.PASS:
        end_turn(state, rules, End.NOT_INTERRUPTIBLE)
    elif kind == Kind.DRAW_TOP:
        draw(state, rules, seat, 1)  # BA-6.4
        end_turn(state, rules, End.NOT_INTERRUPTIBLE)
    elif kind == Kind.PAIR_DRAW or kind == Kind.TRIPLE_DRAW:
        ask_one_of(state, Point.GROUP, seat, groups(state.held[seat], kind))
    elif kind == Kind.DRAW_NTH:
        state.choice = sums(state.shown[seat], state.left, rules)
        ask_one_of(state, Point.NTH, seat, popcount(state.choice))
    else:
        state.choice = cards_for(state, rules, kind)
        ask_one_of(state, Point.CARD, seat, popcount(state.choice))


@kernel
def cards_for(state, rules, kind):
    """Own cards that this kind may be done with."""
    seat = state.actor
    own, up = state.held[seat], state.shown[seat]
    if kind == Kind.TURN_DOWN:  # BA-6.6
        return up
    if kind == Kind.FLIP:  # BA-6.9
        return own & ~up
    return usable(kind, own, state.tops, state.bottoms, shown_by_others(state, seat), rules)


@kernel
def choose_card(state, rules, action):
    seat = state.actor
    state.used = state.row[seat, nth_slot(state.row[seat], state.size[seat], state.choice, action)]
    if state.kind == Kind.TURN_DOWN:
        turn_down(state, rules)
    else:
        ask_target(state, rules)


@kernel
def turn_down(state, rules):
    """BA-6.6. Who knows the card still does."""
    state.shown[state.actor] &= ~bit(state.used)
    log_used(state)
    end_turn(state, rules, End.NOT_INTERRUPTIBLE)


# ---- digging for the N-th card


@kernel
def dig(state, rules, action):
    """BA-6.5: N is a sum of own face-up numbers."""
    n = nth(state.choice, action)
    log_nth(state, n)
    raise_to_top(state, n)
    note_nth(state, rules, n, (state.known.pile[state.top] >> state.actor) & 1)
    draw(state, rules, state.actor, 1)
    end_turn(state, rules, End.NOT_INTERRUPTIBLE)


# ---- exchanging a pair or three of a kind


@kernel
def group_size(kind):
    return 2 if kind == Kind.PAIR_DRAW else 3


@kernel
def groups(own, kind):
    """How many pairs or triples of equal number a row has."""
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
    """The order of discarding is chosen (BA-8.4)."""
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
