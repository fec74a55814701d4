"""What is added up: from outcome columns to whole numbers per game, and from those to metrics.

A *row* is a whole number for each game: an entry of a column, or something made of other rows (is this code "folded"? was the
value there at all?). A *quantity* is a row whose sums and products are kept. A *metric* is a quantity divided by another, or an
expression of the designer's own over several. The kernel of `sums.py` follows the list of rows; nothing here sees a game.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from math import lcm
from typing import Any, Literal

import numpy as np

from simlab.contract.columns import SIXTIETHS, Column
from simlab.errors import InputError, nearest
from simlab.scenarios.formula import TRUTHS, Node

ONE = 0  # the quantity that is 1 for each unit
GAMES = -1  # as a denominator: the number of games
SEATS = "players"  # in an expression: the number of seats
BY_PLAYER = "_by_player"  # in rotated runs: the same metric by place in the line-up instead of by seat

Form = Literal["mean", "rate", "ratio", "defined"]


class Op(IntEnum):
    """How a row is made; `a`, `b`, `c` are row numbers unless said otherwise."""

    CONST = 0  # the number a
    LOAD = 1  # bytes of the record: offset a, width b (negative: unsigned)
    PLACE = 2  # as LOAD, at the seat where place c of the line-up sits
    ADD = 3
    SUB = 4
    MUL = 5
    EQ = 6
    LT = 7
    MOST = 8  # the greater of two


@dataclass(frozen=True)
class Metric:
    """One number of the results."""

    name: str
    form: Form
    column: str = ""  # the column it comes from
    seat: int | None = None
    level: str | None = None
    top: int = ONE
    below: int = GAMES
    scale: int = 1  # divide the top by this: 60 for shares in sixtieths
    most: int | None = None  # of a count: the greatest value there is, where it is known
    formula: Node | None = None
    terms: Mapping[Node, tuple[int, int]] = field(default_factory=dict)  # of a formula: its sums' quantities and scales

    @property
    def quantities(self) -> list[int]:
        if self.formula is not None:
            return [quantity for quantity, _ in self.terms.values()]
        return [self.top] if self.below == GAMES else [self.top, self.below]


class Terms:
    """Column names as expressions use them."""

    def __init__(self, columns: Sequence[Column], players: int) -> None:
        self.columns = {column.name: column for column in columns}
        self.players = players

    def entries(self, name: str) -> tuple[Column, list[int | None]]:
        """A column and which of its entries a name means: all for a bare name, one for `points_s0` or `opened_3`."""
        if name in self.columns:
            return self.columns[name], self.all_entries(self.columns[name])
        match = re.fullmatch(r"(\w+)_(s?)(\d{1,3})", name)
        column = self.columns.get(match[1]) if match else None
        if match is None or column is None or not column.is_array or bool(match[2]) != column.seats:
            raise InputError(f"no column {name!r}{nearest(name, self.columns)}")
        entry = int(match[3])
        if entry not in self.all_entries(column):
            raise InputError(f"{name}: {column.name} has entries 0 to {len(self.all_entries(column)) - 1}")
        return column, [entry]

    def all_entries(self, column: Column) -> list[int | None]:
        if column.seats:
            return list(range(self.players))
        return list(range(len(column.levels))) if column.is_array else [None]

    def check(self, node: Node) -> None:
        """Every name is a column; codes are compared with their own levels and nothing else."""
        if node.kind in ("=", "<>"):
            names = [part for part in node.parts if part.kind == "text"]
            codes = [part for part in node.parts if self.is_code(part)]
            if names or codes:
                self.check_level(names, codes)
                return
        if node.kind == "text":
            raise InputError(f"'{node.value}' can only be compared with a coded column")
        if self.is_code(node):
            column = self.entries(node.value)[0]
            raise InputError(f"{node.value} is a code: compare it with one of its levels, such as {node.value} = '{column.levels[0]}'")
        for part in node.parts:
            self.check(part)

    def is_code(self, node: Node) -> bool:
        return node.kind == "column" and node.value != SEATS and self.entries(node.value)[0].kind == "code"

    def check_level(self, names: Sequence[Node], codes: Sequence[Node]) -> None:
        if len(names) != 1 or len(codes) != 1:
            raise InputError("a coded column is compared with the name of one of its levels")
        column, entries = self.entries(codes[0].value)
        if len(entries) != 1:
            raise InputError(f"{column.name} has a code for each seat: say which, such as {column.name}_s0")
        known = code_levels(column)
        if names[0].value not in known.values():
            raise InputError(f"{column.name} has no level {names[0].value!r}{nearest(names[0].value, known.values())}")


class Recipe:
    """Rows, quantities and metrics of a game at one number of players."""

    def __init__(
        self, columns: Sequence[Column], record: np.dtype[Any], players: int, rotated: bool, formulas: Mapping[str, Node] | None = None,
        duplicated: bool = False,
    ) -> None:  # fmt: skip
        self.columns = {column.name: column for column in columns}
        self.record, self.players, self.rotated = record, players, rotated
        self.games = players if rotated or duplicated else 1  # of a unit
        self.terms = Terms(columns, players)
        self._rows: dict[tuple[int, int, int, int], int] = {}
        self._quantities: dict[int, int] = {self.row(Op.CONST, 1): ONE}
        self.flags: set[int] = {ONE}  # quantities that are 0 or 1 in each game
        self.histograms = {
            c.name: self.load(c, None) for c in columns if c.kind == "count" and not c.is_array and not c.over and not c.hidden
        }
        self.metrics = [metric for column in columns if not column.hidden for metric in self.metrics_of(column)]
        self.metrics += [self.defined(name, node) for name, node in (formulas or {}).items()]
        self.squares = self.squares_of(self.columns["win"]) if duplicated and "win" in self.columns else []

    def squares_of(self, column: Column) -> list[int]:
        """By seat: what single games would say about the spread, where only whole units are squared."""
        rows = [self.load(column, entry) for entry in self.terms.all_entries(column)]
        return [self.quantity(self.row(Op.MUL, row, row)) for row in rows]

    @property
    def rows(self) -> np.ndarray[Any, Any]:
        return np.array(list(self._rows), np.int64).reshape(-1, 4)

    @property
    def quantities(self) -> np.ndarray[Any, Any]:
        """The row of each quantity."""
        return np.array(list(self._quantities), np.int64)

    def row(self, op: Op, a: int, b: int = 0, c: int = 0) -> int:
        return self._rows.setdefault((int(op), a, b, c), len(self._rows))

    def quantity(self, row: int, flag: bool = False) -> int:
        number = self._quantities.setdefault(row, len(self._quantities))
        if flag and self.games == 1:
            self.flags.add(number)
        return number

    def load(self, column: Column, entry: int | None, by_player: bool = False) -> int:
        """The row of one entry of a column."""
        kind, offset = self.record.fields[column.name][:2]  # type: ignore[index]
        width = kind.base.itemsize if kind.base.kind == "i" else -kind.base.itemsize
        if by_player:
            return self.row(Op.PLACE, offset, width, int(entry or 0))
        return self.row(Op.LOAD, offset + kind.base.itemsize * (entry or 0), width)

    def there(self, column: Column, row: int) -> int:
        """1 where the value means something."""
        gone = self.row(Op.EQ, row, self.row(Op.CONST, int(column.none or 0)))
        return self.row(Op.SUB, self.row(Op.CONST, 1), gone)

    def metrics_of(self, column: Column) -> Iterator[Metric]:
        """Every entry of a column; each level of a code; by player too when seats are rotated."""
        for by_player in (False, True) if self.rotated and column.seats else (False,):
            for entry in self.terms.all_entries(column):
                yield from self.entry(column, entry, by_player)

    def entry(self, column: Column, entry: int | None, by_player: bool) -> Iterator[Metric]:
        name = column.name + (BY_PLAYER if by_player else "")
        seat = entry if column.seats and not by_player else None
        row = self.load(column, entry, by_player)
        if column.kind == "code":
            for code, level in code_levels(column).items():
                share = self.quantity(self.row(Op.EQ, row, self.row(Op.CONST, code)), flag=True)
                label = f"player {entry}: {level}" if by_player else level
                yield Metric(name, "rate", column.name, seat, label, share)
            return
        name_of = f"player {entry}" if by_player else (column.levels[entry] if column.levels and entry is not None else None)
        flag = column.kind == "flag"
        below, form = GAMES, "rate" if column.kind in ("flag", "share") else "mean"
        if column.none is not None:
            there = self.there(column, row)
            row, below = self.row(Op.MUL, row, there), self.quantity(there, flag=True)
        if column.over:
            under = self.columns[column.over]
            below, form = self.quantity(self.load(under, entry if under.is_array else None, by_player and under.seats)), "ratio"
        scale = SIXTIETHS if column.kind == "share" else 1
        yield Metric(name, form, column.name, seat, name_of, self.quantity(row, flag), below, scale, column.most)  # type: ignore[arg-type]

    def defined(self, name: str, node: Node) -> Metric:
        """A metric of the designer's own; how often a condition holds is a rate as any other."""
        terms = {atom: self.atom(atom) for atom in node.sums()}
        if is_how_often(node):
            (top, scale), (below, _) = (terms[part] for part in node.parts)
            return Metric(name, "rate", name, top=top, below=below, scale=scale)
        return Metric(name, "defined", name, formula=node, terms=terms)

    def atom(self, node: Node) -> tuple[int, int]:
        """The quantity of a SUM or COUNT, and what to divide it by."""
        if node.kind == "ALL":
            return GAMES, 1
        value, there, scale = self.value(node.parts[0])
        if node.kind == "COUNT":
            return (GAMES, 1) if there is None else (self.quantity(there, flag=True), 1)
        return self.quantity(value if there is None else self.row(Op.MUL, value, there)), scale

    def value(self, node: Node) -> tuple[int, int | None, int]:
        """The row of an expression, the row that says where it is not NULL, and its scale."""
        if node.kind == "number":
            return self.row(Op.CONST, int(node.value)), None, 1
        if node.kind == "column" and node.value == SEATS:
            return self.row(Op.CONST, self.players), None, 1
        if node.kind == "column":
            return self.total(node.value)
        if any(part.kind == "text" for part in node.parts):
            return self.is_level(node)
        parts = [self.value(part) for part in node.parts]
        there = self.all_there([part[1] for part in parts])
        if node.kind == "*":
            return self.row(Op.MUL, parts[0][0], parts[1][0]), there, parts[0][2] * parts[1][2]
        scale = lcm(*(part[2] for part in parts))
        rows = [row if own == scale else self.row(Op.MUL, row, self.row(Op.CONST, scale // own)) for row, _, own in parts]
        if node.kind in ("+", "-", "neg"):
            return self.sum_of(node.kind, rows), there, scale
        return self.test(node.kind, rows), there, 1

    def sum_of(self, kind: str, rows: Sequence[int]) -> int:
        if kind == "neg":
            return self.row(Op.SUB, self.row(Op.CONST, 0), rows[0])
        return self.row(Op.ADD if kind == "+" else Op.SUB, *rows)

    def test(self, kind: str, rows: Sequence[int]) -> int:
        """A comparison, or a join of comparisons: 0 or 1."""
        one = self.row(Op.CONST, 1)
        if kind == "AND":
            return self.row(Op.MUL, *rows)
        if kind == "OR":
            return self.row(Op.MOST, *rows)
        if kind == "NOT":
            return self.row(Op.SUB, one, rows[0])
        if kind in ("=", "<>"):
            same = self.row(Op.EQ, *rows)
            return same if kind == "=" else self.row(Op.SUB, one, same)
        left, right = rows if kind in ("<", ">=") else reversed(rows)
        below = self.row(Op.LT, left, right)
        return below if kind in ("<", ">") else self.row(Op.SUB, one, below)

    def all_there(self, parts: Sequence[int | None]) -> int | None:
        rows = list(dict.fromkeys(row for row in parts if row is not None))
        if not rows:
            return None
        joined = rows[0]
        for row in rows[1:]:
            joined = self.row(Op.MUL, joined, row)
        return joined

    def total(self, name: str) -> tuple[int, int | None, int]:
        """A column's entry, or all its entries together; NULL where none of them is there."""
        column, entries = self.terms.entries(name)
        rows = [self.load(column, entry) for entry in entries]
        there: int | None = None
        if column.none is not None:
            masks = [self.there(column, row) for row in rows]
            rows = [self.row(Op.MUL, row, mask) for row, mask in zip(rows, masks, strict=True)]
            there = masks[0]
            for mask in masks[1:]:
                there = self.row(Op.MOST, there, mask)
        whole = rows[0]
        for row in rows[1:]:
            whole = self.row(Op.ADD, whole, row)
        return whole, there, SIXTIETHS if column.kind == "share" else 1

    def is_level(self, node: Node) -> tuple[int, int | None, int]:
        text, name = sorted(node.parts, key=lambda part: part.kind != "text")
        column, entries = self.terms.entries(name.value)
        code = next(code for code, level in code_levels(column).items() if level == text.value)
        return self.test(node.kind, [self.load(column, entries[0]), self.row(Op.CONST, code)]), None, 1


def code_levels(column: Column) -> dict[int, str]:
    """The values of a coded column and their names."""
    levels = dict(enumerate(column.levels))
    return levels if column.none is None else {**levels, column.none: column.none_name}


def is_how_often(node: Node) -> bool:
    """`AVG(condition)`, however it is written: the games in which a condition holds, of all in which it can be asked."""
    if node.kind != "/" or [part.kind for part in node.parts] not in (["SUM", "COUNT"], ["SUM", "ALL"]):
        return False
    top, below = node.parts
    return top.parts[0].kind in TRUTHS and (below.kind == "ALL" or below.parts == top.parts)


class Layout:
    """Which products are kept at a point: those each metric needs of its own arm, and those with the baseline's."""

    def __init__(self, recipe: Recipe, arms: int) -> None:
        self.recipe, self.arms, self.size = recipe, arms, len(recipe.quantities)
        self._pairs: dict[tuple[int, int], int] = {}
        self._found: dict[tuple[int, int, int, int], int] = {}  # what was asked before: thousands of points ask the same
        for metric in recipe.metrics:
            for arm in range(arms):
                self._want(metric, arm)
        for square in recipe.squares:
            for arm in range(arms):
                self._keep(arm, square, 0, ONE)
        self.left, self.right = (np.array([pair[side] for pair in self._pairs], np.int64) for side in (0, 1))

    def _want(self, metric: Metric, arm: int) -> None:
        mine = [quantity for quantity in metric.quantities if quantity != GAMES]
        for a in mine:
            self._keep(arm, a, 0, ONE)
            for b in mine:
                self._keep(arm, a, arm, b)
                self._keep(arm, a, 0, b)

    def _keep(self, arm: int, a: int, other: int, b: int) -> None:
        pair = self._pair(arm, a, other, b)
        self._pairs.setdefault(pair, len(self._pairs))

    def _pair(self, arm: int, a: int, other: int, b: int) -> tuple[int, int]:
        """The same product is kept once: 0-or-1 squared is itself, and ONE is the baseline's."""
        if arm == other and a == b and a in self.recipe.flags:
            other, b = 0, ONE
        one, two = (0 if q == ONE else v * self.size + q for v, q in ((arm, a), (other, b)))
        return (one, two) if one <= two else (two, one)

    def find(self, arm: int, a: int, other: int, b: int) -> int:
        """Where the sum of this product is kept."""
        asked = arm, a, other, b
        place = self._found.get(asked)
        if place is None:
            place = self._found[asked] = self._pairs[self._pair(arm, a, other, b)]
        return place
