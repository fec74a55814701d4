"""Hands of any order side by side: what each is, who wins and why."""

from collections.abc import Sequence

from simlab.errors import InputError
from simlab.ranking.any_order import AnyOrder
from simlab.ranking.text import Comparison, Ranked, reason


def rank(cards: str, order: AnyOrder) -> Ranked:
    """The strength of a hand, in words and as a score."""
    hand = order.parse(cards)
    score = order.rank(hand)
    written = " | ".join(order.deck.write(part) for part in (hand.own, hand.board) if part)
    return Ranked(written, score, order.category(score), order.words(score))


def compare(hands: Sequence[str], order: AnyOrder) -> Comparison:
    """Who wins, and why."""
    if len(hands) < 2:
        raise InputError("comparing needs two hands or more")
    ranked = tuple(rank(hand, order) for hand in hands)
    best = max(ranked, key=lambda hand: hand.score)
    if best.score == 0:
        return Comparison(ranked, (), "no hand qualifies")
    winners = tuple(i for i, hand in enumerate(ranked) if hand.score == best.score)
    if len(winners) > 1:
        who = " and ".join(str(i + 1) for i in winners)
        return Comparison(ranked, winners, f"tie between hands {who}: {best.text}")
    second = max((hand for hand in ranked if hand is not best), key=lambda hand: hand.score)
    return Comparison(ranked, winners, f"hand {winners[0] + 1} wins: {why(best, second, order)}")


def why(best: Ranked, second: Ranked, order: AnyOrder) -> str:
    if second.score == 0:
        return f"{best.text} qualifies"
    if order.data.low and best.text != second.text:
        return f"{best.text} beats {second.text}"
    return reason(best, second)
