"""Compiled code kept on disk, in the user's cache directory (override: SIMLAB_CACHE): never stale, never anybody else's.

Each module's code lies in a folder named by a digest of every source file it reaches, and of the bounds-check flag. In it each
compiled form of a function is one file, named by a hash of what it was compiled from and for (function, types, processor,
versions) and begun by a hash of its content. There is no index: numba's own is shared by all callers of a function, keeps their
classes by name (a game that went away made a shared helper unreadable), and two processes that write it at once can
swap the code of two forms. A file that cannot be read, or is not whole, counts as absent.
"""

import hashlib
import os
import pickle
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import platformdirs
from numba import types as nt
from numba.core import sigutils
from numba.core.caching import _cache_log as log
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from simlab.callees import Bitcode, rebuild
from simlab.sources import digest, place_of

LONG = 60 * 24 * 3600  # seconds after which a compiled form that nobody used, or half of one, goes
KEEP = 4  # folders kept of a module: this one and the ones used last (other versions, other check-outs)
HASH = hashlib.sha256
SIZE = HASH().digest_size
VERSIONS = (numba.__version__, llvmlite.__version__, sys.implementation.cache_tag, platform.machine())


def cache_root() -> Path:
    return Path(os.environ.get("SIMLAB_CACHE") or platformdirs.user_cache_dir("simlab"))


def source_digest(*files: Path) -> str:
    """Twelve letters that change with any file that these reach, and with the bounds-check flag."""
    return digest(files, f"boundscheck={os.environ.get('NUMBA_BOUNDSCHECK', '')}")


def open_folder(*files: Path) -> Path | None:
    """The folder for compiled code of the first file, bound to the others, marked as used now; none where it cannot be written."""
    names = [place_of(file).removesuffix(".py").replace("/", ".").removeprefix("simlab.") for file in files]
    mine = cache_root() / "kernels" / "+".join(names) / source_digest(*files)
    try:
        mine.mkdir(parents=True, exist_ok=True)
        os.utime(mine)
        tempfile.TemporaryFile(dir=mine).close()
    except OSError:
        return None
    remove_stale(mine)
    return mine


folder_for = cache(open_folder)  # once in a process


def remove_stale(mine: Path) -> None:
    """Keep the folders of a module used last, among them always `mine`, and in it what was used of late."""
    try:
        by_use = sorted((d for d in mine.parent.iterdir() if d.is_dir()), key=lambda d: d.stat().st_mtime, reverse=True)
    except OSError:  # another process is tidying up
        return
    for stale in by_use[KEEP:]:
        if stale != mine:
            shutil.rmtree(stale, ignore_errors=True)
    for file in mine.iterdir():
        with suppress(OSError):
            if file.stat().st_mtime < time.time() - LONG:
                file.unlink()


class Kept:
    """The compiled forms of one function, as numba's dispatcher asks for them and hands them over."""

    def __init__(self, folder: Path, function: Callable[..., Any]) -> None:
        self.folder, self.function = folder, function

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled form for these types, or nothing: whatever is wrong with the file, compiling anew mends it."""
        return self.load(self.path(signature, target.codegen()), target, CompileResult._rebuild)

    def load_callee(self, signature: Any, target: Any) -> Any:
        """The form for compiled callers."""
        return self.load(self.path(signature, target.codegen(), callee=True), target, rebuild)

    def load(self, path: Path, target: Any, rebuilt: Callable[..., Any]) -> Any:
        target.refresh()
        try:
            content = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        try:
            if HASH(content[SIZE:]).digest() != content[:SIZE]:
                raise ValueError("not whole")
            return rebuilt(target, *pickle.loads(content[SIZE:]))
        except Exception:
            path.unlink(missing_ok=True)
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a compiled form; a full or read-only disk is no reason to stop."""
        arguments, _ = sigutils.normalize_signature(signature)
        if result.library.has_dynamic_globals or result.lifted or any(map(names_a_class, arguments)):
            return
        content, path = dumps(result._reduce()), self.path(signature, result.library.codegen, isinstance(result.library, Bitcode))
        with suppress(OSError):
            write(path, HASH(content).digest() + content)
            log("[cache] data saved to %r", str(path))  # said with NUMBA_DEBUG_CACHE=1

    def path(self, signature: Any, codegen: Any, callee: bool = False) -> Path:
        arguments, _ = sigutils.normalize_signature(signature)
        closed = [cell.cell_contents for cell in self.function.__closure__ or ()]
        made_for = (self.function.__qualname__, *map(str, arguments), codegen.magic_tuple(), VERSIONS, dumps(closed) if closed else b"")
        whole = HASH(repr(made_for).encode() + self.function.__code__.co_code).hexdigest()
        kind = "bitcode" if callee else "code"
        return self.folder / f"{self.function.__name__}-{self.function.__code__.co_firstlineno}.{whole[:24]}.{kind}"

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


def write(path: Path, content: bytes) -> None:
    """The file is there whole or not at all, whoever else writes it at the same time."""
    handle, part = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(part, path)
    except OSError:
        Path(part).unlink(missing_ok=True)
        raise


def names_a_class(kind: Any) -> bool:
    """Is a type told by the name of somebody's class or function? Two of one name would be one file."""
    return isinstance(kind, nt.EnumMember | nt.EnumClass | nt.Dispatcher | nt.FunctionType | nt.ClassInstanceType | nt.BaseNamedTuple)


def plain(kind: Any) -> Any:
    """A member of an IntEnum as the integer it is, so that no helper is compiled for, or keeps, somebody's class."""
    return kind.dtype if isinstance(kind, nt.IntEnumMember) else kind
