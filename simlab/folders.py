"""A folder that a command works in is ours, or it is left alone; and while one command works in it, no other does.

Ours is a folder that was not there, that was empty, or that a run or a study has written before. The lock is the system's own: a killed
command leaves none behind.
"""

import json
import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from simlab.disk import read_whole, storage
from simlab.errors import RunError
from simlab.locks import CLOSED_IN_CHILDREN, first_bytes, take, write_only
from simlab.seals import MANIFEST

HOME = Path("reports")  # where run directories go
LOCK = ".lock"
HOLDER = re.compile(r"(?:simlab )?(process \d+ on .*)")
MOST_SHOWN = 3  # names of what lies in somebody else's folder

held: dict[Path, bool] = {}  # folders that a command of this process has locked, and whether one of its runs works there now
changing = Lock()


@contextmanager
def holding(folder: Path) -> Iterator[None]:
    """A command has this folder for itself, from its first line to its last; its own runs are let in, one at a time."""
    with locked(folder):
        place = place_of(folder)
        held[place] = False
        try:
            yield
        finally:
            held.pop(place)


@contextmanager
def working(folder: Path) -> Iterator[None]:
    """A run has this folder for itself: from the command that holds it, or by a lock of its own."""
    place = place_of(folder)
    with changing:
        lent = held.get(place) is False
        if lent:
            held[place] = True
    if not lent:
        with locked(folder):
            yield
        return
    try:
        yield
    finally:
        held[place] = False


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    refuse_strangers(folder)
    made, handle = not folder.exists(), opened(folder)
    try:
        yield
    finally:
        if made:
            leave_nothing_behind(folder)
        os.close(handle)  # and with it the lock


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Nobody writes there meanwhile; nothing is written."""
    try:
        handle = os.open(folder / LOCK, os.O_RDONLY | CLOSED_IN_CHILDREN)
    except OSError:  # nobody ever did, or the lock did not travel with the rest
        yield
        return
    try:
        take(handle, shared=True)
        yield
    except BlockingIOError:
        raise RunError(f"{folder} is in use: wait for the command that works there") from None
    finally:
        os.close(handle)


def opened(folder: Path) -> int:
    """The lock's file, locked."""
    while True:
        with storage(folder):
            folder.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):  # another command has just left, and taken its empty folder along
                handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | CLOSED_IN_CHILDREN, 0o666)
                if is_ours_alone(folder, handle):
                    return handle


def is_ours_alone(folder: Path, handle: int) -> bool:
    """Whether the lock is ours now; not when its file was removed since it was opened. Closes the file of one that is not."""
    try:
        take(handle)
        if os.fstat(handle).st_nlink == 0:
            os.close(handle)
            return False
        write_only(handle, f"simlab process {os.getpid()} on {socket.gethostname()}\n".encode())
    except BlockingIOError:
        holder = HOLDER.match(first_bytes(handle, 300).decode(errors="replace"))
        os.close(handle)
        raise RunError(f"{folder} is in use by {holder[1] if holder else 'another process'}; wait for it, or give another --out") from None
    except OSError:
        os.close(handle)
        raise
    return True


def leave_nothing_behind(folder: Path) -> None:
    """A folder in which nothing was written goes again, lock and all."""
    with suppress(OSError):
        if os.listdir(folder) == [LOCK]:
            (folder / LOCK).unlink()
            folder.rmdir()


def refuse_strangers(folder: Path) -> None:
    """Never write into, or delete from, a folder that no run made."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise RunError(f"{folder} is a file: give --out a folder")
    there = sorted(name for name in os.listdir(folder) if not name.startswith("."))
    if there and not is_ours(folder):
        more = "" if len(there) <= MOST_SHOWN else f" and {len(there) - MOST_SHOWN} more"
        raise RunError(
            f"{folder} was not made by simlab (it holds {', '.join(there[:MOST_SHOWN])}{more}) and stays as it is: "
            "give --out a new or an empty folder"
        )


def is_ours(folder: Path) -> bool:
    """Whether a run or a study has written there before: by its lock, its manifest (also of an older version), or its page."""
    with suppress(OSError):
        if HOLDER.match(read_whole(folder / LOCK)[:300].decode(errors="replace")):
            return True
    for name, keys in ((MANIFEST, {"simlab", "identity"}), ("study.json", set())):
        with suppress(OSError, ValueError, RecursionError):
            found = json.loads(read_whole(folder / name))
            if isinstance(found, dict) and keys <= found.keys() and (name == MANIFEST or (folder / "report.html").is_file()):
                return True
    return False


def place_of(path: Path) -> Path:
    """Where a path leads; a link that leads to itself leads nowhere, and is said so by whoever opens it."""
    return Path(os.path.realpath(path))


def refuse_input(source: Path, folder: Path, written: tuple[str, ...]) -> None:
    """Never write over the file that was given."""
    given, home = place_of(source), place_of(folder)
    if given == home or (given.is_relative_to(home) and given.relative_to(home).parts[0] in written):
        raise RunError(f"{source} would be written over: give --out a folder in which it does not lie, or give it another name")
