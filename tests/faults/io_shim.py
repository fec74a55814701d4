"""A disk that fails: counts what is asked of the system below one folder, and refuses the n-th request, as often as it is told."""

import builtins
import errno
import io
import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

CALLS = {"open": "open", "fsync": "sync", "replace": "rename", "rename": "rename", "mkdir": "make", "utime": "touch"}  # of `os`
TROUBLES = (errno.ENOSPC, errno.EIO, errno.EROFS)


class Disk:
    """Requests are counted from 0; from the n-th on `times` of them fail."""

    def __init__(self, folder: Path, at: int | None = None, code: int = errno.ENOSPC, times: int = 1) -> None:
        self.folder, self.at, self.code, self.times = os.path.realpath(folder), at, code, times
        self.count, self.asked = 0, Counter[str]()

    def mine(self, path: Any) -> bool:
        if isinstance(path, int):
            path = os.readlink(f"/proc/self/fd/{path}") if os.path.islink(f"/proc/self/fd/{path}") else ""
        return isinstance(path, str | os.PathLike) and os.path.abspath(os.fspath(path)).startswith(self.folder)

    def ask(self, kind: str, path: Any) -> None:
        """Count one request, and refuse it if it is its turn."""
        if not self.mine(path):
            return
        number, self.count = self.count, self.count + 1
        self.asked[kind] += 1
        if self.at is not None and self.at <= number < self.at + self.times:
            raise OSError(self.code, os.strerror(self.code), str(path))


class File:
    """A file whose reading and writing can fail."""

    def __init__(self, disk: Disk, file: Any, path: Any) -> None:
        self._disk, self._file, self._path = disk, file, path

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._file, name)
        kind = {"read": "read", "readinto": "read", "readline": "read", "write": "write", "flush": "write", "truncate": "write"}.get(name)
        return found if kind is None else self._asking(kind, found)

    def _asking(self, kind: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*given: Any) -> Any:
            self._disk.ask(kind, self._path)
            return call(*given)

        return asked

    def __enter__(self) -> "File":
        return self

    def __exit__(self, *failure: object) -> None:
        self._file.close()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._file)


@contextmanager
def failing(disk: Disk) -> Iterator[Disk]:
    """Everything that Python asks of the system goes past this disk."""
    plain_open = io.open

    def opened(path: Any, *given: Any, **named: Any) -> Any:
        if not disk.mine(path):
            return plain_open(path, *given, **named)
        if not isinstance(path, int):  # else it is open already
            disk.ask("open", path)
        return File(disk, plain_open(path, *given, **named), path)

    def asking(name: str, kind: str) -> Callable[..., Any]:
        plain = getattr(os, name)

        def asked(path: Any, *given: Any, **named: Any) -> Any:
            disk.ask(kind, path)
            return plain(path, *given, **named)

        return asked

    calls = {name: asking(name, kind) for name, kind in CALLS.items()}
    with mock.patch.multiple(os, **calls), mock.patch.object(io, "open", opened), mock.patch.object(builtins, "open", opened):
        yield disk
