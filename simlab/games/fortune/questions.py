"""Questions about tarot draw poker: bet with these five cards, exchange which of them, under which Arcana."""

from random import Random
from typing import Any

from simlab.cards import TAROT_PAGE_LOW as DECK
from simlab.contract.goals import WIN, Goal
from simlab.contract.questions import POLICY, Question, Questions, expect
from simlab.errors import UnknownName
from simlab.games.fortune.rules import ARCANA_NAMES, HAND, Bet, Phase, Point

POINTS = {
    "bet1": "the first betting, first to speak: --hand is five cards, --known an Arcana, as 'emperor' or 'moon after the draw'",
    "draw": "which cards to exchange, all having called: --hand and --known as above",
    "bet2": "the second betting, having stood pat: --hand and --known as above",
}
PHASES = {"bet1": Phase.BET1, "draw": Phase.DRAW, "bet2": Phase.BET2}
LATER = "after the draw"


def this_round(rules: Any, view: Any) -> None:
    rules.max_rounds = view.table.round


CHIPS = Goal(
    "chips",
    "chips gained from here to the end of the round; folding is 0",
    "chips",
    "chips",
    base=lambda view: float(view.bets.stack[view.seat]),
    shorten=this_round,
)


def read(rules: Any, at: str, hand: str, known: str) -> Question:
    cards = expect(DECK.read(hand), [HAND], "a hand of fortune")
    word = known.strip().lower().removeprefix("the ")
    window = "draw" if word.endswith(LATER) else "deal"
    word = word.removesuffix(LATER).removesuffix("after the deal").strip()
    if word and word not in ARCANA_NAMES:
        raise UnknownName("Arcana", word, ARCANA_NAMES)
    return Question(at, cards, (ARCANA_NAMES.index(word), window) if word else ())


def adapt(rules: Any, question: Question) -> Any:
    """One round with the Arcana asked about; without one the rules stay as they are, so that Pages may turn one over."""
    if not question.known:
        return rules
    card, window = question.known
    return type(rules).of({**rules.plain(), "unit": "round", "forced_arcana": card, "forced_window": window})


def hold(view: Any, rules: Any, question: Question, random: Random) -> None:
    view.hand = DECK.mask(question.hand)


def arrived(view: Any, rules: Any, question: Question) -> bool:
    return bool(view.table.phase == PHASES[question.at])


def script(view: Any, rules: Any, question: Question, mine: bool) -> int:
    """Nobody shows strength before the decision: all call, and the seat that asks stands pat."""
    if view.table.point == Point.BET:
        return int(Bet.CALL)
    return 0 if mine and view.table.point == Point.DRAW else POLICY


def arrive(view: Any, rules: Any, question: Question) -> bool:
    """The hand is still the one asked about; some Arcana change it."""
    return int(view.hand) == DECK.mask(question.hand)


def cards(rules: Any) -> list[str]:
    return DECK.write(range(DECK.size)).split()


QUESTIONS = Questions(POINTS, (CHIPS, WIN), read, hold, arrived, script, arrive=arrive, adapt=adapt, cards=cards)
