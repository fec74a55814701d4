"""simlab: Monte Carlo strategy analysis for home-brew card games.

`simlab.run("scenarios/template.yaml")` (or a dict) gives a `Result` with polars tables, findings and charts; `dir(simlab)` lists what
else can be asked, in the same words as on the command line.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"
CALLS = "simlab.calls"  # by a name: compiled code is valid for all that this file imports (`__init__.pyi` tells editors)
__all__ = [
    "Result", "check", "coach", "compare", "dials", "equity", "games", "load_game", "odds", "quality", "rank", "run", "skill",
    "tournament", "tune",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """`simlab.run(...)`: imported when first asked for, so that `import simlab` itself stays light."""
    if name in __all__:
        return getattr(import_module(CALLS), name)
    raise AttributeError(f"module 'simlab' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
