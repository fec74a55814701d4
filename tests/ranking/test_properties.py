"""What must hold for all hands, whatever they are."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.games.battle.order import BATTLE
from simlab.games.fortune.order import FORTUNE, FORTUNE_EMPEROR, FORTUNE_STRENGTH
from simlab.games.jester.order import JESTER
from simlab.games.showdown.order import SHOWDOWN
from simlab.ranking.orders import STANDARD, Category, Order, french_runs
from simlab.ranking.permute import exchanges
from simlab.ranking.scalar import rank
from simlab.ranking.wild import rank_wild
from tests.ranking.helpers import signed

SUITLESS = (STANDARD, BATTLE, JESTER, FORTUNE, FORTUNE_EMPEROR, FORTUNE_STRENGTH)
many = settings(max_examples=150, deadline=None)


def hands(order, fewest=1, most=12):
    return st.lists(st.sampled_from(order.cards), min_size=fewest, max_size=most, unique=True)


def ranked(cards, order, kernel=rank):
    return int(kernel(np.int64(signed(order.deck.mask(cards))), order.record))


any_order = st.sampled_from((*SUITLESS, SHOWDOWN))


@many
@given(st.data(), st.sampled_from((STANDARD, BATTLE, FORTUNE, FORTUNE_EMPEROR, FORTUNE_STRENGTH)))
def test_adding_a_card_never_lowers_the_best_hand(data, order):
    cards = data.draw(hands(order, 2))
    assert ranked(cards[:-1], order) <= ranked(cards, order)


@many
@given(st.data(), st.sampled_from((JESTER, SHOWDOWN)))
def test_adding_a_card_to_five_never_lowers_a_hand_compared_by_sum_or_suits(data, order):
    cards = data.draw(hands(order, 6, 9))
    assert ranked(cards[:-1], order) <= ranked(cards, order)


@many
@given(st.data(), st.sampled_from(SUITLESS), st.permutations(range(4)))
def test_renaming_suits_never_changes_a_suitless_order(data, order, names):
    cards = data.draw(hands(order))
    renamed = [order.deck.card(order.deck.rank(card), names[order.deck.suit(card)]) for card in cards]
    assert ranked(cards, order) == ranked(renamed, order)


@many
@given(st.data(), any_order)
def test_the_order_of_the_cards_never_matters(data, order):
    cards = data.draw(hands(order))
    assert ranked(cards, order) == ranked(data.draw(st.permutations(cards)), order)


@many
@given(st.data(), st.sampled_from((FORTUNE, FORTUNE_EMPEROR, FORTUNE_STRENGTH)))
def test_fo_5_7_a_wild_card_never_ranks_below_any_substitution(data, order):
    cards = data.draw(hands(order, 2, 7))
    assert ranked(cards[1:], order, rank_wild) >= ranked(cards, order)


@many
@given(st.permutations(range(16)), st.integers(0, 2**16 - 1))
def test_exchanges_make_any_permutation(target, ranks):
    moved = ranks
    for shift, mask in exchanges(target):
        swap = ((moved >> shift) ^ moved) & mask
        moved ^= swap ^ (swap << shift)
    assert moved == sum(1 << target[bit] for bit in range(16) if ranks >> bit & 1)


@many
@given(st.permutations(range(13)), st.data())
def test_any_rank_order_ranks_pairs_by_it(strength, data):
    order = Order("turned", STANDARD.deck, tuple(strength), STANDARD.categories, ())
    low, high = sorted(data.draw(st.lists(st.integers(0, 12), min_size=2, max_size=2, unique=True)))
    pairs = [[order.deck.card(strength[at], suit) for suit in (0, 3)] for at in (low, high)]
    assert ranked(pairs[0], order) < ranked(pairs[1], order)


def test_sixteen_ranks_and_the_top_bit_of_a_mask():
    """A deck of 64 cards uses bit 63: masks are negative numbers there."""
    from simlab.cards import Deck

    deck = Deck("wide", tuple("0123456789ABCDEF"), tuple("cdhs"), ())
    runs = tuple(tuple(range(low, low + 5)) for low in range(12))
    order = Order("wide", deck, tuple(range(16)), STANDARD.categories, ((15, 0, 1, 2, 3), *runs))
    top = [deck.card(rank, 3) for rank in range(11, 16)]
    assert ranked(top, order) > ranked([deck.card(rank, 3) for rank in range(10, 15)], order)
    assert ranked(top, order) >> 52 & 15 == Category.STRAIGHT_FLUSH
    assert ranked([deck.card(rank, 3) for rank in (15, 0, 1, 2, 3)], order) >> 52 & 15 == Category.STRAIGHT_FLUSH
    assert ranked([deck.card(15, suit) for suit in range(4)], order) >> 52 & 15 == Category.FOUR
    assert len(french_runs()) == 10
