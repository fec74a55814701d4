"""Questions about Battle: which of the first five cards to keep, or all of them at once."""

from random import Random
from typing import Any

from simlab.cards import FRENCH_BY_SUIT as DECK
from simlab.contract.goals import WIN
from simlab.contract.questions import Question, Questions, expect
from simlab.games.battle.rules import Point

POINTS = {"keep": "the first drawing turn: --hand is the cards looked at (five unless draw_size says otherwise)"}


def read(rules: Any, at: str, hand: str, known: str) -> Question:
    return Question(at, expect(DECK.read(hand), [rules.draw_size], "a draw of battle"))


def hold(view: Any, rules: Any, question: Question, random: Random) -> None:
    for place, card in enumerate(question.hand):
        view.drawn[place] = card


def arrived(view: Any, rules: Any, question: Question) -> bool:
    return bool(view.point == Point.KEEP)


def cards(rules: Any) -> list[str]:
    return DECK.write(range(DECK.size)).split()


QUESTIONS = Questions(POINTS, (WIN,), read, hold, arrived, cards=cards)
