"""Charts of games followed step by step: what they say is what the games did."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from simlab.reports.charts.courses import bounds, comeback, courses, fan, frequent_steps, median, quantile, share_of
from simlab.runs.follow import SCHEMA

FAN = {"name": "pot", "doc": "coins in the Pot", "unit": "coins", "along": "turns", "each": "deals", "shown": "fan", "stays": False}
BEHIND = {"name": "deficit", "doc": "points behind after a round", "unit": "points", "along": "rounds", "shown": "comeback"}


def table(rows):
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def a_run(track=FAN, seen=None):
    point = SimpleNamespace(players=2, label="")
    return SimpleNamespace(colour=3, variants=["base"], points=[point], manifest={"tracks": [track]}, tracks=seen)


def pots(games=100):
    """A Pot that grows by one coin a turn in even games and by two in odd ones, which last half as long."""
    rows = []
    for game in range(games):
        pace = 1 + game % 2
        rows += [("pot", game, 0, step, None, pace * step, None) for step in range(9 if pace == 1 else 5)]
    return table(rows)


def test_a_fan_follows_the_spread_as_far_as_games_go():
    drawn = fan(a_run(), FAN, pots())
    rows = {row[0]: row for row in drawn.data.rows}
    assert rows[4][1:] == (100, 100, 4, 4, 4, 8, 8, 4, 8)  # half hold 4, half 8
    assert rows[8][1:] == (50, 50, 8, 8, 8, 8, 8, 8, 8)  # only the slow ones go on
    assert drawn.title == "Coins in the Pot after 8 turns: the median is 8 (8 to 8), nine deals in ten have 8 to 8"
    assert "the first 100 games" in drawn.note


def test_what_is_over_may_keep_its_last_number():
    rows = {row[0]: row for row in fan(a_run(), {**FAN, "stays": True}, pots()).data.rows}
    assert rows[8][1:3] == (100, 100)
    assert rows[6][3:8] == (6, 6, 6, 8, 8)


def test_steps_that_few_games_reach_are_left_out():
    rows = [("pot", game, 0, step, None, step, None) for game in range(100) for step in range(2 + (game < 30) + (game < 5))]
    assert frequent_steps(table(rows)) == [0, 1, 2]
    assert fan(a_run(), FAN, table([row for row in rows if row[3] < 2])) is None


def test_quantiles_and_the_interval_of_a_median():
    values = list(range(1, 101))
    assert [quantile(values, q) for q in (0.0, 0.05, 0.5, 0.95, 1.0)] == [1, 5, 50, 95, 100]


def numbers(values, games):
    return table([("pot", game, 0, 0, None, value, None) for game, value in zip(games, values, strict=True)])


def test_the_interval_of_a_median_is_as_wide_as_games_differ():
    values = list(range(1, 101))
    alone = median(numbers(values, values))
    assert alone == (50, 40, 61)  # ranks 50 -+ 1.96 * 5, the next ones outwards
    mixed = median(numbers(values, [value % 20 for value in values]))  # five numbers of each game, as if from anywhere
    alike = median(numbers(values, [value // 5 for value in values]))  # ... all much the same
    assert mixed.high - mixed.low < alone.high - alone.low < alike.high - alike.low


@pytest.mark.slow
@pytest.mark.parametrize("each", [1, 5])
def test_the_interval_of_a_median_covers_it(each):
    random, inside = np.random.default_rng(5), 0
    for _ in range(1_000):
        game = np.repeat(np.arange(100), each)
        values = np.round(20 + 100 * (random.normal(size=100)[game] + random.normal(size=100 * each))).astype(int)
        found = median(numbers(values.tolist(), game.tolist()))
        inside += found.low <= 20 <= found.high
    assert inside >= 950 - 4 * 7


def races(games=400):
    """Seats 0 to 20 behind; who is k behind wins so much less often."""
    rows = []
    for game in range(games):
        gap = game % 21
        upset = (game // 21) % 20 < (20 - gap) // 2
        rows += [("deficit", game, 0, 1, 0, 0, float(not upset)), ("deficit", game, 0, 1, 1, gap, float(upset))]
    return table(rows)


def test_a_calibration_curve_says_what_a_deficit_costs():
    seen = races()
    drawn = comeback(a_run(BEHIND), BEHIND, seen)
    assert drawn.data.head[:3] == ("points behind", "cases", "share of the win")
    assert sum(row[1] for row in drawn.data.rows) == seen.height
    assert sum(row[1] * row[2] for row in drawn.data.rows) == pytest.approx(400)
    shares = [row[2] for row in drawn.data.rows]
    assert shares == sorted(shares, reverse=True)
    assert all(low <= value <= high and high - low > 0.01 for _, _, value, low, high in drawn.data.rows)
    assert drawn.title.startswith("Who leads on the way wins 7")
    assert drawn.figure.get_axes()[0].get_xticklabels()[0].get_text() == f"0\n({drawn.data.rows[0][1]})"


def test_bins_hold_the_leaders_first_and_about_as_many_others_each():
    values = sorted([0] * 50 + list(range(1, 281)))
    found = bounds(values)
    assert found[0] == (0, 0)
    assert [high - low + 1 for low, high in found[1:]] == [40] * 7
    assert bounds([0] * 50 + [1] * 30) == []  # too few to say anything


def test_seats_of_one_game_count_as_one():
    alone = table([("deficit", game, 0, 1, 0, 5, float(game % 4 == 0)) for game in range(100)])
    twice = table([("deficit", game, 0, step, 0, 5, float(game % 4 == 0)) for game in range(100) for step in (1, 2)])
    (one, cases), (two, more) = (share_of(seen, 5, 5) for seen in (alone, twice))
    assert (cases, more) == (100, 200)
    assert one == pytest.approx(two)


def test_a_run_without_followed_games_has_no_such_charts():
    assert list(courses(a_run(FAN, None))) == []
    assert [chart.name for chart in courses(a_run(FAN, pots()))] == ["pot"]
