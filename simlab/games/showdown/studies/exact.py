"""One draw of showdown by enumeration: nothing is sampled, every answer is an exact fraction.

The value is the points of the hand after this draw, alone, over all cards that may come. Cards seen elsewhere cannot come. A
straight flush that wins the game at once counts as many points as the target.
"""

from functools import cache
from typing import Any

from simlab.contract.questions import ExactGoal, Worths
from simlab.games.showdown.order import showdown_order
from simlab.games.showdown.rules import OneCard, Point, StraightFlush
from simlab.masks import members
from simlab.solvers.draw import DrawSolver, one_card_mean, pay_by_category


def draw_values(rules: Any, view: Any, dead: tuple[int, ...] = (), straight_flush: int | None = None) -> Worths:
    """Mean points of the hand for every throw. A straight flush that wins the game counts as the target, or as what is given."""
    table = view.open
    shown = rules.one_card_show in (OneCard.BOTH, OneCard.DRAW1 if table.draw == 1 else OneCard.DRAW2) and rules.max_rejections > 0
    if table.point != Point.DRAW or (shown and rules.max_rejections > 1):
        return {}
    hand, gone = members(view.hand), (set(dead) | seen_elsewhere(view)) - set(members(view.hand))
    solver = hand_solver(rules, straight_flush)
    means = solver.means(hand, gone)
    if shown:
        unseen = [card for card in range(52) if int(rules.lower().cards) >> card & 1 and card not in gone and card not in hand]
        for place in range(len(hand)):
            means[1 << place] = one_card_mean(solver, [c for i, c in enumerate(hand) if i != place], unseen)
    return {action: means[action] for action in range(len(means)) if int(view.legal) >> action & 1}


def seen_elsewhere(view: Any) -> set[int]:
    """Cards of the last hands shown, own discards, and what lies face up."""
    table, cards = view.open, 0
    for draw in range(len(table.revealed)):
        for seat in range(len(table.revealed[draw])):
            cards |= int(table.face_up[draw, seat]) | (int(table.revealed[draw, seat]) if seat != view.seat else 0)
        cards |= int(view.discards[draw])
    return set(members(cards))


@cache
def hand_solver(rules: Any, straight_flush: int | None = None) -> Any:
    names = ("category_order", "ace_low_straight", "lowest_rank")
    given = {**{name: getattr(rules, name) for name in names}, "suit_order": [suit.word for suit in rules.suit_order]}
    order = showdown_order(full_house_compare=rules.full_house_compare.word, **given)
    pays = list(rules.category_points)
    if straight_flush is not None or rules.straight_flush == StraightFlush.WIN:
        pays[-1] = rules.target if straight_flush is None else straight_flush
    return DrawSolver(order, pay_by_category(order, pays))


HAND_POINTS = ExactGoal("hand", "points of the hand after this draw, alone at the table", "points", draw_values)
EXACT_GOALS = (HAND_POINTS,)
