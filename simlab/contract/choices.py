"""The decision of a game that names none: every choice between two actions or more, each action a kind of its own.

`choices_of(engine)` is a module like those of `GAME.decisions` (see `decisions.py`). What its kinds are called is seen in play: the
same action may be called otherwise at another table.
"""

from functools import cache
from types import ModuleType

from simlab.contract.decisions import Decision
from simlab.jit import kernel
from simlab.masks import WIDTH, single

DECISION = Decision("choice", "choice", tuple(f"action {action}" for action in range(WIDTH)))


@kernel
def all_legal(view, rules):
    """What is thought about where a game leaves nothing out: every legal action."""
    return view.legal + 0


@kernel
def at(view, rules):
    return not single(view.legal)


@kernel
def kind(view, rules, action):
    return action


@kernel
def stopped(tally, rules, now, seat):
    return False  # nobody knows of what could be stopped


@cache
def choices_of(engine: ModuleType) -> ModuleType:
    """Every choice of the game with this engine."""
    module = ModuleType(f"{engine.__name__}.choices")
    module.__file__ = engine.__file__  # what is compiled for it is kept by the engine's source
    vars(module).update(DECISION=DECISION, at=at, kind=kind, stopped=stopped)
    vars(module).update(observe=engine.observe, reset=engine.reset, step=engine.step)
    return module
