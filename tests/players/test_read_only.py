"""Rules and views are a policy's to read: whichever way one writes them, it is refused and nobody's game is another."""

import inspect
from dataclasses import replace

import numba
import numpy as np
import pytest
from click.testing import CliRunner

import simlab
from simlab.cli import main
from simlab.contract.catalogue import load, shipped
from simlab.contract.policy import Policy
from simlab.contract.records import MIND, view_record
from simlab.errors import Fault, PolicyError
from simlab.jit import JIT, kernel, new, record, sealed
from simlab.masks import first
from simlab.play import drivers
from simlab.play.read_only import trial, written_by
from simlab.players.registry import from_file, functions_of, make_player, newly_compiled, policies
from simlab.studies.conform.measure import writers
from tests.conftest import python

HEAD = """
import numpy as np
from simlab.jit import add_alike, clear, copy_alike, fill, kernel, lend, raw_bytes
from simlab.masks import first

NUMBERS = np.zeros(1, np.float32)

@kernel
def total(cards):
    return cards[0] + cards[1]

@kernel
def raise_ante(rules):
    rules.ante = 77
    return 0

@kernel
def mark(cards):
    cards[0] = 1
    return 0

"""
WRITES = {
    "a knob": "rules.ante = 77",
    "a knob by its name": "rules['ante'] = 77",
    "a knob added to": "rules.ante += 1",
    "a field of the view": "view.card = 3",
    "a record in the view": "view.inner.x = 3",
    "an array of the rules": "rules.values[2] = 9",
    "an array of the view": "view.hand[0] = 1",
    "two deep": "view.grid[1, 2] = 1",
    "a row of an array": "row = view.grid[1]\n    row[0] = 2",
    "all of an array": "view.hand[:] = 1",
    "an array under another name": "cards = view.hand\n    cards[1] = 2",
    "a slice of an array": "view.hand[1:][0] = 2",
    "an array sorted": "view.hand.sort()",
    "an array filled": "view.hand.fill(3)",
    "an array added to": "cards = view.hand\n    cards += 1",
    "the rules under another name": "mine = rules\n    mine.ante = 77",
    "a choice of two": "mine = rules if view.seat else rules\n    mine.ante = 9",
    "by a helper": "raise_ante(rules)",
    "an array by a helper": "mark(view.hand)",
    "a row by a helper": "mark(view.grid[0])",
    "in a branch that is never taken": "if view.seat > 99:\n        rules.ante = 77",
    "somebody's strategy": "if len(table) > 5:\n        table[5] = 1.0",
    "all of the view by our helper": "clear(view)",
    "a record in the view by our helper": "clear(view.inner)",
    "knobs by our helper": 'fill(rules, "ante", "values", -1)',
    "fields of the view by our helper": 'fill(view, "hand", "grid", 0)',
    "fields of the same name": "copy_alike(rules, rules)",
    "fields added to": "add_alike(rules, rules)",
    "the bytes of the rules": "raw_bytes(rules)[4] = 9",
    "the bytes of the view under another name": "raw = raw_bytes(view)\n    raw[4] = 9",
    "somebody's strategy as records": "lend(table, 0, 1, NUMBERS)[0] = 5.0",
}
FIRST_LINE = HEAD.count("\n") + 2  # of a policy in such a file
FORCE = """
import numba
from tests.players.test_read_only import Parlour

@numba.njit("int64(Array(int8, 1, 'C'))")
def by_force(cards):
    cards[0] = 1
    return 0

@numba.njit(numba.int64(numba.from_dtype(Parlour.RULES)))
def raise_by_force(rules):
    rules.ante = 77
    return 0
"""
BY_FORCE = {
    "an array": "by_force(view.hand[:])",
    "rules": "raise_by_force(rules)",
    "an array as a flat one": "view.grid.flat[0] = 4",
    "an array item by item": "for item in np.nditer(view.hand):\n        item[()] = 5",
    "what numpy puts out": "np.add(view.hand, view.hand, view.hand)",
    "a diagonal": "np.fill_diagonal(view.grid, 5)",
    "somebody's strategy as a flat one": "if len(table) > 3:\n        table.flat[3] = 9.0",
    "a view whose table is written too": "by_force(view.hand[:])\n    table[0] = 1.0",
}
QUICK = ("an array", "rules", "a view whose table is written too")  # each compiles numpy's functions for itself
READS = {
    "me": "me.memory[0] += view.card\n    me.params[1] = 2.0",
    "a copy of a number": "ante = rules.ante\n    ante += 5",
    "a row": "row = view.grid[1]\n    me.memory[1] = row[0] + view.hand[2] + view.inner.x",
    "a helper that reads": "total(view.hand)",
    "nothing": "pass",
}


class Parlour:
    """As much of a game as types are made of."""

    VIEW = view_record(("card", "i4"), ("hand", "i1", (5,)), ("grid", "i4", (2, 3)), ("inner", record(("x", "i4"), ("y", "i2"))))
    RULES = record(("players", "i4"), ("ante", "i4"), ("values", "i4", (5,)))


Parlour.engine = Parlour


def policy_file(tmp_path, body, mark="", head=HEAD):
    """A policy of these lines."""
    path = tmp_path / "mine.py"
    path.write_text(head + f"def mine(view, rules, me, table):\n    {body}\n    return first(view.legal)\n{mark}")
    return path


def policy(tmp_path, body):
    return functions_of(policy_file(tmp_path, body))["mine"]


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] if k % 3 else []) for k, name in enumerate(WRITES)])
def test_a_policy_that_writes_does_not_compile(tmp_path, name):
    assert written_by(Parlour, policy(tmp_path, WRITES[name]))


@pytest.mark.skipif(not JIT, reason="what was compiled by its types")
@pytest.mark.parametrize("name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in BY_FORCE])
def test_a_policy_that_cannot_be_tried_writes_copies(tmp_path, name):
    """It calls what was compiled for records and arrays that can be written, or what asks no type before it writes."""
    path = policy_file(tmp_path, BY_FORCE[name], head=HEAD + FORCE)
    if "written too" in name:
        with pytest.raises(PolicyError, match="read-only to policies"):
            newly_compiled(Parlour, str(path), "mine", functions_of(path)["mine"])
        return
    mine = newly_compiled(Parlour, str(path), "mine", functions_of(path)["mine"])
    given = [new(Parlour.VIEW), new(Parlour.RULES), new(MIND), np.zeros(4, np.float32)]
    given[0].legal = 4
    before = [part.tobytes() for part in given]
    assert mine(*given) == 2
    assert [part.tobytes() for part in given] == before


@pytest.mark.skipif(not JIT, reason="a proof of the compiler")
def test_a_policy_that_only_reads_is_proved_to_and_handed_no_copies(tmp_path):
    for name, body in READS.items():
        path = policy_file(tmp_path, body)
        plain = functions_of(path)["mine"]
        assert newly_compiled(Parlour, str(path), "mine", plain).py_func is plain, name


@pytest.mark.parametrize("name", READS)
def test_a_policy_that_reads_and_remembers_compiles(tmp_path, name):
    assert isinstance(trial(Parlour, policy(tmp_path, READS[name])), numba.types.Integer)


def test_the_line_that_writes_is_named(tmp_path):
    path = policy_file(tmp_path, "bet = rules.bet\n    rules.ante = bet")
    line = path.read_text().splitlines().index("    rules.ante = bet") + 1
    with pytest.raises(PolicyError, match=rf"mine: rules and views are read-only to policies \(line {line}\): they are everybody's"):
        from_file(load("template"), f"{path}:mine")


def test_a_policy_that_writes_as_plain_python_is_stopped_where_it_does(tmp_path):
    path = policy_file(tmp_path, "rules.ante = 77", "mine.python = True\n")
    done = CliRunner().invoke(main, ["replay", "template", "--policy-file", f"{path}:mine", "--policies", "mine"])
    assert done.exit_code == 2
    assert "assignment destination is read-only" in done.stderr


def test_with_the_jit_off_numpy_refuses(tmp_path):
    path = policy_file(tmp_path, "rules.ante = 77")
    own, out = f"{path}:mine", str(tmp_path / "out")
    program = f"""
import simlab
try:
    simlab.run({{"game": "template", "rollouts": 50, "policies": "mine"}}, out={out!r}, policy_files=[{own!r}])
except simlab.errors.SimlabError as error:
    print(error)
"""
    assert "read-only" in python(program, NUMBA_DISABLE_JIT="1")


@kernel
def shifty(view, rules, me, table):
    """A policy of a game's own, that nobody tried."""
    rules.ante = 77
    return first(view.legal)


def test_rules_that_were_written_all_the_same_make_no_numbers():
    """Compiled for the ordinary types, as a game's own policies are: the games that it touched are refused."""
    game = load("template")
    rules = game.Rules()
    lowered = rules.lower()
    line_up = [make_player(game, "shifty", rules, [Policy("shifty", shifty, "")])] * 2
    with pytest.raises(Fault, match=r"the rules were changed while it was played \(ante from 1 to 77\), by shifty or the game"):
        drivers.roll(game, line_up, lowered, 1, 0, 10)
    assert lowered.tobytes() == rules.lower().tobytes()


def test_what_is_sealed_reads_the_same_and_cannot_be_written():
    rules = load("showdown").Rules().lower()
    kept = sealed(rules)
    assert kept.tobytes() == rules.tobytes()
    for name in rules.dtype.names:
        with pytest.raises(ValueError, match="read-only"):
            kept[name] = rules[name]
        if np.ndim(kept[name]):
            with pytest.raises(ValueError, match="read-only"):
                kept[name][0] = 0
    assert new(rules.dtype).flags.writeable


def plain_policies(game):
    """Policies that are functions of their own; those that are made (search, solved, learned) are the project's."""
    return [
        policy for policy in policies(game).values() if policy.make is None and inspect.isfunction(getattr(policy.act, "py_func", None))
    ]


@pytest.mark.skipif(not JIT, reason="types are asked while compiling")
def test_policies_of_the_template_only_read():
    game = load("template")
    assert [policy.name for policy in plain_policies(game) if written_by(game, policy.act)] == []
    assert "ante" in written_by(game, shifty)


@pytest.mark.skipif(not JIT, reason="types are asked while compiling")
def test_conformance_names_a_policy_of_a_games_own_that_writes():
    game = load("template")
    bent = replace(game, policies=(*game.policies, Policy("shifty", shifty, "")))
    assert [fault.what for fault in writers(bent)] == ["policy 'shifty' writes rules or views, which are everybody's"]
    assert writers(game) == []


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", [name for name in shipped() if name != "template"])
def test_shipped_policies_only_read(name):
    game = load(name)
    assert {policy.name: written for policy in plain_policies(game) if (written := written_by(game, policy.act))} == {}


@pytest.mark.parametrize(
    ("body", "said", "more"),
    [
        ("return 0.5", "a policy returns the number of an action, not 0.5", False),
        ("return None", "not None", False),
        ("return True", "not True", False),
        ("raise ValueError('no idea')", f"mine.py:{FIRST_LINE}: ValueError: no idea", True),
        ("import sys; sys.exit(0)", f"mine.py:{FIRST_LINE}: SystemExit: 0", False),
    ],
)
def test_a_python_policy_that_fails_is_one_line_with_its_place(tmp_path, body, said, more):
    path = policy_file(tmp_path, body, "mine.python = True\n")
    for words in (["replay", "template", "--policies", "mine"], ["play", "template", "--policies", "mine", "--seat", "1"])[
        : 2 if more else 1
    ]:
        done = CliRunner().invoke(main, [*words, "--policy-file", f"{path}:mine", "--seed", "3"], input="0\n0\n0\nq\n")
        assert done.exit_code == 2, done.output
        assert said in done.stderr
        assert "Traceback" not in done.output
    if not more:
        return
    with pytest.raises(simlab.errors.SimlabError, match="decision 1"):
        simlab.run({"game": "template", "rollouts": 20, "policies": "mine"}, out=tmp_path / "out", policy_files=[f"{path}:mine"])


def test_a_policy_file_that_ends_python_is_refused(tmp_path):
    (tmp_path / "mine.py").write_text("import sys\nsys.exit(0)\n")
    done = CliRunner().invoke(main, ["replay", "template", "--policy-file", f"{tmp_path / 'mine.py'}:mine", "--policies", "mine"])
    assert (done.exit_code, done.stderr) == (2, f"simlab: {tmp_path / 'mine.py'}: SystemExit: 0\n")
