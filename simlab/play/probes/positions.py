"""Views of a decision that somebody asks about: see `contract/questions.py`."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from simlab.contract.game import Game
from simlab.contract.minds import forget
from simlab.contract.questions import Question, Questions
from simlab.contract.records import MIND
from simlab.errors import InputError
from simlab.jit import new
from simlab.masks import members, single
from simlab.play.faults import asked
from simlab.play.seats import Player, seated
from simlab.play.table import Table
from simlab.rng import Purpose, start

FEWEST = 100  # deals that are tried before giving up
TRIES = 4  # deals for each view wanted
ALIKE = 24  # views that are the same: the question leaves nothing open
LONGEST = 2000  # actions on the way to a decision


def pose(
    game: Game,
    rules: Any,
    questions: Questions,
    question: Question,
    line_up: Sequence[Player],
    seed: int,
    wanted: int,
    seat: int | None = None,
) -> Any:
    """Views of the decision, each from another deal, all of the same seat and actions: as many as wanted, fewer where few deals lead
    there, one where all are the same. `rules` is the kernel record.
    """
    views = np.zeros(wanted, game.engine.VIEW)
    made, offered = 0, ""
    seeker = Seeker(game, rules, questions, question, line_up)
    for index in range(FEWEST + TRIES * wanted):
        view = reach(seeker, seed, index, seat)
        if view is None or single(np.int64(view.legal)):
            continue
        offered = offered or actions_of(game, rules, view)
        if actions_of(game, rules, view) == offered:
            views[made] = view
            made += 1
        if made == ALIKE and len({view.tobytes() for view in views[:made]}) == 1:
            return views[:1]
        if made == wanted:
            return views
        if index == FEWEST and made == 0:
            break
    if made == 0:
        raise InputError(f"{game.name}: no deal leads to a choice at {question.at} with these cards")
    return views[:made]


def actions_of(game: Game, rules: Any, view: Any) -> str:
    """Whose choice it is, and the legal actions by name."""
    mask = np.int64(view.legal)
    return f"seat {view.seat}: " + ", ".join(game.text.action_name(view, rules, action) for action in members(mask))


class Seeker:
    """One way to the decision."""

    def __init__(self, game: Game, rules: Any, questions: Questions, question: Question, line_up: Sequence[Player]) -> None:
        self.game, self.rules, self.questions, self.question = game, rules, questions, question
        _, solved, minds = seated(line_up)
        self.sitting = [player.act for player in line_up], solved, minds

    def go_on(self, table: Table, seat: int, until: Any) -> bool:
        """Play until the seat is to act and `until` holds; False when that does not happen."""
        for _ in range(LONGEST):
            if table.over:
                return False
            view = table.view()
            if table.seat == seat and until(view):
                return True
            action = self.questions.script(view, self.rules, self.question, table.seat == seat)
            table.apply(action if table.allows(action) else asked(table, self.sitting))
        return False


def reach(seeker: Seeker, seed: int, index: int, seat: int | None) -> Any:
    """The view of the decision in the deal of that index; None when the deal does not lead there."""
    game, rules, questions, question = seeker.game, seeker.rules, seeker.questions, seeker.question
    table = Table(game, rules, seed, index)
    forget(seeker.sitting[2], table.key, int(rules.players))
    me = questions.seat(table.state, question) if seat is None else seat
    if not seeker.go_on(table, me, lambda view: True):
        return None
    view = table.view()
    questions.hold(view, rules, question, Random(f"{seed} {index}"))
    mind, table.state = new(MIND), new(game.engine.STATE)
    start(mind.search, table.key, Purpose.WORLD, 0, 1)
    game.engine.imagine(view, rules, mind, table.state)
    questions.settle(table.state, rules, question)
    if not seeker.go_on(table, me, lambda view: questions.arrived(view, rules, question)):
        return None
    reached = table.view()
    return reached if questions.arrive(reached, rules, question) else None
