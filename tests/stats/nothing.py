"""Pages with nothing to find: how many of them claim something all the same?

Variants, points, seats, policies and actions are exactly alike here; only chance differs. Every page goes through the tables, studies and
sentences of a real one. `make coverage` plays many and writes the table of docs/statistics.md.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from itertools import combinations
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import polars as pl

import simlab
from simlab.contract.catalogue import load
from simlab.contract.columns import SIXTIETHS
from simlab.contract.decisions import Decision
from simlab.contract.goals import WIN
from simlab.disk import write_whole
from simlab.games.fortune.rules import ARCANA_NAMES
from simlab.games.fortune.studies import effects as fortune
from simlab.play.drivers import roll
from simlab.play.probes.chances import LOOK, Survey
from simlab.play.probes.forks import FORK
from simlab.players.registry import make_player
from simlab.reports.answers import answer, findings
from simlab.reports.charts.levels import win_title
from simlab.reports.charts.sweeps import line_title, swept_axes
from simlab.reports.rundir import Run
from simlab.runs.groups import ranges
from simlab.runs.manifest import describe
from simlab.runs.results import tables
from simlab.runs.sums import Adder, Sums
from simlab.scenarios import scenario as scenarios
from simlab.scenarios.plan import Plan
from simlab.scenarios.prepare import prepare
from simlab.scenarios.recipe import Layout
from simlab.stats.compare import may_be_first
from simlab.stats.estimates import UNKNOWN, Estimate, normal, proportion
from simlab.stats.looks import Always
from simlab.stats.means import standard_error
from simlab.studies.actions.measure import Actions, ActionsAsk, Tries, with_verdicts
from simlab.studies.dials.measure import Dials
from simlab.studies.dials.pairs import Pairs, interactions, judged
from simlab.studies.dials.steps import Step
from simlab.studies.equity.measure import Sampler
from simlab.studies.line_ups import Meetings, design
from simlab.studies.quality.choices import Choices
from simlab.studies.quality.courses import Courses
from simlab.studies.quality.measure import ALWAYS, PLAIN, held_together
from simlab.studies.skill.page import ladder_title
from simlab.studies.tournament.measure import Tournament
from simlab.studies.tournament.page import map_title
from simlab.words.asked import EVERYTHING
from tests.stats.coverage import seat_spread

SEED = 400
GAME = {
    "question": "Is there anything?",
    "game": "template",
    "policies": "uniform",
    "rules": {"ranks": 5},
    "metrics": ["win", "pot", "rounds"],
}
POOL = 200_000  # games of one-card poker that pages draw from
CLAIMS = re.compile(
    r"are not even|[Ii]t is the |: from -?[\d.]| instead of | but -?[\d.,]+|wins most|matters most|"
    r"(more|less|longer|shorter|more often|less often) by [\d.,]+"
)
DECISIONS = 30  # of a game that is looked through
MANY = 1000  # games from which on each is looked into twice only
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
        "adjusted": {"adjust": True},
        "who": {"question": "Who wins the fewest chips?", "ask": "net", "variants": {"a": {}, "b": {}}},
        "compare": {"variants": {name: {} for name in "abcd"}, "ask": EVERYTHING},
        "dials": {"variants": {str(k): {} for k in range(21)}},
    }[kind]
    found = prepare(scenarios.of({**GAME, **more}))
    return replace(found, kept=("win", "pot", "rounds")) if kind == "dials" else found  # as the study itself adds up


@cache
def adder(kind: str) -> Adder:
    plan = plan_of(kind)
    return Adder(Layout(plan.recipes[2], len(plan.points[0].arms)))


def played(kind: str, games: int, random: Random, planted: Callable[[Any, int], None] | None = None) -> Run:
    """A finished run whose every cell drew games of its own; with something to find where it is planted."""
    plan, tool = plan_of(kind), adder(kind)
    sums = []
    for point in plan.points:
        part = Sums.empty(tool.layout)
        rows = pool()[random.integers(0, POOL, (len(point.arms), 1, games))]
        if plan.scenario.adjust:
            rows = duplicates(rows[..., : max(2, games // 2)], random)
        if planted is not None:
            planted(rows, point.index)
        tool.add(part, rows)
        sums.append(part)
    layouts = [tool.layout] * len(plan.points)
    found, run = tables(plan, layouts, sums), Run.__new__(Run)
    run.manifest = describe(plan, {}, "done", sums, layouts=layouts)
    run.results, run.pairs, run.histograms = found.results, found.pairs, found.histograms
    return run


def duplicates(rows: Any, random: Random) -> Any:
    """Deals with their duplicates: what one seat has in the first the other mostly has in the second."""
    second = rows.copy()
    for name in [column.name for column in load("template").columns if column.seats]:
        second[name][..., :2] = rows[name][..., 1::-1]
    other = random.random(rows.shape) < 0.4
    second[other] = pool()[random.integers(0, POOL, int(other.sum()))]
    return np.concatenate([rows, second], axis=1)


def of_run(kind: str) -> Callable[[int, Random], list[str]]:
    def claims(games: int, random: Random) -> list[str]:
        return claims_of(kind, played(kind, games, random), games)

    return claims


def claims_of(kind: str, run: Run, games: int) -> list[str]:
    """Whatever the page of a run, or of dials, asserts."""
    if kind == "dials":
        rows = [{**row, "knob": row["variant"], "step": "", "rate": False, "unit": ""} for row in run.pairs.to_dicts()]
        said = Dials("template", 2, games, (), {}, tuple(rows), ("win", "pot", "rounds"), WIN).sentences()
    else:
        said = [*findings(run), *answer(run), win_title(run, "win"), *run.pairs.filter(pl.col("family") == "other")["verdict"]]
        said += [line_title(run, metric, swept_axes(run)[0]) for metric in ("pot", "rounds") if kind == "sweep"]
    return [sentence for sentence in said if CLAIMS.search(sentence)]


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


SMALL_LOOK = np.dtype([(name, *((LOOK[name], ()) if name != "score" else (LOOK[name].base, (3, 16)))) for name in LOOK.names or ()])


def of_quality(games: int, random: Random) -> list[str]:
    """Four seats with the same chance from the first look to the last, three options that are worth the same; 16 worlds at each look."""
    looks, seats, worlds = 6 if games < MANY else 2, 4, 16
    tallies, rows = np.zeros(games, np.dtype([("win", "i2", (6,))])), np.zeros(games * looks, SMALL_LOOK)
    tallies["win"][np.arange(games), random.integers(0, seats, games)] = SIXTIETHS
    rows["game"], rows["decision"], rows["decisions"] = np.repeat(np.arange(games), looks), np.tile(np.arange(looks), games), looks
    rows["n"] = 3
    for half in (0, 1):
        rows["ends"][:, half, :seats] = SIXTIETHS * random.multinomial(worlds // 2, [1 / seats] * seats, len(rows))
    rows["score"][:, :3, :worlds] = SIXTIETHS * (random.random((len(rows), 3, worlds)) < 1 / seats)
    rows["option"][:, :3] = np.arange(3)
    seen = Survey(tallies, rows, np.zeros(len(rows)), worlds)
    choices = Choices(seen)
    spread = seat_spread(np.array([tallies["win"][a:b, :seats].sum(axis=0) for a, b in ranges(games)], float))
    plain = {"seat_spread": spread, **dict.fromkeys(PLAIN, UNKNOWN)}
    found = held_together(plain | Courses(seen, seats).measures() | choices.measures(), games)
    dominated = [f"option {k}" for k in range(3) if choices.clear[:, k].mean() >= ALWAYS]
    return [name for name, measure in found.items() if (measure.low or 0.0) > 0.0] + dominated


def of_pairs(games: int, random: Random) -> list[str]:
    """Six knobs that change nothing, two at a time."""
    steps = [Step(f"knob{k}", "1", {}) for k in range(6)]
    names = [(), *((step.name,) for step in steps), *((one.name, two.name) for one, two in combinations(steps, 2))]
    columns = [load("template").column(name) for name in ("win", "pot", "rounds")]
    rows = pool()[random.integers(0, POOL, (len(names), games))]
    values = {name: {column.name: rows[at][column.name] for column in columns} for at, name in enumerate(names)}
    found = judged([row for column in columns for row in interactions(column, 2, steps, values)], games)
    said = Pairs("template", 2, games, tuple(steps), {}, tuple(found)).sentences()
    return [sentence for sentence in said if "than both apart add up to" in sentence]


class Alike(Sampler):
    """A decision between three actions that are worth the same: in lucky worlds all of them win more often."""

    def __init__(self, random: Random, decisions: int) -> None:
        self.random, self.goal, self.base = random, WIN, np.zeros(1)
        self.values = {action: np.zeros(0) for action in range(3)}
        self.live, self.played, self.strict = list(self.values), 0, Always().among(3 * decisions)

    def play(self, worlds: int) -> None:
        mood = self.random.random(worlds)
        for action in self.live:
            self.values[action] = np.concatenate([self.values[action], (self.random.random(worlds) < mood).astype(float)])
        self.played += worlds

    def lost(self, action: int) -> bool:
        """Is this action called worse than the best?"""
        return action != self.leader() and self.told_loss(action, self.leader())[1] > 0.0


def of_equity(worlds: int, random: Random) -> list[str]:
    """One decision; `worlds` stand for games."""
    sampler = Alike(random, 1)
    sampler.run(worlds)
    return [f"action {action} is worse" for action in sampler.values if sampler.lost(action)]


def of_coach(worlds: int, random: Random) -> list[str]:
    """The decisions of a whole game, each made by chance."""
    found = []
    for move in range(DECISIONS):
        sampler = Alike(random, DECISIONS)
        sampler.run(worlds)
        found += [f"move {move} surely lost something"] * sampler.lost(int(random.integers(0, 3)))
    return found


def of_titles(games: int, random: Random) -> list[str]:
    """Titles that name the largest: of eight ways to end, of four seats that play alike, of two that win what the other loses."""
    ends = random.multinomial(games, [1 / 8] * 8)
    seats, chips = random.poisson(3.0, (4, games)), 2.0 * random.integers(0, 2, games) - 1.0
    titles = [[proportion(int(count), games) for count in ends], [mean_of(x) for x in seats], [mean_of(chips), mean_of(-chips)]]
    return [f"{k} is largest" for k, found in enumerate(titles) if len(may_be_first([(e.value, e.low, e.high) for e in found])) == 1]


def mean_of(values: Any) -> Estimate:
    return normal(float(values.mean()), standard_error(values.astype(float)), len(values))


def of_effects(games: int, random: Random) -> list[str]:
    """22 cards in two windows, none of which does anything. That other players win is no false claim here: rounds are other rounds."""
    base, rows, reached = rounds(games, random), [], {}
    for window in fortune.WINDOWS:
        standing = rounds(games, random)
        reached[window] = int(standing.window.sum())
        for name in ARCANA_NAMES:
            rows += fortune.effects_of_card(name, window, base, rounds(games, random), standing)
    found = fortune.Effects(4, "nobody", games, reached, fortune.with_verdicts(rows, reached))
    return [sentence for sentence in found.sentences() if not sentence.startswith("Rounds with other winners")]


def rounds(games: int, random: Random) -> fortune.Rounds:
    """Rounds of four alike."""
    winner = random.integers(0, 4, games)
    pot = random.geometric(0.1, games).astype(float)
    win = (np.arange(4) == winner[:, None]).astype(float)
    net = win * pot[:, None] - pot[:, None] / 4
    return fortune.Rounds(
        pot=pot, showdown=(random.random(games) < 0.6).astype(float), destroyed=(random.random(games) < 0.05) * pot, net=net, win=win,
        pages=random.random((games, 4)) < 0.3, dealer=np.arange(games) % 4, winner=winner, winners=np.ones(games, np.int64),
        window=np.ones(games, bool),
    )  # fmt: skip


@dataclass(frozen=True)
class Page:
    """A kind of page with nothing to find, at several numbers of games."""

    name: str
    claims: Callable[[int, Random], list[str]]
    games: tuple[int, ...] = (20, 200, 20_000)
    slow: int = 1  # so many times fewer pages in the short test
    near: tuple[int, ...] = ()  # numbers of games at which the share is near the limit: four times the pages tell

    def pages(self, size: int, repeats: int) -> int:
        return NEAR * repeats if size in self.near else repeats


PAGES = (
    Page("run", of_run("run"), (5, 10, 20, 50, 200, 20_000)),
    Page("sweep of 12 points", of_run("sweep")),
    Page("compare, 4 variants", of_run("compare"), (5, 10, 20, 50, 200, 20_000)),
    Page("dials, 20 steps", of_run("dials"), slow=10),
    Page("tournament of six copies", of_tournament, slow=20),
    Page("actions, 4 kinds", of_actions),
    Page("effects, 22 cards", of_effects, slow=10, near=(20_000,)),
    Page("dials --pairs, 6 knobs", of_pairs),
    Page("run, adjusted", of_run("adjusted")),
    Page("equity, 3 actions", of_equity),
    Page("coach, 30 decisions", of_coach, (20, 200, 2_000), slow=10),
    Page("titles of charts: 8 levels, 4 seats, 2 seats", of_titles),
    Page("quality, 16 worlds", of_quality, (20, 200, 2_000, 20_000)),
    Page("run of 2 variants that asks who", of_run("who")),
)


NEAR = 4  # times the pages
BATCH = 20  # pages with one stream of chance, and the steps in which a long measurement goes on
KEPT = Path(__file__).parent.parent.parent / "build" / "coverage"


def measure(repeats: int, seed: int = SEED, games: tuple[int, ...] = ()) -> Iterator[tuple[str, int, int, float]]:
    """Page, games, pages made, share of them that claim anything; at these numbers of games, or at all of each page."""
    for page in PAGES:
        for size in games or page.games:
            pages = max(1, repeats // page.slow) if games else repeats
            yield page.name, size, pages, sum(claiming(page, size, batch, pages, seed) for batch in range(-(-pages // BATCH))) / pages


def claiming(page: Page, size: int, batch: int, pages: int, seed: int = SEED) -> int:
    """How many pages of a batch claim anything."""
    random = np.random.default_rng([seed, PAGES.index(page), size, batch])
    return sum(bool(page.claims(size, random)) for _ in range(min(BATCH, pages - batch * BATCH)))


def code_state() -> str:
    """Twelve letters that change with whatever decides what pages say: all kept batches are of one state of the code."""
    root = Path(simlab.__file__).parent
    files = [*(file for room in ROOMS for file in sorted((root / room).rglob("*.py"))), Path(__file__)]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


ROOMS = ("stats", "runs", "reports", "words", "scenarios", "studies", "games/fortune/studies", "games/template")


def go_on(repeats: int, seconds: float = inf) -> dict[str, int]:
    """Make all batches that are not kept yet, small runs first, until time is up; returns those kept: pages that claim, by batch."""
    path = KEPT / f"nothing-{code_state()}.json"
    kept: dict[str, int] = json.loads(path.read_text()) if path.is_file() else {}
    ends = monotonic() + seconds
    cells = sorted(((size, page) for page in PAGES for size in page.games), key=lambda cell: cell[0])
    for size, page in cells:
        pages = page.pages(size, repeats)
        for batch in range(-(-pages // BATCH)):
            key = f"{page.name}|{size}|{batch}"
            if key in kept:
                continue
            if monotonic() > ends:
                return kept
            kept[key] = claiming(page, size, batch, pages)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, json.dumps(kept).encode())
        print(row(page, size, repeats, kept), flush=True)
    return kept


def row(page: Page, size: int, repeats: int, kept: dict[str, int]) -> str:
    """A line of the table, of as many pages as there are."""
    wanted = page.pages(size, repeats)
    mine = [(batch, kept[key]) for batch in range(-(-wanted // BATCH)) if (key := f"{page.name}|{size}|{batch}") in kept]
    pages = sum(min(BATCH, wanted - batch * BATCH) for batch, _ in mine)
    return f"| {page.name} | {size:,} | {pages:,} | {sum(claims for _, claims in mine) / pages:.2%} |" if pages else ""


def table(repeats: int, kept: dict[str, int] | None = None) -> str:
    """All pages of one state of the code; made now where they are not kept."""
    found = go_on(repeats) if kept is None else kept
    lines = ["| page with nothing to find | games | pages | pages that claim anything |", "| --- | --- | --- | --- |"]
    return "\n".join([*lines, *filter(None, (row(page, size, repeats, found) for page in PAGES for size in page.games))])


if __name__ == "__main__":
    go_on(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
