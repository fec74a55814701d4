"""Which knobs work together? The strongest knobs one by one and two at a time, all on the same deals.

A two-level design: every knob stands as it is or one step away, alone or with one other. What two steps do together, less what each
does alone, is their interaction; it is known deal by deal, so its error is that of a mean. Knobs are chosen by the steps of `dials`,
and the pairs play deals of their own: chosen and measured by the same deals, two strong steps would seem to spoil each other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from simlab.contract.catalogue import load
from simlab.contract.columns import SIXTIETHS, Column
from simlab.contract.game import Game
from simlab.errors import InputError
from simlab.play.probes.outcomes import Outcomes
from simlab.runs.probing import look_into
from simlab.scenarios.plan import Plan
from simlab.stats.claims import amount, directions, spread
from simlab.stats.estimates import Estimate, Floats, as_dict
from simlab.stats.ledger import Claim, Ledger
from simlab.stats.likelihood import farthest_from_nothing
from simlab.stats.means import by_influence
from simlab.studies.ask import Ask
from simlab.studies.dials.measure import AS_IT_STANDS, Dials, Row, dials
from simlab.studies.dials.steps import Step, refusal

OTHER_DEALS = 1_000_003  # added to the seed: pairs are not measured by the deals that chose them
TOLD = 8  # interactions named in sentences


Cell = tuple[str, ...]  # the names of the steps that are taken


class Seen(NamedTuple):
    """Two steps and one number: what each does alone, both together, and what that is more than the sum."""

    one: Step
    two: Step
    column: Column
    seat: int | None
    alone: tuple[Estimate, Estimate]
    both: Estimate
    more: Estimate
    at_most: float = inf  # errors that it lies from nothing, by the likelihood of its games


@dataclass(frozen=True)
class Together:
    """An interaction, and whether it may be claimed."""

    seen: Seen
    claim: Claim

    @property
    def form(self) -> str:
        return "mean" if self.seen.column.kind == "count" else "rate"

    @property
    def about(self) -> str:
        """`rounds`, `win of seat 0`"""
        name = self.seen.column.title or self.seen.column.name
        return name if self.seen.seat is None else f"{name} of seat {self.seen.seat}"

    @property
    def steps(self) -> str:
        return f"{self.seen.one.name} with {self.seen.two.name}"

    def verdict(self) -> str:
        """`longer by 0.8 rounds (0.5 to 1.1) than both apart add up to`"""
        value, error = self.claim.told.value or 0.0, self.claim.told.std_error or 0.0
        if value == error == 0.0:
            return "adds up, in every game"
        if not self.claim.holds:
            return "not settled"
        word = directions(self.form, self.seen.column.unit)[value < 0]
        near, far = sorted((abs(self.claim.told.low or 0.0), abs(self.claim.told.high or 0.0)))
        unit = self.seen.column.unit
        return f"{word} by {amount(abs(value), error, self.form, unit)} ({spread(near, far, error, self.form)}) than both apart add up to"

    def as_json(self) -> Row:
        seen = self.seen
        parts = {"alone": [as_dict(part) for part in seen.alone], "together": as_dict(seen.both), "interaction": as_dict(seen.more)}
        head = {"steps": [seen.one.name, seen.two.name], "metric": seen.column.name, "seat": seen.seat}
        return {**head, **parts, "p_holm": self.claim.chance, "verdict": self.verdict()}


@dataclass(frozen=True)
class Pairs:
    """Every pair of the knobs that were chosen, for every number."""

    game: str
    players: int
    rollouts: int
    steps: tuple[Step, ...]
    refused: dict[str, str]  # pairs that do not go together
    rows: tuple[Together, ...]

    @property
    def settled(self) -> list[Together]:
        """Surest first."""
        return sorted((row for row in self.rows if row.claim.holds), key=lambda row: row.claim.chance or 0.0)

    def sentences(self) -> list[str]:
        names = ", ".join(step.name for step in self.steps)
        said = [f"{row.about}, {row.steps}: {row.verdict()}." for row in self.settled[:TOLD]]
        if not said:
            said = [f"No two of these surely work together or against each other, as far as {self.rollouts:,} games can show: {names}."]
        if len(self.settled) > TOLD:
            said.append(f"{len(self.settled) - TOLD} more such pairs are in the table.")
        return said + ([f"Cannot be played together: {'; '.join(self.refused)}."] if self.refused else [])

    def as_json(self) -> Row:
        head = {"game": self.game, "players": self.players, "rollouts": self.rollouts, "steps": [step.name for step in self.steps]}
        return {**head, "pairs": [row.as_json() for row in self.rows], "refused": self.refused, "findings": self.sentences()}


def pairs(ask: Ask, folder: Path, knobs: int, *, metrics: Sequence[str] | None = None, **playing: Any) -> Pairs:
    """Find the strongest knobs, then play them one by one and two by two."""
    found = dials(ask, folder / "steps", metrics=metrics, **playing)
    chosen = strongest(found, knobs)
    game = load(ask.game)
    columns = [game.column(name) for name in found.metrics if is_plain(game.column(name))]
    if not columns:
        raise InputError("--pairs needs a metric that every game has as one number, by seat or not: a count, a share or a flag")
    plan, cells, refused = plan_of(ask, game, chosen)
    probe = Outcomes(tuple(column.name for column in columns))
    played = list(look_into(plan, probe, folder / "pairs", policy_files=ask.policy_files, **playing))
    values = {cell: dict(zip(probe.columns, arrays, strict=True)) for cell, arrays in zip(cells, played, strict=True)}
    rows = judged([row for column in columns for row in interactions(column, found.players, chosen, values)], ask.rollouts)
    return Pairs(ask.game, found.players, ask.rollouts, tuple(chosen), refused, tuple(rows))


def strongest(found: Dials, knobs: int) -> list[Step]:
    """The step of each knob that moves some number most surely, strongest knobs first."""
    by_name = {step.name: step for step in found.steps}
    sure: dict[str, float] = {}
    for row in found.rows:
        if row["estimate"] and row["std_error"] is not None:
            far = abs(row["estimate"]) / row["std_error"] if row["std_error"] else float("inf")
            sure[row["variant"]] = max(sure.get(row["variant"], 0.0), far)
    order = sorted(sure, key=lambda name: -sure[name])
    chosen = {by_name[name].knob: by_name[name] for name in reversed(order)}
    first = sorted(chosen.values(), key=lambda step: order.index(step.name))[:knobs]
    if len(first) < 2:
        raise InputError(f"{found.game}: fewer than two knobs change anything in {found.rollouts:,} games: there are no pairs to try")
    return first


def is_plain(column: Column) -> bool:
    """A number in every game."""
    return column.kind != "code" and column.none is None and not column.over and (column.seats or not column.is_array)


def plan_of(ask: Ask, game: Game, chosen: Sequence[Step]) -> tuple[Plan, list[Cell], dict[str, str]]:
    """As it stands, every step, and every two of them that go together."""
    base = game.Rules.of({**(ask.rules or {}), **({} if ask.players is None else {"players": ask.players})})
    who = [policy for policy in (*game.policies, *ask.own) if policy.name == ask.who]
    variants: Row = {AS_IT_STANDS: {}, **{step.name: {"rules": step.rules} for step in chosen}}
    cells: list[Cell] = [(), *((step.name,) for step in chosen)]
    refused: dict[str, str] = {}
    for one, two in combinations(chosen, 2):
        name, both = f"{one.name} with {two.name}", Step("", "", {**one.rules, **two.rules})
        why = "one knob" if one.rules.keys() & two.rules.keys() else refusal(base, both, who)
        if why:
            refused[name] = why
        else:
            cells.append((one.name, two.name))
            variants[name] = {"rules": both.rules}
    question = f"{ask.game}: which knobs work together?"
    return ask.plan(question=question, variants=variants, players=base.players, seed=ask.seed + OTHER_DEALS), cells, refused


def interactions(column: Column, players: int, chosen: Sequence[Step], values: Mapping[Cell, Mapping[str, Any]]) -> Iterator[Seen]:
    """Of one column, entry by entry."""
    scale = SIXTIETHS if column.kind == "share" else 1
    for seat in range(players) if column.seats else [None]:
        value = {cell: (arrays[column.name] if seat is None else arrays[column.name][:, seat]) / scale for cell, arrays in values.items()}
        base = value[()]
        for one, two in combinations(chosen, 2):
            if (one.name, two.name) in value:
                first, second, both = value[one.name,] - base, value[two.name,] - base, value[one.name, two.name] - base
                more = both - first - second
                yield Seen(one, two, column, seat, (mean(first), mean(second)), mean(both), mean(more), farthest_from_nothing(more))


def mean(values: Floats) -> Estimate:
    return by_influence(float(values.mean()), values)


def judged(rows: Sequence[Seen], games: int) -> list[Together]:
    """All interactions of the page are one family."""
    claims = Ledger(pairs=1).judge("pairs", [row.more for row in rows], [games] * len(rows), at_most=[row.at_most for row in rows])
    return [Together(row, claim) for row, claim in zip(rows, claims, strict=True)]
