"""What is counted in a game of showdown: the outcome columns of section 8, kept by the referee as plain lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tests.games.showdown.referee.ranking import ACE, FULL_HOUSE, Judged, rank_of, suit_of

SEATS = 6
SHAPES = ((2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1), (5,))  # cards per suit, longest first

COUNTS = (
    "last_after_trick4",
    "scorer1_wins_last",
    "scorer2_wins_last",
    "scorer1_scores2",
    "scorer1_rounds",
    "scorer2_rounds",
    "suit_decided",
    "same_category",
    "full_clash",
    "full_flip",
    "shown",
    "rejected",
    "reshuffles",
    "lead_changes",
)
FAMILIES = {  # name -> length; per seat, per position, per category or per level
    "pts_phase1": SEATS,
    "pts_phase2": SEATS,
    "pts_trick": SEATS,
    "eligible_failures": SEATS,
    "best_cat1": 9,
    "best_cat2": 9,
    "hand_cat1": 9,
    "hand_cat2": 9,
    "score1": SEATS,
    "score2": SEATS,
    "last": SEATS,
    "last_by_cat": 9,
    "seats_by_cat": 9,
    "last_by_top": 5,
    "seats_by_top": 5,
    "last_by_shape": 6,
    "seats_by_shape": 6,
    "last_by_aces": 5,
    "seats_by_aces": 5,
    "last_by_top_pos": 5 * SEATS,
    "seats_by_top_pos": 5 * SEATS,
    "last_with_top": SEATS,
    "seats_with_top": SEATS,
    "thrown1": 6,
    "thrown2": 6,
}


class Facts(NamedTuple):
    """What a seat brings to the tricks."""

    position: int
    category: int  # of the hand at the last scoring phase
    top: int  # cards that are the highest of their suit in play
    shape: int  # place in SHAPES
    aces: int


def facts_of(hand: Sequence[int], in_play: Sequence[int], position: int, category: int) -> Facts:
    highest = {suit_of(card): card for card in sorted(in_play)}
    top = sum(1 for card in hand if highest[suit_of(card)] == card)
    lengths = sorted(Counter(suit_of(card) for card in hand).values(), reverse=True)
    aces = sum(1 for card in hand if rank_of(card) == ACE)
    return Facts(position, category, top, SHAPES.index(tuple(lengths)), aces)


class Tally:
    def __init__(self) -> None:
        self.counts = dict.fromkeys(COUNTS, 0)
        self.families = {name: [0] * length for name, length in FAMILIES.items()}
        self.leader = -1  # the last sole points leader at a round's end

    def columns(self) -> dict[str, object]:
        return {**self.counts, **{name: list(values) for name, values in self.families.items()}}

    def count(self, name: str) -> None:
        self.counts[name] += 1

    def add(self, family: str, place: int, amount: int = 1) -> None:
        self.families[family][place] += amount

    def phase(self, phase: int, judged: Sequence[Judged], scoring: Sequence[int]) -> None:
        """One scoring phase: every seat's hand, and the seats with scoring hands, best first."""
        column = column_of(phase)
        for hand in judged:
            self.add(f"hand_cat{column}", hand.category)
        self.add(f"best_cat{column}", judged[scoring[0]].category if scoring else 0)
        if len(scoring) < 2:
            return
        best, second = judged[scoring[0]], judged[scoring[1]]
        if best.category != second.category:
            return
        self.count("same_category")
        if best.ranks == second.ranks:
            self.count("suit_decided")
        if best.category == FULL_HOUSE:
            self.count("full_clash")

    def showdown(self, seats: Sequence[Facts], scorers: Sequence[int]) -> None:
        """The tricks begin; scorers holds the best scorer of each phase of the round, -1 where nobody scored."""
        for facts in seats:
            self.by_facts("seats", facts)
        first, *later = scorers
        if first >= 0:
            self.count("scorer1_rounds")
        for scorer in later:
            if scorer >= 0:
                self.count("scorer2_rounds")
            if scorer >= 0 and scorer == first:
                self.count("scorer1_scores2")

    def last_trick(self, winner: int, facts: Facts, scorers: Sequence[int], winner_of_trick4: int) -> None:
        self.add("last", facts.position)
        self.by_facts("last", facts)
        if winner == winner_of_trick4:
            self.count("last_after_trick4")
        first, *later = scorers
        if winner == first:
            self.count("scorer1_wins_last")
        for scorer in later:
            if winner == scorer:
                self.count("scorer2_wins_last")

    def by_facts(self, what: str, facts: Facts) -> None:
        self.add(f"{what}_by_cat", facts.category)
        self.add(f"{what}_by_top", facts.top)
        self.add(f"{what}_by_top_pos", facts.top * SEATS + facts.position)  # joint counts, position running fastest
        self.add(f"{what}_by_shape", facts.shape)
        self.add(f"{what}_by_aces", facts.aces)
        if facts.top > 0:
            self.add(f"{what}_with_top", facts.position)

    def round_end(self, points: Sequence[int]) -> None:
        leaders = [seat for seat, score in enumerate(points) if score == max(points)]
        if len(leaders) > 1:
            return
        if self.leader not in (-1, leaders[0]):
            self.count("lead_changes")
        self.leader = leaders[0]


def column_of(phase: int) -> int:
    """A third draw and phase add to the columns of the second (section 6)."""
    return min(phase, 2)
