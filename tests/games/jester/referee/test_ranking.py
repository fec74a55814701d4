"""Jester hands and totals against the examples, counts and chances of the rules."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb

import pytest

from tests.games.jester.referee import ranking
from tests.games.jester.referee.policies import DOUBLE, HIT, HOLD
from tests.games.jester.referee.table import cards, table

# --- ranking (section 5) -------------------------------------------------------------------------------------------------

EXAMPLES = """
2c 2d Ah Ks Qd | Ac Ad 4h 3s 2h | 1 43 | 1 37 | A | B
Ac Kd Qh Js 9c | 2c 2d 3h 4s 5c | 0 59 | 1 16 | B | B
Ac Kd 4h 3s 2c | Qc Jd Th 9s 7c | 0 36 | 0 49 | B | A
Kc Kd Qh Qs Jc | Ac Ad 3h 3s 2c | 2 61 | 2 36 | A | B
2c 2d 2h As Kc | 5c 5d 5h 4s 3c | 3 33 | 3 22 | A | B
5c 5d 5h Ks Qc | Ac Ad Ah 4s 3c | 3 40 | 3 49 | B | B
Ac 2d 3h 4s 5c | Kc Jd 9h 7s 6c | 0 28 | 0 46 | B | A
Ac 2d 3h 4s 5c | 2c 2d 3h 4s 6c | 0 28 | 1 17 | B | B
Qc Kd Ah 2s 3c | Jc Td 9h 8s 6c | 0 44 | 0 44 | tie | A
2c 3d 4h 5s 6c | Ac Ad Ah Ks Qc | 4 20 | 3 67 | A | A
Tc Jd Qh Ks Ac | 9c Td Jh Qs Kc | 4 60 | 4 55 | A | A
Tc Jd Qh Ks Ac | Td Jh Qs Kc Ad | 4 60 | 4 60 | tie | tie
2c 3c 4c 5c 7c | Td Jd Qh Ks Ah | 5 21 | 4 60 | A | A
Ac Kc 4c 3c 2c | Qd Jd Td 8d 7d | 5 36 | 5 48 | B | A
Ac 2c 3c 4c 5c | Kd Qd Jd 9d 8d | 5 28 | 5 53 | B | A
Ac Kc Qc Jc 9c | 2c 2d 2h 3s 3d | 5 59 | 6 12 | B | B
2c 2d 2h Ac Ad | 3c 3d 3h 4s 4d | 6 34 | 6 17 | A | B
Kc Kd Kh 2s 2c | Qc Qd Qh As Ac | 6 43 | 6 64 | B | A
2c 2d 2h 2s Ac | 3c 3d 3h 3s 5c | 7 22 | 7 17 | A | B
2c 2d 2h 2s 6c | 3c 3d 3h 3s 2c | 7 14 | 7 14 | tie | B
2c 3c 4c 5c 6c | Ac Ad Ah As Kc | 8 20 | 7 69 | A | A
Tc Jc Qc Kc Ac | 9d Td Jd Qd Kd | 9 60 | 8 55 | A | A
Td Jd Qd Kd Ad | Tc Jc Qc Kc Ac | 9 60 | 9 60 | tie | tie
8c 8d 9h 7s 2c | 5c 5d Jh 9s 4c | 1 34 | 1 34 | tie | A
Jc Jd Th 9s 8c | Qc Qd 9h 8s 7c | 1 49 | 1 48 | A | B
7c 7d 6h 6s Ac | 9c 9d 8h 8s 2c | 2 40 | 2 36 | A | B
Tc Td 3h 3s 2c | 9c 9d 4h 4s 2d | 2 28 | 2 28 | tie | A
7c 7d Ah 4s 2c | 7h 7s Kc 5d 2d | 1 34 | 1 34 | tie | A
""".strip().splitlines()


def key(hand, tie_break="sum", wheel=False, order=tuple(range(10))):
    return ranking.hand_key(hand, wheel, list(order), tie_break)


def winner(a, b, **how):
    left, right = key(cards(a), **how), key(cards(b), **how)
    return "tie" if left == right else "A" if left > right else "B"


@pytest.mark.parametrize("row", EXAMPLES)
def test_je_7_1_je_7_7_je_7_8_worked_examples_of_the_ranking(row):
    a, b, a_is, b_is, wins, ordinary = (part.strip() for part in row.split("|"))
    assert key(cards(a)) == tuple(int(x) for x in a_is.split())
    assert key(cards(b)) == tuple(int(x) for x in b_is.split())
    assert winner(a, b) == wins
    assert winner(a, b, tie_break="standard") == ordinary


def test_je_7_4_the_wheel_counts_its_ace_as_one():
    assert key(cards("Ac 2d 3h 4s 5c"), wheel=True) == (4, 15)
    assert winner("Ac 2d 3h 4s 5c", "Kc Jd 9h 7s 6c", wheel=True) == "A"
    assert winner("Ac 2d 3h 4s 5c", "2c 2d 3h 4s 6c", wheel=True) == "A"
    assert key(cards("Ac 2c 3c 4c 5c"), wheel=True) == (8, 15)
    assert winner("Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c", wheel=True, tie_break="standard") == "B"
    assert key(cards("Qc Kd Ah 2s 3c"), wheel=True) == (0, 44)


def test_je_7_7_sum_made_counts_the_cards_of_the_tier_first():
    how = {"tie_break": "sum_made"}
    assert winner("2c 2d Ah Ks Qd", "3c 3d 4h 5s 6h", **how) == "B"  # pair of threes over pair of twos
    assert winner("Ac 2d 3h 4s 6c", "Kc Qd Jh Ts 8c", **how) == "A"  # top card
    assert winner("Ac Ad 2h 2s 3c", "Kc Kd Qh Qs 3d", **how) == "B"  # 32 against 50
    assert winner("5c 5d 5h 5s 2c", "4c 4d 4h 4s Ac", **how) == "A"
    assert winner("7c 7d Ah 4s 2c", "7h 7s Kc 5d 2d", **how) == "tie"
    assert winner("7c 7d Ah 4s 2c", "7h 7s Kc 5d 2d", tie_break="sum_then_standard") == "A"


def test_je_7_1_category_order_moves_the_tiers_and_je_7_6_not_the_membership():
    swapped = (0, 1, 2, 3, 5, 4, 6, 7, 8, 9)  # straights above flushes
    assert winner("2c 3c 4c 5c 7c", "Td Jd Qh Ks Ah", order=swapped) == "B"
    assert key(cards("2c 3c 4c 5c 6c"), order=(9, 8, 7, 6, 5, 4, 3, 2, 1, 0)) == (1, 20)


def test_je_7_9_short_hands_rank_by_multiplicities_then_sum():
    assert key(cards("2c 3c 4c")) == (0, 9)
    assert key(cards("2c 2d 3h 3s"), tie_break="standard") == (2, 10)
    assert key(cards("2c 2d 2h 2s")) == (7, 8)
    assert key(cards("Ac 2c 3c 4c"), wheel=True, tie_break="sum_made") == (0, 23)


def every_five_card_hand():
    """(hand, how many hands look like it): rank multisets times suits, flushes apart."""
    for ranks in combinations_with_replacement(range(2, 15), 5):
        often = Counter(ranks)
        if max(often.values()) == 5:
            continue
        used = Counter()
        plain = []
        for i, r in enumerate(ranks):
            lone = often[r] == 1 and len(often) == 5
            plain.append(4 * (r - 2) + (i % 2 if lone else used[r]))
            used[r] += 1
        ways = 1
        for many in often.values():
            ways *= comb(4, many)
        if len(often) < 5:
            yield plain, ways
            continue
        yield plain, ways - 4
        yield [4 * (r - 2) for r in ranks], 4


def test_section_5_counts_sums_and_classes_of_all_hands():
    hands, sums, classes = Counter(), {}, {}
    for hand, ways in every_five_card_hand():
        tier = ranking.tier(hand, wheel=False)
        hands[tier] += ways
        sums.setdefault(tier, set()).add(key(hand)[1])
        classes.setdefault(tier, set()).add(key(hand, tie_break="standard"))
    assert [hands[t] for t in range(10)] == [1303560, 1098240, 123552, 54912, 9180, 5112, 3744, 624, 32, 4]
    ranges = [(min(sums[t]), max(sums[t]), len(sums[t])) for t in range(10)]
    assert ranges == [
        (21, 59, 39), (16, 64, 49), (14, 66, 53), (13, 67, 55), (20, 60, 9),
        (21, 59, 39), (12, 68, 55), (11, 69, 59), (20, 55, 8), (60, 60, 1),
    ]  # fmt: skip
    assert [len(classes[t]) for t in range(10)] == [1278, 2860, 858, 858, 9, 1278, 156, 156, 8, 1]


def test_je_7_4_the_wheel_moves_exactly_these_hands():
    hands = Counter()
    for hand, ways in every_five_card_hand():
        hands[ranking.tier(hand, wheel=True)] += ways
    assert [hands[t] for t in (0, 4, 5, 8)] == [1302540, 10200, 5108, 36]


# --- Blackjack -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "total", "soft"),
    [
        ("Ac Ad", 12, True),
        ("Ac Kd", 21, True),
        ("Ac 5d", 16, True),
        ("Ac 5d 9h", 15, False),
        ("Ac Ad 9h", 21, True),
        ("Ac Ad 9h Ts", 21, False),
        ("Kc Qd 2h", 22, False),
        ("Jc Qd", 20, False),
        ("Kc Qd Ah Ad", 22, False),
    ],
)
def test_je_5_3_je_5_4_je_5_12_best_totals(hand, total, soft):
    assert (ranking.total(cards(hand)), ranking.soft(cards(hand))) == (total, soft)


def test_section_7_2_the_pair_classes_are_exactly_those_two_cards_can_form():
    assert sorted({ranking.pair_class(list(pair)) for pair in combinations(range(52), 2)}) == sorted(ranking.PAIR_CLASSES)


BY_VALUE = [4 * (r - 2) for r in (14, 2, 3, 4, 5, 6, 7, 8, 9, 10)]  # one card of each Blackjack value


def draws(number, gone=()):
    """(cards, ways): every sequence of Blackjack values from a fresh deck without the cards gone."""
    copies = dict(zip(BY_VALUE, [4] * 9 + [16], strict=True))
    for card in gone:
        copies[card] -= 1
    sequences = [((), 1)]
    for _ in range(number):
        sequences = [((*seq, card), ways * (copies[card] - seq.count(card))) for seq, ways in sequences for card in BY_VALUE]
    return [(list(seq), ways) for seq, ways in sequences if ways]


def turn_deck(referee, deck):
    """Turn the deck to its end, its first card lying already."""
    referee.deck_cards, referee.pile = deck[:1], deck[1:]
    referee.finish_deck()


def test_section_10_3_totals_of_the_deck():
    referee, totals, three = table(), Counter(), 0
    for deck, ways in draws(3):
        turn_deck(referee, deck)
        totals[ranking.total(referee.deck_cards)] += ways
        three += ways * (len(referee.deck_cards) == 3)
    everything = 52 * 51 * 50
    assert Fraction(three, everything) == Fraction(1728, 2652)
    assert Fraction(sum(w for t, w in totals.items() if t > 21), everything) == Fraction(13, 75)
    shares = [round(totals[t] / everything, 6) for t in range(17, 22)]
    assert shares == [0.127541, 0.119336, 0.115354, 0.155656, 0.101056]
    assert round(sum(w for t, w in totals.items() if t <= 16) / everything, 6) == 0.207722


@pytest.mark.parametrize(
    ("pair", "hold", "hit", "double"),
    [
        ("Ac Tc", 1.8167, 1.1152, 1.7880),
        ("5c 6c", 0.3665, 1.1028, 1.7570),
        ("Tc 6c", 0.6596, 0.5043, -0.3393),
        ("Ac Ac", 0.4423, 0.8181, 1.0452),
    ],
)
def test_section_10_3_worth_of_a_pair(pair, hold, hit, double):
    pair, worth, everything, referee = cards(pair), [0, 0, 0], 0, table(players=2)
    for (drawn, *deck), ways in draws(4, gone=pair):
        turn_deck(referee, deck)
        referee.fronts, referee.bj_choices = [pair, [*pair, drawn]], [[HOLD], [HIT]]
        worth[HOLD] += ways * referee.blackjack_points(0, referee.blackjack_result(0))
        result = referee.blackjack_result(1)
        worth[HIT] += ways * referee.blackjack_points(1, result)
        referee.bj_choices[1] = [DOUBLE]
        worth[DOUBLE] += ways * referee.blackjack_points(1, result)
        everything += ways
    assert [round(w / everything, 4) for w in worth] == [hold, hit, double]
