"""Files that are there complete or not at all, and what the operating system refuses in one line."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simlab.errors import RunError


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


def write_whole(path: Path, content: bytes) -> None:
    """The file is there complete, or as it was before."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """A rename lasts once its folder is on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
