"""`keep: rollouts`: one row for each game, as parquet, for questions nobody thought of before.

A block's rows are one file. Columns: the cell (`variant`, swept keys, `players`), `deal`, `rotation`, then every outcome column under
the name it has in `define` (`win_s0`, `opened_3`). Shares are 0 to 1, flags true or false, codes their level's name, and what did
not happen is null.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import polars as pl

from simlab.contract.columns import SIXTIETHS, Column
from simlab.runs.results import here, parquet_bytes
from simlab.scenarios.plan import GridPoint, Plan

MOST_BYTES = 4 << 20  # of the records in one file, before compression: so much is in memory for each worker, a few times over


def deals_of_a_file(plan: Plan, point: GridPoint) -> int:
    """A power of two, the same whatever plays it, so that the files are the same too."""
    size = int(plan.game.engine.OUTCOME.itemsize) * len(point.arms) * plan.rotations(point)
    return 1 << max(6, (MOST_BYTES // size).bit_length() - 1)


def rows_file(plan: Plan, point: GridPoint, first: int, chunks: Sequence[Any]) -> bytes:
    """The rows of a block: `chunks` are records by arm, rotation and deal."""
    records = np.concatenate(chunks, axis=2)
    tables = [
        table(plan, point, arm, rotation, first, records[arm, rotation])
        for arm in range(records.shape[0])
        for rotation in range(records.shape[1])
    ]
    return parquet_bytes(pl.concat(tables))


def table(plan: Plan, point: GridPoint, arm: int, rotation: int, first: int, records: Any) -> pl.DataFrame:
    deals = pl.Series("deal", np.arange(first, first + len(records), dtype=np.int64))
    cell = {key: pl.lit(value, None if isinstance(value, str | bool) else kind(value)) for key, value in here(point, arm).items()}
    outcomes = [series for column in plan.game.columns for series in entries(column, point.players, records[column.name])]
    return pl.DataFrame([deals, *outcomes]).select(
        *(value.alias(key) for key, value in cell.items()), "deal", pl.lit(rotation, pl.Int8).alias("rotation"), pl.exclude("deal")
    )


def kind(value: float) -> Any:
    return pl.Float64 if isinstance(value, float) else pl.Int64


def entries(column: Column, players: int, values: Any) -> Iterator[pl.Series]:
    """A column of the record as columns of the table."""
    if not column.is_array:
        yield meaning(column, column.name, values)
        return
    for entry in range(players if column.seats else len(column.levels)):
        yield meaning(column, f"{column.name}_{'s' if column.seats else ''}{entry}", values[:, entry])


def meaning(column: Column, name: str, values: Any) -> pl.Series:
    """What the whole numbers stand for."""
    found = pl.Series(name, np.ascontiguousarray(values))
    if column.kind == "code":
        names = dict(enumerate(column.levels)) | ({} if column.none is None else {column.none: column.none_name})
        return found.cast(pl.Int64).replace_strict(names, return_dtype=pl.Enum(list(dict.fromkeys(names.values()))))
    if column.none is not None:
        found = pl.DataFrame([found]).select(pl.when(pl.col(name) != column.none).then(pl.col(name)).alias(name)).to_series()
    if column.kind == "share":
        return found / SIXTIETHS
    return found.cast(pl.Boolean) if column.kind == "flag" else found
