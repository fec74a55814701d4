"""Questions about Arcana: draw, discard, submit or wait, with this hand and this Pot."""

import re
from random import Random
from typing import Any

import numpy as np

from simlab.cards import TAROT
from simlab.contract.goals import WIN, Goal
from simlab.contract.questions import Question, Questions, expect
from simlab.errors import InputError
from simlab.games.arcana.engine import main_actions
from simlab.games.arcana.ranking.multiset import gather
from simlab.games.arcana.rules import EndMode, Point

POINTS = {"turn": "the own turn: --hand is three to nine cards, --known as 'pot 12, top 7S' (each may be left out)"}


def this_deal(rules: Any, view: Any) -> None:
    """The game stops with the next showdown."""
    rules.end_mode = EndMode.DEALS
    rules.max_deals = view.deals + 1


COINS = Goal(
    "coins",
    "coins won at the showdown of this deal",
    "coins",
    "coins_won",
    shorten=this_deal,
)


def read(rules: Any, at: str, hand: str, known: str) -> Question:
    cards = expect(TAROT.read(hand, unique=False), range(3, 10), "a hand of arcana")
    pot = re.search(r"\bpot\s+(\d+)", known, re.IGNORECASE)
    top = re.search(r"\btop\s+(\w+)", known, re.IGNORECASE)
    rest = re.sub(r"\b(pot\s+\d+|top\s+\w+)|[\s,;]", "", known, flags=re.IGNORECASE)
    if rest:
        raise InputError(f"--known {known!r}: write for example 'pot 12, top 7S'")
    return Question(at, cards, (int(pot[1]) if pot else 0, TAROT.read(top[1])[0] if top else -1))


def hold(view: Any, rules: Any, question: Question, random: Random) -> None:
    pot, top = question.known
    view.hands[view.seat][:] = gather(np.array(sorted(question.hand), np.int64))
    view.hand_size[view.seat] = len(question.hand)
    view.pot, view.top = pot, top


def settle(state: Any, rules: Any, question: Question) -> None:
    """More cards and a Pot may allow more."""
    state.legal = main_actions(state, rules, state.seat)


def arrived(view: Any, rules: Any, question: Question) -> bool:
    return bool(view.point == Point.MAIN)


def cards(rules: Any) -> list[str]:
    return TAROT.write(range(TAROT.size)).split()


QUESTIONS = Questions(POINTS, (COINS, WIN), read, hold, arrived, settle=settle, cards=cards)
