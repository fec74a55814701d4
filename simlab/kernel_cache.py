"""Compiled code kept on disk, in the user's cache directory (override: SIMLAB_CACHE): never stale, never anybody else's.

Each module's code lies in a folder named by a digest of every source file it reaches, and of how numba was told to compile. In it each
compiled form of a function is one file, named by a hash of what it was compiled from and for (function, types, processor,
versions) and begun by a hash of its place and its content. There is no index: numba's own is shared by all callers of a function,
keeps their classes by name (a game that went away made a shared helper unreadable), and two processes that write it at once can
swap the code of two forms.

What is kept is code that will be run, so a file is believed only if it is whole, in its place, and the user's own: in folders that
nobody else may write to. Whatever is not counts as absent, and what cannot be written is compiled in memory: with a damaged, foreign,
full or read-only cache every command works, only later.
"""

import hashlib
import os
import pickle
import platform
import shutil
import stat
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba import types as nt
from numba.core import sigutils
from numba.core.caching import _cache_log as log
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from simlab import locks
from simlab.callees import Bitcode, rebuild
from simlab.sources import digest, place_of

LONG = 60 * 24 * 3600  # seconds after which a compiled form that nobody used, or half of one, goes
PATIENCE = 120.0  # seconds that a process waits for what another compiles
KEEP = 4  # folders kept of a module: this one and the ones used last (other versions, other check-outs)
MOST_BYTES = 2 << 30  # of all that is kept; what was used longest ago goes first, down to three quarters of this
MOST_FORM = 64 << 20  # bytes of one compiled form
EVERY = 3600  # seconds between two looks at how much there is
WRITTEN_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH
MAGIC = b"simlab kernel 2\n"
HASH = hashlib.sha256
SIZE = len(MAGIC) + HASH().digest_size
VERSIONS = (numba.__version__, llvmlite.__version__, np.__version__, sys.implementation.cache_tag, platform.machine())


def cache_root() -> Path:
    return Path(os.environ.get("SIMLAB_CACHE") or platformdirs.user_cache_dir("simlab"))


def source_digest(*files: Path) -> str:
    """Twelve letters that change with any file that these reach, and with what numba was told: check bounds, optimise how much."""
    return digest(files, " ".join(f"{name}={os.environ.get(name, '')}" for name in ("NUMBA_BOUNDSCHECK", "NUMBA_OPT")))


def open_folder(*files: Path) -> Path | None:
    """The folder for compiled code of the first file, bound to the others, marked as used now; none where it is not the user's alone."""
    names = [place_of(file).removesuffix(".py").replace("/", ".").removeprefix("simlab.") for file in files]
    kernels = cache_root() / "kernels"
    mine = kernels / "+".join(names) / source_digest(*files)
    with suppress(OSError):  # where nothing can be written, what is there can still be read
        for folder in (kernels, mine.parent, mine):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.utime(mine)
    if not all(map(private, (kernels, mine.parent, mine))):
        return None
    remove_stale(mine)
    return mine


def private(folder: Path) -> bool:
    """Is this a folder of the user's, to which nobody else can write? One that was too open is closed."""
    try:
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or not own(found):
            return False
        if found.st_mode & WRITTEN_BY_OTHERS:
            folder.chmod(0o700)
    except OSError:
        return False
    return True


def own(found: os.stat_result) -> bool:
    return not hasattr(os, "geteuid") or found.st_uid == os.geteuid()


folder_for = cache(open_folder)  # once in a process


def remove_stale(mine: Path) -> None:
    """Keep the folders of a module used last, among them always `mine`, and in it what was used of late."""
    with suppress(OSError):  # another process is tidying up
        by_use = sorted((d for d in mine.parent.iterdir() if d.is_dir()), key=lambda d: d.stat().st_mtime, reverse=True)
        for stale in by_use[KEEP:]:
            if stale != mine:
                shutil.rmtree(stale, ignore_errors=True)
        for file in list(mine.iterdir()):
            if file.stat().st_mtime < time.time() - LONG:
                file.unlink()


def keep_small(kernels: Path, most: int = MOST_BYTES) -> None:
    """Once in a while, look how much there is, and let go of what was used longest ago."""
    looked = kernels / ".looked"
    with suppress(OSError):
        if looked.exists() and time.time() - looked.stat().st_mtime < EVERY:
            return
        looked.touch()
        files = [(found.st_mtime, found.st_size, path) for path in kernels.glob("*/*/*") if stat.S_ISREG((found := path.lstat()).st_mode)]
        total = sum(size for _, size, _ in files)
        if total <= most:
            return
        for _, size, path in sorted(files, key=lambda file: file[0]):
            path.unlink(missing_ok=True)
            total -= size
            if total <= most * 3 // 4:
                return


at_work = threading.local()  # does this thread compile?


class Kept:
    """The compiled forms of one function, as numba's dispatcher asks for them and hands them over."""

    def __init__(self, folder: Path, function: Callable[..., Any]) -> None:
        self.folder, self.function = folder, function

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    @contextmanager
    def in_turn(self, signature: Any, target: Any, say: Callable[[], Any]) -> Iterator[None]:
        """While one process compiles a form, others say so, wait and read it; two minutes at most, then they compile it themselves.

        Nobody waits who is compiling already: nobody waits for somebody who waits for him.
        """
        path = self.path(signature, target.codegen())
        if getattr(at_work, "compiles", False) or path.exists():
            yield
            return
        at_work.compiles, handle = True, None
        try:
            with suppress(OSError):  # where nothing can be written, everybody compiles
                handle = os.open(path.with_suffix(".turn"), os.O_RDWR | os.O_CREAT | locks.CLOSED_IN_CHILDREN, 0o600)
                locks.take_within(handle, PATIENCE, lambda: say() or not path.exists())
            yield
        finally:
            at_work.compiles = False
            if handle is not None:
                os.close(handle)
                with suppress(OSError):
                    path.with_suffix(".turn").unlink()

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled form for these types, or nothing: whatever is wrong with the file, compiling anew mends it."""
        return self.load(self.path(signature, target.codegen()), target, CompileResult._rebuild)

    def load_callee(self, signature: Any, target: Any) -> Any:
        """The form for compiled callers."""
        return self.load(self.path(signature, target.codegen(), callee=True), target, rebuild)

    def load(self, path: Path, target: Any, rebuilt: Callable[..., Any]) -> Any:
        target.refresh()
        content = believed(path)
        if content is None:
            return None
        try:
            return rebuilt(target, *pickle.loads(content))
        except Exception:  # whole, but of a class that is gone
            discard(path)
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a compiled form; a full or read-only disk is no reason to stop."""
        arguments, _ = sigutils.normalize_signature(signature)
        if result.library.has_dynamic_globals or result.lifted or any(map(names_a_class, arguments)):
            return
        content, path = dumps(result._reduce()), self.path(signature, result.library.codegen, isinstance(result.library, Bitcode))
        if len(content) > MOST_FORM:
            return
        with suppress(OSError):
            write(path, MAGIC + seal(path, content) + content)
            log("[cache] data saved to %r", str(path))  # said with NUMBA_DEBUG_CACHE=1
            keep_small(path.parent.parent.parent)

    def path(self, signature: Any, codegen: Any, callee: bool = False) -> Path:
        arguments, _ = sigutils.normalize_signature(signature)
        closed = [cell.cell_contents for cell in self.function.__closure__ or ()]
        made_for = (self.function.__qualname__, *map(named, arguments), codegen.magic_tuple(), VERSIONS, dumps(closed) if closed else b"")
        whole = HASH(repr(made_for).encode() + self.function.__code__.co_code).hexdigest()
        kind = "bitcode" if callee else "code"
        return self.folder / f"{self.function.__name__}-{self.function.__code__.co_firstlineno}.{whole[:24]}.{kind}"

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


def seal(path: Path, content: bytes) -> bytes:
    """Of a content in its place: a file that was copied over another is none."""
    return HASH("/".join(path.parts[-3:]).encode() + b"\0" + content).digest()


def believed(path: Path) -> bytes | None:
    """What is kept in a file that is the user's own, whole and in its place; whatever else is there goes away."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return None
    except OSError:
        discard(path)
        return None
    try:
        found = os.fstat(handle)
        good = stat.S_ISREG(found.st_mode) and own(found) and not found.st_mode & WRITTEN_BY_OTHERS and found.st_size <= MOST_FORM + SIZE
        raw = read_all(handle, found.st_size) if good else b""
    except OSError:
        raw = b""
    finally:
        os.close(handle)
    content = raw[SIZE:]
    if not raw.startswith(MAGIC) or seal(path, content) != raw[len(MAGIC) : SIZE]:
        discard(path)
        return None
    with suppress(OSError):  # read-only: nobody tidies up there
        os.utime(path)
    return content


def read_all(handle: int, size: int) -> bytes:
    parts = []
    while size > 0 and (part := os.read(handle, size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def discard(path: Path) -> None:
    """Make room for what is compiled anew; where that cannot be, nothing is kept."""
    with suppress(OSError):
        path.unlink()
        return
    shutil.rmtree(path, ignore_errors=True)


def write(path: Path, content: bytes) -> None:
    """The file is there whole or not at all, whoever else writes it at the same time."""
    handle, part = tempfile.mkstemp(dir=path.parent, suffix=".part")  # for the user's eyes alone
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(part, path)
    except OSError:
        with suppress(OSError):
            os.unlink(part)
        raise


def named(kind: Any) -> str:
    """A type in words. A named tuple is told with its class and its fields: others may have one of the same name."""
    if not isinstance(kind, nt.BaseTuple):
        return str(kind)
    parts = ", ".join(map(named, kind.types))
    made = getattr(kind, "instance_class", None)
    return f"({parts})" if made is None else f"{made.__module__}.{made.__qualname__}{made._fields}({parts})"


def names_a_class(kind: Any) -> bool:
    """Is a type told by the name of somebody's class or function? Two of one name would be one file."""
    if isinstance(kind, nt.BaseTuple):
        return not importable(getattr(kind, "instance_class", None)) or any(map(names_a_class, kind.types))
    return isinstance(kind, nt.EnumMember | nt.EnumClass | nt.Dispatcher | nt.FunctionType | nt.ClassInstanceType)


def importable(made: type | None) -> bool:
    """Is a class found again by its name, in another process too? (None: no class, nothing to find.)"""
    if made is None:
        return True
    return made.__module__ != "__main__" and made is getattr(sys.modules.get(made.__module__), made.__qualname__, None)


def plain(kind: Any) -> Any:
    """A member of an IntEnum as the integer it is, so that no helper is compiled for, or keeps, somebody's class; a constant as any number.

    Numba compiles a helper anew for each constant that it is given; where it is taken in, the compiler sees the constant anyway.
    """
    if isinstance(kind, nt.IntegerLiteral | nt.BooleanLiteral):
        return nt.unliteral(kind)
    return kind.dtype if isinstance(kind, nt.IntEnumMember) else kind
