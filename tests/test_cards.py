"""Cards as people write them: read leniently, written in one form, and kept as masks of four suit lanes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.cards import FRENCH, FRENCH_BY_SUIT, LANE, TAROT, TAROT_PAGE_LOW, cards_of, masks_of
from simlab.errors import CardError

DECKS = {"french": FRENCH, "french by suit": FRENCH_BY_SUIT, "tarot": TAROT, "tarot, page low": TAROT_PAGE_LOW}
RANK_NAMES = {
    "A": ["ace"], "K": ["king"], "Q": ["queen"], "J": ["jack"], "N": ["knight"], "P": ["page"], "T": ["ten", "10", "T"], "10": ["ten", "t"],
    "9": ["nine"], "8": ["eight"], "7": ["seven"], "6": ["six"], "5": ["five"], "4": ["four"], "3": ["three"], "2": ["two", "deuce"],
}  # fmt: skip
FRENCH_SUITS = {"c": ["clubs", "club"], "d": ["diamonds"], "h": ["hearts", "heart"], "s": ["spades", "spade"]}
TAROT_SUITS = {"W": ["wands", "wand"], "U": ["cups", "cup"], "S": ["swords", "sword"], "C": ["coins", "coin", "pentacles", "pentacle"]}
SYMBOLS = {"c": "♣♧", "d": "♦♢", "h": "♥♡", "s": "♠♤"}

every_deck = pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)


@st.composite
def deck_and_hand(draw):
    deck = draw(st.sampled_from(list(DECKS.values())))
    return deck, draw(st.lists(st.integers(0, deck.size - 1), unique=True))


def spellings(deck, card):
    """Ways to write one card, from the deck's rank and suit alone."""
    rank, suit = deck.ranks[deck.rank(card)], deck.suits[deck.suit(card)]
    suit_names = (FRENCH_SUITS if suit in FRENCH_SUITS else TAROT_SUITS)[suit]
    yield rank + suit
    yield (rank + suit).lower()
    yield (rank + suit).upper()
    if rank in ("T", "10"):
        yield from ("10" + suit, "T" + suit, "t" + suit)
    for symbol in SYMBOLS.get(suit, ""):
        yield rank + symbol
        yield rank.lower() + symbol + "\N{VARIATION SELECTOR-16}"
    for rank_name in [*RANK_NAMES[rank], rank]:
        for suit_name in suit_names:
            yield f"{rank_name} of {suit_name}"
            yield f"{rank_name.title()}  OF {suit_name.title()}"


# ---- text ----


@every_deck
def test_every_spelling_of_every_card_is_read(deck):
    for card in range(deck.size):
        for text in spellings(deck, card):
            assert deck.read(text) == [card], text


@settings(derandomize=True, deadline=None)
@given(deck_and_hand())
def test_what_is_written_is_read_back_in_the_same_order(dealt):
    deck, hand = dealt
    assert deck.read(deck.write(hand)) == hand


@settings(derandomize=True, deadline=None)
@given(deck_and_hand(), st.randoms(use_true_random=False))
def test_any_mixture_of_spellings_and_separators_is_read_and_written_in_one_form(dealt, random):
    deck, hand = dealt
    text = "".join(random.choice(list(spellings(deck, c))) + random.choice([" ", ",", ", ", ";", "\n", "\t "]) for c in hand)
    assert deck.write(deck.read(text)) == deck.write(hand)


@settings(derandomize=True, deadline=None)
@given(deck_and_hand())
def test_cards_may_run_together(dealt):
    deck, hand = dealt
    assert deck.read(deck.write(hand).replace(" ", "")) == hand
    assert deck.read(deck.write(hand).replace(" ", "").lower()) == hand


@pytest.mark.parametrize(
    ("deck", "text", "written"),
    [
        (FRENCH, "AcAd", "Ac Ad"),
        (FRENCH, "as kD 10h, tc;2♣", "As Kd Th Tc 2c"),
        (FRENCH, "A♠K♥️10♦", "As Kh Td"),
        (FRENCH, "Ace of Spades, ten of clubs", "As Tc"),
        (FRENCH, "Ace of Spades Ten of Clubs 2d", "As Tc 2d"),
        (FRENCH, "  ", ""),
        (FRENCH, "", ""),
        (TAROT, "7s 10w PU nc qS kw au", "7S 10W PU NC QS KW AU"),
        (TAROT, "10W7S10C", "10W 7S 10C"),
        (TAROT, "Knight of Cups", "NU"),
        (TAROT_PAGE_LOW, "Page of Pentacles", "PC"),
        (TAROT_PAGE_LOW, "tw", "10W"),
    ],
)
def test_examples_as_people_type_them(deck, text, written):
    assert deck.write(deck.read(text)) == written


@pytest.mark.parametrize(
    ("deck", "text", "message"),
    [
        (FRENCH, "Ac 1d", "no card '1d' in the French deck (did you mean 'Td'?)"),
        (FRENCH, "Kign of Clubs", "no card 'Kign of Clubs' in the French deck (did you mean 'King of Clubs'?)"),
        (FRENCH, "joker", "no card 'joker' in the French deck"),
        (TAROT, "Kngiht of Cups", "no card 'Kngiht of Cups' in the tarot deck (did you mean 'Knight of Cups'?)"),
        (TAROT, "Ace of Pentacle Ace of Penatcles", "no card 'Ace of Penatcles' in the tarot deck (did you mean 'Ace of Pentacles'?)"),
        (FRENCH, "As Kd as", "As stands twice in 'As Kd as'"),
        (FRENCH, "A♠As", "As stands twice in 'A♠As'"),
        (TAROT, "Page of Coins, PC", "PC stands twice in 'Page of Coins, PC'"),
    ],
)
def test_a_wrong_card_is_named_with_the_nearest_right_one(deck, text, message):
    with pytest.raises(CardError) as wrong:
        deck.read(text)
    assert str(wrong.value) == message


@pytest.mark.parametrize("text", ["Ax", "ax", "aX", "A"])
def test_a_wrong_suit_suggests_a_card_of_the_same_rank(text):
    with pytest.raises(CardError, match=r"did you mean 'A[cdhs]'"):
        FRENCH.read(text)


@pytest.mark.parametrize(
    "text", ["Jc", "J♠", "PW", "7U", "1s", "11c", "0c", "As-Kd", "A s", "of", "Ace of", "AsKdx", "♠A", "ſs", "Aſ", "²c"]
)
def test_words_that_are_no_card_of_the_deck_are_refused(text):
    deck = TAROT if text.startswith("J") else FRENCH
    with pytest.raises(CardError, match="no card"):
        deck.read(text)


def test_a_card_may_stand_twice_where_that_is_allowed():
    assert FRENCH.write(FRENCH.read("As As", unique=False)) == "As As"


# ---- numbering ----


@every_deck
def test_card_numbers_run_through_ranks_and_suits_without_gaps(deck):
    numbers = [deck.card(r, s) for r in range(len(deck.ranks)) for s in range(len(deck.suits))]
    assert sorted(numbers) == list(range(deck.size))
    for card in range(deck.size):
        assert deck.card(deck.rank(card), deck.suit(card)) == card


def test_each_deck_keeps_its_own_numbers():
    assert [d.size for d in DECKS.values()] == [52, 52, 56, 56]
    assert FRENCH.read("2c 2d 3c As") == [0, 1, 4, 51]
    assert FRENCH_BY_SUIT.read("2c 3c 2d As") == [0, 1, 13, 51]
    assert TAROT.read("2C AC 2S AU") == [0, 13, 14, 55]
    assert TAROT_PAGE_LOW.read("PW 2W AW PU AC") == [0, 1, 13, 14, 55]


# ---- masks ----


@every_deck
def test_a_mask_has_a_lane_of_16_bits_for_each_suit(deck):
    for card in range(deck.size):
        assert deck.mask([card]) == 1 << (LANE * deck.suit(card) + deck.rank(card))
    assert deck.full.bit_count() == deck.size
    lane = (1 << len(deck.ranks)) - 1
    assert [deck.full >> LANE * s & 0xFFFF for s in range(4)] == [lane] * 4


@settings(derandomize=True, deadline=None)
@given(deck_and_hand())
def test_masks_and_cards_are_inverse(dealt):
    deck, hand = dealt
    mask = deck.mask(hand)
    assert 0 <= mask < 1 << 64
    assert deck.cards(mask) == sorted(hand)
    signed = mask - (1 << 64) if mask >> 63 else mask
    assert deck.cards(signed) == sorted(hand)


@settings(derandomize=True, deadline=None)
@given(deck_and_hand())
def test_whole_arrays_of_masks_and_cards_are_inverse(dealt):
    deck, hand = dealt
    table = np.array([hand, hand[::-1]], np.int64).reshape(2, len(hand))
    words = masks_of(table, deck)
    assert words.dtype == np.uint64
    assert words.tolist() == [deck.mask(hand)] * 2
    assert cards_of(words, len(hand), deck).tolist() == [sorted(hand)] * 2
    assert cards_of(words.view(np.int64), len(hand), deck).tolist() == [sorted(hand)] * 2


@every_deck
def test_masks_of_hands_in_a_table_of_any_shape(deck):
    hands = np.random.default_rng(7).permuted(np.tile(np.arange(deck.size), (30, 1)), axis=1)[:, :5].reshape(2, 3, 5, 5)
    words = masks_of(hands, deck)
    assert words.shape == (2, 3, 5)
    assert (cards_of(words, 5, deck) == np.sort(hands, axis=-1)).all()
    assert cards_of(words, 5, deck).dtype == np.int8


def test_cards_of_refuses_hands_of_another_size():
    with pytest.raises(CardError, match="not every mask holds 5 cards"):
        cards_of(masks_of([[0, 1, 2, 3, 4], [0, 1, 2, 3, 3]]), 5)
