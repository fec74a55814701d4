"""`simlab conform`: a sound game keeps every promise; each kind of bug is found, with its place and the command that shows it."""

import json
import re

import pytest

from tests.plugins import Plugin

ALLOWED = '''

def allowed(state, rules):
    """Keep and swap, always."""
    return {0, 1}
'''
SWAPPING = "        state.deck[me], state.deck[state.top] = state.deck[state.top], state.deck[me]\n"
TURN = "    if me == 0:\n        ask(state, 1, full(BOTH))"
ROUND_AND_ROUND = "    if state.top > 0:\n        state.top = 2\n        ask(state, 1 - me, full(BOTH))"


def in_step(line):
    """A line at the beginning of `step`."""
    return "engine.py", "    me = state.seat\n", f"    me = state.seat\n    {line}\n"


BUGS = {  # file, what stands there, what is written instead, what is said
    "an illegal action offered": (
        ("engine.py", "        ask(state, 1, full(BOTH))", "        ask(state, 1, full(BOTH + 1))"),
        r"the actions \[0, 1, 2\] are offered, the rules allow \[0, 1\] \(at decision 2 of game \d+, seat 1",
    ),
    "an action without a name": (
        ("text.py", '("keep", "swap")[action]', '("keep",)[action]'),
        r"text\.py:7: action 1 has no name \(IndexError.*\(at decision \d of game \d+, seat",
    ),
    "a card lost": (
        ("engine.py", SWAPPING, "        state.deck[me] = state.deck[state.top]\n"),
        r"the deck is \[.*\(at decision 2 of game \d+",
    ),
    "a leak": (
        ("view.py", "    view.top = state.top\n", "    view.top = state.deck[1 - seat]\n"),
        r"the view of seat \d changes when hidden cards are swapped: field 'top' \(at decision",
    ),
    "a game without end": (
        ("engine.py", TURN, ROUND_AND_ROUND),
        r"has not ended after 1,000,000 decisions, seat \d is to act .*simlab replay swap",
    ),
    "a division by zero": (
        in_step("state.tally.winning_card = 7 // (state.top - 3)"),
        r"engine\.py:38: ZeroDivisionError.*\(at decision 2 of game \d+, seat 1",
    ),
    "an exception": (
        in_step("if state.top == 3:\n        raise ValueError('three')"),
        r"engine\.py:39: ValueError: three \(at decision 2 of game \d+, seat 1",
    ),
    "an index just past the end": (
        in_step("state.tally.winning_card = state.deck[state.top + 18]"),
        r"engine\.py:38: IndexError.*\(at decision [12] of game \d+, seat",
    ),
    "an index far past the end": (
        in_step("state.tally.winning_card = state.deck[state.top * 100_000_000]"),
        r"engine\.py:38: IndexError.*\(at decision 1 of game \d+, seat 0",
    ),
    "a policy's index past the end": (
        ("policies.py", '    """Never swaps."""\n', '    """Never swaps."""\n    me.memory[view.top + 30] = 1.0\n'),
        r"policies\.py:10: policy 'stubborn': IndexError.*\(at decision [12] of game \d+, seat",
    ),
    "a number too large for its field": (
        ("engine.py", "    state.top = 2\n", "    state.top = 2\n    state.tally.winning_card = state.deck[1] * 100 // 100\n"),
        r"compiled, 'tally' is .*, plain .*: a number too large for its field\?",
    ),
}


@pytest.fixture
def plugin(tmp_path):
    made = Plugin(tmp_path)
    (made.folder / "audit.py").write_text((made.folder / "audit.py").read_text() + ALLOWED)
    return made


def conform(plugin, code):
    return json.loads(plugin.ask("conform", "swap", "--games", "12", "--json", code=code).stdout)


def test_a_sound_game_keeps_every_promise_and_what_no_game_reached_is_told(plugin):
    shown = plugin.ask("conform", "swap", "--games", "4").stdout
    assert "swap keeps every promise that 4 random games could test." in shown
    assert shown.count("holds") == 19
    assert re.search(r"knobs +cards: 4, cards: 20|knobs +cards: \d+", shown)
    assert (plugin.desk / "reports" / "conform-swap" / "report.html").is_file()


@pytest.mark.slow  # broken promises are caught in tests/contract/test_conformance.py too, one by one
@pytest.mark.parametrize("bug", BUGS)
def test_a_bug_is_found_with_its_place(plugin, bug):
    edit, says = BUGS[bug]
    plugin.edit(*edit)
    found = conform(plugin, code=1)
    assert len(found["broken"]) >= 1
    assert re.search(says, "\n".join(found["findings"])), found["findings"]
    shows = [fault["show"] for fault in found["faults"] if fault["show"]]
    for command in shows[:1]:
        words = command.strip("`").split()[1:]
        assert "seed" in plugin.start("-m", "simlab", *words).stdout


@pytest.mark.slow
def test_a_game_without_books_says_what_was_not_looked_into(plugin):
    plugin.edit("game.py", "    audit=audit,", "    audit=None,")
    found = conform(plugin, code=0)
    assert any("no audit.py" in sentence for sentence in found["findings"])
    assert "cards and chips add up" not in found["counts"]


def test_an_unknown_game_is_refused(plugin):
    assert "did you mean 'swap'" in plugin.refusal("conform", "swop")
