"""A run directory as data: the tables, what each column means, and which cells there are."""

import io
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from simlab.disk import read_whole
from simlab.errors import RunError
from simlab.seals import DONE, MANIFEST, checked, manifest_in, seal_of
from simlab.stats.adjust import is_settled as settled
from simlab.words.asked import BY_PLAYER
from simlab.words.titles import Titles, knob_words, readable

Row = dict[str, Any]


@dataclass(frozen=True)
class GridPoint:
    """One point of the grid: table size and swept values."""

    players: int
    swept: dict[str, Any]
    label: str  # what tells it from the other points; empty when there is one


@dataclass(frozen=True)
class Cell:
    """One variant at one point."""

    variant: str
    point: GridPoint
    number: int  # in the order of the manifest, from 1


class Run:
    """Reads `manifest.json` and the tables beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            raw = read_whole(folder / MANIFEST)
            self.manifest: Row = manifest_in(raw)
        except (OSError, ValueError) as error:
            raise RunError(f"{folder}: not a finished run: {error}") from None
        self.seal = seal_of(raw)
        if self.manifest.get("state", DONE) != DONE:
            raise RunError(f"{folder}: this run was not finished; start the same command again: it plays what is missing")
        self.results, self.pairs, self.histograms = (self.table(f"{name}.parquet") for name in ("results", "pairs", "histograms"))

    def table(self, name: str) -> pl.DataFrame:
        """A table of the run, as the run wrote it. Its name is a name: no pattern, no `~`."""
        try:
            return pl.read_parquet(io.BytesIO(checked(self.folder, name, self.manifest)))
        except (OSError, ValueError, pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
            raise RunError(f"{self.folder}: not a finished run: {error}") from None

    @cached_property
    def tracks(self) -> pl.DataFrame | None:
        """The games that were followed step by step, where any were."""
        name = "tracks.parquet"
        there = name in self.manifest["files"] if "files" in self.manifest else (self.folder / name).is_file()
        return self.table(name) if self.manifest.get("tracks") and there else None

    @cached_property
    def also(self) -> dict[str, "Run"]:
        """The same comparisons under other policies, by their names."""
        return {name: Run(self.folder / place) for name, place in self.manifest.get("also", {}).items()}

    @property
    def question(self) -> str:
        return str(self.manifest["question"])

    @property
    def headline(self) -> list[str]:
        """The metrics shown first, those by player beside those by seat; alone where different players change seats: seats mix them."""
        present = set(self.results["metric"].unique())
        asked = [str(metric) for metric in self.manifest["metrics"]]
        twins = [f"{metric}_by_player" for metric in asked]
        if self.mixed:
            return [twin if twin in present else metric for metric, twin in zip(asked, twins, strict=True)]
        return [name for pair in zip(asked, twins, strict=True) for name in pair if name in present]

    @cached_property
    def mixed(self) -> bool:
        """Do different players sit at every seat in turn?"""
        arms = [arm for cell in self.manifest["cells"] for arm in cell["arms"]]
        return bool(self.manifest["rotate_seats"]) and any(len({value_text(spec) for spec in arm["policies"]}) > 1 for arm in arms)

    @cached_property
    def variants(self) -> list[str]:
        return [str(arm["variant"]) for arm in self.manifest["cells"][0]["arms"]]

    @cached_property
    def points(self) -> list[GridPoint]:
        cells = self.manifest["cells"]
        tables = {cell["players"] for cell in cells}
        found = []
        for cell in cells:
            label = point_words(self.words, cell["players"] if len(tables) > 1 else None, cell["swept"])
            found.append(GridPoint(cell["players"], cell["swept"], label))
        return found

    @cached_property
    def words(self) -> Titles:
        """What people call knobs, policies and levels."""
        known = self.manifest.get("words", {})
        return Titles({}, *(known.get(part, {}) for part in ("knobs", "policies", "levels", "about")))

    @cached_property
    def cells(self) -> list[Cell]:
        """Every variant at every point."""
        pairs = [(point, variant) for point in self.points for variant in self.variants]
        return [Cell(variant, point, k) for k, (point, variant) in enumerate(pairs, 1)]

    @property
    def colour(self) -> int:
        """The game's place in the palette."""
        return int(self.manifest["game"].get("colour", 0))

    @property
    def unit(self) -> str:
        """What a rollout is: a game or a round."""
        return str(self.manifest["cells"][0]["arms"][0].get("rules", {}).get("unit", "game"))

    def about(self, variant: str) -> list[tuple[str, ...]]:
        """The numbers that the knobs are there for which a variant turns: of each knob, in the order of the knobs."""
        base, other = (self._rules(name) for name in (self.variants[0], variant))
        turned = [knob for knob in {**base, **other} if base.get(knob) != other.get(knob)]
        return [tuple(self.words.about[knob]) for knob in turned if knob in self.words.about]

    def _rules(self, variant: str) -> Row:
        """The knobs that are not at their defaults, at the first point."""
        return next(dict(arm.get("rules", {})) for arm in self.manifest["cells"][0]["arms"] if arm["variant"] == variant)

    def cell_label(self, cell: Cell) -> str:
        """What tells a cell from the others; empty when there is one."""
        parts = [self.variant_title(cell.variant) if len(self.variants) > 1 else "", cell.point.label]
        return ", ".join(part for part in parts if part)

    def variant_title(self, name: str) -> str:
        """What people call a variant."""
        return str(self.manifest.get("words", {}).get("variants", {}).get(name, readable(name)))

    @cached_property
    def _numbers(self) -> dict[tuple[Any, ...], int]:
        keys = self.manifest["swept"]
        return {
            (cell.variant, cell.point.players, *(table_value(cell.point.swept[key], self._kinds[key]) for key in keys)): cell.number
            for cell in self.cells
        }

    def cell_number(self, row: Row) -> int:
        """Which cell a row of a table is of."""
        return self._numbers[(row["variant"], row["players"], *(row[key] for key in self.manifest["swept"]))]

    @cached_property
    def cell_columns(self) -> list[str]:
        """The columns that tell cells apart."""
        many = [("variant", len(self.variants) > 1), *((key, True) for key in self.manifest["swept"])]
        many.append(("players", len({point.players for point in self.points}) > 1))
        return [name for name, wanted in many if wanted]

    def column(self, metric: str) -> Row:
        """What a metric means."""
        return dict(self.manifest["columns"].get(metric, {"doc": "", "kind": "count", "unit": ""}))

    def metric_name(self, metric: str) -> str:
        """A metric's name for people: its title."""
        column = self.manifest["columns"].get(metric, {})
        title = str(column.get("title") or readable(metric.removesuffix(BY_PLAYER)))
        return f"{title} by player" if metric.endswith(BY_PLAYER) else title

    def is_rate(self, metric: str) -> bool:
        """Shown in per cent."""
        column = self.column(metric)
        if column.get("rate"):
            return True
        return column["kind"] in ("flag", "code") or (column["kind"] == "share" and not column.get("over"))

    def rows(self, metric: str, variant: str | None = None, point: GridPoint | None = None) -> list[Row]:
        """The estimates of a metric that say anything, in the order of the results."""
        if point is None:
            return [row for row in self._estimates.get(metric, []) if variant is None or row["variant"] == variant]
        found = self._by_point.get(metric, {}).get(tuple(value for _, value in self.keys(point)), [])
        return [row for row in found if variant is None or row["variant"] == variant]

    def differences(self, metric: str) -> list[Row]:
        return self._differences.get(metric, [])

    @cached_property
    def _estimates(self) -> dict[str, list[Row]]:
        return by_metric(self.results)

    @cached_property
    def _by_point(self) -> dict[str, dict[tuple[Any, ...], list[Row]]]:
        """Estimates by metric and by what the columns of the tables say of their point."""
        names, found = ["players", *self.manifest["swept"]], dict[str, dict[tuple[Any, ...], list[Row]]]()
        for metric, rows in self._estimates.items():
            places = found.setdefault(metric, {})
            for row in rows:
                places.setdefault(tuple(row[name] for name in names), []).append(row)
        return found

    @cached_property
    def _differences(self) -> dict[str, list[Row]]:
        return by_metric(self.pairs)

    def keys(self, point: GridPoint) -> list[tuple[str, Any]]:
        """The columns of the tables that a point fixes, with their values."""
        return [("players", point.players), *((key, table_value(value, self._kinds[key])) for key, value in point.swept.items())]

    @cached_property
    def _kinds(self) -> dict[str, Any]:
        return {key: self.results[key].dtype for key in self.manifest["swept"]}

    def counts(self, metric: str, variant: str, point: GridPoint) -> list[tuple[int, int]]:
        """How many games had each value."""
        wanted = (pl.col("metric") == metric) & (pl.col("variant") == variant)
        for name, value in self.keys(point):
            wanted &= pl.col(name) == value
        return self.histograms.filter(wanted).select("value", "games").rows()

    def policies(self, variant: str, point: GridPoint) -> list[str]:
        """Who sat where."""
        return [value_text(spec) for spec in self.specs(variant, point)]

    def specs(self, variant: str, point: GridPoint) -> list[Any]:
        """The same as the scenario has it: a name, or a name with parameters."""
        place = self._places.get(id(point))
        cell = self.manifest["cells"][self.points.index(point) if place is None else place]
        arm = next(arm for arm in cell["arms"] if arm["variant"] == variant)
        return list(arm["policies"])

    @cached_property
    def _places(self) -> dict[int, int]:
        """Where each point stands in the manifest."""
        return {id(point): place for place, point in enumerate(self.points)}

    def where(self, row: Row) -> str:
        """Which cell a row is of, in words, but for its variant."""
        players = row["players"] if "players" in self.cell_columns else None
        return point_words(self.words, players, self.point_of(row).swept)

    def point_of(self, row: Row) -> GridPoint:
        """The point of the grid that a row is of."""
        return self.cells[self.cell_number(row) - 1].point


def is_settled(row: Row) -> bool:
    """Is a comparison certain, whatever else was compared?"""
    return settled(row["p_holm"])


def by_metric(table: pl.DataFrame) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in table.filter(pl.col("estimate").is_not_null()).to_dicts():
        found.setdefault(row["metric"], []).append(row)
    return found


def table_value(value: Any, kind: Any) -> Any:
    """A swept value as the tables have it."""
    return value if isinstance(value, bool | int | float) and kind != pl.String else value_text(value)


def value_text(value: Any) -> str:
    """A value of a scenario as text, the same as in the tables."""
    if isinstance(value, dict):
        return ", ".join(f"{key}: {value_text(inner)}" for key, inner in value.items())
    return "[" + ", ".join(map(value_text, value)) + "]" if isinstance(value, list) else str(value)


def point_words(words: Titles, players: int | None, swept: dict[str, Any]) -> str:
    """`4 players, target 50`"""
    parts = [] if players is None else [f"{players} players"]
    for key, value in swept.items():
        parts.append(player_words(words, value) if key == "policies" else knob_words(words, key.removeprefix("rules."), value))
    return ", ".join(parts)


def player_words(words: Titles, spec: Any) -> str:
    """`the player who spends one rank`, with what it is set to where that is said."""
    if isinstance(spec, list):
        return ", ".join(player_words(words, one) for one in spec)
    if isinstance(spec, dict) and "name" not in spec:
        return ", ".join(f"{key}: {player_words(words, one)}" for key, one in spec.items())
    name = str(spec["name"]) if isinstance(spec, dict) else str(spec)
    more = [f"{readable(str(key))} {value}" for key, value in spec.items() if key != "name"] if isinstance(spec, dict) else []
    return words.policies.get(name, readable(name)) + (f" ({', '.join(more)})" if more else "")
