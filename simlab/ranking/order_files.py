"""Order files and known names: words read, put together with what they are like, and checked; complaints name file, line and column."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ValidationError

from simlab import complaints
from simlab.errors import InputError, RulesError, UnknownName, nearest
from simlab.ranking.schema import DeckData, OrderData, PatternData, StraightData, UseData, WildData
from simlab.user_files import Key, Place, Reader, read_by, read_text

KNOWN = Path(__file__).with_name("known.yaml")
MOST_BYTES = 64 * 1024
BLOCKS: dict[str, type[BaseModel]] = {
    "deck": DeckData,
    "wild": WildData,
    "straights": StraightData,
    "use": UseData,
    "categories": PatternData,
}
LIKE = "like"


class Words(Reader):
    """The plain data of a file, read as strictly as everything that is handed in, and where each value stands."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "an order")
        self.texts: dict[Place, str] = {}

    def read(self, text: str) -> Any:
        try:
            found = read_by(self, text)
        except InputError as error:
            raise RulesError(str(error)) from None
        return {} if found is None else found

    def node(self, event: Any, events: Iterator[Any], place: Place) -> Any:
        if isinstance(event, yaml.ScalarEvent):
            self.texts[place] = event.value
        return super().node(event, events, place)

    def mapping(self, events: Iterator[Any], place: Place) -> dict[Key, Any]:
        return {str(key): value for key, value in super().mapping(events, place).items()}

    def scalar(self, event: Any) -> Any:
        """Plain words, whole numbers, true and false; `A`, `10` in quotes, `2c` and `1.5` stay as they are written."""
        found = super().scalar(event)
        return event.value if isinstance(found, float) else found

    def where(self, place: Place) -> str:
        """`file:line:column` of the nearest value that is there."""
        for size in range(len(place), -1, -1):
            if place[:size] in self.values:
                line, column = self.values[place[:size]]
                return f"{self.name}:{line}:{column}"
        return self.name

    def locate(self, trouble: InputError, order: str) -> InputError:
        """What does not go together, where it stands: at the value that the sentence quotes, or at the word it names."""
        said = str(trouble).removeprefix(f"{order}: ")
        quoted = [place for place, text in self.texts.items() if f"'{text}'" in said]
        named = [place for place in self.values if len(place) == 1 and re.search(rf"\b{re.escape(place[0])}\b", said)]
        places = [*quoted, *named]
        return RulesError(f"{self.where(places[0]) if places else self.name}: {said}")


@cache
def known_orders() -> Mapping[str, Mapping[str, Any]]:
    """What `known.yaml` says, by name."""
    found: dict[str, Mapping[str, Any]] = Words(KNOWN.name).read(KNOWN.read_text(encoding="utf-8"))
    return found


def names() -> list[str]:
    """The orders that are known by name."""
    return list(known_orders())


def order_data(source: str | Path | Mapping[str, Any]) -> OrderData:
    """What a known name, a file or a mapping says, checked word by word."""
    return read_order(source)[0]


def read_order(source: str | Path | Mapping[str, Any]) -> tuple[OrderData, Words]:
    """The same, and where everything stands."""
    if isinstance(source, Mapping):
        name = source.get("name")
        words = Words(complaints.shortened(name) if name and isinstance(name, str) else "this order")
        return checked({"name": "this order", **source}, words), words
    if isinstance(source, str) and source in known_orders():
        words = Words(KNOWN.name)
        return checked({"name": source, **known_orders()[source]}, words), words
    path = Path(source)
    if not path.is_file():
        if isinstance(source, str) and not path.suffix and len(path.parts) == 1:
            raise UnknownName("order", source, names())
        raise InputError(f"no order file {str(source)!r}{nearest(str(source), names()) if not path.suffix else ''}")
    words = Words(str(path))
    said = words.read(read_text(path, "an order", MOST_BYTES))
    if not isinstance(said, dict):
        raise RulesError(f"{path}:1:1: an order is lines of `word: value`")
    return checked({"name": path.stem, **said}, words), words


def checked(said: Mapping[str, Any], words: Words) -> OrderData:
    whole = merged(said, words)
    try:
        return OrderData.model_validate(whole)
    except ValidationError as error:
        first = error.errors()[0]
        place = tuple(str(part) for part in first["loc"] if str(part) not in ("str", "PatternData"))
        raise RulesError(f"{words.where(place)}: {complaint(first, place)}") from None


def merged(said: Mapping[str, Any], words: Words) -> dict[str, Any]:
    """With what it is like, block by block, what is said here on top."""
    base = said.get(LIKE)
    whole = {word: value for word, value in said.items() if word != LIKE}
    while base is not None:
        if not isinstance(base, str) or base not in known_orders():
            raise RulesError(f"{words.where((LIKE,))}: no order {str(base)!r}{nearest(base, names())}")
        more = known_orders()[base]
        whole = {**{word: value for word, value in more.items() if word not in (LIKE, "about")}, **laid_over(more, whole)}
        base = more.get(LIKE)
    return whole


def laid_over(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Blocks are joined word by word; everything else is replaced."""
    return {
        word: {**base[word], **value} if isinstance(value, dict) and isinstance(base.get(word), Mapping) else value
        for word, value in over.items()
    }


def complaint(error: Any, place: Place) -> str:
    """One sentence for what pydantic found wrong first."""
    word = place[-1] if place else "order"
    if error["type"] == complaints.UNKNOWN:
        return f"no word {word!r} in {'an order' if len(place) == 1 else place[0]}{nearest(word, words_of(place[:-1]))}"
    if error["type"] == complaints.MISSING:
        return f"{'.'.join(place)} is missing"
    said = complaints.in_words(error)
    return f"{'.'.join(place)}: {said}" if place else said


def words_of(place: Place) -> Iterable[str]:
    return BLOCKS[place[0]].model_fields if place and place[0] in BLOCKS else [LIKE, *OrderData.model_fields]
