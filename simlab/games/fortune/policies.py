"""Rule-of-thumb players of tarot draw poker.

`basic` keeps made hands, bets good ones and folds bad ones, looking at its own cards only. The others are `basic` with one
habit: comparing them with it shows what that habit costs.
"""

from enum import IntEnum

import numpy as np

from simlab.bits import clz, popcount
from simlab.contract.policy import Param, Policy
from simlab.games.fortune.hands import in_force, order_under, slot_of, slots_of, strength
from simlab.games.fortune.rules import LANE, PAGES, SUITS, Arcana, Bet, Phase, Point
from simlab.jit import kernel
from simlab.masks import bit, can
from simlab.ranking.hands import HAND, RANK_BITS, Category, category
from simlab.ranking.permute import permute, unpermute
from simlab.ranking.scalar import RANKS, highest, keep, multiplicities, rank_placed

GOOD_DRAW = 4  # cards of one suit or run that are worth drawing to


class By(IntEnum):
    """Parameters of the players, in their order."""

    KEEP_VALUE = 0
    BIG_PAIR = 1
    RAISE_CAP = 2
    DIVISOR_2 = 3
    DIVISOR_1 = 4
    RETURN_POT = 5
    RETURN_STACK = 6
    HABIT = 7


class Habit(IntEnum):
    """What tells a player from `basic`. One compiled function serves all of them."""

    NONE = 0
    NEVER_FOLDS = 1
    NEVER_RAISES = 2
    IGNORES_ARCANA = 3
    NEVER_DISCARDS_PAGE = 4


@kernel
def thumb(view, rules, me, table):
    """`basic`, or `basic` with one habit."""
    habit = np.int64(me.params[By.HABIT])
    arcana = -1 if habit == Habit.IGNORES_ARCANA else in_force(view.table)
    action = act(view, rules, me, arcana, PAGES if habit == Habit.NEVER_DISCARDS_PAGE else 0)
    if view.table.point != Point.BET:
        return action if view.table.point != Point.SHOW else 0
    if habit == Habit.NEVER_FOLDS and action == Bet.FOLD:
        return Bet.CALL
    if habit == Habit.NEVER_RAISES and Bet.RAISE_MIN <= action <= Bet.ALL_IN:
        return Bet.CALL
    return action


@kernel
def act(view, rules, me, arcana, treasured):
    """`basic` with a given Arcana in mind; cards of the mask `treasured` are not given up while there are others."""
    point = view.table.point
    if point == Point.BET:
        return bet(view, me, arcana, tier(view, rules, me, arcana))
    if point == Point.MAGICIAN:
        return rarest_suit(view)
    if point == Point.JUDGEMENT:
        return returns(view, rules, me)
    order = rules.orders[order_under(arcana)]
    hand = permute(view.hand, order)
    kept = keep_set(hand, order, me) | (permute(treasured, order) & hand)
    if point == Point.DRAW:
        gone = first_given(hand & ~kept & ~permute(view.table.open[view.seat], order), rules.max_discards)
        return slots_of(view.hand, unpermute(gone, order))
    if hand & ~kept == 0:
        if point == Point.STAR or point == Point.MOON:
            return popcount(hand)
        kept = permute(treasured, order) & hand
    return slot_of(view.hand, unpermute(lowest_card(hand & ~kept), order))


# ---- what to give up. Hands come with their ranks in order of value: bit v of a suit's lane is the card of value v


@kernel
def on_all_suits(ranks):
    return ranks | ranks << LANE | ranks << 2 * LANE | ranks << 3 * LANE


@kernel
def keep_set(hand, order, me):
    """The first that applies: a made hand, three of a kind, pairs, four of a suit, four of a run, high cards."""
    once, twice, thrice, _ = multiplicities(hand)
    if popcount(hand) >= HAND and category(rank_placed(hand, order)) >= Category.STRAIGHT:
        return hand
    if thrice != 0:
        return hand & on_all_suits(highest(thrice))
    if twice != 0:
        return hand & on_all_suits(keep(twice, 2))
    suited = four_of_a_suit(hand)
    if suited != 0:
        return suited
    run = four_of_a_run(once, order)
    if run != 0:
        return hand & on_all_suits(run)
    return high_cards(hand, once, me)


@kernel
def four_of_a_suit(hand):
    """The cards of a suit held four times or more; 0 none."""
    for suit in range(SUITS):
        suited = hand & (bit(0) * RANKS << LANE * suit)
        if popcount(suited) >= GOOD_DRAW:
            return suited
    return hand & 0


@kernel
def four_of_a_run(once, order):
    """The ranks of the best straight of which four or more are held; 0 none."""
    for k in range(order.runs):
        if popcount(once & order.run_mask[k]) >= GOOD_DRAW:
            return order.run_mask[k]
    return once & 0


@kernel
def high_cards(hand, once, me):
    """Of the two highest cards those worth keeping; else the highest."""
    worth = keep(once, 2) & ~(bit(me.params[By.KEEP_VALUE]) - 1)
    return hand & on_all_suits(worth if worth != 0 else highest(once))


@kernel
def lowest_card(cards):
    """The card to give up first: the lowest value, then the lowest suit."""
    once = multiplicities(cards)[0]
    cards &= on_all_suits(once & -once)
    return cards & -cards


@kernel
def first_given(cards, most):
    """At most so many of these cards, in the order in which they are given up."""
    if popcount(cards) <= most:
        return cards
    chosen = cards & 0
    for _ in range(most):
        chosen |= lowest_card(cards & ~chosen)
    return chosen


# ---- other choices


@kernel
def rarest_suit(view):
    """The suit least seen in the own hand and among the cards the Magician has turned up."""
    seen = view.hand | view.table.misses
    for seat in range(len(view.table.open)):
        seen |= view.table.open[seat]
    best, fewest = 0, 64
    for suit in range(SUITS):
        cards = popcount(seen >> LANE * suit & RANKS)
        if cards < fewest:
            best, fewest = suit, cards
    return best


@kernel
def returns(view, rules, me):
    """Under Judgement: worth it for a good pot, with chips behind."""
    rich = view.bets.pot >= me.params[By.RETURN_POT] * rules.ante
    deep = view.bets.stack[view.seat] >= me.params[By.RETURN_STACK] * rules.ante
    return 1 if rich and deep else 0


# ---- betting


@kernel
def tier(view, rules, me, arcana):
    """How good the hand is: 3 three of a kind or better, 2 two pairs or a big pair, 1 a pair or a good draw, 0 nothing."""
    flops = view.table.flops if arcana == Arcana.TEMPERANCE else 0
    score = strength(view.hand, flops, arcana, rules)
    found = category(score)
    if found >= Category.THREE:
        level = 3
    elif found == Category.TWO_PAIR:
        level = 2
    elif found == Category.PAIR:
        level = 2 if 63 - clz(score >> RANK_BITS & RANKS) >= me.params[By.BIG_PAIR] else 1
    else:
        level = 1 if hopes_to_draw(view, rules, arcana) else 0
    return max(0, level - 1) if arcana == Arcana.FOOL else level


@kernel
def hopes_to_draw(view, rules, arcana):
    """Four of a suit or of a run, with a draw to come."""
    if view.table.phase != Phase.BET1 or arcana == Arcana.HERMIT:
        return False
    order = rules.orders[order_under(arcana)]
    hand = permute(view.hand, order)
    return four_of_a_suit(hand) != 0 or four_of_a_run(multiplicities(hand)[0], order) != 0


@kernel
def bet(view, me, arcana, level):
    bets, legal = view.bets, view.legal
    owed = bets.level - bets.bet[view.seat]
    if level == 3:
        return strong_bet(bets, legal, me, arcana)
    if owed == 0:
        return Bet.RAISE_MIN if level == 2 and can(legal, Bet.RAISE_MIN) else Bet.CALL
    if level == 0:
        return Bet.FOLD
    divisor = me.params[By.DIVISOR_2] if level == 2 else me.params[By.DIVISOR_1]
    if min(owed, bets.stack[view.seat]) * divisor <= bets.pot:
        return Bet.CALL
    return Bet.JUSTICE_MIN if arcana == Arcana.JUSTICE and can(legal, Bet.JUSTICE_MIN) else Bet.FOLD


@kernel
def strong_bet(bets, legal, me, arcana):
    if arcana == Arcana.HANGED_MAN and can(legal, Bet.ALL_IN):
        return Bet.ALL_IN
    if bets.raises < me.params[By.RAISE_CAP]:
        if can(legal, Bet.RAISE_HALF):
            return Bet.RAISE_HALF
        if can(legal, Bet.RAISE_MIN):
            return Bet.RAISE_MIN
    return Bet.CALL


PARAMS = (
    Param("keep_value", 12, "least value (Page 0 .. ace 13) of a lone card worth keeping", 0, 14),
    Param("big_pair", 10, "least value of a pair that is bet like two pairs", 0, 14),
    Param("raise_cap", 2, "raises a good hand if fewer bets and raises were made in this betting round", 0, 8),
    Param("call_divisor_2", 2, "two pairs or a big pair call up to the pot divided by this", 0, 1000),
    Param("call_divisor_1", 4, "a pair or a good draw calls up to the pot divided by this", 0, 1000),
    Param("return_pot", 4, "antes in the pot that make a return under Judgement worth while", 0, 10000),
    Param("return_stack", 2, "antes to own for that", 0, 1000),
)


def player(habit: Habit, doc: str) -> Policy:
    name = "basic" if habit == Habit.NONE else habit.name.lower()
    return Policy(name, thumb, doc, (*PARAMS, Param("habit", habit, "which of these players it is", habit, habit)))


POLICIES = (
    player(Habit.NONE, "Keeps made hands, bets good ones, folds bad ones; looks at its own cards only."),
    player(Habit.NEVER_FOLDS, "As basic, but calls where it would fold."),
    player(Habit.NEVER_RAISES, "As basic, but only checks and calls where it would bet or raise."),
    player(Habit.IGNORES_ARCANA, "As basic, but judges its hand as if no Arcana were in force."),
    player(Habit.NEVER_DISCARDS_PAGE, "As basic, but never gives up a Page."),
)
