"""Arcana told at the table."""

from typing import Any

from simlab.contract.telling import Moment, Telling, changes
from simlab.games.arcana.ranking.multiset import load, size
from simlab.games.arcana.rules import NONE, Action, Point
from simlab.games.arcana.text import hand_line, in_window, name, seat_line, written

DEEDS = {
    Action.END: "ends the turn",
    Action.DRAW1: "draws a card",
    Action.DRAW2: "draws two cards at once",
    Action.SUBMIT: "bids five cards for the Pot",
    Action.DISCARD: "",
    Action.CONVERT: "turns coins into a point",
}


def deed(moment: Moment) -> str:
    """A bid is told when it begins; its cards stay hidden until the showdown."""
    if moment.action < Action.CARD:
        return DEEDS[Action(moment.action)]
    point = Point(int(moment.actor.point))
    if point == Point.DISCARD_PICK:
        return f"lays {name(moment.action - Action.CARD)} on the pile"
    return "gives up a card" if point == Point.TRIM else ""


def results(moment: Moment) -> list[str]:
    """The Pot, cards of the deck that are turned up, a showdown with its bids."""
    before, after, n = moment.before, moment.after, len(moment.seats)
    if int(before.deals) != int(after.deals) or moment.over:
        return [
            *bids(moment),
            f"showdown: {changes(worth(before, moment.rules)[:n], worth(after, moment.rules)[:n]) or 'nobody gains'} coins",
        ]
    told = [f"the Pot is {int(after.pot)}"] if int(after.pot) != int(before.pot) else []
    new = [
        f"card {depth} of the deck: {in_window(slot)}" for depth, slot in enumerate(after.window, 1) if slot and slot not in before.window
    ]
    return told + (new if moment.action >= Action.CARD else [])


def worth(view: Any, rules: Any) -> list[int]:
    """Coins and points of each seat, in coins."""
    return [int(coins) + int(points) * int(rules.coins_per_point) for coins, points in zip(view.coins, view.points, strict=True)]


def bids(moment: Moment) -> list[str]:
    """What was bid, with the card on top of the pile."""
    state = moment.state
    made = [f"seat {seat} {written(state.bid[seat])}" for seat in moment.seats if size(load(state.bid[seat]))]
    top = f" (with {name(state.top)} on the pile)" if int(state.top) != NONE and moment.rules.use_top_card else ""
    return [f"bids: {'; '.join(made)}{top}"] if made else []


def sight(view: Any, rules: Any) -> list[str]:
    """Whose turn it is, the Pot, the pile and the deck, every player, your cards."""
    top = "empty" if view.top == NONE else f"shows {name(view.top)}"
    head = f"deal {int(view.deals) + 1}, turn: seat {int(view.owner)}; the Pot is {int(view.pot)}, the pile {top}"
    lying = [f"card {depth} of the deck: {in_window(slot)}" for depth, slot in enumerate(view.window, 1) if slot]
    due = [f"showdown after turn {int(view.due_turn)}"] if view.due_turn != NONE else []
    return [head, *lying, *due, *(seat_line(view, seat) for seat in range(int(rules.players))), hand_line(view, rules)]


TELLING = Telling(deed, results, sight)
