"""Questions about High Draw: keep this card or exchange it?"""

from random import Random
from typing import Any

from simlab.contract.goals import WIN
from simlab.contract.questions import Question, Questions
from simlab.errors import CardError

POINTS = {"turn": "keep or exchange, first to act: --hand 12"}


def read(rules: Any, at: str, hand: str, known: str) -> Question:
    word = hand.strip()
    if not word.isdigit() or int(word) >= rules.cards:
        raise CardError(f"no card {hand!r} in this deck: they are 0 to {rules.cards - 1}")
    return Question(at, (int(word),))


def hold(view: Any, rules: Any, question: Question, random: Random) -> None:
    view.card = question.hand[0]


def arrived(view: Any, rules: Any, question: Question) -> bool:
    return True


QUESTIONS = Questions(POINTS, (WIN,), read, hold, arrived)
