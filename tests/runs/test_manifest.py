"""What a run says of itself: enough to read it without the game, and to run it again."""

import json

from simlab.runs.manifest import describe
from simlab.runs.run import run
from simlab.scenarios.prepare import prepare
from simlab.scenarios.scenario import read
from tests.runs.helpers import digest, plan


def test_the_written_scenario_gives_the_same_run(tmp_path, expected):
    run(plan(rollouts=100), tmp_path / "a")
    text = (tmp_path / "a" / "scenario.yaml").read_text().replace("rollouts: 100", "rollouts: 30_000")
    (tmp_path / "again.yaml").write_text(text)
    run(prepare(read(tmp_path / "again.yaml")), tmp_path / "b")
    assert digest(tmp_path / "b") == expected


def test_every_column_has_a_meaning_those_of_the_line_up_and_of_the_scenario_too():
    columns = describe(plan(rotate_seats=True), {}, "done")["columns"]
    assert columns["net_by_player"]["doc"].endswith("by place in the line-up whatever the seat")
    assert columns["chips"]["kind"] == "defined"
    assert all(column["doc"] for column in columns.values())


def test_a_run_says_what_was_played_and_by_whom(tmp_path):
    run(plan(rollouts=100, policies=["honest", {"name": "always_bet"}]), tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert (manifest["state"], manifest["rollouts"], manifest["looks"]) == ("done", 100, "one")
    assert [arm["variant"] for arm in manifest["cells"][0]["arms"]] == ["base", "bet 2", "four deals"]
    assert list(manifest["policies"]) == ["honest", "always_bet"]
    assert all(player["doc"] for player in manifest["policies"].values())
