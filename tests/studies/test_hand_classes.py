"""Equity over hand classes: maps and strategy cards."""

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.errors import InputError
from simlab.games.arcana.studies import hand_classes as arcana
from simlab.games.battle.studies import hand_classes as battle
from simlab.games.fortune.studies import hand_classes as fortune
from simlab.games.jester.players.blackjack import blackjack_chart, spots
from simlab.games.jester.studies.hand_classes import thumb_cost, thumb_rules
from simlab.games.showdown.studies.hand_classes import Hands, completions
from simlab.ranking.hands import Category
from simlab.studies.equity.classes import chart_of
from simlab.studies.equity.sampled import cost_of


def chart(name: str, worlds: int = 100):
    return chart_of(load(name), load(name).Rules(), None, worlds, 1)


@pytest.fixture(scope="module")
def hands():
    return Hands(load("showdown").Rules())


@pytest.mark.slow
def test_all_hands_are_in_one_class_each(hands):
    classes = hands.classes()
    assert hands.ways.sum() == 2_598_960
    assert np.stack(list(classes.values())).sum(axis=0).tolist() == [1] * len(hands.ways)
    counts = {name: int(hands.ways[members].sum()) for name, members in classes.items()}
    assert (counts["full house"], counts["flush"], counts["straight"], counts["two pair"]) == (3744, 5108, 10200, 123552)
    assert sum(counts[name] for name in counts if name.startswith("pair")) == 1_098_240


def test_four_cards_lack_one_rank_or_two():
    needs = completions()
    five_to_eight, jack_to_ace, ace_to_four, gap = 0b1111000, 0b1111 << 9, 1 << 12 | 0b111, 0b1011100
    assert [needs[s] for s in (five_to_eight, jack_to_ace, ace_to_four, gap, 0b1111)] == [2, 1, 1, 1, 2]


def test_the_best_of_all_throws_is_check_10_8(hands):
    assert round(float(np.average(hands.best, weights=hands.ways)), 6) == 1.191148


def test_the_rule_with_more_in_it_costs_less_and_none_beats_the_best(hands):
    found = chart("showdown")
    cost = {thumb.rule: thumb.cost for thumb in found.thumbs}
    assert min(cost.values()) > 0
    assert cost["keep pairs and better, else four of a suit, else the highest card"] < cost["keep pairs and better, else the highest card"]
    assert cost["always stand pat"] == pytest.approx(float(np.average(hands.best, weights=hands.ways)) - pat_value(hands))
    assert "three of a kind: keep what is made (3.35 points)" in found.card()
    assert "straight flush: keep" in found.card() or "straight flush: stand pat" in found.card()


def pat_value(hands) -> float:
    pays = np.array([0, 1, 2, 3, 4, 5, 6, 7, 50])
    assert hands.kinds.max() == Category.STRAIGHT_FLUSH
    return float(np.average(pays[hands.kinds], weights=hands.ways))


def test_the_map_of_showdown_marks_the_best_hold_of_each_class():
    (grid,) = chart("showdown").grids
    line = grid.labels[[row.startswith("two pair") for row in grid.rows].index(True)]
    assert line[grid.columns.index("what is made")] == "2.34*"
    assert line[grid.columns.index("four of a suit")] == ""


def test_the_map_of_jester_is_table_10_3():
    found = chart("jester")
    grid, margin = found.grids
    assert len(grid.rows) == 27
    assert "".join(label[0] for label in grid.labels[grid.rows.index("H11")]) == "D" * 10
    assert "1.0173 points" in grid.title
    assert "S21: S D D D D D D S S S" in found.card()
    hard_12 = sorted(
        next(cell.worth for cell in blackjack_chart(load("jester").Rules()) if (cell.pair_class, cell.deck_card) == ("H12", 1))
    )
    assert margin.values[margin.rows.index("H12")][0] == float(hard_12[2] - hard_12[1])
    assert [label[0] for label in margin.labels[0]] == [label[0] for label in grid.labels[0]]


def test_costs_of_jesters_rules_are_exact_differences():
    """Always holding is worth 0.742137, the best action 1.017337 (10.3)."""
    every = spots(load("jester").Rules())
    assert thumb_cost(every, thumb_rules()["always hold"]) == pytest.approx(1.017337 - 0.742137, abs=1e-6)


def test_one_card_poker_is_charted_by_playouts_with_intervals(template):
    found = chart("template", worlds=2_000)
    (grid,) = found.grids
    assert grid.palette == "centred"
    assert grid.values[grid.rows.index("K")][grid.columns.index("facing")] == 3.0
    assert grid.values[grid.rows.index("J")][grid.columns.index("facing")] == -1.0
    cost = {thumb.rule: thumb for thumb in found.thumbs}
    assert cost["bet and call with the upper half"].cost < cost["never put in a chip"].cost
    assert cost["always bet and call"].low < cost["always bet and call"].cost < cost["always bet and call"].high


def test_what_a_rule_costs_is_not_flattered_by_noise():
    """Ten actions that are all the same but for noise: picking the best and measuring it elsewhere costs nothing, within 4 sigma."""
    rng = np.random.default_rng(1)
    samples = {"any": [rng.normal(size=(400, 10)) for _ in range(40)]}
    found = cost_of(samples, [1.0], lambda name, number: 3)
    assert abs(found.value) < 4 * (found.high - found.low) / (2 * 1.96)


@pytest.mark.parametrize(
    ("cards", "name"),
    [("8c 6h 6s 7s Qc", "pair"), ("8c 6h 6s 8s Qc", "two pair"), ("2c 3c 4c 9c Kh", "four of a suit"), ("Ac 2h 3c 4d 5s", "straight"),
     ("2c 4c 6c 8c Tc", "flush"), ("2c 2h 2d 8c 8h", "full house or better"), ("2c 5h 7d 9c Kh", "nothing")],
)  # fmt: skip
def test_five_dealt_cards_of_battle_have_a_class(cards, name):
    from simlab.cards import FRENCH_BY_SUIT

    assert battle.class_of(FRENCH_BY_SUIT.read(cards)) == name


@pytest.mark.parametrize(
    ("cards", "name"),
    [("AW AU KS 9C 4W", "pair, tens to aces"), ("PW PU KS 9C 4W", "pair, pages to nines"), ("AW 2U KS 9C 4W", "ace high"),
     ("QW 2U KS 9C 4W", "low cards"), ("AW AU AS 9C 4W", "three of a kind"), ("AW AU AS AC 4W", "full house or better")],
)  # fmt: skip
def test_starting_hands_of_fortune_have_a_class(cards, name):
    from simlab.cards import TAROT_PAGE_LOW

    assert fortune.class_of(TAROT_PAGE_LOW.read(cards)) == name


def test_arcana_hands_may_hold_the_same_card_twice():
    from random import Random

    from simlab.cards import TAROT

    assert arcana.class_of(TAROT.read("7S 7S 2C 9W KU", unique=False)) == "one twin"
    flat = load("arcana").Rules.of({"repeat_damping": 1.0})
    hands = [arcana.random_hand(flat, Random(seed)) for seed in range(200)]
    assert any(len(set(hand)) < 5 for hand in hands)


def test_rules_that_a_chart_is_not_made_for_are_refused():
    with pytest.raises(InputError, match="draw_size: 5"):
        chart_of(load("battle"), load("battle").Rules.of({"allin": False}), None, 100, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["battle", "arcana", "fortune"])
def test_charts_by_playouts_are_complete(name):
    found = chart(name, worlds=48)
    assert found.thumbs
    assert all(len(grid.values) == len(grid.rows) and len(grid.values[0]) == len(grid.columns) for grid in found.grids)
    assert all(v is None or np.isfinite(v) for grid in found.grids for line in grid.values for v in line)


def noisy(value: float, seed: int, columns: int = 3) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [value + np.arange(columns) + rng.normal(size=(200, columns)) for _ in range(4)]


def test_the_maps_of_fortune_say_what_their_numbers_say():
    tables = {n: {name: noisy(10 * k, n + k) for k, name in enumerate(fortune.CLASSES)} for n in range(2, 7)}
    check, bet = fortune.opponents_grids(tables)
    assert "full house or better earns most, 80" in check.title
    assert "surely beats checking in 45 of 45 cases" in bet.title
    assert check.columns[0] == "1 opponent"
    arcana = fortune.arcana_grid(
        {"fool": {"pair": noisy(0, 1), "flush": noisy(3, 2)}, "tower": {"pair": noisy(0, 3), "flush": noisy(9, 4)}}
    )
    assert arcana.title.startswith("The Arcana matters most to flush: 6.")
    assert "±" in arcana.title


def test_the_rule_that_takes_the_better_action_costs_nothing():
    """Every column is one chip better than the one before it: betting the pot is best with every hand."""
    samples = {name: noisy(0, k) for k, name in enumerate(fortune.CLASSES)}
    cost = {thumb.rule: thumb for thumb in fortune.costs_of(samples, [1 / 9] * 9)}
    assert cost["always check"].cost == pytest.approx(2.0, abs=0.2)
    assert cost["always bet the minimum"].cost == pytest.approx(1.0, abs=0.2)
    assert cost["always bet the minimum"].low < 1.0 < cost["always bet the minimum"].high


def test_waiting_is_as_good_as_its_best_way():
    values = np.tile([1.0, 5.0, 3.0, 4.0], (10, 1))
    assert arcana.wait_or_submit(values).tolist() == [[5.0, 4.0]] * 5
