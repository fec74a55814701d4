"""Pay tables over hands with wild cards, against a plain reading of their words: try every card that a wild one may stand for."""

import itertools
import random
from math import comb

import pytest

from simlab.ranking.hands import Category
from simlab.solvers.draw import DrawDeck
from simlab.solvers.pays import NONE, Pattern, PayDeck, lines_of_hands

ACES, LOW, HIGH = 1 << 12, 0b111, 0b1111 << 9
LINES = [
    (Pattern(Category.ROYAL_FLUSH, most_wilds=0), 800),
    (Pattern(Category.FIVE), 200),
    (Pattern(Category.FOUR, ACES, LOW), 160),
    (Pattern(Category.ROYAL_FLUSH), 100),
    (Pattern(Category.STRAIGHT_FLUSH), 50),
    (Pattern(Category.FOUR, ACES | 1 << 9), 40),
    (Pattern(Category.FOUR), 25),
    (Pattern(Category.FULL_HOUSE, HIGH), 10),
    (Pattern(Category.FULL_HOUSE), 9),
    (Pattern(Category.FLUSH), 6),
    (Pattern(Category.STRAIGHT, ACES), 5),
    (Pattern(Category.STRAIGHT), 4),
    (Pattern(Category.THREE), 3),
    (Pattern(Category.TWO_PAIR), 2),
    (Pattern(Category.PAIR, HIGH), 1),
]
PLAIN = PayDeck()
DECKS = [PLAIN, PayDeck(wild_ranks=1), PayDeck(DrawDeck(0, 2)), PayDeck(DrawDeck(5, 1)), PayDeck(DrawDeck(3, 1), 1 << 3)]


def place(hand: tuple[int, ...]) -> int:
    return sum(comb(card, k) for k, card in enumerate(sorted(hand), 1))


def holds(pattern: Pattern, cards: tuple[tuple[int, int], ...], lowest: int) -> bool:
    """Five cards as (rank, suit) without a wild one among them: is the pattern there?"""
    ranks = sorted(rank for rank, _ in cards)
    by_count = {rank: ranks.count(rank) for rank in ranks}
    ladder = [12, *range(lowest, 13)]
    tops = [ladder[i + 4] for i in range(len(ladder) - 4) if sorted(ladder[i : i + 5]) == ranks]
    flush = len({suit for _, suit in cards}) == 1
    allowed = {rank for rank in range(13) if pattern.ranks >> rank & 1}
    match pattern.kind:
        case Category.FIVE:
            return any(n == 5 and rank in allowed for rank, n in by_count.items())
        case Category.FOUR:
            if len(by_count) == 1:  # five of a kind: four of them and any other card
                other = set(range(lowest, 13)) - set(by_count)
                return ranks[0] in allowed and any(pattern.kickers >> rank & 1 for rank in other)
            return any(
                n == 4 and rank in allowed and all(pattern.kickers >> other & 1 for other in by_count if other != rank)
                for rank, n in by_count.items()
            )
        case Category.FULL_HOUSE:
            return any(n == 3 and rank in allowed for rank, n in by_count.items()) and 2 in by_count.values()
        case Category.STRAIGHT:
            return any(top in allowed for top in tops)
        case Category.FLUSH:
            return flush
        case Category.STRAIGHT_FLUSH:
            return flush and any(top in allowed for top in tops)
        case Category.ROYAL_FLUSH:
            return flush and 12 in tops
        case Category.TWO_PAIR:
            paired = sorted(rank for rank, n in by_count.items() if n in (2, 3))
            return len(paired) == 2 and paired[1] in allowed
    least = {Category.THREE: 3, Category.PAIR: 2}[pattern.kind]
    return any(n >= least and rank in allowed for rank, n in by_count.items())


def best_pay(hand: tuple[int, ...], deck: PayDeck) -> int:
    """Every card that the wild ones may stand for, each line in turn."""
    wild = [card for card in hand if card >= deck.draw.naturals or deck.wild_ranks >> (card + deck.draw.low) // 4 & 1]
    own = [divmod(card + deck.draw.low, 4) for card in hand if card not in wild]
    cards = [(rank, suit) for rank in range(deck.draw.lowest, 13) for suit in range(4)]
    best = 0
    for filled in itertools.combinations_with_replacement(cards, len(wild)):
        for pattern, pay in LINES:
            if pay > best and pattern.least_wilds <= len(wild) <= pattern.most_wilds and holds(pattern, (*own, *filled), deck.draw.lowest):
                best = pay
    return best


@pytest.mark.parametrize("deck", DECKS, ids=["plain", "deuces wild", "two jokers", "sevens up and a joker", "wild fives and a joker"])
@pytest.mark.parametrize("trials", [18, pytest.param(400, marks=pytest.mark.slow)])
def test_every_hand_is_paid_the_best_that_its_wild_cards_can_make(deck, trials):
    lines = lines_of_hands(deck, [pattern for pattern, _ in LINES], [pay for _, pay in LINES], 5)
    random_hands = random.Random(7)
    wild_cards = [c for c in range(deck.cards) if c >= deck.draw.naturals or deck.wild_ranks >> (c + deck.draw.low) // 4 & 1]
    for trial in range(trials):
        wilds = random_hands.sample(wild_cards, min(trial % 3, len(wild_cards), 2))
        rest = [c for c in range(deck.cards) if c not in wild_cards]
        hand = tuple(wilds + near(random_hands, rest, 5 - len(wilds)))
        line = int(lines[place(hand)])
        assert (LINES[line][1] if line != NONE else 0) == best_pay(hand, deck), (hand, deck)


def near(source: random.Random, cards: list[int], size: int) -> list[int]:
    """Random cards, half of the time from few neighbours, where pairs, runs and flushes are."""
    start = source.randrange(len(cards))
    return source.sample((cards[start:] + cards[:start])[: source.choice([14, len(cards)])], size)


def test_runs_and_flushes_of_three_cards_take_three_cards():
    patterns = [Pattern(Category.STRAIGHT_FLUSH), Pattern(Category.THREE), Pattern(Category.STRAIGHT), Pattern(Category.FLUSH),
                Pattern(Category.PAIR)]  # fmt: skip
    lines = lines_of_hands(PLAIN, patterns, [40, 30, 6, 3, 1], 3)
    assert [int((lines == line).sum()) for line in range(5)] == [48, 52, 720, 1096, 3744]
