"""`adjust:`: each deal once for every seat its cards can go to; what that gains is told, and nothing else changes."""

import json
from dataclasses import replace

import polars as pl
import pytest
from click.testing import CliRunner

from simlab import api
from simlab.cli import main
from simlab.contract.catalogue import load
from simlab.errors import ScenarioError
from simlab.runs.backends import Crew
from simlab.runs.retell import open_run
from simlab.runs.run import run
from simlab.scenarios import plan
from simlab.scenarios.prepare import prepare
from simlab.scenarios.scenario import of

SCENARIO = {
    "game": "template",
    "policies": ["honest", "uniform"],
    "rules": {"ranks": 5, "deals": 3},
    "variants": {"base": {}, "bet 2": {"rules": {"bet": 2}}},
    "rollouts": 4_000,
    "metrics": ["win", "pot"],
    "adjust": True,
}


def play(folder, threads=2, **changes):
    return run(prepare(of({**SCENARIO, **changes})), folder, crew=Crew(workers=threads))


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text())


def test_the_same_bytes_whoever_plays(tmp_path):
    play(tmp_path / "one", threads=1)
    play(tmp_path / "two", threads=2)
    play(tmp_path / "more", rollouts=1_000)
    play(tmp_path / "more")
    files = [(tmp_path / name / "results.parquet").read_bytes() for name in ("one", "two", "more")]
    assert files[0] == files[1] == files[2]


def test_rows_and_games_told_again_are_the_games_of_the_run(tmp_path):
    play(tmp_path, keep="rollouts")
    rows = pl.read_parquet(tmp_path / "rollouts" / "**" / "*.parquet").filter(pl.col("variant") == "base")
    assert rows.height == 4_000
    assert sorted(rows["rotation"].unique()) == [0, 1]
    cell = open_run(tmp_path)
    for number in (0, 1, 7, 3_999):
        *_, last = cell.transcript(number).tables()
        row = rows.filter((pl.col("deal") == number // 2) & (pl.col("rotation") == number % 2)).to_dicts()[0]
        assert [int(net) for net in last.tally.net[:2]] == [row["net_s0"], row["net_s1"]]


def test_intervals_are_those_of_deals_and_the_gain_is_in_games(tmp_path):
    """The gain is what the rows say: the variance of single games over that of a deal's mean, times its games."""
    found = play(tmp_path, keep="rollouts", variants={})
    rows = pl.read_parquet(tmp_path / "rollouts" / "**" / "*.parquet")
    deals = rows.group_by("deal").agg(pl.col("win_s0", "win_s1", "pot").mean())
    row = found.results.filter((pl.col("metric") == "win") & (pl.col("seat") == 0)).to_dicts()[0]
    assert row["std_error"] == pytest.approx((deals["win_s0"].var() / deals.height) ** 0.5, rel=1e-9)
    gains = manifest(tmp_path)["gains"]
    for name, columns in (("win", ["win_s0", "win_s1"]), ("pot", ["pot"])):
        alone = sum(rows[column].var(ddof=0) for column in columns) / rows.height
        assert gains[name] == pytest.approx(alone / (sum(deals[column].var() for column in columns) / deals.height), rel=1e-9)
    assert gains["win"] > 1.5


def test_the_page_says_what_it_gained(tmp_path):
    data = {**SCENARIO, "variants": {}, "rules": {"ranks": 5, "deals": 9}}
    said = api.run({key: value for key, value in data.items() if key != "adjust"}, out=tmp_path, report=False, adjust=True).findings
    gain = manifest(tmp_path)["gains"]["win"]
    assert any(f"share of the win as good as {gain:.2g} times the games" in sentence for sentence in said), said


def test_the_page_says_where_it_does_not_help(tmp_path):
    """A number of the whole game is nearly the same in all duplicates of a deal."""
    data = {**SCENARIO, "variants": {}, "policies": "honest", "metrics": ["win", "pot"]}
    said = api.run(data, out=tmp_path, report=False).findings
    gain = manifest(tmp_path)["gains"]["pot"]
    assert gain < 1
    assert f"`adjust` does not help pot (as good as {gain:.2g} times the games): leave it out for that." in said
    assert not any("pot" in sentence for sentence in said if sentence.startswith("Each deal was played once")), said


def test_duplicates_that_never_differ_are_not_certain(tmp_path):
    found = play(tmp_path, policies="honest", rules={"ranks": 5}, variants={}, rollouts=200)
    row = found.results.filter((pl.col("metric") == "win") & (pl.col("seat") == 0)).to_dicts()[0]
    assert row["std_error"] == 0
    assert row["ci_low"] < 0.5 < row["ci_high"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rotate_seats": True}, "say one of the two"),
        ({"adjust": "yes"}, "adjust"),
    ],
)
def test_what_does_not_go_with_it_gets_one_line(tmp_path, changes, said):
    path = tmp_path / "s.yaml"
    path.write_text(json.dumps({**SCENARIO, **changes}))
    found = CliRunner().invoke(main, ["run", str(path), "--out", str(tmp_path / "out")])
    assert found.exit_code == 2
    assert said in found.output
    assert len(found.output.splitlines()) == 1


def test_a_game_that_cannot_move_its_cards_is_refused(monkeypatch):
    monkeypatch.setattr(plan, "load", lambda name: replace(load(name), duplicates=False))
    with pytest.raises(ScenarioError, match="adjust: template cannot deal its cards to other seats"):
        prepare(of(SCENARIO))
