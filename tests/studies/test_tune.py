"""Tuning: targets in words, racing on common deals, and a game skewed on purpose brought back to balance."""

import json
import sys
from math import inf

import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.errors import InputError, ScenarioError
from simlab.runs.backends import Crew
from simlab.scenarios.targets import parse
from simlab.stats.estimates import Estimate
from simlab.studies.tune import quest as tuning
from simlab.studies.tune.measure import tune

SKEWED = {
    "game": "template",
    "policies": "uniform",
    "rules": {"deals": 1},
    "knobs": {"deals": "1..9"},
    "targets": ["win spread below 2 %", "rounds between 3 and 5"],
    "trials": 9,
    "rollouts": 20_000,
    "seed": 3,
}


def test_a_target_is_read_from_words():
    target = parse("win spread below 1 %")
    assert (target.name, target.spread, target.low, target.high) == ("win", True, -inf, 0.01)
    assert target.loss(0.03) == pytest.approx(2.0)
    assert target.loss(0.005) == 0.0
    target = parse("rounds between 10 and 14")
    assert [target.loss(v) for v in (8, 10, 12, 15)] == [1.0, 0.0, 0.0, 0.5]
    assert (parse("win[seat=0] within 25 % +- 1 %").low, parse("capped <= 0").high) == (0.24, 0.0)
    assert parse("end[folded] above 0.2").entry == "folded"


def test_a_target_holds_only_when_its_whole_interval_does():
    target = parse("rounds between 10 and 14")
    assert target.verdict(Estimate(12, 0.1, 11.8, 12.2)) == "holds"
    assert target.verdict(Estimate(13.9, 0.1, 13.7, 14.1)) == "not settled"
    assert target.verdict(Estimate(15, 0.1, 14.8, 15.2)) == "broken"


@pytest.mark.parametrize("text", ["", "rounds", "rounds about 3", "rounds between 5 and 3", "win spread below", "below 3"])
def test_words_that_are_no_target_are_refused(text):
    with pytest.raises(InputError):
        parse(text)


def test_a_game_skewed_on_purpose_is_brought_back_to_balance():
    """One deal of uniform players gives seat 0 56 of 100 wins; only four deals are fair and last three to five rounds."""
    found = tune(tuning.of(SKEWED))
    assert found.best.moved == {"deals": 4}
    assert found.holds
    assert found.games > 80_000 - 256
    assert found.before[0].low > 0.1
    assert found.attempts[0].moved == {"deals": 1}
    assert sum(trial.state == "dropped" for trial in found.attempts) >= 3
    assert len(found.attempts) == 9


@pytest.mark.parametrize("crew", [Crew(workers=2), pytest.param(Crew("processes", 2), marks=pytest.mark.slow)])
def test_the_same_seed_gives_the_same_search_whoever_plays(crew):
    quest = tuning.of({**SKEWED, "knobs": {"deals": "1..9", "ranks": "3..9"}, "trials": 4, "rollouts": 1000, "confirm": 2000})
    one, other = tune(quest, crew=Crew(workers=1)), tune(quest, crew=crew)
    assert [attempt.as_json() for attempt in one.attempts] == [attempt.as_json() for attempt in other.attempts]
    assert one.confirmed == other.confirmed


def test_a_killed_search_goes_on_and_ends_the_same(tmp_path):
    quest = tuning.of({**SKEWED, "trials": 3, "rollouts": 2000, "confirm": 2000})
    first = tune(quest, tmp_path)
    kept = sorted(tmp_path.glob("trials/*.kept"))
    before = {path: path.stat().st_mtime_ns for path in kept}
    kept[0].unlink()
    again = tune(quest, tmp_path)
    assert [trial.as_json() for trial in again.attempts] == [trial.as_json() for trial in first.attempts]
    assert [path for path in kept if path.stat().st_mtime_ns != before[path]] == [kept[0]]
    tune(quest, tmp_path, fresh=True)
    assert all(path.stat().st_mtime_ns != before[path] for path in kept)


def test_without_optuna_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(InputError, match="pip install"):
        tune(tuning.of(SKEWED))


def test_the_command_reports_what_was_tried(tmp_path):
    path = tmp_path / "fair.yaml"
    path.write_text(json.dumps({**SKEWED, "knobs": {"deals": [1, 2, 4], "bet": [1, 60]}, "trials": 6, "rollouts": 2000, "confirm": 4000}))
    shown = CliRunner().invoke(main, ["tune", str(path), "--out", str(tmp_path / "out")])
    assert shown.exit_code == 0, shown.output
    assert "deals 4" in shown.stdout
    found = json.loads((tmp_path / "out" / "study.json").read_text())
    assert [trial["state"] for trial in found["trials"]].count("refused") == 3  # a bet of 60 antes is more than the rules allow
    assert {target["verdict"] for target in found["targets"]} <= {"holds", "not settled"}
    assert (tmp_path / "out" / "figures" / "trials.png").exists()
    assert "What was tried" in (tmp_path / "out" / "report.html").read_text()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"knbos": {}}, ":1:1: no key 'knbos' (did you mean 'knobs'?)"),
        ({"knobs": {"delas": "1..9"}}, "no knob 'delas' (did you mean 'deals'?)"),
        ({"knobs": {"deals": "1-9"}}, "write a range"),
        ({"knobs": {"deals": "9..1"}}, "is empty"),
        ({"knobs": {"deals": "1..900"}}, "must lie between 1 and 100"),
        ({"targets": ["rounds about 3"]}, "is no target"),
        ({"targets": ["rouns below 3"]}, "did you mean 'rounds'"),
        ({"targets": ["win below 3"]}, "say which of win"),
        ({"targets": ["rounds spread below 3"]}, "needs a metric with several entries"),
        ({"targets": ["end[flded] below 3"]}, "did you mean 'folded'"),
        ({"policies": "unifrom"}, "did you mean 'uniform'"),
        ({"trials": 0}, "trials"),
        ({"game": "tempalte"}, "did you mean 'template'"),
    ],
)
def test_mistakes_are_told_with_file_line_and_column(change, said, tmp_path):
    path = tmp_path / "x.yaml"
    lines = [f"{key}: {json.dumps(value)}" for key, value in {**change, **{k: v for k, v in SKEWED.items() if k not in change}}.items()]
    path.write_text("\n".join(lines))
    with pytest.raises(ScenarioError) as error:
        tuning.read(path)
    assert said in str(error.value)
    assert str(error.value).startswith(f"{path}:1:")
