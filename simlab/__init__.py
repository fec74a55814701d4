"""simlab: Monte Carlo strategy analysis for home-brew card games.

import simlab
result = simlab.run("scenarios/template.yaml")     # or a dict
result.summary, result.pairs                       # polars tables
"""

from typing import Any

__version__ = "0.1.0"
__all__ = ["Result", "__version__", "run"]


def __getattr__(name: str) -> Any:
    """`simlab.run` and `simlab.Result` are imported when first used: `import simlab` stays light."""
    if name == "run":
        from simlab.api import run

        return run
    if name == "Result":
        from simlab.reports.result import Result

        return Result
    raise AttributeError(f"module 'simlab' has no attribute {name!r}")
