"""Rule-of-thumb players of Arcana: `basic`, and the same player without one of its means."""

from enum import IntEnum

import numpy as np

from simlab.contract.policy import Param, Policy
from simlab.games.arcana.ranking.five import best_five, beyond_five
from simlab.games.arcana.ranking.multiset import HAND, RANKS, SUIT, Category, category, copies, kinds, load, minus, plus, rank
from simlab.games.arcana.rules import NONE, Action, Point, Suit, WandSource
from simlab.jit import kernel
from simlab.masks import can, first, without_first

# Not literals: each combination of those would compile all of `play` once more.
NO_SUIT, COINS, SWORDS, WANDS, CUPS = (np.int64(suit) for suit in (-1, *Suit))
NO, YES = np.int64(0), np.int64(1)
MOST, FEWEST = np.int64(1), np.int64(-1)


class Threshold(IntEnum):
    """Parameters: place in `me.params`."""

    FIRST_CAT = 0
    MIN_POT = 1
    REPLY_CAT = 2
    REPLY_POT = 3


# ---- choosing


@kernel
def play(view, rules, me, avoided, bids_first, answers):
    """`basic`, never discarding the avoided suit while there is another, perhaps never bidding first or never answering."""
    if view.point == Point.MAIN:
        return main_choice(view, rules, me, bids_first, answers)
    hand = load(view.hands[view.seat])
    if view.point == Point.SUBMIT_PICK:
        return Action.CARD + next_of_five(hand, load(view.picks), rules)
    if view.point == Point.TRIM:
        return Action.CARD + lowest_rank(spares(hand, view.hand_size[view.seat], rules))
    return Action.CARD + discard_choice(view, rules, hand, avoided)


@kernel
def main_choice(view, rules, me, bids_first, answers):
    for action in (Action.CONVERT, Action.DRAW2, Action.DRAW1):
        if can(view.legal, action):
            return action + 0
    pending = view.n_bidders > 0
    if can(view.legal, Action.SUBMIT) and view.bids[view.seat] == 0 and (answers if pending else bids_first) == YES:
        if worth_a_bid(view, rules, me, pending):
            return Action.SUBMIT + 0
    return Action.DISCARD + 0 if can(view.legal, Action.DISCARD) else Action.END + 0


@kernel
def worth_a_bid(view, rules, me, pending):
    wanted = int(me.params[Threshold.REPLY_CAT if pending else Threshold.FIRST_CAT])
    if view.pot < me.params[Threshold.REPLY_POT if pending else Threshold.MIN_POT]:
        return False
    best = rank(load(view.hands[view.seat]), rules.order)
    return rules.order.place[category(best)] >= rules.order.place[wanted]


@kernel
def next_of_five(hand, picks, rules):
    """The lowest card not yet picked of the best five there were before the first pick."""
    both, mask = hand, kinds(picks)
    while mask != 0:
        for _ in range(copies(picks, first(mask))):
            both = plus(both, first(mask))
        mask = without_first(mask)
    five = best_five(both, rules.order)
    mask = kinds(five)
    while copies(five, first(mask)) <= copies(picks, first(mask)):
        mask = without_first(mask)
    return first(mask)


@kernel
def spares(hand, n, rules):
    """Kinds left when the best five are taken out, one copy each; all of a hand of five or fewer."""
    if n <= HAND:
        return kinds(hand)
    return kinds(beyond_five(hand, rules.order))


@kernel
def lowest_rank(mask):
    """Lowest rank, then lowest id."""
    best = first(mask)
    while mask != 0:
        card = first(mask)
        if card % SUIT < best % SUIT:
            best = card
        mask = without_first(mask)
    return best


# ---- discards


@kernel
def discard_choice(view, rules, hand, avoided):
    choice = spares(hand, view.hand_size[view.seat], rules)
    if avoided != NO_SUIT:
        choice = without_suit(choice, kinds(hand), avoided)
    if view.bids[view.seat] > 0:
        return lift_own_bid(view, rules, choice)
    if view.n_bidders > 0:
        return by_coins(rules, choice, FEWEST)
    wand = fetching_wand(view, rules, hand, choice)
    return wand if wand != NONE else by_coins(rules, choice, MOST)


@kernel
def without_suit(choice, hand, suit):
    """Other suits among the spares, else among the whole hand, else there is no choice."""
    others = ~(RANKS << SUIT * suit)
    if choice & others != 0:
        return choice & others
    return hand & others if hand & others != 0 else choice


@kernel
def lift_own_bid(view, rules, choice):
    """Largest value of the own bid with this card on top, then most coins, then lowest id."""
    bid, best, best_card = load(view.bid[view.seat]), -1, 0
    while choice != 0:
        card = first(choice)
        value = rank(plus(bid, card), rules.order) << 8 | rules.coins_of[card]
        if value > best:
            best, best_card = value, card
        choice = without_first(choice)
    return best_card


@kernel
def by_coins(rules, choice, sign):
    """Most or fewest coins, then lowest rank, then lowest id."""
    best, best_card = -(1 << 20), 0
    while choice != 0:
        card = first(choice)
        value = sign * rules.coins_of[card] * 16 - card % SUIT
        if value > best:
            best, best_card = value, card
        choice = without_first(choice)
    return best_card


@kernel
def fetching_wand(view, rules, hand, choice):
    """The lowest spare Wand that fetches a better five from the pile, or none."""
    if view.top == NONE or view.hand_size[view.seat] <= HAND or not rules.wands_effect or rules.wand_source != WandSource.DISCARD:
        return NONE + 0
    wands = choice & RANKS << SUIT * WANDS
    if wands == 0:
        return NONE + 0
    now, after = rank(hand, rules.order), plus(hand, view.top)
    while wands != 0:
        if rank(minus(after, first(wands)), rules.order) > now:
            return first(wands)
        wands = without_first(wands)
    return NONE + 0


# ---- the players


@kernel
def basic(view, rules, me, table):
    """Draws all, bids good hands for good pots, feeds the Pot while nobody has bid."""
    return play(view, rules, me, NO_SUIT, YES, YES)


@kernel
def no_swords(view, rules, me, table):
    """As basic, but discards a Sword only when there is nothing else."""
    return play(view, rules, me, SWORDS, YES, YES)


@kernel
def no_cups(view, rules, me, table):
    """As basic, but discards a Cup only when there is nothing else."""
    return play(view, rules, me, CUPS, YES, YES)


@kernel
def no_wands(view, rules, me, table):
    """As basic, but discards a Wand only when there is nothing else."""
    return play(view, rules, me, WANDS, YES, YES)


@kernel
def never_first(view, rules, me, table):
    """As basic, but never makes a deal's first bid."""
    return play(view, rules, me, NO_SUIT, NO, YES)


@kernel
def never_answers(view, rules, me, table):
    """As basic, but never bids when somebody else has."""
    return play(view, rules, me, NO_SUIT, YES, NO)


THRESHOLDS = (
    Param("first_cat", float(Category.FLUSH), "code of the lowest category that bids first (0 high card .. 15 quintuplet)", 0, 15),
    Param("min_pot", 8.0, "coins the Pot must hold for a first bid", 0, 100_000),
    Param("reply_cat", float(Category.THREE_OF_A_KIND), "code of the lowest category that answers a bid", 0, 15),
    Param("reply_pot", 1.0, "coins the Pot must hold for an answer", 0, 100_000),
)
POLICIES = tuple(
    Policy(act.__name__, act, (act.__doc__ or "").strip(), THRESHOLDS)
    for act in (basic, no_swords, no_cups, no_wands, never_first, never_answers)
)
