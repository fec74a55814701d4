"""Hand against hand, exact and sampled."""

from itertools import combinations

import numpy as np
import pytest

from simlab.errors import CardError, InputError
from simlab.games.jester.order import JESTER
from simlab.games.showdown.order import SHOWDOWN, showdown_order
from simlab.ranking.batch.duel import seven_each
from simlab.ranking.batch.rank import rank_batch
from simlab.ranking.orders import STANDARD
from simlab.ranking.versus import Sampled, equity, split_deck
from tests.ranking.helpers import score


def test_aces_against_kings_exactly():
    found = equity(["AcAd", "KhKs"], board=5)
    assert (found.won, found.lost, found.tied) == ((1_388_072, 317_694), (317_694, 1_388_072), (6_538, 6_538))
    assert found.boards == 1_712_304
    assert found.exact


def test_ace_king_suited_against_queens():
    found = equity(["AsKs", "QhQd"])
    assert round(100 * found.shares[0], 4) == 46.2145
    assert sum(found.shares) == pytest.approx(1.0)


def test_sampled_equity_holds_the_exact_value_in_four_standard_errors():
    exact = equity(["AsKs", "QhQd"])
    sampled = equity(["AsKs", "QhQd"], samples=400_000, seed=5)
    assert not sampled.exact
    assert abs(sampled.shares[0] - exact.shares[0]) < 4 * sampled.errors[0]
    low, high = sampled.interval(0)
    assert low < sampled.shares[0] < high
    assert sampled == equity(["AsKs", "QhQd"], samples=400_000, seed=5)
    assert sampled != equity(["AsKs", "QhQd"], samples=400_000, seed=6)


def test_every_board_of_five_is_dealt_as_often():
    """All 56 boards from eight cards; seed 11, four standard deviations of chi-square with 55 degrees of freedom."""
    deck = np.array([1 << (7 * k) for k in range(8)], np.int64)
    dealt = np.empty(200_000, np.int64)
    Sampled(deck, 5, seed=11).deal(0, dealt)
    boards, found = np.unique(dealt, return_counts=True)
    assert boards.tolist() == sorted(sum(five) for five in combinations(deck.tolist(), 5))
    expected = len(dealt) / len(boards)
    assert abs(((found - expected) ** 2 / expected).sum() - 55) < 4 * 110**0.5


@pytest.mark.parametrize("hands", [["AcAd", "KhKs"], ["Ah2h", "5h4c"], ["7c7d", "7h7s"], ["Js9s", "Ts2d"]])
def test_a_duel_is_won_by_the_hand_that_ranks_higher(hands):
    """50,000 boards, which hold straights, flushes, full houses and ties."""
    own, _, rest = split_deck(hands, STANDARD, "", "")
    boards, winners = np.empty(50_000, np.int64), np.empty(50_000, np.uint16)
    Sampled(rest, 5, seed=3).deal(0, boards)
    ours, theirs = (np.array([mask], np.int64) for mask in own)
    seven_each(boards.view(np.uint16), ours.view(np.uint16), theirs.view(np.uint16), winners)
    one, two = (rank_batch(boards | mask, STANDARD, 7) for mask in (ours, theirs))
    assert winners.tolist() == np.where(one > two, 1, np.where(one < two, 2, 0)).tolist()
    assert set(winners.tolist()) == {0, 1, 2}


@pytest.mark.parametrize("board", [3, 4, 6, 7])
def test_boards_of_other_sizes_are_sampled_fairly(board):
    hands = ["AsKs", "QhQd", "7c7d"]
    few = equity(hands, board=board, samples=100_000, seed=board)
    again = equity(hands, board=board, samples=100_000, seed=board + 100)
    for i in range(3):
        assert abs(few.shares[i] - again.shares[i]) < 4 * (few.errors[i] ** 2 + again.errors[i] ** 2) ** 0.5


def test_three_hands_share_ties_by_thirds():
    found = equity(["AcKd", "AdKh", "AhKs"], known="AsQsJcTd2h")
    assert found.boards == 1
    assert found.tied == (1, 1, 1)
    assert found.shares == pytest.approx((1 / 3, 1 / 3, 1 / 3))


def test_jesters_three_cards_and_two_common_ones():
    """All 903 boards, checked against ranking each by itself."""
    hands = ["Ac Ad 4c", "Kh Ks 2h", "7h 8h 9h"]
    found = equity(hands, board=2, order=JESTER)
    assert found.boards == 903
    deck = JESTER.deck
    gone = {card for hand in hands for card in deck.read(hand)}
    rest = [card for card in range(52) if card not in gone]
    won = [0, 0, 0]
    for i, a in enumerate(rest):
        for b in rest[:i]:
            scores = [score(f"{hand} {deck.write([a, b])}", JESTER) for hand in hands]
            if scores.count(max(scores)) == 1:
                won[scores.index(max(scores))] += 1
    assert found.won == tuple(won)


def test_sh_8_1_in_showdowns_order_nothing_ever_ties():
    assert equity(["AcAd", "AhAs"], board=3, order=SHOWDOWN).tied == (0, 0)
    short = equity(["AcAd", "KhKs"], board=3, order=showdown_order(lowest_rank=6))
    assert short.boards == 32 * 31 * 30 // 6


@pytest.mark.parametrize(
    ("hands", "more", "error"),
    [
        (["AcAd"], {}, InputError),
        (["AcAd", "AcKs"], {}, CardError),
        (["AcAd", "KhKs"], {"known": "Ac"}, CardError),
        (["AcAd", "KhKs"], {"board": 60}, InputError),
        (["AcAd", "KhKs"], {"board": 2, "known": "2c3c4c"}, InputError),
        (["AcAd", "2h2s"], {"order": showdown_order(lowest_rank=6)}, CardError),
        (["AcAd", "KhKs"], {"samples": 0}, InputError),
    ],
)
def test_impossible_questions_are_refused(hands, more, error):
    with pytest.raises(error):
        equity(hands, **more)
