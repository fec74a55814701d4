"""A score of any order in words: "pair of aces, kickers 9 6 3", "eight low, 8 6 4 3 2", "three cards, 4 2 A"."""

from collections.abc import Sequence
from dataclasses import dataclass

from simlab.ranking.generic.law import BY_SUITS, HIGHER_RANK, KICKERS, Law, Pattern
from simlab.ranking.text import WORDS


@dataclass(frozen=True)
class Reading:
    """What a score holds: its category's place, the groups' ranks, the run's, the other cards', sums."""

    place: int
    made: tuple[int, ...] = ()
    run: tuple[int, ...] = ()  # first card first
    rest: tuple[int, ...] = ()
    sums: tuple[int, ...] = ()


class Sayings:
    """Scores of one order taken apart and said."""

    def __init__(self, law: Law, patterns: Sequence[Pattern], ranks: Sequence[str], ties: Sequence[int]) -> None:
        self.law, self.patterns, self.ranks, self.ties = law, patterns, ranks, ties
        rules = law.record
        self.hand, self.low, self.unlike = int(rules.hand), bool(rules.low), bool(rules.unlike)
        self.rank_bits, self.run_bits, self.tie_bits = int(rules.rank_bits), int(rules.run_bits), int(rules.tie_bits)
        self.suit_bits, self.sum_bits = int(rules.suit_bits), int(rules.sum_bits)

    def place(self, score: int) -> int:
        if score <= 0:
            return -1
        return (self.upright(score) >> self.tie_bits) - 1

    def upright(self, score: int) -> int:
        """The score as it was before a low order turned it round."""
        turned = self.low and not self.unlike
        return ((len(self.patterns) + 2) << self.tie_bits) - score if turned else score

    def read(self, score: int) -> Reading:
        place = self.place(score)
        word = self.upright(score) & ((1 << self.tie_bits) - 1)
        if self.unlike:
            return Reading(place, rest=self.unlike_ranks(word, place + 1))
        pattern = self.patterns[place]
        made: tuple[int, ...] = ()
        run: tuple[int, ...] = ()
        rest: tuple[int, ...] = ()
        sums: list[int] = []
        for tie in reversed(self.ties):
            if tie == KICKERS:
                used = sum(pattern.groups) or pattern.run
                word, rest = self.digits(word, self.hand - used)
                if pattern.groups:
                    word, made = self.digits(word, len(pattern.groups))
                elif pattern.run:
                    run = self.run_ranks(place, word & ((1 << self.run_bits) - 1))
                    word >>= self.run_bits
            elif tie == BY_SUITS:
                word >>= self.hand * self.suit_bits
            elif tie == HIGHER_RANK:
                word >>= len(pattern.groups) * self.rank_bits
            else:
                sums.insert(0, word & ((1 << self.sum_bits) - 1))
                word >>= self.sum_bits
        return Reading(place, made, run, rest, tuple(sums))

    def digits(self, word: int, count: int) -> tuple[int, tuple[int, ...]]:
        """The last `count` ranks of a word, and what stands above them; a missing card is left out."""
        one = (1 << self.rank_bits) - 1
        ranks = [(word >> self.rank_bits * k & one) - 1 for k in range(count - 1, -1, -1)]
        return word >> self.rank_bits * count, tuple(rank for rank in ranks if rank >= 0)

    def unlike_ranks(self, word: int, count: int) -> tuple[int, ...]:
        ranks = self.digits(word, count)[1]
        return tuple(len(self.ranks) - 1 - rank for rank in ranks) if self.low else ranks

    def run_ranks(self, place: int, number: int) -> tuple[int, ...]:
        row = int(self.law.record.run[place]) - 1
        return tuple(int(rank) for rank in self.law.runs[row, number - 1, : self.patterns[place].run][::-1])

    def say(self, score: int) -> str:
        if score <= 0:
            return "does not qualify"
        found = self.read(score)
        pattern = self.patterns[found.place]
        words = self.said(pattern, found)
        if found.sums:
            words += f", {' then '.join(f'sum {total}' for total in found.sums)}"
        return words

    def said(self, pattern: Pattern, found: Reading) -> str:
        short = " ".join(self.ranks[rank] for rank in found.rest)
        if self.unlike:
            return f"{pattern.name}, {short}"
        if found.run:
            return f"{pattern.name}, {self.ranks[found.run[0]]} to {self.ranks[found.run[-1]]}{self.kickers(found.rest)}"
        if found.made:
            return self.groups(pattern, found.made) + self.kickers(found.rest)
        if not found.rest or pattern.wilds:  # what wild cards stand for says nothing where they are counted
            return pattern.name
        if not pattern.holds_always:
            return f"{pattern.name}, {short}"
        if self.low:
            return f"{self.name(found.rest[0])} low, {short}"
        return f"high card {self.name(found.rest[0])}{self.kickers(found.rest[1:])}"

    def groups(self, pattern: Pattern, made: Sequence[int]) -> str:
        names = [self.name(rank, many=True) for rank in made]
        if pattern.groups == (2,) and pattern.name == "pair":
            return f"pair of {names[0]}"
        if pattern.groups == (3, 2) and pattern.name == "full house":
            return f"full house, {names[0]} full of {names[1]}"
        if len(made) == 1 and pattern.name.endswith("of a kind"):
            return f"{pattern.name.split()[0]} {names[0]}"
        return f"{pattern.name}, {' and '.join(names)}"

    def kickers(self, ranks: Sequence[int]) -> str:
        if not ranks:
            return ""
        return f", kicker{'s' * (len(ranks) > 1)} {' '.join(self.ranks[rank] for rank in ranks)}"

    def name(self, rank: int, many: bool = False) -> str:
        word = WORDS.get(self.ranks[rank], self.ranks[rank])
        return word if not many else word + "es" if word == "six" else word + "s"
