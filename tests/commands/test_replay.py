"""`simlab replay`: games of a run and games by their seed, line by line."""

import json

import pytest

import simlab
import simlab.reports.result
from simlab.runs.retell import open_run
from tests.commands.typed import typed


def test_a_game_of_a_run_is_told_as_it_was_played(folder):
    """All games told again add up to the run's own numbers."""
    retold = open_run(folder)
    assert retold.deal(7) == (3, 1)
    ends = []
    for number in range(retold.games):
        *_, table = retold.transcript(number).tables()
        ends.append((int(table.tally.decisions), int(table.tally.net[0])))
    results = simlab.reports.result.Result(folder).summary.filter(variant="usual")
    for metric, seat, mine in (("decisions", None, [d for d, _ in ends]), ("net", 0, [n for _, n in ends])):
        row = next(r for r in results.filter(metric=metric).to_dicts() if r["seat"] == seat)
        assert row["estimate"] == pytest.approx(sum(mine) / len(mine))
    output = typed("replay", folder, "--index", 7)
    assert output.startswith("game 7 of 400, variant usual: seat 0 honest, seat 1 equilibrium")
    assert "the end" in output


def test_a_game_is_told_as_a_page_with_its_cards_drawn(tmp_path):
    lines = typed("replay", "template", "--index", 5, "--out", tmp_path / "told").splitlines()
    page = (tmp_path / "told" / "report.html").read_text(encoding="utf-8")
    assert page.count('<article class="scene">') == sum(line.lstrip().startswith("> ") for line in lines)
    assert 'aria-label="king"' in page
    assert "It plays: call" in page


def test_games_are_picked_by_their_columns(folder):
    retold = open_run(folder)
    tallies = retold.tallies(200)
    number, why = retold.pick("longest")
    assert tallies["decisions"][number // 2] == tallies["decisions"].max()
    assert "decisions" in why
    number, why = retold.pick("comeback")
    gaps = {n: retold.gap(n, lambda state: state.table.net) for n in range(200)}
    assert gaps[number // 2] == max(gaps.values()) > 0
    assert "behind" in typed("replay", folder, "--pick", "comeback")
    assert "nearest to the middle" in typed("replay", folder, "--pick", "typical", "--variant", "bold")
    assert "did you mean 'longest'" in typed("replay", folder, "--pick", "longst", code=2)
    assert "games 0 to 399" in typed("replay", folder, "--index", 400, code=2)
    assert "did you mean 'bold'" in typed("replay", folder, "--variant", "bald", code=2)
    assert "cells 0 to 0" in typed("replay", folder, "--cell", 3, code=2)


def test_a_replay_can_be_kept_for_the_coach(tmp_path):
    typed("replay", "template", "--seed", 4, "--policies", "honest", "--save", tmp_path / "t.json")
    marks = json.loads(typed("coach", tmp_path / "t.json", "--json", "--worlds", 600))
    assert {mark["seat"] for mark in marks["decisions"]} == {0, 1}
    told = json.loads(typed("replay", "template", "--seed", 4, "--policies", "honest", "--json"))
    assert told["actions"] == json.loads((tmp_path / "t.json").read_text())["actions"]


def test_a_run_with_policies_of_ones_own_is_told_and_valued_with_their_file(own, tmp_path):
    files, out = [f"{own}:{name}" for name in ("timid", "slow")], tmp_path / "out"
    data = {"game": "template", "policies": ["timid", "slow"], "rollouts": 20, "rules": {"deals": 2}}
    simlab.run(data, out=out, report=False, policy_files=files)
    given = [word for file in files for word in ("--policy-file", file)]
    told = json.loads(typed("replay", out, "--index", 3, "--json", "--save", tmp_path / "t.json", *given))
    assert told["actions"] == [0, 0, 0, 0]
    assert "no template policy 'timid'" in typed("replay", out, "--index", 3, code=2)
    found = json.loads(typed("equity", "--from", f"{out}:3:0", "--policies", "timid", "--worlds", 600, "--json", *given))
    assert (found["players"], found["actions"][0]["name"]) == (["timid"], "bet")
    marks = json.loads(typed("coach", tmp_path / "t.json", "--policies", "timid", "--worlds", 600, "--json", *given[:2]))
    assert {mark["better"] for mark in marks["decisions"]} >= {"bet"}
    assert json.loads(typed("replay", "template", "--policies", "slow", "--json", *given))["actions"] == [0, 0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere"], "no run, game or saved game 'nowhere'"),
        (["template", "--pick", "longest"], "is for a run directory"),
        (["template", "--policies", "honest,honest,honest"], "3 policies for 2 players"),
    ],
)
def test_bad_input_is_refused(arguments, said):
    assert said in typed("replay", *arguments, code=2)
