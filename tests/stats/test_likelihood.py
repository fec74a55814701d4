"""A mean of values that lean to one side is no surer than the values themselves say."""

from dataclasses import replace
from math import inf, sqrt

import numpy as np
import pytest
from scipy import stats

from simlab.contract.catalogue import load
from simlab.contract.decisions import Decision
from simlab.games.fortune.studies import effects as fortune
from simlab.play.probes.forks import FORK
from simlab.stats.ledger import Ledger
from simlab.stats.likelihood import best_stake, farthest_from_nothing
from simlab.stats.means import by_influence, standard_error
from simlab.studies.actions.measure import Tries, with_verdicts
from simlab.studies.dials.pairs import interactions, judged
from simlab.studies.dials.steps import Step
from tests.stats.nothing import rounds

CARDS, DEALS, LOSS, SELDOM = 60, 2_000, 50.0, 0.01  # a small gain in most deals, a large loss in one of a hundred: nothing on average
PAGES = 150


def by_the_book(values):
    """The same by the weights themselves: 2 log of how much less likely the values are when their mean is held at nothing."""
    stake = best_stake(values)
    weights = 1.0 / (len(values) * (1.0 + stake * values))
    assert weights.sum() == pytest.approx(1.0)
    assert weights @ values == pytest.approx(0.0, abs=1e-9)
    return sqrt(-2.0 * np.log(len(values) * weights).sum())


def test_values_weigh_what_makes_their_mean_nothing():
    values = 1.1 - np.random.default_rng(3).exponential(1.0, 500)
    assert farthest_from_nothing(values) == pytest.approx(by_the_book(values))


def test_two_values_have_the_likelihood_of_a_coin():
    """12 of 100 where 20 would be even: the deviance of the binomial."""
    values = np.repeat([-4.0, 1.0], [12, 88])
    deviance = 2 * (stats.binom.logpmf(12, 100, 0.12) - stats.binom.logpmf(12, 100, 0.20))
    assert farthest_from_nothing(values) == pytest.approx(sqrt(deviance))


def test_values_that_hardly_lean_are_as_far_off_as_their_errors_say():
    values = np.append(np.random.default_rng(4).standard_normal(20_000) + 0.02, [-6.0] * 3)
    assert farthest_from_nothing(values) == pytest.approx(values.mean() / standard_error(values), rel=0.01)
    assert farthest_from_nothing(1e9 * values) == pytest.approx(farthest_from_nothing(values))
    assert farthest_from_nothing(-values) == pytest.approx(farthest_from_nothing(values))


@pytest.mark.parametrize("values", [[], [0.0, 0.0], [0.0, 1.0, 2.0], [-3.0, -1.0], [-1.0, -1.0, -1.0, 9.0], [1.0, 1.0, -9.0]])
def test_values_on_one_side_or_leaning_the_way_they_went_set_no_bound(values):
    assert farthest_from_nothing(np.array(values)) == inf


def pages_that_claim(bounded):
    """Pages of so many cards, none of which brings anything. Seed 8."""
    random, found = np.random.default_rng(8), 0
    gain = LOSS * SELDOM / (1.0 - SELDOM)
    for _ in range(PAGES):
        losses = random.binomial(DEALS, SELDOM, CARDS)
        cards = [np.repeat([-LOSS, gain], [lost, DEALS - lost]) for lost in losses]
        means = [by_influence(float(values.mean()), values) for values in cards]
        at_most = [farthest_from_nothing(values) for values in cards] if bounded else ()
        found += any(claim.holds for claim in Ledger(cards=1).judge("cards", means, [DEALS] * CARDS, at_most=at_most))
    return found / PAGES


def test_losses_that_did_not_come_are_no_gain():
    """By their errors alone a quarter of the pages call some card a gain; by likelihood 5 % at most, 4 sigma."""
    assert pages_that_claim(bounded=False) > 0.15
    assert pages_that_claim(bounded=True) <= 0.05 + 4 * sqrt(0.05 * 0.95 / PAGES)


def test_a_gain_that_leans_is_still_found():
    """Losses that come a quarter as often as they would have to: claimed among 60 cards."""
    values = np.repeat([-LOSS, LOSS * SELDOM], [5, DEALS - 5])
    noise = np.tile([1.0, -1.0], DEALS // 2)
    cards = [values, *[noise] * (CARDS - 1)]
    means = [by_influence(float(card.mean()), card) for card in cards]
    claims = Ledger(cards=1).judge("cards", means, [DEALS] * CARDS, at_most=[farthest_from_nothing(card) for card in cards])
    assert [claim.holds for claim in claims] == [True] + [False] * (CARDS - 1)


def losing(deals, losses):
    """A little in most deals, a large loss in these few."""
    return np.repeat([-LOSS, LOSS * SELDOM / (1.0 - SELDOM)], [losses, deals - losses])


def test_a_card_of_fortune_is_not_called_a_gain_because_losses_did_not_come():
    """Eight losses where twenty would be even: 4.2 errors from nothing, by likelihood 3.1, and 352 numbers ask for 3.8."""
    base = rounds(DEALS, np.random.default_rng(2))
    rows = fortune.effects_of_card("fool", "deal", base, replace(base, pot=base.pot + losing(DEALS, 8)), base)
    found = next(row for row in fortune.with_verdicts(rows * 44, {"deal": DEALS}) if row.measure.name == "pot")
    assert found.difference.value / found.difference.std_error > 4.2
    assert found.at_most == pytest.approx(3.06, abs=0.01)
    assert not found.settled


def test_neither_are_two_knobs_that_work_together():
    column = load("template").column("pot")
    steps = [Step(f"knob{k}", "1", {}) for k in range(2)]
    nothing, more = np.zeros(DEALS), losing(DEALS, 8)
    values = {(): nothing, (steps[0].name,): nothing, (steps[1].name,): nothing, tuple(step.name for step in steps): more}
    (seen,) = interactions(column, 2, steps, {cell: {"pot": value} for cell, value in values.items()})
    assert seen.at_most == pytest.approx(3.06, abs=0.01)
    assert not judged([seen] * 300, DEALS)[0].claim.holds
    assert judged([seen._replace(at_most=inf)] * 300, DEALS)[0].claim.holds


def test_nor_is_a_kind_of_action():
    rows = np.zeros(DEALS, FORK)
    rows["game"], rows["legal"], rows["chosen"] = np.arange(DEALS), 0b11, 1
    rows["score"][:, 1] = np.repeat([-990, 10], [8, DEALS - 8])
    worths = Tries(rows, DEALS).worths(Decision("what", "turn", ("wait", "hit"), ()))
    assert worths[1].at_most == pytest.approx((3.06, 3.06), abs=0.01)
    assert with_verdicts(worths * 75, DEALS)[1].verdict_legal == "not settled"
    assert with_verdicts([replace(worth, at_most=(inf, inf)) for worth in worths] * 75, DEALS)[1].verdict_legal == "more"
