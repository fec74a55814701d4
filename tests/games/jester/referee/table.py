"""Arranging a Jester table for a test: stacked decks, named cards, positions to start from."""

from tests.games.jester.referee.game import DEFAULTS, RandomChance, Referee

RANKS, SUITS = "23456789TJQKA", "cdhs"


def cards(text):
    return [4 * RANKS.index(word[0]) + SUITS.index(word[1]) for word in text.split()]


class Stacked:
    """A deck arranged by hand: the seats' cards, then the pile, then whatever is left; the same in every round."""

    def __init__(self, hands=(), pile="", coin=0):
        blocks, self.coin = [cards(hand) for hand in hands], coin
        named = {card for block in blocks for card in block} | set(cards(pile))
        spare = [card for card in range(52) if card not in named]
        self.cards = []
        for block in blocks:
            self.cards += block + [spare.pop() for _ in range(8 - len(block))]
        self.cards += cards(pile) + spare

    def deck(self, round, phase):
        return list(self.cards)

    def discard_order(self, round, phase):
        return list(range(52))

    def trash_coin(self, round):
        return self.coin

    def first_dealer(self, players):
        return 0


def table(chance=None, **changes):
    return Referee({**DEFAULTS, **changes}, chance or RandomChance(1))


def play(referee, text):
    """Play these cards one after another, each from the hand of the seat to act."""
    for card in cards(text):
        referee.step(referee.hands[referee.seat].index(card))


def steps(referee, *actions):
    for action in actions:
        referee.step(action)


def play_out(referee, rng, check=lambda referee: None):
    while not referee.over:
        check(referee)
        referee.step(rng.choice(referee.legal()))
    return referee.outcome()


def blackjack_table(pairs, pile, **changes):
    """At BJ_ACT with these pairs in front; with two players seat 1 is jester and acts last."""
    rules = {"phases": ["blackjack"], "players": len(pairs), "max_rounds": 1, **changes}
    referee = table(Stacked(pairs, pile), **rules)
    steps(referee, *[0] * len(pairs))
    assert referee.point == "BJ_ACT"
    return referee


def poker_table(points, hands=(), pile="", **changes):
    """At OPEN with these points, seat 0 jester; the cards are the three poker cards of each seat."""
    hands = list(hands) or [""] * len(points)
    rules = {"players": len(points), "phases": ["poker"], "first_dealer": len(points) - 1, **changes}
    referee = table(Stacked(hands, pile), **rules)
    referee.points = list(points)
    referee.begin_poker()
    assert referee.seat == 0
    return referee
