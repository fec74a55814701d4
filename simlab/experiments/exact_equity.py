"""Decisions whose actions can be valued by enumeration: nothing is sampled, every answer is an exact fraction.

- showdown, `hand`: the points of the hand after this draw, alone, over all cards that may come. Cards seen elsewhere cannot come.
  A straight flush that wins the game at once counts as many points as the target.
- jester, `blackjack`: the points of this Blackjack phase, own pair and first deck card known, all other cards as likely.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from simlab.games.contract import Game
from simlab.games.posing import members

Worths = dict[int, Fraction]


@dataclass(frozen=True)
class ExactGoal:
    """What is enumerated: the worth of each action of a view, or nothing where it does not apply."""

    name: str
    doc: str
    unit: str
    values: Callable[[Any, Any, tuple[int, ...]], Worths]  # (rules, view, dead cards)

    @property
    def is_share(self) -> bool:
        return False


def exact_goals(game: Game) -> tuple[ExactGoal, ...]:
    return {"showdown": (HAND_POINTS,), "jester": (BLACKJACK_POINTS,)}.get(game.name, ())


# ---- showdown: one draw


def draw_values(rules: Any, view: Any, dead: tuple[int, ...] = (), straight_flush: int | None = None) -> Worths:
    """Mean points of the hand for every throw. A straight flush that wins the game counts as the target, or as what is given."""
    from simlab.games.showdown.rules import OneCard, Point

    table = view.open
    shown = rules.one_card_show in (OneCard.BOTH, OneCard.DRAW1 if table.draw == 1 else OneCard.DRAW2) and rules.max_rejections > 0
    if table.point != Point.DRAW or (shown and rules.max_rejections > 1):
        return {}
    hand, gone = members(view.hand), (set(dead) | seen_elsewhere(view)) - set(members(view.hand))
    solver = hand_solver(rules, straight_flush)
    means = solver.means(hand, gone)
    if shown:
        from simlab.solvers.draw import one_card_mean

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
    from simlab.games.showdown.rules import StraightFlush
    from simlab.ranking.orders import showdown_order
    from simlab.solvers.draw import DrawSolver, pay_by_category

    names = ("category_order", "ace_low_straight", "lowest_rank")
    given = {**{name: getattr(rules, name) for name in names}, "suit_order": [suit.word for suit in rules.suit_order]}
    order = showdown_order(full_house_compare=rules.full_house_compare.word, **given)
    pays = list(rules.category_points)
    if straight_flush is not None or rules.straight_flush == StraightFlush.WIN:
        pays[-1] = rules.target if straight_flush is None else straight_flush
    return DrawSolver(order, pay_by_category(order, pays))


HAND_POINTS = ExactGoal("hand", "points of the hand after this draw, alone at the table", "points", draw_values)


# ---- jester: blackjack


def act_values(rules: Any, view: Any, dead: tuple[int, ...] = ()) -> Worths:
    """Mean points of Hold, Hit and Double by the exact chart."""
    from simlab.games.jester.counting import value
    from simlab.games.jester.rules import Point
    from simlab.players.jester import one_hit_and_three_cards, spots

    if view.table.point != Point.BJ_ACT or view.table.fronts[view.seat] != 2 or view.table.decks != 1 or one_hit_and_three_cards(rules):
        return {}
    one, two = sorted(int(value(int(card))) for card in view.table.front[view.seat, :2])
    deck = int(value(int(view.table.deck[0])))
    spot = next(s for s in spots(rules) if s.pair == (one, two) and s.deck == deck)
    return {action: worth for action, worth in enumerate(spot.worth) if int(view.legal) >> action & 1}


BLACKJACK_POINTS = ExactGoal("blackjack", "points of this Blackjack phase, from a fresh deck", "points", act_values)
