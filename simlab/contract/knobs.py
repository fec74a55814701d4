"""Rules as data: one frozen model per game, every knob with bounds and a sentence.

The kernel record, the JSON schema and the docs table are derived from the model, so no knob is written twice:

    class Rules(knobs.Rules):
        players: int = knob(4, "seats at the table", ge=2, le=6)
        stock_out: StockOut = knob(StockOut.RESHUFFLE, "what happens when the stock is empty")

A knob is a bool, an int, a float, a `Choice`, an `int | None` (None becomes `UNSET`), an
`Annotated[int, Field(ge=0, le=5)] | Choice` (first dealer 0..5, last or random; its choices are negative) or a tuple of one of
them with a greatest length (bounds of its entries by `Annotated` too; a game may read and write it as a mapping); a tuple
becomes a nested array and, beside it,
`<name>_n`. What a game compiles from its knobs (ranking tables) is declared in `COMPILED` and filled in by `compile`.
"""

import types
import typing
from enum import IntEnum
from functools import cache
from random import Random
from typing import Any, ClassVar, Self

import numpy as np
from annotated_types import MaxLen
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import core_schema

from simlab import complaints
from simlab.errors import RulesError, nearest
from simlab.jit import new, record

UNSET = -(2**31)  # an `int | None` knob that is None, as kernels see it


class Choice(IntEnum):
    """A knob with named settings. Written as the lower-case name; kernels compare the member itself."""

    @property
    def word(self) -> str:
        return self.name.lower().lstrip("_")

    @classmethod
    def words(cls) -> list[str]:
        return [member.word for member in cls]

    @classmethod
    def parse(cls, value: object) -> Self:
        if isinstance(value, cls):
            return value
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            for member in cls:
                if member.word == str(value):
                    return member
        raise ValueError(f"must be one of {', '.join(cls.words())}")

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(
            cls.parse, serialization=core_schema.plain_serializer_function_ser_schema(lambda member: member.word)
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> dict[str, Any]:
        return {"enum": [int(word) if word.isdigit() else word for word in cls.words()]}


def knob(default: Any, doc: str, **bounds: Any) -> Any:
    """One knob: its default, one sentence, and bounds (`ge`, `le`, `min_length`, `max_length`)."""
    return Field(default, description=doc, **bounds)


class Rules(BaseModel):
    """Base of every game's rules."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    COMPILED: ClassVar[tuple[tuple[Any, ...], ...]] = ()  # record fields that `compile` fills

    players: int = knob(2, "seats at the table", ge=2, le=6)

    @model_validator(mode="before")
    @classmethod
    def lists_become_tuples(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}

    @classmethod
    def of(cls, given: dict[str, Any]) -> Self:
        """Rules from plain data, or a `RulesError` of one line."""
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            raise RulesError(one_line(error, cls)) from None

    @classmethod
    def knobs(cls) -> list[str]:
        return list(cls.model_fields)

    @classmethod
    @cache
    def dtype(cls) -> np.dtype[Any]:
        """The kernel record."""
        fields: list[tuple[Any, ...]] = []
        for name in cls.model_fields:
            fields += lowered_fields(cls, name)
        return record(*fields, *cls.COMPILED)

    @classmethod
    def repair(cls, given: dict[str, Any], random: Random) -> dict[str, Any]:
        """For tests: replacements for randomly drawn knobs that bounds alone do not describe (permutations, pairs of knobs)."""
        return {}

    def compile(self, rules: Any) -> None:
        """Fill the `COMPILED` fields of the kernel record from the knobs."""

    def lower(self) -> Any:
        """The kernel record of these rules."""
        rules = new(type(self).dtype())
        for name in type(self).model_fields:
            value = getattr(self, name)
            if isinstance(value, tuple):
                rules[name][: len(value)] = [int(x) if isinstance(x, Choice) else x for x in value]
                rules[name + "_n"] = len(value)
            else:
                rules[name] = UNSET if value is None else value
        self.compile(rules)
        return rules

    def plain(self) -> dict[str, Any]:
        """As written in a scenario."""
        return self.model_dump(mode="json")

    def changed(self) -> dict[str, Any]:
        """Only the knobs that differ from the default."""
        default = type(self)().plain()
        return {name: value for name, value in self.plain().items() if value != default[name]}

    @classmethod
    def table(cls) -> list[tuple[str, str, str, str]]:
        """Rows for people: knob, range, default, sentence."""
        schema = cls.model_json_schema(mode="serialization")["properties"]
        plain = cls().plain()
        return [(n, in_words(schema[n]), show(plain[n]), schema[n].get("description", "")) for n in cls.model_fields]


def lowered_fields(cls: type[Rules], name: str) -> list[tuple[Any, ...]]:
    field = cls.model_fields[name]
    kind = field.annotation
    if typing.get_origin(kind) is tuple:
        inner = typing.get_args(kind)[0]
        longest = next((m.max_length for m in field.metadata if isinstance(m, MaxLen)), 0)
        if not longest:
            raise TypeError(f"{cls.__name__}.{name}: a tuple knob needs max_length")
        return [(name, scalar_code(inner), (longest,)), (name + "_n", "i4")]
    return [(name, scalar_code(kind))]


def scalar_code(kind: Any) -> str:
    """The record code of a knob's type."""
    if typing.get_origin(kind) is typing.Annotated:
        return scalar_code(typing.get_args(kind)[0])
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        codes = {scalar_code(k) for k in typing.get_args(kind) if k is not type(None)}
        return "f8" if "f8" in codes else "i4"
    if kind is bool:
        return "i1"
    return "f8" if kind is float else "i4"


def one_line(error: ValidationError, cls: type[Rules]) -> str:
    """What is wrong first, in a designer's words."""
    first = error.errors()[0]
    place, name = place_of(first), str(first["loc"][0]) if first["loc"] else ""
    if first["type"] == complaints.UNKNOWN:
        return f"no knob {name!r}{nearest(name, cls.model_fields)}"
    if not place:
        return complaints.in_words(first)
    message = complaints.any_of([one for one in error.errors() if place_of(one) == place])  # a knob of two kinds: both are said
    given = f" (given: {complaints.shortened(show(first['input']))})" if message.startswith("must ") else ""
    return f"{place}: {message}{given}"


def place_of(found: complaints.Found) -> str:
    """`points[1]`; which of its kinds a knob was tried as does not belong to it."""
    name, *inner = [str(part) for part in found["loc"]] or [""]
    return f"{name}[{inner[0]}]" if inner and inner[0].isdigit() else name


def in_words(schema: dict[str, Any]) -> str:
    """A knob's range, from its JSON schema."""
    if "enum" in schema:
        return " / ".join(str(v) for v in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(in_words(part) for part in schema["anyOf"])
    if schema.get("type") == "array":
        inner = in_words(schema.get("items", {}))
        least, most = schema.get("minItems", 0), schema.get("maxItems", "")
        return f"list of {least if least == most else f'{least}..{most}'}: {inner}"
    if "properties" in schema:
        return f"mapping: {len(schema['properties'])} names to {in_words(next(iter(schema['properties'].values())))}"
    kind = {"integer": "int", "number": "float", "boolean": "true / false", "null": "none"}.get(schema.get("type", ""), "")
    if "minimum" in schema or "maximum" in schema:
        return f"{kind} {schema.get('minimum', '')}..{schema.get('maximum', '')}"
    return kind


def show(value: Any) -> str:
    """A value as it would stand in a scenario."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(show(v) for v in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{show(name)}: {show(inner)}" for name, inner in value.items()) + "}"
    return "none" if value is None else str(value)


def sample(cls: type[Rules], random: Random, chance: float = 0.3) -> Rules:
    """Random rules for tests: each knob leaves its default with the given chance; combinations that are refused are drawn again."""
    schema = drawn_from(cls)
    while True:
        given = {name: draw(schema[name], random) for name in cls.model_fields if random.random() < chance}
        try:
            return cls.of({**given, **cls.repair(given, random)})
        except RulesError:
            continue


@cache
def drawn_from(cls: type[Rules]) -> dict[str, Any]:
    """The JSON schema of every knob."""
    return cls.model_json_schema()["properties"]  # type: ignore[no-any-return]


def draw(schema: dict[str, Any], random: Random) -> Any:
    """A random value that a knob's JSON schema allows."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return random.choice(schema["enum"])
    if "anyOf" in schema:
        return draw(random.choice(schema["anyOf"]), random)
    kind = schema.get("type")
    if kind == "boolean":
        return random.random() < 0.5
    if kind == "integer":
        return random.randint(schema["minimum"], schema["maximum"])
    if kind == "number":
        return random.uniform(schema["minimum"], schema["maximum"])
    if kind == "array":
        size = random.randint(schema.get("minItems", 0), schema["maxItems"])
        return [draw(schema["items"], random) for _ in range(size)]
    if kind == "object":
        return {name: draw(part, random) for name, part in schema["properties"].items() if random.random() < 0.5}
    return None
