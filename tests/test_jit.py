"""Compiled code on disk: never stale, compiled once, tidied up, and not needed where it cannot be written.

Each test copies the package, with a kernel and its helper in two modules, and starts it in processes of its own.
"""

import ast
import os
import shutil
import subprocess
import sys
import time
import types

import numpy as np
import pytest
from numba.core.errors import TypingError

from simlab import jit
from tests.conftest import python

HELPER = """
from simlab.jit import kernel

@kernel
def bonus(x):
    return x + {bonus}
"""
CALLER = """
from simlab.helper import bonus
from simlab.jit import kernel

@kernel
def score(x):
    return 10 * bonus(x)
"""
PLAY = "from simlab import jit; from simlab.caller import score; print(score(1), jit.compiles.count, jit.source_digest('caller.py'))"


class Copy:
    """A copy of the package that a test may edit, and its cache."""

    def __init__(self, folder):
        self.folder, self.cache = folder, folder / "cache"
        shutil.copytree(jit.PACKAGE, folder / "simlab", ignore=shutil.ignore_patterns("__pycache__", "games"))
        (folder / "simlab" / "caller.py").write_text(CALLER)
        self.set_bonus(1)

    def set_bonus(self, bonus):
        (self.folder / "simlab" / "helper.py").write_text(HELPER.format(bonus=bonus))

    def run(self, program, **env):
        without = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", program],
            env={**without, "PYTHONPATH": str(self.folder), "SIMLAB_CACHE": str(self.cache), **env},
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=True,
        )
        self.heard = done.stderr
        return done.stdout.split()

    def score(self, **env):
        """What the kernel returns, how many functions were compiled for it, and the digest."""
        score, compiled, digest = self.run(PLAY, **env)
        return int(score), int(compiled), digest

    def kept(self, module):
        return {d.name for d in (self.cache / "kernels" / module).iterdir()}


@pytest.fixture
def copy(tmp_path):
    return Copy(tmp_path)


def test_a_second_start_compiles_nothing_and_an_edited_helper_is_never_stale(copy):
    first = copy.score()
    assert first[:2] == (20, 2)
    assert copy.score() == (20, 0, first[2])
    copy.set_bonus(2)
    edited = copy.score()
    assert edited[:2] == (30, 2)
    assert copy.kept("caller") == {first[2], edited[2]}
    assert copy.heard == ""  # nobody asked to be told


def test_an_edit_elsewhere_leaves_compiled_code_in_place(copy):
    first = copy.score()
    (copy.folder / "simlab" / "cards.py").write_text("'''another'''")
    (copy.folder / "simlab" / "new.py").write_text("")
    assert copy.score() == (20, 0, first[2])


@pytest.mark.parametrize(
    "line",
    ["from simlab.helper import bonus", "import simlab.helper", "from simlab import (\n    helper,\n)", "    import simlab.helper as h"],
)
def test_every_way_of_importing_a_helper_is_followed(package, line):
    (package / "helper.py").write_text("from simlab.games.three import x")
    (package / "caller.py").write_text(f"def f():\n    pass\n{line}\n")
    jit.imports.cache_clear()
    assert jit.reached(["caller.py"]) >= {"caller.py", "helper.py", "games/three.py"}
    assert "two.py" not in jit.reached(["caller.py"])


def test_a_module_from_elsewhere_stands_for_the_whole_package(package):
    assert jit.reached(["tests.toy"]) == {"one.py", "two.py", "games/three.py"}


def test_bounds_checked_code_is_kept_apart(copy):
    plain, checked = copy.score(), copy.score(NUMBA_BOUNDSCHECK="1")
    assert plain[0] == checked[0] == 20
    assert checked[1] == 2
    assert plain[2] != checked[2]


def test_where_the_cache_cannot_be_written_kernels_work_and_are_never_stale(copy):
    """A file stands where the directory should be: that stops even the superuser."""
    copy.cache.write_text("")
    assert copy.score()[:2] == (20, 2)
    copy.set_bonus(2)
    assert copy.score()[:2] == (30, 2)
    assert not list(copy.folder.rglob("*.nbi")), "compiled code was left beside the sources"


def test_the_user_is_told_once_and_only_when_something_is_compiled(copy):
    program = f"from simlab import jit; jit.announce(); {PLAY}"
    copy.run(program)
    assert len(copy.heard.splitlines()) == 1
    assert copy.heard.startswith("simlab: compiling for the first time")
    copy.run(program)
    assert copy.heard == ""


# ---- the digest and the tidying, in this process ----


@pytest.fixture
def package(tmp_path, monkeypatch):
    folder = tmp_path / "package"
    (folder / "games").mkdir(parents=True)
    for name in ("one.py", "two.py", "games/three.py"):
        (folder / name).write_text(f"# {name}")
    monkeypatch.setattr(jit, "PACKAGE", folder)
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    return folder


@pytest.mark.parametrize("name", ["one.py", "two.py", "games/three.py"])
def test_the_digest_changes_with_any_source_file(package, name):
    before = jit.source_digest()
    (package / name).write_text("# another")
    assert jit.source_digest() != before
    (package / name).write_text(f"# {name}")
    assert jit.source_digest() == before


def test_the_digest_changes_when_a_file_comes_goes_or_moves(package):
    seen = {jit.source_digest()}
    (package / "four.py").write_text("")
    seen.add(jit.source_digest())
    (package / "four.py").rename(package / "five.py")
    seen.add(jit.source_digest())
    (package / "one.py").unlink()
    seen.add(jit.source_digest())
    assert len(seen) == 4


def test_the_digest_changes_with_the_bounds_check_flag_and_with_nothing_else(package, monkeypatch):
    before = jit.source_digest()
    os.utime(package / "one.py", (1, 1))
    (package / "notes.txt").write_text("not a source")
    assert jit.source_digest() == before
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert jit.source_digest() != before


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A cache holding six directories of other versions, old0 unused for longest."""
    monkeypatch.setenv("SIMLAB_CACHE", str(tmp_path / "cache"))
    kernels = tmp_path / "cache" / "kernels"
    for age in range(6):
        old = kernels / f"old{age}"
        old.mkdir(parents=True)
        (old / "code.nbc").write_text("compiled")
        os.utime(old, (1000 + age, 1000 + age))
    return kernels


def test_only_the_directories_used_last_are_kept(root):
    mine = jit.open_cache()
    assert mine == root / jit.source_digest()
    assert {d.name for d in root.iterdir()} == {mine.name, "old5", "old4", "old3"}
    assert len(list(root.iterdir())) == jit.KEEP


def test_the_directory_in_use_is_never_removed_even_if_all_others_claim_to_be_newer(root):
    later = time.time() + 10**6
    for old in root.iterdir():
        os.utime(old, (later, later))
    mine = jit.open_cache()
    (mine / "code.nbc").write_text("compiled")
    assert jit.open_cache() == mine
    assert (mine / "code.nbc").exists()


def test_opening_marks_the_directory_as_used_now(root):
    mine = jit.open_cache()
    os.utime(mine, (1, 1))
    jit.open_cache()
    assert time.time() - mine.stat().st_mtime < 60


def test_the_cache_is_the_users_unless_named(monkeypatch, tmp_path):
    monkeypatch.setenv("SIMLAB_CACHE", str(tmp_path))
    assert jit.cache_root() == tmp_path
    monkeypatch.delenv("SIMLAB_CACHE")
    assert jit.cache_root().name == "simlab"


# ---- records ----


def test_a_record_is_packed_and_reads_as_attributes():
    dtype = jit.record(("flag", "i1"), ("pot", "i8"), ("hand", "i1", (3,)))
    assert dtype.itemsize == 1 + 8 + 3
    table = jit.new(dtype)
    table.pot = 7
    table.hand[1] = 5
    assert (table.pot, table["pot"], table.hand.tolist()) == (7, 7, [0, 5, 0])


THREADS = """
import threading
from simlab import jit, rng
first = []
def play():
    key = jit.new(rng.KEY)
    rng.set_key(key, 1, 2)
    first.append(int(key.k0))
play()
thread = threading.Thread(target=play)
thread.start()
thread.join()
print(*first)
"""


def test_arithmetic_wraps_without_a_word_in_every_thread_with_the_jit_off(copy):
    """Numpy keeps its error state for each thread; a warning in the second one would end it (warnings are errors here)."""
    first, second = copy.run(THREADS, NUMBA_DISABLE_JIT="1")
    assert first == second
    assert copy.heard == ""


def dangling(tree):
    """Lines that take an element straight out of an array nobody holds: `np.zeros(1, KEY)[0]`."""
    makers = ("zeros", "empty", "ones", "full")
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
            if node.value.func.attr in makers:
                yield node.lineno


def test_no_kernel_takes_a_record_out_of_an_array_that_nobody_holds():
    """Compiled, such a record points into freed memory: the next allocation shares its bytes. Only Python's `jit.new` may."""
    found = {str(path.relative_to(jit.PACKAGE)): list(dangling(ast.parse(path.read_text()))) for path in jit.PACKAGE.rglob("*.py")}
    assert len(found.pop("jit.py")) == 1
    assert {path: lines for path, lines in found.items() if lines} == {}


@jit.allocating
def share_bytes(keys, size):
    """Reads a record whose array is a parameter, after another allocation of the same size."""
    key = keys[0]
    other = np.full(size, 7)
    return key.k0 + np.uint64(other[0])


def test_a_record_of_an_array_that_is_passed_in_stays_itself():
    keys = np.zeros(1, jit.record(("k0", "u8"), ("k1", "u8")))
    assert [int(share_bytes(keys, size)) for size in range(1, 9)] == [7] * 8


@jit.kernel
def forgetful(size):
    made = np.zeros(size)
    return made[0]


def test_a_kernel_that_makes_an_array_must_say_so():
    """Without the counting of references it would never be freed: numba refuses to compile it."""
    with pytest.raises(TypingError):
        forgetful(3)


game = types.ModuleType("replaced by bind")


def after_the_move(points):
    return points + game.PRIZE


def test_bind_compiles_one_template_for_each_game():
    small, large = types.ModuleType("small"), types.ModuleType("large")
    small.PRIZE, large.PRIZE = 1, 100
    first, second = jit.bind(after_the_move, small), jit.bind(after_the_move, large)
    assert (first(10), second(10)) == (11, 110)
    assert (first.__qualname__, second.__qualname__) == ("after_the_move[small]", "after_the_move[large]")


SHARED = jit.record(("only", "i4"), ("a", "i4"), ("seats", "i4", (11,)), ("narrow", "i2"), ("b", "i4"), ("code", "i1"))
OTHER = jit.record(("seats", "i4", (11,)), ("a", "i4"), ("narrow", "i2"), ("b", "i8"), ("code", "i1"), ("far", "i4"))


@jit.kernel
def add_first(to, more):
    jit.add_alike(to[0], more[0])


@jit.kernel
def clear_first(records):
    jit.clear(records[0])


def some_records():
    """Two records of each kind, every number different."""
    pair = []
    for dtype, begin in ((SHARED, 1), (OTHER, 50)):
        records = np.zeros(2, dtype)
        for place, name in enumerate(dtype.names):
            records[name] = np.arange(records[name].size).reshape(records[name].shape) + begin + 20 * place
        pair.append(records)
    return pair


def test_fields_of_one_name_and_of_32_bits_are_added_and_no_others():
    to, more = some_records()
    before, source = to.copy(), more.copy()
    add_first(to, more)
    assert to["a"][0] == before["a"][0] + source["a"][0]
    assert to["seats"][0].tolist() == (before["seats"][0] + source["seats"][0]).tolist()
    assert all(to[name][0] == before[name][0] for name in ("only", "narrow", "b", "code"))
    assert to[1] == before[1]
    assert more.tobytes() == source.tobytes()


def test_a_cleared_record_is_zero_and_its_neighbour_is_not():
    records, _ = some_records()
    neighbour = records[1].copy()
    clear_first(records)
    assert not any(records[0].tobytes())
    assert records[1] == neighbour


INNER = jit.record(("x", "i2"), ("y", "i8"))
OUTER = jit.record(("before", "i8"), ("one", "i4"), ("seats", "i1", (3,)), ("inner", INNER), ("after", "i4"), ("last", "i2"))


@jit.kernel
def fill_some(record):
    jit.fill(record, "one", "inner", -1)
    jit.fill(record, "last", "last", 0)


def filled():
    """A record of bytes 0x11, some of its fields filled."""
    record = np.full(OUTER.itemsize, 0x11, np.uint8).view(OUTER)[0]
    fill_some(record)
    return record.tobytes().hex()


def test_fields_from_one_to_another_are_filled_and_their_neighbours_are_not():
    assert filled() == 8 * "11" + (4 + 3 + 2 + 8) * "ff" + 4 * "11" + 2 * "00"


def test_fields_are_filled_with_the_jit_off_too():
    assert python("from tests.test_jit import filled; print(filled())", NUMBA_DISABLE_JIT="1").strip() == filled()
