"""A policy of one's own that counts beyond the end of an array: it is told where, and writes nobody else's numbers."""

from hashlib import sha256

import numpy as np
import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.contract.catalogue import load
from simlab.contract.records import MIND, PARAMS
from simlab.jit import JIT, new
from simlab.players.registry import from_file

HEAD = """
from simlab.jit import kernel
from simlab.masks import first
import beside_{name} as beside

@kernel
def remember(me, place):
    me.memory[place] = 7.0
    return 0

"""
POLICY = "def mine(view, rules, me, table):\n    {body}\n    return first(view.legal)\n"
BESIDE = "from simlab.jit import kernel\n\n@kernel\ndef remember(me, place):\n    me.memory[place] = 7.0\n    return 0\n"
BEYOND = {
    "a constant": "me.memory[500] = 7.0",
    "just beyond": f"me.memory[{PARAMS}] = 7.0",
    "before the beginning": f"me.memory[{-PARAMS - 1}] = 7.0",
    "a number that is worked out": "me.memory[view.seat + view.legal + 40] = 7.0",
    "what it was set up with": "me.params[view.legal + 40] = 7.0",
    "read, not written": "me.memory[0] = me.params[view.legal + 40]",
    "by a helper": "remember(me, 500)",
    "by a helper in another file": "beside.remember(me, 500)",
    "where it plays on copies": "if len(table) > 3:\n        table.flat[3] = 9.0\n    me.memory[500] = 7.0",
}
WITHIN = {
    "the first": "me.memory[0] = 7.0",
    "the last": f"me.memory[{PARAMS - 1}] = 7.0",
    "from the end": f"me.memory[{-PARAMS}] = 7.0",
    "a number that is worked out": "me.memory[view.seat + 3] = 7.0",
    "by a helper": f"remember(me, {PARAMS - 1})",
    "by a helper in another file": "beside.remember(me, 1)",
}


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A policy file of one line and a file beside it, as FILE:FUNCTION."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(body):
        name = sha256(f"{tmp_path} {body}".encode()).hexdigest()[:12]  # modules are kept by name
        (tmp_path / f"beside_{name}.py").write_text(BESIDE)
        (tmp_path / "mine.py").write_text(HEAD.format(name=name) + POLICY.format(body=body))
        return f"{tmp_path / 'mine.py'}:mine"

    return write


def asked(spec, minds, place, legal):
    """What the policy answers, when it is the one at that place who remembers."""
    game = load("template")
    act, view = from_file(game, spec).act, new(game.engine.VIEW)
    view.legal = legal
    return act(view, game.Rules().lower(), minds[place], np.zeros(1, np.float32))


@pytest.mark.skipif(not JIT, reason="numpy asks by itself")
@pytest.mark.parametrize("name", BEYOND)
def test_beyond_the_end_of_an_array_a_policy_stops_and_writes_nothing(own, name):
    minds = np.zeros(40, MIND)
    with pytest.raises(IndexError):
        asked(own(BEYOND[name]), minds, 20, legal=3)
    assert not minds.tobytes().strip(b"\0"), "somebody's memory was written"


@pytest.mark.parametrize("name", WITHIN)
def test_within_it_a_policy_remembers(own, name):
    minds = np.zeros(3, MIND)
    assert asked(own(WITHIN[name]), minds, 1, legal=2) == 1
    assert minds["memory"].sum() == minds[1]["memory"].sum() == 7.0


@pytest.mark.parametrize(
    "name", [*(pytest.param(name, marks=pytest.mark.slow) for name in ("a constant", "by a helper")), "by a helper in another file"]
)
def test_the_line_that_counts_too_far_is_told(own, name):
    spec = own(BEYOND[name])
    done = CliRunner().invoke(main, ["replay", "template", "--policy-file", spec, "--policies", "mine", "--seed", "3"])
    said = [line for line in done.stderr.splitlines() if "compiling" not in line]
    assert (done.exit_code, len(said)) == (2, 1), done.output
    assert "IndexError: " in said[0]
    assert "mine.py:" in said[0]
    assert "at decision 1 of game 0, seat " in said[0]
