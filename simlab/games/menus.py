"""Decisions between kinds of action: what a game's `menu.py`, and its `menu_NAME.py` for other decisions, provide.

A menu module is the game's engine (`observe`, `reset`, `step`) with three kernels more, and `MENU`, which names the kinds:

    at(view, rules)                     is the seat to act at this decision?
    kind(view, rules, action)           the number of the kind an action belongs to, or -1
    stopped(tally, rules, round, seat)  did others stop what the seat did at its turn of that round?
"""

import importlib
import importlib.util
import types
from dataclasses import dataclass

from simlab.errors import InputError, UnknownName
from simlab.games.contract import Game


@dataclass(frozen=True)
class Menu:
    """One decision of a game, its actions put together to kinds that do not depend on the cards."""

    name: str
    turn: str  # what the decision is called, as "battle turn"
    kinds: tuple[str, ...]  # by number; the others are measured against the first
    stoppable: tuple[str, ...] = ()  # kinds that others can stop
    others: tuple[str, ...] = ()  # of the first menu of a game: the names of its other menus

    @property
    def base(self) -> str:
        return self.kinds[0]


def menu_module(game: Game, name: str | None = None) -> types.ModuleType:
    """The menu of that name; the game's first without one."""
    first = f"{game.engine.__package__}.menu"
    if importlib.util.find_spec(first) is None:
        raise InputError(f"{game.name} has no menu.py: none of its decisions is one between kinds of action")
    found = importlib.import_module(first)
    if name in (None, found.MENU.name):
        return found
    if name not in found.MENU.others:
        raise UnknownName(f"{game.name} decision", name, (found.MENU.name, *found.MENU.others))
    return importlib.import_module(f"{first}_{name}")
