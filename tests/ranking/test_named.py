"""Orders as data: what they say in words, what they promise, and what they refuse with a sentence."""

import pickle

import numpy as np
import pytest

from simlab.cards import FRENCH, Deck, masks_of
from simlab.contract.orders import compare, rank
from simlab.errors import CardError, InputError, RulesError, SimlabError
from simlab.ranking.hands import Category
from simlab.ranking.named import load, names
from simlab.ranking.orders import STANDARD, Order
from simlab.ranking.schema import described

AT_LEAST = [
    "standard", "short_deck", "three_card", "four_card", "razz", "deuce_to_seven", "omaha", "badugi", "chinese", "tarot65", "jokers",
    "deuces_wild",
]  # fmt: skip


@pytest.mark.parametrize("name", AT_LEAST)
def test_these_orders_are_known_by_name(name):
    assert name in names()


@pytest.mark.parametrize("name", names())
def test_every_known_order_loads_and_says_what_it_is(name):
    order = load(name)
    assert order.name == name
    assert len(order.categories) >= 1
    assert order.data.about.endswith(".")


@pytest.mark.parametrize(
    ("name", "hand", "words"),
    [
        ("standard", "As Ad 9c 6h 3d", "pair of aces, kickers 9 6 3"),
        ("standard", "Ks Kd Kh 2c 2d", "full house, kings full of twos"),
        ("three_card", "As Ks Qs", "straight flush, Q to A"),
        ("four_card", "9c 9d 9h 2s", "three nines, kicker 2"),
        ("razz", "5c 4c 3c 2c Ac", "five low, 5 4 3 2 A"),
        ("deuce_to_seven", "7c 5d 4h 3s 2c", "seven low, 7 5 4 3 2"),
        ("eight_or_better", "9c 7d 6h 5s 4c", "does not qualify"),
        ("omaha", "As Ks 2d 3c | Qs Js Ts 9h 9d", "straight flush, T to A"),
        ("omaha", "As 2c 3d 4h | Ks Qs Js Ts 9d", "high card ace, kickers K Q J 4"),
        ("badugi", "Ac 2c 3h 4s", "three cards, 4 3 A"),
        ("two_jokers", "joker joker As Ad 9c", "four aces, kicker 9"),
        ("bug", "joker Ks Kd 9c 3d", "pair of kings, kickers A 9 3"),
        ("bug", "joker 4c 5d 6h 7s", "straight, 4 to 8"),
        ("deuces_wild", "2c 2d As Ks Qs", "straight flush, T to A"),
        ("deuces_wild_pay", "2c 2d 2h 2s 5c", "four deuces"),
        ("deuces_wild_pay", "2c Ks Qs Js Ts", "wild royal flush, T to A"),
        ("five_suits", "Ac Ad Ah As Ar", "five aces"),
        ("low_wild", "3c 9d 9h Ks Qs", "three nines, kickers K Q"),
        ("chinese", "As Ad Kc", "pair of aces, kicker K"),
        ("tarot65", "AT KT QT NT 10T", "straight flush, 10 to A"),
    ],
)
def test_a_hand_in_words(name, hand, words):
    order = load(name)
    assert order.words(order.rank(hand)) == words


# ---- what was ranked wrongly once


def test_three_suited_cards_in_a_row_are_refused_by_ordinary_poker_and_ranked_by_three_card():
    with pytest.raises(InputError, match=r"standard ranks hands of five cards or more, not of 3 .*three_card"):
        rank("As Ks Qs")
    with pytest.raises(InputError, match=r"standard ranks hands of 5 to 16 cards, not of 3 .*three_card"):
        load("standard").rank("As Ks Qs")
    assert rank("As Ks Qs", "three_card").category == "straight flush"


def test_a_wheel_in_one_suit_beats_four_kings_in_ace_to_five():
    assert compare(["5c4c3c2cAc", "KcKdKhKs2c"], "razz").winners == (0,)


def test_deuce_to_seven_counts_straights_and_flushes_against_the_hand():
    order = load("deuce_to_seven")
    assert order.rank("7c 5d 4h 3s 2c") > order.rank("Ac Kd Qh Js 9c") > order.rank("2c 2d 3h 4s 5c") > order.rank("6c 5d 4h 3s 2c")
    assert order.rank("6c 5d 4h 3s 2c") > order.rank("7c 5c 4c 3c 2c")


def test_two_jokers_are_both_wild_in_the_deck():
    assert load("two_jokers").deck.size == 54
    assert rank("* * As Ad Ah", "two_jokers").text == "five aces"


def test_omaha_takes_exactly_two_own_cards():
    assert rank("As Ah Ad Ac | Ks Kd 7h 5s 2c", "omaha").text == "two pair, aces and kings, kicker 7"
    with pytest.raises(InputError, match="counts 2 own cards and 3 of the board: 9 and 0 are too few"):
        rank("As Ah Ad Ac Ks Kd 7h 5s 2c", "omaha")


def test_masks_hold_four_suits_and_say_so():
    five = Deck("five", FRENCH.ranks, tuple("cdhsr"), ())
    with pytest.raises(CardError, match="a mask holds four suits of 16 ranks"):
        masks_of([[0, 1, 2, 3, 4]], five)
    with pytest.raises(CardError, match=r"simlab.ranking.named"):
        five.mask([4])


def test_an_order_of_masks_needs_every_category():
    without = tuple(c for c in STANDARD.categories if c != Category.FULL_HOUSE)
    with pytest.raises(RulesError, match="lacks full house"):
        Order("odd", STANDARD.deck, STANDARD.strength, without, STANDARD.runs)


def test_without_full_houses_kings_full_are_three_kings():
    order = load({"categories": ["high card", "pair", "two pair", "three", "four"]})
    assert order.words(order.rank("Ks Kd Kh 2c 2d")) == "three kings, kickers 2 2"


# ---- what is promised of scores


def test_scores_of_different_numbers_of_cards_compare():
    order = load("standard")
    assert order.rank("As Ad 9c 6h 3d") == order.rank("As Ad 9c 6h 3d 2c")
    assert load("chinese").rank("As Ad Kc") < load("chinese").rank("As Ad Kc 2d 3d")


def test_a_batch_equals_hands_one_by_one_and_takes_one_board_for_all():
    order = load("omaha")
    own = np.array([order.deck.read("As Kd Qh Jc"), order.deck.read("2s 2d 3h 3c")])
    board = order.deck.read("Ts 9h 8d 2c 3d")
    scores = order.batch(own, board)
    assert scores.tolist() == [order.rank(row, board) for row in own.tolist()]
    assert scores.tolist() == order.batch(own, [board, board]).tolist()
    assert order.batch(np.zeros((0, 4), int), board).tolist() == []


def test_ranks_of_a_score_serve_pay_tables():
    order = load("standard")
    score = order.rank("Js Jd 9c 6h 3d")
    assert [order.deck.ranks[rank] for rank in order.ranks_of(score)] == ["J", "9", "6", "3"]
    assert order.category(score) == "pair"
    assert order.place(score) == 1


def test_the_place_of_a_low_hand_is_by_strength():
    order = load("razz")
    assert order.categories[order.place(order.rank("5c 4c 3c 2c Ac"))] == "high card"
    assert order.place(order.rank("KcKdKhKs2c")) == 0
    assert load("eight_or_better").place(0) == -1


def test_an_order_goes_to_another_process():
    order = pickle.loads(pickle.dumps(load({"like": "razz", "name": "mine"})))
    assert order.name == "mine"
    assert order.rank("5c 4c 3c 2c Ac") == load("razz").rank("5c 4c 3c 2c Ac")


# ---- reading cards


@pytest.mark.parametrize(
    ("name", "text", "written"),
    [
        ("standard", "AcAd", "Ac Ad"),
        ("standard", "ace of spades, 10h; T♦", "As Th Td"),
        ("five_suits", "2r 10R", "2r Tr"),
        ("tarot56", "Knight of Cups 10C", "NU 10C"),
        ("jokers", "joker * As", "joker joker As"),
        ("two_packs", "As As", "As As"),
    ],
)
def test_cards_are_read_leniently(name, text, written):
    deck = load(name).deck
    assert deck.write(deck.read(text)) == written


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("standard", "1s", r"no card '1s' in the standard deck"),
        ("standard", "As As", "As stands twice"),
        ("two_packs", "As As As", "As stands more than 2 times"),
        ("standard", "joker", "joker is not in this deck"),
        ("short_deck", "2s", "no card '2s'"),
        ("five_suits", "2x", "no card '2x'"),
    ],
)
def test_cards_that_are_not_there_are_refused(name, text, sentence):
    with pytest.raises(CardError, match=sentence):
        load(name).deck.read(text)


# ---- what cannot be said


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"like": "standart"}, r"no order 'standart' \(did you mean 'standard'\?\)"),
        ({"like": "standard", "deck": {"suit": "cdhs"}}, r"no word 'suit' in deck \(did you mean 'suits'\?\)"),
        ({"like": "standard", "flushes": 4}, r"no word 'flushes' in an order \(did you mean 'flush'\?\)"),
        ({"like": "standard", "deck": {"suits": "abcdefghi"}}, "a deck has 1 to 8 suits, not 9"),
        ({"like": "standard", "deck": {"ranks": [*range(17)]}}, "a deck has 1 to 16 ranks, not 17"),
        ({"like": "standard", "deck": {"suits": "cC"}}, "two suits have the same name"),
        ({"like": "standard", "deck": {"without": "1c"}}, "no card '1c'"),
        ({"like": "standard", "hand": 8}, "hand: must be at most 7"),
        ({"hand": 3}, "categories are missing"),
        ({"like": "three_card", "categories": ["high card", "full house"]}, "full house needs 5 cards, and 3 count"),
        ({"like": "standard", "categories": ["pair"]}, "must name high card"),
        ({"like": "standard", "categories": ["high card", "pair", "pair"]}, "pair stands twice"),
        ({"like": "standard", "categories": ["high card", "flsh"]}, r"did you mean 'flush'\?"),
        ({"like": "standard", "ties": ["kicker"]}, r"did you mean 'kickers'\?"),
        ({"like": "omaha", "use": {"own": 2, "board": 2}}, "own and board together must be the cards that count"),
        ({"like": "razz", "fewer": True}, "low and fewer do not go together"),
        ({"like": "one_joker", "ties": ["suits"]}, "a wild card has no suit"),
        ({"like": "badugi", "deck": {"jokers": 1}}, "unlike and wild cards do not go together"),
        ({"like": "standard", "wild": {"ranks": "1"}}, "wild ranks are ranks of the deck"),
        ({"like": "deuces_wild", "flush": 4}, "more than 2 wild cards"),
        ({"like": "standard", "categories": ["high card", {"name": "x", "run": 4, "suited": 5}]}, "let the two be equal"),
        ({"like": "one_joker", "deck": {"suits": "c", "ranks": "JQKA"}}, "a wild card has nothing to stand for"),
        ({"like": "standard", "points": {"X": 3}}, "points are 0 to 99 for ranks of the deck"),
        ({"like": "eight_or_better", "at_least": "8c 7d"}, "at_least is a hand of 5 cards, not of 2"),
        ({"like": "standard", "dealt": 3}, "needs `fewer: true`"),
    ],
)  # fmt: skip
def test_what_cannot_be_ranked_is_refused_with_a_sentence(said, sentence):
    with pytest.raises(SimlabError, match=sentence):
        load(said)


def test_a_file_says_where_it_is_wrong(tmp_path):
    file = tmp_path / "house.yaml"
    file.write_text("like: standard\ndeck:\n  suits: cdhsr\n  rank: 23456\n", encoding="utf-8")
    with pytest.raises(RulesError, match=r"house.yaml:4:9: no word 'rank' in deck \(did you mean 'ranks'\?\)"):
        load(file)
    file.write_text("like: standard\nties: []\ncategories: [high card, flsh]\n", encoding="utf-8")
    with pytest.raises(RulesError, match=r"house.yaml:3:25: no category 'flsh' \(did you mean 'flush'\?\)"):
        load(file)
    file.write_text("like: omaha\nuse:\n  board: 2\n", encoding="utf-8")
    with pytest.raises(RulesError, match=r"house.yaml:3:3: use: own and board together must be the cards that count"):
        load(file)
    file.write_text("like: standard\nlike: razz\n", encoding="utf-8")
    with pytest.raises(RulesError, match="'like' stands twice"):
        load(file)
    file.write_text("like: [standard\n", encoding="utf-8")
    with pytest.raises(RulesError, match="not YAML"):
        load(file)
    file.write_text("like: standard\ndeck: {suits: cdhsr}\n", encoding="utf-8")
    assert load(str(file)).deck.size == 65


@pytest.mark.parametrize("name", ["no_such_order", "no/such/file.yaml"])
def test_an_order_that_is_not_there(name):
    with pytest.raises(InputError, match="no order"):
        load(name)


@pytest.mark.parametrize("cards", [[[0, 1, 2, 3, 52]], [[0, 1, 2, 3, -1]], [[0.5, 1, 2, 3, 4]]])
def test_numbers_that_are_no_cards_are_refused(cards):
    with pytest.raises(InputError):
        load("standard").batch(cards)


BY_SUITS = {"like": "standard", "ties": ["kickers", "suits"]}


def refused(order, own, board):
    try:
        order.batch(own, board)
    except InputError as refusal:
        return "the deck has not all its cards" in str(refusal)
    return False


@pytest.mark.parametrize(("source", "own", "board"), [("standard", 7, 0), (BY_SUITS, 7, 0), ("omaha", 4, 5)])
def test_what_no_deck_holds_is_not_looked_for_outside_the_tables(source, own, board):
    """A batch is not asked whether cards stand twice. Hands of one rank and five cards or more stand in no table: some slots are empty."""
    order = load(source)
    assert any(refused(order, 4 * rank + np.arange(own) % 4, 4 * rank + np.arange(board) % 4) for rank in range(13))


def test_one_hand_is_of_different_cards():
    with pytest.raises(CardError, match="stands twice"):
        load("standard").rank([0, 1, 2, 3, 3])


def test_every_word_of_an_order_has_a_sentence():
    for block, word, sentence in described():
        assert sentence.endswith("."), (block, word)
        assert len(sentence.split()) >= 3, (block, word)
