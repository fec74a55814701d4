"""A run directory as data: the tables, what each column means, and which cells there are."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from simlab.errors import RunError
from simlab.stats.adjust import is_settled as settled

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

    @property
    def label(self) -> str:
        return ", ".join(part for part in (self.variant, self.point.label) if part)


class Run:
    """Reads `manifest.json` and the tables beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            self.manifest: Row = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
            self.results = pl.read_parquet(folder / "results.parquet")
            self.pairs = pl.read_parquet(folder / "pairs.parquet")
            self.histograms = pl.read_parquet(folder / "histograms.parquet")
        except (OSError, ValueError, pl.exceptions.PolarsError) as error:
            raise RunError(f"{folder}: not a finished run: {error}") from None

    @cached_property
    def tracks(self) -> pl.DataFrame | None:
        """The games that were followed step by step, where any were."""
        path = self.folder / "tracks.parquet"
        return pl.read_parquet(path) if self.manifest.get("tracks") and path.is_file() else None

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
            parts = [f"{cell['players']} players"] if len(tables) > 1 else []
            parts += [f"{key.removeprefix('rules.')} {value_text(value)}" for key, value in cell["swept"].items()]
            found.append(GridPoint(cell["players"], cell["swept"], ", ".join(parts)))
        return found

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

    def cell_label(self, cell: Cell) -> str:
        """What tells a cell from the others; empty when there is one."""
        return cell.label if len(self.variants) > 1 else cell.point.label

    @cached_property
    def _numbers(self) -> dict[tuple[Any, ...], int]:
        keys = self.manifest["swept"]
        known = {key: self.results[key].dtype for key in keys}
        return {
            (cell.variant, cell.point.players, *(table_value(cell.point.swept[key], known[key]) for key in keys)): cell.number
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
        """A metric's name for people: its title, `win share`, `rounds after first circle`, `stops` for `n_stops`."""
        column = self.manifest["columns"].get(metric, {})
        if column.get("title") and column["name"] == metric:  # a title is not that of the same column by player
            return str(column["title"])
        if metric in ("win", "win_by_player"):
            return "win share" + metric[3:].replace("_", " ")
        return metric.removeprefix("n_").replace("_", " ")

    def is_rate(self, metric: str) -> bool:
        """Shown in per cent."""
        column = self.column(metric)
        return column["kind"] in ("flag", "code") or (column["kind"] == "share" and not column.get("over"))

    def rows(self, metric: str, variant: str | None = None, point: GridPoint | None = None) -> list[Row]:
        """The estimates of a metric that say anything, in the order of the results."""
        keys = None if point is None else self.keys(point)
        return [
            row
            for row in self._estimates.get(metric, [])
            if (variant is None or row["variant"] == variant) and (keys is None or all(row[name] == value for name, value in keys))
        ]

    def differences(self, metric: str) -> list[Row]:
        return self._differences.get(metric, [])

    @cached_property
    def _estimates(self) -> dict[str, list[Row]]:
        return by_metric(self.results)

    @cached_property
    def _differences(self) -> dict[str, list[Row]]:
        return by_metric(self.pairs)

    def keys(self, point: GridPoint) -> list[tuple[str, Any]]:
        """The columns of the tables that a point fixes, with their values."""
        return [("players", point.players), *((key, table_value(value, self.results[key].dtype)) for key, value in point.swept.items())]

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
        cell = self.manifest["cells"][self.points.index(point)]
        arm = next(arm for arm in cell["arms"] if arm["variant"] == variant)
        return list(arm["policies"])

    def where(self, row: Row) -> str:
        """Which cell a row is of, in words, but for its variant."""
        parts = [f"{row['players']} players"] if "players" in self.cell_columns else []
        return ", ".join([*parts, *(f"{key.removeprefix('rules.')} {value_text(row[key])}" for key in self.manifest["swept"])])


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
