"""A solved game as a study: what it is worth to each seat, how near to an equilibrium it came, and how to play it, in plain words."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.ticker import FuncFormatter

from simlab.disk import storage, write_whole
from simlab.reports.charts.kit import COLOURS, STYLE, Chart, Data, Dot, canvas, stacked_bars
from simlab.reports.study import Block, Study
from simlab.solvers.responses import likelihoods
from simlab.studies.solve.measure import Solution

SHOWN = 24  # situations of a chart
SURE = 0.995  # an action that is played so often is always played
SELDOM = 0.005
CARD = "strategy.csv"


@dataclass(frozen=True)
class Situation:
    """All that reads the same to a seat: how often it is met in a game, and what to do there."""

    seat: int
    text: str
    met: float
    advice: tuple[tuple[str, float], ...]  # actions by name, with their chances

    @property
    def mixed(self) -> bool:
        return max(chance for _, chance in self.advice) < SURE

    @property
    def words(self) -> str:
        """`always bet`, `pass 79 %, bet 21 %`."""
        ranked = sorted(self.advice, key=lambda pair: -pair[1])
        if not self.mixed:
            return f"always {ranked[0][0]}"
        return ", ".join(f"{name} {100 * chance:.0f} %" for name, chance in ranked if chance >= SELDOM)


def situations(solution: Solution) -> list[Situation]:
    """By seat, those met most often first; information sets that read the same are one situation."""
    game, lowered, sets = solution.ask.game, solution.ask.rules.lower(), solution.tree.sets
    weights = likelihoods(solution.tree, solution.odds)
    groups: dict[tuple[int, str, tuple[str, ...]], list[int]] = {}
    for number, view in enumerate(sets.views):
        names = tuple(str(game.text.action_name(view, lowered, int(action))) for action in sets.actions[sets.of(number)])
        groups.setdefault((int(sets.seat[number]), str(game.text.table_text(view, lowered)), names), []).append(number)
    found = []
    for (seat, text, names), numbers in groups.items():
        weight = weights[numbers]
        rows = np.array([solution.odds[sets.of(number)] for number in numbers])
        odds = weight @ rows / weight.sum() if weight.sum() > 0 else rows.mean(axis=0)
        found.append(Situation(seat, " ".join(text.split()), float(weight.sum()), tuple(zip(names, map(float, odds), strict=True))))
    return sorted(found, key=lambda one: (one.seat, -one.met, one.text))


def solve_study(solution: Solution) -> Study:
    ask, tree = solution.ask, solution.tree
    met = situations(solution)
    knobs = ", ".join(f"{name} {value}" for name, value in ask.rules.changed().items())
    title = f"{ask.game.name}{f' ({knobs})' if knobs else ''}: how should it be played?"
    lead = (
        f"The whole game was looked at: {len(tree.info):,} points, {len(tree.sets):,} situations that a player can tell apart. "
        f"{solution.rounds:,} rounds of regret (CFR+), without chance. Judged by {tree.goal.doc}."
    )
    with matplotlib.rc_context(STYLE):
        charts = [course_chart(solution), *card_charts(met)]
    tables = [value_table(solution), *(card_table(met, seat) for seat in range(tree.seats)), course_table(solution)]
    return Study(title, lead, sentences(solution, met), tables, as_data(solution, met), charts)


def sentences(solution: Solution, met: Sequence[Situation]) -> list[str]:
    """The answer first."""
    tree, found = solution.tree, solution.found
    unit, each = tree.goal.unit, f"a {tree.goal.per}"
    worth = ", ".join(f"seat {seat} {value:+.4f}" for seat, value in enumerate(found.value))
    mixed = [one for one in met if one.mixed and one.met > 0]
    said = [f"Played so by all, {each} is worth {worth} {unit}."]
    said += [
        f"A player who knows this strategy gains {found.mean_gain:.2g} {unit} {each} from it at best (mean of the seats, exact); from a "
        f"player by chance it would be {solution.chance.mean_gain:.4f}."
    ]
    if not tree.is_zero_sum:
        said += ["What one wins here another need not lose, so this is no equilibrium by proof; the gain above is what counts."]
    elif not solution.is_reached:
        said += [f"That is more than the {solution.ask.within:g} asked for: more rounds bring it down (--rounds)."]
    said += [f"{len(mixed)} of {len(met)} situations are mixed: there no choice shown is a mistake, but to make always the same one is."]
    return [*said, f"It plays wherever a policy can be named, as solved ({solution.path})."]


def value_table(solution: Solution) -> Block:
    found = solution.found
    rows = [
        [f"seat {seat}", f"{value:+.6f}", f"{best:+.6f}", f"{gain:.2g}"]
        for seat, (value, best, gain) in enumerate(zip(found.value, found.best, found.gains, strict=True))
    ]
    note = "Best answer: what the seat would win if it alone knew the strategy of the others and played against it. All exact."
    return Block("What the game is worth", ("", solution.tree.goal.unit, "best answer", "gain"), rows, note)


def card_table(met: Sequence[Situation], seat: int) -> Block:
    rows = [[one.text, one.words, f"{100 * one.met:.1f} %"] for one in met if one.seat == seat]
    note = f"Met: how often in a game. Situations that read the same are put together; {CARD} beside the report has them all."
    return Block(f"Strategy card of seat {seat}", ("you see", "do", "met"), rows, note)


def course_table(solution: Solution) -> Block:
    rows = [[f"{rounds:,}", f"{gain:.3g}"] for rounds, gain in solution.looks]
    return Block("How it was found", ("rounds", f"best gain, {solution.tree.goal.unit}"), rows)


def course_chart(solution: Solution) -> Chart:
    """What can still be gained, round by round, on scales of tens."""
    unit = solution.tree.goal.unit
    title = f"After {solution.rounds:,} rounds nobody gains more than {solution.found.mean_gain:.2g} {unit}"
    figure, (axes,) = canvas(title, 1, 2.9)
    shown = [(rounds, gain) for rounds, gain in solution.looks if gain > 0]
    axes.plot([rounds for rounds, _ in shown], [gain for _, gain in shown], "o-", ms=5, lw=1.4, color=COLOURS[0])
    axes.axhline(solution.ask.within, color="#767676", ls="--", lw=1)
    axes.set_xscale("log")
    axes.set_yscale("log")
    for scale in (axes.xaxis, axes.yaxis):
        scale.set_major_formatter(FuncFormatter(lambda value, place: f"{value:,.9g}"))  # the usual one writes formulas
    axes.set_xlabel("rounds of regret; dashed: what was asked for")
    axes.set_ylabel(f"best gain, {unit}")
    return Chart("course", title, figure, data=Data(("rounds", "gain"), [[str(r), f"{g:.6g}"] for r, g in solution.looks]))


def card_charts(met: Sequence[Situation]) -> list[Chart]:
    """What to do where it is mixed, the situations met most often."""
    mixed = sorted((one for one in met if one.mixed and one.met > 0), key=lambda one: -one.met)[:SHOWN]
    if not mixed:
        return []
    actions = list(dict.fromkeys(name for one in mixed for name, _ in one.advice))
    names = [f"seat {one.seat}, {one.text}" for one in mixed]
    parts = [(action, [exact(dict(one.advice).get(action, 0.0)) for one in mixed]) for action in actions]
    title = f"Where to mix: {len(mixed)} situation{'s' if len(mixed) > 1 else ''}, those met most often first"
    figure = stacked_bars(title, "how often to take each action", names, parts, rate=True)
    rows = [[name, *(f"{dict(one.advice).get(action, 0.0):.4f}" for action in actions)] for name, one in zip(names, mixed, strict=True)]
    return [Chart("mixed", title, figure, data=Data(("situation", *actions), rows))]


def exact(value: float) -> Dot:
    return Dot(value, value, value)


def write_card(solution: Solution, folder: Path) -> None:
    """The whole strategy as a file, a line for each action."""
    text, met = StringIO(), situations(solution)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("seat", "situation", "met", "action", "chance"))
    for one in met:
        for name, chance in one.advice:
            writer.writerow((one.seat, one.text, f"{one.met:.9g}", name, f"{chance:.9g}"))
    with storage(folder):
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / CARD, text.getvalue().encode())


def as_data(solution: Solution, met: Sequence[Situation]) -> dict[str, object]:
    found, tree = solution.found, solution.tree
    return {
        "findings": sentences(solution, met), "game": solution.ask.game.name, "rules": solution.ask.rules.plain(), "goal": tree.goal.name,
        "unit": tree.goal.unit, "points": len(tree.info), "situations": len(tree.sets), "rounds": solution.rounds,
        "value": list(found.value), "best": list(found.best), "gain": found.mean_gain, "gain_from_uniform": solution.chance.mean_gain,
        "zero_sum": tree.is_zero_sum, "looks": [list(look) for look in solution.looks], "file": str(solution.path),
        "card": [{"seat": one.seat, "situation": one.text, "met": one.met, "advice": dict(one.advice)} for one in met],
    }  # fmt: skip
