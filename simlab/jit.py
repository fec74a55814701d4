"""The one place that talks to numba: `kernel` compiles a function, `bind` compiles a generic driver for one game,
`record` makes a dtype whose fields read as attributes with and without the JIT.

Compiled code is kept in the user's cache directory (override: SIMLAB_CACHE). Numba hashes only the file of the function it
caches, so a change in a helper elsewhere would leave its callers stale: the directory is therefore named by a digest of
every source file of the package and of the bounds-check flag, which numba leaves out of its key.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import types
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from numba.core import event
from numba.core.errors import NumbaExperimentalFeatureWarning

PACKAGE = Path(__file__).parent
KEEP = 4  # cache directories kept: this one and the ones used last (other versions, other check-outs)
JIT = not numba.config.DISABLE_JIT


def cache_root() -> Path:
    return Path(os.environ.get("SIMLAB_CACHE") or platformdirs.user_cache_dir("simlab"))


def source_digest() -> str:
    """Twelve letters that change with any source file of the package and with the bounds-check flag."""
    digest = hashlib.sha256(f"boundscheck={os.environ.get('NUMBA_BOUNDSCHECK', '')}".encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(str(path.relative_to(PACKAGE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def open_cache() -> Path | None:
    """The directory of this version's compiled code, marked as used now; none where it cannot be written."""
    mine = cache_root() / "kernels" / source_digest()
    try:
        mine.mkdir(parents=True, exist_ok=True)
        os.utime(mine)
        tempfile.TemporaryFile(dir=mine).close()
    except OSError:
        return None
    remove_stale(mine)
    return mine


def remove_stale(mine: Path) -> None:
    """Keep the cache directories used last, among them always `mine`."""
    try:
        by_use = sorted((d for d in mine.parent.iterdir() if d.is_dir()), key=lambda d: d.stat().st_mtime, reverse=True)
    except OSError:  # another process is tidying up
        return
    for stale in by_use[KEEP:]:
        if stale != mine:
            shutil.rmtree(stale, ignore_errors=True)


class Compiles(event.Listener):  # type: ignore[misc]
    """Counts what is really compiled (not loaded from the cache); `announce` says so to the user, once."""

    def __init__(self) -> None:
        self.count = 0
        self.say = False

    def on_start(self, happening: event.Event) -> None:
        self.count += 1
        if self.say:
            self.say = False
            print("simlab: compiling for the first time, some 10 to 30 seconds; later starts use the cache", file=sys.stderr, flush=True)

    def on_end(self, happening: event.Event) -> None:
        pass


compiles = Compiles()
event.register("numba:compile", compiles)


def announce() -> None:
    """Tell the user (on standard error) when something has to be compiled."""
    compiles.say = True


CACHE = open_cache() if JIT else None
if CACHE:
    numba.config.CACHE_DIR = str(CACHE)
# Policies are passed as first-class functions, which numba calls experimental.
warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)


def compiled(*signature: Any, **options: Any) -> Any:
    """numba.njit with the project's options. Nothing is kept without a directory of ours: numba would turn to __pycache__
    beside the sources, where a caller stays stale when its helper changes.
    """
    if JIT:
        return numba.njit(*signature, cache=CACHE is not None, nogil=True, **options)
    return np.errstate(over="ignore")  # 64-bit arithmetic wraps in kernels; numpy scalars warn of it, in each thread anew


kernel = compiled()
inline = compiled(inline="always")  # only where a measurement asked for it


class Fields(np.record):  # type: ignore[misc]
    """A record whose fields win over numpy's own methods: `state.round` is the round, not rounding."""

    def __getattribute__(self, name: str) -> Any:
        names = np.record.__getattribute__(self, "dtype").names
        if names is not None and name in names:
            return self[name]
        return np.record.__getattribute__(self, name)


def record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """A packed record (padding bytes would leak into digests) that reads `s.pot` in both modes."""
    return np.dtype((Fields, np.dtype(list(fields))))


def new(dtype: np.dtype[Any]) -> Any:
    """One empty record. Not for kernels: there the record does not keep its array, whose memory is used again at once."""
    return np.zeros(1, dtype)[0]


def bind(template: Callable[..., Any], game: types.ModuleType, signature: Any = None, inlined: bool = False, **helpers: Any) -> Any:
    """Compile `template` with its global name `game` meaning this game's engine, and `helpers` meaning their bound forms.

    A copy of the function under its own qualified name is cacheable on disk, and was the fastest form measured. `inlined` makes
    its callers take it in whole: a driver's helper with some forty words of arguments cost 12 ns a call otherwise.
    """
    bound = types.FunctionType(template.__code__, {**template.__globals__, "game": game, **helpers}, template.__name__)
    bound.__qualname__ = f"{template.__qualname__}[{game.__name__}]"
    bound.__module__ = template.__module__
    return compiled(signature, forceinline=inlined)(bound)
