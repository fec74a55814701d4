"""The run directory: blocks are there whole or not at all, and never mixed with those of another run."""

import json
import os
import subprocess
import sys

import pytest

from simlab.errors import RunError
from simlab.runs.run import run
from simlab.runs.store import Store, cover, pieces
from simlab.runs.sums import Sums
from simlab.seals import with_seal
from tests.runs.helpers import SCENARIO, Counted, digest, plan


def test_kept_ranges_are_used_without_overlap():
    assert cover([(0, 10), (10, 20), (15, 30)], 30) == ([(0, 10), (10, 20)], [(20, 30)])
    assert cover([(0, 10), (0, 30), (20, 30)], 25) == ([(0, 10)], [(10, 25)])
    assert cover([], 5) == ([], [(0, 5)])
    assert list(pieces((5, 20), 8)) == [(5, 8), (8, 16), (16, 20)]


def test_a_damaged_block_is_noticed_and_played_again(tmp_path, expected):
    run(plan(), tmp_path, block=4096)
    victims = sorted((tmp_path / "blocks" / "00000").glob("*.block"))
    raw = bytearray(victims[1].read_bytes())
    raw[len(raw) // 2] ^= 1
    victims[1].write_bytes(bytes(raw))
    victims[3].write_bytes(b"")
    told = Counted()
    run(plan(), tmp_path, progress=told)
    assert told.played == 3 * 2 * 4096
    assert sum("is damaged" in text for text in told.notices) == 2
    assert digest(tmp_path) == expected


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seed": 2}, "other seed"),
        ({"rules": {"ranks": 6}}, "other rules"),
        ({"policies": "honest"}, "other policies"),
        ({"define": {}}, "other define"),
        ({"variants": {"base": {}}}, "other variants"),
        ({"rotate_seats": True}, "other rotate_seats"),
    ],
)
def test_games_of_another_run_are_never_mixed_in(tmp_path, changes, said):
    run(plan(rollouts=100), tmp_path)
    with pytest.raises(RunError, match=said) as refusal:
        run(plan(rollouts=200, **changes), tmp_path)
    assert "--fresh" in str(refusal.value)
    run(plan(rollouts=200, **changes), tmp_path, fresh=True)


def test_other_code_is_never_mixed_in(tmp_path):
    run(plan(rollouts=100), tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    manifest["identity"]["code"] = "0123456789ab"
    (tmp_path / "manifest.json").write_bytes(with_seal(manifest))
    with pytest.raises(RunError, match="other code"):
        run(plan(rollouts=200), tmp_path)
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(RunError, match=r"manifest\.json is damaged"):
        run(plan(rollouts=200), tmp_path)
    (tmp_path / "manifest.json").unlink()
    with pytest.raises(RunError, match=r"blocks without manifest\.json"):
        run(plan(rollouts=200), tmp_path)


def test_two_runs_at_once_are_refused(tmp_path):
    with Store(tmp_path, Sums), pytest.raises(RunError, match=f"in use by process {os.getpid()} on "):
        run(plan(rollouts=100), tmp_path)
    run(plan(rollouts=100), tmp_path)


def test_fresh_removes_only_what_a_run_writes(tmp_path):
    run(plan(rollouts=100, keep="rollouts"), tmp_path)
    mine = [tmp_path / name for name in ("notes.txt", "blocks/mine", "rollouts/mine.csv", "rollouts/point=00000/mine.csv")]
    for path in mine:
        path.write_text("mine")
    run(plan(rollouts=100, seed=3), tmp_path, fresh=True)
    assert all(path.read_text() == "mine" for path in mine)


FULL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from simlab.cli import main
import simlab.runs.run
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.argv = ["simlab", "run", sys.argv[2], "--out", sys.argv[3], "--quiet"]
main()
"""


def test_a_full_disk_gets_one_line_and_the_run_goes_on_when_there_is_room(tmp_path, expected):
    path, out = tmp_path / "x.yaml", tmp_path / "out"
    path.write_text(json.dumps(SCENARIO))
    environment = {**os.environ, "SIMLAB_CACHE": os.environ.get("SIMLAB_CACHE", "")}
    full = subprocess.run([sys.executable, "-c", FULL, "8000", path, out], env=environment, capture_output=True, text=True, check=False)
    assert full.returncode == 2, full.stderr
    assert (
        full.stderr.strip()
        .splitlines()[-1]
        .endswith("the disk is full; what was played is kept: free some space and start the same command")
    )
    assert "Traceback" not in full.stderr
    assert not list(out.glob("**/*.part"))
    run(plan(), out)
    assert digest(out) == expected
