"""A scenario file as plain data that remembers where everything stands, so that every complaint names line and column.

What a file may hold at all is decided by `user_files.py`: a hostile file is refused, not obeyed.
"""

from pathlib import Path
from typing import Any

from simlab.errors import InputError, ScenarioError
from simlab.printable import one_line
from simlab.user_files import MOST_DEPTH, Place, Spot, check_plain, read_text, read_yaml

__all__ = ["MOST_DEPTH", "Document", "Misplaced", "Place", "assignment", "check_data", "parse", "parse_value", "place_and_value", "read"]


class Misplaced(Exception):
    """Something wrong at a place of the scenario; `Document.complain` adds file, line and column."""

    def __init__(self, place: Place, message: str, at_key: bool = False) -> None:
        super().__init__(message)
        self.place, self.message, self.at_key = place, message, at_key


class Document:
    """Plain data and where each key and value of it stands."""

    def __init__(
        self, data: dict[str, Any], name: str = "", keys: dict[Place, Spot] | None = None, values: dict[Place, Spot] | None = None
    ):
        self.data, self.name = data, name
        self.keys, self.values = keys or {}, values or {}
        self.said: dict[Place, str] = {}  # places given on the command line, as they were typed

    def override(self, place: Place, value: Any, typed: str) -> None:
        """Put a value of the command line over the file's."""
        home: Any = self.data
        for key in place[:-1]:
            if not isinstance(home.setdefault(key, {}), dict):
                home[key] = {}
            home = home[key]
        home[place[-1]] = value
        self.said[place] = typed

    def complain(self, trouble: Misplaced) -> ScenarioError:
        """`scenarios/x.yaml:7:11: no showdown policy 'basci' (did you mean 'basic'?)`"""
        where = self.where(trouble.place, trouble.at_key)
        return ScenarioError(one_line(f"{where}: {trouble.message}" if where else trouble.message))

    def where(self, place: Place, at_key: bool) -> str:
        if place[1:2] == ("0",) and (place[0], "0") not in self.values:
            place = (place[0], *place[2:])  # what may be a list stands there alone
        parts = [place[:size] for size in range(len(place), -1, -1)]
        typed = [self.said[part] for part in parts if part in self.said]
        if typed:
            return typed[0]
        for size, part in zip(range(len(place), -1, -1), parts, strict=True):
            spots = self.keys if at_key and size == len(place) and part in self.keys else self.values
            if part in spots:
                return f"{self.name}:{spots[part][0]}:{spots[part][1]}"
        return self.name or ".".join(place)


def read(path: Path) -> Document:
    """The document in a file."""
    try:
        text = read_text(path)
    except InputError as error:
        raise ScenarioError(str(error)) from None
    return parse(text, str(path))


def parse(text: str, name: str) -> Document:
    """The document in a text."""
    try:
        data, reader = read_yaml(text, name)
    except InputError as error:
        raise ScenarioError(str(error)) from None
    if not isinstance(data, dict):
        raise ScenarioError(f"{name}:1:1: a scenario is lines of `key: value`; it needs at least `game: NAME`")
    return Document(data, name, reader.keys, reader.values)


def check_data(data: Any) -> None:
    """What did not come from a file is bounded too: names in it are shown in terminals and reports."""
    try:
        check_plain(data)
    except InputError as error:
        raise ScenarioError(f"a scenario is plain data: {error}") from None


def parse_value(text: str, name: str) -> Any:
    """A single value as it would stand in a file (for `--rules target=40`)."""
    document = parse(f"value: {text}", name) if "\n" not in text else None
    if document is None or list(document.data) != ["value"]:
        raise ScenarioError(f"{name}: not a value")
    return document.data["value"]


def assignment(text: str, said: str) -> tuple[str, Any]:
    """`target=40`, or `rules.target=40`, as a knob and its value."""
    place, value = place_and_value(text.strip().removeprefix("rules."), said)
    return ".".join(place), value


def place_and_value(text: str, said: str) -> tuple[Place, Any]:
    """`variants.bold.rules.bet=2` as a place and a value."""
    key, sign, value = text.partition("=")
    if not sign or not all(part.strip() for part in key.split(".")):
        raise InputError(f"{said}: write KNOB=VALUE, for example target=40")
    return tuple(part.strip() for part in key.split(".")), parse_value(value, said)
