"""`simlab equity`, `chart equity`, `coach` and `replay` from the command line, on one-card poker."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import simlab
import simlab.reports.result
from simlab.cli import main
from simlab.runs.retell import open_run


def run(*arguments: object, code: int = 0) -> str:
    done = CliRunner().invoke(main, [str(a) for a in arguments])
    assert done.exit_code == code, done.output
    return done.output if code else done.stdout  # without the note that something is compiled


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("run") / "out"
    variants = {"usual": {}, "bold": {"policies": "always_bet"}}
    data = {
        "game": "template",
        "policies": ["equilibrium", "honest"],
        "rules": {"deals": 4},
        "variants": variants,
        "rollouts": 400,
        "seed": 3,
    }
    simlab.run({**data, "rotate_seats": True}, out=out, report=False)
    return out


def test_equity_prints_a_ranked_table_a_sentence_and_where_it_comes_from():
    output = run("equity", "template", "--hand", "K", "--at", "facing", "--worlds", 1000)
    lines = output.splitlines()
    assert lines[0].startswith("action")
    assert lines[1].startswith("call")
    assert "best" in lines[1]
    assert "Best: call, 2.000 chips; the next, fold, loses 3.000 (3.000 to 3.000)." in output
    assert "equilibrium plays on" in output


def test_equity_as_json_has_every_action_with_its_intervals():
    found = json.loads(run("equity", "template", "--hand", "Q", "--json", "--worlds", 600))
    assert {row["name"] for row in found["actions"]} == {"pass", "bet"}
    assert all(row["low"] <= row["value"] <= row["high"] for row in found["actions"])
    assert found["goal"] == "net"


def test_equity_draws_its_bars(tmp_path):
    run("equity", "template", "--hand", "Q", "--worlds", 600, "--chart", tmp_path / "bars.svg")
    assert "may be the best" in (tmp_path / "bars.svg").read_text(encoding="utf-8") or (tmp_path / "bars.svg").stat().st_size > 5_000


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["equity", "template"], "--hand is missing. Decisions of template (--at): open"),
        (["equity", "templat", "--hand", "K"], "did you mean 'template'"),
        (["equity", "template", "--hand", "K", "--policy", "equilibrum"], "did you mean 'equilibrium'"),
        (["equity", "template", "--hand", "K", "--chart", "bars.gif"], "a chart is one of .png, .svg, .pdf"),
        (["equity", "--hand", "K"], "name a game and --hand"),
        (["equity", "--from", "nowhere:1"], "write RUN:GAME:MOVE"),
        (["equity", "--from", "nowhere:1:2"], "not a run directory"),
        (["equity", "--cards", "AcAd"], "needs another hand"),
        (["chart", "equity", "chess"], "no game 'chess'"),
        (["coach", "nowhere.json"], "No such file"),
        (["replay", "nowhere"], "no run directory or game 'nowhere'"),
        (["replay", "template", "--pick", "longest"], "are for a run directory"),
        (["play"], "name a game to play"),
        (["play", "template", "--seat", "2"], "there are seats 0 to 1"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, said):
    output = run(*arguments, code=2)
    assert said in output
    assert "Traceback" not in output


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
    output = run("replay", folder, "--game", 7)
    assert output.startswith("game 7 of 400, variant usual: seat 0 honest, seat 1 equilibrium")
    assert "the end" in output


def test_games_are_picked_by_their_columns(folder):
    retold = open_run(folder)
    tallies = retold.tallies(200)
    number, why = retold.pick("longest")
    assert tallies["decisions"][number // 2] == tallies["decisions"].max()
    assert "decisions" in why
    number, why = retold.pick("comeback")
    gaps = {n: retold.gap(n, lambda state: state.net) for n in range(200)}
    assert gaps[number // 2] == max(gaps.values()) > 0
    assert "behind" in run("replay", folder, "--pick", "comeback")
    assert "nearest to the middle" in run("replay", folder, "--pick", "typical", "--variant", "bold")
    assert "did you mean 'longest'" in run("replay", folder, "--pick", "longst", code=2)
    assert "games 0 to 399" in run("replay", folder, "--game", 400, code=2)
    assert "did you mean 'bold'" in run("replay", folder, "--variant", "bald", code=2)
    assert "cells 0 to 0" in run("replay", folder, "--cell", 3, code=2)


def test_a_decision_of_a_run_is_valued_with_the_players_of_the_run(folder):
    found = json.loads(run("equity", "--from", f"{folder}:7:0", "--json", "--worlds", 600))
    assert sorted(found["players"]) == ["equilibrium", "honest"]
    assert "that game has moves" in run("equity", "--from", f"{folder}:7:999", code=2)
    assert "you hold" in run("equity", "--from", f"{folder}:7:0", "--worlds", 600)


def test_the_coach_finds_the_blunder_first(template, tmp_path):
    """Folding a king to a bet loses three chips, and nothing else in the game loses as much."""
    from simlab.play.session import Played
    from simlab.play.table import Table

    for seed in range(50):
        table = Table(template, template.Rules(), seed)
        if table.state.deck[1] == 2:
            break
    played = Played("template", 1, {}, seed, 0, (1, 0), 1, ("equilibrium", "equilibrium"))
    played.write(tmp_path / "blunder.json")
    output = run("coach", tmp_path / "blunder.json")
    assert "move 1, round 1, seat 1: lost 3.000 chips (3.000 to 3.000)" in output
    assert "played fold; better: call" in output
    assert "1 decisions: 0 were the best found, 1 surely lost something, 3.000 chips in all" in output
    everybody = json.loads(run("coach", tmp_path / "blunder.json", "--json", "--seat", 0))
    assert [mark["seat"] for mark in everybody["decisions"]] == [0]
    found = json.loads(run("equity", "--from", f"{tmp_path / 'blunder.json'}:1", "--json"))
    assert found["actions"][0]["name"] == "call"
    assert "there are seats 0 to 1" in run("coach", tmp_path / "blunder.json", "--seat", 5, code=2)


def test_a_replay_can_be_kept_for_the_coach(tmp_path):
    run("replay", "template", "--seed", 4, "--policy", "honest", "--save", tmp_path / "t.json")
    marks = json.loads(run("coach", tmp_path / "t.json", "--json", "--worlds", 600))
    assert {mark["seat"] for mark in marks["decisions"]} == {0, 1}
    told = json.loads(run("replay", "template", "--seed", 4, "--policy", "honest", "--json"))
    assert told["actions"] == json.loads((tmp_path / "t.json").read_text())["actions"]


def test_a_chart_writes_pictures_and_a_card(tmp_path):
    output = run("chart", "equity", "template", "--worlds", 500, "--out", tmp_path / "maps")
    assert "strategy card" in output
    assert sorted(path.name for path in Path(tmp_path / "maps").iterdir()) == ["bet.pdf", "bet.png", "card.txt"]
    assert (tmp_path / "maps" / "card.txt").read_text(encoding="utf-8") in output
    found = json.loads(run("chart", "equity", "template", "--worlds", 500, "--out", tmp_path / "maps", "--json"))
    assert found["grids"][0]["rows"] == ["J", "Q", "K"]


OWN = '''"""Players of my own."""
from simlab.players import python_policy


def timid(view, rules, me, table):
    """Never bets, never calls."""
    return 0


@python_policy
def slow(view, rules, me, table):
    """The same, not compiled."""
    return 0
'''


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    path = tmp_path_factory.mktemp("own") / "mine.py"
    path.write_text(OWN)
    return path


def test_a_policy_of_ones_own_plays_on(own):
    """Against somebody who always folds, a bet with the lowest card wins the ante; a pass loses it."""
    asked = ["equity", "template", "--hand", "J", "--at", "open", "--worlds", 600, "--policy-file", f"{own}:timid"]
    found = json.loads(run(*asked, "--json"))
    assert found["players"] == ["timid"]
    assert [(row["name"], row["value"]) for row in found["actions"]] == [("bet", 1.0), ("pass", -1.0)]
    assert json.loads(run(*asked, "--json", "--policy", "honest"))["players"] == ["honest"]
    assert "too slow for playouts" in run("equity", "template", "--hand", "J", "--policy-file", f"{own}:slow", code=2)
    assert "did you mean 'timid'" in run("equity", "template", "--hand", "J", "--policy-file", f"{own}:timit", code=2)


def test_a_run_with_policies_of_ones_own_is_told_and_valued_with_their_file(own, tmp_path):
    files, out = [f"{own}:{name}" for name in ("timid", "slow")], tmp_path / "out"
    data = {"game": "template", "policies": ["timid", "slow"], "rollouts": 20, "rules": {"deals": 2}}
    simlab.run(data, out=out, report=False, policy_files=files)
    given = [word for file in files for word in ("--policy-file", file)]
    told = json.loads(run("replay", out, "--game", 3, "--json", "--save", tmp_path / "t.json", *given))
    assert told["actions"] == [0, 0, 0, 0]
    assert "no template policy 'timid'" in run("replay", out, "--game", 3, code=2)
    found = json.loads(run("equity", "--from", f"{out}:3:0", "--policy", "timid", "--worlds", 600, "--json", *given))
    assert (found["players"], found["actions"][0]["name"]) == (["timid"], "bet")
    marks = json.loads(run("coach", tmp_path / "t.json", "--policy", "timid", "--worlds", 600, "--json", *given[:2]))
    assert {mark["better"] for mark in marks["decisions"]} >= {"bet"}
    assert json.loads(run("replay", "template", "--policy", "slow", "--json", *given))["actions"] == [0, 0]
