"""A scenario file as plain data that remembers where everything stands, so that every complaint names line and column.

Only data is read: no tags, YAML 1.2 words for true and false (`yes`, `no`, `on` and `off` are plain words), `1_000_000` is a
number, a key may stand once. Size, depth, number of values and aliases are bounded: a hostile file is refused, not obeyed.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import yaml

from simlab.errors import ScenarioError

MOST_BYTES = 256 * 1024
MOST_DEPTH = 12
MOST_VALUES = 20_000  # after aliases are put in
MOST_DIGITS = 30
MOST_SHOWN = 600  # letters of a complaint

Key = str | int
Place = tuple[str, ...]  # where a value stands: ("variants", "sudden", "rules"), ("players", "0")
Spot = tuple[int, int]  # line and column, from 1

WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
WORDS |= {word: value for value in (True, False) for word in (str(value), str(value).lower(), str(value).upper())}
INTEGER = re.compile(r"[-+]?[0-9][0-9_]*|0x[0-9a-fA-F]+|0o[0-7]+")
DECIMAL = re.compile(r"[-+]?(\.[0-9]+|[0-9][0-9_]*(\.[0-9_]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


ENTRY = re.compile(r"\[[^\[\]{}\n\0]*\]")  # of a metric: win[seat=0]


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
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ScenarioError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    if len(raw) > MOST_BYTES:
        raise ScenarioError(f"{path}: a scenario may have {MOST_BYTES // 1024} KB, this file has more")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScenarioError(f"{path}:{raw[: error.start].count(10) + 1}:1: not UTF-8 text") from None
    return parse(text, str(path))


def parse(text: str, name: str) -> Document:
    """The document in a text."""
    reader = Reader(name)
    try:
        data = reader.document(yaml.parse(text, Loader=Loader))
    except yaml.MarkedYAMLError as error:
        reader.refuse(error.problem_mark or error.context_mark, f"not YAML: {error.problem or error.context}")
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise ScenarioError(f"{name}:{line}:1: character #x{error.character:04x} does not belong in a text") from None
    if not isinstance(data, dict):
        raise ScenarioError(f"{name}:1:1: a scenario is lines of `key: value`; it needs at least `game: NAME`")
    return Document(data, name, reader.keys, reader.values)


def parse_value(text: str, name: str) -> Any:
    """A single value as it would stand in a file (for `--set rules.target=40`)."""
    document = parse(f"value: {text}", name) if "\n" not in text else None
    if document is None or list(document.data) != ["value"]:
        raise ScenarioError(f"{name}: not a value")
    return document.data["value"]


class Loader(yaml.SafeLoader):
    """YAML, and `{metric: win[seat=0]}`: a bracket right behind a word belongs to the word, where YAML has no meaning for it."""

    def scan_plain(self) -> Any:
        token = super().scan_plain()
        entry = ENTRY.match(self.prefix(MOST_SHOWN)) if self.flow_level and self.peek() == "[" else None
        if entry is None:
            return token
        self.forward(entry.end())
        token.value += entry[0]
        token.end_mark = self.get_mark()
        spaces = re.match(r" *", self.prefix(MOST_SHOWN))[0]  # type: ignore[index]
        if self.peek(len(spaces)) not in "\0\r\n\x85\u2028\u2029\t,[]{}:#":
            self.forward(len(spaces))
            rest = self.scan_plain()
            token.value += spaces + rest.value
            token.end_mark = rest.end_mark
        return token


class Reader:
    """Builds plain data from the events of the YAML parser, keeping the spots."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.keys: dict[Place, Spot] = {}
        self.values: dict[Place, Spot] = {}
        self.anchors: dict[str, tuple[Any, int]] = {}  # value, and how many values are in it
        self.count = 0

    def refuse(self, mark: Any, message: str) -> NoReturn:
        where = f"{self.name}:{mark.line + 1}:{mark.column + 1}" if mark else self.name
        raise ScenarioError(one_line(f"{where}: {message}")) from None

    def document(self, events: Iterator[Any]) -> Any:
        data, documents = None, 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self.refuse(event.start_mark, "a second document: a file holds one scenario")
                data = self.node(next(events), events, ())
        return data

    def node(self, event: Any, events: Iterator[Any], place: Place) -> Any:
        self.values[place] = spot(event)
        if len(place) > MOST_DEPTH:
            self.refuse(event.start_mark, f"nested deeper than {MOST_DEPTH} levels")
        if isinstance(event, yaml.AliasEvent):
            return self.alias(event)
        if event.tag is not None:
            self.refuse(event.start_mark, f"tag {event.tag!r}: a scenario is plain data, without tags")
        before = self.count
        self.add(event, 1)
        if isinstance(event, yaml.ScalarEvent):
            value = self.scalar(event)
        elif isinstance(event, yaml.SequenceStartEvent):
            value = [self.node(item, events, (*place, str(i))) for i, item in enumerate(until(events, yaml.SequenceEndEvent))]
        else:
            value = self.mapping(events, place)
        if event.anchor is not None:
            self.anchors[event.anchor] = (value, self.count - before)
        return value

    def add(self, event: Any, values: int) -> None:
        self.count += values
        if self.count > MOST_VALUES:
            self.refuse(event.start_mark, f"more than {MOST_VALUES:,} values, aliases put in")

    def alias(self, event: Any) -> Any:
        if event.anchor not in self.anchors:
            self.refuse(event.start_mark, f"alias {event.anchor!r} stands before its anchor, or inside it")
        value, size = self.anchors[event.anchor]
        self.add(event, size)
        return value

    def mapping(self, events: Iterator[Any], place: Place) -> dict[Key, Any]:
        found: dict[Key, Any] = {}
        for event in until(events, yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent) or event.tag is not None:
                self.refuse(event.start_mark, "a key must be a plain word or number")
            key = self.scalar(event)
            if isinstance(key, bool) or not isinstance(key, str | int):
                self.refuse(event.start_mark, f"a key must be a word or a whole number, not {event.value[:40]!r}")
            if key in found:
                self.refuse(event.start_mark, f"key {key!r} stands twice (first in line {self.keys[(*place, str(key))][0]})")
            self.keys[(*place, str(key))] = spot(event)
            found[key] = self.node(next(events), events, (*place, str(key)))
        return found

    def scalar(self, event: Any) -> Any:
        """YAML 1.2: quoted text stays text; plain words may be numbers, true, false, null."""
        text = event.value
        if not event.implicit[0]:
            return text
        if text in WORDS:
            return WORDS[text]
        if len(text) > MOST_DIGITS and (INTEGER.fullmatch(text) or DECIMAL.fullmatch(text)):
            self.refuse(event.start_mark, f"a number of {len(text)} digits")
        if INTEGER.fullmatch(text):
            return int(text.replace("_", ""), 0 if text[:2] in ("0x", "0o") else 10)
        if DECIMAL.fullmatch(text):
            return float(text.replace("_", "").replace(".inf", "inf").replace(".Inf", "inf").replace(".INF", "inf").replace(".nan", "nan"))
        return text


def one_line(text: str) -> str:
    """Names in a scenario may hold anything: what is shown is one line, printable, of a bearable length."""
    plain = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return plain if len(plain) <= MOST_SHOWN else plain[: MOST_SHOWN - 3] + "..."


def spot(event: Any) -> Spot:
    return event.start_mark.line + 1, event.start_mark.column + 1


def until(events: Iterator[Any], end: type) -> Iterator[Any]:
    """Events up to the one that closes this list or mapping."""
    for event in events:
        if isinstance(event, end):
            return
        yield event
