"""Which knobs matter? Every knob moved one step either way from where it stands, all on the same deals."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from simlab.contract.catalogue import load
from simlab.contract.goals import Goal
from simlab.errors import InputError, UnknownName
from simlab.players.registry import find
from simlab.reports.others import in_other_hands, turns_round
from simlab.runs.backends import ALL_CORES, Backend, Crew
from simlab.runs.manifest import also_folder
from simlab.runs.progress import Progress
from simlab.runs.run import run as play
from simlab.scenarios.plan import Plan
from simlab.scenarios.prepare import under
from simlab.scenarios.scenario import policy_name
from simlab.stats.adjust import is_settled
from simlab.stats.claims import either_way, first_of
from simlab.studies.ask import Ask
from simlab.studies.dials.steps import Step, steps
from simlab.studies.goal_words import as_data

AS_IT_STANDS = "as it stands"
USUAL = ("rounds", "decisions")  # metrics that every game has, beside what it is judged by
TOLD = 5  # knobs named in a sentence

Row = dict[str, Any]


@dataclass(frozen=True)
class Dials:
    """Every step with its paired differences."""

    game: str
    players: int
    rollouts: int
    steps: tuple[Step, ...]
    refused: dict[str, str]
    rows: tuple[Row, ...]  # of `pairs.parquet`, with `knob`, `step` and `rate`
    metrics: tuple[str, ...]
    goal: Goal

    @cached_property
    def panels(self) -> dict[str, list[Row]]:
        """For each metric the rows of its most moved seat or level, strongest knob first."""
        return {metric: self.ranked(metric) for metric in self.metrics}

    def ranked(self, metric: str) -> list[Row]:
        mine = [row for row in self.rows if row["metric"] == metric and row["estimate"] is not None]
        if not mine:
            return []
        top = max(mine, key=lambda row: (is_moved(row), abs(row["estimate"])))
        same = [row for row in mine if (row["seat"], row["level"]) == (top["seat"], top["level"])]
        knobs = dict.fromkeys(row["knob"] for row in same)
        reach = {knob: max((is_moved(row), abs(row["estimate"])) for row in same if row["knob"] == knob) for knob in knobs}
        return sorted(same, key=lambda row: reach[row["knob"]], reverse=True)

    def ranking(self, metric: str) -> list[str]:
        """Knobs, the one that moves the metric most first; those with no settled difference are left out."""
        return list(dict.fromkeys(row["knob"] for row in self.panels[metric] if self.matters(metric, row["knob"])))

    def first(self, metric: str) -> tuple[str, Row]:
        """The knob that matters most, or those of which it may be one, and the step that moves the metric most."""
        rows = self.panels[metric]
        largest = {
            knob: max((row for row in rows if row["knob"] == knob), key=lambda row: abs(row["estimate"])) for knob in self.ranking(metric)
        }
        sizes = {knob: either_way(row["estimate"], row["ci_low"], row["ci_high"]) for knob, row in largest.items()}
        named = first_of(sizes)
        return named if named in sizes or " or " in named else f"{named} knobs", largest[self.ranking(metric)[0]]

    def matters(self, metric: str, knob: str) -> bool:
        return any(is_moved(row) for row in self.panels[metric] if row["knob"] == knob)

    def turned(self) -> list[Row]:
        """Steps whose settled difference is turned round by other players."""
        rows = [row for ranked in self.panels.values() for row in ranked]
        return [row for row in rows if any(turns_round(row, theirs) for theirs in row.get("also", {}).values())]

    def sentences(self) -> list[str]:
        found = [f"{about(row)}, {row['variant']}: {row['verdict']}{others(row)}." for row in self.turned()]
        for metric, rows in self.panels.items():
            order = self.ranking(metric)
            knobs = len({row["knob"] for row in rows})
            if not order:
                found.append(f"{metric}: none of {knobs} knobs changes it as far as {self.rollouts:,} games can show.")
                continue
            first, strongest = self.first(metric)
            others_too = [knob for knob in order if knob not in first.split(" or ")][: TOLD - 1]
            rest = f"; also {', '.join(others_too)}" if others_too else ""
            found.append(
                f"{about(strongest)}: {first} matters most ({strongest['variant']}: {strongest['verdict']}{others(strongest)}){rest}; "
                f"{knobs - len(order)} of {knobs} knobs show no settled difference."
            )
        if self.refused:
            found.append(f"Not tried: {', '.join(self.refused)}.")
        return found

    def as_json(self) -> Row:
        return {
            "game": self.game,
            "players": self.players,
            "rollouts": self.rollouts,
            "goal": as_data(self.goal),
            "ranking": {metric: self.ranking(metric) for metric in self.metrics},
            "steps": [{key: finite_or_none(value) for key, value in row.items()} for row in self.rows],
            "refused": self.refused,
            "findings": self.sentences(),
        }


def finite_or_none(value: Any) -> Any:
    return None if isinstance(value, float) and value in (float("inf"), float("-inf")) else value


def others(row: Row) -> str:
    """What other players make of a difference: `; the same when bully plays`, `; the other way round when search plays: ...`"""
    return in_other_hands(row, list(row.get("also", {}).items()))


def is_moved(row: Row) -> bool:
    """A difference that stands after the correction for all that were tried."""
    return is_settled(row["p_holm"]) and bool(row["estimate"])


def about(row: Row) -> str:
    """`rounds`, `win of seat 0`"""
    parts = ([f"seat {row['seat']}"] if row["seat"] is not None else []) + ([row["level"]] if row["level"] else [])
    return f"{row['metric']} of {', '.join(parts)}" if parts else str(row["metric"])


def plan_of(ask: Ask, metrics: Sequence[str], also: Sequence[str] = ()) -> tuple[Plan, list[Step], dict[str, str]]:
    """The rules as they stand and every step that all these players can play, as the variants of one run."""
    game = load(ask.game)
    known = [column.name for column in game.columns if not column.hidden]
    for name in metrics:
        if name not in known:
            raise UnknownName(f"metric of {ask.game}:", name, known)
    base = game.Rules.of({**(ask.rules or {}), **({} if ask.players is None else {"players": ask.players})})
    tried, refused = steps(game, base, [find(game, policy_name(spec), ask.own) for spec in (ask.policy, *also)])
    if not tried:
        raise InputError(f"{ask.game}: no knob can be moved: {next(iter(refused.values()), 'it has none')}")
    variants: Row = {AS_IT_STANDS: {}, **{step.name: {"rules": step.rules} for step in tried}}
    under = [game.column(name).over for name in metrics]
    question = f"{ask.game}: which knobs matter?"
    columns = dict.fromkeys([*metrics, *filter(None, under)])
    return ask.plan(tuple(columns), question=question, variants=variants, metrics=list(metrics), players=base.players), tried, refused


def metrics_of(ask: Ask, goal: Goal, named: Sequence[str] | None) -> list[str]:
    """What the games are judged by comes first, if it was asked for or nothing else was."""
    first = [goal.column] if named is None or ask.goal is not None else []
    return list(dict.fromkeys([*first, *(USUAL if named is None else named)]))


def dials(ask: Ask, folder: Path, *, metrics: Sequence[str] | None = None, crew: Crew | Backend = ALL_CORES, fresh: bool = False,
          progress: Progress | None = None, also: Sequence[str] = ()) -> Dials:  # fmt: skip
    """Play every step and compare: by the goal, length and decisions, unless metrics are named; again under other players (`also`)."""
    goal = ask.judged_by()
    metrics = metrics_of(ask, goal, metrics)
    plan, tried, refused = plan_of(ask, metrics, also)
    how: Row = {"crew": crew, "fresh": fresh, "policy_files": ask.policy_files, "progress": progress}
    tables = play(plan, folder, **how)
    theirs = {
        spec: play(replace(under(plan, spec), kept=plan.kept), folder / also_folder(k, spec), **how) for k, spec in enumerate(also, 1)
    }
    again = {spec: {place(row): row for row in found.pairs.to_dicts()} for spec, found in theirs.items()}
    by_name = {step.name: step for step in tried}
    kinds = {column.name: column for column in plan.game.columns}
    rows = []
    for row in tables.pairs.to_dicts():
        if row["metric"] in metrics:
            step, column = by_name[row["variant"]], kinds[row["metric"]]
            rows.append({**row, "knob": step.knob, "step": step.shown, "rate": column.kind != "count", "unit": column.unit})
            rows[-1] |= {"also": {spec: told(found[place(row)]) for spec, found in again.items()}} if again else {}
    return Dials(ask.game, plan.points[0].players, ask.rollouts, tuple(tried), refused, tuple(rows), tuple(metrics), goal)


def place(row: Row) -> tuple[Any, ...]:
    """Which comparison."""
    return row["variant"], row["metric"], row["seat"], row["level"]


def told(row: Row) -> Row:
    """What is said of it under other players."""
    return {key: finite_or_none(row[key]) for key in ("estimate", "ci_low", "ci_high", "p_holm", "verdict")}
