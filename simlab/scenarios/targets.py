"""What a designer wants of a game: `win spread below 1 %`, `rounds between 10 and 14`, `end[folded] above 0.2`.

A target is a measure and a band. A measure is a metric, one seat or level of it (`win[0]`, `win[seat=0]`, `end[folded]`), or its
`spread`: the greatest entry less the least. How far a value lies outside its band, in widths of the band, is its loss.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite

from simlab.errors import InputError, nearest
from simlab.scenarios.recipe import Metric, Recipe
from simlab.stats.estimates import Estimate, Floats

NUMBER = r"([-+]?\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)\s*(%?)"
SHAPE = re.compile(r"(?P<name>\w+)\s?(?:\[(?P<entry>[^\]]+)\])?\s?(?P<spread>spread)?\s(?P<band>.+)", re.ASCII)
MOST_LETTERS = 500
BANDS = {
    "below": re.compile(rf"(?:below|<=?)\s*{NUMBER}"),
    "above": re.compile(rf"(?:above|>=?)\s*{NUMBER}"),
    "between": re.compile(rf"between\s*{NUMBER}\s*and\s*{NUMBER}"),
    "within": re.compile(rf"within\s*{NUMBER}\s*(?:\+-|±)\s*{NUMBER}"),
}
HOW = "write `METRIC below X`, `above X`, `between X and Y` or `within X +- Y`, for example `win spread below 1 %`"


@dataclass(frozen=True)
class Target:
    """A measure and the band it should lie in."""

    text: str
    name: str
    entry: str
    spread: bool
    low: float
    high: float

    @property
    def width(self) -> float:
        """What counts as one unit of being outside."""
        if self.low > -inf and self.high < inf:
            return (self.high - self.low) / 2 or max(abs(self.high), 1.0) / 100
        return abs(self.high if self.high < inf else self.low) or 1.0

    def loss(self, value: float) -> float:
        """How far outside, in widths; 0 inside."""
        return max(self.low - value, value - self.high, 0.0) / self.width

    def verdict(self, found: Estimate) -> str:
        if found.value is None or found.low is None or found.high is None:
            return "not settled"
        if self.low <= found.low and found.high <= self.high:
            return "holds"
        return "broken" if found.high < self.low or found.low > self.high else "not settled"

    def metrics(self, recipe: Recipe) -> list[Metric]:
        """The numbers it looks at."""
        mine = [metric for metric in recipe.metrics if metric.name == self.name]
        if not mine:
            raise InputError(f"{self.text}: no metric {self.name!r}{nearest(self.name, {m.name for m in recipe.metrics})}")
        if self.entry:
            known = {entry_name(metric): metric for metric in mine}
            wanted = re.sub(r"^(seat|level)\s*=\s*", "", self.entry.strip())
            if wanted not in known:
                raise InputError(f"{self.text}: {self.name} has no entry {wanted!r}{nearest(wanted, known)}")
            mine = [known[wanted]]
        if self.spread and len(mine) < 2:
            raise InputError(f"{self.text}: a spread needs a metric with several entries; {self.name} has one")
        if not self.spread and len(mine) > 1:
            raise InputError(f"{self.text}: say which of {self.name}, such as {self.name}[{entry_name(mine[0])}], or `{self.name} spread`")
        if any(metric.formula is not None for metric in mine):
            raise InputError(f"{self.text}: {self.name} is a metric of `define`: targets take outcome columns")
        return mine

    def measure(self, values: Floats) -> float:
        return float(values.max() - values.min()) if self.spread else float(values[0])


def entry_name(metric: Metric) -> str:
    return str(metric.seat) if metric.seat is not None else metric.level or ""


def parse(text: str) -> Target:
    """A target from its words."""
    shape = SHAPE.fullmatch(" ".join(text.split())) if len(text) <= MOST_LETTERS else None
    if shape is None:
        raise InputError(f"{text[:60]!r} is no target: {HOW}")
    for kind, band in BANDS.items():
        found = band.fullmatch(shape["band"])
        if found:
            numbers = [float(found[k].replace("_", "")) / (100 if found[k + 1] else 1) for k in range(1, len(found.groups()) + 1, 2)]
            low, high = limits(kind, numbers)
            if not all(map(isfinite, numbers)) or low > high:
                raise InputError(f"{text!r}: the band is empty, or has no end")
            return Target(text.strip(), shape["name"], shape["entry"] or "", bool(shape["spread"]), low, high)
    raise InputError(f"{text!r} is no target: {HOW}")


def limits(kind: str, numbers: Sequence[float]) -> tuple[float, float]:
    if kind == "below":
        return -inf, numbers[0]
    if kind == "above":
        return numbers[0], inf
    return (numbers[0], numbers[1]) if kind == "between" else (numbers[0] - numbers[1], numbers[0] + numbers[1])
