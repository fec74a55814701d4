"""Dials: every knob one step either way, the strong one first."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.contract.catalogue import load
from simlab.contract.goals import WIN
from simlab.runs.backends import Crew
from simlab.studies.ask import Ask
from simlab.studies.dials.measure import Dials, dials
from simlab.studies.dials.page import tornado
from simlab.studies.dials.pairs import pairs
from simlab.studies.dials.steps import moves, single_moves, steps


def dial(schema, value):
    return [(name, shown, new) for name, shown, new in moves("knob", schema, value)]


def test_a_number_moves_by_a_tenth_and_stays_in_its_bounds():
    assert single_moves({"type": "integer", "minimum": 1, "maximum": 500}, 50) == [45, 55]
    assert single_moves({"type": "integer", "minimum": 1, "maximum": 100}, 1) == [2]
    assert single_moves({"type": "number", "minimum": 0.0, "maximum": 1.0}, 0.5) == [0.45, 0.55]
    assert single_moves({"type": "number", "minimum": 0.0, "maximum": 4.0}, 0.0) == [0.4]


def test_switches_words_orders_lists_and_mappings_have_steps_of_their_own():
    assert dial({"type": "boolean"}, True) == [("knob", "false", False)]
    assert dial({"enum": ["low", "mid", "high"]}, "mid") == [("knob", "low", "low"), ("knob", "high", "high")]
    assert dial({"type": "array"}, ["a", "b", "c"]) == [("knob", "a <> b", ["b", "a", "c"]), ("knob", "b <> c", ["a", "c", "b"])]
    whole = {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 50}}
    assert dial(whole, [0, 5]) == [("knob[0]", "1", [1, 5]), ("knob[1]", "4", [0, 4]), ("knob[1]", "6", [0, 6])]
    assert dial(whole, [2, 0, 1])[0] == ("knob", "2 <> 0", [0, 2, 1])
    assert dial({"type": "object", "properties": {"kill": {}}}, {}) == [("knob.kill", "false", {"kill": False})]
    mixed = {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 5}, {"enum": ["last", "random"]}]}
    assert dial(mixed, "last") == [("knob", "random", "random")]
    assert dial({"anyOf": [{"type": "integer", "minimum": 0, "maximum": 5}, {"type": "null"}]}, None) == []


@pytest.mark.parametrize("name", ["arcana", "battle", "fortune", "jester", "showdown", "template"])
def test_every_game_has_steps_that_its_rules_allow(name):
    game = load(name)
    found, refused = steps(game, game.Rules(), [])
    assert len({step.name for step in found}) == len(found) > 3
    for step in found:
        assert game.Rules.of(step.rules).changed()
    assert len(refused) < len(found)


def test_a_planted_strong_knob_comes_first(tmp_path):
    """The number of deals makes a game longer; a pot grows by both antes of every deal."""
    found = dials(Ask("template", "honest", rules={"deals": 5}, rollouts=2000), tmp_path, metrics=["rounds", "decisions", "pot"])
    assert found.ranking("rounds") == ["deals"]
    assert found.ranking("decisions")[0] == "deals"
    assert found.ranking("pot")[0] == "ante"
    assert found.ranking("pot")[:2] == ["ante", "bet"]
    assert "rounds: deals matters most (deals 4: shorter by 1 deals" in found.sentences()[0]


def moved(knob, estimate, half):
    step = {"knob": knob, "step": "1", "variant": f"{knob} 1", "metric": "pot", "seat": None, "level": None, "rate": False, "unit": "chips"}
    ends = {"estimate": estimate, "std_error": half / 2, "ci_low": estimate - half, "ci_high": estimate + half}
    return {**step, **ends, "p_holm": 0.001, "verdict": f"more by {abs(estimate)} chips"}


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ([("bet", -2.9)], "pot: ante or bet matters most (ante 1: more by 3.0 chips); 0 of 2 knobs"),
        ([("bet", -1.0)], "pot: ante matters most (ante 1: more by 3.0 chips); also bet; 0 of 2 knobs"),
        ([("bet", -2.9), ("deals", 2.8), ("ranks", 2.7)], "pot: one of 4 knobs matters most (ante 1: more by 3.0 chips); also ante, bet"),
    ],
)
def test_a_knob_matters_most_only_where_these_games_can_tell(others, said):
    rows = [moved("ante", 3.0, 0.2), *(moved(knob, estimate, 0.2) for knob, estimate in others)]
    found = Dials("template", 2, 100, (), {}, tuple(rows), ("pot",), WIN)
    assert found.sentences()[0].startswith(said)
    assert tornado(found, "pot", found.panels["pot"]).title.startswith(said.partition(" (")[0])


def test_the_goal_is_the_first_metric_unless_others_are_named(tmp_path):
    ask = Ask("template", "honest", rollouts=200)
    assert dials(ask, tmp_path / "own").metrics == ("net", "rounds", "decisions")
    assert dials(replace(ask, goal="win"), tmp_path / "win").metrics == ("win", "rounds", "decisions")
    assert dials(ask, tmp_path / "named", metrics=["pot"]).metrics == ("pot",)
    found = dials(replace(ask, goal="payoff"), tmp_path / "both", metrics=["pot"])
    assert found.metrics == ("net", "pot")
    assert found.as_json()["goal"]["unit"] == "chips"
    assert {row["unit"] for row in found.rows if row["metric"] == "net"} == {"chips"}


@pytest.mark.slow
def test_processes_find_the_same_differences(tmp_path):
    ask = Ask("template", "honest", rules={"deals": 3}, rollouts=500)
    found = [dials(ask, tmp_path / crew.kind, crew=crew).as_json() for crew in (Crew(workers=1), Crew("processes", 2))]
    assert found[0] == found[1]


def test_the_command_draws_the_tornado(tmp_path):
    arguments = ["dials", "template", "--policies", "honest", "--rules", "deals=5", "--metrics", "pot", "--games", "500"]
    arguments += ["--out", str(tmp_path)]
    shown = CliRunner().invoke(main, arguments)
    assert shown.exit_code == 0, shown.output
    assert "ante matters most" in shown.stdout
    assert (tmp_path / "figures" / "pot_tornado.svg").exists()
    found = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).stdout)
    assert found["ranking"]["pot"][0] == "ante"
    assert {row["knob"] for row in found["steps"]} == {"ranks", "ante", "bet", "deals"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--goal", "pott"), "no template goal 'pott'"),
        (("--metrics", "rouns"), "did you mean 'rounds'"),
        (("--policies", "onest"), "did you mean 'honest'"),
        (("--rules", "bet=1000"), "bet: must be at most 100"),
    ],
)
def test_mistakes_are_told_in_one_line(arguments, said, tmp_path):
    done = CliRunner().invoke(main, ["dials", "template", *arguments, "--out", str(tmp_path)])
    assert done.exit_code == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_other_players_are_asked_whether_a_step_does_the_same(tmp_path):
    """Under `always_bet` the pot is the same with every number of ranks; a larger bet grows it under both."""
    found = dials(Ask("template", "honest", rollouts=3000), tmp_path, metrics=["pot"], also=["always_bet"])
    bet = next(row for row in found.rows if row["variant"] == "bet 2")
    assert "the same when always_bet plays" in found.sentences()[0]
    assert bet["also"]["always_bet"]["estimate"] == pytest.approx(2)
    assert found.as_json()["steps"][0]["also"].keys() == {"always_bet"}


def test_what_other_players_turn_round_comes_first(tmp_path, monkeypatch):
    found = dials(Ask("template", "honest", rollouts=3000), tmp_path, metrics=["pot"], also=["always_bet"])
    row = next(row for row in found.panels["pot"] if row["variant"] == "bet 2")
    row["also"]["always_bet"] |= {"estimate": -2.0, "verdict": "less by 2 chips (1 to 3)"}
    assert found.sentences()[0].startswith("pot, bet 2: more by")
    assert found.sentences()[0].endswith("the other way round when always_bet plays: less by 2 chips (1 to 3).")


def test_two_steps_that_multiply_work_together(tmp_path):
    """The pot of all deals: one more deal brings what a larger ante makes of it. Two antes and a bet only add up."""
    ask = Ask("template", "always_bet", rules={"deals": 5}, rollouts=400)
    found = pairs(ask, tmp_path, 3, metrics=["pot", "rounds"])
    settled = {(row.about, row.steps): row for row in found.settled}
    together = next(row for (about, steps), row in settled.items() if about == "pot" and "deals" in steps and "ante 2" in steps)
    assert abs(together.claim.found.value) == pytest.approx(2)
    assert "than both apart add up to" in together.verdict()
    assert not any(about == "rounds" for about, _ in settled)
    assert any("ante" in sentence for sentence in found.sentences())


def test_pairs_that_do_not_work_together_are_not_claimed(tmp_path):
    found = pairs(Ask("template", "uniform", rollouts=400), tmp_path, 4, metrics=["win"])
    assert not found.settled
    assert "No two of these surely work together" in found.sentences()[0]


def test_the_command_draws_the_pairs(tmp_path):
    words = ["dials", "template", "--policies", "honest", "--rules", "deals=5", "--metrics", "pot", "--games", "300", "--pairs", "3"]
    done = CliRunner().invoke(main, [*words, "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "which knobs work together?" in done.output
    assert (tmp_path / "report.html").is_file()
    refused = CliRunner().invoke(main, [*words, "--also", "uniform"])
    assert refused.exit_code == 2
    assert "do not go together" in refused.output
