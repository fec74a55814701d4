"""Ranges of hands: how they are written, and what they win against each other, next to plain enumeration."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.cards import FRENCH
from simlab.errors import InputError
from simlab.ranking.named import load
from simlab.ranking.ranges import Reader
from simlab.ranking.versus import equity
from simlab.studies.equity.ranges import Question, compare_ranges, strengths, table_of

ALL = tuple(range(52))


def hands(text: str, size: int = 2) -> int:
    return Reader(FRENCH, ALL, size).read(text).combinations


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("QQ", 6), ("QQ+", 18), ("QQ-99", 24), ("99-QQ", 24), ("AK", 16), ("AKs", 4), ("AKo", 12), ("ATs+", 16), ("KTo-K7o", 48),
        ("T9s-76s", 16), ("AsKd", 1), ("As Kd", 1), ("any", 1326), ("22+,A2s+", 78 + 48), ("aks, akS", 4), ("1010", 6), ("10Js", 4),
    ],
)  # fmt: skip
def test_ranges_hold_as_many_hands_as_people_mean(text, count):
    assert hands(text) == count


@pytest.mark.parametrize(("text", "count"), [("AAxx", 6 * 1128 + 4 * 48 + 1), ("AAKKds", 6), ("AKQJr", 24), ("AsAhKsKh", 1), ("AKQJs", 4)])
def test_hands_of_four_cards(text, count):
    assert hands(text, 4) == count


def test_weights_and_dead_cards():
    held = Reader(FRENCH, tuple(c for c in ALL if c != 51), 2).read("AA:0.5, KK@25%, AsKs")
    assert held.combinations == 3 + 6
    assert sorted(set(held.weights.tolist())) == [0.25, 0.5]


@pytest.mark.parametrize("text", ["", "QQ-AK", "AKx", "ZZ", "QQs", "AK@2", "AK@x", "AK:x", "AsKsQs", "+", "A", "QQ@0"])
def test_what_is_no_range_is_refused_with_a_sentence(text):
    with pytest.raises(InputError) as refused:
        hands(text)
    assert "\n" not in str(refused.value)


def test_single_hands_win_what_they_win_hand_against_hand():
    for pair in (("AcAd", "KhKs"), ("AsKs", "QhQd")):
        whole = equity(pair, known="2c 7d")
        ours = compare_ranges(Question(pair, known="2c 7d"))
        assert ours.exact
        assert ours.shares == pytest.approx(whole.shares, abs=1e-12)
        assert ours.deals == whole.boards


def by_plain_enumeration(texts, lying):
    """Every line-up without a card twice on every board, by single comparisons."""
    board = FRENCH.read(lying)
    rest = tuple(c for c in ALL if c not in board)
    held = [Reader(FRENCH, rest, 2).read(text) for text in texts]
    shares, total = np.zeros(len(texts)), 0.0
    for line_up in product(*(range(r.combinations) for r in held)):
        cards = [held[i].cards[at].tolist() for i, at in enumerate(line_up)]
        if len({c for hand in cards for c in hand}) < 2 * len(cards):
            continue
        weight = float(np.prod([held[i].weights[at] for i, at in enumerate(line_up)]))
        found = equity([FRENCH.write(hand) for hand in cards], known=lying)
        shares += weight * found.boards * np.array(found.shares)
        total += weight * found.boards
    return shares / total


@pytest.mark.parametrize("texts", [("QQ,JTs@0.5", "AKs,22@0.25"), ("AA", "AKs", "T9s@0.5")])
def test_ranges_win_the_mean_of_their_hands(texts):
    ours = compare_ranges(Question(texts, board="2c 7d Th 9s"))
    assert ours.exact
    assert ours.shares == pytest.approx(by_plain_enumeration(texts, "2c 7d Th 9s"), abs=1e-12)


def test_a_sample_holds_the_exact_value_and_stops_when_it_is_precise_enough():
    question = Question(("QQ+,AKs", "any"), board="2c 7d Th")
    exact, sample = compare_ranges(question), compare_ranges(question, precision=0.005, seed=4)
    low, high = sample.intervals[0]
    assert not sample.exact
    assert low <= exact.shares[0] <= high
    assert high - low <= 0.01
    assert sample.shares == compare_ranges(question, precision=0.005, seed=4).shares
    assert compare_ranges(question, samples=1000, seed=4).deals == 1000


def test_three_ranges_sampled_share_the_whole_pot():
    found = compare_ranges(Question(("any", "any", "22+")), samples=20_000)
    assert sum(found.shares) == pytest.approx(1.0)


def test_cells_of_classes_make_up_the_whole():
    found = compare_ranges(Question(("QQ+,AKs", "JTs,99"), board="2c 7d Th"))
    assert (found.cells * found.counts).sum() / found.counts.sum() == pytest.approx(found.shares[0])
    assert set(found.rows) == {"QQ", "KK", "AA", "AKs"}


@given(st.lists(st.sampled_from(["AA", "KQs", "T9o", "72o", "55-33", "A2s+"]), min_size=2, max_size=2), st.integers(0, 48))
@settings(max_examples=15, deadline=None)
def test_what_one_range_wins_the_other_does_not(texts, first):
    lying = FRENCH.write([first, first + 1, first + 2, (first + 17) % 52])
    try:
        one = compare_ranges(Question(tuple(texts), board=lying))
    except InputError:
        return
    other = compare_ranges(Question(tuple(reversed(texts)), board=lying))
    assert one.shares[0] == pytest.approx(other.shares[1])
    assert sum(one.shares) == pytest.approx(1.0)


def test_strength_by_street_is_what_the_cards_make():
    (found,) = strengths(Question(("7s7h",), board="2c 7d Th"))
    assert [street.name for street in found.streets] == ["flop", "turn", "river"]
    assert found.streets[0].shares[found.categories.index("three of a kind")] == 1.0
    at = found.categories.index("four of a kind")
    assert found.streets[1].shares[at] == pytest.approx(1 / 47)
    assert found.streets[2].shares[at] == pytest.approx(46 / 1081)  # the last seven among two cards


def test_any_order_compares_ranges():
    """Two of one's own and three of the board: a flush of four on the board and one own spade is none."""
    lying = "As Ks Qs 2d 3h"
    assert compare_ranges(Question(("Js8c9c6d", "Ah4d9h9d"), board=lying, order="omaha")).shares[0] == 0.0
    assert compare_ranges(Question(("Js4s5c6d", "AhAd9h9d"), board=lying, order="omaha")).shares[0] == 1.0


@pytest.mark.parametrize("order", ["five_suits", "two_jokers", "low_wild", "six_suits"])
def test_boards_that_hold_a_card_of_a_hand_are_left_out(order):
    """Five of a rank where the deck has four: no order ranks it, and nobody may ask."""
    made = load(order)
    found = compare_ranges(Question(("AcAd", "KhKs"), board="Kd Qh 2s", order=order))
    rest = [card for card in made.deck.cards if made.deck.write([card]) not in ["Ac", "Ad", "Kh", "Ks", "Kd", "Qh", "2s"]]
    boards = np.array(list(combinations(rest, 2)))
    boards = np.hstack([np.broadcast_to(made.deck.read("Kd Qh 2s"), (len(boards), 3)), boards])
    one, two = (made.batch([made.deck.read(hand)], boards) for hand in ("AcAd", "KhKs"))
    assert found.deals == len(boards)
    assert found.won[0] == pytest.approx((one > two).mean())
    assert found.tied[0] == pytest.approx((one == two).mean())


def test_ranges_that_cannot_meet_are_refused():
    with pytest.raises(InputError, match="never meet"):
        compare_ranges(Question(("AsAh", "AsAd"), board="2c 7d Th"))
    with pytest.raises(InputError, match="cannot be dealt"):
        table_of(Question(("any",) * 9, board="45"))
    with pytest.raises(InputError, match="stands twice"):
        compare_ranges(Question(("AA", "KK"), board="2c 7d Th", without="2c"))


def test_every_pair_of_two_cards_is_in_any():
    assert set(map(tuple, Reader(FRENCH, ALL, 2).read("any").cards.tolist())) == set(combinations(ALL, 2))
