"""`simlab solve`: the study, its card, and what is kept."""

import json

import pytest

from simlab.players.solved.strategies import read
from simlab.runs.identity import identify
from simlab.studies.ask import Ask
from simlab.studies.solve.measure import KEPT, SolveAsk, next_look, solve
from simlab.studies.solve.page import situations, solve_study
from tests.commands.typed import refused, typed


@pytest.fixture(autouse=True)
def data_of_this_test(tmp_path, monkeypatch):
    monkeypatch.setenv("SIMLAB_DATA", str(tmp_path / "data"))


def test_looks_come_at_ten_twenty_fifty_a_hundred():
    looks = [0]
    while looks[-1] < 1000:
        looks.append(next_look(looks[-1]))
    assert looks[1:] == [10, 20, 50, 100, 200, 500, 1000]


def test_solving_left_in_the_middle_ends_with_the_same_bytes(template, tmp_path):
    rules = template.Rules(ranks=4)
    whole = solve(SolveAsk(template, rules, within=1e-3), tmp_path / "a")
    written = whole.path.read_bytes()
    solve(SolveAsk(template, rules, within=1e-2), tmp_path / "b")
    assert whole.path.read_bytes() != written
    again = solve(SolveAsk(template, rules, within=1e-3), tmp_path / "b")
    assert again.path.read_bytes() == written
    assert again.looks == whole.looks
    assert (tmp_path / "a" / KEPT).read_bytes() == (tmp_path / "b" / KEPT).read_bytes()
    rougher = solve(SolveAsk(template, rules, within=1e-2), tmp_path / "b")
    assert rougher.rounds < again.rounds  # as exact as was asked for, whatever lies there


def test_the_card_says_in_words_what_is_known_of_the_three_card_game(template, tmp_path):
    solution = solve(SolveAsk(template, template.Rules()), tmp_path)
    words = {(one.seat, one.text): one.words for one in situations(solution)}
    assert words[1, "deal 1: you hold K, pot 3, facing a bet of 1"] == "always call"
    assert words[1, "deal 1: you hold J, pot 2"] == "pass 67 %, bet 33 %"
    assert words[1, "deal 1: you hold Q, pot 3, facing a bet of 1"] == "fold 67 %, call 33 %"
    assert words[0, "deal 1: you hold Q, pot 2"] == "always pass"


def test_the_page_says_what_the_game_is_worth_and_what_can_be_gained(template, tmp_path):
    study = solve_study(solve(SolveAsk(template, template.Rules()), tmp_path))
    assert study.findings[0] == "Played so by all, a game is worth seat 0 -0.0556, seat 1 +0.0556 chips."
    assert "from a player by chance it would be 0.4583" in study.findings[1]
    assert [chart.name for chart in study.charts] == ["course", "mixed"]
    assert study.data["gain"] < 1e-4


def test_the_command_solves_and_the_policy_plays_in_a_scenario(tmp_path):
    out = json.loads(typed("solve", "template", "--rules", "ranks=6", "--within", "0.001", "--out", tmp_path / "study", "--json"))
    assert out["value"][0] < 0
    assert out["gain"] < 0.001
    assert (tmp_path / "study" / "strategy.csv").read_text().startswith("seat,situation,met,action,chance\n0,")
    assert read(next((tmp_path / "data" / "solved").iterdir())).about["rules"]["ranks"] == 6
    found = identify(Ask("template", "solved", rules={"ranks": 6}).plan())
    assert len(found["files"]["solved"][0]) == 64
    assert "files" not in identify(Ask("template", "honest", rules={"ranks": 6}).plan())


@pytest.mark.parametrize(
    ("words", "said"),
    [(("battle",), "it does not list its deals"), (("template", "--rules", "deals=2"), "deals: 1 only"), (("nonesuch",), "no game")],
)
def test_games_that_cannot_be_solved_are_refused_in_one_line(words, said):
    assert said in refused("solve", *words)


def test_the_share_of_the_win_can_be_what_is_solved_for(template, tmp_path):
    solution = solve(SolveAsk(template, template.Rules(), goal="win", within=1e-2), tmp_path)
    assert solution.tree.is_zero_sum  # the shares of both add up to one
    assert sum(solution.found.value) == pytest.approx(1.0)
