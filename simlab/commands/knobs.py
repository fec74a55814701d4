"""Knobs of the command line: `--rules bet=2` as data, and the rules that follow."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simlab.contract.game import Game
    from simlab.contract.knobs import Rules


def knobs(rules: Sequence[str]) -> dict[str, Any]:
    """Of `--rules`: KNOB=VALUE pairs, where `rules.` may stand before the knob; values as in a scenario file (true, 6, [a, b])."""
    from simlab.scenarios.document import assignment

    return dict(assignment(text, f"--rules {text}") for text in rules)


def table_rules(game: "Game", given: Mapping[str, Any], players: int | None) -> "Rules":
    """The rules of a table with these knobs and this many seats."""
    return game.Rules.of({**given, **({} if players is None else {"players": players})})
