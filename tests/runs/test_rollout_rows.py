"""`keep: rollouts`: one row for each game, the same as the results, the same files whatever plays them."""

import json
import subprocess
import sys

import polars as pl
import pytest

from simlab.runs import rollout_rows as rows
from simlab.runs.backends import Crew
from simlab.runs.run import run
from simlab.scenarios.prepare import prepare
from simlab.scenarios.scenario import of
from tests.conftest import ROOT
from tests.runs.helpers import Counted, digest

SCENARIO = {
    "game": "template",
    "policies": ["honest", "uniform"],
    "rules": {"ranks": 5},
    "variants": {"base": {}, "bet 2": {"rules": {"bet": 2}}},
    "sweep": {"rules.deals": [1, 3]},
    "rollouts": 6_000,
    "keep": "rollouts",
}


def play(folder, threads=2, progress=None, **changes):
    return run(prepare(of({**SCENARIO, **changes})), folder, crew=Crew(workers=threads), progress=progress)


def kept(folder):
    return pl.read_parquet(folder / "rollouts" / "**" / "*.parquet")


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.parquet"))}


@pytest.fixture(autouse=True)
def small_files(monkeypatch):
    """Several files even of a small run."""
    monkeypatch.setattr(rows, "MOST_BYTES", 1 << 18)


def test_the_rows_say_the_same_as_the_results(tmp_path):
    found = play(tmp_path)
    games = kept(tmp_path)
    assert games.height == 6_000 * 4
    assert games.columns[:5] == ["variant", "rules.deals", "players", "deal", "rotation"]
    means = games.group_by("variant", "rules.deals").agg(pl.col("pot", "net_s0", "win_s0").mean(), (pl.col("end") == "folded").mean())
    for row in means.to_dicts():
        here = found.results.filter((pl.col("variant") == row["variant"]) & (pl.col("rules.deals") == row["rules.deals"]))
        estimate = {(r["metric"], r["seat"], r["level"]): r["estimate"] for r in here.to_dicts()}
        assert row["pot"] == pytest.approx(estimate["pot", None, None])
        assert row["net_s0"] == pytest.approx(estimate["net", 0, None])
        assert row["win_s0"] == pytest.approx(estimate["win", 0, None])
        assert row["end"] == pytest.approx(estimate["end", None, "folded"])
    assert games["capped"].dtype == pl.Boolean
    assert games.n_unique(["variant", "rules.deals", "deal"]) == games.height


def test_the_files_are_the_same_whatever_plays_them(tmp_path):
    play(tmp_path / "one", threads=1)
    play(tmp_path / "three", threads=3)
    assert files(tmp_path / "one") == files(tmp_path / "three")
    assert len(files(tmp_path / "one")) > 6


def test_topped_up_and_shortened_runs_keep_each_game_once(tmp_path):
    play(tmp_path, rollouts=2_500)
    play(tmp_path)
    assert kept(tmp_path).height == 6_000 * 4
    play(tmp_path, rollouts=5_000)
    games = kept(tmp_path)
    assert games.height == 5_000 * 4
    assert games["deal"].max() == 4_999
    assert games.n_unique(["variant", "rules.deals", "deal"]) == games.height


def test_rows_asked_for_later_are_played_again_and_not_asked_for_any_more_stay_out_of_the_way(tmp_path):
    play(tmp_path, keep="sums")
    assert not (tmp_path / "rollouts").exists()
    before, told = digest(tmp_path), Counted()
    play(tmp_path, progress=told)
    assert told.played == 6_000 * 4
    assert digest(tmp_path) == before
    again = Counted()
    play(tmp_path, progress=again)
    assert again.played == 0


def test_rotated_deals_have_a_row_for_each_rotation(tmp_path):
    found = play(tmp_path, rotate_seats=True, sweep={}, rollouts=3_000)
    games = kept(tmp_path)
    assert games.height == 2 * 3_000
    assert games["rotation"].unique().sort().to_list() == [0, 1]
    players = found.results.filter(metric="net_by_player", variant="base", level="player 0")["estimate"][0]
    turned = games.filter(variant="base").select(pl.when(pl.col("rotation") == 0).then("net_s0").otherwise("net_s1").mean()).item()
    assert turned == pytest.approx(players)


PEAK = """
import json, resource, sys
from pathlib import Path
from simlab.scenarios.prepare import prepare
from simlab.runs.backends import Crew
from simlab.runs.run import run
from simlab.scenarios.scenario import of
run(prepare(of(json.loads(sys.argv[1]))), Path(sys.argv[2]), crew=Crew(workers=2))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


@pytest.mark.slow
def test_memory_stays_flat_however_many_rows_are_kept(tmp_path):
    peaks = []
    for rollouts in (500_000, 4_000_000):
        scenario = json.dumps({"game": "template", "rollouts": rollouts, "keep": "rollouts"})
        done = subprocess.run(
            [sys.executable, "-c", PEAK, scenario, tmp_path / str(rollouts)], capture_output=True, text=True, check=True, cwd=ROOT
        )
        peaks.append(float(done.stdout))
    print(f"peaks: {peaks} MB")
    assert peaks[1] - peaks[0] < 50
    assert pl.scan_parquet(tmp_path / "4000000" / "rollouts" / "**" / "*.parquet").select(pl.len()).collect().item() == 4_000_000
