"""Forty scenarios that are wrong, each in its own way: one clear line with the place, exit code 2, no traceback."""

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from simlab.cli import main
from tests.conftest import ROOT, python

GOOD = "game: template\nrollouts: 100\n"
BOMB = "a: &a [1,1,1,1,1,1,1,1,1]\n" + "".join(
    f"{n}: &{n} [{','.join(['*' + p] * 9)}]\n" for p, n in zip("abcdefgh", "bcdefghi", strict=True)
)

FIFTY = list(range(1, 51))

BROKEN = {
    "bad indentation": ("game: template\n  rollouts: 5\n", ":2:11: not YAML"),
    "open bracket": ("game: template\nplayers: [2, 4\n", ": not YAML"),
    "open quote": ("game: 'template\n", ": not YAML"),
    "a tab": ("game: template\nrules:\n\tbet: 2\n", ":3:1: not YAML"),
    "control character": ("game: temp\x07late\n", ":1:1: character"),
    "not a mapping": ("- game: template\n", ":1:1: a scenario is lines of"),
    "empty": ("", ":1:1: a scenario is lines of"),
    "two documents": (GOOD + "---\ngame: template\n", ":3:1: a second document"),
    "tag": ("game: !!python/object/apply:os.system ['true']\n", ":1:7: tag"),
    "alias bomb": (BOMB, "more than 20,000 values"),
    "alias of itself": ("game: &g [*g]\n", ":1:11: alias 'g'"),
    "too deep": ("game: " + "[" * 40 + "]" * 40 + "\n", "nested deeper"),
    "long number": ("game: template\nseed: " + "9" * 60 + "\n", ":2:7: a number of 60 digits"),
    "duplicate key": (GOOD + "rollouts: 200\n", ":3:1: key 'rollouts' stands twice (first in line 2)"),
    "duplicate knob": ("game: template\nrules: {bet: 1, bet: 2}\n", ":2:17: key 'bet' stands twice"),
    "key that is a list": ("? [a]\n: 1\n", ":1:3: a key must be"),
    "unknown key": (GOOD + "rollout: 5\n", ":3:1: no key 'rollout' (did you mean 'rollouts'?)"),
    "unknown key of a variant": (GOOD + "variants: {a: {rule: {}}}\n", ":3:16: no key 'rule' (did you mean 'rules'?)"),
    "no game": ("rollouts: 5\n", ": `game:` is missing"),
    "unknown game": ("game: tempalte\n", ":1:7: no game 'tempalte' (did you mean 'template'?)"),
    "rollouts as words": ("game: template\nrollouts: many\n", ":2:11: rollouts: must be a whole number (given: many)"),
    "no rollouts": ("game: template\nrollouts: 0\n", ":2:11: rollouts: must be at least 1"),
    "seed below zero": (GOOD + "seed: -1\n", ":3:7: seed: must be at least 0"),
    "yes is not true": (GOOD + "rotate_seats: yes\n", ":3:15: rotate_seats: must be true or false (given: yes)"),
    "unknown unit": (GOOD + "unit: hour\n", ":3:7: unit: must be 'game' or 'round'"),
    "no round mode": (GOOD + "unit: round\n", ":3:7: template has no round mode"),
    "impossible players": (GOOD + "players: 5\n", ":3:10: players: "),
    "impossible players in a list": (GOOD + "players: [2, 7]\n", ":3:14: players: "),
    "players under rules": (GOOD + "rules: {players: 2}\n", ":3:9: `players:` is a key of the scenario itself"),
    "unknown knob": (GOOD + "rules: {bett: 2}\n", ":3:9: no knob 'bett' (did you mean 'bet'?)"),
    "knob out of range": (GOOD + "rules:\n  ranks: 99\n", ":4:10: ranks: must be at most 13 (given: 99)"),
    "knob of the wrong type": (GOOD + "rules: {bet: '2'}\n", ":3:14: bet: must be a whole number"),
    "knobs that do not go together": (GOOD + "rules: {bet: 60}\n", ":3:14: bet 60 is more than fifty antes of 1"),
    "unknown knob of a variant": (GOOD + "variants:\n  a: {}\n  b: {rules: {annte: 2}}\n", ":5:15: no knob 'annte' (did you mean 'ante'?)"),
    "knob of a variant out of range": (GOOD + "variants: {a: {}, b: {rules: {ante: 0}}}\n", ":3:37: ante: must be at least 1"),
    "swept knob out of range": (GOOD + "sweep: {rules.ranks: [3, 5, 50]}\n", ":3:29: ranks: must be at most 13"),
    "unknown swept knob": (GOOD + "sweep: {rules.rank: [3]}\n", ":3:9: cannot sweep 'rules.rank' (did you mean 'rules.ranks'?)"),
    "sweep without values": (GOOD + "sweep: {rules.ranks: []}\n", ":3:22: sweep: rules.ranks has no values"),
    "swept and set": (GOOD + "sweep: {rules.bet: [1]}\nvariants: {a: {rules: {bet: 2}}}\n", ":4:24: rules.bet is swept and set by"),
    "too many cells": (GOOD + f"sweep: {{rules.bet: {FIFTY}, rules.ante: {FIFTY}, rules.deals: {FIFTY[:10]}}}\n", "25,000 cells"),
    "unknown policy": (GOOD + "policies: honset\n", ":3:11: no template policy 'honset' (did you mean 'honest'?)"),
    "unknown policy of a seat": (GOOD + "policies: [honest, honset]\n", ":3:20: no template policy"),
    "too few policies": (GOOD + "policies: [honest]\n", ":3:11: policies: 1 are given for 2 players"),
    "no such seat": (GOOD + "policies: {default: honest, 2: uniform}\n", ":3:29: policies: no seat '2': seats are 0 to 1"),
    "seat without policy": (GOOD + "policies: {0: honest}\n", ":3:11: policies: seat 1 has no policy"),
    "unknown parameter": (GOOD + "policies: {name: equilibrium, alfa: 0.1}\n", ":3:31: no parameter of policy 'equilibrium': 'alfa'"),
    "parameter out of range": (GOOD + "policies: {name: equilibrium, alpha: 2}\n", ":3:38: policy 'equilibrium': alpha must lie between"),
    "parameter that is a list": (GOOD + "policies: {name: equilibrium, alpha: [1]}\n", ":3:38: policy 'equilibrium': alpha must be a"),
    "policy that cannot play": (GOOD + "rules: {ranks: 5}\npolicies: equilibrium\n", ":4:11: policy 'equilibrium' cannot play these rules"),
    "policy that cannot play a swept value": (GOOD + "sweep: {rules.ranks: [3, 4]}\npolicies: equilibrium\n", ":4:11: policy"),
    "unknown metric": (GOOD + "metrics: [win, roundz]\n", ":3:16: no metric of template: 'roundz' (did you mean 'rounds'?)"),
    "asked of an unknown metric": (GOOD + "ask: {metric: roundz}\n", ":3:15: no metric of template: 'roundz' (did you mean 'rounds'?)"),
    "asked of an unknown variant": (GOOD + "variants: {a: {}, b: {}}\nask: {metric: pot, of: c}\n", ":4:24: ask: no variant 'c'"),
    "asked of two that were not compared": (
        GOOD + "variants: {a: {}, b: {}, c: {}}\nask: {metric: pot, of: b, against: c}\n", "ask: compare with the first variant, 'a'"
    ),
    "an answer that nothing gives": (GOOD + "ask: {metric: pot, yes_if: bigger}\n", ":3:28: ask: yes_if: 'bigger' is none of more, less"),
    "a title of nothing": (GOOD + "titles: {pott: the pot}\n", ":3:10: titles: no variant or metric 'pott' (did you mean 'pot'?)"),
    "a clause without its number": (GOOD + "titles: {pot: {title: pot, says: a pot}}\n", "titles: `says:` is a clause with the number"),
    "define over a column": (GOOD + "define: {pot: AVG(net_s0)}\n", ":3:10: define: 'pot' is a column of template already"),
    "define with a strange name": (GOOD + "define: {'a b': AVG(pot)}\n", ":3:10: define: a name is letters"),
    "define with an unknown column": (GOOD + "define: {a: AVG(pott)}\n", ":3:13: define: a: no column 'pott' (did you mean 'pot'?)"),
    "hostile SQL: a second statement": (GOOD + "define: {a: AVG(pot); DROP TABLE x}\n", ":3:13: define: a: '; DROP TABLE' is not allowed"),
    "hostile SQL: a file": (GOOD + "define: {a: \"SUM(read_csv('secret')) / COUNT(*)\"}\n", ":3:13: define: a: function 'read_csv' is not"),
    "hostile SQL: a subquery": (GOOD + 'define: {a: "AVG(pot) + (SELECT 1)"}\n', ":3:13: define: a:"),
    "hostile SQL: a comment": (GOOD + 'define: {a: "AVG(pot) -- x"}\n', ":3:13: define: a: comments"),
    "no honest interval": (GOOD + "define: {a: MAX(pot)}\n", ":3:13: define: a: MAX: the largest value seen has no honest interval"),
}  # fmt: skip


def refused(*arguments: str) -> str:
    done = CliRunner().invoke(main, list(arguments))
    assert done.exit_code == 2, done.output
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("simlab: ")
    assert len(lines[0]) < 400
    return lines[0]


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_scenario_gets_one_line_with_its_place(name, tmp_path):
    text, said = BROKEN[name]
    path = tmp_path / "x.yaml"
    path.write_text(text)
    line = refused("run", str(path), "--out", str(tmp_path / "out"))
    assert line.startswith(f"simlab: {path}:")
    assert said in line
    assert not (tmp_path / "out").exists()


NOTHING = """
from pathlib import Path
from click.testing import CliRunner
from simlab.cli import main
from tests.scenarios.test_broken_scenarios import BROKEN
from simlab import jit
Path("mine.py").write_text("def mine(view, rules, me, table):\\n    return 0\\n")
for text, _ in BROKEN.values():
    Path("x.yaml").write_text(text)
    done = CliRunner().invoke(main, ["run", "x.yaml", "--policy-file", "mine.py:mine", "--out", "o"])
    assert done.exit_code == 2, done.output
print("compiled", jit.compiles.count, Path("o").exists())
"""


def test_nothing_is_compiled_and_no_folder_made_for_what_is_refused(tmp_path):
    code = f"import os, sys\nos.chdir({str(tmp_path)!r})\nsys.path.insert(0, {str(ROOT)!r})\n{NOTHING}"
    assert python(code, SIMLAB_CACHE=str(tmp_path / "cache")).splitlines()[-1] == "compiled 0 False"


def test_there_are_at_least_forty():
    assert len(BROKEN) >= 40


def test_files_that_cannot_be_read_get_one_line(tmp_path):
    assert "no scenario" in refused("run", str(tmp_path / "nowhere.yaml"))
    assert "is a directory" in refused("run", str(tmp_path))
    huge, latin = tmp_path / "huge.yaml", tmp_path / "latin.yaml"
    huge.write_text(GOOD + "#" * 400_000)
    latin.write_bytes(b"game: template\nquestion: \xe9t\xe9\n")
    assert "256 KB" in refused("run", str(huge))
    assert "latin.yaml:2:1: not UTF-8" in refused("run", str(latin))


@contextmanager
def ordinary():
    """Permissions hold for everybody but root: become somebody else."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_an_unreadable_file_and_a_read_only_output_get_one_line():
    with tempfile.TemporaryDirectory() as made:  # pytest's own folders are closed to others
        folder = Path(made)
        path, closed, secret = folder / "x.yaml", folder / "closed", folder / "secret.yaml"
        closed.mkdir()
        for where, mode in ((folder, 0o755), (closed, 0o555), (path, 0o644), (secret, 0)):
            if where.suffix:
                where.write_text(GOOD)
            where.chmod(mode)
        CliRunner().invoke(main, ["run", str(path), "--out", str(folder / "first")])  # imports what root alone may read
        with ordinary():
            assert "permission denied" in refused("run", str(secret))
            assert "cannot write: permission denied" in refused("run", str(path), "--out", str(closed / "out"))
            assert "cannot write" in refused("run", str(path), "--out", str(closed))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--rules bett=2", "--rules bett=2: no knob 'bett'"),
        ("--rules rules.bett=2", "--rules bett=2: no knob 'bett'"),
        ("--rules ranks=99", "--rules ranks=99: ranks: must be at most 13"),
        ("--rules bet", "--rules bet: write KNOB=VALUE"),
        ("--policies honset", "--policies honset: no template policy 'honset' (did you mean 'honest'?)"),
        ("--metrics winn", "--metrics winn: no metric"),
        ("--change players=[2", "--change players=[2:1:"),
        ("--change seed=x", "--change seed=x: seed: must be a whole number"),
        ("--change rotate=true", "--change rotate=true: no key 'rotate' (did you mean 'rotate_seats'?)"),
    ],
)
def test_changes_of_the_command_line_are_checked_too(tmp_path, words, said):
    path = tmp_path / "x.yaml"
    path.write_text(GOOD)
    assert said in refused("run", str(path), *words.split())


def test_compare_checks_its_words():
    assert "no knob 'bett'" in refused("compare", "template", "bett=2")
    assert "write KNOB=VALUE" in refused("compare", "template", "bet")
    assert "no game 'poker'" in refused("compare", "poker", "rules.bet=2")
    assert "no template policy 'x'" in refused("compare", "template", "rules.bet=2", "--policies", "x")


def test_the_scenarios_that_ship_are_good():
    from simlab.scenarios.prepare import prepare
    from simlab.scenarios.scenario import read

    folder = Path(__file__).parent.parent.parent / "scenarios"
    for path in sorted(folder.glob("*.yaml")):
        assert prepare(read(path)).scenario.question, path
