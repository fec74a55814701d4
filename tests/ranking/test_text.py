"""Hands in words, and who wins and why."""

import pytest

import simlab
from simlab.contract.orders import compare, order_of, rank
from simlab.errors import CardError, InputError, UnknownName


@pytest.mark.parametrize(
    ("game", "cards", "words"),
    [
        ("showdown", "As Ad 9c 6h 3d", "pair of aces, kickers 9 6 3"),
        ("showdown", "2c 2d 2h Ac Ad", "full house, twos full of aces"),
        ("showdown", "Ac Ad Ah 2c 2d", "full house, aces full of twos"),
        ("standard", "Kc Kd 2c 2d 3h", "two pair, kings and twos, kicker 3"),
        ("standard", "7s 7d 7c Qh 2d", "three sevens, kickers Q 2"),
        ("standard", "Ac 2d 3h 4s 5c", "straight, A to 5"),
        ("standard", "9c 8d 7h 6s 5c", "straight, 5 to 9"),
        ("standard", "Ac Jc 9c 4c 2c", "flush, A J 9 4 2"),
        ("standard", "6c 6d 6h 6s Kd", "four sixes, kicker K"),
        ("standard", "Ts Js Qs Ks As", "straight flush, T to A"),
        ("battle", "Ts Js Qs Ks As", "royal flush"),
        ("standard", "Ac Kd 9h 5s 3c", "high card ace, kickers K 9 5 3"),
        ("battle", "Ac", "high card ace"),
        ("battle", "Ac Kd", "high card ace, kicker K"),
        ("battle", "", "no cards"),
        ("jester", "2c 2d Ah Ks Qd", "pair of twos, kickers A K Q, sum 43"),
        ("fortune", "PW AU 2S 3C 4W", "straight, P to 4"),
        ("fortune", "PW PU 2S 3C 6W", "pair of pages, kickers 6 3 2"),
        ("standard", "As Ks Qs Js Ts 9s 2c", "straight flush, T to A"),
    ],
)
def test_hands_in_words(game, cards, words):
    assert rank(cards, game).text == words


def test_the_fool_makes_five_of_a_kind():
    assert rank("AW AU AS AC 9W", "fortune", wild=True).text == "five aces"


def test_knobs_reach_the_order():
    assert rank("KW KU AS AC 4W", "fortune", arcana="emperor").text == "two pair, kings and aces, kicker 4"
    assert rank("9c 9d 8h", "battle", incomplete_hands="dead").text == "high card nine, kicker 8"


def test_several_hands_who_wins_and_why():
    assert compare(["As Ad 9c 6h 3d", "Kh Ks 2c 2d 3h"], "showdown").why == "hand 2 wins: two pair beats pair"
    by_suit = compare(["8s 8c Kd 5h 4c", "8h 8d Ks 5s 4s"], "showdown")
    assert by_suit.why == "hand 1 wins: both pair of eights, kickers K 5 4; the higher suits decide"
    by_kicker = compare(["8s 8c Kd 5h 4c", "8h 8d Ks 6c 2s"], "standard")
    assert by_kicker.winners == (1,)
    assert "kickers K 6 2 beats" in by_kicker.why
    tie = compare(["Ac Kd Qh 9s 7c", "Ad Kh Qs 9c 7d"], "battle")
    assert (tie.winners, tie.why) == ((0, 1), "tie between hands 1 and 2: high card ace, kickers K Q 9 7")
    assert rank("AsAd", "battle") > rank("KsKd", "battle")
    assert rank("KsKd", "battle") < rank("AsAd", "battle")


def test_simlab_rank_is_at_hand():
    assert simlab.rank("As Ad 9c 6h 3d", game="showdown").category == "pair"


@pytest.mark.parametrize(
    ("ask", "error", "word"),
    [
        (lambda: rank("As", "showdwn"), UnknownName, "did you mean 'showdown'"),
        (lambda: rank("Ax", "battle"), CardError, "Ax"),
        (lambda: rank("AsAs", "battle"), CardError, "twice"),
        (lambda: rank("2s", "battle", deck_low=6), CardError, "not in the deck"),
        (lambda: rank("2s", "battle", decklow=6), UnknownName, "deck_low"),
        (lambda: rank("2s", "battle", deck_low="six"), InputError, "wrong kind"),
        (lambda: compare(["As"], "battle"), InputError, "two hands"),
        (lambda: order_of("fortune", five_of_a_kind="below_straight_flush", category_order=range(11)), InputError, ""),
    ],
)
def test_errors_are_one_line_and_name_the_nearest_word(ask, error, word):
    with pytest.raises(error) as caught:
        ask()
    assert word in str(caught.value)
    assert "\n" not in str(caught.value)
