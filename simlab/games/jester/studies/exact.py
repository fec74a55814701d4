"""Blackjack of Jester by enumeration: the points of this phase, own pair and first deck card known, all other cards as likely."""

from typing import Any

from simlab.contract.questions import ExactGoal, Worths
from simlab.games.jester.counting import value
from simlab.games.jester.players.blackjack import one_hit_and_three_cards, spots
from simlab.games.jester.rules import Point


def act_values(rules: Any, view: Any, dead: tuple[int, ...] = ()) -> Worths:
    """Mean points of Hold, Hit and Double by the exact chart."""
    if view.table.point != Point.BJ_ACT or view.table.fronts[view.seat] != 2 or view.table.decks != 1 or one_hit_and_three_cards(rules):
        return {}
    one, two = sorted(int(value(int(card))) for card in view.table.front[view.seat, :2])
    deck = int(value(int(view.table.deck[0])))
    spot = next(s for s in spots(rules) if s.pair == (one, two) and s.deck == deck)
    return {action: worth for action, worth in enumerate(spot.worth) if int(view.legal) >> action & 1}


BLACKJACK_POINTS = ExactGoal("blackjack", "points of this Blackjack phase, from a fresh deck", "points", act_values)
EXACT_GOALS = (BLACKJACK_POINTS,)
