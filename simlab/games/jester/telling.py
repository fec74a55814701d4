"""Jester told at the table."""

from typing import Any

from simlab.contract.telling import Moment, Telling, changes, standing_words, third
from simlab.games.jester.counting import total
from simlab.games.jester.rules import CentrePlay, Pick, Point
from simlab.games.jester.text import blackjack_lines, by_seat, cards_of, centre_lines, poker_lines, write

PHASES = {
    Point.TRASH: "Trash: put a card face down",
    Point.LOW: "Low: the highest card scores",
    Point.HIGH: "High: the lowest card scores",
    Point.BJ_PICK: "Blackjack: choose two cards",
    Point.BJ_ACT: "Blackjack: hold, hit or double",
    Point.OPEN: "Poker: open the bidding",
    Point.BID: "Poker: bid",
    Point.CHECK: "Poker: check, or raise",
}
SHORT = {Point.LOW: "Low", Point.HIGH: "High", Point.BJ_PICK: "Blackjack", Point.BJ_ACT: "Blackjack"}


def deed(moment: Moment) -> str:
    point = Point(int(moment.actor.table.point))
    if point == Point.TRASH:
        return "puts a card face down"
    if point in (Point.LOW, Point.HIGH):
        return "chooses a card unseen" if moment.rules.centre_play == CentrePlay.BLIND else f"plays {moment.name}"
    if point == Point.BJ_PICK:
        return "chooses two cards unseen" if moment.rules.bj_pick == Pick.TOGETHER else f"chooses {moment.name}"
    return third(moment.name)


def results(moment: Moment) -> list[str]:
    """Who is jester; what each phase paid; the hands of Poker."""
    before, after, n = moment.before.table, moment.after.table, len(moment.seats)
    told = []
    if before.jester < 0 <= after.jester:
        told.append(f"turned up: {by_seat(after.trash[:n])}; jester: seat {int(after.jester)}")
    if phase_of(before) == phase_of(after) and int(moment.before.round) == int(moment.after.round) and not moment.over:
        return told
    points = changes(before.points[:n], after.points[:n])
    if phase_of(before) == "Blackjack":
        told.append(f"the deck has {deck_words(after)}")
    if phase_of(before) == "Poker":
        told += poker_hands(moment)
    if phase_of(before):
        told.append(f"{phase_of(before)}: {points or 'nobody scores'}")
    return told


def phase_of(table: Any) -> str:
    point = Point(int(table.point))
    return SHORT.get(point, "Poker" if point >= Point.OPEN else "")


def deck_words(table: Any) -> str:
    cards = [int(card) for card in table.deck if card >= 0]
    return f"{write(table.deck)}, {int(total(table.deck, len(cards)))}" if cards else "no cards"


def poker_hands(moment: Moment) -> list[str]:
    """Hands that were shown, with the common cards."""
    after = moment.after.table
    shown = [f"seat {seat} {write(cards_of(after.shown[seat]))}" for seat in moment.seats if after.shown[seat]]
    return [f"common cards {write(after.last_common)}; hands: {'; '.join(shown)}"] if len(shown) > 1 else []


def sight(view: Any, rules: Any) -> list[str]:
    """Which phase it is, points, what lies on the table, your cards."""
    table, n = view.table, int(rules.players)
    jester = f"; jester: seat {int(table.jester)}" if table.jester >= 0 else ""
    lines = [
        f"round {view.round}, {PHASES[Point(int(table.point))]}{jester}",
        f"points: {standing_words(table.points[:n])}; {rules.target} win",
    ]
    lines += centre_lines(view, rules) if table.jester >= 0 else []
    lines += blackjack_lines(view, rules) if table.point == Point.BJ_ACT else []
    lines += poker_lines(view, rules) if table.point >= Point.OPEN else []
    return [*lines, f"your cards: {write(cards_of(view.hand))}"]


TELLING = Telling(deed, results, sight)
