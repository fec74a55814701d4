"""Who can play a game: its rule-of-thumb players, its strong players, and policies of the user's own."""

from collections.abc import Callable
from typing import Any


def python_policy(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a policy as plain Python: it is not compiled, so it may do anything, and runs some hundred times slower."""
    function.python = True  # type: ignore[attr-defined]
    return function
