"""Estimates and paired differences from exact sums: known numbers, the textbook's formulas, the jackknife."""

from math import sqrt

import numpy as np
import pytest
from scipy import stats

from simlab.contract.columns import Column, tally_record
from simlab.runs.moments import Moments, difference, estimate
from simlab.runs.sums import Adder, Sums
from simlab.scenarios.formula import parse
from simlab.scenarios.recipe import Layout, Recipe

COLUMNS = (
    Column("flag", "did it happen", "flag", "i1"),
    Column("x", "a number"),
    Column("d", "chances"),
    Column("ratio", "x again", over="d"),
    Column("win", "share", "share", "i2", seats=True),
    Column("rare", "a count of which the greatest value is known", most=50),
)
RECORD = tally_record(COLUMNS)


def moments(rows, formulas=None, rotated=False, players=2):
    recipe = Recipe(COLUMNS, RECORD, players, rotated, formulas)
    layout = Layout(recipe, rows.shape[0])
    sums = Sums.empty(layout)
    Adder(layout).add(sums, rows)
    return recipe, Moments.of(sums, layout)


def metric(recipe, name, seat=None):
    return next(m for m in recipe.metrics if m.name == name and m.seat == seat)


@pytest.fixture(scope="module")
def rows():
    random = np.random.default_rng(5)
    rows = np.zeros((2, 1, 800), RECORD)
    common = random.integers(0, 9, (1, 1, 800))
    rows["flag"] = random.random(rows.shape) < 0.07
    rows["x"] = common + random.integers(0, 4, rows.shape)
    rows["d"] = rows["x"] + random.integers(0, 3, rows.shape)
    rows["ratio"] = rows["x"]
    rows["win"][..., 0] = 60 * (random.random(rows.shape) < 0.4)
    return rows


def test_a_mean_has_the_usual_standard_error(rows):
    recipe, found = moments(rows)
    x = rows["x"][1, 0].astype(float)
    value, error, low, high = estimate(metric(recipe, "x"), found, 1)
    assert (value, error) == (pytest.approx(x.mean()), pytest.approx(stats.sem(x)))
    assert (low, high) == (pytest.approx(value - 1.96 * error, rel=1e-4), pytest.approx(value + 1.96 * error, rel=1e-4))


def test_a_proportion_has_wilsons_interval(rows):
    recipe, found = moments(rows)
    hits = int(rows["flag"][0].sum())
    exact = stats.binomtest(hits, 800).proportion_ci(method="wilson")
    _, _, low, high = estimate(metric(recipe, "flag"), found, 0)
    assert (low, high) == (pytest.approx(exact.low, rel=5e-3), pytest.approx(exact.high, rel=5e-3))


def test_a_ratio_by_the_delta_method_agrees_with_the_jackknife(rows):
    recipe, found = moments(rows)
    x, d = rows["x"][0, 0].astype(float), rows["d"][0, 0].astype(float)
    left_out = (x.sum() - x) / (d.sum() - d)
    jackknife = sqrt((len(x) - 1) / len(x) * ((left_out - left_out.mean()) ** 2).sum())
    value, error, _, _ = estimate(metric(recipe, "ratio"), found, 0)
    assert value == pytest.approx(x.sum() / d.sum())
    assert error == pytest.approx(jackknife, rel=1e-2)


def test_a_ratio_is_a_proportion_only_where_it_is_part_of_a_whole(rows):
    """Chips won and lost may average between 0 and 1 a round: they get the usual interval, a share gets Wilson's."""
    recipe, found = moments(rows)
    value, error, low, high = estimate(metric(recipe, "ratio"), found, 0)
    assert high - value < value - low
    chips = rows.copy()
    chips["d"] = 1
    chips["ratio"][:, :, :400], chips["ratio"][:, :, 400:] = 30, -29
    recipe, found = moments(chips)
    value, error, low, high = estimate(metric(recipe, "ratio"), found, 0)
    assert value == 0.5
    assert (low, high) == (pytest.approx(value - 1.96 * error, rel=1e-4), pytest.approx(value + 1.96 * error, rel=1e-4))
    assert low < -1.5


def test_a_defined_ratio_equals_the_built_in_one(rows):
    recipe, found = moments(rows, {"mine": parse("SUM(x) / SUM(d)"), "twice": parse("2 * AVG(x) * COUNT(*) / SUM(d)")})
    built_in, mine, twice = (estimate(metric(recipe, name), found, 1) for name in ("ratio", "mine", "twice"))
    assert mine[:2] == pytest.approx(built_in[:2], rel=1e-12)
    assert twice[0] == pytest.approx(2 * mine[0])
    assert twice[1] == pytest.approx(2 * mine[1])


def test_paired_differences_use_the_cards_in_common(rows):
    recipe, found = moments(rows)
    a, b = rows["x"][0, 0].astype(float), rows["x"][1, 0].astype(float)
    seen = difference(metric(recipe, "x"), found, 1)
    assert seen.estimate.value == pytest.approx((b - a).mean())
    assert seen.estimate.std_error == pytest.approx(stats.sem(b - a))
    assert seen.variance_factor == pytest.approx((a.var() + b.var()) / (b - a).var())
    assert seen.variance_factor > 3
    assert seen.p_value == pytest.approx(2 * stats.norm.sf(abs((b - a).mean()) / stats.sem(b - a)))


def test_paired_ratios_agree_with_the_jackknife(rows):
    recipe, found = moments(rows)
    x, d = rows["x"][:, 0].astype(float), rows["d"][:, 0].astype(float)
    left_out = (x.sum(1, keepdims=True) - x) / (d.sum(1, keepdims=True) - d)
    gaps = left_out[1] - left_out[0]
    jackknife = sqrt((len(gaps) - 1) / len(gaps) * ((gaps - gaps.mean()) ** 2).sum())
    assert difference(metric(recipe, "ratio"), found, 1).estimate.std_error == pytest.approx(jackknife, rel=1e-2)


def test_the_deal_is_the_unit_when_seats_are_rotated():
    """Two games of a deal that always agree are worth one."""
    random = np.random.default_rng(6)
    rows = np.zeros((1, 2, 500), RECORD)
    rows["x"] = random.integers(0, 9, (1, 1, 500))
    recipe, found = moments(rows, rotated=True)
    value, error, _, _ = estimate(metric(recipe, "x"), found, 0)
    x = rows["x"][0, 0].astype(float)
    assert (value, error) == (pytest.approx(x.mean()), pytest.approx(stats.sem(x)))


def test_nothing_seen_still_has_an_upper_end(rows):
    quiet = np.zeros((2, 1, 100), RECORD)
    recipe, found = moments(quiet)
    assert estimate(metric(recipe, "flag"), found, 0).high == pytest.approx(0.037, abs=1e-3)
    assert estimate(metric(recipe, "x"), found, 0).high > 0
    assert estimate(metric(recipe, "ratio"), found, 0) == (None, None, None, None)
    gap = difference(metric(recipe, "flag"), found, 1)
    assert gap.estimate.high >= 0.037
    assert gap.estimate.low <= -0.037


def test_one_game_says_nothing_about_spread():
    recipe, found = moments(np.zeros((2, 1, 1), RECORD))
    assert estimate(metric(recipe, "x"), found, 0).std_error is None
    assert difference(metric(recipe, "x"), found, 1).p_value is None


@pytest.mark.parametrize("text", ["AVG(flag = 1)", "SUM(flag = 1) / COUNT(*)", "AVG(flag = 1 AND d >= 0)", "AVG(NOT flag = 0)"])
def test_how_often_a_condition_holds_is_the_proportion_it_is(rows, text):
    recipe, found = moments(rows, {"mine": parse(text)})
    assert estimate(metric(recipe, "mine"), found, 0) == estimate(metric(recipe, "flag"), found, 0)
    assert difference(metric(recipe, "mine"), found, 1) == difference(metric(recipe, "flag"), found, 1)


@pytest.mark.parametrize("text", ["AVG((flag = 1) * x)", "SUM(flag = 1) / SUM(d)", "AVG(flag = 1) - AVG(d > 3)"])
def test_other_expressions_are_no_proportions(rows, text):
    recipe, _ = moments(rows, {"mine": parse(text)})
    assert metric(recipe, "mine").form == "defined"


def test_a_count_that_few_games_have_is_skewed_and_never_negative():
    """Four games of 800 with ten each."""
    rows = np.zeros((1, 1, 800), RECORD)
    rows["x"][0, 0, :4] = rows["rare"][0, 0, :4] = 10
    recipe, found = moments(rows)
    value, error, low, high = estimate(metric(recipe, "x"), found, 0)
    assert value == 0.05
    assert 0.0 < low < value - error
    assert high > value + 1.96 * error
    rows["x"][0, 0, 5] = -1  # what may be negative is no count
    recipe, found = moments(rows)
    assert estimate(metric(recipe, "x"), found, 0).low < 0.0 < estimate(metric(recipe, "rare"), found, 0).low


def test_what_was_never_seen_may_still_bring_the_most_there_is():
    recipe, found = moments(np.zeros((1, 1, 800), RECORD))
    assert estimate(metric(recipe, "rare"), found, 0).high == pytest.approx(50 * estimate(metric(recipe, "x"), found, 0).high)


def test_flips_of_a_flag_are_counted(rows):
    recipe, found = moments(rows)
    mine, base = (rows["flag"][arm, 0].astype(int) for arm in (1, 0))
    more, fewer = int((mine > base).sum()), int((mine < base).sum())
    assert difference(metric(recipe, "flag"), found, 1).p_value == pytest.approx(stats.binomtest(more, more + fewer).pvalue)
