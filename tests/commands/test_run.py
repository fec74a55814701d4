"""`simlab run`, `compare`, `schema` and `games`, as typed."""

import io
import json
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.commands.progress import Clock, Lines, duration
from simlab.contract.catalogue import load
from simlab.scenarios import document

SCENARIOS = sorted((Path(__file__).parent.parent.parent / "scenarios").glob("*.yaml"))


def said(*arguments: str) -> str:
    done = CliRunner().invoke(main, list(arguments))
    assert done.exit_code == 0, done.output
    return done.stdout


def test_compare_needs_no_file(tmp_path):
    found = json.loads(
        said(
            "compare",
            "template",
            "rules.bet=2",
            "rules.bet=3,rules.ante=2",
            "--policy",
            "honest",
            "--rollouts",
            "500",
            "--json",
            "--out",
            str(tmp_path),
        )
    )
    assert {row["variant"] for row in found["pairs"]} == {"bet=2", "bet=3,ante=2"}
    assert found["question"] == "template: what does bet=2 or bet=3,ante=2 change?"
    assert (tmp_path / "report.html").exists()


def test_run_takes_changes_of_the_command_line(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text("game: template\nrollouts: 300\nquestion: Who wins?\n")
    found = json.loads(said("run", str(path), "--set", "rules.deals=3", "--seed", "9", "--json", "--out", str(tmp_path / "out")))
    rounds = next(row for row in found["results"] if row["metric"] == "rounds")
    assert rounds["estimate"] == 3
    shown = said("run", str(path), "--set", "rules.deals=3", "--seed", "9", "--rollouts", "400", "--out", str(tmp_path / "out"))
    assert "Who wins?" in shown
    assert shown.strip().splitlines()[-1] == f"report: {tmp_path / 'out' / 'report.html'}"
    assert said("run", str(path), "--quiet", "--out", str(tmp_path / "quiet")) == ""


@pytest.fixture(scope="module")
def schema():
    return json.loads(said("schema"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_the_schema_takes_the_scenarios_that_ship(schema, path):
    jsonschema.validate(document.read(path).data, schema)


@pytest.mark.parametrize(
    "broken",
    [
        {"rollouts": 5},
        {"game": "poker"},
        {"game": "template", "rollout": 5},
        {"game": "template", "rules": {"bett": 2}},
        {"game": "template", "rules": {"ranks": 99}},
        {"game": "template", "policies": "honset"},
        {"game": "template", "variants": {"a": {"rules": {"bett": 1}}}},
        {"game": "arcana", "rules": {"category_order": {"swap": ["one_twin"]}}},
        {"game": "arcana", "rules": {"category_order": {"swap": ["one_twin", "high_card"]}}},
        {"game": "arcana", "rules": {"category_order": ["one_twin"]}},
    ],
)
def test_the_schema_refuses_what_the_loader_refuses(schema, broken):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, schema)


def test_the_schema_takes_every_default_and_a_swap_of_arcanas_categories(schema):
    for game in ("arcana", "template"):
        jsonschema.validate({"game": game, "rules": {k: v for k, v in load(game).Rules().plain().items() if k != "players"}}, schema)
    jsonschema.validate({"game": "arcana", "rules": {"category_order": {"swap": ["one_twin", "two_pair"]}}}, schema)
    arcana = next(part for part in schema["allOf"] if part["if"]["properties"]["game"]["const"] == "arcana")
    order = arcana["then"]["properties"]["rules"]["properties"]["category_order"]
    assert order["default"][0] == "quintuplet"


def test_games_as_json():
    assert "template" in json.loads(said("games", "--json"))
    found = json.loads(said("games", "template", "--json"))
    assert found["policies"][-1]["parameters"][0]["name"] == "alpha"


def test_progress_in_plain_lines_tells_rate_and_time_left(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("simlab.commands.progress.monotonic", lambda: now[0])
    out = io.StringIO()
    told = Lines(out)
    told.start(1_000_000, 200_000)
    for _ in range(3):
        now[0] += 4.0
        told.advance(100_000)
    assert out.getvalue().splitlines() == [
        "simlab: 200,000 of 1,000,000 games were played before",
        "simlab: 400,000 of 1,000,000 games, 25,000 a second, 24 s left",
    ]


def test_the_clock_leaves_out_the_time_of_the_first_block(monkeypatch):
    now = [50.0]
    monkeypatch.setattr("simlab.commands.progress.monotonic", lambda: now[0])
    clock = Clock()
    assert clock.rate(64) == 0.0
    now[0] += 2.0
    assert clock.rate(1000) == 500.0


def test_durations_are_short():
    assert [duration(s) for s in (12.3, 95, 600, 7500)] == ["12 s", "2 min", "10 min", "2 h 05 min"]
