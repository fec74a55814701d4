"""Exact counts of every category, against published tables and the specifications."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from simlab.errors import InputError
from simlab.games.battle.order import BATTLE
from simlab.games.fortune.flops import flop_odds
from simlab.games.fortune.order import FORTUNE, FORTUNE_EMPEROR, FORTUNE_STRENGTH, fortune_order
from simlab.games.jester.order import JESTER, jester_order
from simlab.games.showdown.order import SHOWDOWN, showdown_order
from simlab.jit import kernel
from simlab.ranking.batch.rank import rank_batch
from simlab.ranking.counting import count_hands, deck_lanes, odds
from simlab.ranking.hands import Category, category
from simlab.ranking.orders import JOKER, STANDARD
from simlab.ranking.scalar import rank
from tests.ranking.helpers import bits_of

FIVE_OF_52 = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]
SEVEN_OF_52 = [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584]
WITH_JOKER = [1_302_540, 1_268_088, 123_552, 137_280, 20_532, 7_804, 6_552, 3_120, 204, 13]
BATTLE_COUNTS = {  # high card first, royal flush last
    1: [52, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    2: [1_248, 78, 0, 0, 0, 0, 0, 0, 0, 0],
    3: [18_304, 3_744, 0, 52, 0, 0, 0, 0, 0, 0],
    4: [183_040, 82_368, 2_808, 2_496, 0, 0, 0, 13, 0, 0],
    5: [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4],
    6: [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188],
}
ELEVEN_RUNS = [2_030_820, 1_537_536, 157_248, 69_888, 11_220, 7_964, 4_368, 728, 44, 0]  # five of a kind last
TEN_RUNS = [2_031_840, 1_537_536, 157_248, 69_888, 10_200, 7_968, 4_368, 728, 40, 0]
FOOL = [0, 1_579_200, 0, 1_422_528, 409_680, 167_188, 157_248, 74_256, 8_988, 728]
SIX_TAROT = [11_714_280, 15_171_420, 3_538_080, 1_025_024, 441_600, 346_144, 211_120, 18_564, 2_204, 0]
TEMPERANCE = [2_471_700_460, 4_472_239_928, 722_973_888, 312_445_952, 65_189_740, 42_243_980, 26_014_352, 4_022_200, 278_500]
JESTER_COUNTS = [1_303_560, 1_098_240, 123_552, 54_912, 9_180, 5_112, 3_744, 624, 32, 4]


def counted(order, cards=5, **more):
    return list(odds(order, cards, **more).counts.values())


@pytest.mark.parametrize("order", [STANDARD, SHOWDOWN], ids=["standard", "showdown"])
def test_sh_8_2_all_five_card_hands(order):
    assert counted(order) == FIVE_OF_52


@pytest.mark.parametrize("order", [STANDARD, SHOWDOWN], ids=["standard", "showdown"])
def test_all_seven_card_hands(order):
    assert counted(order, 7) == SEVEN_OF_52


@pytest.mark.slow
def test_all_seven_card_hands_one_by_one():
    counts = count_hands(STANDARD, deck_lanes(STANDARD), 7, by_symmetry=False)
    assert counts[:9].tolist() == SEVEN_OF_52
    assert counts.sum() == 133_784_560


@kernel
def tally_seven(bits, order, counts):
    cards = len(bits)
    for a in range(cards):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    held = bits[a] | bits[b] | bits[c] | bits[d]
                    for e in range(d):
                        for f in range(e):
                            for g in range(f):
                                counts[category(rank(held | bits[e] | bits[f] | bits[g], order))] += 1


@pytest.mark.slow
def test_all_seven_card_hands_by_the_engines_ranker():
    counts = np.zeros(16, np.int64)
    tally_seven(bits_of(STANDARD), STANDARD.record, counts)
    assert counts[:9].tolist() == SEVEN_OF_52


def test_one_joker_in_the_deck():
    assert counted(JOKER, 5, jokers=1) == WITH_JOKER


@pytest.mark.parametrize("cards", BATTLE_COUNTS)
def test_ba_9_2_hands_of_one_to_six_cards(cards):
    assert counted(BATTLE, cards) == BATTLE_COUNTS[cards]


ELEVEN = {
    "plain": FORTUNE,
    "Emperor": FORTUNE_EMPEROR,
    "Emperor, swap": fortune_order("emperor", emperor_runs="swap"),
    "Strength": FORTUNE_STRENGTH,
    "Strength, mirror": fortune_order("strength", strength_runs="mirror"),
}
TEN = {
    "Strength, linear": fortune_order("strength", strength_runs="linear"),
    "below two": fortune_order(page_in_straights="below_two"),
    "no page": fortune_order(page_in_straights="none"),
    "Emperor, swap, below two": fortune_order("emperor", emperor_runs="swap", page_in_straights="below_two"),
    "Strength, mirror, below two": fortune_order("strength", strength_runs="mirror", page_in_straights="below_two"),
}


@pytest.mark.parametrize("name", ELEVEN)
def test_fo_5_3_eleven_runs_whatever_arcana_is_in_force(name):
    """FO-5.3, FO-5.5, FO-5.6."""
    assert counted(ELEVEN[name]) == ELEVEN_RUNS


@pytest.mark.parametrize("name", TEN)
def test_fo_5_10_ten_runs_under_other_readings(name):
    assert counted(TEN[name]) == TEN_RUNS


def test_fo_5_7_with_the_fool():
    assert counted(FORTUNE, 5, wild=True) == FOOL


def test_fo_5_8_best_five_of_six():
    assert counted(FORTUNE, 6) == SIX_TAROT


def test_fo_5_8_temperance_four_own_cards_and_the_best_of_three_flops():
    found = flop_odds(FORTUNE)
    assert list(found.counts.values())[:9] == TEMPERANCE
    assert found.total == comb(56, 4) * comb(52, 3)
    assert found.swaps == [(Category.PAIR, Category.HIGH_CARD)]


@pytest.mark.parametrize(("flops", "category_order"), [(1, None), (2, None), (3, None), (2, "high card first")])
def test_flops_on_a_small_deck_against_trying_everything(flops, category_order):
    names = ["high card", "five", "straight flush", "four", "full house", "flush", "straight", "three", "two pair", "pair"]
    order = fortune_order(category_order=names) if category_order else FORTUNE
    few = order.deck.read("PW 2W 3W 4W AW PU 2U AU AS")
    out = " ".join(order.deck.write([card]) for card in range(56) if card not in few)
    slow = dict.fromkeys(order.categories, 0)
    for own in combinations(few, 4):
        left = [card for card in few if card not in own]
        scores = {card: rank(np.int64(order.deck.mask([*own, card])), order.record) for card in left}
        for open_ in combinations(left, flops):
            slow[Category(int(category(max(scores[card] for card in open_))))] += 1
    assert flop_odds(order, flops, out).counts == slow


def test_flops_that_cannot_be_dealt_are_refused():
    with pytest.raises(InputError):
        flop_odds(FORTUNE, 53)


def test_je_7_4_counts_without_and_with_the_wheel():
    assert counted(JESTER) == JESTER_COUNTS
    wheel = JESTER_COUNTS.copy()
    wheel[0], wheel[4], wheel[5], wheel[8] = 1_302_540, 10_200, 5_108, 36
    assert counted(jester_order(wheel=True)) == wheel


def all_scores(order):
    masks = [sum(chosen) for chosen in combinations(bits_of(order).astype(np.uint64).tolist(), 5)]
    return rank_batch(np.array(masks, np.uint64), order, cards=5)


def test_je_7_7_367_classes_by_sum_and_7462_by_ordinary_comparison():
    scores = np.unique(all_scores(JESTER))
    tiers = np.bincount(scores >> 52 & 15)
    assert tiers.tolist() == [39, 49, 53, 55, 9, 39, 55, 59, 8, 1]
    assert len(scores) == 367
    assert len(np.unique(all_scores(jester_order(poker_tie_break="standard")))) == 7_462
    assert len(np.unique(all_scores(STANDARD))) == 7_462


def test_fo_5_4_classes_of_five_cards():
    scores = np.unique(all_scores(FORTUNE))
    assert np.bincount(scores >> 52 & 15).tolist() == [1_991, 4_004, 1_092, 1_092, 11, 1_991, 182, 182, 11]


def test_known_cards_leave_the_deck():
    without = odds(STANDARD, 5, without="Ac Ad Ah As")
    assert without.total == comb(48, 5)
    assert without.counts[Category.STRAIGHT_FLUSH] == 32
    one_gone = odds(STANDARD, 5, without="As")
    assert one_gone.total == comb(51, 5)
    assert one_gone.counts[Category.FOUR] == 624 - 48 - 12  # four aces, and the others with that kicker


def test_a_short_deck_makes_the_flush_rarer_than_the_full_house():
    short = odds(showdown_order(lowest_rank=6), 5)
    assert short.total == comb(36, 5)
    assert short.counts[Category.FLUSH] < short.counts[Category.FULL_HOUSE]
    assert (Category.FULL_HOUSE, Category.FLUSH) in short.swaps
    assert short.finding.startswith("swap")


def test_the_rarity_audit_names_the_two_to_swap():
    audit = odds(STANDARD, 7)
    assert audit.swaps == [(Category.PAIR, Category.HIGH_CARD)]
    assert "swap pair and high card" in audit.finding
    assert odds(STANDARD, 5).swaps == []
    assert odds(STANDARD, 5).finding.startswith("the order agrees with rarity")
    rows = odds(STANDARD, 5).table()
    assert [row["rarity"] for row in rows] == list(range(1, 10))
    assert rows[0]["category"] == "straight flush"


def test_an_absurd_order_is_counted_hand_by_hand():
    """FO-5.9: which five count depends on the order: with the pair on top a hand of six is a pair whenever it can be."""
    names = ["pair", "five", "straight flush", "four", "full house", "flush", "straight", "three", "two pair", "high card"]
    absurd = odds(fortune_order(category_order=names), 6)
    assert absurd.total == comb(56, 6)
    assert absurd.counts[Category.PAIR] > odds(FORTUNE, 6).counts[Category.PAIR]


@pytest.mark.parametrize(("cards", "more"), [(0, {}), (53, {}), (5, {"jokers": 2})])
def test_impossible_deals_are_refused(cards, more):
    with pytest.raises(InputError):
        odds(STANDARD, cards, **more)
