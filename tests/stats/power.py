"""What one ledger for a page costs: games after which a difference is claimed four times in five, before and now.

The ten changes of `scenarios/showdown-tweaks.yaml`, with the difference and the error that 20,000 games of each show. Before: Holm's method
over the 60 comparisons alone, with normal intervals. Now: the share of the ledger that comparisons have, with Student's t. By formula, and
measured: pages drawn from games that were played, all 60 comparisons judged on each (`make luck` writes both tables).
"""

from collections.abc import Iterator
from math import ceil, inf
from pathlib import Path
from typing import NamedTuple

import numpy as np

from simlab.games.fortune.studies import effects as fortune
from simlab.play.drivers import roll
from simlab.play.probes.outcomes import Outcomes
from simlab.players.registry import make_line_up
from simlab.runs.backends import Crew
from simlab.runs.probing import look_into
from simlab.scenarios import scenario as scenarios
from simlab.scenarios.plan import Arm, Plan
from simlab.scenarios.prepare import prepare
from simlab.stats.adjust import holm, is_settled
from simlab.stats.compare import p_value
from simlab.stats.estimates import Floats
from simlab.stats.ledger import grid_ledger
from simlab.stats.likelihood import farthest_from_nothing
from simlab.stats.looks import ONCE, Look
from simlab.stats.means import standard_error
from simlab.stats.power import POWER_80
from simlab.stats.student import NORMAL
from simlab.studies.ask import Ask

COMPARISONS = 60  # ten changes, six numbers
SEEN = 20_000
CHANGES = {  # rounds more, and the half-width of the 95 % interval
    "trips first": (0.003, 0.005),
    "suits reversed": (0.001, 0.001),
    "no ace low straight": (0.020, 0.008),
    "straight flush scores": (0.114, 0.015),
    "no rejections": (0.326, 0.040),
    "circle delay 0": (-0.520, 0.018),
    "target 48": (-0.625, 0.019),
    "circle delay 2": (1.030, 0.024),
    "last trick 6": (-1.314, 0.025),
    "sudden death": (-2.927, 0.027),
}


class Needed(NamedTuple):
    change: str
    difference: float
    before: int
    now: int


def unit_error(half: float) -> float:
    """The spread of one game's difference."""
    return half / ONCE.width(SEEN) * SEEN**0.5


def needed(difference: float, spread: float, look: Look, student: bool) -> int:
    """The least number of games whose interval leaves out nothing four times in five."""
    least = ceil(((look.width(SEEN) + POWER_80) * spread / difference) ** 2)
    n = max(least, 2)
    while student and (look.width(n) + POWER_80) * spread / n**0.5 > abs(difference):
        n += 1
    return n


def measure() -> Iterator[Needed]:
    ledger = grid_ledger(len(CHANGES) + 1, 1, True)
    before, now = ONCE.among(COMPARISONS), ledger.look("comparisons", COMPARISONS)
    for change, (difference, half) in CHANGES.items():
        spread = unit_error(half)
        yield Needed(change, difference, needed(difference, spread, before, False), needed(difference, spread, now, True))


def claimed(row: Needed, pages: int, seed: int = 5) -> float:
    """How often pages of `row.now` games claim it, among 59 comparisons with nothing to find."""
    random, ledger = np.random.default_rng(seed), grid_ledger(len(CHANGES) + 1, 1, True)
    spread, found = unit_error(CHANGES[row.change][1]), 0
    for _ in range(pages):
        off = row.difference / (spread / row.now**0.5) + random.standard_normal()
        t = off / np.sqrt(random.chisquare(row.now - 1) / (row.now - 1))
        chances = [ONCE.p_value(float(t), row.now), *(2 * NORMAL.cdf(-abs(z)) for z in random.standard_normal(COMPARISONS - 1))]
        found += (ledger.correct("comparisons", chances)[0] or 0.0) < 0.05
    return found / pages


# --- measured: pages drawn from games that were played ---------------------------------------------------------------------------

SCENARIO = Path(__file__).parent.parent.parent / "scenarios" / "showdown-tweaks.yaml"
TRIED = (0.6, 0.8, 1.0, 1.25, 1.6)  # times the games that the formula asks for
CLAIMED = 0.8


class Pool(NamedTuple):
    """Games played with every change: by game, the 60 differences from the rules as they are; `rounds` stand first for each change."""

    changes: tuple[str, ...]
    differences: Floats

    @property
    def each(self) -> int:
        return self.differences.shape[1] // len(self.changes)


def play_pool(games: int = SEEN) -> Pool:
    plan = prepare(scenarios.read(SCENARIO))
    arms = plan.points[0].arms
    base, *others = (numbers_of(plan, arm, games) for arm in arms)
    return Pool(tuple(arm.variant for arm in arms[1:]), np.concatenate([other - base for other in others], axis=1))


def numbers_of(plan: Plan, arm: Arm, games: int) -> Floats:
    """By game: rounds, changes of the lead, and the win of every seat."""
    line_up = make_line_up(plan.game, arm.policies, arm.rules, ())
    rows = roll(plan.game, line_up, arm.rules.lower(), plan.scenario.seed, 0, games)
    return np.column_stack([rows["rounds"], rows["lead_changes"], rows["win"][:, : arm.rules.players]]).astype(np.float64)


def pages(pool: Pool, games: int, number: int, seed: int = 6) -> Iterator[tuple[Floats, Floats]]:
    """Means and errors of all comparisons on pages of so many games each."""
    random, squares = np.random.default_rng([seed, games]), pool.differences**2
    for _ in range(number):
        times = random.multinomial(games, np.full(len(squares), 1 / len(squares))).astype(np.float64)
        mean = times @ pool.differences / games
        yield mean, np.sqrt(np.maximum(times @ squares / games - mean**2, 0.0) / max(games - 1, 1))


def claims_of(mean: Floats, error: Floats, games: int, now: bool) -> list[bool]:
    """Which comparisons a page claims: by the ledger, or as before."""
    found = [p_value(float(m), float(e), games if now else SEEN) for m, e in zip(mean, error, strict=True)]
    corrected = grid_ledger(len(CHANGES) + 1, 1, True).correct("comparisons", found) if now else holm(found)
    return [is_settled(p) for p in corrected]


def claim_rate(pool: Pool, change: str, games: int, number: int, now: bool) -> float:
    """How often pages of so many games claim that a change makes games longer or shorter."""
    at = pool.each * pool.changes.index(change)
    return float(np.mean([claims_of(*page, games, now)[at] for page in pages(pool, games, number)]))


def measured_need(pool: Pool, change: str, number: int, now: bool) -> int | None:
    """Games after which four pages in five claim it, between those tried; None where none of them does, or all."""
    differences = pool.differences[:, pool.each * pool.changes.index(change)]
    ledger = grid_ledger(len(CHANGES) + 1, 1, True)
    look = ledger.look("comparisons", COMPARISONS) if now else ONCE.among(COMPARISONS)
    least = needed(float(differences.mean()), float(differences.std()), look, now)
    tried = [max(2, round(times * least)) for times in TRIED]
    rates = np.maximum.accumulate([claim_rate(pool, change, games, number, now) for games in tried])
    return round(float(np.exp(np.interp(CLAIMED, rates, np.log(tried))))) if rates[0] < CLAIMED <= rates[-1] else None


def measured_table(number: int = 200) -> str:
    pool = play_pool()
    lines = ["| change | difference, rounds | games before | games now | times |", "| --- | --- | --- | --- | --- |"]
    for change in CHANGES:
        before, now = (measured_need(pool, change, number, is_now) for is_now in (False, True))
        mean = float(pool.differences[:, pool.each * pool.changes.index(change)].mean())
        cells = ["-" if games is None else f"{games:,}" for games in (before, now)]
        lines.append(f"| {change} | {mean:+.3f} | {' | '.join(cells)} | {'-' if None in (before, now) else f'{now / before:.2f}'} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


# --- values at hand that lean: by their likelihood as well -----------------------------------------------------------------------

CARDS = (  # what cards do to a round of fortune: some lean against what they do, some with it, some not at all
    ("fool", "deal", "pot"), ("chariot", "draw", "variance"), ("chariot", "draw", "pot"), ("sun", "draw", "page"),
    ("lovers", "deal", "best_hand"), ("star", "deal", "best_hand"), ("magician", "deal", "showdown"), ("strength", "draw", "variance"),
    ("justice", "deal", "variance"), ("magician", "deal", "pot"),
)  # fmt: skip
FAMILY = 352  # numbers on the page: 22 cards, two windows, eight measures
ROUNDS = 50_000


def dealt_differences(rounds: int = ROUNDS) -> dict[tuple[str, str, str], Floats]:
    """By card, window and measure: what it did, deal by deal."""
    plan = fortune.plan_of(Ask("fortune", "basic", rollouts=rounds))
    base, *cells = (fortune.Rounds.of(4, *part) for part in look_into(plan, Outcomes(fortune.COLUMNS), None, crew=Crew(workers=1)))
    held = dict(zip(fortune.CELLS, cells, strict=True))
    return {(card, window, name): apart(name, base, held[window, card], held[window, fortune.STANDING]) for card, window, name in CARDS}


def apart(measure: str, base: fortune.Rounds, held: fortune.Rounds, standing: fortune.Rounds) -> Floats:
    before, after, stood = (rounds.among(standing.window) for rounds in (base, held, standing))
    (without, a), (with_it, b) = (fortune.value_and_influence(measure, rounds, before, stood) for rounds in (before, after))
    return np.asarray(with_it - without + b - a)


def share_claimed(values: Floats, deals: int, number: int, now: bool, seed: int = 7) -> float:
    """How often pages of so many deals claim this difference, among all numbers of the page."""
    random, found = np.random.default_rng([seed, deals]), 0
    for _ in range(number):
        drawn = values[random.integers(0, len(values), deals)]
        chance = p_value(float(drawn.mean()), standard_error(drawn), deals, at_most=farthest_from_nothing(drawn) if now else inf)
        found += is_settled(chance and FAMILY * chance)
    return found / number


def deals_needed(values: Floats, number: int, now: bool) -> int | None:
    """After how many deals four pages in five claim it."""
    least = needed(float(values.mean()), float(values.std()), ONCE.among(FAMILY), True)
    tried = [round(times * least) for times in (*TRIED, 2.0)]
    rates = np.maximum.accumulate([share_claimed(values, deals, number, now) for deals in tried])
    return round(float(np.exp(np.interp(CLAIMED, rates, np.log(tried))))) if rates[0] < CLAIMED <= rates[-1] else None


def leaning_table(number: int = 200) -> str:
    lines = ["| card, window, measure | difference | lean | deals before | deals now | times |", "| --- | --- | --- | --- | --- | --- |"]
    for (card, window, measure), values in dealt_differences().items():
        before, now = (deals_needed(values, number, is_now) for is_now in (False, True))
        off = (values - values.mean()) / values.std() * np.sign(values.mean())
        cells = [f"{values.mean():+.4g}", f"{(off**3).mean():+.1f}", *("-" if deals is None else f"{deals:,}" for deals in (before, now))]
        times = "-" if before is None or now is None else f"{now / before:.2f}"
        lines.append(f"| {card}, {window}, {measure.replace('_', ' ')} | {' | '.join(cells)} | {times} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


def table() -> str:
    lines = ["| change | difference, rounds | games before | games now |", "| --- | --- | --- | --- |"]
    return "\n".join([*lines, *(f"| {row.change} | {row.difference:+.3f} | {row.before:,} | {row.now:,} |" for row in measure())])
