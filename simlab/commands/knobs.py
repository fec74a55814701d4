"""Knobs of the command line: `--set bet=2` and `--rules bet=2` as data, and the rules that follow."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simlab.errors import InputError

if TYPE_CHECKING:
    from simlab.contract.game import Game
    from simlab.contract.knobs import Rules


def knobs(settings: Sequence[str]) -> dict[str, Any]:
    """Of `--set`: KNOB=VALUE pairs; values as in a scenario file (true, 6, [a, b])."""
    import yaml

    given = {}
    for setting in settings:
        name, sign, value = setting.partition("=")
        if not sign or not name.strip():
            raise InputError(f"--set takes KNOB=VALUE, not {setting!r}")
        try:
            given[name.strip()] = yaml.safe_load(value)
        except yaml.YAMLError as wrong:
            raise InputError(f"--set {name.strip()}: {value!r} cannot be read") from wrong
    return given


def rule_changes(rules: Sequence[str]) -> dict[str, Any]:
    """Of `--rules`: the same, where `rules.` may stand before the knob."""
    from simlab.api import assignment

    given: dict[str, Any] = {}
    for text in rules:
        place, value = assignment(text.removeprefix("rules."), f"--rules {text}")
        given[place[0]] = value
    return given


def table_rules(game: "Game", given: Mapping[str, Any], players: int | None) -> "Rules":
    """The rules of a table with these knobs and this many seats."""
    return game.Rules.of({**given, **({} if players is None else {"players": players})})
