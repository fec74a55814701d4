"""Files that a user hands in, read strictly: data only, of bounded size and depth, each complaint with file, line and column.

Two notations: YAML for what people write (scenarios, tuning files), JSON for what simlab wrote for them (saved games). Of YAML only
data is read: no tags, YAML 1.2 words for true and false (`yes`, `no`, `on` and `off` are plain words), `1_000_000` is a number. In both
a key may stand once, numbers have few digits and are finite, and texts hold no control characters. Nothing of a file is obeyed, nothing
is compiled for it, and the time it takes to refuse one grows as its length does.
"""

import json
import os
import re
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn

import yaml

from simlab.errors import InputError
from simlab.printable import MOST_SHOWN, first_strange, one_line

MOST_BYTES = 256 * 1024
MOST_DEPTH = 12
MOST_VALUES = 20_000  # after aliases are put in
MOST_DIGITS = 30
OPENED = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # nobody waits for a pipe that nobody writes to

Key = str | int
Place = tuple[str, ...]  # where a value stands: ("variants", "sudden", "rules"), ("players", "0")
Spot = tuple[int, int]  # line and column, from 1

WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
WORDS |= {word: value for value in (True, False) for word in (str(value), str(value).lower(), str(value).upper())}
INTEGER = re.compile(r"[-+]?[0-9][0-9_]*|0x[0-9a-fA-F]+|0o[0-7]+")
DECIMAL = re.compile(r"[-+]?(\.[0-9]+|[0-9][0-9_]*(\.[0-9_]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
ENTRY = re.compile(r"\[[^\[\]{}\n\0]*\]")  # of a metric: win[seat=0]


def read_text(path: Path, what: str = "a scenario", most: int = MOST_BYTES) -> str:
    """The text of a file, which is UTF-8 and not too long."""
    try:
        handle = os.open(path, OPENED)
        with os.fdopen(handle, "rb") as file:
            if hasattr(os, "set_blocking"):
                os.set_blocking(handle, True)  # whoever writes to one is waited for
            raw = file.read(most + 1)
    except OSError as error:
        raise InputError(one_line(f"{path}: {(error.strerror or str(error)).lower()}")) from None
    if len(raw) > most:
        raise InputError(f"{path}: {what} may have {most // 1024} KB, this file has more")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}:{raw[: error.start].count(10) + 1}:1: not UTF-8 text") from None


# ---- YAML


def read_yaml(text: str, name: str, what: str = "a scenario") -> tuple[Any, "Reader"]:
    """The data in a text, and the reader that knows where everything stands."""
    reader = Reader(name, what)
    return read_by(reader, text), reader


def read_by(reader: "Reader", text: str) -> Any:
    """The data in a text, as this reader takes it."""
    name = reader.name
    try:
        return reader.document(yaml.parse(text, Loader=Loader))
    except yaml.MarkedYAMLError as error:
        reader.refuse(error.problem_mark or error.context_mark, f"not YAML: {error.problem or error.context}")
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise InputError(f"{name}:{line}:1: character #x{error.character:04x} does not belong in a text") from None


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

    def __init__(self, name: str, what: str) -> None:
        self.name, self.what = name, what
        self.keys: dict[Place, Spot] = {}
        self.values: dict[Place, Spot] = {}
        self.anchors: dict[str, tuple[Any, int]] = {}  # value, and how many values are in it
        self.count = 0

    def refuse(self, mark: Any, message: str) -> NoReturn:
        where = f"{self.name}:{mark.line + 1}:{mark.column + 1}" if mark else self.name
        raise InputError(one_line(f"{where}: {message}")) from None

    def document(self, events: Iterator[Any]) -> Any:
        data, documents = None, 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self.refuse(event.start_mark, f"a second document: a file holds one {self.what.partition(' ')[2]}")
                data = self.node(next(events), events, ())
        return data

    def node(self, event: Any, events: Iterator[Any], place: Place) -> Any:
        self.values[place] = spot(event)
        if len(place) > MOST_DEPTH:
            self.refuse(event.start_mark, f"nested deeper than {MOST_DEPTH} levels")
        if isinstance(event, yaml.AliasEvent):
            return self.alias(event)
        if event.tag is not None:
            self.refuse(event.start_mark, f"tag {event.tag!r}: {self.what} is plain data, without tags")
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
            first = self.keys.get((*place, str(key)))  # 1 and '1' are one name
            if first is not None:
                self.refuse(event.start_mark, f"key {key!r} stands twice (first in line {first[0]})")
            self.keys[(*place, str(key))] = spot(event)
            found[key] = self.node(next(events), events, (*place, str(key)))
        return found

    def scalar(self, event: Any) -> Any:
        """YAML 1.2: quoted text stays text; plain words may be numbers, true, false, null."""
        text = event.value
        strange = first_strange(text)
        if strange:
            self.refuse(event.start_mark, f"character {strange} does not belong in a text")
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


def spot(event: Any) -> Spot:
    return event.start_mark.line + 1, event.start_mark.column + 1


def until(events: Iterator[Any], end: type) -> Iterator[Any]:
    """Events up to the one that closes this list or mapping."""
    for event in events:
        if isinstance(event, end):
            return
        yield event


# ---- JSON


def read_json(path: Path, what: str, most: int = MOST_BYTES) -> dict[str, Any]:
    """The block of keys and values in a file."""
    text = read_text(path, what, most)
    try:
        found = json.loads(text, object_pairs_hook=once, parse_int=few_digits, parse_float=finite, parse_constant=finite)
        if not isinstance(found, dict):
            raise InputError('a block of keys and values is expected, as in {"game": ...}')
        check_plain(found)
    except json.JSONDecodeError as error:
        raise InputError(one_line(f"{path}:{error.lineno}:{error.colno}: not {what}: {error.msg[:1].lower()}{error.msg[1:]}")) from None
    except RecursionError:
        raise InputError(f"{path}: not {what}: nested deeper than {MOST_DEPTH} levels") from None
    except InputError as error:
        raise InputError(one_line(f"{path}: not {what}: {error}")) from None
    return found


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A block in which no key stands twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise InputError(f"key {next(name for n, name in enumerate(names) if name in names[:n])!r} stands twice")
    return found


def few_digits(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise InputError(f"a number of {len(text)} digits")
    return int(text)


def finite(text: str) -> float:
    number = float(text) if len(text) <= MOST_DIGITS else float("nan")
    if not isfinite(number):
        raise InputError(f"{text[:MOST_DIGITS]} is no number that anything here takes")
    return number


def check_plain(value: Any, depth: int = 0) -> None:
    """Not too deep, and texts without control characters."""
    if depth > MOST_DEPTH:
        raise InputError(f"nested deeper than {MOST_DEPTH} levels")
    if isinstance(value, str):
        strange = first_strange(value)
        if strange:
            raise InputError(f"character {strange} does not belong in a text")
    elif isinstance(value, dict):
        for key, inner in value.items():
            check_plain(key, depth)
            check_plain(inner, depth + 1)
    elif isinstance(value, list | tuple):
        for inner in value:
            check_plain(inner, depth + 1)
