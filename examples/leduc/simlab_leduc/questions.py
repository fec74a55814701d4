"""Questions about Leduc poker: what to do with this card, before the open card or after it, first to speak or facing a bet."""

from random import Random
from typing import Any

from simlab.contract.goals import Goal
from simlab.contract.questions import POLICY, Question, Questions
from simlab.errors import CardError, InputError, nearest
from simlab.mechanics.betting import Move, owed
from simlab_leduc.rules import BOARD, HIDDEN
from simlab_leduc.text import rank_name

POINTS = {
    "open": "first to speak: --hand K",
    "facing": "the opponent has bet: --hand K",
    "board": "first to speak after the open card, checked before it: --hand K --known Q",
    "board-facing": "the opponent has bet after the open card, checked before it: --hand K --known Q",
}
NET = Goal("net", "chips won less chips lost in the game", "chips", "net")


def read(rules: Any, at: str, hand: str, known: str) -> Question:
    if bool(known) != at.startswith("board"):
        raise InputError(f"--known is the open card: needed after it, wrong before it (decision {at})")
    held = rank(rules, hand) * rules.suits
    if not known:
        return Question(at, (held,))
    board = rank(rules, known) * rules.suits
    return Question(at, (held,), (board + (board == held),))


def rank(rules: Any, text: str) -> int:
    names = [rank_name(place, rules.ranks) for place in range(rules.ranks)]
    word = text.strip().upper().replace("10", "T")
    if word not in names:
        raise CardError(f"no card {text!r} in this deck{nearest(word, names)}")
    return names.index(word)


def hold(view: Any, rules: Any, question: Question, random: Random) -> None:
    view.card = question.hand[0]


def settle(state: Any, rules: Any, question: Question) -> None:
    """The open card asked about; it may have been the opponent's, who then has what lay there."""
    for card in question.known:
        for place in range(BOARD):
            if state.cards[place] == card:
                state.cards[place] = state.cards[BOARD]
        state.cards[BOARD] = card


def arrived(view: Any, rules: Any, question: Question) -> bool:
    shown, debt = view.table.board != HIDDEN, owed(view.table.bets, int(view.seat)) > 0
    return bool(shown == question.at.startswith("board") and debt == question.at.endswith("facing"))


def script(view: Any, rules: Any, question: Question, mine: bool) -> int:
    """Check until there; the opponent bets where the question says so."""
    here = (view.table.board != HIDDEN) == question.at.startswith("board")
    if here and not mine and question.at.endswith("facing"):
        return int(Move.RAISE)
    return POLICY if here and mine else int(Move.CALL)


def who(state: Any, question: Question) -> int:
    return int(1 - state.table.first if question.at.endswith("facing") else state.table.first)


QUESTIONS = Questions(POINTS, (NET,), read, hold, arrived, script, settle, seat=who)
