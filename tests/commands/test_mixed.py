"""Where a solved strategy mixes, `equity` and `coach` call none of its actions a mistake."""

import json

import pytest

from simlab.play.session import Played
from simlab.play.table import Table
from simlab.studies.solve.measure import SolveAsk, solve
from tests.commands.typed import typed


@pytest.fixture
def story(template, tmp_path, monkeypatch):
    """The first to act passes with whatever he has; the second, with the lowest card, bets: a bluff of one in three."""
    monkeypatch.setenv("SIMLAB_DATA", str(tmp_path / "data"))
    for seed in range(50):
        if Table(template, template.Rules(), seed).state.deck[1] == 0:
            break
    path = tmp_path / "bluff.json"
    Played("template", 1, {}, seed, 0, (0, 1, 1), 1, ("equilibrium", "equilibrium")).write(path)
    return path


def coached(path):
    (mark,) = json.loads(typed("coach", path, "--policies", "always_bet", "--json"))["decisions"]
    return mark


def test_a_bluff_is_a_mistake_against_who_always_calls_unless_the_solved_strategy_mixes_it(template, story, tmp_path):
    before = coached(story)
    assert before["settled"]
    assert before["mixed"] is None
    solve(SolveAsk(template, template.Rules()), tmp_path)
    after = coached(story)
    assert not after["settled"]
    assert after["mixed"] == pytest.approx(1 / 3, abs=0.01)
    assert after["loss"] == before["loss"]
    assert "1 was mixed by the solved strategy and no mistake, 0 surely lost something" in typed("coach", story, "--policies", "always_bet")


def test_equity_says_how_often_each_action_is_taken(template, story, tmp_path):
    solve(SolveAsk(template, template.Rules()), tmp_path)
    out = typed("equity", "--from", f"{story}:1", "--policies", "always_bet")
    assert "The solved strategy mixes here: pass 67 %, bet 33 %; none of them is a mistake." in out
    assert json.loads(typed("equity", "--from", f"{story}:1", "--json"))["mixed"] == pytest.approx({"pass": 2 / 3, "bet": 1 / 3}, abs=0.01)
