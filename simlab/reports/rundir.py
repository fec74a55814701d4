"""A run directory as data: the tables, what each column means, and which cells there are."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from simlab.errors import RunError

Row = dict[str, Any]


@dataclass(frozen=True)
class Where:
    """One point of the grid: table size and swept values."""

    players: int
    swept: dict[str, Any]
    label: str  # what tells it from the other points; empty when there is one


@dataclass(frozen=True)
class Cell:
    """One variant at one point."""

    variant: str
    point: Where
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
        return bool(self.manifest["rotate_seats"]) and any(len({shown(spec) for spec in arm["policies"]}) > 1 for arm in arms)

    @cached_property
    def variants(self) -> list[str]:
        return [str(arm["variant"]) for arm in self.manifest["cells"][0]["arms"]]

    @cached_property
    def points(self) -> list[Where]:
        cells = self.manifest["cells"]
        tables = {cell["players"] for cell in cells}
        found = []
        for cell in cells:
            parts = [f"{cell['players']} players"] if len(tables) > 1 else []
            parts += [f"{key.removeprefix('rules.')} {shown(value)}" for key, value in cell["swept"].items()]
            found.append(Where(cell["players"], cell["swept"], ", ".join(parts)))
        return found

    @cached_property
    def cells(self) -> list[Cell]:
        """Every variant at every point."""
        pairs = [(point, variant) for point in self.points for variant in self.variants]
        return [Cell(variant, point, k) for k, (point, variant) in enumerate(pairs, 1)]

    @property
    def game(self) -> str:
        return str(self.manifest["game"]["name"])

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
            (cell.variant, cell.point.players, *(plain(cell.point.swept[key], known[key]) for key in keys)): cell.number
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

    def is_rate(self, metric: str) -> bool:
        """Shown in per cent."""
        column = self.column(metric)
        return column["kind"] in ("flag", "code") or (column["kind"] == "share" and not column.get("over"))

    def rows(self, metric: str, variant: str | None = None, point: Where | None = None) -> list[Row]:
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

    def keys(self, point: Where) -> list[tuple[str, Any]]:
        """The columns of the tables that a point fixes, with their values."""
        return [("players", point.players), *((key, plain(value, self.results[key].dtype)) for key, value in point.swept.items())]

    def lengths(self, metric: str, variant: str, point: Where) -> list[tuple[int, int]]:
        """How many games had each value."""
        wanted = (pl.col("metric") == metric) & (pl.col("variant") == variant)
        for name, value in self.keys(point):
            wanted &= pl.col(name) == value
        return self.histograms.filter(wanted).select("value", "games").rows()

    def policies(self, variant: str, point: Where) -> list[str]:
        """Who sat where."""
        return [shown(spec) for spec in self.specs(variant, point)]

    def specs(self, variant: str, point: Where) -> list[Any]:
        """The same as the scenario has it: a name, or a name with parameters."""
        cell = self.manifest["cells"][self.points.index(point)]
        arm = next(arm for arm in cell["arms"] if arm["variant"] == variant)
        return list(arm["policies"])

    def where(self, row: Row) -> str:
        """Which cell a row is of, in words, but for its variant."""
        parts = [f"{row['players']} players"] if "players" in self.cell_columns else []
        return ", ".join([*parts, *(f"{key.removeprefix('rules.')} {shown(row[key])}" for key in self.manifest["swept"])])


def by_metric(table: pl.DataFrame) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in table.filter(pl.col("estimate").is_not_null()).to_dicts():
        found.setdefault(row["metric"], []).append(row)
    return found


def plain(value: Any, kind: Any) -> Any:
    """A swept value as the tables have it."""
    return value if isinstance(value, bool | int | float) and kind != pl.String else shown(value)


def shown(value: Any) -> str:
    """A value of a scenario as text, the same as in the tables."""
    if isinstance(value, dict):
        return ", ".join(f"{key}: {shown(inner)}" for key, inner in value.items())
    return "[" + ", ".join(map(shown, value)) + "]" if isinstance(value, list) else str(value)


SAID = {  # columns whose names are shorthand
    "contested": "contested showdowns", "cups_fix": "cards revealed by Cups", "cups_unfix": "cards erased by Cups",
    "deal_turns_sum": "turns of a deal", "first_subs": "first bids", "first_won_contested": "contested showdowns won by the first bidder",
    "pot_sum": "coins in the Pot", "sub_cat": "submitted hands", "top_flipped": "showdowns overturned by the top card",
    "top_helped": "showdowns in which the top card lifts a winner", "wand_helped": "cards taken by Wands that lift the hand",
    "wand_takes_wand": "cards taken by Wands that are Wands", "win_cat": "winning hands",
}  # fmt: skip


def words(metric: str) -> str:
    """A metric's name for people: `win share`, `rounds after first circle`, `stops` for `n_stops`."""
    if metric in SAID:
        return SAID[metric]
    return "win share" + metric[3:].replace("_", " ") if metric in ("win", "win_by_player") else metric.removeprefix("n_").replace("_", " ")


def sentence(text: str) -> str:
    """With a capital letter; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def readable(level: str) -> str:
    return level.replace("_", " ")


def entry(row: Row) -> str:
    """`seat 0`, a level's name, or nothing."""
    parts = [] if row["seat"] is None else [f"seat {row['seat']}"]
    return ", ".join(parts + ([readable(row["level"])] if row["level"] else []))


def number(value: float | None, error: float | None, rate: bool = False) -> str:
    """As many digits as the error is worth; rates in per cent."""
    from simlab.stats.claims import rounded

    if value is None:
        return "-"
    scale = 100.0 if rate else 1.0
    shown = rounded(value * scale, (error or 0.0) * scale) if value else "0"
    return shown + (" %" if rate else "")


def with_interval(row: Row, rate: bool) -> str:
    """`47.2 % (47.1 to 47.3)`"""
    error = row["std_error"] or ((row["ci_high"] - row["ci_low"]) / 4 if row["ci_low"] is not None else 0.0)
    if row["ci_low"] is None:
        return number(row["estimate"], error, rate)
    scale_error = error
    low, high = (number(row[end], scale_error, rate).removesuffix(" %") for end in ("ci_low", "ci_high"))
    return f"{number(row['estimate'], error, rate)} ({low} to {high})"
