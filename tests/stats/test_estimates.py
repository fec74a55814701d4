"""Estimates and comparisons: known numbers, and sentences that say no more than their numbers."""

from fractions import Fraction
from math import inf, sqrt

import numpy as np
import pytest
from scipy import stats

from simlab.contract.columns import Column, tally_record
from simlab.runs.moments import Moments, difference, estimate
from simlab.runs.sums import Adder, Sums
from simlab.scenarios.formula import parse
from simlab.scenarios.recipe import Layout, Recipe
from simlab.stats import compare
from simlab.stats.adjust import holm
from simlab.stats.claims import in_words, rounded, verdict
from simlab.stats.compare import Difference
from simlab.stats.estimates import Estimate, normal, rate

COLUMNS = (
    Column("flag", "did it happen", "flag", "i1"),
    Column("x", "a number"),
    Column("d", "chances"),
    Column("ratio", "x again", over="d"),
    Column("win", "share", "share", "i2", seats=True),
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


@pytest.mark.parametrize(("hits", "n"), [(0, 50), (50, 50), (1, 1000), (999, 1000), (3, 7)])
def test_wilson_holds_near_nothing_and_everything(hits, n):
    p = hits / n
    exact = stats.binomtest(hits, n).proportion_ci(method="wilson")
    found = rate(p, sqrt(p * (1 - p) / n), n, n)
    assert found.low == pytest.approx(exact.low, abs=1e-12)
    assert found.high == pytest.approx(exact.high, abs=1e-12)


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
    assert normal(3.0, 0.0, 1) == (3.0, None, None, None)
    assert difference(metric(recipe, "x"), found, 1).p_value is None


def test_holm_multiplies_the_least_by_all_and_never_falls():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, None, 0.9]) == [1.0, None, 1.0]
    assert holm([]) == []


def said(value, error, form="mean", unit="", baseline=10.0, p=None, family=1, games=1_000_000):
    found = Estimate(value, error, value - 1.96 * error, value + 1.96 * error)
    p_value = compare.p_value(value, error, games)
    return verdict(Difference(found, baseline, 2.0, p_value), p_value if p is None else p, family, form, unit, games)


def test_numbers_have_as_many_digits_as_their_error_is_worth_and_no_minus_before_a_zero():
    assert [rounded(value, 0.04) for value in (1.234, -1.234, -0.004, 1234.5)] == ["1.23", "-1.23", "0.00", "1,234.50"]
    assert rounded(-0.2, 2.0) == "0"


def test_verdicts_in_words():
    assert said(2.3, 0.05, unit="rounds") == "longer by 2.30 rounds (2.20 to 2.40)"
    assert said(-2.3, 0.5, unit="rounds") == "shorter by 2.3 rounds (1.3 to 3.3)"
    assert said(4, 1, unit="points") == "more by 4 points (2 to 6)"
    assert said(-0.0332, 0.0002, "rate") == "less often by 3.32 percentage points (3.28 to 3.36)"
    assert said(0.01, 0.03, unit="points") == "no difference larger than 0.07 points"
    assert said(0.0001, 0.001, "rate") == "no difference larger than 0.2 percentage points"
    assert said(0.2, 0.2, unit="points").startswith("not settled: needs about ")
    assert said(0.0, 0.0) == "no difference at all: the same in every game"
    assert verdict(compare.NO_DIFFERENCE, None, 1, "mean", "", 5) == "nothing to compare"


def test_what_is_not_settled_says_how_many_games_would_settle_it():
    assert said(0.2, 0.2, unit="points", baseline=0.0) == "not settled: needs about 6.8 M more games"  # (1.96 + 0.84) squared, less 1
    many = said(0.2, 0.2, unit="points", baseline=0.0, family=100)
    assert many == "not settled: needs about 18 M more games"


def test_large_numbers_are_short():
    assert [in_words(n) for n in (7, 1_234, 31_000, 3_140_000, 250_000_000, 21 * 10**9)] == [
        "7", "1.2 k", "31 k", "3.1 M", "250 M", "21 billion",
    ]  # fmt: skip
    assert compare.gain(Fraction(2), Fraction(0)) == inf
