"""Decisions between kinds of action: what a game's `menu.py` provides.

A menu module is the game's engine (`observe`, `reset`, `step`) with two kernels more, and `MENU`, which names the kinds:

    at(view)                            is the seat to act at this decision?
    stopped(tally, rules, round, seat)  did others stop what the seat did at its turn of that round?
"""

import importlib
import importlib.util
import types
from dataclasses import dataclass

from simlab.errors import InputError
from simlab.games.contract import Game


@dataclass(frozen=True)
class Menu:
    """One decision of a game whose actions are kinds: their names do not depend on the cards."""

    turn: str  # what the decision is called, as "battle turn"
    kinds: tuple[str, ...]  # by action number; the first does nothing, and the others are measured against it
    stoppable: tuple[str, ...] = ()  # kinds that others can stop

    @property
    def base(self) -> str:
        return self.kinds[0]


def menu_module(game: Game) -> types.ModuleType:
    name = f"{game.engine.__package__}.menu"
    if importlib.util.find_spec(name) is None:
        raise InputError(f"{game.name} has no menu.py: none of its decisions is one between kinds of action")
    return importlib.import_module(name)
