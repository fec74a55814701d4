"""How long will it take? Said before a run in which somebody searches: that takes a thousand times as long as a rule of thumb."""

import os
from time import perf_counter

from simlab.play.drivers import roll
from simlab.players.registry import find, searches
from simlab.runs.backends import Backend, Crew
from simlab.runs.blocks import SumStage
from simlab.runs.progress import Progress
from simlab.scenarios.plan import Arm, Plan

TRIAL_SECONDS = 0.5  # of games played to find out
WORTH_SAYING = 30.0  # seconds
MINUTES = 2.0  # that the fewer games offered would take


def foretell(stage: SumStage, crew: Crew | Backend, told: Progress) -> None:
    """A line about the time, where a player searches and it will take long."""
    plan, games, rate = stage.plan, 0, 0.0
    for point in plan.points:
        for number, arm in enumerate(point.arms):
            if searched(plan, arm):
                games += plan.units(point) * plan.rotations(point)
                rate = rate or games_a_second(stage, point.index, number) * workers(crew)
    seconds = games / rate if rate else 0.0
    if seconds > WORTH_SAYING:
        fewer = max(100, round(plan.scenario.rollouts * MINUTES * 60 / seconds, -2))
        told.notice(
            f"search plays some {rate:,.0f} games a second here: {length(seconds)} for {games:,} games (fewer: --games {fewer:.0f})"
        )


def searched(plan: Plan, arm: Arm) -> bool:
    """Does anybody search there?"""
    names = {spec if isinstance(spec, str) else str(spec["name"]) for spec in arm.policies}
    return any(searches(find(plan.game, name, plan.own)) for name in names)


def games_a_second(stage: SumStage, point: int, arm: int) -> float:
    """One core's, by playing some."""
    line_ups, rules, _ = stage.ready(point)
    game, seed, played = stage.plan.game, stage.plan.scenario.seed, 0
    roll(game, line_ups[arm], rules[arm], seed, 0, 1)
    began = perf_counter()
    while perf_counter() - began < TRIAL_SECONDS:
        played += 1
        roll(game, line_ups[arm], rules[arm], seed, played, 1)
    return played / (perf_counter() - began)


def workers(crew: Crew | Backend) -> int:
    return (crew.workers if isinstance(crew, Crew) else None) or os.cpu_count() or 1


def length(seconds: float) -> str:
    return f"{seconds / 3600:.1f} hours" if seconds > 5400 else f"{seconds / 60:.0f} minutes" if seconds > 90 else f"{seconds:.0f} seconds"
