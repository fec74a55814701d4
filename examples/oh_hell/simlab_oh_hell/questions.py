"""Questions about Oh Hell: how many tricks to bid with this hand?"""

from random import Random
from typing import Any

from simlab.contract.goals import WIN, Goal
from simlab.contract.questions import Question, Questions
from simlab.errors import CardError, InputError
from simlab_oh_hell.rules import Phase, Trump
from simlab_oh_hell.text import RANKS, SUITS

POINTS = {"bid": "the first bid of a deal with so many cards: --hand 'As Kd 7c' --known 2h (the card turned up)"}
POINTS_WON = Goal("points", "points of the deal", "points", "points")


def read(rules: Any, at: str, hand: str, known: str) -> Question:
    held, turned = (tuple(card(rules, word) for word in text.replace(",", " ").split()) for text in (hand, known))
    if len({*held, *turned}) < len(held) + len(turned) or not held:
        raise CardError(f"a hand is one card or more, each once (given: {hand} {known})")
    if len(turned) != (rules.trump == Trump.TURNED):
        raise InputError("--known is the card turned up: needed where it makes a trump, wrong where there is none")
    return Question(at, held, turned)


def card(rules: Any, word: str) -> int:
    rank, suit = RANKS[-rules.ranks :].find(word[:-1].upper().replace("10", "T") or "?"), SUITS.find(word[-1].lower())
    if rank < 0 or suit < 0:
        raise CardError(f"no card {word!r} in this deck: ranks are {RANKS[-rules.ranks :]}, suits {SUITS}")
    return 16 * suit + rank


def one_deal(rules: Any, question: Question) -> Any:
    """A single deal with as many cards as are held, and nothing passed before."""
    return type(rules).of({**rules.plain(), "cards": len(question.hand), "deals": 1, "passing": 0})


def hold(view: Any, rules: Any, question: Question, random: Random) -> None:
    view.hand = sum(1 << one for one in question.hand)
    for turned in question.known:
        view.table.turned = turned
        view.table.trump = turned // 16


def arrived(view: Any, rules: Any, question: Question) -> bool:
    return bool(view.table.phase == Phase.BID)


QUESTIONS = Questions(POINTS, (POINTS_WON, WIN), read, hold, arrived, adapt=one_deal)
