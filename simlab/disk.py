"""Files that are there complete or not at all, and what the operating system refuses in one line."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simlab.errors import RunError
from simlab.locks import sync_folder


@contextmanager
def storage(folder: Path) -> Iterator[None]:
    """What the operating system refuses, in one line."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise RunError(f"{folder}: the disk is full; what was played is kept: free some space and start the same command") from None
        where = error.filename or folder
        raise RunError(f"{where}: cannot write: {(error.strerror or str(error)).lower()}") from None


def read_whole(path: Path) -> bytes:
    """What is in a file; a pipe or a device in its place might never end."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "Not a file", str(path))
    return path.read_bytes()


def write_whole(path: Path, content: bytes, lasting: bool = True) -> None:
    """The file is there complete, or as it was before; `lasting`: also after a power cut."""
    if path.exists() and not path.is_file():  # a device or a pipe is written to, not replaced
        write_through(path, content)
        return
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        os.replace(part, path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    if lasting:
        sync_folder(path.parent)


def write_through(path: Path, content: bytes) -> None:
    """To a device, or to a pipe that somebody reads: one that nobody does is an error, not a wait for ever."""
    handle = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "wb") as file:
        if hasattr(os, "set_blocking"):
            os.set_blocking(handle, True)
        file.write(content)
