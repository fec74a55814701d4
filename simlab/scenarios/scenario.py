"""A scenario: the question, which game, who plays, by which rules, which variants, how often. Data only.

`read` takes a file, `of` plain data. Both return the scenario and its document, which knows line and column of every key.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from simlab import complaints
from simlab.contract.catalogue import titles
from simlab.contract.knobs import show
from simlab.errors import ScenarioError, nearest
from simlab.scenarios import document as documents
from simlab.scenarios.document import Document, Misplaced, Place

PolicySpec = str | dict[str, Any]
MOST_ROLLOUTS = 10**12
DEFAULT = "default"  # in `policies`: every seat that is not named
WORD = r"^[A-Za-z_][A-Za-z0-9_]*$"


def listed(value: Any) -> Any:
    """`players: 4` means `players: [4]`."""
    return value if isinstance(value, list | tuple) or value is None else [value]


def filled(value: Any) -> Any:
    """A key with nothing behind it means an empty block."""
    return {} if value is None else value


def named(value: Any) -> Any:
    """Names may look like numbers: `30: {rules: {target: 30}}`; 1 and '1' are one name."""
    if not isinstance(value, dict):
        return filled(value)
    found = {str(key): inner for key, inner in value.items()}
    if len(found) < len(value):
        raise ValueError(f"{first_repeated(map(str, value))!r} stands twice, as a number and as a word")
    return found


def first_repeated(values: Iterable[Any]) -> Any:
    """The first value that was there before; None where all differ."""
    seen: set[str] = set()
    for value in values:
        text = json.dumps(value, sort_keys=True, default=str)
        if text in seen:
            return value
        seen.add(text)
    return None


def as_asked(value: Any) -> Any:
    """`ask: rounds` means `ask: [{metric: rounds}]`."""
    return [{"metric": one} if isinstance(one, str) else one for one in listed(value)] if value is not None else []


def as_titles(value: Any) -> Any:
    """`edge: points of the jester` means `edge: {title: points of the jester}`."""
    if not isinstance(value, dict):
        return filled(value)
    return {str(key): {"title": inner} if isinstance(inner, str) else inner for key, inner in value.items()}


Knobs = Annotated[dict[str, Any], BeforeValidator(filled)]


class Variant(BaseModel):
    """What a variant changes."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    rules: Knobs = Field(default_factory=dict, description="knobs this variant changes")
    policies: Any = Field(None, description="who plays in this variant, if not the same")


class Precision(BaseModel):
    """Play until this is known well enough."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    metric: str = Field(max_length=500, description="which number: rounds, or win[seat=0]")
    half_width: float | None = Field(
        None, gt=0, allow_inf_nan=False, description="how far the interval may reach to each side; with variants, of the difference"
    )
    max_rollouts: int = Field(10_000_000, ge=1, le=MOST_ROLLOUTS, description="games of a cell after which to give up")


class Ask(BaseModel):
    """What the question is about: the report answers it first."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    metric: str = Field(
        max_length=500, description="which number: rounds, win[seat=0], or win_by_player[level=player 0]; `*`: whichever changed most"
    )
    of: str = Field("", description="the variant that the question is about; all others against the first without it")
    against: str = Field("", description="the variant it is compared with; the first without it")
    yes_if: str = Field("", max_length=60, description="what makes the answer yes: more, less, changed, same, or a line such as `> 30 %`")


class TitleSpec(BaseModel):
    """What people call a variant or a metric of this scenario."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    title: str = Field(max_length=200, description="a noun phrase; of a variant what may stand after `with`: the circle rule")
    says: str = Field("", max_length=300, description="of a metric: a clause with the number in braces: a game takes {}")
    unit: str = Field("", max_length=40, description="of a metric: chips, rounds, or %")


class Scenario(BaseModel):
    """One question put to a game."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    question: str = Field("", max_length=5000, description="heads the report")
    ask: Annotated[list[Ask], BeforeValidator(as_asked)] = Field(
        default_factory=list, max_length=3, description="what the question is about; what was found most surprising without it"
    )
    titles: Annotated[dict[str, TitleSpec], BeforeValidator(as_titles)] = Field(
        default_factory=dict, description="what people call variants and metrics of this scenario: {sudden: sudden death}"
    )
    game: str = Field(description="which game")
    unit: Literal["game", "round"] = Field("game", description="what one rollout is; `round` where the game offers it")
    players: Annotated[list[int] | None, BeforeValidator(listed)] = Field(
        None, min_length=1, max_length=6, description="seats at the table, or a list of table sizes; the game's default without it"
    )
    policies: Any = Field(
        None,
        description="one for all seats, a list by seat, or {default: basic, 0: {name: expert, depth: 2}}; else the game's usual player",
    )
    also: Annotated[list[Any], BeforeValidator(listed)] = Field(
        default_factory=list, max_length=6, description="policies that play it again, each at all seats: do the same differences hold?"
    )
    rules: Knobs = Field(default_factory=dict, description="knobs that differ from the default, in every variant")
    variants: Annotated[dict[str, Annotated[Variant, BeforeValidator(filled)]], BeforeValidator(named)] = Field(
        default_factory=dict, description="what is compared; the first is the baseline"
    )
    sweep: Annotated[dict[str, list[Any]], BeforeValidator(filled)] = Field(
        default_factory=dict, description="values to try, as `rules.knob: [..]` or `policies: [..]`; every combination is a cell"
    )
    rotate_seats: bool = Field(False, description="play each deal once for every rotation of the line-up")
    adjust: bool = Field(
        False, description="less luck: play each deal once for every seat its cards can go to, so that each seat has each hand"
    )
    rollouts: int = Field(100_000, ge=1, le=MOST_ROLLOUTS, description="games for each cell")
    seed: int = Field(1, ge=0, le=2**63 - 1, description="the same seed gives the same bytes")
    looks: Literal["one", "any"] = Field(
        "one",
        description="`any`: intervals that hold however often one looked before choosing this number of games; `simlab lab` saves it so",
    )
    metrics: Annotated[list[str], BeforeValidator(listed)] = Field(
        default_factory=list, description="what the report shows first; every outcome column is kept"
    )
    define: Annotated[dict[str, str], BeforeValidator(filled)] = Field(
        default_factory=dict, description="metrics of your own: SQL expressions over outcome columns, such as SUM(a) / SUM(b)"
    )
    precision: Annotated[list[Precision], BeforeValidator(listed)] = Field(
        default_factory=list, max_length=100, description="instead of rollouts: play until these are known well enough"
    )
    indifference: Annotated[dict[str, Annotated[float, Field(gt=0, allow_inf_nan=False)]], BeforeValidator(filled)] = Field(
        default_factory=dict, description="the least difference that would matter, by metric: {rounds: 0.1, win: 0.005}"
    )
    checks: Annotated[list[str], BeforeValidator(listed)] = Field(
        default_factory=list, max_length=200, description="what must hold, for `simlab check`: rounds < 20, win[seat=0] within 0.25 +- 0.01"
    )
    keep: Literal["sums", "rollouts"] = Field("sums", description="`rollouts`: one row for each game too, in rollouts/*.parquet")

    @property
    def variant_names(self) -> list[str]:
        return list(self.variants) or ["base"]

    def variant(self, name: str) -> Variant:
        return self.variants.get(name) or Variant(policies=None)


def read(path: Path) -> Document:
    return documents.read(path)


def of(data: Mapping[str, Any]) -> Document:
    """From plain data, for notebooks."""
    if not isinstance(data, Mapping):
        raise ScenarioError(f"a scenario is a file or a dict, not {type(data).__name__}")
    documents.check_data(dict(data))
    return Document(dict(data))


def validate(data: Mapping[str, Any]) -> Scenario:
    """The scenario in plain data; the shape only, not yet the game's own words."""
    try:
        return Scenario.model_validate(dict(data))
    except ValidationError as error:
        raise first_complaint(error) from None


def first_complaint(error: ValidationError) -> Misplaced:
    """With its place, and the nearest right key."""
    first = complaints.first(error)
    place = complaints.place_of(first)
    if first["type"] == complaints.UNKNOWN:
        parts: dict[str, type[BaseModel]] = {"variants": Variant, "precision": Precision, "ask": Ask, "titles": TitleSpec}
        known = parts.get(place[0] if len(place) > 1 else "", Scenario).model_fields
        return Misplaced(place, f"no key {place[-1]!r}{nearest(place[-1], known)}", at_key=True)
    if first["type"] == complaints.MISSING and len(place) > 1:
        return Misplaced(place[:-1], f"{place[0]}: `{place[-1]}:` is missing")
    if first["type"] == complaints.MISSING:
        return Misplaced((), f"`{place[-1]}:` is missing (the games: {', '.join(titles())})")
    return Misplaced(place, f"{'.'.join(place)}: {complaints.in_words(first)} (given: {complaints.shortened(show(first['input']))})")


def policy_name(spec: PolicySpec) -> str:
    """`expert` of `{name: expert, depth: 2}`."""
    return str(spec["name"]) if isinstance(spec, Mapping) else spec


def line_up(policies: Any, players: int) -> list[tuple[PolicySpec, Place]]:
    """One policy for each seat, with its place below `policies`."""
    if isinstance(policies, str) or (isinstance(policies, dict) and "name" in policies):
        return [(policies, ())] * players
    if isinstance(policies, list):
        if len(policies) != players:
            raise Misplaced((), f"policies: {len(policies)} are given for {players} players")
        return [(spec, (str(i),)) for i, spec in enumerate(policies)]
    if isinstance(policies, dict) and policies:
        if (twice := first_repeated(map(str, policies))) is not None:
            raise Misplaced((twice,), f"policies: seat {twice!r} stands twice, as a number and as a word", at_key=True)
        return named_seats({str(key): spec for key, spec in policies.items()}, players)
    raise Misplaced((), "policies: a name, a list by seat, or {default: NAME, 0: NAME}")


def named_seats(policies: dict[str, PolicySpec], players: int) -> list[tuple[PolicySpec, Place]]:
    known = [DEFAULT, *map(str, range(players))]
    for key in policies:
        if key not in known:
            hint = f"seats are 0 to {players - 1}" if key.lstrip("-").isdigit() else f"a seat or `default`{nearest(key, [DEFAULT])}"
            raise Misplaced((key,), f"policies: no seat {key!r}: {hint}", at_key=True)
    seats = [str(seat) if str(seat) in policies else DEFAULT for seat in range(players)]
    if DEFAULT in seats and DEFAULT not in policies:
        raise Misplaced((), f"policies: seat {seats.index(DEFAULT)} has no policy; add `default: NAME`")
    return [(policies[key], (key,)) for key in seats]


def schema(rules: Mapping[str, dict[str, Any]], policies: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """JSON schema of a scenario for editors, with each game's own knobs and policies."""
    found = Scenario.model_json_schema()
    found["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    found["title"] = "simlab scenario"
    shape = found["properties"]
    shape["game"]["enum"] = list(rules)
    shape["players"]["anyOf"].insert(0, {"type": "integer", "minimum": 2, "maximum": 6})
    shape["metrics"] = {"anyOf": [shape["metrics"], {"type": "string"}], "description": shape["metrics"]["description"]}
    shape["ask"]["items"] = {"anyOf": [{"$ref": "#/$defs/Ask"}, {"type": "string"}]}
    shape["titles"]["additionalProperties"] = {"anyOf": [{"$ref": "#/$defs/TitleSpec"}, {"type": "string"}]}
    singles: tuple[tuple[str, dict[str, str]], ...] = (
        ("precision", {"$ref": "#/$defs/Precision"}), ("ask", {"$ref": "#/$defs/Ask"}), ("ask", {"type": "string"}),
        ("checks", {"type": "string"}), ("also", {"type": "string"}),
    )  # fmt: skip
    for name, one in singles:
        shape[name] = {"anyOf": [shape[name], one], "description": shape[name]["description"]}
    found["allOf"] = [for_game(name, rules[name], policies[name]) for name in rules]
    return found


def for_game(name: str, rules: dict[str, Any], policies: Sequence[str]) -> dict[str, Any]:
    """What holds when `game:` is this one."""
    knobs = {key: value for key, value in rules.items() if key not in ("players", "unit")}
    block = {"type": ["object", "null"], "properties": knobs, "additionalProperties": False}
    one = {"anyOf": [{"enum": list(policies)}, {"type": "object", "required": ["name"], "properties": {"name": {"enum": list(policies)}}}]}
    line = {"anyOf": [one, {"type": "array", "items": one}, {"type": "object", "additionalProperties": one}]}
    variant = {"type": ["object", "null"], "properties": {"rules": block, "policies": line}, "additionalProperties": False}
    then = {"rules": block, "policies": line, "variants": {"type": ["object", "null"], "additionalProperties": variant}}
    return {"if": {"properties": {"game": {"const": name}}}, "then": {"properties": then}}
