"""High Draw in words."""

from typing import Any


def action_name(view: Any, rules: Any, action: int) -> str:
    return ("keep", "exchange")[action]


def table_text(view: Any, rules: Any) -> str:
    return f"you hold the {view.card} of 0 to {rules.cards - 1}, {int(view.top) - int(rules.players)} exchanged before you"
