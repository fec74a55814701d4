"""Exact sums: what the kernel adds is what plain Python adds."""

import numpy as np
import pytest

from simlab.contract.columns import Column, tally_record
from simlab.errors import RunError
from simlab.runs.sums import BATCH, BINS, LIMIT, Adder, Sums
from simlab.scenarios.recipe import ONE, Layout, Recipe

COLUMNS = (
    Column("win", "share of the win", "share", "i2", seats=True),
    Column("rounds", "length", "count", "i2"),
    Column("tiny", "one byte", "count", "i1"),
    Column("wide", "eight bytes", "count", "i8"),
    Column("byte", "one byte without sign", "count", "u1"),
    Column("word", "two bytes without sign", "count", "u2"),
    Column("long", "four bytes without sign", "count", "u4"),
    Column("end", "how", "code", "i1", levels=("a", "b"), none=-1, none_name="c"),
    Column("when", "round of it", "count", "i4", none=-1),
    Column("hits", "hits by level", "count", "i4", levels=("x", "y", "z"), over="tries"),
    Column("tries", "tries by level", "count", "i4", levels=("x", "y", "z")),
)
RECORD = tally_record(COLUMNS)


def random_rows(shape, seed=1):
    random = np.random.default_rng(seed)
    rows = np.zeros(shape, RECORD)
    rows["win"][..., :3] = random.integers(0, 61, (*shape, 3))
    rows["rounds"] = random.integers(0, 700, shape)
    rows["tiny"] = random.integers(-128, 128, shape)
    rows["wide"] = random.integers(-LIMIT, LIMIT + 1, shape)
    rows["byte"], rows["word"] = random.integers(0, 256, shape), random.integers(0, 65536, shape)
    rows["long"] = random.integers(0, LIMIT + 1, shape)
    rows["end"], rows["when"] = random.integers(-1, 2, shape), random.integers(-1, 9, shape)
    rows["tries"] = random.integers(0, 5, (*shape, 3))
    rows["hits"] = random.integers(0, 5, (*shape, 3))
    return rows


def values(rows, metric, recipe):
    """Top and denominator of a metric for each game, the plain way."""
    column = recipe.columns[metric.column]
    whole = rows[column.name]
    if column.kind == "code":
        code = {"a": 0, "b": 1, "c": -1}[metric.level]
        return (whole == code).astype(object), np.ones(whole.shape, object)
    at = metric.seat if metric.seat is not None else column.levels.index(metric.level) if metric.level else None
    top = (whole if at is None else whole[..., at]).astype(object)
    if column.none is not None:
        there = (top != column.none).astype(object)
        return top * there, there
    return top, rows[column.over][..., at].astype(object) if column.over else np.ones(whole.shape[: rows.ndim], object)


def added(rows, players=3, rotated=False, pieces=(None,)):
    recipe = Recipe(COLUMNS, RECORD, players, rotated)
    layout = Layout(recipe, rows.shape[0])
    total = Sums.empty(layout)
    for piece in pieces:
        part = Sums.empty(layout)
        Adder(layout).add(part, np.ascontiguousarray(rows[:, :, piece] if piece else rows))
        total.add(part)
    return recipe, layout, total


def rows_alike():
    return random_rows((2, 1, BATCH * 2 + 37))


def rows_quiet_and_loud():
    """Batches in which a column is zero throughout, small, as large as may be, or below zero, each after each other."""
    random = np.random.default_rng(5)
    rows = random_rows((2, 1, BATCH * 30 + 5), seed=4)
    for name in RECORD.names:
        whole = rows[name]
        least, most = max(-LIMIT, np.iinfo(whole.dtype).min) // 2, min(LIMIT, np.iinfo(whole.dtype).max)
        for begin in range(0, rows.shape[2], BATCH):
            batch = whole[:, :, begin : begin + BATCH]
            batch[:] = random.choice([batch * 0, batch * 0 + 1, batch & 1, batch, batch * 0 + most, least + batch // 2])
    return rows


@pytest.mark.parametrize("make", [rows_alike, rows_quiet_and_loud])
def test_every_product_is_exact_for_two_arms(make):
    rows = make()
    recipe, layout, sums = added(rows)
    totals = sums.totals()
    for metric in recipe.metrics:
        parts = [values(rows[arm, 0], metric, recipe) for arm in range(2)]
        for arm in range(2):
            assert totals[layout.find(arm, metric.top, 0, ONE)] == parts[arm][0].sum(), metric
            assert totals[layout.find(arm, metric.top, arm, metric.top)] == (parts[arm][0] ** 2).sum(), metric
            assert totals[layout.find(arm, metric.top, 0, metric.top)] == (parts[arm][0] * parts[0][0]).sum(), metric
            if metric.below >= 0:
                assert totals[layout.find(arm, metric.below, arm, metric.top)] == (parts[arm][0] * parts[arm][1]).sum(), metric
                assert totals[layout.find(1, metric.top, 0, metric.below)] == (parts[1][0] * parts[0][1]).sum(), metric


def test_rotated_games_are_added_up_by_deal_before_they_are_squared():
    rows = random_rows((1, 3, 100))
    recipe, layout, sums = added(rows, rotated=True)
    metric = next(m for m in recipe.metrics if m.name == "win" and m.seat == 1)
    by_deal = rows["win"][0, :, :, 1].astype(object).sum(axis=0)
    assert sums.totals()[layout.find(0, metric.top, 0, metric.top)] == (by_deal**2).sum()
    mine = next(m for m in recipe.metrics if m.name == "win_by_player" and m.level == "player 1")
    by_player = sum(rows["win"][0, r, :, (1 + r) % 3].astype(object) for r in range(3))
    assert sums.totals()[layout.find(0, mine.top, 0, mine.top)] == (by_player**2).sum()


def test_the_order_and_size_of_pieces_do_not_matter():
    rows = random_rows((2, 1, 3000), seed=2)
    whole = added(rows)[2].to_bytes()
    cut = [slice(2100, 3000), slice(0, 700), slice(700, 701), slice(701, 2100)]
    assert added(rows, pieces=cut)[2].to_bytes() == whole


def test_sums_survive_the_way_to_bytes_and_back():
    sums = added(random_rows((1, 1, 200)))[2]
    again = Sums.from_bytes(sums.to_bytes())
    assert again.totals() == sums.totals()
    assert (again.bins == sums.bins).all()


def test_sums_beyond_sixty_four_bits_stay_exact():
    rows = np.zeros((1, 1, 40), RECORD)
    rows["wide"] = LIMIT
    recipe, layout, sums = added(rows)
    for _ in range(30):
        sums.add(Sums.from_bytes(sums.to_bytes()))
    top = next(m.top for m in recipe.metrics if m.name == "wide")
    assert sums.totals()[layout.find(0, top, 0, top)] == LIMIT * LIMIT * 40 * 2**30


@pytest.mark.parametrize(("name", "value"), [("wide", LIMIT + 1), ("wide", -LIMIT - 1), ("long", LIMIT + 1), ("when", -LIMIT - 1)])
def test_a_value_too_large_for_exact_sums_is_refused_by_name(name, value):
    rows = random_rows((1, 1, 50))
    rows[name][0, 0, 33] = value
    with pytest.raises(RunError, match=f"column {name} goes beyond"):
        added(rows)


def test_sums_of_a_batch_in_32_bits_do_not_run_over():
    """The largest values that are still added up in 32 bits, and the smallest that are not."""
    for value in (int(((1 << 31) / BATCH) ** 0.5) + step for step in (-1, 0, 1)):
        rows = np.zeros((1, 1, BATCH), RECORD)
        rows["when"] = value
        recipe, layout, sums = added(rows)
        top = next(m.top for m in recipe.metrics if m.name == "when")
        assert sums.totals()[layout.find(0, top, 0, top)] == value**2 * BATCH


def test_columns_need_not_be_looked_at_in_every_rotation_to_be_right():
    rows = np.zeros((2, 3, BATCH + 9), RECORD)
    rows["rounds"][:, 1] = random_rows((2, BATCH + 9))["rounds"]
    rows["win"][1, 2] = 60
    recipe, layout, sums = added(rows, rotated=True)
    rounds = next(m.top for m in recipe.metrics if m.name == "rounds")
    first, second = (rows["rounds"][arm].astype(object).sum(axis=0) for arm in (0, 1))
    assert sums.totals()[layout.find(1, rounds, 0, rounds)] == (first * second).sum()
    win = next(m.top for m in recipe.metrics if m.name == "win" and m.seat == 0)
    assert sums.totals()[layout.find(1, win, 1, win)] == 3600 * (BATCH + 9)


def test_histograms_count_small_numbers_and_keep_the_rest_together():
    rows = random_rows((1, 1, 5000), seed=3)
    recipe, _, sums = added(rows)
    counts = sums.bins[0, list(recipe.histograms).index("rounds")]
    expected = np.bincount(np.minimum(rows["rounds"][0, 0], BINS - 1), minlength=BINS)
    assert (counts == expected).all()
    assert sums.bins[0, list(recipe.histograms).index("when")].sum() == (rows["when"] >= 0).sum()
