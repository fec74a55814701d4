"""An order of hands as kernels read it: the record `LAW` and the row of straights, made from what an order file says.

A category is a pattern: groups of equal ranks, a run, cards of one suit, allowed ranks, wild cards. A hand *is* the highest of the
categories it holds, those left out that another one of them contains: a full house is no pair, whichever stands higher.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.errors import RulesError
from simlab.jit import new, record

CATEGORIES, GROUPS, TIES, RANKS, SUITS = 24, 7, 5, 16, 8
MOST_BITS = 62
KICKERS, BY_SUITS, SUM, MADE_SUM, HIGHER_RANK = range(TIES)

LAW = record(
    ("hand", "i8"),  # cards that count
    ("ranks", "i8"),
    ("suits", "i8"),
    ("copies", "i8"),
    ("of_a_rank", "i8"),  # cards of one rank in the whole deck: more of a kind are made by wild cards
    ("categories", "i8"),
    ("parts", "i8", (CATEGORIES,)),  # by category: number of groups
    ("groups", "i8", (CATEGORIES, GROUPS)),  # cards of equal rank in each
    ("run", "i8", (CATEGORIES,)),  # 0, or 1 + which row of straights
    ("run_size", "i8", (CATEGORIES,)),
    ("suited", "i8", (CATEGORIES,)),  # cards of one suit
    ("together", "i8", (CATEGORIES,)),  # 1: the run is of one suit
    ("top", "i8", (CATEGORIES,)),  # 1: the highest run alone
    ("within", "i8", (CATEGORIES,)),  # ranks that all cards must have, as a mask
    ("natural", "i8", (CATEGORIES,)),  # 1: without wild cards
    ("wilds", "i8", (CATEGORIES,)),  # wild cards that must be there
    ("contains", "i8", (CATEGORIES,)),  # categories that a hand of this one also holds, as a mask
    ("ties", "i8", (TIES,)),  # rules in order ...
    ("tie_rules", "i8"),  # ... so many
    ("rank_bits", "i8"),
    ("suit_bits", "i8"),
    ("sum_bits", "i8"),
    ("run_bits", "i8"),
    ("tie_bits", "i8"),  # what stands below the category
    ("points", "i8", (RANKS,)),
    ("low_points", "i8"),  # of the highest rank where it stands below the lowest
    ("low", "i8"),
    ("floor", "i8"),  # scores below do not qualify
    ("bug_rank", "i8"),
    ("unlike", "i8"),
)


@dataclass(frozen=True)
class Pattern:
    """One category, every length written out."""

    name: str
    groups: tuple[int, ...] = ()
    run: int = 0  # cards in a row
    step: int = 1
    suited: int = 0
    top: bool = False
    within: int = 0  # mask of ranks, 0 for all
    natural: bool = False
    wilds: int = 0

    @property
    def together(self) -> bool:
        return self.run > 0 and self.suited > 0

    @property
    def holds_always(self) -> bool:
        """High card, by whatever name."""
        return not (self.groups or self.run or self.suited or self.within or self.natural or self.wilds)

    def cards(self) -> int:
        """Cards without which it cannot be."""
        return max(sum(self.groups), self.run, self.suited, self.wilds, 1)

    def contains(self, other: "Pattern") -> bool:
        """Does every hand of this pattern hold the other one too?"""
        groups = len(self.groups) >= len(other.groups) and all(a >= b for a, b in zip(self.groups, other.groups, strict=False))
        top = not other.top or (self.top and self.run == other.run)
        runs = other.run == 0 or (self.step == other.step and self.run >= other.run and top)
        suited = self.suited >= other.suited and (not other.together or self.together)
        ranks = other.within == 0 or (self.within != 0 and self.within & ~other.within == 0)
        return groups and runs and suited and ranks and self.natural >= other.natural and self.wilds >= other.wilds


@dataclass(frozen=True)
class Straights:
    """All runs of one length, lowest first, and the best run in any set of ranks."""

    runs: tuple[tuple[int, ...], ...]  # ranks, last card of the run first
    wheel: tuple[bool, ...]  # does its lowest card stand below the lowest rank?


def straights(ranks: int, length: int, wheel: bool, corner: bool, gaps: int, step: int) -> Straights:
    """Runs along the ladder of ranks, compared by their places on it from the last card down.

    Places run from 0; the highest rank at place -1 makes the wheel, the ranks at -1, -2 ... those round the corner.
    """
    lowest = -(length - 1) * step - gaps if corner else -1 if wheel else 0
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for places in ladders(max(lowest, 1 - ranks), ranks, length, gaps, step):
        held = frozenset(place % ranks for place in places)
        once_round = places[-1] - places[0] < ranks
        if once_round and places[-1] >= 0 and (held not in found or places[::-1] > found[held]):
            found[held] = places[::-1]
    ordered = sorted(found.values())
    return Straights(tuple(tuple(place % ranks for place in run) for run in ordered), tuple(run[-1] == -1 for run in ordered))


def ladders(lowest: int, ranks: int, length: int, gaps: int, step: int) -> Iterator[tuple[int, ...]]:
    """Places of every run, low to high: neighbours `step` apart, up to `gaps` places more in all."""
    reach = (length - 1) * step
    for first in range(lowest, ranks):
        for more in range(gaps + 1):
            if first + reach + more >= ranks:
                break
            for inner in combinations(range(1, reach + more), length - 2):
                places = (first, *(first + place for place in inner), first + reach + more)
                if all(b - a >= step for a, b in pairwise(places)):
                    yield places


def best_runs(rows: Sequence[Straights], ranks: int) -> npt.NDArray[np.int16]:
    """By row and set of ranks: 1 + the place of the best straight in it, 0 for none."""
    best = np.zeros((max(1, len(rows)), 1 << ranks), np.int16)
    sets = np.arange(1 << ranks)
    for row, straight in enumerate(rows):
        for place, run in enumerate(straight.runs):
            mask = sum(1 << rank for rank in run)
            best[row, sets & mask == mask] = place + 1
    return best


def run_table(rows: Sequence[Straights]) -> npt.NDArray[np.int8]:
    """By row and place: the ranks of the run, last card first, then 1 for a wheel."""
    table = np.zeros((max(1, len(rows)), max([1, *(len(row.runs) for row in rows)]), GROUPS + 1), np.int8)
    for row, straight in enumerate(rows):
        for place, (run, wheel) in enumerate(zip(straight.runs, straight.wheel, strict=True)):
            table[row, place, : len(run)] = run
            table[row, place, GROUPS] = wheel
    return table


@dataclass(frozen=True)
class Terms:
    """An order in numbers, from which `Law` is made."""

    hand: int
    ranks: int
    suits: int
    copies: int
    patterns: tuple[Pattern, ...]
    wheel: bool
    corner: bool
    gaps: int
    ties: tuple[int, ...]
    points: tuple[int, ...]
    low: bool
    bug_rank: int
    unlike: bool


@dataclass(frozen=True)
class Law:
    """What kernels are given: the record, the best run by set of ranks, the ranks of every run."""

    record: Any
    best_run: npt.NDArray[np.int16]
    runs: npt.NDArray[np.int8]

    @property
    def parts(self) -> tuple[Any, npt.NDArray[np.int16], npt.NDArray[np.int8]]:
        return self.record, self.best_run, self.runs


def compiled_law(terms: Terms) -> Law:
    lengths = sorted({(pattern.run, pattern.step) for pattern in terms.patterns if pattern.run})
    rows = [straights(terms.ranks, length, terms.wheel, terms.corner, terms.gaps, step) for length, step in lengths]
    out = new(LAW)
    out.hand, out.ranks, out.suits, out.copies = terms.hand, terms.ranks, terms.suits, terms.copies
    out.of_a_rank = terms.suits * terms.copies
    out.low, out.bug_rank, out.unlike = terms.low, terms.bug_rank, terms.unlike
    write_patterns(out, terms.patterns, lengths)
    write_ties(out, terms, max([1, *(len(row.runs) for row in rows)]))
    return Law(out, best_runs(rows, terms.ranks), run_table(rows))


def write_patterns(out: Any, patterns: Sequence[Pattern], lengths: Sequence[tuple[int, int]]) -> None:
    out.categories = len(patterns)
    for at, pattern in enumerate(patterns):
        out.parts[at] = len(pattern.groups)
        for k, size in enumerate(pattern.groups):
            out.groups[at][k] = size
        out.run[at] = 1 + lengths.index((pattern.run, pattern.step)) if pattern.run else 0
        out.run_size[at], out.suited[at], out.together[at] = pattern.run, pattern.suited, pattern.together
        out.top[at], out.within[at] = pattern.top, pattern.within
        out.natural[at], out.wilds[at] = pattern.natural, pattern.wilds
        contained = (k for k, other in enumerate(patterns) if k != at and pattern.contains(other) and not other.contains(pattern))
        out.contains[at] = sum(1 << k for k in contained)


def write_ties(out: Any, terms: Terms, runs: int) -> None:
    out.rank_bits, out.suit_bits = terms.ranks.bit_length(), max(1, (terms.suits - 1).bit_length())
    out.sum_bits, out.run_bits = (terms.hand * max(terms.points)).bit_length(), runs.bit_length()
    for k, points in enumerate(terms.points):
        out.points[k] = points
    out.low_points = max(0, terms.points[0] - 1)
    out.tie_rules = len(terms.ties)
    for k, rule in enumerate(terms.ties):
        out.ties[k] = rule
    kickers = max(terms.hand * int(out.rank_bits), int(out.run_bits) + (terms.hand - 1) * int(out.rank_bits))
    width = {KICKERS: kickers, BY_SUITS: terms.hand * int(out.suit_bits), SUM: int(out.sum_bits), MADE_SUM: int(out.sum_bits)}
    out.tie_bits = sum(width.get(rule, terms.hand * int(out.rank_bits)) for rule in terms.ties)
    if int(out.tie_bits) + CATEGORIES.bit_length() > MOST_BITS:
        raise RulesError(f"so many rules for ties do not fit into one number: {int(out.tie_bits)} bits, there are {MOST_BITS - 5}")
