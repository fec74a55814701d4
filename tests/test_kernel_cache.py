"""Compiled code on disk: never stale, compiled once, tidied up, and not needed where it cannot be written.

Each test copies the package, with a kernel and its helper in two modules, and starts it in processes of its own.
"""

import os
import shutil
import subprocess
import sys
import threading
import time
from enum import IntEnum
from time import perf_counter
from typing import NamedTuple

import numba
import pytest
from numba.core.registry import cpu_target

from simlab import jit, kernel_cache
from simlab.sources import PACKAGE
from tests import forks

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
PLAY = """
from pathlib import Path
from simlab import caller, jit, kernel_cache
print(caller.score(1), jit.compiles.count, kernel_cache.source_digest(Path(caller.__file__)))
"""


class Copy:
    """A copy of the package that a test may edit, and its cache."""

    def __init__(self, folder):
        self.folder, self.cache = folder, folder / "cache"
        shutil.copytree(PACKAGE, folder / "simlab", ignore=shutil.ignore_patterns("games"))
        (folder / "simlab" / "caller.py").write_text(CALLER)
        self.set_bonus(1)

    def set_bonus(self, bonus):
        (self.folder / "simlab" / "helper.py").write_text(HELPER.format(bonus=bonus))

    def run(self, program, **env):
        without = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
        places = {"PYTHONPATH": str(self.folder), "SIMLAB_CACHE": str(self.cache)}
        places["PYTHONDONTWRITEBYTECODE"] = "1"  # Python itself takes what was edited within a second, to the same size, for the same
        done = forks.run(("-c", program), self.folder, {**without, **places, **env})
        done.check_returncode()
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


@pytest.mark.parametrize("told", [{"NUMBA_BOUNDSCHECK": "1"}, pytest.param({"NUMBA_OPT": "0"}, marks=pytest.mark.slow)])
def test_what_is_compiled_in_another_way_is_kept_apart(copy, told):
    usual, other = copy.score(), copy.score(**told)
    assert usual[0] == other[0] == 20
    assert other[1] == 2
    assert usual[2] != other[2]


def test_where_the_cache_cannot_be_written_kernels_work_and_are_never_stale(copy):
    """A file stands where the directory should be: that stops even the superuser."""
    copy.cache.write_text("")
    assert copy.score()[:2] == (20, 2)
    copy.set_bonus(2)
    assert copy.score()[:2] == (30, 2)
    assert not list(copy.folder.rglob("*.nb?")), "compiled code was left beside the sources"


def test_the_user_is_told_once_and_only_when_something_is_compiled(copy):
    program = f"from simlab import jit; jit.announce()\n{PLAY}"
    copy.run(program)
    assert len(copy.heard.splitlines()) == 1
    assert copy.heard.startswith("simlab: compiling for the first time")
    copy.run(program)
    assert copy.heard == ""


# ---- one file for each compiled form ----


def forms(copy, module="helper"):
    """What is kept of a module: machine code of what Python enters, bitcode of what kernels call."""
    return sorted(path for path in (copy.cache / "kernels" / module).rglob("*") if path.suffix in {".code", ".bitcode"})


def test_a_file_that_is_not_whole_counts_as_absent_and_is_mended(copy):
    copy.score()
    (caller,), (helper,) = forms(copy, "caller"), forms(copy)
    whole, foreign = caller.read_bytes(), b"cnowhere_to_be_found\nThing\n."
    gone = kernel_cache.MAGIC + kernel_cache.seal(caller, foreign) + foreign  # whole, of a class that is no more
    for damaged in (b"", whole[: len(whole) // 2], whole[:-1] + b"?", gone):
        caller.write_bytes(damaged)
        assert copy.score()[:2] == (20, 1)  # the helper is whole
    assert copy.score()[:2] == (20, 0)
    helper.write_bytes(whole)
    assert copy.score()[:2] == (20, 0)  # taken in already: nobody asks for it
    caller.unlink()
    assert copy.score()[:2] == (20, 2)


def test_a_full_disk_is_no_reason_to_stop(copy):
    full = "import simlab.kernel_cache as c\ndef write(path, content): raise OSError(28, 'No space left on device')\nc.write = write\n"
    score, compiled, _ = copy.run(full + PLAY)
    assert (score, compiled) == ("20", "2")
    assert forms(copy) == []


def test_half_a_file_of_a_killed_process_is_never_read_and_goes_in_time(copy):
    copy.score()
    (path,) = forms(copy)
    part = path.with_suffix(".part")
    part.write_bytes(b"half")
    assert copy.score()[:2] == (20, 0)
    os.utime(part, (1, 1))
    copy.score()
    assert not part.exists()


@pytest.mark.slow
def test_processes_that_compile_at_once_leave_whole_files(copy):
    """Two starts on an empty cache, each compiling forms of one helper for other types."""
    program = "import sys; from simlab.helper import bonus; print(bonus({}), bonus({}))"
    env = {**os.environ, "PYTHONPATH": str(copy.folder), "SIMLAB_CACHE": str(copy.cache)}
    both = [("1", "2.5"), ("2.5", "1")]
    for _ in range(3):
        started = [
            subprocess.Popen([sys.executable, "-c", program.format(*pair)], env=env, cwd=copy.folder, stdout=subprocess.PIPE, text=True)
            for pair in both
        ]
        assert [process.communicate()[0].split() for process in started] == [["2", "3.5"], ["3.5", "2"]]
    assert len(forms(copy)) == 2


# ---- one compiles, the others wait ----


@pytest.fixture
def kept(tmp_path):
    def pay(chips):
        return chips

    return kernel_cache.Kept(tmp_path, pay)


TYPES, TARGET = (numba.int64,), cpu_target.target_context


def second_comer(kept, said, came):
    with kept.in_turn(TYPES, TARGET, lambda: said.append("waits")):
        came.append(perf_counter())


@pytest.mark.parametrize("compiled", [True, False])
def test_who_comes_second_waits_until_the_form_is_there_or_the_first_gives_up(kept, compiled):
    said, came = [], []
    other = threading.Thread(target=second_comer, args=(kept, said, came))
    with kept.in_turn(TYPES, TARGET, lambda: said.append("the first")):
        other.start()
        while len(said) < 2:
            time.sleep(0.01)
        assert came == []
        if compiled:
            kept.path(TYPES, TARGET.codegen()).write_bytes(b"code")
            other.join(10)
            assert came
    left = perf_counter()
    other.join(10)
    assert set(said) == {"waits"}
    assert (came[0] < left) == compiled
    assert not list(kept.folder.glob("*.turn"))


def test_who_compiles_already_waits_for_nobody(kept):
    with kept.in_turn(TYPES, TARGET, pytest.fail), kept.in_turn(TYPES, TARGET, pytest.fail):
        assert len(list(kept.folder.glob("*.turn"))) == 1


def test_who_has_waited_long_goes_on(kept, monkeypatch):
    monkeypatch.setattr(kernel_cache, "PATIENCE", 0.1)
    said, came = [], []
    with kept.in_turn(TYPES, TARGET, lambda: None):
        other = threading.Thread(target=second_comer, args=(kept, said, came))
        other.start()
        other.join(10)
        assert came
    assert said


def test_two_processes_compile_a_form_once(copy):
    env = {**os.environ, "PYTHONPATH": str(copy.folder), "SIMLAB_CACHE": str(copy.cache)}
    both = [subprocess.Popen([sys.executable, "-c", PLAY], env=env, cwd=copy.folder, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    scores, counts, _ = zip(*(process.communicate()[0].split() for process in both), strict=True)
    assert scores == ("20", "20")
    assert sorted(counts) == ["0", "2"]


# ---- what is believed: a file that is whole, in its place, and the user's own ----


CONTENT = b"machine code" * 40
OTHERS = 65534  # a user of this system that is not us


@pytest.fixture
def form(tmp_path):
    """A compiled form as it is kept, and a second one beside it."""
    folder = tmp_path / "kernels" / "caller" / "0123456789ab"
    folder.mkdir(parents=True)
    for name in ("score-3.aa.code", "score-3.bb.code"):
        kernel_cache.write(folder / name, kernel_cache.MAGIC + kernel_cache.seal(folder / name, CONTENT) + CONTENT)
    return folder / "score-3.aa.code"


def flip(place):
    def damage(path):
        raw = bytearray(path.read_bytes())
        raw[place % len(raw)] ^= 1 << (place % 8)
        path.write_bytes(raw)

    return damage


def replaced(make):
    def damage(path):
        path.unlink()
        make(path)

    return damage


def huge(path):
    with path.open("ab") as file:
        file.truncate(kernel_cache.MOST_FORM + 4096)


DAMAGES = {
    **{f"bit {place}": flip(place) for place in (0, 15, 16, 30, 47, 48, 49, 300, 527, -1)},
    "empty": lambda path: path.write_bytes(b""),
    "half": lambda path: os.truncate(path, 200),
    "the head alone": lambda path: os.truncate(path, kernel_cache.SIZE),
    "one byte more": lambda path: path.write_bytes(path.read_bytes() + b"?"),
    "zeros": lambda path: path.write_bytes(bytes(600)),
    "as older versions wrote it": lambda path: path.write_bytes(kernel_cache.HASH(CONTENT).digest() + CONTENT),
    "another form's": lambda path: shutil.copyfile(path.with_name("score-3.bb.code"), path),
    "larger than any form": huge,
    "writable by all": lambda path: path.chmod(0o666),
    "a folder": replaced(lambda path: path.mkdir()),
    "a full folder": replaced(lambda path: (path / "in").mkdir(parents=True)),
    "a link": replaced(lambda path: path.symlink_to(path.with_name("score-3.bb.code"))),
    "a link to nowhere": replaced(lambda path: path.symlink_to("nowhere")),
    "a pipe that nobody writes to": replaced(os.mkfifo),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_what_is_damaged_or_foreign_is_absent_and_makes_room(form, name):
    assert kernel_cache.believed(form) == CONTENT
    DAMAGES[name](form)
    assert kernel_cache.believed(form) is None
    kernel_cache.write(form, kernel_cache.MAGIC + kernel_cache.seal(form, CONTENT) + CONTENT)
    assert kernel_cache.believed(form) == CONTENT


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_belongs_to_somebody_else_is_not_run(form):
    os.chown(form, OTHERS, OTHERS)
    assert kernel_cache.believed(form) is None


def test_folders_are_the_users_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("SIMLAB_CACHE", str(tmp_path / "cache"))
    mine = kernel_cache.open_folder()
    assert [path.stat().st_mode & 0o777 for path in (mine, mine.parent)] == [0o700, 0o700]
    mine.chmod(0o777)  # as an older version may have left it
    assert kernel_cache.open_folder() == mine
    assert mine.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_is_no_folder_or_not_ours_keeps_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("SIMLAB_CACHE", str(tmp_path / "cache"))
    (tmp_path / "cache").mkdir()
    (tmp_path / "else").mkdir()
    (tmp_path / "cache" / "kernels").symlink_to(tmp_path / "else")
    assert kernel_cache.open_folder() is None
    monkeypatch.setattr(kernel_cache, "own", lambda found: False)
    (tmp_path / "cache" / "kernels").unlink()
    assert kernel_cache.open_folder() is None


def test_a_read_only_cache_is_read(form, monkeypatch):
    def refuse(*given):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(os, "utime", refuse)
    monkeypatch.setattr(os, "unlink", refuse)
    assert kernel_cache.believed(form) == CONTENT
    form.write_bytes(b"torn")
    assert kernel_cache.believed(form) is None
    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="Read-only"):
        kernel_cache.write(form, CONTENT)


def test_the_cache_stays_small_and_what_was_used_last_stays(form):
    kernels = form.parent.parent.parent
    size = form.stat().st_size
    for age in range(8):
        path = form.with_name(f"old-{age}.code")
        shutil.copyfile(form, path)
        os.utime(path, (1000 + age, 1000 + age))
    kernel_cache.keep_small(kernels, most=5 * size)
    assert {path.name for path in form.parent.iterdir()} == {form.name, "score-3.bb.code", "old-7.code"}
    shutil.copyfile(form, form.with_name("more.code"))
    kernel_cache.keep_small(kernels, most=0)  # looked a moment ago
    assert form.exists()


@pytest.mark.slow
def test_compiled_for_a_plain_processor_the_same_comes_out(copy):
    """`pdep` is not for every processor of this family: chosen by what is compiled for, not by what it is compiled on."""
    program = """
from simlab import bits, jit
@jit.kernel
def spread(picks, mask):
    return bits.deposit(picks, mask)
print(spread(0b101101, 0x0F0F33), bits.DEPOSIT)
"""
    here, plain = copy.run(program), copy.run(program, NUMBA_CPU_NAME="generic")
    assert (here[0], plain) == (plain[0], [here[0], "False"])


class Suit(IntEnum):
    HEARTS = 3


@jit.kernel
def twice(suit):
    return 2 * suit


def test_a_member_of_an_enum_is_handed_over_as_the_integer_it_is():
    doubled = numba.njit(lambda: twice(Suit.HEARTS))  # not kept: compiled anew in every process, whatever the cache holds
    assert doubled() == 6
    assert list(twice.callee.forms) == [(numba.int64,)]


def test_no_form_is_kept_for_somebodys_class(tmp_path):
    class Result:
        lifted = ()
        library = type("Library", (), {"has_dynamic_globals": False})

    kept = kernel_cache.Kept(tmp_path, twice.py_func)
    kept.save_overload((numba.typeof(Suit.HEARTS),), Result())
    assert list(tmp_path.iterdir()) == []


PAIRS = """
from typing import NamedTuple

class Pair(NamedTuple):
    {fields}
"""
SUBTRACT = """
from simlab.jit import kernel

@kernel
def less(pair):
    return pair.one - pair.two

@kernel
def entered(pair):
    return less(pair)
"""
LESS = """
from simlab import first_pair, jit, pairs, second_pair
print(pairs.entered(first_pair.Pair(9, 4)), pairs.entered(second_pair.Pair(9, 4)), jit.compiles.count)
"""


def test_forms_for_named_tuples_are_kept_and_two_of_one_name_are_told_apart(copy):
    (copy.folder / "simlab" / "first_pair.py").write_text(PAIRS.format(fields="one: int; two: int"))
    (copy.folder / "simlab" / "second_pair.py").write_text(PAIRS.format(fields="two: int; one: int"))
    (copy.folder / "simlab" / "pairs.py").write_text(SUBTRACT)
    assert copy.run(LESS) == ["5", "-5", "4"]
    assert copy.run(LESS) == ["5", "-5", "0"]
    (copy.folder / "simlab" / "first_pair.py").write_text(PAIRS.format(fields="two: int; one: int"))
    assert copy.run(LESS)[:2] == ["-5", "-5"]


def test_no_form_is_kept_for_a_class_that_no_other_process_finds():
    class Local(NamedTuple):
        one: int

    assert kernel_cache.names_a_class(numba.typeof(Local(1)))
    assert kernel_cache.names_a_class(numba.typeof(((Local(1),),)))
    assert not kernel_cache.names_a_class(numba.typeof((1, (2.0, Findable(3)))))


class Findable(NamedTuple):
    one: int


# ---- folders ----


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A cache holding six directories of other versions, old0 unused for longest."""
    monkeypatch.setenv("SIMLAB_CACHE", str(tmp_path / "cache"))
    kernels = tmp_path / "cache" / "kernels"
    for age in range(6):
        old = kernels / f"old{age}"
        old.mkdir(parents=True)
        (old / "a.code").write_text("compiled")
        os.utime(old, (1000 + age, 1000 + age))
    return kernels


def test_only_the_directories_used_last_are_kept(root):
    mine = kernel_cache.open_folder()
    assert mine == root / kernel_cache.source_digest()
    assert {d.name for d in root.iterdir()} == {mine.name, "old5", "old4", "old3"}
    assert len(list(root.iterdir())) == kernel_cache.KEEP


def test_the_directory_in_use_is_never_removed_even_if_all_others_claim_to_be_newer(root):
    later = time.time() + 10**6
    for old in root.iterdir():
        os.utime(old, (later, later))
    mine = kernel_cache.open_folder()
    (mine / "a.code").write_text("compiled")
    assert kernel_cache.open_folder() == mine
    assert (mine / "a.code").exists()


def test_opening_marks_the_directory_as_used_now(root):
    mine = kernel_cache.open_folder()
    os.utime(mine, (1, 1))
    kernel_cache.open_folder()
    assert time.time() - mine.stat().st_mtime < 60


def test_the_cache_is_the_users_unless_named(monkeypatch, tmp_path):
    monkeypatch.setenv("SIMLAB_CACHE", str(tmp_path))
    assert kernel_cache.cache_root() == tmp_path
    monkeypatch.delenv("SIMLAB_CACHE")
    assert kernel_cache.cache_root().name == "simlab"


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
