"""What does a table game cost, and how is it played best? Every deal is counted; nothing is sampled."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.orders import any_order_of
from simlab.errors import InputError
from simlab.ranking import named, text
from simlab.ranking.hands import HAND
from simlab.ranking.named import AnyOrder
from simlab.ranking.orders import Order
from simlab.solvers import dealer, stages
from simlab.solvers.dealer import Duel, Solved, all_sets
from simlab.solvers.draw import all_scores, deck_of
from simlab.solvers.pays import NONE, PayDeck, lines_of_hands
from simlab.solvers.stages import Round, Stage, Staged
from simlab.studies.pay_lines import Line, Pays
from simlab.studies.table_games.shapes import TableGame

CHUNK = 200_000  # hands ranked at a time
OUTCOMES = ("the dealer does not qualify", "the player wins", "a tie", "the dealer wins", "folded")

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class SideBet:
    """A bet on the player's hand alone."""

    name: str
    value: Fraction  # mean of what is won, in bets
    variance: Fraction
    chances: tuple[tuple[str, Fraction, Fraction], ...]  # line, pay, chance


@dataclass(frozen=True)
class Answer:
    """What a game costs."""

    value: Fraction  # mean of what is won, in antes (or first bets)
    variance: float
    staked: Fraction  # mean of all that is bet, in the same unit

    @property
    def edge(self) -> Fraction:
        """What the house keeps of one ante."""
        return -self.value

    @property
    def risk(self) -> Fraction:
        """What the house keeps of all that is bet."""
        return -self.value / self.staked


def largest(pays: Array) -> int:
    return int(np.abs(pays).max(initial=0))


@dataclass(frozen=True)
class House:
    """A game with all that follows from it."""

    game: TableGame

    @property
    def deck(self) -> PayDeck:
        return self.game.deck.pay_deck

    @cached_property
    def order(self) -> Order | AnyOrder:
        """What ranks hands of so many cards: the fast order for five, the general ranker for others."""
        found = any_order_of(self.game.order)
        if isinstance(found, Order) and (self.game.cards != HAND or self.deck.draw.jokers or self.deck.wild_ranks):
            return named.load(self.game.order)
        return found

    @cached_property
    def scores(self) -> Array:
        """Of all hands, numbered as the draw optimiser numbers them."""
        self.check_deck()
        if isinstance(self.order, Order):
            return all_scores(self.order)
        hands = all_sets(self.deck.cards, self.game.cards)
        parts = [self.order.batch(hands[at : at + CHUNK].astype(np.int64)) for at in range(0, len(hands), CHUNK)]
        return np.concatenate(parts)

    def check_deck(self) -> None:
        """The order must rank just the cards of the deck."""
        if isinstance(self.order, Order):
            fits = deck_of(self.order) == (self.deck.cards, self.deck.draw.low)
        else:
            pack = self.order.deck
            fits = (len(pack.suits), pack.copies, pack.jokers, pack.gone) == (4, 1, self.deck.draw.jokers, ()) and pack.ranks == tuple(
                "23456789TJQKA"[self.deck.draw.lowest :]
            )
        if not fits:
            raise InputError(f"{self.game.title}: the order {self.game.order} ranks another deck than the game's {self.deck.cards} cards")

    def pay_of(self, lines: list[Line], otherwise: int) -> tuple[Array, int]:
        """What each hand is paid, in parts of a bet, and how many parts a bet has; `otherwise` bets without a line."""
        pays = Pays(tuple(lines))
        placed = lines_of_hands(self.deck, pays.patterns, pays.whole, self.game.cards)
        by_line = np.full(NONE + 1, otherwise * pays.parts, np.int64)
        by_line[: len(lines)] = pays.whole
        return by_line[placed], pays.parts

    # ---- against a dealer

    @cached_property
    def duel(self) -> Duel:
        game, rules = self.game, self.game.dealer
        assert rules is not None
        wins, raise_parts = self.pay_of(game.bet.pays, 1)
        bonus, bonus_parts = self.pay_of(game.bonus, 0)
        parts, most_times = lcm(raise_parts, bonus_parts), max(game.bet.times)
        most = most_times * (largest(wins) * (parts // raise_parts) + parts) + largest(bonus) * (parts // bonus_parts) + parts
        shown = game.cards if rules.shown else 1  # cards that may be the one that is seen
        deals = comb(self.deck.cards, game.cards) * comb(self.deck.cards - game.cards, game.cards) * shown
        if most * deals >= 1 << 62:  # what a deal may bring, in parts of a bet, for every deal
            raise InputError(f"{game.title}: the pays are too large, or in too small parts, for exact sums over {deals:,} deals")
        return Duel(
            self.deck.cards, self.deck.draw.naturals, game.cards, rules.shown, self.scores, self.least_that_qualifies(), parts,
            wins * (parts // raise_parts), bonus * (parts // bonus_parts), tuple(game.bet.times), game.fold, int(rules.ante == "win"),
            int(rules.bet == "win"), {"push": 0, "win": 1, "lose": -1}[rules.ties],
        )  # fmt: skip

    def least_that_qualifies(self) -> int:
        written = self.game.dealer.qualifies if self.game.dealer else ""
        if not written:
            return int(self.scores.min())
        if isinstance(self.order, AnyOrder):
            return self.order.rank(written)
        if len(self.order.deck.read(written)) != self.game.cards:
            raise InputError(f"qualifies is a hand of {self.game.cards} cards, not {written!r}")
        return text.rank(written, self.order).score

    @cached_property
    def duelled(self) -> Solved:
        return dealer.solve(self.duel)

    def say(self, score: int, place: int) -> str:
        """A hand in words."""
        if isinstance(self.order, AnyOrder):
            return self.order.words(score)
        cards = [int(card) + self.deck.draw.low for card in all_sets(self.deck.cards, self.game.cards)[place]]
        return text.describe(self.order.deck.mask(cards), self.order)

    # ---- against a pay table

    @cached_property
    def pays(self) -> tuple[Array, int]:
        return self.pay_of(self.game.pays, -1)

    @cached_property
    def staged(self) -> Staged:
        game = self.game
        pays, parts = self.pays
        steps = tuple(Stage(decision.after, decision.adds, decision.fold) for decision in game.decisions)
        return stages.solve(Round(self.deck.cards, game.cards, game.bets, steps, parts, pays))

    # ---- what comes out

    @cached_property
    def answer(self) -> Answer:
        if self.game.dealer is None:
            found = self.staged
            return Answer(found.value, float(found.square - found.value**2), found.staked)
        solved, parts = self.duelled, self.duel.parts
        value = Fraction(solved.value, solved.deals * parts)
        variance = solved.square / solved.deals / parts**2 - float(value) ** 2
        return Answer(value, variance, 1 + Fraction(solved.raised, solved.deals))

    @property
    def outcomes(self) -> dict[str, int]:
        """Against a dealer: in how many deals what happens."""
        return dict(zip(OUTCOMES, self.duelled.outcomes, strict=True))

    @cached_property
    def side_bets(self) -> list[SideBet]:
        return [self.side_bet(name, lines) for name, lines in self.game.side_bets.items()]

    def side_bet(self, name: str, lines: list[Line]) -> SideBet:
        pays = Pays(tuple(lines))
        placed = lines_of_hands(self.deck, pays.patterns, pays.whole, self.game.cards)
        hands = comb(self.deck.cards, self.game.cards)
        counts = np.bincount(placed, minlength=NONE + 1)
        chances = tuple((line.title, line.pay, Fraction(int(counts[at]), hands)) for at, line in enumerate(lines))
        lost = 1 - sum((chance for _, _, chance in chances), Fraction(0))
        value = sum((pay * chance for _, pay, chance in chances), Fraction(0)) - lost
        square = sum((pay * pay * chance for _, pay, chance in chances), Fraction(0)) + lost
        return SideBet(name, value, square - value**2, chances)
