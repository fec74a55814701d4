"""A slow, plain ranker to check the kernels by: lists of cards and tuples, straight from the rules."""

from collections import Counter
from itertools import combinations

from simlab.ranking.hands import Category, Family


def best(cards, order):
    """The key of the best five of these cards, or of fewer as they are; higher is better."""
    if not cards:
        return ()
    return max(key(chosen, order) for chosen in combinations(cards, min(5, len(cards))))


def best_wild(cards, order):
    """The best with a wild card: any card not held, or a fifth of a kind."""
    keys = [best([*cards, card], order) for card in order.cards if card not in cards]
    fours = [r for r, n in Counter(order.strength.index(order.deck.rank(c)) for c in cards).items() if n == 4]
    if fours and Category.FIVE in order.categories:
        keys.append((order.categories.index(Category.FIVE), (max(fours),)))
    return max(keys)


def key(cards, order):
    strength = {card: order.strength.index(order.deck.rank(card)) for card in cards}
    held, run = category_of(cards, order)
    groups = sorted(Counter(strength.values()).items(), key=lambda group: (group[1], group[0]), reverse=True)
    if order.dead and len(cards) < 5:
        return order.categories.index(Category.HIGH_CARD), tuple(sorted(strength.values(), reverse=True))
    ranks = (run,) if run is not None else tuple(rank for rank, _ in groups)
    if held == Category.FULL_HOUSE and order.full_house_high:
        ranks = (*sorted(ranks, reverse=True), groups[0][0])
    return order.categories.index(held), *tie_break(cards, held, run, groups, ranks, strength, order)


def category_of(cards, order):
    ranks = [order.deck.rank(card) for card in cards]
    counts = sorted(Counter(ranks).values(), reverse=True)
    run = next((i for i, run in enumerate(order.runs) if len(cards) == 5 and sorted(run) == sorted(ranks)), None)
    flush = len(cards) == 5 and len({order.deck.suit(card) for card in cards}) == 1
    if flush and run is not None:
        royal = run == len(order.runs) - 1 and Category.ROYAL_FLUSH in order.categories
        return (Category.ROYAL_FLUSH if royal else Category.STRAIGHT_FLUSH), run
    if counts[0] == 4:
        return Category.FOUR, None
    if counts[:2] == [3, 2]:
        return Category.FULL_HOUSE, None
    if flush or run is not None:
        return (Category.FLUSH if flush else Category.STRAIGHT), run
    if counts[0] == 3:
        return Category.THREE, None
    if counts[:2] == [2, 2]:
        return Category.TWO_PAIR, None
    return (Category.PAIR if counts[0] == 2 else Category.HIGH_CARD), None


def tie_break(cards, held, run, groups, ranks, strength, order):
    if order.family == Family.STANDARD:
        return (ranks,)
    if order.family == Family.SUITS:
        return ranks, relevant_suits(cards, held, run, groups, strength, order)
    total = sum(strength.values())
    if run is not None and order.runs[run][0] == 12:  # the ace stands low
        total -= 13
    if order.family == Family.SUM:
        return (total,)
    if order.family == Family.SUM_THEN_STANDARD:
        return total, ranks
    made = {Category.HIGH_CARD: 1, Category.PAIR: 2, Category.TWO_PAIR: 4, Category.THREE: 3, Category.FOUR: 4}.get(held)
    listed = [rank for rank, times in groups for _ in range(times)]
    return (total if made is None else sum(listed[:made])), total


def relevant_suits(cards, held, run, groups, strength, order):
    """Suits of all cards: groups first, higher rank first, in a rank the higher suit first; a low ace last (SH-8.12)."""
    ranks = [rank for rank, _ in groups]
    if held == Category.FULL_HOUSE and order.full_house_high:
        ranks.sort(reverse=True)
    if run is not None:
        ranks = [order.strength.index(rank) for rank in reversed(order.runs[run])]
    suit = {card: order.suit_order.index(order.deck.suit(card)) for card in cards}
    return tuple(s for rank in ranks for s in sorted((suit[c] for c in cards if strength[c] == rank), reverse=True))
