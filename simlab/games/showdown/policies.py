"""Rule-of-thumb players of showdown. They look at their own hand and the cards on the table, and at nothing else."""

import numpy as np

from simlab.bits import ctz, popcount
from simlab.contract.policy import Policy
from simlab.games.showdown.rules import HAND, Point, Show
from simlab.games.showdown.sets import SUITS, above, highest, lanes, of_suit
from simlab.games.showdown.tricks import playable
from simlab.jit import kernel
from simlab.masks import bit, can, count, first, single
from simlab.ranking.hands import Category, category
from simlab.ranking.scalar import multiplicities, rank

OPEN_RUNS = 0x1FF  # lowest ranks of the runs of four without an ace: 2-3-4-5 to 10-J-Q-K
RUN = 0b1111
THREE_LOWEST = 0b00111
FIGHT = 4  # the trick that decides who leads the last one


@kernel
def basic(view, rules, me, table):
    """Keeps made hands, four to a flush, pairs and open straights; ducks three tricks and fights for the fourth."""
    if single(view.legal):
        return first(view.legal)
    if view.open.point == Point.DRAW:
        return fewer(wanted_discards(view.hand, rules), most_discards(view.legal))
    if view.open.point == Point.SHOW:
        made = category(rank(lanes(view.hand | bit(view.open.shown_card)), rules.ranks))
        return Show.KEEP + 0 if made >= Category.STRAIGHT else Show.REJECT + 0
    return card_to_play(view, rules)


@kernel
def wanted_discards(hand, rules):
    """What `basic` throws when nothing limits it: the first line that fits. Bit i is the i-th lowest card."""
    by_suit = lanes(hand)
    made = category(rank(by_suit, rules.ranks))
    if made >= Category.STRAIGHT:
        return np.int64(0)
    once, twice, _, _ = multiplicities(by_suit)
    if made == Category.THREE or made == Category.TWO_PAIR:
        return all_but_ranks(hand, twice)
    for suit in range(SUITS):
        if popcount(of_suit(hand, suit)) == HAND - 1:
            return all_but(hand, of_suit(hand, suit))
    if made == Category.PAIR:
        return all_but_ranks(hand, twice)
    runs = once & (once >> 1) & (once >> 2) & (once >> 3) & OPEN_RUNS
    if runs != 0:
        return all_but_ranks(hand, RUN << ctz(runs))
    return np.int64(THREE_LOWEST)


@kernel
def all_but_ranks(hand, ranks):
    """Throw the cards of all other ranks."""
    thrown = np.int64(0)
    for place in range(HAND):
        thrown |= (1 - ((ranks >> (ctz(hand) // SUITS)) & 1)) << place
        hand &= hand - 1
    return thrown


@kernel
def all_but(hand, kept):
    """Throw all other cards."""
    thrown = np.int64(0)
    for place in range(HAND):
        thrown |= (1 - ((kept >> ctz(hand)) & 1)) << place
        hand &= hand - 1
    return thrown


@kernel
def most_discards(legal):
    """How many cards may be thrown: the largest mask of lowest cards that is legal."""
    most = HAND
    while not can(legal, (1 << most) - 1):
        most -= 1
    return most


@kernel
def fewer(thrown, most):
    """Keep the highest of the cards to be thrown until the number fits."""
    while popcount(thrown) > most:
        thrown ^= bit(highest(thrown))
    return thrown


@kernel
def card_to_play(view, rules):
    """The lowest card in tricks 1 to 3; in trick 4 the highest lead, and the cheapest or surest card that beats the table."""
    table = view.open
    if table.trick < FIGHT:
        return np.int64(0)
    cards = playable(view.hand, table.led, rules.must_follow)
    if table.led < 0:
        return count(cards) - 1
    beating = of_suit(cards, table.led) & above(highest(of_suit(table.table, table.led)))
    if beating == 0:
        return np.int64(0)
    last_to_play = table.turn == rules.players - 1
    best = ctz(beating) if last_to_play else highest(beating)
    return popcount(cards & ~above(best)) - 1


POLICIES = (Policy("basic", basic, "Keeps made hands, draws to four of a suit or an open straight; fights for trick 4 only."),)
