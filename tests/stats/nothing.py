"""Pages with nothing to find: how many of them claim something all the same?

Variants, points, seats, policies and actions are exactly alike here; only chance differs. Every page goes through the tables, studies and
sentences of a real one. `make coverage` plays many and writes the table of docs/statistics.md.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import polars as pl

from simlab.contract.catalogue import load
from simlab.contract.columns import SIXTIETHS
from simlab.contract.decisions import Decision
from simlab.contract.goals import WIN
from simlab.play.drivers import roll
from simlab.play.probes.chances import LOOK, Survey
from simlab.play.probes.forks import FORK
from simlab.players.registry import make_player
from simlab.reports.answers import answer, findings
from simlab.reports.charts.levels import win_title
from simlab.reports.rundir import Run
from simlab.runs.groups import ranges
from simlab.runs.manifest import describe
from simlab.runs.results import tables
from simlab.runs.sums import Adder, Sums
from simlab.scenarios import scenario as scenarios
from simlab.scenarios.plan import Plan
from simlab.scenarios.prepare import prepare
from simlab.scenarios.recipe import Layout
from simlab.studies.actions.measure import Actions, ActionsAsk, Tries, with_verdicts
from simlab.studies.dials.measure import Dials
from simlab.studies.line_ups import Meetings, design
from simlab.studies.quality.measure import ALWAYS, Choices, Courses
from simlab.studies.skill.page import ladder_title
from simlab.studies.tournament.measure import Tournament
from simlab.studies.tournament.page import map_title

SEED = 400
GAME = {
    "question": "Is there anything?",
    "game": "template",
    "policies": "uniform",
    "rules": {"ranks": 5},
    "metrics": ["win", "pot", "rounds"],
}
POOL = 200_000  # games of one-card poker that pages draw from
CLAIMS = re.compile(r"are not even|lowest with|wins most|matters most|(more|less|longer|shorter|more often|less often) by [\d.,]+")
Random = np.random.Generator


@cache
def pool() -> Any:
    """Games whose seats are alike: the two of a game change places by the toss of a coin."""
    game = load("template")
    rules = game.Rules.of({"ranks": 5, "deals": 3})
    rows = roll(game, [make_player(game, "uniform", rules)] * 2, rules.lower(), SEED, 0, POOL)
    turned = np.random.default_rng(SEED).random(POOL) < 0.5
    for name in [column.name for column in game.columns if column.seats]:
        rows[name][turned, :2] = rows[name][turned, :2][:, ::-1]
    return rows


@cache
def plan_of(kind: str) -> Plan:
    more: dict[str, Any] = {
        "run": {},
        "sweep": {"sweep": {"rules.ante": list(range(1, 13))}},
        "compare": {"variants": {name: {} for name in "abcd"}},
        "dials": {"variants": {str(k): {} for k in range(21)}},
    }[kind]
    return prepare(scenarios.of({**GAME, **more}))


@cache
def adder(kind: str) -> Adder:
    plan = plan_of(kind)
    return Adder(Layout(plan.recipes[2], len(plan.points[0].arms)))


def played(kind: str, games: int, random: Random) -> Run:
    """A finished run whose every cell drew games of its own."""
    plan, tool = plan_of(kind), adder(kind)
    sums = []
    for point in plan.points:
        part = Sums.empty(tool.layout)
        tool.add(part, pool()[random.integers(0, POOL, (len(point.arms), 1, games))])
        sums.append(part)
    found, run = tables(plan, [tool.layout] * len(plan.points), sums), Run.__new__(Run)
    run.manifest = describe(plan, {}, "done", sums)
    run.results, run.pairs, run.histograms = found.results, found.pairs, found.histograms
    return run


def of_run(kind: str) -> Callable[[int, Random], list[str]]:
    def claims(games: int, random: Random) -> list[str]:
        run = played(kind, games, random)
        said = [*findings(run), *answer(run), win_title(run, "win"), *run.pairs.filter(pl.col("family") == "other")["verdict"]]
        return [sentence for sentence in said if CLAIMS.search(sentence)]

    return claims


def of_dials(games: int, random: Random) -> list[str]:
    run = played("dials", games, random)
    rows = [{**row, "knob": row["variant"], "step": "", "rate": False, "unit": ""} for row in run.pairs.to_dicts()]
    found = Dials("template", 2, games, (), {}, tuple(rows), ("win", "pot", "rounds"), WIN)
    return [sentence for sentence in found.sentences() if CLAIMS.search(sentence)]


def of_tournament(games: int, random: Random) -> list[str]:
    """Six copies of one policy; a deal favours a seat, so its two rotations go together."""
    line_ups, deals = design(6, 2), max(2, games // 2)
    favour = random.random(deals)
    seats = random.random((len(line_ups), deals, 2)) < favour[None, :, None]  # does seat 0 win? by line-up, deal, rotation
    groups = ranges(deals)
    by_deal = np.stack([seats[..., 0] + ~seats[..., 1], ~seats[..., 0] + seats[..., 1]], axis=-1).astype(float)  # wins of each place
    by_seat = np.stack([seats.sum(axis=-1), (~seats).sum(axis=-1)], axis=-1).astype(float)
    place, seat, cell = ([part[:, a:b].sum(axis=1) for a, b in groups] for part in (by_deal, by_seat, (by_seat**2).sum(axis=-1)))
    sizes = np.array([[b - a for a, b in groups]] * len(line_ups), float)
    meetings = Meetings(tuple("abcdef"), tuple(line_ups), sizes, *(np.stack(x, axis=1) for x in (place, seat, cell)), 2 * sizes)
    found = Tournament("template", 2, 2 * deals, 0, ("",) * 6, WIN, meetings)
    beaten = [f"{j} is beaten by {others}" for j, others in found.beaten_by.items() if others]  # as the sentence of ratings says it
    said = [*found.restrictions(), found.mix_sentence(), *found.skill.sentences(), *beaten, map_title(found), ladder_title(found.skill)]
    return [
        sentence for sentence in said if re.search(r"costs \d|gains \d| < |is beaten by|alone \(|^Alone|^[a-f] is the strongest", sentence)
    ]


def of_actions(games: int, random: Random) -> list[str]:
    """Three kinds that change nothing: each wins or loses as chance will, the same in all turns of a game or not."""
    rows = np.zeros(2 * games, FORK)
    rows["game"] = np.repeat(np.arange(games), 2)
    rows["legal"], rows["chosen"] = 0b1111, random.integers(0, 4, len(rows))
    for kind in range(4):
        mood = np.repeat(random.random(games), 2)
        rows["score"][:, kind] = 60 * (random.random(len(rows)) < mood)
    decision = Decision("what", "turn", ("wait", "hit", "run", "hide"), ())
    worths = with_verdicts(Tries(rows, games).worths(decision), games)
    found = Actions(ActionsAsk("template"), decision, "wait", 2, len(rows), tuple(worths), WIN)
    return [sentence for sentence in found.sentences() if re.search(r" more than |Surely", sentence)]


def of_quality(games: int, random: Random) -> list[str]:
    """Four seats with the same chance from the first look to the last, three options that are worth the same; 16 worlds at each look."""
    looks, seats, worlds = 6, 4, 16
    tallies, rows = np.zeros(games, np.dtype([("win", "i2", (6,))])), np.zeros(games * looks, LOOK)
    tallies["win"][np.arange(games), random.integers(0, seats, games)] = SIXTIETHS
    rows["game"], rows["decision"], rows["decisions"] = np.repeat(np.arange(games), looks), np.tile(np.arange(looks), games), looks
    rows["n"] = 3
    for half in (0, 1):
        rows["ends"][:, half, :seats] = SIXTIETHS * random.multinomial(worlds // 2, [1 / seats] * seats, len(rows))
    rows["score"][:, :3, :worlds] = SIXTIETHS * (random.random((len(rows), 3, worlds)) < 1 / seats)
    rows["option"][:, :3] = np.arange(3)
    seen = Survey(tallies, rows, np.zeros(len(rows)), worlds)
    choices = Choices(seen)
    found = Courses(seen, seats).measures() | choices.measures()
    dominated = [k for k in range(3) if choices.clear[:, k].mean() >= ALWAYS]
    return [name for name in ("lead_changes", "comebacks", "stakes", "decisions_that_matter") if (found[name].low or 0.0) > 0.0] + dominated


@dataclass(frozen=True)
class Page:
    """A kind of page with nothing to find, at several numbers of games."""

    name: str
    claims: Callable[[int, Random], list[str]]
    games: tuple[int, ...] = (20, 200, 20_000)
    slow: int = 1  # so many times fewer pages in the short test


PAGES = (
    Page("run", of_run("run"), (5, 10, 20, 50, 200, 20_000)),
    Page("sweep of 12 points", of_run("sweep")),
    Page("compare, 4 variants", of_run("compare"), (5, 10, 20, 50, 200, 20_000)),
    Page("dials, 20 steps", of_dials, slow=10),
    Page("tournament of six copies", of_tournament, slow=20),
    Page("actions, 4 kinds", of_actions),
    Page("quality, 16 worlds", of_quality, (20, 200)),
)


def measure(repeats: int, seed: int = SEED, games: tuple[int, ...] = ()) -> Iterator[tuple[str, int, int, float]]:
    """Page, games, pages made, share of them that claim anything; at these numbers of games, or at all of each page."""
    for number, page in enumerate(PAGES):
        for size in games or page.games:
            random = np.random.default_rng([seed, number, size])
            pages = max(1, repeats // page.slow) if games else repeats
            yield page.name, size, pages, sum(bool(page.claims(size, random)) for _ in range(pages)) / pages


def table(repeats: int) -> str:
    lines = ["| page with nothing to find | games | pages | pages that claim anything |", "| --- | --- | --- | --- |"]
    for name, games, done, share in measure(repeats):
        lines.append(f"| {name} | {games:,} | {done:,} | {share:.2%} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)
