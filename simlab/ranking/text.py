"""Hands in words: "pair of aces, kickers 9 6 3", and who wins and why."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simlab.errors import CardError, InputError, RulesError, UnknownName
from simlab.ranking.hands import HAND, NAMES, RANK_BITS, SUIT_BITS, SUM_AT, Category, Family, category
from simlab.ranking.orders import STANDARD, Order, joker_order, run_ranks, standard_order
from simlab.ranking.scalar import RANKS
from simlab.ranking.scalar import rank as rank_mask
from simlab.ranking.wild import rank_wild

BUILDERS: dict[str, Callable[..., Order]] = {"standard": standard_order, "joker": joker_order}

WORDS = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine", "T": "ten", "10": "ten",
    "J": "jack", "P": "page", "N": "knight", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip


@dataclass(frozen=True)
class Ranked:
    """A hand and its strength; `a > b` compares strengths (of one order)."""

    cards: str
    score: int
    category: str
    text: str

    def __lt__(self, other: "Ranked") -> bool:
        return self.score < other.score

    def __gt__(self, other: "Ranked") -> bool:
        return self.score > other.score


@dataclass(frozen=True)
class Comparison:
    """Hands side by side: who wins (several share a tie), and a sentence that says why."""

    hands: tuple[Ranked, ...]
    winners: tuple[int, ...]
    why: str


def built(name: str, builder: Callable[..., Order], knobs: Mapping[str, Any]) -> Order:
    """An order with its ranking knobs set otherwise than by default."""
    known = builder.__code__.co_varnames[: builder.__code__.co_argcount]
    for knob in knobs:
        if knob not in known:
            raise UnknownName(f"ranking knob of {name}", knob, known)
    try:
        return builder(**knobs)
    except TypeError as wrong:
        raise RulesError(f"a knob of {name} has a value of the wrong kind: {wrong}") from wrong


def read_hand(cards: str | int, order: Order) -> np.int64:
    """The mask of a hand given as text or as a mask."""
    ids = order.deck.read(cards) if isinstance(cards, str) else order.deck.cards(cards)
    for card in ids:
        if order.deck.rank(card) not in order.strength:
            raise CardError(f"{order.deck.write([card])} is not in the deck of this order")
    return np.uint64(order.deck.mask(ids)).astype(np.int64)


def rank(cards: str | int, order: Order = STANDARD, wild: bool = False) -> Ranked:
    """The strength of a hand, in words and as a score. `wild`: a wild card goes with it."""
    mask = read_hand(cards, order)
    score = int((rank_wild if wild else rank_mask)(mask, order.record))
    if mask == 0 and not wild:
        return Ranked("", 0, "", "no cards")
    held = Category(int(category(score)))
    return Ranked(order.deck.write(order.deck.cards(int(mask))), score, NAMES[held], describe(mask, order, wild))


def describe(mask: int | np.int64, order: Order, wild: bool = False) -> str:
    """A hand in words."""
    held, made, rest = parts(np.int64(mask), order, wild)
    words = made_words(held, made, order) + rest_words(held, rest, order)
    if held in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        words = f"{NAMES[held]}, {run_words(rest, order)}"
    if held == Category.FULL_HOUSE and order.full_house_high:
        words = made_words(held, rest, order) + rest_words(held, made ^ rest, order)
    if not wild and order.family in (Family.SUM, Family.SUM_MADE, Family.SUM_THEN_STANDARD):
        words += f", sum {rank_total(np.int64(mask), order)}"
    return words


def parts(mask: np.int64, order: Order, wild: bool = False) -> tuple[Category, int, int]:
    """Category, made ranks and kickers of the best five, as masks by strength."""
    if order.family in (Family.SUM, Family.SUM_MADE):
        order = replace(order, family=Family.STANDARD)
    score = int((rank_wild if wild else rank_mask)(mask, order.record))
    held = Category(int(category(score)))
    if order.dead and size(mask) < HAND:
        placed = int(rank_mask(mask, replace(order, dead=False).record))
        return held, 0, placed & RANKS | placed >> RANK_BITS & RANKS
    body = score >> SUIT_BITS if order.family == Family.SUITS else score
    return held, body >> RANK_BITS & RANKS, body & RANKS


def made_words(held: Category, made: int, order: Order) -> str:
    names = [rank_word(at, order, many=True) for at in high_to_low(made)]
    match held:
        case Category.PAIR:
            return f"pair of {names[0]}"
        case Category.TWO_PAIR:
            return f"two pair, {names[0]} and {names[1]}"
        case Category.THREE | Category.FOUR | Category.FIVE:
            return f"{NAMES[held].split()[0]} {names[0]}"
        case Category.FULL_HOUSE:
            return f"full house, {names[0]} full of"
        case _:
            return NAMES[held]


def rest_words(held: Category, rest: int, order: Order) -> str:
    ranks = high_to_low(rest)
    short = [symbol(at, order) for at in ranks]
    if held == Category.ROYAL_FLUSH or not ranks:
        return ""
    if held == Category.FULL_HOUSE:
        return f" {rank_word(ranks[0], order, many=True)}"
    if held == Category.FLUSH:
        return f", {' '.join(short)}"
    if held == Category.HIGH_CARD:
        tail = f", kicker{'s' * (len(short) > 2)} {' '.join(short[1:])}" if len(short) > 1 else ""
        return f" {rank_word(ranks[0], order)}{tail}"
    return f", kicker{'s' * (len(short) > 1)} {' '.join(short)}"


def run_words(value: int, order: Order) -> str:
    run = order.runs[[run_ranks(v) for v in order.run_values].index(value)]
    return f"{order.deck.ranks[run[0]]} to {order.deck.ranks[run[-1]]}"


def rank_total(mask: np.int64, order: Order) -> int:
    """The sum a sum order compares, counted as players do: a two is 2, an ace 14, or 1 in a low run."""
    sums = replace(order, family=Family.SUM)
    index_sum = int(rank_mask(mask, sums.record)) >> SUM_AT & 127
    return index_sum + (2 + order.strength[0]) * min(HAND, size(mask))


def size(mask: np.int64) -> int:
    return (int(mask) & (1 << 64) - 1).bit_count()


def high_to_low(ranks: int) -> list[int]:
    return [at for at in range(15, -1, -1) if ranks >> at & 1]


def symbol(at: int, order: Order) -> str:
    return order.deck.ranks[order.strength[at]]


def rank_word(at: int, order: Order, many: bool = False) -> str:
    word = WORDS.get(symbol(at, order), symbol(at, order))
    return word if not many else word + "es" if word == "six" else word + "s"


# ---- several hands


def compare(hands: Sequence[str], order: Order = STANDARD, wild: bool = False) -> Comparison:
    """Who wins, and why."""
    if len(hands) < 2:
        raise InputError("comparing needs two hands or more")
    ranked = tuple(rank(hand, order, wild) for hand in hands)
    best = max(ranked, key=lambda hand: hand.score)
    winners = tuple(i for i, hand in enumerate(ranked) if hand.score == best.score)
    if len(winners) > 1:
        who = " and ".join(str(i + 1) for i in winners)
        return Comparison(ranked, winners, f"tie between hands {who}: {best.text}")
    second = max((hand for hand in ranked if hand is not best), key=lambda hand: hand.score)
    return Comparison(ranked, winners, f"hand {winners[0] + 1} wins: {reason(best, second)}")


def reason(best: Ranked, second: Ranked) -> str:
    if best.category != second.category:
        return f"{best.category} beats {second.category}"
    if best.text != second.text:
        return f"{best.text} beats {second.text}"
    return f"both {best.text}; the higher suits decide"
