"""Every worked ranking example of the four specifications, each as a row."""

import pytest

from simlab.games.battle.order import BATTLE
from simlab.games.fortune.order import FORTUNE, FORTUNE_EMPEROR, FORTUNE_STRENGTH
from simlab.games.jester.order import JESTER, jester_order
from simlab.games.showdown.order import SHOWDOWN
from simlab.ranking.hands import NAMES, Category, category
from tests.ranking import examples
from tests.ranking.helpers import score, wild_score, winner


def rows(table):
    return pytest.mark.parametrize("row", table, ids=[f"row {row[0]}" for row in table])


@rows(examples.SHOWDOWN)
def test_sh_8_1_worked_examples_have_one_winner_each(row):
    """SH-8.1, SH-8.2, SH-8.3, SH-8.4, SH-8.5, SH-8.6, SH-8.7, SH-8.8, SH-8.9, SH-8.10, SH-8.11, SH-8.12, SH-3.1, SH-3.2, SH-3.4."""
    _, a, b, expected, why = row
    assert winner(score(a, SHOWDOWN), score(b, SHOWDOWN)) == expected, why


@rows(examples.BATTLE)
def test_ba_9_worked_examples(row):
    """BA-2.8, BA-9.2, BA-9.3, BA-9.4: categories, kickers, incomplete hands, best five of many."""
    _, a, b, expected, why = row
    assert winner(score(a, BATTLE), score(b, BATTLE)) == expected, why


IN_FORCE = {"-": FORTUNE, "six cards": FORTUNE, "Emperor": FORTUNE_EMPEROR, "Strength": FORTUNE_STRENGTH}


@rows(examples.FORTUNE)
def test_fo_5_worked_examples(row):
    """FO-5.1, FO-5.2, FO-5.3, FO-5.4, FO-5.5, FO-5.6, FO-5.7, FO-5.8."""
    number, a, b, in_force, expected, why = row
    if in_force == "Fool":
        scores = wild_score(a, FORTUNE), wild_score(b, FORTUNE)
    elif number == 28:  # Temperance: four own cards and exactly one of the three flops
        scores = best_flop(a, "10W AU AS"), best_flop(b, "10W AC AW")
    else:
        scores = score(a, IN_FORCE[in_force]), score(b, IN_FORCE[in_force])
    assert winner(*scores) == expected, why


def best_flop(own, flops):
    return max(score(f"{own} {flop}", FORTUNE) for flop in flops.split())


@rows(examples.JESTER)
def test_je_7_worked_examples(row):
    """JE-7.1, JE-7.2, JE-7.3, JE-7.4, JE-7.5, JE-7.6, JE-7.7, JE-7.8: the sum of ranks decides within a tier."""
    _, a, b, a_is, b_is, expected, ordinary = row
    assert [sum_text(score(hand, JESTER)) for hand in (a, b)] == [a_is, b_is]
    assert winner(score(a, JESTER), score(b, JESTER)) == expected
    standard = jester_order(poker_tie_break="standard")
    assert winner(score(a, standard), score(b, standard)) == ordinary


def sum_text(value):
    short = {Category.THREE: "three", Category.FOUR: "four"}
    held = Category(int(category(value)))
    return f"{short.get(held, NAMES[held])}, {(value >> 32 & 127) + 10}"


@pytest.mark.parametrize(("a", "b", "expected"), [("Ac 2d 3h 4s 5c", "Kc Jd 9h 7s 6c", "A"), ("Ac 2d 3h 4s 5c", "2c 2d 3h 4s 6c", "A")])
def test_je_7_4_with_the_wheel_the_low_ace_makes_a_straight_of_sum_15(a, b, expected):
    wheel = jester_order(wheel=True)
    assert winner(score(a, wheel), score(b, wheel)) == expected
    assert sum_text(score(a, wheel)) == "straight, 15"
    assert sum_text(score("Ac 2c 3c 4c 5c", wheel)) == "straight flush, 15"
