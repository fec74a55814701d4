"""The system's own locks on open files: whoever dies leaves none behind. The same words on Linux, macOS and Windows.

Windows locks bytes rather than files: one far beyond the end of any, so that the file itself can be read meanwhile; it knows no shared
locks, so two who only read take turns.
"""

import os
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

fcntl: Any = import_module("fcntl") if find_spec("fcntl") else None
msvcrt: Any = None if fcntl else import_module("msvcrt")
CLOSED_IN_CHILDREN = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0)
FAR = 1 << 30  # the byte that stands for the file
PAUSE = 0.05  # seconds between two tries, where the system does not wait by itself


def take(handle: int, *, shared: bool = False, wait: bool = False) -> None:
    """Lock an open file until it is closed; `BlockingIOError` where somebody else has it and we do not wait."""
    if fcntl is not None:
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
        return
    while not taken_on_windows(handle):
        if not wait:
            raise BlockingIOError("the file is locked")
        time.sleep(PAUSE)


def take_within(handle: int, seconds: float, waits: Callable[[], bool]) -> None:
    """Lock an open file once nobody else has it; after so many seconds, or when `waits` says no, go on without."""
    until = time.monotonic() + seconds
    while True:
        try:
            return take(handle)
        except BlockingIOError:
            if time.monotonic() > until or not waits():
                return None
            time.sleep(PAUSE)


def taken_on_windows(handle: int) -> bool:
    at = os.lseek(handle, 0, os.SEEK_CUR)
    os.lseek(handle, FAR, os.SEEK_SET)
    try:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    finally:
        os.lseek(handle, at, os.SEEK_SET)
    return True


def first_bytes(handle: int, most: int) -> bytes:
    os.lseek(handle, 0, os.SEEK_SET)
    return os.read(handle, most)


def write_only(handle: int, content: bytes) -> None:
    """These bytes, and nothing else."""
    os.lseek(handle, 0, os.SEEK_SET)
    os.write(handle, content)
    os.ftruncate(handle, len(content))


def sync_folder(folder: Path) -> None:
    """A rename lasts once its folder is on the disk; Windows sees to that itself and opens no folders."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
