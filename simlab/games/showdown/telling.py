"""Showdown told at the table."""

from typing import Any

from simlab.cards import FRENCH
from simlab.contract.telling import Moment, Telling, changes, counted, third
from simlab.games.showdown.rules import CATEGORIES, NOBODY, TRICKS, Point
from simlab.games.showdown.text import phase_lines, trick_lines, write


def deed(moment: Moment) -> str:
    if moment.name.startswith("throw") and not moment.rules.discards_face_up:
        return f"throws {counted(moment.action.bit_count(), 'card')}"
    return third(moment.name)


def results(moment: Moment) -> list[str]:
    """A scoring with the hands shown, a trick taken, the round's last trick."""
    before, after = moment.before.open, moment.after.open
    if int(moment.before.round) != int(moment.after.round) or moment.over:
        points = changes(before.points[: len(moment.seats)], after.points[: len(moment.seats)])
        taker = last_taker(moment) if int(before.trick) == TRICKS else NOBODY
        trick = [f"the last trick goes to seat {taker}"] if taker != NOBODY else []
        return [*trick, *([f"points: {points}"] if points else [])]
    told = [line for phase in range(int(moment.rules.draws)) for line in scoring(moment, phase)]
    takers = [[int(seat) for seat in table.taker if seat != NOBODY] for table in (before, after)]
    if len(takers[1]) > len(takers[0]):
        told.append(f"trick {len(takers[1])} goes to seat {takers[1][-1]}")
    return told


def last_taker(moment: Moment) -> int:
    """Who wins the fifth trick with the card just played: every seat's last card lies open."""
    table = moment.state.open
    played = {seat: int(table.played[TRICKS - 1, seat]) for seat in moment.seats}
    played[moment.seat] = FRENCH.read(moment.name.removeprefix("play "))[0]
    if min(played.values()) < 0:
        return NOBODY
    led = played[int(table.leader)] % 4
    return max(played, key=lambda seat: (played[seat] % 4 == int(moment.rules.trump), played[seat] % 4 == led, played[seat]))


def scoring(moment: Moment, phase: int) -> list[str]:
    """What a scoring phase showed and paid, once it is over."""
    before, after = moment.before.open, moment.after.open
    if not closed(after, phase) or closed(before, phase):
        return []
    shown = "; ".join(f"seat {s} {write(after.revealed[phase, s])}" for s in moment.seats if after.revealed[phase, s] != 0)
    paid = [f"seat {s} with {CATEGORIES[after.category[phase, s]]}" for s in after.awards[phase] if s != NOBODY]
    points = changes(before.points[: len(moment.seats)], after.points[: len(moment.seats)])
    return [
        *([f"hands: {shown}"] if shown else []),
        f"scoring {phase + 1}: {', '.join(paid) or 'nobody'}{f' ({points})' if points else ''}",
    ]


def closed(table: Any, phase: int) -> bool:
    return phase + 1 < int(table.draw) or int(table.trick) > 0


def points(view: Any, rules: Any) -> str:
    table = view.open
    return ", ".join(f"seat {s} {table.points[s]}{' (circle)' if table.circle_round[s] != -1 else ''}" for s in range(int(rules.players)))


def sight(view: Any, rules: Any) -> list[str]:
    """The table: where we are, points, what was thrown and shown, your cards."""
    table = view.open
    where = f"trick {table.trick} of {TRICKS}" if table.point == Point.PLAY else f"draw {table.draw} of {rules.draws}"
    head = f"round {view.round}, {where}; first: seat {table.first}; {table.stock_size} cards in the stock"
    known = trick_lines(view, rules) if table.trick > 0 else [x for p in range(int(rules.draws)) for x in phase_lines(view, rules, p)]
    thrown = [write(cards) for cards in view.discards if cards != 0 and table.trick == 0]
    gone = f"; you threw {', then '.join(thrown)}" if thrown else ""
    return [head, f"points: {points(view, rules)}; {rules.target} make a circle", *known, f"your cards: {write(view.hand)}{gone}"]


TELLING = Telling(deed, results, sight)
