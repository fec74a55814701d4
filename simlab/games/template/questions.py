"""Questions about one-card poker: what to do with this card, first to act, after a pass, or facing a bet."""

from random import Random
from typing import Any

from simlab.contract.goals import Goal
from simlab.contract.questions import POLICY, Question, Questions
from simlab.errors import CardError, nearest
from simlab.games.template.rules import Action
from simlab.games.template.text import card_name

POINTS = {
    "open": "first to act: --hand K",
    "checked": "the opponent has passed: --hand K",
    "facing": "the opponent has bet: --hand K",
}
NET = Goal("net", "chips won less chips lost in the game", "chips", "net")


def read(rules: Any, at: str, hand: str, known: str) -> Question:
    names = {card_name(rank, rules.ranks): rank for rank in range(rules.ranks)}
    word = hand.strip().upper().replace("10", "T")
    if word not in names:
        raise CardError(f"no card {hand!r} in this deck{nearest(word, names)}")
    return Question(at, (names[word],))


def hold(view: Any, rules: Any, question: Question, random: Random) -> None:
    view.card = question.hand[0]


def arrived(view: Any, rules: Any, question: Question) -> bool:
    return bool(view.table.turn == (0 if question.at == "open" else 1))


def script(view: Any, rules: Any, question: Question, mine: bool) -> int:
    return POLICY if mine else int(Action.BET if question.at == "facing" else Action.PASS)


def who(state: Any, question: Question) -> int:
    return int(state.table.first if question.at == "open" else 1 - state.table.first)


def cards(rules: Any) -> list[str]:
    return [card_name(rank, rules.ranks) for rank in range(rules.ranks)]


QUESTIONS = Questions(POINTS, (NET,), read, hold, arrived, script, seat=who, cards=cards)
