"""What beats what in Fortune, against the worked examples and the exact counts of the rules."""

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, prod, sqrt

import pytest

from tests.games.fortune.referee.game import DEFAULTS
from tests.games.fortune.referee.names import CARDS, EMPEROR, FIVE, FOUR, NO_CARD, STRAIGHT_FLUSH, STRENGTH
from tests.games.fortune.referee.ranking import Ranking

IN_FORCE = {"-": NO_CARD, "Emperor": EMPEROR, "Strength": STRENGTH, "Fool": NO_CARD}

EXAMPLES = """
 1 Pw Ac 2s 3p 4w | Aw Kc Qs Np 9w | - | A
 2 Pw Ac 2s 3p 4w | As 2c 3w 4p 5c | - | B
 3 Aw 2c 3s 4p 5w | 2w 3c 4s 5p 6w | - | B
 4 Tw Nc Qs Kp Aw | 9w Tc Ns Qp Kc | - | A
 5 Pw 2c 3s 4p 5w | 2s 2p 3c 4w 6c | - | B
 6 Kw Ac Ps 2p 3w | Pc Pp 2w 3s 4c | - | B
 7 Qw Kc As 2p 3w | 2w 2c 3s 4p 5c | - | B
 8 Pw Pc Ps 2p 3w | Aw Ac Ks Kp Qw | - | A
 9 2w 2c 5s 6p 7w | Pw Pc As Kp Qw | - | A
10 Pw 2w 3w 4w Aw | Tc Tw Ts Tp 9c | - | A
11 Pw 9w 8w 7w 6w | Ac Ks Qp Nw Tc | - | A
12 Aw Kw 9w 4w Pw | Ac Kc 9c 4c 2c | - | B
13 Kw Kc 5s 4p 2w | Aw Ac Qs Np 9w | Emperor | A
14 Kw 9c 5s 4p 2w | Aw Qc Ns Tp 8w | Emperor | A
15 Tw Nc Qs Kp Aw | 9w Tc Ns Qp Kc | Emperor | A
16 2w 2c 5s 6p 7w | Aw Ac Ks Qp 3w | Strength | A
17 2w 9c 5s 6p 7w | Aw Kc Qs Tp 8w | Strength | A
18 Pw Pc 2s 3p 4w | Aw Ac Ks Qp Nw | Strength | B
19 Aw 2c 3s 4p 5w | 2w 3c 4s 5p 6w | Strength | A
20 Tw Nc Qs Kp Aw | Pw As 2c 3p 4w | Strength | A
21 Aw Ac As Kp Kw | Pw Pc Ps 2p 2w | Strength | A
22 Aw Ac As Ap 9w | Kw Qw Nw Tw 9w | Fool | A
23 Tw Nw Qw Kw 3c | Qs Qc Qp Qw 3s | Fool | B
24 Aw 9w 6w 4w 2c | Kc Qc Nc 8c 7w | Fool | B
25 Aw 2c 3s 4p 9w | 9c 9s 8w 5p Kc | Fool | A
26 Aw Ac Ks Kp 4w | Qw Qc Qs Kc Np | Fool | B
27 Aw Kc 9s 7p 4w | Ac Kw Qs Tp 6c | Fool | B
29 5w 5c 5s 9p 9w 9c | 5w 5c 5s 5p 9w 9c | - | B
30 Aw 9c 7s 4p 3w | Ac 9w 7p 4s 3c | - | tie
"""

# Section 5, from five of a kind down to high card.
ELEVEN_RUNS = [0, 44, 728, 4_368, 7_964, 11_220, 69_888, 157_248, 1_537_536, 2_030_820]
TEN_RUNS = [0, 40, 728, 4_368, 7_968, 10_200, 69_888, 157_248, 1_537_536, 2_031_840]
WITH_FOOL = [728, 8_988, 74_256, 157_248, 167_188, 409_680, 1_422_528, 0, 1_579_200, 0]
SIX_CARDS = [0, 2_204, 18_564, 211_120, 346_144, 441_600, 1_025_024, 3_538_080, 15_171_420, 11_714_280]
TEMPERANCE = [0, 278_500, 4_022_200, 26_014_352, 42_243_980, 65_189_740, 312_445_952, 722_973_888, 4_472_239_928, 2_471_700_460]


def cards(text: str) -> list[int]:
    return ["wcsp".index(suit) * 14 + "P23456789TNQKA".index(rank) for rank, suit in text.split()]


def ranking(arcana: int = NO_CARD, **changes: object) -> Ranking:
    return Ranking({**DEFAULTS, **changes}, arcana)


def run_sets(order: Ranking) -> list[str]:
    """The runs in force, low to high, each as its ranks in the deck's order."""
    return ["".join("P23456789TNQKA"[rank] for rank in sorted(run)) for run in order.runs]


@pytest.mark.parametrize("example", EXAMPLES.strip("\n").splitlines())
def test_fo_5_worked_examples(example: str) -> None:
    a, b, in_force, winner = (part.strip() for part in example[3:].split("|"))
    order = ranking(IN_FORCE[in_force])
    key_a, key_b = (order.best(cards(hand), fool=in_force == "Fool")[0] for hand in (a, b))
    assert winner == ("tie" if key_a == key_b else "A" if key_a > key_b else "B")


def test_fo_5_8_temperance_uses_exactly_one_flop() -> None:
    key_a, category_a = ranking().best(cards("Aw Kw Qw Nw"), flops=cards("Tw Ac As"))
    key_b, category_b = ranking().best(cards("Ac As 2c 3c"), flops=cards("Tw Ap Aw"))
    assert (category_a, category_b) == (8, 3)
    assert key_a > key_b


@pytest.mark.parametrize(
    ("arcana", "changes", "counts"),
    [
        (NO_CARD, {}, ELEVEN_RUNS),
        (EMPEROR, {}, ELEVEN_RUNS),
        (EMPEROR, {"emperor_runs": "swap"}, ELEVEN_RUNS),
        (STRENGTH, {}, ELEVEN_RUNS),
        (STRENGTH, {"strength_runs": "mirror"}, ELEVEN_RUNS),
        (STRENGTH, {"strength_runs": "linear"}, TEN_RUNS),
        (NO_CARD, {"page_in_straights": "below_two"}, TEN_RUNS),
        (NO_CARD, {"page_in_straights": "none"}, TEN_RUNS),
    ],
)
def test_fo_5_exact_counts_and_classes_of_five_cards(arcana: int, changes: dict[str, object], counts: list[int]) -> None:
    order, found, keys = ranking(arcana, **changes), Counter[int](), set()
    for ranks in combinations_with_replacement(range(14), 5):
        held = Counter(ranks)
        if max(held.values()) == 5:
            continue
        flushes = 4 if len(held) == 5 else 0
        nth: Counter[int] = Counter()
        mixed = []  # one hand of these ranks that is no flush: the n-th card of a rank in suit n, and one distinct card moved
        for rank in ranks:
            mixed.append(14 * nth[rank] + rank)
            nth[rank] += 1
        if flushes:
            flush = order.best(mixed)
            found[flush[1]] += flushes
            keys.add(flush[0])
            mixed[0] += 14
        plain = order.best(mixed)
        found[plain[1]] += prod(comb(4, count) for count in held.values()) - flushes
        keys.add(plain[0])
    assert [found[category] for category in range(9, -1, -1)] == counts
    if counts == ELEVEN_RUNS:
        assert len(keys) == 10_556


@pytest.mark.parametrize(
    ("name", "counts", "deals"), [("Fool", WITH_FOOL, 600), ("Empress", SIX_CARDS, 8_000), ("Temperance", TEMPERANCE, 8_000)]
)
def test_fo_5_best_playable_hands_come_as_often_as_counted(name: str, counts: list[int], deals: int) -> None:
    stream, order, found = random.Random(5), ranking(), Counter[int]()
    for _ in range(deals):
        deal = stream.sample(CARDS, 7)
        ways = {"Fool": (deal[:5], True, []), "Empress": (deal[:6], False, []), "Temperance": (deal[:4], False, deal[4:])}
        hand, fool, flops = ways[name]
        found[order.best(hand, fool, flops)[1]] += 1
    for category, count in zip(range(9, -1, -1), counts, strict=True):
        chance = count / sum(counts)
        rare = 5 if deals * chance < 5 else 0  # four sigma are too few where hardly any hand is expected
        assert abs(found[category] - deals * chance) <= 4 * sqrt(deals * chance * (1 - chance)) + rare
        assert count or not found[category]


def test_fo_5_7_knob_five_of_a_kind() -> None:
    four_aces, straight_flush = cards("Aw Ac As Ap 9w"), cards("Kw Qw Nw Tw 9c")
    below = ranking(five_of_a_kind="below_straight_flush")
    assert below.best(four_aces, fool=True) < below.best(straight_flush, fool=True)
    off = ranking(five_of_a_kind="off")
    assert off.best(four_aces, fool=True) == off.best(cards("Aw Ac As Ap Kw")) == ((7, 13, 12), FOUR)
    assert ranking().best(four_aces, fool=True)[1] == FIVE


def test_fo_5_9_category_order_chooses_the_best_five() -> None:
    pairs_on_top = ranking(category_order=[1, 9, 8, 7, 6, 5, 4, 3, 2, 0])
    six = cards("Aw Kw Qw Nw 9w Ac")
    assert ranking().best(six)[1] == 5
    assert pairs_on_top.best(six)[1] == 1
    assert pairs_on_top.best(cards("Tw Nw Qw Kw Aw"))[1] == STRAIGHT_FLUSH


def test_fo_5_10_ladders_under_combined_knobs() -> None:
    assert run_sets(ranking())[:2] == ["P234A", "2345A"]
    assert run_sets(ranking(STRENGTH)) == ["P234A", *reversed(run_sets(ranking())[1:])]
    assert run_sets(ranking(page_in_straights="below_two"))[:2] == ["P2345", "23456"]
    assert run_sets(ranking(page_in_straights="none"))[0] == "2345A"
    assert run_sets(ranking(EMPEROR, emperor_runs="swap"))[:2] == ["P234K", "2345K"]
    assert run_sets(ranking(EMPEROR, emperor_runs="swap", page_in_straights="below_two"))[:2] == ["P2345", "23456"]
    assert run_sets(ranking(EMPEROR, emperor_runs="swap"))[-2:] == ["9TNQA", "TNQKA"]
    mirror = run_sets(ranking(STRENGTH, strength_runs="mirror"))
    assert (mirror[0], mirror[1], mirror[-1]) == ("PNQKA", "TNQKA", "2345A")
    linear = run_sets(ranking(STRENGTH, strength_runs="linear"))
    assert linear == mirror[:-1] == run_sets(ranking(STRENGTH, strength_runs="mirror", page_in_straights="below_two"))
    assert linear == run_sets(ranking(STRENGTH, strength_runs="linear", page_in_straights="below_two"))
    assert len(ranking(STRENGTH, strength_runs="linear", page_in_straights="none").runs) == 9
    assert run_sets(ranking(STRENGTH, page_in_straights="below_two"))[:2] == ["P2345", "TNQKA"]


def test_fo_4_8_strength_twice_is_the_identity_without_straights() -> None:
    stream, normal, strength = random.Random(8), ranking(), ranking(STRENGTH)

    def mirrored(hand: list[int]) -> list[int]:
        return [card if card % 14 == 0 else card - card % 14 + 14 - card % 14 for card in hand]

    hands = [stream.sample(CARDS, 5) for _ in range(60)]
    hands = [hand for hand in hands if normal.best(hand)[1] not in (4, 8)]
    for a, b in combinations(hands, 2):
        assert (normal.best(a) < normal.best(b)) == (strength.best(mirrored(a)) < strength.best(mirrored(b)))
        assert mirrored(mirrored(a)) == a
