"""An index beyond the end of an array, in a policy of somebody's own: the game stops there, and nobody else's numbers are written.

Compiled code asks no array how long it is: `me.memory[500] = 1` would write what lies behind, another player's memory or worse. The
policies that ship are played with that question switched on by the tests; what a person hands in as a file is compiled with it, and so
are the helpers in it and in the files beside it. An index that is a constant costs nothing, another one a comparison.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from numba.core.dispatcher import Dispatcher

from simlab.kernel_cache import Kept, folder_for
from simlab.sources import home, reached, source_of

ASKED = {"boundscheck": True}  # for numba


def ask_helpers(module: ModuleType, file: Path) -> None:
    """The compiled functions of a policy file, and of the files beside it that it imports, look at the ends of arrays from now on."""
    for helper in helpers(module, file):
        helper.targetoptions.update(ASKED)
        kept, source = helper._cache, source_of(helper.py_func)
        if isinstance(kept, Kept) and source is not None:
            kept.folder = folder_for(source, Path(__file__)) or kept.folder  # apart from what was compiled without that question


def helpers(module: ModuleType, file: Path) -> Iterator[Any]:
    """Each once or more. What is in a package is left alone: it may be a game's own."""
    beside = {path.resolve() for path in reached([file]).values() if home(path) == path}
    loaded = [one for one in list(sys.modules.values()) if getattr(one, "__file__", None) and Path(str(one.__file__)).resolve() in beside]
    for part in (part for place in (module, *loaded) for part in vars(place).values() if isinstance(part, Dispatcher)):
        source = source_of(part.py_func)
        if source is not None and source.resolve() in beside:
            yield part
