"""A strategy card for people: go down the list and hold the first thing your hand has. What following it costs is exact."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from simlab.ranking.hands import HAND
from simlab.solvers import holds
from simlab.solvers.draw import MASKS
from simlab.solvers.holds import NOT_LISTED
from simlab.solvers.pays import runs_of
from simlab.studies.draw.measure import Array, DrawGame
from simlab.studies.hold_names import Codes, Vocabulary, features, group_numbers, high_ranks, hold_name, kind_of
from simlab.studies.pay_lines import write_cards

FORGIVEN = 0.0001  # of a bet: what lines left off for brevity may cost together
Lines = list[Codes]


@dataclass(frozen=True)
class Rule:
    """A line of the card."""

    hold: str
    example: str
    uses: float  # share of hands


@dataclass(frozen=True)
class StrategyCard:
    rules: tuple[Rule, ...]
    mean: Fraction  # what comes back of a bet by this card
    best: Fraction  # and by perfect play

    @property
    def cost(self) -> Fraction:
        return self.best - self.mean


@dataclass(frozen=True)
class Desk:
    """All hands with all their holds, for trying cards."""

    game: DrawGame

    @cached_property
    def words(self) -> Vocabulary:
        return Vocabulary(self.game.deck, self.game.pays.lines, tuple(map(int, self.numbered[0])))

    @cached_property
    def found(self) -> tuple[Array, Array, Array, Array]:
        """Cards, weight, scaled pay of the holds, and their codes as numbers from 0 (`codes` says which), of one hand of each class."""
        game, solver, n = self.game, self.game.solver, self.game.survey.classes
        hands, ways = np.zeros((n, HAND), np.int64), np.zeros(n, np.int64)
        values, codes = np.zeros((n, MASKS), np.int64), np.zeros((n, MASKS), np.int64)
        deck, lines = game.deck, game.pays.lines
        holds.look_at_all(
            solver.sums, deck.cards, deck.draw.low, deck.draw.naturals, deck.wild_ranks, game.lines, solver.scale,
            runs_of(deck, HAND)[0], high_ranks(lines), group_numbers(lines), hands, ways, values, codes,
        )  # fmt: skip
        return hands, ways, values, codes

    @cached_property
    def numbered(self) -> tuple[Array, Array]:
        """The different codes, and which of them every hold has."""
        codes, numbers = np.unique(self.found[3], return_inverse=True)
        return codes, numbers.reshape(self.found[3].shape).astype(np.int64)

    def place(self, lines: Lines) -> Array:
        """Where each code stands on a card."""
        place = np.full(len(self.numbered[0]), NOT_LISTED, np.int64)
        for at, codes in enumerate(lines):
            place[list(codes)] = at
        return place

    def follow(self, lines: Lines) -> tuple[Fraction, Array]:
        """What a card brings back of a bet, and how many hands use each of its lines."""
        hands, ways, values, _ = self.found
        uses = np.zeros(len(lines) + 1, np.int64)
        total = holds.follow_card(hands, ways, values, self.numbered[1], self.place(lines), uses)
        game = self.game
        return Fraction(int(total), len(game.lines) * game.solver.common * game.pays.parts), uses[: len(lines)]

    def in_turn(self) -> list[int]:
        """All holds that are best for some hand, in the order that costs least."""
        hands, ways, values, _ = self.found
        codes, numbers = self.numbered
        n = len(codes)
        cost, total, seen = np.zeros((n, n)), np.zeros(n), np.zeros(n)
        holds.costs_of_codes(hands, ways, values, numbers, np.zeros(n, np.int64), cost, total, seen)
        best = [code for code in range(n) if seen[code] > 0]
        best.sort(key=lambda code: -total[code] / seen[code])
        return holds.in_turn(best, cost)


def strategy_card(game: DrawGame, forgiven: float = FORGIVEN) -> StrategyCard:
    """The card of a pay table. Lines that hardly matter are left off, the least telling first; neighbours become one where they can."""
    desk = Desk(game)
    lines: Lines = [(code,) for code in desk.in_turn()]
    mean, uses = desk.follow(lines)
    used = [line for line, used in zip(lines, uses, strict=True) if used > 0]
    lines = merged(desk, shortened(desk, used, mean - Fraction(forgiven) / 2), mean - Fraction(forgiven))
    mean, uses = desk.follow(lines)
    return StrategyCard(tuple(rule(desk, line, int(used)) for line, used in zip(lines, uses, strict=True)), mean, game.mean)


def shortened(desk: Desk, lines: Lines, least: Fraction) -> Lines:
    """Without lines that cost next to nothing, the rarest first, as long as the rest brings back so much."""
    uses = dict(zip(lines, desk.follow(lines)[1].tolist(), strict=True))
    for line in sorted(lines, key=lambda line: uses[line]):
        without = [other for other in lines if other != line]
        if desk.follow(without)[0] >= least:
            lines = without
    return lines


def merged(desk: Desk, lines: Lines, least: Fraction) -> Lines:
    """Neighbours of one kind as one line, with all that its words take in, as long as the card brings back so much."""
    at = 0
    while at + 1 < len(lines):
        both = together(desk, lines[at], lines[at + 1])
        elsewhere = {code for other in (*lines[:at], *lines[at + 2 :]) for code in other}
        tried = [*lines[:at], both, *lines[at + 2 :]]
        if both and not elsewhere & set(both) and desk.follow(tried)[0] >= least:
            lines = tried
        else:
            at += 1
    return lines


def together(desk: Desk, one: Codes, two: Codes) -> Codes:
    """All codes of a kind whose features are among those of two lines; nothing where the lines are of different kinds."""
    codes = desk.numbered[0]
    if kind_of(int(codes[one[0]])) != kind_of(int(codes[two[0]])):
        return ()
    wanted = [set(values) for values in zip(*(features(int(codes[code])) for code in (*one, *two)), strict=True)]
    return tuple(
        code
        for code in desk.words.alike(one[0])
        if all(value in values for value, values in zip(features(int(codes[code])), wanted, strict=True))
    )


def rule(desk: Desk, line: Codes, used: int) -> Rule:
    hands, ways, _, _ = desk.found
    n, mask = (int(part[0]) for part in np.nonzero(desk.numbered[1] == line[-1]))
    low = desk.game.deck.draw.low
    kept = [int(card) + low for i, card in enumerate(hands[n]) if not mask >> i & 1]
    return Rule(hold_name(desk.words, line), write_cards(kept) or "-", used / int(ways.sum()))
