"""Battle told at the table."""

from typing import Any

from simlab.contract.telling import Moment, Telling, third
from simlab.games.battle.columns import KIND_NAMES
from simlab.games.battle.rules import Point
from simlab.games.battle.text import card_name, pile_text, row_of, row_text

POINTS = {
    Point.ALLIN: "go all-in unseen, or draw?",
    Point.KEEP: "keep one of the cards you drew",
    Point.ORDER: "put the rest under the pile",
    Point.FACING: "which cards do you show?",
    Point.KIND: "choose an action",
    Point.GROUP: "what do you exchange?",
    Point.STACK: "in which order do you discard?",
    Point.NTH: "which card of the pile do you dig for?",
    Point.CARD: "which card do you use?",
    Point.TARGET: "which card do you aim at?",
    Point.RESPOND: "do you stop it?",
}
KINDS = {
    "pass": "passes",
    "pair_draw": "discards a pair for new cards",
    "triple_draw": "discards three of a number for new cards",
    "draw_top": "draws the top card of the pile",
    "draw_nth": "",
    "turn_down": "turns a card face down",
    "flip": "turns a hidden card up, to expose one",
    "swap_high": "swaps with a higher card",
    "swap_low": "swaps with a lower card",
    "swap_same": "swaps with an equal card",
    "kill_high": "kills with a higher card",
    "kill_low": "kills with a lower card",
    "kill_same": "kills with an equal card",
    "steal_high": "steals with a higher card",
    "steal_low": "steals with a lower card",
}


def deed(moment: Moment) -> str:
    """What the table sees; aims and cards are told when everybody sees them (`results`)."""
    point = Point(int(moment.actor.point))
    if point in (Point.CARD, Point.TARGET, Point.STACK, Point.ORDER, Point.GROUP):
        return ""
    if point == Point.KIND:
        return KINDS.get(moment.name, third(moment.name.replace("_", " ")))
    if point == Point.KEEP and moment.name != "all-in":
        return "keeps a card and puts the rest under the pile"
    if point in (Point.KEEP, Point.ALLIN):
        return "goes all-in with five hidden cards" if "all-in" in moment.name else "looks first"
    if point == Point.NTH:
        return f"digs for card {moment.name.removeprefix('N = ')} of the pile"
    return "shows no card" if moment.name == "show nothing" else third(moment.name)


def results(moment: Moment) -> list[str]:
    """What an attack is aimed at, once it is seen; rows that an action has changed; at the end all rows."""
    told, aimed = [], aim(moment.after)
    if aimed and aimed != aim(moment.before):
        told.append(aimed)
    if int(moment.before.kind) >= 0 and int(moment.after.kind) < 0:
        told += [f"seat {s}'s row is now {row_text(moment.after, s)}" for s in moment.seats if changed(moment, s)]
    return told + [f"seat {s}'s cards: {all_cards(moment.later, s)}" for s in moment.seats if moment.over]


def all_cards(state: Any, seat: int) -> str:
    return " ".join(card_name(int(card)) for card in state.row[seat][: int(state.size[seat])]) or "none"


def changed(moment: Moment, seat: int) -> bool:
    return row_of(moment.before, seat) != row_of(moment.after, seat)


def aim(view: Any) -> str:
    """`seat 1 aims Qs at seat 2's 9d`."""
    if int(view.kind) < 0 or int(view.used) < 0 or int(view.target_seat) < 0:
        return ""
    card = int(view.seen.row[int(view.target_seat)][int(view.target_slot)])
    what = card_name(card) if card >= 0 else f"hidden card {int(view.target_slot) + 1}"
    return f"seat {int(view.actor)} aims {card_name(int(view.used))} at seat {int(view.target_seat)}'s {what}"


def sight(view: Any, rules: Any) -> list[str]:
    """What is asked, every row, the pile. A star: face down."""
    drawing = int(view.round) <= int(rules.draw_rounds)
    number = int(view.round) - (0 if drawing else int(rules.draw_rounds))
    ask = "the end" if view.over else POINTS[Point(int(view.point))]
    lines = [f"{'drawing' if drawing else 'battle'} round {number}: {ask}"]
    for seat in range(int(rules.players)):
        lines.append(f"seat {seat}: {row_text(view, seat)}{'  (all-in)' if int(view.allin) >> seat & 1 else ''}")
    drawn = [int(card) for card in view.drawn[: int(view.drawn_n)] if card >= 0]
    lines += [f"you drew: {' '.join(map(card_name, drawn))}"] if drawn else []
    lines += [doing(view)] if int(view.kind) >= 0 else []
    return [*lines, f"pile: {pile_text(view)}; * lies face down"]


def doing(view: Any) -> str:
    return aim(view) or f"under way: {KIND_NAMES[int(view.kind)].replace('_', ' ')} by seat {int(view.actor)}"


TELLING = Telling(deed, results, sight)
