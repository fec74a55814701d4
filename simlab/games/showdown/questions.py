"""Questions about Showdown: which cards to throw, which to play."""

from random import Random
from typing import Any

from simlab.cards import FRENCH
from simlab.contract.goals import WIN, Goal
from simlab.contract.questions import POLICY, Question, Questions, expect, mask_of, this_round
from simlab.errors import InputError
from simlab.games.showdown.rules import HAND, Point

POINTS = {
    "draw1": "the first draw: --hand is five cards, --known cards that cannot come (exact values only)",
    "draw2": "the second draw, after all hands were shown: --known may name them, as 'Kh Ks 2c 2d 3h / Td ...', from the next seat on",
    "trick1": "the lead to the first trick, hands open: --known as above",
}


def points_now(view: Any) -> float:
    return float(view.open.points[view.seat])


POINTS_WON = Goal("points", "points of this round", "points", "points", base=points_now, shorten=this_round)


def read(rules: Any, at: str, hand: str, known: str) -> Question:
    cards = expect(FRENCH.read(hand), [HAND], "a hand of showdown")
    if at == "draw1":
        return checked(Question(at, cards, dead=tuple(FRENCH.read(known))))
    hands = [tuple(FRENCH.read(part)) for part in known.split("/")] if known.strip() else []
    if len(hands) >= rules.players:
        raise InputError(f"--known names {len(hands)} hands; there are {rules.players - 1} opponents")
    return checked(Question(at, cards, tuple(expect(other, [HAND], "an opponent's hand") for other in hands)))


def checked(question: Question) -> Question:
    """No card may be in two places."""
    seen = set(question.hand)
    for cards in (*question.known, question.dead):
        for card in cards:
            if card in seen:
                raise InputError(f"{FRENCH.write([card])} stands twice")
            seen.add(card)
    return question


def hold(view: Any, rules: Any, question: Question, random: Random) -> None:
    view.hand = mask_of(question.hand)


def settle(state: Any, rules: Any, question: Question) -> None:
    """Opponents' hands as given; the others get any cards that are left."""
    if not question.known:
        return
    players, me = int(rules.players), int(state.seat)
    taken = mask_of(question.hand) | sum(mask_of(hand) for hand in question.known)
    others = [(me + step) % players for step in range(1, players)]
    free = [card for card in range(FRENCH.size) if int(rules.cards) >> card & 1 and not taken >> card & 1]
    mine = {int(seat): [c for c in free if int(state.hand[seat]) >> c & 1] for seat in others}
    spare = [c for c in free if not any(c in cards for cards in mine.values())]
    for place, seat in enumerate(others):
        if place < len(question.known):
            state.hand[seat] = mask_of(question.known[place])
            continue
        while len(mine[seat]) < HAND:
            mine[seat].append(spare.pop())
        state.hand[seat] = mask_of(mine[seat])


def arrived(view: Any, rules: Any, question: Question) -> bool:
    if question.at == "trick1":
        return bool(view.open.point == Point.PLAY)
    return bool(view.open.point == Point.DRAW and view.open.draw == (1 if question.at == "draw1" else 2))


def script(view: Any, rules: Any, question: Question, mine: bool) -> int:
    """The hand asked about was held already; hands that are named were kept too."""
    pat = view.open.point == Point.DRAW and (mine or bool(question.known))
    return 0 if pat else POLICY


def cards(rules: Any) -> list[str]:
    return FRENCH.write(range(FRENCH.size)).split()


QUESTIONS = Questions(POINTS, (POINTS_WON, WIN), read, hold, arrived, script, settle, cards=cards)
