"""Sentences that say no more than their numbers."""

from simlab.stats.claims import Asked, figures, in_brackets, in_words, verdict
from simlab.stats.compare import NO_DIFFERENCE, Difference, p_value
from simlab.stats.digits import rounded
from simlab.stats.estimates import Estimate
from simlab.stats.looks import ONCE


def verdict_of(value, error, form="mean", unit="", baseline=10.0, p=None, family=1, games=1_000_000):
    found = Estimate(value, error, value - 1.96 * error, value + 1.96 * error)
    chance = p_value(value, error, games)
    seen = Difference(found, baseline, 2.0, chance, games)
    return verdict(seen, chance if p is None else p, Asked(form, unit, games), strict=ONCE.among(family))


def test_numbers_have_as_many_digits_as_their_error_is_worth_and_no_minus_before_a_zero():
    assert [rounded(value, 0.04) for value in (1.234, -1.234, -0.004, 1234.5)] == ["1.23", "-1.23", "0.00", "1,234.50"]
    assert rounded(-0.2, 2.0) == "0"


def test_verdicts_in_words():
    assert verdict_of(2.3, 0.05, unit="rounds") == "longer by 2.30 rounds (2.20 to 2.40)"
    assert verdict_of(-2.3, 0.5, unit="rounds") == "shorter by 2.3 rounds (1.3 to 3.3)"
    assert verdict_of(4, 1, unit="points") == "more by 4 points (2 to 6)"
    assert verdict_of(-0.0332, 0.0002, "rate") == "less often by 3.32 percentage points (3.28 to 3.36)"
    assert verdict_of(0.01, 0.03, unit="points") == "no difference larger than 0.07 points"
    assert verdict_of(0.0001, 0.001, "rate") == "no difference larger than 0.2 percentage points"
    assert verdict_of(0.2, 0.2, unit="points").startswith("not settled: needs about ")
    assert verdict_of(0.0, 0.0) == "no difference at all: the same in every game"
    assert verdict(NO_DIFFERENCE, None, Asked("mean", "", 5)) == "nothing to compare"


def test_what_is_not_settled_says_how_many_games_would_settle_it():
    few = verdict_of(0.2, 0.2, unit="points", baseline=0.0)
    assert few == "not settled: needs about 6.8 million more games"  # (1.96 + 0.84) squared, less 1
    many = verdict_of(0.2, 0.2, unit="points", baseline=0.0, family=100)
    assert many == "not settled: needs about 18 million more games"


def test_a_claimed_difference_is_told_with_the_interval_that_goes_with_the_claim():
    seen = Difference(Estimate(2.0, 0.5, 1.02, 2.98), 10.0, 2.0, 0.0001, 5_000)
    asked = Asked("mean", "points", 5_000)
    assert verdict(seen, 0.01, asked, told=Estimate(2.0, 0.5, 0.4, 3.6)) == "more by 2.0 points (0.4 to 3.6)"
    assert verdict(Difference(Estimate(2.0, 0.0, 2.0, 2.0), 10.0, None, 0.0, 5_000), 0.0, asked) == "more by 2 points, in every game"


def test_large_numbers_are_short():
    assert [in_words(n) for n in (7, 1_234, 31_000, 3_140_000, 250_000_000, 21 * 10**9)] == [
        "7", "1,200", "31,000", "3.1 million", "250 million", "21 billion",
    ]  # fmt: skip


def test_digits_follow_the_interval_where_no_spread_was_seen():
    never = Estimate(0.0, 0.0, 0.0, 0.457921)
    assert in_brackets(never, 100.0, "%") == "0 % (0 to 46)"
    assert figures(never) == ("0.0", "0.0 to 0.5")
    assert in_brackets(Estimate(0.1234567, 0.01, 0.10386, 0.14306), 100.0, "%") == "12 % (10 to 14)"


def test_what_has_no_interval_stands_alone():
    assert in_brackets(Estimate(2.0, 0.0, 2.0, 2.0), unit="rounds") == "2 rounds"
    assert in_brackets(Estimate(1_234_567.0, None, None, None)) == "1,234,567"
    assert in_brackets(Estimate(None, None, None, None)) == "-"
