"""Runs under fire: kills at every step, damage to every file, workers that die, two commands in one folder. Nothing is lost."""

import json
import shutil

import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.runs.verify import verify
from tests.faults.io_count import Count
from tests.faults.runs_damage import DAMAGES, KINDS, damage_everything
from tests.faults.runs_kills import PHASES, SCENARIO, TOP_UP, kill_everywhere
from tests.faults.runs_server import Server
from tests.runs.conftest import expected  # noqa: F401
from tests.runs.helpers import in_time

FULL = "the disk is full; what was played is kept: free some space and start the same command"
IN_TIME = 2.0  # seconds; a second is promised, on a machine that is not busy with tests
ROUNDS = 4  # of all damages to all kinds of files, in the long form
DAMAGED = {**SCENARIO, "keep": "rollouts", "also": ["honest"], "rollouts": 200}


@pytest.fixture(scope="module")
def server():
    with Server() as found:
        yield found


# ---- kills


@pytest.mark.slow
def test_killed_at_some_steps_a_command_ends_with_the_same_bytes(tmp_path, server):
    count = kill_everywhere(TOP_UP, tmp_path, server, lambda step: step in (7, 30))  # 7: the manifest is open, and nothing is in it yet
    count.told()
    assert count.lost == []
    assert count.tried == 2


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: phase.name)
def test_killed_at_every_step_a_command_ends_with_the_same_bytes(tmp_path, server, phase):
    count = kill_everywhere(phase, tmp_path, server, lambda step: step % phase.every == 0)
    count.told()
    assert count.lost == []
    assert count.tried >= phase.least


# ---- damage


def finished_runs(folder):
    """A finished run, and one like it with another seed."""
    (folder / "x.yaml").write_text(json.dumps(DAMAGED))
    words = ["run", str(folder / "x.yaml"), "--quiet"]
    for name, seed in (("good", 1), ("foreign", 2)):
        done = CliRunner().invoke(main, [*words, "--seed", str(seed), "--out", str(folder / name)])
        assert done.exit_code == 0, done.output
    return folder / "good", folder / "foreign", [*words, "--out"]


def test_a_sample_of_damages_is_noticed_and_mended_or_refused(tmp_path, one_chart):
    count = damage_everything(*finished_runs(tmp_path), tmp_path, seed=101, every=24)
    count.told()
    assert count.lost == []
    assert count.tried == -(-len(KINDS) * len(DAMAGES) // 24)
    assert count.healed > count.refused > 0


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seed", range(201, 201 + ROUNDS))
def test_hundreds_of_damages_are_noticed_and_mended_or_refused(tmp_path, one_chart, seed):
    count = damage_everything(*finished_runs(tmp_path), tmp_path, seed, every=1)
    count.told()
    assert count.lost == []
    assert count.tried * ROUNDS >= 500


# ---- workers


FIFTY = """
import json, sys
from dataclasses import asdict
from pathlib import Path
from tests.faults.runs_workers import kill_workers
print(json.dumps(asdict(kill_workers(Path(sys.argv[1]), sys.argv[2], deaths=50, seed=1))))
"""


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_fifty_workers_may_die_at_any_instant(tmp_path, expected):  # noqa: F811
    count = Count(**json.loads(in_time(1800, FIFTY, tmp_path / "o", expected)))
    count.told()
    assert count.lost == []
    assert count.tried >= 50


# ---- two commands


def at_once(folder, server, rounds):
    """Two commands with other seeds on one folder: each answers with its own numbers, or says that the folder is in use."""
    count = Count("two commands on one folder")
    (folder / "x.yaml").write_text(json.dumps(SCENARIO))
    base = ["run", folder / "x.yaml", "--json", "--fresh"]
    right = {}
    for seed in (1, 2):
        done = server.command(*base, "--seed", seed, "--out", folder / f"alone{seed}", watched=folder / "none")
        right[seed] = json.loads(done["out"])["results"]
    for _ in range(rounds):
        shutil.rmtree(folder / "o", ignore_errors=True)
        words = [[*base, "--seed", seed, "--out", folder / "o"] for seed in (1, 2)]
        ended = server.together(*words, watched=folder / "o")
        for seed, done in zip((1, 2), ended, strict=True):
            refused = done["code"] == 2 and "is in use by" in done["err"] and done["err"].count("\n") == 1
            good = done["code"] == 0 and json.loads(done["out"])["results"] == right[seed]
            count.refused += refused
            count.healed += good
            count.lost += [] if refused or good else [f"seed {seed}: {done}"]
        if not verify(folder / "o").whole:
            count.lost.append(verify(folder / "o").sentence())
    count.told()
    return count


def test_two_commands_on_one_folder_never_mix(tmp_path, server):
    count = at_once(tmp_path, server, rounds=1)
    assert count.lost == []
    assert count.tried == 2


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_two_commands_on_one_folder_never_mix_however_often(tmp_path, server):
    count = at_once(tmp_path, server, rounds=25)
    assert count.lost == []
    assert count.refused > 10


# ---- signals


@pytest.mark.parametrize(
    ("number", "code"), [pytest.param(2, 130, marks=pytest.mark.slow), (15, 143)]
)  # the other, and other backends, with `make test-all`
def test_a_signal_ends_a_run_in_time_with_one_line_that_says_how_to_go_on(tmp_path, server, number, code):
    (tmp_path / "x.yaml").write_text(json.dumps({**SCENARIO, "rollouts": 10**9}))
    words = ["run", tmp_path / "x.yaml", "--out", tmp_path / "o", "--quiet"]
    (done,) = server.together(words, watched=tmp_path / "none", after=2.5, number=number)
    assert (done["code"], done["out"]) == (code, "")
    assert done["err"].strip() == "simlab: stopped; what was played is kept: the same command goes on from there"
    assert done["seconds"] < IN_TIME
    assert list((tmp_path / "o" / "blocks").rglob("*.block"))
    assert "was not finished" in verify(tmp_path / "o").sentence()


# ---- full disks


def spelled_out(folder):
    """Commands that write, each with what it writes."""
    (folder / "x.yaml").write_text(json.dumps(SCENARIO))
    yield ["run", folder / "x.yaml", "--out", folder / "run"], folder / "run"
    yield ["tournament", "template", "--players", "2", "--policies", "uniform,honest", "--games", "40", "--out", folder / "t"], folder / "t"
    yield ["dials", "template", "--policies", "honest", "--games", "20", "--out", folder / "d"], folder / "d"
    yield ["replay", "template", "--rules", "deals=4", "--save", folder / "game.json"], folder / "game.json"


@pytest.mark.parametrize("room", [40, pytest.param(900, marks=pytest.mark.slow), pytest.param(9_000, marks=pytest.mark.slow)])
def test_a_full_disk_is_one_line_and_leaves_no_half_of_a_file(tmp_path, server, room):
    for words, made in spelled_out(tmp_path):
        (done,) = server.together(words, watched=tmp_path / "none", room=room)
        assert done["code"] == 2 or room > 40, (words, done)
        if done["code"] == 2:
            said = [line for line in done["err"].splitlines() if "compiling" not in line]
            assert [line.endswith(FULL) for line in said] == [True], (words, said)
        assert "Traceback" not in done["err"]
        assert not (made.is_file() and made.stat().st_size == 0)


@pytest.mark.parametrize("number", range(4))
def test_a_place_that_cannot_be_written_is_one_line(tmp_path, number):
    (tmp_path / "file").write_text("")
    words, _ = [*spelled_out(tmp_path)][number]
    done = CliRunner().invoke(main, [str(word) for word in [*words[:-1], tmp_path / "file" / "x"]])
    assert done.exit_code == 2, done.output
    assert len([line for line in done.stderr.splitlines() if "compiling" not in line]) == 1
    assert "not a directory" in done.stderr
