"""What beats what in Fortune (FO-5): the specification's worked examples and exact counts, ranked as the engine ranks."""

import numpy as np
import pytest

from simlab.cards import TAROT_PAGE_LOW as DECK
from simlab.games.fortune.hands import hand_code, strength
from simlab.games.fortune.rules import Arcana, HandName
from simlab.jit import kernel
from simlab.masks import bit
from tests.games.fortune.stacked import GAME

RULES = GAME.Rules().lower()
SUITS = {"w": "W", "c": "U", "s": "S", "p": "C"}  # the specification's letters
CODES = {"-": -1, "Emperor": Arcana.EMPEROR + 0, "Strength": Arcana.STRENGTH + 0, "Fool": Arcana.FOOL + 0}


def mask(text):
    """Cards as the specification's examples write them: Pw Tc Ns."""
    return np.int64(DECK.mask(DECK.read(" ".join(word[0].replace("T", "10") + SUITS[word[1]] for word in text.split()))))


def score(text, arcana=-1, flops="", rules=RULES):
    return int(strength(mask(text), mask(flops) if flops else np.int64(0), int(arcana), rules))


EXAMPLES = """
FO-5.3  | Pw Ac 2s 3p 4w | Aw Kc Qs Np 9w | -        | A
FO-5.3  | Pw Ac 2s 3p 4w | As 2c 3w 4p 5c | -        | B
FO-5.3  | Aw 2c 3s 4p 5w | 2w 3c 4s 5p 6w | -        | B
FO-5.3  | Tw Nc Qs Kp Aw | 9w Tc Ns Qp Kc | -        | A
FO-5.3  | Pw 2c 3s 4p 5w | 2s 2p 3c 4w 6c | -        | B
FO-5.3  | Kw Ac Ps 2p 3w | Pc Pp 2w 3s 4c | -        | B
FO-5.3  | Qw Kc As 2p 3w | 2w 2c 3s 4p 5c | -        | B
FO-5.1  | Pw Pc Ps 2p 3w | Aw Ac Ks Kp Qw | -        | A
FO-5.2  | 2w 2c 5s 6p 7w | Pw Pc As Kp Qw | -        | A
FO-5.1  | Pw 2w 3w 4w Aw | Tc Tw Ts Tp 9c | -        | A
FO-5.1  | Pw 9w 8w 7w 6w | Ac Ks Qp Nw Tc | -        | A
FO-5.4  | Aw Kw 9w 4w Pw | Ac Kc 9c 4c 2c | -        | B
FO-5.5  | Kw Kc 5s 4p 2w | Aw Ac Qs Np 9w | Emperor  | A
FO-5.5  | Kw 9c 5s 4p 2w | Aw Qc Ns Tp 8w | Emperor  | A
FO-5.5  | Tw Nc Qs Kp Aw | 9w Tc Ns Qp Kc | Emperor  | A
FO-5.6  | 2w 2c 5s 6p 7w | Aw Ac Ks Qp 3w | Strength | A
FO-5.6  | 2w 9c 5s 6p 7w | Aw Kc Qs Tp 8w | Strength | A
FO-5.6  | Pw Pc 2s 3p 4w | Aw Ac Ks Qp Nw | Strength | B
FO-5.6  | Aw 2c 3s 4p 5w | 2w 3c 4s 5p 6w | Strength | A
FO-5.6  | Tw Nc Qs Kp Aw | Pw As 2c 3p 4w | Strength | A
FO-5.6  | Aw Ac As Kp Kw | Pw Pc Ps 2p 2w | Strength | A
FO-5.7  | Aw Ac As Ap 9w | Kw Qw Nw Tw 9w | Fool     | A
FO-5.7  | Tw Nw Qw Kw 3c | Qs Qc Qp Qw 3s | Fool     | B
FO-5.7  | Aw 9w 6w 4w 2c | Kc Qc Nc 8c 7w | Fool     | B
FO-5.7  | Aw 2c 3s 4p 9w | 9c 9s 8w 5p Kc | Fool     | A
FO-5.7  | Aw Ac Ks Kp 4w | Qw Qc Qs Kc Np | Fool     | B
FO-5.7  | Aw Kc 9s 7p 4w | Ac Kw Qs Tp 6c | Fool     | B
FO-5.8  | 5w 5c 5s 9p 9w 9c | 5w 5c 5s 5p 9w 9c | - | B
FO-5.4  | Aw 9c 7s 4p 3w | Ac 9w 7p 4s 3c | -        | tie
"""


@pytest.mark.parametrize("line", EXAMPLES.strip().splitlines())
def test_worked_examples_of_fo_5(line):
    _, one, other, arcana, winner = (part.strip() for part in line.split("|"))
    a, b = score(one, CODES[arcana]), score(other, CODES[arcana])
    assert ("A" if a > b else "B" if b > a else "tie") == winner


def test_fo_5_8_four_own_cards_and_exactly_one_flop():
    flush = score("Aw Kw Qw Nw", Arcana.TEMPERANCE, "Tw Ac As")
    aces = score("Ac As 2c 3c", Arcana.TEMPERANCE, "Tw Ap Aw")
    assert (hand_code(flush), hand_code(aces)) == (HandName.STRAIGHT_FLUSH, HandName.THREE_OF_A_KIND)
    assert flush > aces


@pytest.mark.parametrize(
    ("knob", "low", "high"),
    [
        ("below_two", "Pw 2c 3s 4p 5w", "2s 3p 4w 5c 6c"),
        ("none", "2s 3p 4w 5c 6c", "3p 4w 5c 6c 7c"),
    ],
)
def test_fo_5_3_page_in_straights(knob, low, high):
    rules = GAME.Rules(page_in_straights=knob).lower()
    assert hand_code(score(low, rules=rules)) == HandName.STRAIGHT
    assert score(low, rules=rules) < score(high, rules=rules)
    assert hand_code(score("Pw Ac 2s 3p 4w", rules=rules)) == HandName.HIGH_CARD
    five = hand_code(score("Pw 2c 3s 4p 5w", rules=rules))
    assert five == (HandName.STRAIGHT if knob == "below_two" else HandName.HIGH_CARD)


def test_fo_5_6_the_other_readings_of_strength():
    mirror = GAME.Rules(strength_runs="mirror").lower()
    linear = GAME.Rules(strength_runs="linear").lower()
    for rules, is_run in ((mirror, True), (linear, False)):
        assert (hand_code(score("5w 4c 3s 2p Aw", Arcana.STRENGTH, rules=rules)) == HandName.STRAIGHT) == is_run
    assert score("5w 4c 3s 2p Aw", Arcana.STRENGTH, rules=mirror) > score("6w 5c 4s 3p 2w", Arcana.STRENGTH, rules=mirror)
    assert hand_code(score("Pw Ac Ks Qp Nw", Arcana.STRENGTH, rules=linear)) == HandName.STRAIGHT


def test_fo_5_7_five_of_a_kind_is_a_knob():
    fives, flush = ("Aw Ac As Ap 9w", "Kw Qw Nw Tw 9w")
    below = GAME.Rules(five_of_a_kind="below_straight_flush").lower()
    off = GAME.Rules(five_of_a_kind="off").lower()
    assert score(fives, Arcana.FOOL, rules=below) < score(flush, Arcana.FOOL, rules=below)
    assert hand_code(score(fives, Arcana.FOOL, rules=off)) == HandName.FOUR_OF_A_KIND
    assert score(fives, Arcana.FOOL, rules=off) == score("Aw Ac As Ap Kw", rules=off)


def test_fo_5_9_five_cards_have_one_category_and_the_order_is_a_knob():
    order = ["flush", *(n for n in HandName.words()[::-1] if n != "flush")]
    rules = GAME.Rules.of({"category_order": order}).lower()
    assert score("Aw Kw 9w 4w Pw", rules=rules) > score("Tw Nw Qw Kw Aw", rules=rules)
    assert hand_code(score("Tw Nw Qw Kw Aw", rules=rules)) == HandName.STRAIGHT_FLUSH  # never "a flush"
    six = score("Tw Nw Qw Kw Aw 2w", rules=rules)
    assert hand_code(six) == HandName.FLUSH  # the best five are chosen by the order


@pytest.mark.parametrize(
    ("knobs", "arcana", "run", "is_run"),
    [
        ({"emperor_runs": "swap"}, "Emperor", "Pw Kc 2s 3p 4w", True),
        ({"emperor_runs": "swap"}, "Emperor", "Pw Ac 2s 3p 4w", False),
        ({"emperor_runs": "swap", "page_in_straights": "none"}, "Emperor", "Pw Kc 2s 3p 4w", False),
        ({"emperor_runs": "swap", "page_in_straights": "below_two"}, "Emperor", "Kw 2c 3s 4p 5w", False),
        ({"strength_runs": "mirror", "page_in_straights": "below_two"}, "Strength", "5w 4c 3s 2p Aw", False),
        ({"strength_runs": "mirror", "page_in_straights": "below_two"}, "Strength", "Pw Ac Ks Qp Nw", True),
        ({"strength_runs": "mirror", "page_in_straights": "none"}, "Strength", "Pw Ac Ks Qp Nw", False),
    ],
)
def test_fo_5_10_ladders_under_combined_knobs(knobs, arcana, run, is_run):
    rules = GAME.Rules.of(knobs).lower()
    assert (hand_code(score(run, CODES[arcana], rules=rules)) == HandName.STRAIGHT) == is_run


# ---- exact counts: section 10, checks 1 and 2


@kernel
def count_fives(cards, arcana, rules, counts):
    """Categories of all five-card hands."""
    n = len(cards)
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(j + 1, n):
                three = cards[i] | cards[j] | cards[k]
                for m in range(k + 1, n):
                    for o in range(m + 1, n):
                        counts[hand_code(strength(three | cards[m] | cards[o], 0, arcana, rules))] += 1


@kernel
def count_sixes(cards, rules, counts):
    n = len(cards)
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(j + 1, n):
                for m in range(k + 1, n):
                    four = cards[i] | cards[j] | cards[k] | cards[m]
                    for o in range(m + 1, n):
                        for p in range(o + 1, n):
                            counts[hand_code(strength(four | cards[o] | cards[p], 0, -1, rules))] += 1


@kernel
def count_temperance(cards, rules, ends, counts, made):
    """Best categories over all four own cards and three flops: the triples with no flop above category c, by difference."""
    n = len(cards)
    for i in range(ends):
        for j in range(i + 1, n):
            for k in range(j + 1, n):
                for m in range(k + 1, n):
                    four = cards[i] | cards[j] | cards[k] | cards[m]
                    for c in range(10):
                        made[c] = 0
                    for f in range(n):
                        if four & cards[f] == 0:
                            made[hand_code(strength(four, cards[f], 14, rules))] += 1
                    below, up_to = 0, 0
                    for c in range(10):
                        up_to += made[c]
                        counts[c] += up_to * (up_to - 1) * (up_to - 2) // 6 - below * (below - 1) * (below - 2) // 6
                        below = up_to


PLAIN = [2_030_820, 1_537_536, 157_248, 69_888, 11_220, 7_964, 4_368, 728, 44, 0]
TEN_RUNS = [2_031_840, 1_537_536, 157_248, 69_888, 10_200, 7_968, 4_368, 728, 40, 0]
WITH_FOOL = [0, 1_579_200, 0, 1_422_528, 409_680, 167_188, 157_248, 74_256, 8_988, 728]
EMPRESS = [11_714_280, 15_171_420, 3_538_080, 1_025_024, 441_600, 346_144, 211_120, 18_564, 2_204, 0]
TEMPERANCE = [
    2_471_700_460, 4_472_239_928, 722_973_888, 312_445_952, 65_189_740, 42_243_980, 26_014_352, 4_022_200, 278_500, 0,
]  # fmt: skip
ALL_CARDS = np.array([1 << int(p) for p in DECK.place], np.int64)


@pytest.mark.parametrize(
    ("arcana", "knobs", "expected"),
    [
        ("-", {}, PLAIN),
        ("Emperor", {}, PLAIN),
        ("Strength", {}, PLAIN),
        ("Strength", {"strength_runs": "mirror"}, PLAIN),
        ("Strength", {"strength_runs": "linear"}, TEN_RUNS),
        ("-", {"page_in_straights": "below_two"}, TEN_RUNS),
        ("-", {"page_in_straights": "none"}, TEN_RUNS),
        ("Fool", {}, WITH_FOOL),
    ],
)
def test_all_five_card_hands_are_counted(arcana, knobs, expected):
    counts = np.zeros(10, np.int64)
    count_fives(ALL_CARDS, CODES[arcana], GAME.Rules.of(knobs).lower(), counts)
    assert counts.tolist() == expected


@pytest.mark.slow
def test_all_six_card_hands_are_counted():
    counts = np.zeros(10, np.int64)
    count_sixes(ALL_CARDS, RULES, counts)
    assert counts.tolist() == EMPRESS


@pytest.mark.slow
def test_all_temperance_hands_are_counted():
    counts = np.zeros(10, np.int64)
    count_temperance(ALL_CARDS, RULES, len(ALL_CARDS), counts, np.zeros(10, np.int64))
    assert counts.tolist() == TEMPERANCE
    assert sum(TEMPERANCE) == 8_117_109_000


def test_six_cards_and_flops_on_a_small_deck():
    """Three suits of seven ranks: the best five of six, and the best of three flops, against trying everything."""
    from itertools import combinations

    few = DECK.read("PW 2W 3W 4W AW PU 2U 3U 4U AU 5S")
    counts = np.zeros(10, np.int64)
    count_sixes(np.array([1 << int(DECK.place[c]) for c in few], np.int64), RULES, counts)
    slow = np.zeros(10, np.int64)
    for six in combinations(few, 6):
        best = max(int(strength(np.int64(DECK.mask(five)), np.int64(0), -1, RULES)) for five in combinations(six, 5))
        slow[hand_code(best)] += 1
    assert counts.tolist() == slow.tolist()


def test_there_are_10_556_classes_of_hands():
    """Section 10, check 2, by category: keys of all hands, one suit pattern at a time."""
    from itertools import combinations, combinations_with_replacement

    keys = set()
    for ranks in combinations_with_replacement(range(14), 5):
        if max(ranks.count(r) for r in ranks) <= 4:
            used = {}
            cards = [DECK.card(r, used.setdefault(r, []).append(r) or (len(used[r]) - 1 + (i == 0 and len(set(ranks)) == 5)) % 4)
                     for i, r in enumerate(ranks)]  # fmt: skip
            keys.add(int(strength(np.int64(DECK.mask(cards)), np.int64(0), -1, RULES)))
    for ranks in combinations(range(14), 5):
        keys.add(int(strength(np.int64(DECK.mask(DECK.card(r, 2) for r in ranks)), np.int64(0), -1, RULES)))
    by_category = np.bincount([int(hand_code(np.int64(k))) for k in keys], minlength=10)
    assert by_category.tolist() == [1991, 4004, 1092, 1092, 11, 1991, 182, 182, 11, 0]
    assert len(keys) == 10_556


def test_strength_twice_is_the_identity_without_straights():
    """Section 10, check 18: turn the ranks 2..A round and rank under Strength: the same comparisons."""
    rng = np.random.default_rng(5)
    plain, turned = [], []
    for _ in range(400):
        hand = rng.choice(56, 5, replace=False)
        other = [DECK.card((14 - DECK.rank(int(c))) % 14, DECK.suit(int(c))) for c in hand]
        a, b = (int(strength(np.int64(DECK.mask(h)), np.int64(0), x, RULES)) for h, x in ((hand, -1), (other, Arcana.STRENGTH + 0)))
        if hand_code(np.int64(a)) not in (HandName.STRAIGHT, HandName.STRAIGHT_FLUSH):
            plain.append(a)
            turned.append(b)
    assert np.argsort(plain, kind="stable").tolist() == np.argsort(turned, kind="stable").tolist()
    assert plain == turned


def test_the_masks_of_cards_are_places():
    assert int(bit(int(DECK.place[17]))) == DECK.mask([17])
