"""The sixteen hands of Arcana: the worked examples of the rule book, and every hand counted."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, groupby, permutations, product
from math import comb, factorial, prod

import pytest

from tests.games.arcana.referee.ranking import CATEGORIES, CODE, Ranking, card, cards, name_of

EXAMPLES = """\
1|2S 2S 2S 2S 2S|AW AW AW AW KC|A
2|2S 2S 2S 2S 3C|AW AW AW KC KC|A
3|7S 7S 7S 7S 7C|7S 7S 7S 7S 8C|B
4|7S 7S 7S 7W 7W|AS AS AW AC AU|A
5|7S 7S 7S 7W 7W|7S 7S 7S 8W 8W|B
6|7S 7S 7S 7W 7C|KS QS NS PS 10S|A
7|2C 2C 2S 2W 2U|AS KS QS NS PS|A
8|AC 2C 3C 4C 5C|2S 3S 4S 5S 6S|B
9|AC 2C 3C 4C 5C|AS AS AS KW KC|A
10|KC AC 2C 3C 4C|2S 2S 3W 3W 4U|B
11|3S 3S 3S 4C 6W|AC AS AW AU KC|A
12|7S 7S 7S 9W 9C|7S 7S 7S KC 2W|B
13|7S 7S 7W 7W KC|AS AS KW KW QC|A
14|7S 7S 9W 9W 7C|7S 7S 9W 9W 8C|B
15|7S 7S 9W 9W 7C|AC AS AW KC KS|A
16|9C 9S 2W 2U KC|3S 3S 4C 6W 8U|B
17|2C 3S 4W 5U 6C|AC KC QC NC 9C|A
18|AS KC QW NU PS|KS QC NW PU 10S|A
19|AS 2C 3W 4U 5S|2S 3C 4W 5U 6S|B
20|7S 7S KS QS 2S|KS QS 6S 5S 4S|A
21|7S 7S KS QS 2S|AC AS AW KC QS|A
22|7S 7S KS QS 2S|7W 7W KW QW 2W|tie
23|9S 9S KS KS 2S|AC KC QC NC 9C|A
24|7S 7S 7W KC QC|AS AS KC QW NU|A
25|7S 7S 9W 9C KU|7C 7C 9S 9U KW|tie
26|7S 7S 9W 9C KU|7S 7S QW 3C KU|B
27|AC AS KC KS QW|2S 2S 3C 4W 6U|B
28|2C 2S 3C 4W 6U|AC KS QW NU 9C|A
29|7S 7S 7S KC KW 7C|7W 7W 7W KC KW 7C|tie
30|3S 3S 4C 5W 6U 7C|3S 3S 4C 5W 9U 7C|A
""".splitlines()

# Section 5 and E4, best category first: multisets, ordered draws, distinct values.
COUNTS = {
    "quintuplet": (56, 56, 14),
    "quadruplet": (3_080, 15_400, 196),
    "full_family": (3_080, 30_800, 196),
    "five_of_a_kind": (392, 11_760, 14),
    "straight_flush": (44, 5_280, 11),
    "triplet": (82_992, 1_659_840, 1456),
    "four_of_a_kind": (13_832, 742_560, 182),
    "two_twin": (78_624, 2_358_720, 1274),
    "full_house": (20_384, 1_485_120, 182),
    "straight": (11_220, 1_346_400, 11),
    "flush": (23_980, 1_916_640, 5995),
    "three_of_a_kind": (279_552, 20_966_400, 1092),
    "one_twin": (1_218_672, 73_120_320, 6188),
    "two_pair": (157_248, 18_869_760, 1092),
    "one_pair": (1_537_536, 184_504_320, 4004),
    "high_card": (2_030_820, 243_698_400, 1991),
}


def vector(ranking: Ranking, text: str) -> tuple[str, list[int]]:
    value = ranking.value(cards(text))
    entries = [value // 16**k % 16 for k in (4, 3, 2, 1, 0)]
    return ranking.name(value), [entry for entry in entries if entry]


@pytest.mark.parametrize("line", EXAMPLES)
def test_ar_12_worked_examples_of_section_5(line):
    _, one, other, winner = line.split("|")
    ranking = Ranking()
    a, b = ranking.best(cards(one))[0], ranking.best(cards(other))[0]
    assert winner == ("tie" if a == b else "A" if a > b else "B")


def test_cards_are_written_as_they_are_read():
    assert [name_of(card(name_of(i))) for i in range(56)] == [name_of(i) for i in range(56)]
    assert [card(text) for text in ("2C", "AC", "2S", "10W", "AU")] == [0, 13, 14, 36, 55]


@pytest.mark.parametrize(
    ("text", "name", "entries"),
    [
        ("7S 7S 7S 7S 7C", "quadruplet", [7, 7]),
        ("7S 7S 9W 9W 7C", "two_twin", [9, 7, 7]),
        ("7S 7S 7S 7C KU", "triplet", [7, 14, 7]),
        ("7S 7S 9W 9C KU", "one_twin", [7, 14, 9, 9]),
        ("7S 7S KS QS 2S", "flush", [14, 13, 7, 7, 2]),
        ("AS 2C 3W 4U 5S", "straight", [5]),
        ("PS NS QS KS AS", "straight_flush", [15]),
        ("QS KC AW 2U 3S", "high_card", [15, 14, 13, 3, 2]),
    ],
)
def test_ar_13_1_to_13_6_tie_break_vectors(text, name, entries):
    assert vector(Ranking(), text) == (name, entries)


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("7S 7S 9W 9C KU", [7, 9, 14]),
        ("7S 7S 7S 9W 9C", [7, 9]),
        ("7S 7S 7S 7C KU", [7, 14, 7]),
        ("7S 7S KS QS 2S", [7, 14, 13, 2]),
        ("AS 2C 3W 4U 5S", [5]),
    ],
)
def test_ar_13_3_natural_kickers_are_grouped(text, entries):
    assert vector(Ranking(kickers="natural"), text)[1] == entries


def test_ar_13_5_straights_by_the_knobs():
    strict, wrapped = Ranking(ace_low_straight=False), Ranking(wrap_straights=True)
    assert vector(strict, "AS 2C 3W 4U 5S")[0] == "high_card"
    assert [vector(wrapped, text) for text in ("KS AC 2W 3U 4S", "QS KC AW 2U 3S", "NS QC KW AU 2S")] == [
        ("straight", [4]),
        ("straight", [3]),
        ("straight", [2]),
    ]
    assert wrapped.value(cards("AS 2C 3W 4U 5S")) > wrapped.value(cards("KS AC 2W 3U 4S"))


def test_ar_13_10_swapping_one_twin_and_two_pair():
    ranking = Ranking({"swap": ["one_twin", "two_pair"]})
    assert ranking.value(cards("2C 2S 3C 3S 4W")) > ranking.value(cards("AS AS KC QW NU"))
    assert vector(ranking, "7S 7S 9W 9C KU") == ("two_pair", [9, 7, 14])
    assert ranking.code(ranking.value(cards("AS AS KC QW NU"))) == CODE["one_twin"] == 3


def test_ar_13_10_a_hand_with_several_readings_takes_the_highest():
    order = ["one_twin", *[name for name in CATEGORIES if name != "one_twin"]]
    assert vector(Ranking(order), "7S 7S 9W 9W 7C") == ("one_twin", [9, 7, 7, 7])
    pairs_first = ["one_pair", *[name for name in CATEGORIES if name != "one_pair"]]
    assert vector(Ranking(pairs_first), "7S 7C 7W 2W 2C") == ("one_pair", [7, 7, 2, 2])


def test_ar_13_10_high_card_stays_last_and_every_name_comes_once():
    with pytest.raises(ValueError, match="stays last"):
        Ranking({"swap": ["high_card", "one_pair"]})
    with pytest.raises(ValueError, match="sixteen"):
        Ranking(CATEGORIES[:-1])


def test_best_of_equal_fives_has_the_smallest_ids():
    ranking = Ranking()
    value, five = ranking.best(cards("7S 7S 9W 9W KC 2U KS"))
    assert ranking.name(value) == "two_twin"
    assert list(five) == cards("KC 7S 7S 9W 9W")


def suit_patterns(sizes: list[int]) -> Counter:
    """Suits for groups of equal ranks, one of each set that differs only by the names of the suits, with how many it stands for."""
    classes: Counter = Counter()
    for pattern in product(*(combinations_with_replacement(range(4), size) for size in sizes)):
        classes[min(tuple(tuple(sorted(names[s] for s in group)) for group in pattern) for names in permutations(range(4)))] += 1
    return classes


@pytest.fixture(scope="module")
def every_hand() -> Counter:
    """How many of the C(60,5) hands have this value and this pattern of copies."""
    ranking, hands, patterns = Ranking(), Counter(), {}
    for ranks in combinations_with_replacement(range(14), 5):
        sizes = tuple(len(list(group)) for _, group in groupby(ranks))
        if sizes not in patterns:
            patterns[sizes] = suit_patterns(list(sizes))
        for pattern, stands_for in patterns[sizes].items():
            five = [14 * suit + rank for suit, rank in zip((s for group in pattern for s in group), ranks, strict=True)]
            hands[ranking.value(five), tuple(sorted(Counter(five).values()))] += stands_for
    return hands


def by_category(hands: Counter, chance: Callable[[tuple[int, ...]], Fraction | int]) -> dict[str, Fraction]:
    totals: dict[str, Fraction] = dict.fromkeys(CATEGORIES, Fraction(0))
    for (value, pattern), number in hands.items():
        totals[Ranking().name(value)] += number * chance(pattern)
    return totals


def orders(pattern: tuple[int, ...]) -> int:
    return 120 // prod(factorial(copies) for copies in pattern)


@pytest.mark.slow  # those of the engine, whose values are the referee's, are counted in test_multiset.py
def test_e1_and_e4_every_hand_counted(every_hand):
    multisets, draws = by_category(every_hand, lambda pattern: 1), by_category(every_hand, orders)
    values = Counter(Ranking().name(value) for value in {value for value, _ in every_hand})
    assert {name: (multisets[name], draws[name], values[name]) for name in CATEGORIES} == COUNTS
    assert sum(values.values()) == 23_898
    equal: Counter = Counter()
    for (value, pattern), number in every_hand.items():
        equal[value] += number * orders(pattern)
    assert sum(draws**2 for draws in equal.values()) == 40_234_156_665_024


@cache
def halving(pattern: tuple[int, ...]) -> Fraction:
    """The chance of one hand with these copies in five successive draws (AR-1.5)."""

    @cache
    def rest(missing: tuple[int, ...]) -> Fraction:
        if not any(missing):
            return Fraction(1)
        held = [whole - left for whole, left in zip(pattern, missing, strict=True)]
        total = 56 - len(pattern) + sum(Fraction(1, 2**copies) for copies in held)
        return sum(
            Fraction(1, 2 ** held[i]) / total * rest((*missing[:i], left - 1, *missing[i + 1 :])) for i, left in enumerate(missing) if left
        )

    return rest(pattern)


# The percentages of section 5, best category first.
HALVING = "1.05e-08 4.67e-05 0.000376 0.000663 0.00105 0.0407 0.0757 0.1161 0.1993 0.2676 0.2850 2.9116 7.2341 3.7509 36.6752 48.4416"
PACKS = {
    1: "0 0 0 0 0.00115 0 0.0191 0 0.1144 0.2937 0.2085 1.8296 0 4.1166 40.2516 53.1654",
    3: "0 0 0.00088 0.00101 0.00102 0.0711 0.0955 0.2021 0.2246 0.2596 0.3078 3.2341 9.3992 3.6384 35.5755 46.9891",
    5: "4.05e-07 0.000557 0.00223 0.00142 0.000994 0.1500 0.1112 0.2841 0.2433 0.2534 0.3246 3.4726 11.0099 3.5516 34.7265 45.8677",
    8: "2.13e-06 0.00117 0.00328 0.00167 0.00098 0.2023 0.1200 0.3353 0.2535 0.2500 0.3336 3.6012 11.8804 3.5039 34.2605 45.2522",
}


def assert_percentages(found: dict[str, Fraction], table: str) -> None:
    assert sum(found.values()) == 1
    expected = [float(word) for word in table.split()]
    assert [float(100 * chance) for chance in found.values()] == pytest.approx(expected, rel=6e-3, abs=0)


@pytest.mark.slow
def test_e2_the_chance_of_each_category_from_the_halving_deck(every_hand):
    assert_percentages(by_category(every_hand, halving), HALVING)


@pytest.mark.slow
@pytest.mark.parametrize("packs", PACKS)
def test_e2_the_chance_of_each_category_from_real_packs(every_hand, packs):
    found = by_category(every_hand, lambda pattern: Fraction(prod(comb(packs, copies) for copies in pattern), comb(56 * packs, 5)))
    assert_percentages(found, PACKS[packs])
