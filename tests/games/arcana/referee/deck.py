"""Arcana's deck: cards nobody has seen have no identity until chance settles it; a few positions are known.

`EndlessDeck` serves the halving, the flat and the finite model whose cards return at once; `PackDeck` is the finite model
whose cards stay what they are (`unfix_mode: conceal`).
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from tests.games.arcana.referee.ranking import TYPES

WINDOW = 10  # no known card ever lies deeper (AR-6.7)


class Chance(Protocol):
    """Everything random in a game of Arcana. The same question always gets the same answer."""

    def uniform(self, turn: int, j: int) -> float:
        """u(g,t,j) of AR-1.8, in [0, 1): settles the j-th identity settled by chance in that turn, j from 0.

        The opening hands (seat-major) and then the card of `start_discard` are turn -1. Cards known beforehand use up no j; the
        showdown draws go on counting in the turn they close. Not asked under `unfix_mode: conceal`.
        """

    def shuffle(self, turn: int, k: int, cards: list[int]) -> list[int]:
        """Only `finite` with `unfix_mode: conceal`: the given cards (ascending ids, copies repeated) in a random order, the top first.

        `k` counts the shuffles of that turn from 0; the deck of the start is turn -1, k 0, all 56*deck_copies cards, and the
        opening hands are its first cards, seat-major.
        """


class RandomChance:
    """Chance from Python's own generator, one per turn."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.turn = -2
        self.stream = random.Random(seed)
        self.drawn: list[float] = []

    def uniform(self, turn: int, j: int) -> float:
        if turn != self.turn:
            self.turn, self.stream, self.drawn = turn, random.Random(f"{self.seed} turn {turn}"), []
        while len(self.drawn) <= j:
            self.drawn.append(self.stream.random())
        return self.drawn[j]

    def shuffle(self, turn: int, k: int, cards: list[int]) -> list[int]:
        order = list(cards)
        random.Random(f"{self.seed} shuffle {turn} {k}").shuffle(order)
        return order


@dataclass
class Known:
    """A card lying at a known position of the deck."""

    card: int
    by: int  # the seat that planted or revealed it
    depth: int  # where a Sword planted it; 0 = Cups revealed it
    private: bool = False  # seen by `by` alone (AR-14.6)


class EndlessDeck:
    def __init__(self, rules: dict, chance: Chance, fixed: Callable[[], list[int]]) -> None:
        self.rules, self.chance = rules, chance
        self.fixed = fixed  # copies of each type fixed outside the deck
        self.finite = rules["deck_model"] == "finite"
        self.window: list[Known | None] = [None] * WINDOW
        self.begin(-1)

    def begin(self, turn: int) -> None:
        self.turn, self.settled = turn, 0

    def size(self) -> float:
        """Cards a player could still draw (AR-1.2, AR-6.11)."""
        return TYPES * self.rules["deck_copies"] - sum(self.fixed()) if self.finite else math.inf

    def weights(self) -> list[float]:
        """How likely each type is to be the next unknown card (AR-1.5)."""
        copies = self.fixed()
        for known in self.window:
            if known:
                copies[known.card] += 1
        if self.finite:
            return [self.rules["deck_copies"] - f for f in copies]
        if self.rules["deck_model"] == "flat":
            return [1] * TYPES
        damped = [self.rules["repeat_damping"] ** f for f in range(max(copies) + 1)]
        weights = [damped[f] for f in copies]
        if sum(weights) == 0:  # AR-1.9
            return [1 if f == min(copies) else 0 for f in copies]
        return weights

    def settle(self, weights: list[float]) -> int:
        """Chance gives an unknown card its identity (AR-1.8)."""
        total = 0.0
        for weight in weights:  # not sum(), which rounds otherwise in newer Pythons
            total += weight
        bound = self.chance.uniform(self.turn, self.settled) * total
        self.settled += 1
        cumulative = 0.0
        for card, weight in enumerate(weights):
            cumulative += weight
            if cumulative > bound:
                return card
        return max(card for card, weight in enumerate(weights) if weight > 0)  # AR-1.9, rounding

    def weights_together(self) -> list[float] | None:
        """The weights shared by a simultaneous draw (AR-1.6); None when each card renews them: finite draws are always successive."""
        return None if self.finite else self.weights()

    def take(self, weights: list[float] | None = None) -> tuple[int, Known | None]:
        """Draw position 1 (AR-1.7); weights None = those of this very moment."""
        known = self.window[0]
        card = known.card if known else self.settle(weights or self.weights())
        self.window = [*self.window[1:], None]
        return card, known

    def plant(self, card: int, depth: int, by: int) -> int:
        """Put the card so that it is the depth-th from the top (AR-6.2), at the bottom of a shorter deck (AR-6.10); the depth it got."""
        depth = int(min(depth, self.size() + 1))
        self.window.insert(depth - 1, Known(card, by, depth))
        if self.window.pop() is not None:
            raise AssertionError("a known card fell out of the window (AR-6.7)")
        return depth

    def known(self, depth: int) -> Known | None:
        return self.window[depth - 1]

    def has(self, depth: int) -> bool:
        return depth <= self.size()

    def reveal(self, depth: int, by: int, private: bool) -> None:
        """Cups on an unfixed position (AR-6.4)."""
        self.window[depth - 1] = Known(self.settle(self.weights()), by, 0, private)

    def erase(self, depth: int) -> None:
        """Cups on a fixed position (AR-6.5): known cards below move up one, or a gap is left (`cups_shift: false`)."""
        self.window[depth - 1] = None
        if self.rules["cups_shift"]:
            self.window = [*self.window[: depth - 1], *self.window[depth:], None]

    def bury(self, card: int) -> None:
        """An unfixed card vanishes: nothing is to be done (AR-1.4)."""

    def first_positions(self) -> list[Known | None]:
        return self.window


@dataclass
class Slot:
    card: int
    known: Known | None = None  # face up


class PackDeck:
    def __init__(self, rules: dict, chance: Chance) -> None:
        self.chance = chance
        self.heap = [card for card in range(TYPES) for _ in range(rules["deck_copies"])]
        self.slots: list[Slot] = []
        self.begin(-1)

    def begin(self, turn: int) -> None:
        self.turn, self.shuffles = turn, 0

    def size(self) -> float:
        """Exhausted means that the heap is empty too."""
        return len(self.slots) + len(self.heap)

    def weights_together(self) -> None:
        return None

    def take(self, weights: None = None) -> tuple[int, Known | None]:
        if not self.slots:  # a card is needed and none is left
            order = self.chance.shuffle(self.turn, self.shuffles, sorted(self.heap))
            self.shuffles += 1
            self.slots, self.heap = [Slot(card) for card in order], []
        slot = self.slots.pop(0)
        return slot.card, slot.known

    def plant(self, card: int, depth: int, by: int) -> int:
        depth = min(depth, len(self.slots) + 1)  # AR-6.10
        self.slots.insert(depth - 1, Slot(card, Known(card, by, depth)))
        return depth

    def known(self, depth: int) -> Known | None:
        return self.slots[depth - 1].known

    def has(self, depth: int) -> bool:
        return depth <= len(self.slots)

    def reveal(self, depth: int, by: int, private: bool) -> None:
        slot = self.slots[depth - 1]
        slot.known = Known(slot.card, by, 0, private)

    def erase(self, depth: int) -> None:
        """Cups merely turn the card face down in place."""
        self.slots[depth - 1].known = None

    def bury(self, card: int) -> None:
        self.heap.append(card)

    def first_positions(self) -> list[Known | None]:
        front = [slot.known for slot in self.slots[:WINDOW]]
        return front + [None] * (WINDOW - len(front))
