"""simlab: Monte Carlo strategy analysis for home-brew card games.

`simlab.run("scenarios/template.yaml")` (or a dict) gives a `Result` with polars tables, findings and charts.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

LATER = {"run": "simlab.api", "Result": "simlab.reports.result", "rank": "simlab.contract.orders"}  # imported when first asked for


def __getattr__(name: str) -> Any:
    """`simlab.run(...)`, `simlab.rank(...)`: `import simlab` itself stays light."""
    if name in LATER:
        return getattr(import_module(LATER[name]), name)
    raise AttributeError(f"module 'simlab' has no attribute {name!r}")
