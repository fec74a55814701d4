"""What people call cards that may become a hand: "four to a flush", "pair of jacks or better", "two of one suit, both high"."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.ranking.hands import Category
from simlab.solvers import holds
from simlab.solvers.holds import ALIKE, APART, MADE
from simlab.solvers.pays import ALL, NONE, RANKS, PayDeck
from simlab.studies.pay_lines import Line, rank_range

Codes = tuple[int, ...]  # places in a vocabulary: holds that have one name
COUNTS = ("no", "one", "two", "three", "four", "five")


def rank_groups(lines: Sequence[Line]) -> list[int]:
    """Ranks that a pay table treats alike, as bits, by rank."""
    told = [line for line in lines if line.of != ALL or line.beside != ALL]
    signature = [tuple((line.of >> r & 1, line.beside >> r & 1) for line in told) for r in range(RANKS)]
    return [sum(1 << other for other in range(RANKS) if signature[other] == mine) for mine in signature]


def group_numbers(lines: Sequence[Line]) -> npt.NDArray[Any]:
    """By rank: which group it belongs to."""
    groups = rank_groups(lines)
    return np.array([sorted(set(groups)).index(bits) for bits in groups], np.int64)


def high_ranks(lines: Sequence[Line]) -> int:
    """Ranks of which a pair is paid, where not every pair is."""
    bits = 0
    for line in lines:
        if line.hand == Category.PAIR and line.of != ALL and line.pay > 0:
            bits |= line.of
    return bits


@dataclass(frozen=True)
class Vocabulary:
    """The codes that there are under a pay table."""

    deck: PayDeck
    lines: tuple[Line, ...]
    codes: tuple[int, ...]

    @cached_property
    def groups(self) -> list[int]:
        return rank_groups(self.lines)

    @cached_property
    def high(self) -> int:
        return high_ranks(self.lines)

    def alike(self, code: int) -> list[int]:
        """All codes of the same kind."""
        return [other for other in range(len(self.codes)) if kind_of(self.codes[other]) == kind_of(self.codes[code])]


def kind_of(code: int) -> int:
    """A code without its features; a whole hand is of its own kind."""
    if code & 3 == MADE:
        return code
    low = (1 << holds.HIGH_AT) - 1 if code & 3 == ALIKE else (1 << holds.RUNS_AT) - 1
    return code & (low | 1 << holds.ROYAL_AT | 7 << holds.SIDE_AT)


def features(code: int) -> tuple[int, int, int]:
    """Straights possible, high cards, group of ranks."""
    runs = code >> holds.RUNS_AT & 7 if code & 3 == APART else 0
    return runs, code >> holds.HIGH_AT & 7, code >> holds.GROUP_AT


def hold_name(words: Vocabulary, line: Codes) -> str:
    """What people call a hold; features that take in all of its kind are not mentioned."""
    code = words.codes[line[0]]
    kind, group = code & 3, code >> holds.GROUP_AT
    if kind == MADE:
        return words.lines[group].title if group != NONE else "all five cards, which pay nothing"
    wilds, cards = code >> holds.WILDS_AT & 7, code >> holds.CARDS_AT & 7
    said = apart_words(code, cards) if kind == APART else alike_words(code, cards)
    if kind == APART and cards == 2 and code >> holds.ROYAL_AT & 1 and not words.high:
        said = "two to a royal flush"
    of, more = feature_words(words, line, cards)
    said = joined(f"{said} of {of}" if of and cards <= 2 else joined(said, of), *more)
    if wilds == 0:
        return said
    own = f"{COUNTS[wilds]} wild card{'s' * (wilds > 1)}"
    return f"{own} and {said}" if cards else f"{own} alone"


def alike_words(code: int, cards: int) -> str:
    side = code >> holds.SIDE_AT & 7
    two = code >> holds.RUNS_AT & 7 == 2
    name = "two pair" if two else {2: "pair", 3: "three of a kind", 4: "four of a kind"}[cards - side]
    return name + (f" with {COUNTS[side]} card{'s' * (side > 1)} beside" if side else "")


def apart_words(code: int, cards: int) -> str:
    if cards == 0:
        return "nothing: draw five"
    if cards == 1:
        return "one card"
    many, runs = COUNTS[cards], code >> holds.RUNS_AT & 7
    if code >> holds.ROYAL_AT & 1 and cards > 2:
        return f"{many} to a royal flush"
    if code >> holds.SUITED_AT & 1:
        return f"{many} of one suit" if cards == 2 else f"{many} to a straight flush" if runs else f"{many} to a flush"
    return f"{many} cards of different suits" if cards == 2 or not runs else f"{many} to a straight"


def feature_words(words: Vocabulary, line: Codes, cards: int) -> tuple[str, list[str]]:
    """Group of ranks, straights and high cards, where they do not take in the whole kind."""
    codes = words.codes
    runs, high, group = (set(values) for values in zip(*(features(codes[code]) for code in line), strict=True))
    all_runs, all_high, all_groups = (set(values) for values in zip(*(features(codes[code]) for code in words.alike(line[0])), strict=True))
    of, said = "", []
    if group != all_groups:
        bits = sum(sorted(set(words.groups))[one] for one in group)
        of = rank_range(bits & words.deck.ranks & ~words.deck.wild_ranks)
    if high != all_high and cards > 1:
        said.append(f"{either(high)} high" if high != {cards} else "all high" if cards > 2 else "both high")
    if runs - {0} and runs != all_runs:
        said.append(f"{either(runs)} straight{'s' * (max(runs) > 1)} possible")
    return of, said


def either(numbers: set[int]) -> str:
    """`at most two`, `one or two`."""
    if len(numbers) > 1 and numbers == set(range(len(numbers))):
        return f"at most {COUNTS[max(numbers)]}"
    words = [COUNTS[number] for number in sorted(numbers)]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def joined(*parts: str) -> str:
    return ", ".join(part for part in parts if part)
