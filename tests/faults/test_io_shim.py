"""The n-th write, sync, rename or read fails, for every n: what was there stays, what is said is one line, and the next try is whole."""

import errno

import numpy as np
import pytest

import simlab
from simlab import jit
from simlab.disk import storage
from simlab.errors import SimlabError
from simlab.kept import keep_arrays, kept_arrays
from simlab.play.session import Played
from simlab.players.solved.strategies import read as read_strategy
from simlab.players.solved.strategies import strategy_of
from tests.faults.io_count import Count
from tests.faults.io_shim import TROUBLES, Disk, failing

OLD = Played("template", 1, {}, 7, 0, (0, 1), 0, ("honest", "honest"))
NEW = Played("template", 1, {}, 7, 0, (0, 1, 0), 0, ("honest", "honest"))
SCENARIO = {"game": "template", "rollouts": 3000, "seed": 5, "keep": "rollouts", "variants": {"a": {}, "b": {"rules": {"bet": 2}}}}


def save(folder):
    """A saved game over an older one."""
    path = folder / "game.json"
    if not path.exists():
        OLD.write(path)
    yield lambda: NEW.write(path)
    yield lambda: Played.read(path) in (OLD, NEW)
    yield lambda: (NEW.write(path), Played.read(path) == NEW)[1]


def solved(folder):
    path = folder / "solved.npz"
    one = strategy_of(np.arange(3), np.arange(4), np.ones(3), False, {"game": "template"})
    yield lambda: one.write(path)
    yield lambda: not path.exists() or read_strategy(path).checksum == one.checksum
    yield lambda: (one.write(path), read_strategy(path).checksum == one.checksum)[1]


def kept(folder):
    path = folder / "net.kept"

    def write():
        with storage(folder):
            keep_arrays(path, net=np.arange(5.0))

    yield write
    yield lambda: path.is_file() is False or kept_arrays(path)["net"].tolist() == [0, 1, 2, 3, 4]
    yield lambda: (write(), kept_arrays(path)["net"].tolist() == [0, 1, 2, 3, 4])[1]


def compiled(folder):
    """A kernel: compiled, kept, and loaded by the next who asks."""

    def score(x):
        return 3 * x + 1

    def call():
        place = folder / "cache" / "kernels" / "here" / "0123456789ab"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(jit, "folder_for", lambda *files: opened(place))
            return jit.kernel(score)(4) == 13

    yield lambda: call() or pytest.fail("another number")
    yield call
    yield call


def opened(place):
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return place


def run(folder):
    """A whole run, with its rows and tables."""
    out = folder / "out"

    def play():
        return simlab.run(SCENARIO, out=out, report=False, threads=1)

    yield play
    yield lambda: True
    yield lambda: (play(), checksum(out) == clean(folder))[1]


def checksum(out):
    return {name: (out / name).read_bytes() for name in ("results.parquet", "pairs.parquet", "histograms.parquet")}


def clean(folder):
    """What the same run gives where nothing fails."""
    if not CLEAN:
        simlab.run(SCENARIO, out=folder.parent / "clean", report=False, threads=1)
        CLEAN.append(checksum(folder.parent / "clean"))
    return CLEAN[0]


CLEAN: list[dict[str, bytes]] = []
DEEDS = {"saved game": save, "solved strategy": solved, "kept arrays": kept, "compiled kernel": compiled, "run directory": run}


def try_once(deed, folder, disk, count, name):
    """One deed on a disk that fails once (or from then on): refused in one line or done; then whole at the second try."""
    folder.mkdir()
    do, sound, again = deed(folder)
    try:
        with failing(disk):
            do()
        ended = "healed"
    except SimlabError as said:
        ended = "refused" if "\n" not in str(said) else f"several lines: {said}"
    except Exception as error:
        ended = f"{type(error).__name__}: {error}"
    try:
        good = sound() and again()
    except Exception as error:
        good, ended = False, f"afterwards {type(error).__name__}: {error}"
    if not good or ended not in ("healed", "refused"):
        count.lost.append(f"{name}: {ended}")
    else:
        count.healed += ended == "healed"
        count.refused += ended == "refused"


def fail_each(tmp_path, what, every=1, codes=TROUBLES, longest=(1, 10**6)):
    """Fail each request in turn: once, and for good."""
    deed, count = DEEDS[what], Count(f"{what}: the n-th request fails")
    (tmp_path / "dry").mkdir()
    do, *_ = deed(tmp_path / "dry")
    with failing(Disk(tmp_path / "dry")) as disk:
        do()
    assert disk.count, "nothing was asked of the disk"
    turns = [(at, code, times) for at in range(disk.count) for code in codes for times in longest]
    for number, (at, code, times) in enumerate(turns[::every]):
        folder = tmp_path / f"try{number}"
        try_once(deed, folder, Disk(folder, at, code, times), count, f"request {at} of {disk.count} {errno.errorcode[code]} x {times}")
    count.told()
    assert count.lost == []
    return count


@pytest.mark.parametrize("what", ["saved game", "solved strategy", "kept arrays"])
def test_whatever_request_fails_the_file_is_old_or_new(tmp_path, what):
    assert fail_each(tmp_path, what, codes=(errno.ENOSPC,)).refused > 0


def test_whatever_request_of_the_cache_fails_a_kernel_returns_its_number(tmp_path):
    count = fail_each(tmp_path, "compiled kernel", every=3, codes=(errno.EIO,))
    assert count.refused == 0


def test_a_sample_of_failing_requests_of_a_run_is_refused_and_made_good(tmp_path):
    assert fail_each(tmp_path, "run directory", every=25, codes=(errno.ENOSPC,)).tried >= 5


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("what", DEEDS)
def test_every_request_that_fails_in_every_way(tmp_path, what):
    assert fail_each(tmp_path, what).tried >= 20


def test_the_disk_counts_what_python_asks_of_it(tmp_path):
    with failing(Disk(tmp_path)) as disk:
        with storage(tmp_path):
            keep_arrays(tmp_path / "a" / "x.kept", one=[1])
        assert kept_arrays(tmp_path / "a" / "x.kept")["one"] == [1]
    assert {"open", "write", "sync", "rename", "make", "read"} <= set(disk.asked)
