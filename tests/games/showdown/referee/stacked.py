"""A table with a stacked deck, to put the showdown referee into a wanted position."""

from __future__ import annotations

import random

from tests.games.showdown.referee.game import DEFAULTS, Referee
from tests.games.showdown.referee.ranking import read_cards

LOW_PAIRS = ["2c 2d 4h 6s 8c", "3c 3d 5h 7s 9c"]  # two players; the second has the better pair
NOTHING = ["2c 4d 6h 8s Tc", "3d 5c 7d 9h Jc"]


class StackedDeck:
    """Chance as told: hands by position, then the stock; the rest follows in ascending order. Later rounds repeat the last."""

    def __init__(self, *rounds: tuple[list[str], str], reshuffled: str = "") -> None:
        self.rounds = rounds
        self.reshuffled = read_cards(reshuffled)

    def deck(self, round: int) -> list[int]:
        hands, stock = self.rounds[min(round, len(self.rounds)) - 1]
        dealt = [card for turn in zip(*map(read_cards, hands), strict=True) for card in turn]  # one at a time
        return followed_by_rest(dealt + read_cards(stock))

    def reshuffle(self, round: int, j: int) -> list[int]:
        return followed_by_rest(self.reshuffled)

    def first_dealer(self, players: int) -> int:
        return players - 2


def followed_by_rest(cards: list[int]) -> list[int]:
    assert len(set(cards)) == len(cards)
    return cards + [card for card in range(52) if card not in cards]


def game(hands: list[str], stock: str = "", **changes) -> Referee:
    return Referee({**DEFAULTS, "players": len(hands), **changes}, StackedDeck((hands, stock)))


def steps(referee: Referee, *actions: int) -> Referee:
    for action in actions:
        referee.step(action)
    return referee


def pat_to_tricks(referee: Referee) -> Referee:
    while referee.point != "PLAY" and not referee.over:
        referee.step(0)
    return referee


def play_round(referee: Referee) -> Referee:
    """Stand pat and always play the lowest card, to the end of the round."""
    here = referee.round
    while referee.round == here and not referee.over:
        referee.step(0)
    return referee


def play_random(referee: Referee, seed: int) -> Referee:
    rng = random.Random(seed)
    while not referee.over:
        referee.step(rng.choice(referee.legal()))
    return referee
