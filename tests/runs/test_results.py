"""The tables of a run: a row for each number, each comparison, each bar."""

import json

import polars as pl
import pytest

from simlab.runs.run import run
from simlab.scenarios.prepare import prepare
from simlab.scenarios.scenario import of
from tests.runs.helpers import plan


def test_the_tables_have_the_columns_of_the_design(tmp_path):
    found = run(plan(rollouts=100), tmp_path)
    names = ["variant", "players", "metric", "seat", "level", "estimate", "std_error", "ci_low", "ci_high", "rollouts"]
    assert found.results.columns == names
    assert found.pairs.columns[:10] == names
    assert pl.read_parquet(tmp_path / "pairs.parquet").equals(found.pairs)


def test_points_players_and_sweeps_stand_in_the_tables(tmp_path):
    found = run(plan(rollouts=500, sweep={"rules.ante": [1, 2], "policies": ["uniform", ["honest", "uniform"]]}), tmp_path)
    assert found.results.columns[:4] == ["variant", "rules.ante", "policies", "players"]
    assert found.results.select("variant", "rules.ante", "policies").unique().height == 12
    assert found.pairs["policies"].unique().sort().to_list() == ["[honest, uniform]", "uniform"]
    assert set(found.pairs["variant"]) == {"bet 2", "four deals"}


def test_identical_variants_differ_by_nothing_and_pairing_gains_without_end(tmp_path):
    found = run(plan(rollouts=2000, variants={"a": {}, "b": {}}), tmp_path)
    assert set(found.pairs["estimate"].drop_nulls()) == {0.0}
    net = found.pairs.filter(metric="net", seat=0).row(0, named=True)
    assert net["variance_factor"] == float("inf")
    assert net["verdict"] == "no difference at all: the same in every game"


def test_the_first_turn_of_perfect_play_is_worth_minus_an_eighteenth(tmp_path):
    """4 sigma at seed 1."""
    found = run(prepare(of({"game": "template", "policies": "equilibrium", "rollouts": 200_000})), tmp_path)
    row = found.results.filter(metric="net", seat=0).row(0, named=True)
    assert abs(row["estimate"] + 1 / 18) < 4 * row["std_error"]
    end = found.results.filter(metric="end")["estimate"].sum()
    assert end == pytest.approx(1.0)


def test_rotated_deals_make_one_unit_and_tell_players_from_seats(tmp_path):
    line = ["always_bet", "honest"]
    alone = run(plan(policies=line, variants={}, rollouts=20_000), tmp_path / "alone")
    turned = run(plan(policies=line, variants={}, rollouts=20_000, rotate_seats=True), tmp_path / "turned")
    manifest = json.loads((tmp_path / "turned" / "manifest.json").read_text())
    assert manifest["cells"][0]["deals"] == 10_000
    players = turned.results.filter(metric="net_by_player")
    assert players["level"].to_list() == ["player 0", "player 1"]
    assert players["rollouts"].to_list() == [20_000, 20_000]
    assert players["std_error"][0] < 0.8 * alone.results.filter(metric="net", seat=0)["std_error"][0]
    assert turned.results.filter(metric="net")["estimate"].sum() == pytest.approx(0.0)
