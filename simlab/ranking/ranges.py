"""Ranges of hands as people write them: "QQ+, AKs, T9s-76s, AsKd@0.5", "any", "AAxx".

- `QQ` a pair, `QQ+` that or higher, `QQ-99` from, to; `AK` two ranks, `AKs` of one suit, `AKo` of two; `ATs+` raises the lower card up to
  below the higher one, `KTo-K7o` names its ends, `T9s-76s` moves both cards.
- Cards themselves, as `AsKd`. Hands of other sizes by ranks, `x` for any card: `AAxx`; behind them `s` for all of one suit, `ds` for two
  suits twice each, `r` for all of different suits.
- `any` is every hand. `@0.5`, `:0.5` or `@50%` behind a part is its weight; where parts overlap the last one counts.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.errors import CardError, InputError

ANY_WORDS = ("any", "random", "all", "*")
MOST_COMBINATIONS = 3_000_000
WEIGHT = re.compile(r"^(.*?)\s*[@:]\s*([0-9]*\.?[0-9]+)\s*(%?)$")

Ids = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Range:
    """Hands with their weights, as they were asked for."""

    text: str
    cards: Ids  # one row a hand, rising
    weights: npt.NDArray[np.float64]
    classes: tuple[str, ...]  # of each hand: AKs, or its cards

    @property
    def combinations(self) -> int:
        return len(self.cards)

    @property
    def size(self) -> int:
        """Cards in a hand."""
        return int(self.cards.shape[1])


@dataclass(frozen=True)
class Reader:
    """Reads ranges over the cards that a deck deals, of so many cards a hand."""

    deck: Any  # a `Deck` or a `Pack`: ranks, read, write, rank and suit of a card
    dealt: tuple[int, ...]  # ids, without those that are known to lie elsewhere
    size: int

    def read(self, text: str) -> Range:
        """A range in words. A hand that dead cards make impossible drops out; a range without any hand is refused."""
        weights: dict[tuple[int, ...], float] = {}
        for part in parts_of(text):
            words, weight = weighed(part)
            for hand in self.hands(words):
                weights[hand] = weight
        held = {hand: weight for hand, weight in weights.items() if weight > 0.0}
        if not held:
            raise InputError(f"no hand of the range {text.strip()!r} can be dealt: its cards lie elsewhere, or all weights are 0")
        cards = sorted(held)
        return Range(text.strip(), np.array(cards, np.int64), np.array([held[hand] for hand in cards]), tuple(map(self.class_of, cards)))

    def hands(self, words: str) -> list[tuple[int, ...]]:
        """All hands of one part of a range."""
        if words.lower() in ANY_WORDS:
            if comb(len(self.dealt), self.size) > MOST_COMBINATIONS:
                raise InputError(f"`any` of {self.size} cards is more than {MOST_COMBINATIONS:,} hands")
            return list(combinations(self.dealt, self.size))
        exact = self.exact(words)
        if exact is not None:
            return [exact] if set(exact) <= set(self.dealt) else []
        return self.of_two(words) if self.size == 2 else self.of_many(words)

    def exact(self, words: str) -> tuple[int, ...] | None:
        """A hand named card by card; None for what is no list of cards."""
        try:
            cards = tuple(sorted(self.deck.read(words)))
        except CardError:
            return None
        if len(cards) != self.size:
            raise InputError(f"{words!r} has {len(cards)} cards, the other hands have {self.size}")
        return cards

    # ---- two cards

    def of_two(self, words: str) -> list[tuple[int, ...]]:
        first, dash, last = words.partition("-")
        pairs = self.span(self.two(first, words), self.two(last, words), words) if dash else self.upwards(words)
        return [hand for pair in pairs for hand in self.deal_two(*pair)]

    def two(self, text: str, words: str) -> tuple[int, int, str]:
        """(higher rank, lower rank, suits): suits is s, o or nothing."""
        symbols = self.symbols(text.strip())
        ranks, tail = [self.rank_of(symbol) for symbol in symbols[:2]], "".join(symbols[2:]).lower()
        if len(ranks) < 2 or None in ranks or tail not in ("", "s", "o") or (ranks[0] == ranks[1] and tail):
            raise self.cannot_read(words)
        high, low = sorted((int(rank) for rank in ranks if rank is not None), reverse=True)
        return high, low, tail

    def upwards(self, words: str) -> list[tuple[int, int, str]]:
        high, low, suits = self.two(words.removesuffix("+"), words)
        if not words.endswith("+"):
            return [(high, low, suits)]
        if high == low:
            return [(rank, rank, suits) for rank in range(high, len(self.deck.ranks))]
        return [(high, rank, suits) for rank in range(low, high)]

    def span(self, one: tuple[int, int, str], two: tuple[int, int, str], words: str) -> list[tuple[int, int, str]]:
        """From one end to the other: pairs, a lower card that moves, or both cards."""
        (top, low, suits), (other_top, other_low, others) = max(one, two), min(one, two)
        alike = suits == others and (top == low) == (other_top == other_low)
        if alike and top == other_top:
            return [(top, rank, suits) for rank in range(other_low, low + 1)]
        if alike and top - other_top == low - other_low:
            return [(top - step, low - step, suits) for step in range(top - other_top + 1)]
        raise InputError(f"no range from end to end: {words!r} (as QQ-99, KTo-K7o, T9s-76s)")

    def deal_two(self, high: int, low: int, suits: str) -> list[tuple[int, ...]]:
        hands = []
        for one in self.of_rank(high):
            for other in self.of_rank(low):
                same = self.deck.suit(one) == self.deck.suit(other)
                if one == other or (high == low and one > other) or (suits and same != (suits == "s")):
                    continue
                hands.append(tuple(sorted((one, other))))
        return hands

    def of_rank(self, rank: int) -> list[int]:
        return [card for card in self.dealt if self.deck.rank(card) == rank]

    # ---- any number of cards

    def of_many(self, words: str) -> list[tuple[int, ...]]:
        """Ranks and x, and how the suits lie."""
        symbols = self.symbols(words)
        asked, tail = symbols[: self.size], "".join(symbols[self.size :]).lower()
        ranks = [None if symbol.lower() == "x" else self.rank_of(symbol) for symbol in asked]
        wrong = any(rank is None and symbol.lower() != "x" for rank, symbol in zip(ranks, asked, strict=True))
        if len(ranks) < self.size or wrong or tail not in ("", "s", "ds", "r"):
            raise self.cannot_read(words)
        if comb(len(self.dealt), self.size) > MOST_COMBINATIONS:
            raise InputError(f"{words!r} would be looked for among more than {MOST_COMBINATIONS:,} hands")
        every = np.array(list(combinations(self.dealt, self.size)), np.int64)
        keep = self.with_ranks(every, [rank for rank in ranks if rank is not None]) & self.with_suits(every, tail)
        return [tuple(hand) for hand in every[keep].tolist()]

    def with_ranks(self, hands: Ids, ranks: Sequence[int]) -> npt.NDArray[np.bool_]:
        held = np.array([self.deck.rank(card) for card in range(max(self.dealt) + 1)])[hands]
        keep = np.ones(len(hands), bool)
        for rank in set(ranks):
            keep &= (held == rank).sum(axis=1) >= ranks.count(rank)
        return keep

    def with_suits(self, hands: Ids, tail: str) -> npt.NDArray[np.bool_]:
        if not tail:
            return np.ones(len(hands), bool)
        suits = np.array([self.deck.suit(card) for card in range(max(self.dealt) + 1)])[hands]
        times = np.sort(np.stack([(suits == suit).sum(axis=1) for suit in range(int(suits.max()) + 1)]), axis=0)[::-1]
        if tail == "s":
            return np.asarray(times[0] == self.size)
        if tail == "r":
            return np.asarray(times[0] == 1)
        return np.asarray((times[0] == 2) & (times[1] == 2))

    # ---- words

    def symbols(self, text: str) -> list[str]:
        """Ranks of two letters (10) are one symbol."""
        long = sorted({"10", *(rank for rank in self.deck.ranks if len(rank) > 1)}, key=len, reverse=True)
        found, at = [], 0
        while at < len(text):
            word = next((rank for rank in long if text.upper().startswith(rank.upper(), at)), text[at])
            found.append(word)
            at += len(word)
        return found

    def rank_of(self, symbol: str) -> int | None:
        names = [rank.upper() for rank in self.deck.ranks]
        same = {"T": "10", "10": "T"}
        for name in (symbol.upper(), same.get(symbol.upper(), "")):
            if name in names:
                return names.index(name)
        return None

    def cannot_read(self, words: str) -> InputError:
        how = (
            "as QQ+, AKs, T9s-76s, AsKd"
            if self.size == 2
            else f"as AAxx, or {self.size} cards such as {self.deck.write(self.dealt[-self.size :])}"
        )
        return InputError(f"cannot read {words!r} as hands of {self.size} cards ({how}, any)")

    def class_of(self, hand: tuple[int, ...]) -> str:
        """AKs for two cards; the cards themselves for others."""
        if self.size != 2 or any(self.deck.rank(card) < 0 for card in hand):
            return str(self.deck.write(hand))
        one, two = sorted(hand, key=self.deck.rank, reverse=True)
        names = self.deck.ranks[self.deck.rank(one)] + self.deck.ranks[self.deck.rank(two)]
        if self.deck.rank(one) == self.deck.rank(two):
            return str(names)
        return f"{names}{'s' if self.deck.suit(one) == self.deck.suit(two) else 'o'}"


def parts_of(text: str) -> list[str]:
    parts = [part.strip() for part in re.split(r"[,;]", text)]
    found = [part for part in parts if part]
    if not found:
        raise InputError("a range without a hand")
    return found


def weighed(part: str) -> tuple[str, float]:
    """The part without its weight, and the weight."""
    match = WEIGHT.match(part)
    if match is None:
        if "@" in part or ":" in part:
            raise InputError(f"a weight is a number, as {part.replace(':', '@').partition('@')[0].strip()}@0.5 or @50%: {part!r}")
        return part, 1.0
    weight = float(match[2]) / (100 if match[3] else 1)
    if weight > 1.0:
        raise InputError(f"a weight is 0 to 1, or 0 to 100 %: {part!r}")
    return match[1].strip(), weight


def plain_hands(texts: Sequence[str], deck: Any) -> bool:
    """Is every text just one hand, card by card?"""
    try:
        for text in texts:
            deck.read(text)
    except CardError:
        return False
    return True
