"""How a question about a hand becomes a position: what a game's `questions.py` provides, and exact values of actions.

A question names a decision (`draw1`, `bet1`, ...), the cards held there and what else is known. `play/probes/positions.py` makes
views from it: at the seat's first turn the hand is written into the view, a world is imagined from it, and the game goes on by
`script` and policies until the decision is reached. What the question leaves open is settled anew in every view.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from simlab.contract.goals import Goal
from simlab.contract.knobs import Rules
from simlab.errors import InputError, UnknownName

POLICY = -1  # what `script` says where the policy may choose


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


Worths = dict[int, Fraction]  # of actions


@dataclass(frozen=True)
class ExactGoal:
    """What can be enumerated instead of sampled: the worth of each action of a view, or nothing where it does not apply."""

    name: str
    doc: str
    unit: str
    values: Callable[[Any, Any, tuple[int, ...]], Worths]  # (rules, view, dead cards)

    @property
    def is_share(self) -> bool:
        return False


def nobody_scripts(view: Any, rules: Any, question: Question, mine: bool) -> int:
    return POLICY


@dataclass(frozen=True)
class Questions:
    """What a game provides."""

    points: dict[str, str]  # decisions that can be asked about, and what `--hand` and `--known` are there
    goals: tuple[Goal, ...]  # the first is the usual one
    read: Callable[[Any, str, str, str], Question]  # (rules, at, hand, known) as text
    hold: Callable[[Any, Any, Question, Random], None]  # write the hand into the view of the seat's first turn
    arrived: Callable[[Any, Any, Question], bool]  # is this view, of the seat to act, the decision?
    script: Callable[[Any, Any, Question, bool], int] = nobody_scripts  # actions on the way there, by the seat that asks or another
    settle: Callable[[Any, Any, Question], None] = lambda state, rules, question: None  # what of the imagined state is known
    arrive: Callable[[Any, Any, Question], bool] = lambda view, rules, question: True  # the same for the view reached; False: deal again
    adapt: Callable[[Any, Question], Any] = lambda rules, question: rules  # rules that the question asks for
    seat: Callable[[Any, Question], int] = lambda state, question: int(state.seat)  # who asks, told from the state as dealt
    cards: Callable[[Any], Sequence[str]] = lambda rules: ()  # what can be held, as `read` understands it: cards to be clicked

    def question(self, rules: Rules, at: str | None, hand: str, known: str) -> Question:
        """The question in words, checked."""
        where = at or next(iter(self.points))
        if where not in self.points:
            raise UnknownName("decision", where, self.points)
        return self.read(rules, where, hand, known)


def expect(cards: Sequence[int], numbers: Sequence[int], what: str) -> tuple[int, ...]:
    """So many cards, or a sentence."""
    if len(cards) not in numbers:
        wanted = " or ".join(str(n) for n in numbers)
        raise InputError(f"{what} is {wanted} card{'s' if wanted != '1' else ''}, not {len(cards)}")
    return tuple(cards)


def mask_of(cards: Sequence[int]) -> int:
    """A set of card ids as bits."""
    return sum(1 << card for card in cards)
