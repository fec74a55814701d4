"""The manifest of a run: what was played, by which versions, and what every column means. Reports read it instead of the game."""

import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import yaml

from simlab import __version__
from simlab.players.registry import find
from simlab.players.strength import strength
from simlab.runs.follow import track_data
from simlab.runs.gains import gains
from simlab.runs.identity import identify
from simlab.runs.parts import P, Stage
from simlab.runs.progress import Progress
from simlab.runs.results import label
from simlab.runs.stopping import Enough, Rule
from simlab.runs.store import SCENARIO, Store
from simlab.runs.sums import Sums
from simlab.runs.titles import column_data, words
from simlab.scenarios.plan import GridPoint, Plan
from simlab.scenarios.recipe import Layout
from simlab.scenarios.scenario import PolicySpec, policy_name


@contextmanager
def run_directory(folder: Path, stage: Stage[P], fresh: bool, told: Progress) -> Iterator[Store[P]]:
    """The directory of a run that begins or goes on: its manifest says so, and its scenario can be run again."""
    plan = stage.plan
    with Store(folder, stage.form, told.notice, plan.scenario.keep == "rollouts") as store:
        store.open(identify(plan, stage.policy_files, stage.probe), fresh)
        store.write_manifest(describe(plan, store.identity, "running"))
        store.write(SCENARIO, scenario_text(plan).encode())
        yield store


def describe(plan: Plan, identity: dict[str, Any], state: str, sums: Sequence[Sums] = (), rule: Rule | None = None,
             layouts: Sequence[Layout] = ()) -> dict[str, Any]:  # fmt: skip
    """The manifest as plain data; at the end with the sums, how they are laid out, and the rule that says why no more was played."""
    cells = [cell_data(plan, point, sums[point.index].units if sums else plan.units(point)) for point in plan.points]
    return {
        "simlab": __version__,
        "state": state,
        "question": plan.scenario.question,
        "ask": [ask.model_dump() for ask in plan.scenario.ask],
        "words": words(plan),
        "game": {"name": plan.game.name, "title": plan.game.title, "version": plan.game.version, "colour": plan.game.colour},
        "rollouts": max(cell["games"] for cell in cells) if isinstance(rule, Enough) else plan.scenario.rollouts,
        "seed": plan.scenario.seed,
        "rotate_seats": plan.scenario.rotate_seats,
        "adjust": plan.scenario.adjust,
        "gains": gains(plan, layouts, sums),
        "metrics": plan.headline,
        "also": {label(spec): also_folder(k, spec) for k, spec in enumerate(plan.scenario.also, 1)},
        "looks": "any" if isinstance(rule, Enough) else plan.scenario.looks,
        "goals": [aim.as_data() for aim in rule.aims] if isinstance(rule, Enough) else [],
        "cells": cells,
        "swept": list(plan.scenario.sweep),
        "columns": column_data(plan),
        "tracks": track_data(plan),
        "charts": [asdict(chart) for chart in plan.game.charts],
        "policies": player_data(plan),
        "versions": dict(versions()),
        "identity": identity,
    }


def also_folder(number: int, spec: PolicySpec) -> str:
    """Where the games of another policy go, within the run directory."""
    return f"also/{number}-{policy_name(spec)}"


@cache
def versions() -> dict[str, str]:
    return {"python": platform.python_version(), **{name: version(name) for name in ("numba", "numpy", "polars")}}


def player_data(plan: Plan) -> dict[str, Any]:
    """How each policy of the plan plays, and how strong it is known to be."""
    arms = [arm for point in plan.points for arm in point.arms]
    names, seats = dict.fromkeys(policy_name(spec) for arm in arms for spec in arm.policies), arms[0].rules.players
    return {name: {"doc": find(plan.game, name, plan.own).doc, "strength": strength(plan.game, name, seats)} for name in names}


def cell_data(plan: Plan, point: GridPoint, deals: int) -> dict[str, Any]:
    arms = [{"variant": arm.variant, "rules": arm.rules.changed(), "policies": list(arm.policies)} for arm in point.arms]
    return {"players": point.players, "swept": point.swept, "deals": deals, "games": deals * plan.rotations(point), "arms": arms}


def scenario_text(plan: Plan) -> str:
    """The scenario as resolved, as YAML that can be run again."""
    given = plan.scenario.model_dump(mode="json", exclude_defaults=True)
    return yaml.safe_dump(given, sort_keys=False, allow_unicode=True, width=120)
