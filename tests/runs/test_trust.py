"""What a run says is what was played: every link from sources to page is bound to the one before. Folders are ours or left alone."""

import json
import shutil
import tracemalloc

import pytest
from click.testing import CliRunner

import simlab
from simlab import sources
from simlab.cli import main
from simlab.errors import InputError, RunError
from simlab.players.registry import from_file
from simlab.reports.result import Result
from simlab.runs import rollout_rows
from simlab.runs.identity import code_digest
from simlab.runs.run import run
from simlab.scenarios.prepare import prepare
from simlab.scenarios.scenario import of
from tests.conftest import python
from tests.runs.helpers import SCENARIO, Counted, Interrupted, digest, plan

SMALL = {**SCENARIO, "rollouts": 200}


def pot(result) -> float:
    return result.summary.filter(metric="pot", variant="base")["estimate"][0]


# ---- 1: names of folders are names


@pytest.mark.parametrize("name", ["run[1]", "run*", "runs [2026]/o", "~", "~root/x", "a?b"])
def test_a_folder_is_read_back_by_its_name_and_not_as_a_pattern(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    other = simlab.run(SMALL, out="run1", seed=7, report=False)
    mine = simlab.run(SMALL, out=name, report=False)
    assert (tmp_path / name / "results.parquet").is_file()
    assert pot(mine) == pot(Result(tmp_path / name)) != pot(other)
    assert mine.summary.height == other.summary.height


# ---- 2: constants


@pytest.mark.parametrize(
    "text", ["AVG(pot < 4294967296)", "AVG(pot * 4294967297)", "SUM(pot + 16_777_217) / COUNT(*)", "AVG(pot = 2147483648)"]
)
def test_a_number_that_exact_sums_cannot_hold_is_refused(text):
    with pytest.raises(InputError, match="exact up to 16,777,216 in one game"):
        plan(define={"x": text})


def test_the_largest_number_that_sums_can_hold_is_held(tmp_path):
    found = run(plan(rollouts=100, define={"x": "AVG(pot < 16777216)", "y": "AVG(pot) * 4294967297", "z": "AVG(pot)"}), tmp_path).results
    values = {row["metric"]: row["estimate"] for row in found.filter(variant="base").to_dicts()}
    assert values["x"] == 1
    assert values["y"] == pytest.approx(values["z"] * 4294967297)


# ---- 3: every source that decides a number is in the identity

DECIDES_NO_BLOCK = (
    "simlab/api.py", "simlab/printable.py", "simlab/user_files.py", "simlab/folders.py", "simlab/seals.py",
    "simlab/reports/", "simlab/stats/", "simlab/play/pool.py",
    "simlab/play/read_only.py", "simlab/play/bounds.py",  # which policies are refused
    "simlab/contract/titles.py", "simlab/words/", "simlab/play/transcript.py", "simlab/players/strength.py",  # words
    "simlab/play/probes/",  # by the probe, where there is one
    "simlab/scenarios/",  # its outcome (rules, line-ups, seed, define) stands in the identity by value; but for plan, formula, recipe
    "simlab/runs/",  # who plays what when, and tables, which are made anew of all blocks each time; but for those named below
    "simlab/games/template/",  # chances, courses, questions, words; but for those named below
)  # fmt: skip
DECIDES = {
    "simlab/runs": {"sums", "blocks", "samples", "parts", "rollout_rows", "identity"},
    "simlab/scenarios": {"plan", "formula", "recipe"},
    "simlab/games/template": {"engine", "rules", "policies"},
    "simlab/players": {"registry"},
}

LOADED = """
import json, sys, tempfile
from pathlib import Path
from simlab import api
from simlab import sources
from simlab.runs import identity
seen, plain = [], sources.fingerprint
identity.sources.fingerprint = lambda path: seen.append(path) or plain(path)
asked = {"game": "template", "rollouts": 100, "variants": {"a": {}, "b": {"rules": {"bet": 2}}}}
api.run(asked, out=tempfile.mkdtemp() + "/o", report=False)
names = [module.__file__ for name, module in sys.modules.items() if name.startswith("simlab.") and getattr(module, "__file__", None)]
print(json.dumps([[sources.place_of(Path(name)) for name in names], [sources.place_of(path) for path in seen]]))
"""


def test_whatever_a_run_loads_is_in_its_identity_or_decides_no_number():
    loaded, bound = map(set, json.loads(python(LOADED).splitlines()[-1]))
    assert [name for name in sorted(loaded - bound) if not name.startswith(DECIDES_NO_BLOCK)] == []
    needed = {f"{room}/{name}.py" for room, names in DECIDES.items() for name in names}
    assert needed <= bound


def with_helper(folder, answer):
    folder.mkdir(exist_ok=True)
    (folder / "my_habits_of_trust.py").write_text(f"from my_numbers_of_trust import *\n\n\ndef habit():\n    return {answer}\n")
    (folder / "my_numbers_of_trust.py").write_text("")
    (folder / "mine.py").write_text(
        "from my_habits_of_trust import habit\nHABIT = habit()\n\n\ndef mine(view, rules, me, table):\n    return HABIT\n"
    )
    return f"{folder / 'mine.py'}:mine"


def test_an_edited_helper_of_a_policy_file_is_other_code(tmp_path, monkeypatch, template):
    spec, digests = with_helper(tmp_path, 0), []
    for edit in ((), ("my_habits_of_trust.py", "# another word"), ("my_numbers_of_trust.py", "A = 1")):
        for name, text in [edit] if edit else []:
            (tmp_path / name).write_text((tmp_path / name).read_text() + text + "\n")
        with monkeypatch.context() as patch:
            patch.syspath_prepend(tmp_path)
            from_file(template, spec)
        sources.forget()
        code_digest.cache_clear()
        digests.append(code_digest("template", (spec,)))
    assert len(set(digests)) == 3


# ---- 4: the lock covers a command


def test_nobody_else_writes_before_a_command_has_said_its_last_line(tmp_path, one_chart):
    def tell(result):
        with pytest.raises(RunError, match="is in use by process"):
            simlab.run(SMALL, out=tmp_path / "o", fresh=True, seed=9)
        assert pot(result) == pot(Result(tmp_path / "o"))
        assert result.report_path.is_file()

    simlab.run(SMALL, out=tmp_path / "o", then=tell)
    simlab.run(SMALL, out=tmp_path / "o", fresh=True, seed=9, report=False)


# ---- 5 and 6: rows, and blocks in their place


def test_damaged_rows_are_noticed_and_played_again(tmp_path, monkeypatch):
    monkeypatch.setattr(rollout_rows, "MOST_BYTES", 1 << 16)
    rows = plan(rollouts=2_000, keep="rollouts")
    run(rows, tmp_path)
    files = {path: path.read_bytes() for path in (tmp_path / "rollouts").rglob("*.parquet")}
    assert len(files) > 3
    for number, (path, good) in enumerate(files.items()):
        bad = bytearray(good)
        bad[len(bad) * (number + 1) // (len(files) + 2)] ^= 16
        path.write_bytes(bytes(bad) if number else b"")
    told = Counted()
    run(rows, tmp_path, progress=told)
    assert told.played == 3 * 2_000
    assert {path: path.read_bytes() for path in files} == files


def swap(one, two):
    first, second = one.read_bytes(), two.read_bytes()
    one.write_bytes(second)
    two.write_bytes(first)


def test_a_block_of_another_place_is_no_block(tmp_path):
    def play(name, **changes):
        told = Counted()
        run(plan(rollouts=256, sweep={"rules.deals": [1, 2]}, variants={}, define={}, **changes), tmp_path / name, block=128, progress=told)
        return told.played, digest(tmp_path / name)

    _, right = play("a")
    play("b", seed=2)
    here, other = (sorted((tmp_path / name / "blocks").rglob("*.block")) for name in ("a", "b"))
    swap(here[0], here[1])  # other deals of the same point
    assert play("a") == (2 * 128, right)
    swap(here[0], here[2])  # the same deals of another point
    assert play("a") == (2 * 128, right)
    shutil.copy(other[3], here[3])  # another seed
    assert play("a") == (128, right)


# ---- 8: names and values once


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"variants": {1: {}, "1": {"rules": {"bet": 2}}}}, "'1' stands twice"),
        ({"policies": {"default": "uniform", 1: "honest", "1": "uniform"}}, "seat '1' stands twice"),
        ({"sweep": {"rules.deals": [1, 2, 1]}}, "rules.deals has 1 twice"),
        ({"sweep": {"rules.deals": [2, 2.0]}}, "rules.deals has 2 twice"),
        ({"sweep": {"policies": ["uniform", {"name": "uniform"}]}}, "policies has uniform twice"),
        ({"players": [2, 2]}, "players: 2 stands twice"),
    ],
)
def test_what_stands_twice_is_refused(changes, said):
    with pytest.raises(InputError, match=said):
        plan(**changes)


def test_a_number_and_the_same_word_are_one_key_in_a_file(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text("game: template\nvariants:\n  1: {}\n  '1': {rules: {bet: 2}}\n")
    with pytest.raises(InputError, match=r"x\.yaml:4:3: key '1' stands twice \(first in line 3\)"):
        simlab.run(path, out=tmp_path / "o")


# ---- 9: finished or not


def test_an_unfinished_run_is_never_presented_as_finished(tmp_path, one_chart):
    simlab.run(SMALL, out=tmp_path / "o")
    page = (tmp_path / "o" / "report.html").read_bytes()
    with pytest.raises(KeyboardInterrupt):
        run(plan(rollouts=30_000_000), tmp_path / "o", progress=Interrupted(2))
    with pytest.raises(RunError, match="this run was not finished; start the same command again"):
        Result(tmp_path / "o").write_report()
    assert (tmp_path / "o" / "report.html").read_bytes() == page
    assert simlab.run(SMALL, out=tmp_path / "o").summary["rollouts"].max() == 200


@pytest.mark.parametrize("name", ["results.parquet", "pairs.parquet", "histograms.parquet", "manifest.json"])
def test_a_result_is_what_the_run_wrote(tmp_path, name):
    simlab.run(SMALL, out=tmp_path / "a", report=False)
    simlab.run(SMALL, out=tmp_path / "b", seed=2, report=False)
    shutil.copy(tmp_path / "b" / name, tmp_path / "a" / name)
    with pytest.raises(RunError, match=r"damaged|not as it was written"):
        Result(tmp_path / "a")


@pytest.mark.parametrize(("old", "new"), [('"question": "Does', '"question": "Why does'), ('"rollouts": 200', '"rollouts": 999')])
def test_a_manifest_is_what_the_run_wrote(tmp_path, old, new):
    simlab.run(SMALL, out=tmp_path, report=False)
    text = (tmp_path / "manifest.json").read_text()
    assert old in text
    (tmp_path / "manifest.json").write_text(text.replace(old, new))
    with pytest.raises(RunError, match="not as it was written"):
        Result(tmp_path)


# ---- a folder is ours, or left alone


def everything(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize(
    "files",
    [
        {"manifest.json": '{"name": "my web app"}', "figures/me.png": "x"},
        {"notes.txt": "mine"},
        {"blocks/a/b.block": "x"},
        {"results.parquet": ""},
    ],
)
def test_a_folder_that_no_run_made_stays_as_it_is(tmp_path, files, fresh):
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    before = everything(tmp_path)
    with pytest.raises(RunError, match=r"was not made by simlab .* stays as it is: give --out a new or an empty folder"):
        simlab.run(SMALL, out=tmp_path, fresh=fresh)
    assert everything(tmp_path) == before


def test_the_scenario_that_was_given_is_never_written_over(tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    text = f"# my notes\n{json.dumps(SMALL)}\n"
    (mine / "scenario.yaml").write_text(text)
    with pytest.raises(RunError, match=r"scenario\.yaml would be written over"):
        simlab.run(mine / "scenario.yaml", out=mine)
    assert everything(mine) == {"scenario.yaml": text.encode()}
    simlab.run(mine / "scenario.yaml", out=mine / "o", report=False)
    with pytest.raises(RunError, match=r"scenario\.yaml would be written over"):
        simlab.run(mine / "o" / "scenario.yaml", out=mine / "o")


@pytest.mark.parametrize("kind", ["the scenario itself", "a link to itself", "a link to nowhere", "a link to somebody's folder"])
def test_what_cannot_be_a_run_directory_is_refused_in_one_line(tmp_path, kind):
    scenario, out = tmp_path / "x.yaml", tmp_path / "o"
    scenario.write_text("game: template\nrollouts: 50\n")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "diary.txt").write_text("dear")
    if kind == "the scenario itself":
        out = scenario
    else:
        out.symlink_to({"a link to itself": "o", "a link to nowhere": "none"}.get(kind, "mine"))
    done = CliRunner().invoke(main, ["run", str(scenario), "--out", str(out), "--quiet"])
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1), done.output
    assert scenario.read_text() == "game: template\nrollouts: 50\n"
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["diary.txt"]


def test_an_empty_name_is_no_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="--out is empty"):
        simlab.run(SMALL, out="")
    assert everything(tmp_path) == {}


def test_a_refused_run_leaves_no_folder_behind(tmp_path):
    with pytest.raises(InputError):
        simlab.run({**SMALL, "policies": "nobody"}, out=tmp_path / "o")
    (tmp_path / "file").write_text("mine")
    with pytest.raises(RunError, match="is a file"):
        simlab.run(SMALL, out=tmp_path / "file")
    assert everything(tmp_path) == {"file": b"mine"}
    assert not (tmp_path / "o").exists()


# ---- limits are asked first


def test_the_limit_of_cells_is_asked_before_any_is_made():
    sweep = {f"rules.{knob}": list(range(40)) for knob in ("bet", "ante", "deals", "ranks")}
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match=r"2,560,000 cells: a run may have 10,000"):
            prepare(of({"game": "template", "sweep": sweep}))
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_what_is_wrong_with_a_scenario_is_said_before_its_policy_is_compiled(tmp_path, monkeypatch):
    from simlab.players import registry

    (tmp_path / "mine.py").write_text("def mine(view, rules, me, table):\n    return 0\n")
    monkeypatch.setattr(registry, "compiled", lambda *_: pytest.fail("compiled first"))
    with pytest.raises(InputError, match="no template policy 'mien'"):
        simlab.run({**SMALL, "policies": ["mine", "mien"]}, out=tmp_path / "o", policy_files=[f"{tmp_path / 'mine.py'}:mine"])
