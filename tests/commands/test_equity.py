"""`simlab equity`: what actions are worth at a decision in words or of a game, and hand against hand."""

import json

import pytest

from tests.commands.typed import typed


def test_equity_prints_a_ranked_table_a_sentence_and_where_it_comes_from():
    output = typed("equity", "template", "--hand", "K", "--at", "facing", "--worlds", 1000)
    lines = output.splitlines()
    assert lines[0].startswith("action")
    assert lines[1].startswith("call")
    assert "best" in lines[1]
    assert "Best: call, 2 chips; the next, fold, loses 3 (3 to 3)." in output
    assert "equilibrium plays on" in output


def test_equity_as_json_has_every_action_with_its_intervals():
    found = json.loads(typed("equity", "template", "--hand", "Q", "--json", "--worlds", 600))
    assert {row["name"] for row in found["actions"]} == {"pass", "bet"}
    assert all(row["low"] <= row["value"] <= row["high"] for row in found["actions"])
    assert found["goal"] == "net"


def test_equity_draws_its_bars(tmp_path):
    typed("equity", "template", "--hand", "Q", "--worlds", 600, "--chart", tmp_path / "bars.svg")
    assert "may be the best" in (tmp_path / "bars.svg").read_text(encoding="utf-8") or (tmp_path / "bars.svg").stat().st_size > 5_000


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["template"], "--hand is missing. Decisions of template (--at): open"),
        (["templat", "--hand", "K"], "did you mean 'template'"),
        (["template", "--hand", "K", "--policies", "equilibrum"], "did you mean 'equilibrium'"),
        (["template", "--hand", "K", "--chart", "bars.gif"], "a chart is one of .png, .svg, .pdf"),
        (["--hand", "K"], "name a game and --hand"),
        (["--from", "nowhere"], "write RUN:GAME:MOVE"),
        (["--from", "nowhere:1"], "write RUN:GAME:MOVE"),
        (["--from", "nowhere:1:2"], "not a run directory"),
        (["--cards", "AcAd"], "needs another hand"),
        (["--cards", "AcAd", "AcKs"], "Ac"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, said):
    assert said in typed("equity", *arguments, code=2)


def test_a_decision_of_a_run_is_valued_with_the_players_of_the_run(folder):
    found = json.loads(typed("equity", "--from", f"{folder}:7:0", "--json", "--worlds", 600))
    assert sorted(found["players"]) == ["equilibrium", "honest"]
    assert "that game has moves" in typed("equity", "--from", f"{folder}:7:999", code=2)
    assert "you hold" in typed("equity", "--from", f"{folder}:7:0", "--worlds", 600)


def test_a_decision_of_a_kept_game_is_valued_with_a_player_that_can_play_its_rules(tmp_path):
    """Equilibrium play is not known for five ranks."""
    kept = {"game": "template", "version": 1, "rules": {"ranks": 5}, "seed": 3, "index": 0, "actions": [0, 0]}
    (tmp_path / "kept.json").write_text(json.dumps(kept))
    found = json.loads(typed("equity", "--from", f"{tmp_path / 'kept.json'}:0", "--json", "--worlds", 600))
    assert found["players"] == ["honest"]


def test_a_policy_of_ones_own_plays_on(own):
    """Against somebody who always folds, a bet with the lowest card wins the ante; a pass loses it."""
    asked = ["equity", "template", "--hand", "J", "--at", "open", "--worlds", 600, "--policy-file", f"{own}:timid"]
    found = json.loads(typed(*asked, "--json"))
    assert found["players"] == ["timid"]
    assert [(row["name"], row["value"]) for row in found["actions"]] == [("bet", 1.0), ("pass", -1.0)]
    assert json.loads(typed(*asked, "--json", "--policies", "honest"))["players"] == ["honest"]
    assert "too slow for playouts" in typed("equity", "template", "--hand", "J", "--policy-file", f"{own}:slow", code=2)
    assert "did you mean 'timid'" in typed("equity", "template", "--hand", "J", "--policy-file", f"{own}:timit", code=2)


# ---- hand against hand


def test_equity_prints_exact_figures():
    output = typed("equity", "--cards", "AcAd", "KhKs", "--board", "5")
    assert "81.2555 %" in output
    assert "all 1,712,304 boards" in output


def test_equity_sampled_has_an_interval():
    assert "95 %:" in typed("equity", "--cards", "AcAd", "KhKs", "--samples", "1000")
    found = json.loads(typed("equity", "--cards", "AcAd", "KhKs", "--samples", "1000", "--json"))
    assert found["hands"][0]["low"] < found["hands"][0]["equity"] < found["hands"][0]["high"]


def test_ranges_meet_on_a_board_with_their_number_of_hands():
    output = typed("equity", "--cards", "QQ+,AKs", "any", "--board", "2c 7d Th")
    assert "QQ+,AKs             22  79.3602 %" in output
    assert "all 23,544,180 deals" in output


def test_a_sample_of_ranges_says_its_interval_and_charts_are_drawn(tmp_path):
    found = json.loads(typed("equity", "--cards", "AA", "any", "--precision", 0.02, "--chart", tmp_path / "map.png", "--json"))
    assert found["ranges"][0]["low"] < 0.852 < found["ranges"][0]["high"]
    assert (tmp_path / "map.png").stat().st_size > 5_000
    typed("equity", "--cards", "any", "KK", "--board", "2c 7d Th 9s", "--chart", tmp_path / "start.svg")
    assert (tmp_path / "start.svg").stat().st_size > 20_000


def test_streets_show_what_a_range_becomes(tmp_path):
    output = typed("equity", "--cards", "QQ+", "--board", "2c 7d Th", "--streets", "--chart", tmp_path / "streets.png")
    assert "flop" in output
    assert "pair" in output
    assert json.loads(typed("equity", "--cards", "QQ+", "--board", "2c 7d Th", "--streets", "--json"))[0]["hands"] == 18


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["QQ+", "AKz"], "cannot read 'AKz'"),
        (["QQ+", "AKs", "--order", "omahaa"], "omaha"),
        (["QQ+", "AKs", "--board", "Zz"], "Zz"),
    ],
)
def test_ranges_that_cannot_be_compared_are_refused(arguments, said):
    assert said in typed("equity", "--cards", *arguments, code=2)
