"""What fails inside a game or a policy is told in one line: what, file and line, game, decision, seat, seed, and how to see it."""

import re

import pytest

from tests.plugins import Plugin

SWAPPED = "        state.tally.swaps[me] += 1\n"


@pytest.fixture
def plugin(tmp_path):
    return Plugin(tmp_path)


def told(plugin, *words):
    """The refusal of `compare`, which runs games in threads."""
    return plugin.refusal("replay", plugin.name, "--policies", "uniform", *words)


def line_number(plugin, file, text):
    lines = (plugin.folder / file).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("state.tally.swaps[me] += 10 // (state.top - 3)", "ZeroDivisionError"),
        pytest.param('raise ValueError("too many swaps")', "ValueError: too many swaps", marks=pytest.mark.slow),
    ],
)
def test_an_exception_in_an_engine_has_its_line_and_its_place(plugin, code, error):
    plugin.edit("engine.py", SWAPPED, f"        {code}\n")
    line = line_number(plugin, "engine.py", code)
    where = r"at decision 1 of game 0, seat 0 \(seed 1; `simlab (replay swap --seed 1 --index 0 --policies \w+)` shows it\)"
    sentence = plugin.refusal("compare", "swap", "rules.cards=12", "--games", "200", "--out", "here")
    found = re.fullmatch(rf"simlab: swap: engine\.py:{line}: {error}.*, {where}", sentence)
    assert found, sentence
    shown = plugin.ask(*found[1].split(), code=2)
    assert "seat 0 | you hold the" in shown.stdout  # the game up to there
    assert f"engine.py:{line}" in shown.stderr


def test_an_exception_in_the_deal_is_told_as_such(plugin):
    plugin.edit("engine.py", "    state.top = 2\n", "    state.top = 2 // (rules.players - 2)\n")
    line = line_number(plugin, "engine.py", "state.top = 2 //")
    sentence = told(plugin)
    assert re.fullmatch(rf"simlab: swap: engine\.py:{line}: ZeroDivisionError: .* while game 0 of seed 1 is dealt", sentence), sentence


def test_an_exception_in_a_policy_of_a_file_has_its_line(plugin):
    (plugin.desk / "mine.py").write_text("def sad(view, rules, me, table):\n    return 1 // (view.top - 2)\n")
    sentence = plugin.refusal("replay", "swap", "--policy-file", "mine.py:sad", "--policies", "sad")
    assert re.search(r"mine\.py:2: ZeroDivisionError.* at decision 1 of game 0, seat 0 \(seed 1", sentence), sentence


def test_an_endless_game_is_ended_and_told(plugin):
    plugin.edit(
        "engine.py", "    if me == 0:\n        ask(state, 1, full(BOTH))\n", "    if True:\n        ask(state, 1 - me, full(BOTH))\n"
    )
    plugin.edit("engine.py", "    if action == Action.SWAP:", "    if action == Action.SWAP and state.top < rules.cards:")
    sentence = plugin.refusal("compare", "swap", "rules.cards=12", "--games", "200", "--out", "here")
    assert re.match(r"simlab: swap: game \d+ has not ended after 1,000,000 decisions, seat \d is to act \(seed 1; `simlab replay", sentence)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("state.top += 1", "state.tpo += 1", r"no record has a field 'tpo' \(did you mean 'top'\?\)"),
        ("state.top += 1", "state.top += swapp", r".*swapp.*"),
        ("state.top += 1", "state.top += 'one'", r".*"),
    ],
)
def test_what_does_not_compile_is_told_with_file_and_line(plugin, old, new, says):
    plugin.edit("engine.py", old, new)
    line = line_number(plugin, "engine.py", new)
    sentence = told(plugin)
    assert re.fullmatch(rf"simlab: swap does not compile: engine\.py:{line}: {says}", sentence), sentence


def test_an_illegal_move_is_told_with_decision_and_seat(plugin):
    (plugin.desk / "mine.py").write_text("def bold(view, rules, me, table):\n    return 7\n")
    sentence = plugin.refusal("replay", "swap", "--policy-file", "mine.py:bold", "--policies", "bold")
    assert re.search(
        r"policy 'bold' chose action 7 at decision 1 of game 0, seat 0, where only \[0, 1\] are legal \(seed 1; `simlab", sentence
    )
