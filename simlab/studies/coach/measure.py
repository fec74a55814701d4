"""What a person's decisions were worth: one decision while the game is on (a hint), or all of them afterwards, each with what it lost."""

from collections.abc import Iterator, Sequence
from typing import Any

from simlab.contract.game import Game
from simlab.contract.knobs import Rules
from simlab.play.seats import Player
from simlab.play.session import Played, Session
from simlab.play.table import Table
from simlab.players.registry import make_player, usual_player
from simlab.studies.equity.measure import Equity, goal_for, position_of, value_actions
from simlab.words.titles import count

HINT_WORLDS = 2_000
ADVISER = "search"  # what the strongest player would do stands below a hint

Mark = dict[str, Any]


def playing_on(game: Game, rules: Rules, line_up: Sequence[Player]) -> list[Player]:
    """Who plays on in imagined worlds: those at the table; for each that searches, which would take a thousand games, the usual player."""
    if not any(player.searches for player in line_up):
        return list(line_up)
    usual = make_player(game, usual_player(game, rules), rules)
    return [usual if player.searches else player for player in line_up]


def hint(session: Session, worlds: int = HINT_WORLDS) -> Equity:
    """What each action of the person's is worth now."""
    rules = session.played.model()
    position = position_of(session.table, rules)
    return value_actions(
        position, goal_for(position, None, exact_first=False), playing_on(session.game, rules, session.line_up), worlds=worlds
    )


def is_choice(table: Table, whose: int | None) -> bool:
    """Is there something to decide, for this seat?"""
    return not table.over and whose in (None, table.seat) and len(table.legal()) > 1


def marks_of(played: Played, whose: int | None, line_up: Sequence[Player], goal: str | None, worlds: int) -> Iterator[Mark]:
    """A mark for each decision with a choice; what is surely lost is sure of all of them together."""
    choices = sum(is_choice(table, whose) for table in played.tables())  # all of it is a game: seen before the first decision is valued
    rules, moves = played.model(), iter(played.actions)
    for number, table in enumerate(played.tables()):
        action = next(moves, None)
        if action is None:
            return
        if not is_choice(table, whose):
            continue
        position = position_of(table, rules)
        found = value_actions(position, goal_for(position, goal, exact_first=False), line_up, played.seed, worlds, max(choices, 1))
        worth = found.of(action)
        yield {
            "move": number, "seat": table.seat, "round": int(table.state.round), "sight": position.text(), "played": worth.name,
            "better": found.best.name, "loss": worth.loss, "loss_low": worth.loss_low, "loss_high": worth.loss_high,
            "value": worth.value, "best_value": found.best.value, "goal": found.goal.name, "unit": found.goal.unit,
            "settled": worth.loss_low > 0.0 and action not in found.mixed, "worlds": worth.worlds, "mixed": found.mixed.get(action),
        }  # fmt: skip


def all_together(marks: Sequence[Mark]) -> str:
    """`12 decisions: 9 were the best found, 1 surely lost something`"""
    best, mixed = sum(mark["loss"] <= 0.0 for mark in marks), sum(mark["mixed"] is not None for mark in marks)
    also = f", {mixed} {were(mixed)} mixed by the solved strategy and no mistake" if mixed else ""
    sure = sum(mark["settled"] for mark in marks)
    return f"{count(len(marks), 'decision')}: {best} {were(best)} the best found{also}, {sure} surely lost something"


def were(number: int) -> str:
    return "was" if number == 1 else "were"
