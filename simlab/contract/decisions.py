"""Decisions between kinds of action: what the modules of `GAME.decisions` provide.

Such a module is the game's engine (`observe`, `reset`, `step`) with three kernels more, and `DECISION`, which names the kinds:

    at(view, rules)                     is the seat to act at this decision?
    kind(view, rules, action)           the number of the kind an action belongs to, or -1
    stopped(tally, rules, round, seat)  did others stop what the seat did at its turn of that round?
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Decision:
    """One decision of a game, its actions put together to kinds that do not depend on the cards."""

    name: str
    turn: str  # what the decision is called, as "battle turn"
    kinds: tuple[str, ...]  # by number; the others are measured against the first
    stoppable: tuple[str, ...] = ()  # kinds that others can stop

    @property
    def base(self) -> str:
        return self.kinds[0]
