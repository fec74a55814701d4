"""Locks on files are the system's own: one at a time, let go when the file is closed; and no module needs Unix to be imported."""

import os
import re
import subprocess
import sys

import pytest

from simlab import locks
from tests.conftest import ROOT

ABSENT = ("fcntl", "resource", "termios", "pwd", "grp", "tty", "pty", "readline")
WINDOWS = """
import asyncio, importlib, importlib.util, multiprocessing.managers, os, pkgutil, subprocess, sys, types
import matplotlib.pyplot, numba, pandas, polars, pyarrow.parquet, rich.console, yaml  # what other people's code needs of Unix is theirs
for name in {absent!r}:
    sys.modules[name] = None
sys.modules["msvcrt"] = types.ModuleType("msvcrt")
for name in ("sched_getaffinity", "O_CLOEXEC", "pread", "pwrite", "fork", "getuid"):
    if hasattr(os, name):
        delattr(os, name)
import simlab
for module in pkgutil.walk_packages(simlab.__path__, "simlab."):
    if not any(part in module.name for part in ("__main__", "adapters", "scaffold.examples", "runs.cluster")):
        importlib.import_module(module.name)
from simlab.play.pool import cores
from click.testing import CliRunner
from simlab.cli import main
assert cores() >= 1
assert CliRunner().invoke(main, ["games", "template"]).exit_code == 0
print("imported")
"""


def test_a_second_lock_is_refused_until_the_first_is_closed(tmp_path):
    path = tmp_path / "lock"
    first, second = (os.open(path, os.O_RDWR | os.O_CREAT | locks.CLOSED_IN_CHILDREN) for _ in range(2))
    locks.take(first)
    with pytest.raises(BlockingIOError):
        locks.take(second)
    with pytest.raises(BlockingIOError):
        locks.take(second, shared=True)
    os.close(first)
    locks.take(second, wait=True)
    locks.write_only(second, b"much longer than what follows")
    locks.write_only(second, b"mine")
    assert locks.first_bytes(second, 99) == b"mine"
    os.close(second)


def test_two_may_read_at_once(tmp_path):
    first, second = (os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT) for _ in range(2))
    locks.take(first, shared=True)
    locks.take(second, shared=True)
    os.close(first)
    os.close(second)


class Bytes:
    """`msvcrt` as far as locks go: bytes of a file are taken, and taken only once."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.taken: set[int] = set()

    def locking(self, handle: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        at = os.lseek(handle, 0, os.SEEK_CUR)
        if at in self.taken:
            raise PermissionError("locked")
        self.taken.add(at)


def test_where_the_system_locks_bytes_one_far_behind_the_end_stands_for_the_file(tmp_path, monkeypatch):
    """As far as it can be tried without Windows."""
    system = Bytes()
    monkeypatch.setattr(locks, "fcntl", None)
    monkeypatch.setattr(locks, "msvcrt", system)
    handle = os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT)
    locks.take(handle)
    assert system.taken == {locks.FAR}
    assert os.lseek(handle, 0, os.SEEK_CUR) == 0
    with pytest.raises(BlockingIOError):
        locks.take(handle)
    os.close(handle)


@pytest.mark.parametrize("name", ABSENT)
def test_what_only_unix_has_is_imported_at_the_top_of_no_module(name):
    top = re.compile(rf"^(?:import|from) {name}\b", re.MULTILINE)
    assert [str(path) for path in (ROOT / "simlab").rglob("*.py") if top.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.slow
def test_every_module_can_be_imported_where_there_is_no_unix():
    done = subprocess.run([sys.executable, "-c", WINDOWS.format(absent=ABSENT)], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stdout == "imported\n", done.stderr[-2000:]
