"""Two variants beside each other: which is more, by how much, how surely, and how large that is beside the spread of single games."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from math import inf, sqrt

from simlab.reports.claims import look_of, page_ledger
from simlab.reports.rundir import Row, Run, is_settled
from simlab.stats.estimates import Estimate
from simlab.stats.ledger import together
from simlab.stats.looks import Look

LENGTHS = ("rounds", "turns", "deals")  # columns that say how long a game is; every game has the first
NEAR = 1.25  # of two changes about as large the one that is named by what was changed comes first
ROOT = re.compile(r"[a-z]{5}")  # of a word: exchange, exchanged
NEEDED = re.compile(r"needs about (.+) more games")


class State(Enum):
    """What is known of a difference."""

    SETTLED = "there is one"
    SAME = "none in any game"
    NONE = "none that would matter"
    OPEN = "not settled"


@dataclass(frozen=True)
class Compared:
    """One number of two variants, on the same deals."""

    run: Run
    row: Row  # of the table of pairs: its variant less the first
    turned: bool = False  # told of the first variant, against the other

    @property
    def of(self) -> str:
        return self.run.variants[0] if self.turned else str(self.row["variant"])

    @property
    def against(self) -> str:
        return str(self.row["variant"]) if self.turned else self.run.variants[0]

    @property
    def metric(self) -> str:
        return str(self.row["metric"])

    @property
    def state(self) -> State:
        if not self.row["std_error"] and not self.row["estimate"]:
            return State.SAME
        if is_settled(self.row) and not self.row["verdict"].startswith("no difference"):
            return State.SETTLED
        return State.NONE if self.row["verdict"].startswith("no difference") else State.OPEN

    @property
    def difference(self) -> float:
        return float(-self.row["estimate"] if self.turned else self.row["estimate"])

    @property
    def ends(self) -> tuple[float, float]:
        """Of the interval that holds together with all others of the page, nearest to nothing first."""
        found = told(self.run, self.row)
        near, far = sorted((abs(found.low or 0.0), abs(found.high or 0.0)))
        return near, far

    @property
    def signed_ends(self) -> tuple[float, float]:
        """Of its own interval, from low to high."""
        low, high = self.row["ci_low"], self.row["ci_high"]
        return (-high, -low) if self.turned else (low, high)

    @property
    def open_ends(self) -> tuple[float, float]:
        """Of a difference that is not settled: the interval that holds together with all others of the page, which has nothing in it."""
        found = told(self.run, self.row)
        low, high = min(found.low or 0.0, 0.0), max(found.high or 0.0, 0.0)
        return (-high, -low) if self.turned else (low, high)

    @property
    def bound(self) -> float:
        """The most that it can be."""
        return max(abs(end) for end in self.signed_ends)

    @property
    def needed(self) -> str:
        """About how many more games would tell: `12 k`."""
        found = NEEDED.search(self.row["verdict"])
        return found[1] if found else ""

    def value(self, variant: str) -> Row:
        """The number itself under one of the two."""
        return value_rows(self.run)[key_of(self.run, {**self.row, "variant": variant})]

    @property
    def size(self) -> float:
        """The difference in standard deviations of single games, or of what it is counted for; of what never varies, endless."""
        return self.in_deviations(abs(self.difference))

    def in_deviations(self, difference: float) -> float:
        return effect(difference, *(spread_of(self.run, self.value(variant)) for variant in (self.against, self.of)))

    @property
    def own_size(self) -> float:
        """The same without what a longer or shorter game does to every count: one that keeps up with the rounds has not changed."""
        if self.metric in LENGTHS or not is_count(self.run, self.metric):
            return self.size
        base, other = (self.value(variant)["estimate"] for variant in (self.against, self.of))
        point = key_of(self.run, self.row)[2:-2]
        beyond = [abs(other - longer(self.run, length, point, self.against, self.of) * base) for length in LENGTHS]
        return self.in_deviations(min(abs(self.difference), *beyond))

    @property
    def rank(self) -> float:
        """How early it is told of all that changed: by what is sure of its own size; earlier where its name is in what was changed."""
        changed = roots(self.run.variant_title(self.of)) - roots(self.run.variant_title(self.against)) - unit_roots(self.run)
        return self.own_size * self.sure_part * (NEAR if changed & roots(self.run.metric_name(self.metric)) else 1.0)

    @property
    def sure_part(self) -> float:
        """The near end of its own interval, as a part of the difference: little where few games had it at all."""
        low, high = sorted((abs(self.row["ci_low"]), abs(self.row["ci_high"])))
        return low / (low + high) * 2 if high and self.row["ci_low"] * self.row["ci_high"] > 0 else 0.0

    @property
    def is_fixed(self) -> bool:
        """Each of the two is the same in every game: what was changed, said again."""
        return self.size == inf

    @property
    def is_absence(self) -> bool:
        """Under one of the two it never happens."""
        return 0.0 in (self.value(self.of)["estimate"], self.value(self.against)["estimate"])


def is_count(run: Run, metric: str) -> bool:
    """A number of things in a whole game."""
    column = run.column(metric)
    return column["kind"] == "count" and not column.get("over")


def roots(words: str) -> set[str]:
    return {found[0] for word in words.lower().split() if (found := ROOT.match(word))}


@lru_cache(maxsize=8)
def unit_roots(run: Run) -> set[str]:
    """Points, chips, rounds: words that tell no number from another."""
    return {root for column in run.manifest["columns"].values() for root in roots(str(column.get("unit") or ""))}


def longer(run: Run, length: str, point: tuple[object, ...], base: str, other: str) -> float:
    """How many times as long a game is under another variant, at one point of the grid."""
    rows = [value_rows(run).get((length, variant, *point, None, None)) for variant in (base, other)]
    lengths = [row["estimate"] for row in rows if row is not None and row["estimate"]]
    return float(lengths[1] / lengths[0]) if len(lengths) == 2 else 1.0


def effect(difference: float, base: float, other: float) -> float:
    """A difference in standard deviations, of both together: what is rare under one of them is not large for that."""
    spread = sqrt((base**2 + other**2) / 2)
    return difference / spread if spread else inf if difference else 0.0


def spread_of(run: Run, row: Row) -> float:
    """The standard deviation of a single game; of what is counted for each round, of about a single round: a game is a mean of many."""
    return float((row["std_error"] or 0.0) * sqrt(row["rollouts"] * max(1.0, counted_for(run, row))))


def counted_for(run: Run, row: Row) -> float:
    """How many of what a number is counted for a game has: rounds, hands, tries."""
    over = run.column(row["metric"]).get("over")
    if not over:
        return 1.0
    same = {**row, "metric": over}
    tries = ({**same, "seat": seat, "level": level} for seat in (row["seat"], None) for level in (row["level"], None))
    found = (value_rows(run).get(key_of(run, one)) for one in tries)
    return next((float(one["estimate"]) for one in found if one is not None and one["estimate"]), 1.0)


def key_of(run: Run, row: Row) -> tuple[object, ...]:
    return (row["metric"], row["variant"], row["players"], *(row[key] for key in run.manifest["swept"]), row["seat"], row["level"])


@lru_cache(maxsize=8)
def value_rows(run: Run) -> dict[tuple[object, ...], Row]:
    """Every estimate by what it is of."""
    return {key_of(run, row): row for row in run.results.to_dicts()}


@lru_cache(maxsize=8)
def strictness(run: Run) -> dict[str, tuple[Look, Look]]:
    """For each family of comparisons: one look, and one as strict as all of them together ask."""
    ledger, look = page_ledger(run), look_of(run)
    found = {}
    for family, kind in (("headline", "comparisons"), ("other", "others")):
        if kind in ledger.weights:
            tested = run.pairs.filter(family=family)["p_value"].is_not_null().sum()
            found[family] = (look, ledger.look(kind, int(tested), look))
    return found


def told(run: Run, row: Row) -> Estimate:
    """A difference with the interval that holds together with all others of the page."""
    look, strict = strictness(run)[row["family"]]
    found = Estimate(row["estimate"], row["std_error"], row["ci_low"], row["ci_high"])
    units = max(int(row["rollouts"] or 2), 2)
    return together(found, strict.width(units) / look.width(units), is_settled(row))


def comparisons(run: Run, metric: str, of: str = "", against: str = "") -> Iterator[Compared]:
    """The comparisons of a metric that say anything: of one variant against another, or of all against the first."""
    first = run.variants[0]
    for row in run.differences(metric):
        if row["ci_low"] is None or row["verdict"].startswith("nothing"):
            continue
        if of == first and of != against:
            if against in ("", row["variant"]):
                yield Compared(run, row, True)
        elif of in ("", row["variant"]) and against in ("", first):
            yield Compared(run, row)
        elif not of and against == row["variant"]:
            yield Compared(run, row, True)
