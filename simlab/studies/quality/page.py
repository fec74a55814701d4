"""The quality of a game as a study: measures, comeback curve, options that are hardly ever right."""

import matplotlib
from matplotlib.ticker import PercentFormatter

from simlab.reports.charts.kit import COLOURS, STYLE, Chart, Data, Dot, canvas, curve, heat_map, wrap_text
from simlab.reports.study import Block, Study, interval_cells
from simlab.stats.claims import figures
from simlab.stats.estimates import Estimate
from simlab.studies.goal_words import axis, gap_unit, in_per_cent, times
from simlab.studies.quality.measure import Quality, is_rate
from simlab.studies.quality.moments import SEEN, Course
from simlab.words.titles import readable, sentence

MOST_OPTIONS = 60


def quality_study(found: Quality) -> Study:
    ask = found.ask
    title = f"{ask.game}, {found.players} players: what is it like to play?"
    lead = (
        f"{ask.rollouts:,} games; {ask.games:,} of them looked into at up to {ask.looks} decisions, {ask.worlds} worlds at each look. "
        f"Played by {ask.policy}, judged by {axis(found.goal)}."
    )
    with matplotlib.rc_context(STYLE):
        charts = [chart for chart in (curve_chart(found), typical_chart(found), stakes_chart(found)) if chart is not None]
    return Study(title, lead, found.sentences(), [measure_table(found), option_table(found)], found.as_json(), charts)


def typical_chart(found: Quality) -> Chart | None:
    """How the chances went in a game like most."""
    if found.typical is None:
        return None
    game, rate = found.typical, found.goal.is_share
    who = " and ".join(f"seat {seat}" for seat in game.winners)
    what = "chances to win" if rate else f"what each seat could expect ({gap_unit(found.goal)})"
    title = f"A typical game, {what} on the way: {who} ends best"
    lines = [(f"seat {seat}", course_line(game, seat)) for seat in range(found.players)]
    axes_names = ("part of the game's decisions made; band: 95 % interval", f"{what}, as those at the table can know it")
    figure = curve(title, axes_names, lines, rate)
    figure.get_axes()[0].xaxis.set_major_formatter(PercentFormatter(1.0))
    note = f"Game {game.game} of those looked into: its tension lies in the middle of all."
    rows = [(label, at, *dot) for label, dots in lines for at, dot in dots]
    return Chart("typical_game", title, figure, note, Data(("seat", "part played", "chance", "low", "high"), rows))


def course_line(game: Course, seat: int) -> list[tuple[float, Dot]]:
    seen = [(at, seats[seat]) for at, seats in zip(game.played, game.chances, strict=True)]
    return [(at, Dot(chance.value or 0.0, chance.low or 0.0, chance.high or 0.0)) for at, chance in seen]


def stakes_chart(found: Quality) -> Chart | None:
    """Which choices matter when: what the best option brings more than the worst."""
    if not found.stakes:
        return None
    parts = ["first quarter", "second quarter", "third quarter", "last quarter"]
    scale, unit = times(found.goal), "points of the win" if found.goal.is_share else gap_unit(found.goal)
    values = [[None if one.value is None else scale * one.value for one in kind.found] for kind in found.stakes]
    title = "Which choices matter when: what the best option brings more than the worst"
    shown = {scale * one.value: figures(one, scale)[0] for kind in found.stakes for one in kind.found if one.value is not None}
    figure = heat_map(title, unit, [kind.kind for kind in found.stakes], parts, values, shown.__getitem__)
    rows = [
        (kind.kind, part, looks, *(None if end is None else scale * end for end in (one.value, one.low, one.high)))
        for kind in found.stakes
        for part, looks, one in zip(parts, kind.looks, kind.found, strict=True)
    ]
    note = f"Empty: looked at fewer than {SEEN} times. The table has the intervals."
    return Chart("decision_map", title, figure, note, Data(("choice", "part of the game", "looks", "at stake", "low", "high"), rows))


def curve_chart(found: Quality) -> Chart:
    rows = [(x, value) for x, value in found.curve if value.value is not None and value.low is not None and value.high is not None]
    middle = min(rows, key=lambda row: abs(row[0] - 0.5))
    title = f"Half way through, the leader still loses {in_per_cent(middle[1])} of the wins"
    figure, (axes,) = canvas(title, 1, 2.8)
    x = [at for at, _ in rows]
    low, high = [max(v.low or 0.0, 0.0) for _, v in rows], [min(v.high or 0.0, 1.0) for _, v in rows]
    axes.fill_between(x, low, high, color=COLOURS[0], alpha=0.25, lw=0)
    axes.plot(x, [v.value or 0.0 for _, v in rows], "o-", color=COLOURS[0], ms=5)
    axes.axhline(1 - 1 / found.players, color="#888888", ls="--", lw=1)
    axes.set_xlim(0, 1)
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_formatter(PercentFormatter(1.0))
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_xlabel(wrap_text("part of the game's decisions made; band: 95 % interval; dashed: where leading means nothing", 60))
    axes.set_ylabel(wrap_text("wins that go to others than the leader", 28))
    return Chart("comebacks", title, figure)


def measure_table(found: Quality) -> Block:
    head = ("measure", "value", "95 % interval", "", "what it is", "beside other games")
    rows = [measure_row(found, name, doc) for name, doc in found.meanings.items()]
    return Block("Measures", head, rows, "Formulas and a worked example: docs/quality.md.")


def measure_row(found: Quality, name: str, doc: str) -> list[str]:
    cells = interval_cells(found.measures[name], 100 if is_rate(name, found.goal) else 1)
    return [sentence(readable(name)), *cells, found.unit(name), doc, found.yardstick(name).removeprefix("; ")]


def option_table(found: Quality) -> Block:
    rows = []
    for option in found.options[:MOST_OPTIONS]:
        cost = Estimate(*(option["cost"][key] for key in ("estimate", "std_error", "ci_low", "ci_high")))
        rows.append(
            [option["option"], str(option["looks"]), f"{100 * option['clearly_worse']:.0f}", *interval_cells(cost, times(found.goal))]
        )
    what = "points of the win" if found.goal.is_share else gap_unit(found.goal)
    note = f"Of options seen often enough, the costliest first; costs in {what} against the best option of the choice."
    return Block("Options", ("option", "looks", "clearly worse, % of them", f"costs, {gap_unit(found.goal)}", "95 % interval"), rows, note)
