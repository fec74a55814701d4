"""Arcana's sixteen hands: worked examples, exact counts, and every best five against trying all fives."""

from fractions import Fraction
from itertools import combinations_with_replacement
from random import Random

import numpy as np
import pytest

from simlab.errors import RulesError, UnknownName
from simlab.games.arcana.ranking import multiset, odds
from simlab.games.arcana.ranking.five import best_five
from simlab.games.arcana.ranking.multiset import (
    BEST_FIRST,
    NAMES,
    category,
    copies,
    describe,
    entries,
    gather,
    integer,
    minus,
    multiset_order,
    plus,
    rank,
    rank_many,
    read,
    size,
    together,
)
from simlab.jit import allocating
from tests.games.arcana.referee.ranking import CATEGORIES, Ranking
from tests.games.arcana.referee.test_ranking import COUNTS, EXAMPLES, HALVING, PACKS

PLAIN = multiset_order()


def score(text: str, order=PLAIN) -> int:
    return int(rank(gather(np.array(read(text))), order))


def vector(text: str, order=PLAIN) -> tuple[str, list[int]]:
    found = score(text, order)
    return NAMES[found >> 20 & 15], entries(found)


@pytest.mark.parametrize("line", EXAMPLES)
def test_ar_12_worked_examples_of_section_5(line):
    _, one, other, winner = line.split("|")
    a, b = score(one), score(other)
    assert winner == ("tie" if a == b else "A" if a > b else "B")


# one hand of each category, in the order of AR-12.1 .. AR-12.16
EACH = {
    "AR-12.1": ("2S 2S 2S 2S 2S", "quintuplet", [2]),
    "AR-12.2": ("7S 7S 7S 7S 7C", "quadruplet", [7, 7]),
    "AR-12.3": ("7S 7S 7S 7W 7W", "full_family", [7, 7]),
    "AR-12.4": ("7S 7S 7S 7W 7C", "five_of_a_kind", [7]),
    "AR-12.5": ("PS NS QS KS AS", "straight_flush", [15]),
    "AR-12.6": ("7S 7S 7S 7C KU", "triplet", [7, 14, 7]),
    "AR-12.7": ("7S 7S 7W 7W KC", "four_of_a_kind", [7, 14]),
    "AR-12.8": ("7S 7S 9W 9W 7C", "two_twin", [9, 7, 7]),
    "AR-12.9": ("AC AS AW KC KS", "full_house", [15, 14]),
    "AR-12.10": ("AS 2C 3W 4U 5S", "straight", [5]),
    "AR-12.11": ("7S 7S KS QS 2S", "flush", [14, 13, 7, 7, 2]),
    "AR-12.12": ("7S 7C 7W KC QC", "three_of_a_kind", [7, 14, 13]),
    "AR-12.13": ("7S 7S 9W 9C KU", "one_twin", [7, 14, 9, 9]),
    "AR-12.14": ("9C 9S 2W 2U KC", "two_pair", [9, 2, 14]),
    "AR-12.15": ("2C 2S 3C 4W 6U", "one_pair", [2, 6, 4, 3]),
    "AR-12.16": ("QS KC AW 2U 3S", "high_card", [15, 14, 13, 3, 2]),
}


@pytest.mark.parametrize("clause", EACH)
def test_ar_12_each_category_and_its_tie_break_vector(clause):
    text, name, ranks = EACH[clause]
    assert vector(text) == (name, ranks)
    assert BEST_FIRST[int(clause.rpartition(".")[2]) - 1] == name


def test_ar_12_17_a_hand_is_the_highest_category_it_fits():
    assert vector("9S 9S KS KS 2S")[0] == "two_twin"  # one suit, and two pair
    assert vector("7S 7S 7S 9W 9W")[0] == "full_family"  # a triplet, a full house


def test_ar_13_1_larger_collections_are_compared_first():
    assert score("2C 2S 2W 2U 3C") > score("2C 2S 2W AC AS")
    assert score("3C 3S 3W 2C 2S") > score("2C 2S 2W AC AS")


def test_ar_13_2_cards_outside_the_collection_count_singly_even_when_they_match_it():
    assert vector("7S 7S 9W 9W 7C")[1] == [9, 7, 7]
    assert score("7S 7S 7S 7S 7C") < score("7S 7S 7S 7S 8C")


@pytest.mark.parametrize(
    ("text", "ranks"),
    [("7S 7S 9W 9C KU", [7, 9, 14]), ("7S 7S 7S 9W 9C", [7, 9]), ("7S 7S 7S 7C KU", [7, 14, 7]), ("7S 7S KS QS 2S", [7, 14, 13, 2])],
)
def test_ar_13_3_natural_kickers_are_grouped(text, ranks):
    assert vector(text, multiset_order(kickers="natural"))[1] == ranks


def test_ar_13_4_straights_compare_only_their_highest_card():
    assert score("2C 3S 4W 5U 6C") == score("2U 3U 4U 5S 6S")
    assert score("3C 4S 5W 6U 7C") > score("2C 3S 4W 5U 6C")


def test_ar_13_5_an_ace_is_below_the_two_or_above_the_king_but_not_both():
    assert vector("AS 2C 3W 4U 5S") == ("straight", [5])
    assert vector("AS KC QW NU PS") == ("straight", [15])
    assert vector("QS KC AW 2U 3S")[0] == "high_card"
    strict, wrapped = multiset_order(ace_low_straight=False), multiset_order(wrap_straights=True)
    assert vector("AS 2C 3W 4U 5S", strict)[0] == "high_card"
    around = ("KS AC 2W 3U 4S", "QS KC AW 2U 3S", "NS QC KW AU 2S")
    assert [vector(text, wrapped)[1] for text in around] == [[4], [3], [2]]
    assert vector("QS KS AS 2S 3S", wrapped) == ("straight_flush", [3])


def test_ar_13_6_elsewhere_the_ace_is_high():
    assert score("AC AS 2C 3W 4U") > score("KC KS QC NW PU")
    assert vector("AS 2S 3S 4S 6S")[1] == [15, 6, 4, 3, 2]


def test_ar_13_7_suits_never_break_ties():
    for text in (row[0] for row in EACH.values()):
        turned = text.translate(str.maketrans("CSWU", "UCSW"))
        assert score(text) == score(turned)


def test_ar_13_8_of_six_cards_the_best_five_count():
    assert vector("7S 7S 7S KC KW 7C") == ("triplet", [7, 14, 14])
    assert vector("3S 3S 4C 5W 6U 7C") == ("straight", [7])


def test_ar_13_9_the_integer_form_is_code_and_vector():
    assert int(integer(np.int64(score("7S 7S 9W 9W 7C")))) == 8 * 16**5 + 9 * 16**4 + 7 * 16**3 + 7 * 16**2


def test_ar_13_10_other_category_orders():
    swapped = multiset_order({"swap": ["one_twin", "two_pair"]})
    assert score("2C 2S 3C 3S 4W", swapped) > score("AS AS KC QW NU", swapped)
    assert vector("7S 7S 9W 9C KU", swapped) == ("two_pair", [9, 7, 14])
    twin_first = multiset_order(["one_twin", *(name for name in BEST_FIRST if name != "one_twin")])
    assert vector("7S 7S 9W 9W 7C", twin_first) == ("one_twin", [9, 7, 7, 7])  # of two readings the higher


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (BEST_FIRST[:-1], "each of the sixteen"),
        ({"swap": ["high_card", "one_pair"]}, "high_card stays last"),
        ({"swap": ["one_pair"]}, "swap"),
        ({"exchange": ["one_pair", "two_pair"]}, "swap"),
        ({"swap": 5}, "swap"),
        ({"swap": "ab"}, "swap"),
        (5, "list of the sixteen"),
    ],
)
def test_ar_13_10_an_impossible_order_is_refused(given, complaint):
    with pytest.raises(RulesError, match=complaint):
        multiset_order(given)


def test_an_unknown_category_is_refused_with_the_nearest():
    with pytest.raises(UnknownName, match="one_twin"):
        multiset_order({"swap": ["one_twins", "two_pair"]})


def test_cards_are_counted_up_to_31_copies():
    cards = gather(np.zeros(0, np.int64))
    for n in range(31):
        assert int(copies(cards, 55)) == n == int(size(cards))
        cards = plus(cards, 55)
    for n in range(31, 0, -1):
        assert int(copies(cards, 55)) == n
        assert int(copies(cards, 54)) == 0
        cards = minus(cards, 55)


def test_two_handfuls_together_hold_the_copies_of_both():
    random = Random(11)
    for _ in range(300):
        one, other = ([random.randrange(50, 56) for _ in range(random.randrange(16))] for _ in range(2))
        both = together(gather(np.array(one, np.int64)), gather(np.array(other, np.int64)))
        assert [int(copies(both, card)) for card in range(56)] == [one.count(card) + other.count(card) for card in range(56)]


def test_a_score_in_words():
    assert describe(score("7S 7S 9W 9W KC")) == "two twin: 9, 7, king"


# ---- against trying every five


@allocating
def five_value(ids, order):
    """Exactly five cards, so that trying all fives uses none of the greedy choices."""
    return rank(gather(ids), order)


@allocating
def brute_force(ids, order):
    best, n = np.int64(0), len(ids)
    five = np.zeros(5, np.int64)
    for a in range(n - 4):
        for b in range(a + 1, n - 3):
            for c in range(b + 1, n - 2):
                for d in range(c + 1, n - 1):
                    for e in range(d + 1, n):
                        five[0], five[1], five[2], five[3], five[4] = ids[a], ids[b], ids[c], ids[d], ids[e]
                        best = max(best, five_value(five, order))
    return best


@allocating
def disagreements(hands, sizes, order, wrong):
    """Rows for which the greedy score is not the best of all fives, or the best five are not worth it."""
    n = 0
    for i in range(len(hands)):
        ids = hands[i, : sizes[i]]
        cards = gather(ids)
        value = rank(cards, order)
        if value != brute_force(ids, order) or rank(best_five(cards, order), order) != value:
            wrong[n % len(wrong)] = i
            n += 1
    return n


def random_hands(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Hands of 5 .. 13 cards from pools of few and of many kinds, so that every category comes up."""
    random = np.random.default_rng(seed)
    pool = random.integers(2, 57, n)
    start = random.integers(0, 56, n)
    step = random.choice([1, 3, 5, 9, 13, 14, 15, 27], n)  # 1 within a suit, 14 within a rank
    picks = (random.random((n, 13)) * pool[:, None]).astype(np.int64)
    return (start[:, None] + picks * step[:, None]) % 56, random.integers(5, 14, n)


def all_agree(n: int, seed: int, order) -> None:
    hands, sizes = random_hands(n, seed)
    wrong = np.zeros(1, np.int64)
    assert disagreements(hands, sizes, order, wrong) == 0, multiset.TAROT.write(hands[wrong[0], : sizes[wrong[0]]])


def random_order(random: Random):
    names = list(BEST_FIRST[:-1])
    if random.random() < 0.7:
        random.shuffle(names)
    return [*names, "high_card"], random.choice(["contributing", "natural"]), random.random() < 0.7, random.random() < 0.4


@pytest.mark.slow
def test_the_greedy_choice_is_the_best_of_all_fives():
    all_agree(20_000, 1, PLAIN)


def test_the_greedy_choice_is_the_best_of_all_fives_in_any_order():
    random = Random(2)
    for seed in range(12):
        all_agree(600, seed, multiset_order(*random_order(random)))


@pytest.mark.slow
def test_the_greedy_choice_is_the_best_of_all_fives_for_a_million_hands():
    all_agree(1_000_000, 3, PLAIN)
    random = Random(4)
    for seed in range(40):
        all_agree(5_000, seed, multiset_order(*random_order(random)))


def test_five_cards_have_the_value_the_referee_reads_from_the_rule_book():
    random = Random(5)
    for _ in range(40):
        knobs = random_order(random)
        order, referee = multiset_order(*knobs), Ranking(*knobs)
        for _ in range(40):
            pool = random.sample(range(56), random.choice([2, 4, 8, 20]))
            ids = [random.choice(pool) for _ in range(random.choice([5, 5, 6, 8]))]
            cards = gather(np.array(ids))
            value, five = referee.best(ids)
            assert int(integer(rank(cards, order))) == value, (ids, knobs)
            assert [c for c in range(56) for _ in range(int(copies(best_five(cards, order), c)))] == list(five), (ids, knobs)


def test_many_hands_at_once_have_the_scores_of_each():
    hands, _ = random_hands(500, 6)
    scores = np.zeros(500, np.int64)
    rank_many(hands[:, :6], PLAIN, scores)
    assert scores.tolist() == [int(rank(gather(ids), PLAIN)) for ids in hands[:, :6]]


# ---- exact counts


def test_e1_every_hand_of_five_counted():
    assert {count.name: (count.multisets, count.sequences) for count in odds.counts(5)} == {
        name: (multisets, draws) for name, (multisets, draws, _) in COUNTS.items()
    }
    assert list(BEST_FIRST) == CATEGORIES


SIX = "3136 86240 167860 20580 2424 1460368 366548 2098096 988624 502920 1050776 4052048 14301972 3538080 15171420 11714280"  # E3


# Section 5, best five of six, in per cent.
SIX_FLAT = "6.01e-05 0.00824 0.0325 0.012 0.0054 0.5682 0.3756 1.2177 1.4004 1.1086 1.6245 5.9264 16.6944 8.2598 35.4185 27.3476"
SIX_HALVING = "6.4e-08 0.000142 0.00227 0.00388 0.00604 0.08 0.2182 0.3436 1.0816 1.2326 1.3838 4.7541 9.5062 9.4648 40.5855 31.3372"


@pytest.mark.slow
def test_e3_every_hand_of_six_counted():
    found = odds.counts(6)
    assert [count.multisets for count in found] == [int(n) for n in SIX.split()]
    assert sum(count.multisets for count in found) == 55_525_372
    assert sum(count.sequences for count in found) == 56**6


@pytest.mark.slow
@pytest.mark.parametrize(("model", "table"), [("flat", SIX_FLAT), ("halving", SIX_HALVING)])
def test_section_5_the_chance_of_each_category_of_six(model, table):
    as_printed(odds.odds(6, model), table)


@pytest.mark.slow
def test_section_5_six_cards_add_one_pair_and_high_card_to_what_is_out_of_order():
    assert wrong("halving", cards=6) == [("one_twin", "two_pair"), ("one_pair", "high_card")]


def drawn(n: int, damping: float) -> np.ndarray:
    """Six cards one after another, each copy that is out making the next less likely (AR-1.5)."""
    random = np.random.default_rng(7)
    weights, hands, rows = np.ones((n, 56)), np.zeros((n, 6), np.int64), np.arange(n)
    for k in range(6):
        heap = weights.cumsum(1)
        hands[:, k] = (heap <= random.random(n)[:, None] * heap[:, -1:]).sum(1)
        weights[rows, hands[:, k]] *= damping
    return hands


@pytest.mark.parametrize(("damping", "table"), [(1.0, SIX_FLAT), (0.5, SIX_HALVING)], ids=["flat", "halving"])
def test_e3_a_sample_of_six_card_hands_is_as_the_tables_say(damping, table):
    """All sixteen categories, seed 7, 4-sigma bands (and one hand more, for the rarest)."""
    n = 100_000
    scores = np.zeros(n, np.int64)
    rank_many(drawn(n, damping), PLAIN, scores)
    for name, percent in zip(BEST_FIRST, table.split(), strict=True):
        found, p = int((scores >> 20 & 15 == NAMES.index(name)).sum()), float(percent) / 100
        assert abs(found - n * p) < 4 * (n * p * (1 - p)) ** 0.5 + 1, name


def as_printed(found: dict[str, Fraction], table: str) -> None:
    """Every digit of the specification's percentages is right."""
    assert sum(found.values()) == 1
    for (name, chance), word in zip(found.items(), table.split(), strict=True):
        digits = word.partition("e")[0].replace(".", "").lstrip("0")
        unit = Fraction(word) / int(digits) if digits else Fraction(1, 10**9)
        assert abs(100 * chance - Fraction(word)) <= unit * Fraction(51, 100), name


FLAT = "1.02e-05 0.0028 0.00559 0.00214 0.000959 0.3014 0.1348 0.4283 0.2697 0.2445 0.3480 3.8070 13.2769 3.4263 33.5017 44.2499"


@pytest.mark.parametrize(("model", "packs"), [("halving", 0), ("flat", 0), *(("finite", k) for k in PACKS)])
def test_e2_the_chance_of_each_category(model, packs):
    as_printed(odds.odds(5, model, deck_copies=packs), {"halving": HALVING, "flat": FLAT}.get(model) or PACKS[packs])


def test_e2_damping_one_is_the_flat_deck_and_damping_zero_one_pack():
    assert odds.odds(5, "halving", repeat_damping=1.0) == odds.odds(5, "flat")
    assert odds.odds(5, "halving", repeat_damping=0.0) == odds.odds(5, "finite", deck_copies=1)


def wrong(*deck, cards: int = 5) -> list[tuple[str, str]]:
    return [(i.better, i.worse) for i in odds.inversions(odds.odds(cards, *deck))]


def test_section_5_rarity_against_rank():
    assert wrong("halving") == wrong("finite", 0.5, 3) == [("one_twin", "two_pair")]
    assert wrong("flat") == [
        ("full_family", "five_of_a_kind"), ("five_of_a_kind", "straight_flush"), ("triplet", "four_of_a_kind"),
        ("two_twin", "full_house"), ("full_house", "straight"), ("one_twin", "two_pair"),
    ]  # fmt: skip
    assert odds.odds(5, "flat")["quintuplet"] == Fraction(56, 56**5)


@allocating
def all_values(values, orders):
    """Value and number of orders of every hand of five."""
    n = 0
    ids = np.zeros(5, np.int64)
    for a in range(56):
        for b in range(a, 56):
            for c in range(b, 56):
                for d in range(c, 56):
                    for e in range(d, 56):
                        ids[0], ids[1], ids[2], ids[3], ids[4] = a, b, c, d, e
                        same, ways = 1, 120
                        for k in range(1, 5):
                            same = same + 1 if ids[k] == ids[k - 1] else 1
                            ways //= same
                        values[n], orders[n] = integer(rank(gather(ids), PLAIN_RECORD[0])), ways
                        n += 1
    return n


PLAIN_RECORD = np.array([PLAIN])


@pytest.mark.slow
def test_e4_distinct_values_and_ties_of_two_opening_hands():
    values, orders = np.zeros(5_461_512, np.int64), np.zeros(5_461_512, np.int64)
    assert all_values(values, orders) == len(values)
    distinct, place = np.unique(values, return_inverse=True)
    assert len(distinct) == 23_898
    assert [int((distinct >> 20 == code).sum()) for code in range(15, -1, -1)] == [row[2] for row in COUNTS.values()]
    equal = np.bincount(place, weights=orders).astype(np.int64)
    ties = sum(int(n) ** 2 for n in equal)
    assert ties == 40_234_156_665_024
    assert f"{ties / 56**10:.8f}" == "0.00013265"


def test_e4_two_suits_have_all_values_but_five_of_a_kind():
    """201,376 hands instead of all: five of one rank need a third suit not to be something better, nothing else does."""
    hands = np.array(list(combinations_with_replacement(range(28), 5)))
    scores = np.zeros(len(hands), np.int64)
    rank_many(hands, PLAIN, scores)
    codes = [score >> 20 & 15 for score in set(scores.tolist())]
    expected = {name: row[2] for name, row in COUNTS.items() if name != "five_of_a_kind"}
    assert {name: codes.count(NAMES.index(name)) for name in expected} == expected
    assert len(codes) == 23_898 - 14


def test_the_category_needs_no_order():
    swapped = multiset_order({"swap": ["one_twin", "two_pair"]})
    assert int(category(np.int64(score("AS AS KC QW NU", swapped)))) == NAMES.index("one_twin")
