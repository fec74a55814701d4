"""Questions about Jester: which card to play, which pair to lay down, hold, hit or double, how much to bid."""

from itertools import combinations
from random import Random
from typing import Any

from simlab.cards import FRENCH
from simlab.contract.goals import WIN, Goal
from simlab.contract.questions import POLICY, Question, Questions, expect, mask_of, this_round
from simlab.errors import InputError
from simlab.games.jester.rules import CARDS, Act, Phase, Point
from simlab.masks import members

POINTS = {
    "blackjack": "hold, hit or double: --hand is the pair, --known the deck's first card",
    "pair": "which two cards to lay down: --hand is five cards",
    "trash": "which card to trash: --hand is eight cards",
    "low": "which card to play in Low: --hand is seven cards",
    "high": "which card to play in High: --hand is six cards",
    "bid": "the first bid of Poker: --hand is three cards",
}
HELD = {"blackjack": 2, "pair": 5, "trash": 8, "low": 7, "high": 6, "bid": 3}
KNOWN = {"blackjack": 1}  # cards that may be known
ARRIVAL = {"blackjack": Point.BJ_ACT, "pair": Point.BJ_PICK, "trash": Point.TRASH, "low": Point.LOW, "high": Point.HIGH, "bid": Point.OPEN}
PHASES = {"blackjack": Phase.BLACKJACK, "pair": Phase.BLACKJACK, "bid": Phase.POKER}


def points_now(view: Any) -> float:
    return float(view.table.points[view.seat])


POINTS_WON = Goal("points", "points of this round", "points", "points", base=points_now, shorten=this_round)


def read(rules: Any, at: str, hand: str, known: str) -> Question:
    cards = expect(FRENCH.read(hand), [HELD[at]], f"the hand at {at}")
    more = FRENCH.read(known)
    if len(more) not in (0, KNOWN.get(at, 0)):
        raise InputError(f"--known at {at} is {'one card' if at in KNOWN else 'nothing'}, not {len(more)} cards")
    if set(cards) & set(more):
        raise InputError(f"{FRENCH.write(sorted(set(cards) & set(more)))} stands twice")
    phase = PHASES.get(at, Phase[at.upper()] if at.upper() in Phase.__members__ else None)
    if phase not in rules.phases:
        raise InputError(f"these rules have no phase for {at}")
    return Question(at, cards, tuple(more))


def hold(view: Any, rules: Any, question: Question, random: Random) -> None:
    """The cards asked about, and any others that will be gone by then; a card known to lie elsewhere is none of them."""
    size = int(view.hand).bit_count()
    others = [card for card in range(CARDS - int(rules.cards), CARDS) if card not in question.hand and card not in question.known]
    view.hand = mask_of([*question.hand, *random.sample(others, size - len(question.hand))])


def arrived(view: Any, rules: Any, question: Question) -> bool:
    point = int(view.table.point)
    return point >= Point.OPEN if question.at == "bid" else point == ARRIVAL[question.at]


def script(view: Any, rules: Any, question: Question, mine: bool) -> int:
    """Play what was not asked about, so that the cards asked about are left; lay the pair down."""
    if not mine:
        return POLICY
    hand, point = members(view.hand), int(view.table.point)
    free = [place for place, card in enumerate(hand) if card not in question.hand]
    if point <= Point.HIGH:
        return free[int(view.round + view.table.left) % len(free)]
    if point == Point.BJ_PICK:
        wanted = question.hand if question.at == "blackjack" else [hand[place] for place in free][:2]
        return list(combinations(hand, 2)).index(tuple(sorted(wanted)))  # type: ignore[arg-type]
    return int(Act.HOLD) if point == Point.BJ_ACT else POLICY


def arrive(view: Any, rules: Any, question: Question) -> bool:
    """Turn up the known card instead of the one that came; impossible where it lies elsewhere in sight."""
    if not question.known:
        return True
    wanted, came = question.known[0], int(view.table.deck[0])
    if wanted == came:
        return True
    if (int(view.hand) | int(view.table.laid) | int(view.table.discards) | int(view.pile_known)) >> wanted & 1:
        return False
    view.table.laid = int(view.table.laid) & ~(1 << came) | 1 << wanted
    view.table.deck[0] = wanted
    return True


def cards(rules: Any) -> list[str]:
    return FRENCH.write(range(FRENCH.size)).split()


QUESTIONS = Questions(POINTS, (POINTS_WON, WIN), read, hold, arrived, script, arrive=arrive, cards=cards)
