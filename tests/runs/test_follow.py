"""Games followed step by step: the same games as the run's, the same bytes every time."""

import json

import polars as pl
import pytest

import simlab
from simlab.players.registry import from_file
from simlab.runs.follow import FOLLOWED, SCHEMA, course_table, track_data
from simlab.runs.retell import RunCell
from simlab.scenarios import scenario as scenarios
from simlab.scenarios.prepare import prepare

SCENARIO = {"game": "template", "policies": "uniform", "rules": {"deals": 4}, "rollouts": 1_000, "seed": 3}
SLOW = '''"""Slow players."""
from simlab.players import python_policy


@python_policy
def passes(view, rules, me, table):
    """Never bets."""
    return 0
'''


def cell(own=(), **changes):
    plan = prepare(scenarios.of({**SCENARIO, **changes}), own)
    return RunCell(plan, plan.points[0], plan.points[0].arms[0])


@pytest.fixture(scope="module")
def seen():
    found = course_table(cell())
    assert found is not None
    return found


def test_every_step_of_the_first_games_is_there_for_each_seat(seen):
    net = seen.filter(track="net_course")
    assert dict(seen.schema) == SCHEMA
    assert net["game"].unique().sort().to_list() == list(range(FOLLOWED))
    assert net.group_by("game").agg(pl.col("step").unique().sort())["step"].to_list() == [[0, 1, 2, 3, 4]] * FOLLOWED
    assert net.filter(step=0)["value"].unique().to_list() == [0]


def test_the_last_step_is_the_end_of_the_same_games_in_the_run(seen):
    tallies = cell().tallies(FOLLOWED)
    last = seen.filter(track="net_course", step=4).sort("game", "seat")
    assert last["value"].to_list() == tallies["net"][:, :2].reshape(-1).tolist()
    assert last["win"].to_list() == (tallies["win"][:, :2].reshape(-1) / 60).tolist()


def test_a_deficit_is_what_a_seat_is_short_of_the_leader(seen):
    net, behind = (seen.filter(track=name, step=2).sort("game", "seat")["value"].to_list() for name in ("net_course", "deficit"))
    assert behind == [max(net[k - k % 2 : k - k % 2 + 2]) - net[k] for k in range(len(net))]
    assert set(seen.filter(track="deficit")["step"]) == {1, 2, 3}  # not before the first deal, nor when all is over


def test_rotated_games_are_followed_in_the_order_of_the_run():
    turned = cell(policies=["honest", "uniform"], rotate_seats=True)
    found = course_table(turned, 6)
    ends = found.filter(track="net_course", step=4).sort("game", "seat")["value"].to_list()
    told = [list(turned.transcript(number).tables())[-1] for number in range(6)]
    assert ends == [int(chips) for table in told for chips in table.tally.net[:2]]


def test_a_game_of_one_deal_has_nothing_to_follow():
    assert course_table(cell(rules={})) is None
    assert track_data(cell(rules={}).plan) == []


def test_uncompiled_policies_can_be_followed_and_told(tmp_path):
    (tmp_path / "slow.py").write_text(SLOW)
    slow = cell([from_file(cell().plan.game, f"{tmp_path / 'slow.py'}:passes")], policies="passes")
    assert slow.transcript(0).actions == (0,) * 8
    assert course_table(slow, 3)["game"].n_unique() == 3


def test_a_run_writes_them_beside_its_tables_always_the_same_bytes(tmp_path, seen):
    result = simlab.run(SCENARIO, out=tmp_path)
    kept = (tmp_path / "tracks.parquet").read_bytes()
    assert pl.read_parquet(tmp_path / "tracks.parquet").equals(seen)
    simlab.run(SCENARIO, out=tmp_path)
    assert (tmp_path / "tracks.parquet").read_bytes() == kept
    said = json.loads((tmp_path / "manifest.json").read_text())["tracks"]
    assert [track["name"] for track in said] == ["net_course", "deficit"]
    assert all((tmp_path / "figures" / f"{track['name']}.svg").exists() for track in said)
    assert "From the first 200 games of the run" in result.report_path.read_text()


def test_long_games_are_followed_as_long_as_it_is_cheap(seen):
    few = course_table(cell(), moves=100)
    lengths = [len(cell().transcript(number).actions) for number in range(20)]
    games = next(n for n in range(20) if sum(lengths[:n]) >= 100)
    assert few.equals(seen.filter(pl.col("game") < games))
