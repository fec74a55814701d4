"""simlab: Monte Carlo strategy analysis for home-brew card games."""

from typing import Any

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """`simlab.rank(...)`, loaded when first asked for."""
    if name == "rank":
        from simlab.ranking import rank

        return rank
    raise AttributeError(f"module 'simlab' has no attribute {name!r}")
