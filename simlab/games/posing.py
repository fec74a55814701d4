"""How a question about a hand becomes a position of a game: what each game's `posing.py` provides, and goals to value actions by.

A question names a decision (`draw1`, `bet1`, ...), the cards held there and what else is known. `play/pose.py` makes views from it:
at the seat's first turn the hand is written into the view, a world is imagined from it, and the game goes on by `script` and
policies until the decision is reached. What the question leaves open is settled anew in every view.
"""

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from simlab.errors import InputError, UnknownName
from simlab.games.columns import SIXTIETHS
from simlab.games.contract import Game
from simlab.games.knobs import Rules

POLICY = -1  # what `script` says where the policy may choose


@dataclass(frozen=True)
class Goal:
    """What an action is to be judged by: a number for a seat, read from the end of a playout."""

    name: str
    doc: str
    unit: str
    read: Callable[[Any, Any, int], Any]  # (tallies, payoffs, seat), both arrays over playouts
    base: Callable[[Any], float] = lambda view: 0.0  # what the seat has already
    shorten: Callable[[Any, Any], None] = lambda rules, view: None  # let the (kernel) rules end the game with this round

    @property
    def is_share(self) -> bool:
        """Between 0 and 1, shown in per cent."""
        return self.unit == "share"


WIN = Goal("win", "share of the win of the whole game", "share", lambda tally, payoff, seat: payoff[..., seat] / SIXTIETHS)


def this_round(rules: Any, view: Any) -> None:
    """The game stops when this round is over."""
    rules.max_rounds = view.round


@dataclass(frozen=True)
class Question:
    """A decision in words, read: where, with which cards, and what is known besides."""

    at: str
    hand: tuple[int, ...]
    known: Any = ()
    dead: tuple[int, ...] = ()  # cards said to be out of play though no rule shows them


def nobody_scripts(view: Any, rules: Any, question: Question, mine: bool) -> int:
    return POLICY


@dataclass(frozen=True)
class Posing:
    """What a game provides."""

    points: dict[str, str]  # decisions that can be asked about, and what `--hand` and `--known` are there
    goals: tuple[Goal, ...]  # the first is the usual one
    policy: str  # who plays on unless told otherwise
    read: Callable[[Any, str, str, str], Question]  # (rules, at, hand, known) as text
    hold: Callable[[Any, Any, Question, Random], None]  # write the hand into the view of the seat's first turn
    arrived: Callable[[Any, Any, Question], bool]  # is this view, of the seat to act, the decision?
    script: Callable[[Any, Any, Question, bool], int] = nobody_scripts  # actions on the way there, by the seat that asks or another
    settle: Callable[[Any, Any, Question], None] = lambda state, rules, question: None  # what of the imagined state is known
    arrive: Callable[[Any, Any, Question], bool] = lambda view, rules, question: True  # the same for the view reached; False: deal again
    adapt: Callable[[Any, Question], Any] = lambda rules, question: rules  # rules that the question asks for
    standing: Callable[[Any], Any] | None = None  # points or chips by seat, in a state; none where there are none before the end
    seat: Callable[[Any, Question], int] = lambda state, question: int(state.seat)  # who asks, told from the state as dealt

    def goal(self, name: str | None) -> Goal:
        known = {goal.name: goal for goal in self.goals}
        if name is not None and name not in known:
            raise UnknownName("goal", name, known)
        return known[name] if name else self.goals[0]

    def question(self, rules: Rules, at: str | None, hand: str, known: str) -> Question:
        """The question in words, checked."""
        where = at or next(iter(self.points))
        if where not in self.points:
            raise UnknownName("decision", where, self.points)
        return self.read(rules, where, hand, known)


def posing_of(game: Game) -> Posing:
    name = f"{game.engine.__package__}.posing"
    if importlib.util.find_spec(name) is None:
        raise InputError(f"{game.name} has no posing.py: ask about a position of a replay instead (--from)")
    found: Posing = importlib.import_module(name).POSING
    return found


def expect(cards: Sequence[int], numbers: Sequence[int], what: str) -> tuple[int, ...]:
    """So many cards, or a sentence."""
    if len(cards) not in numbers:
        wanted = " or ".join(str(n) for n in numbers)
        raise InputError(f"{what} is {wanted} card{'s' if wanted != '1' else ''}, not {len(cards)}")
    return tuple(cards)


def mask_of(cards: Sequence[int]) -> int:
    """A set of card ids as bits."""
    return sum(1 << card for card in cards)


def members(mask: int) -> list[int]:
    """Ids of a set, ascending."""
    return [card for card in range(64) if int(mask) >> card & 1]
