"""A tournament as a study: who beats whom, ratings, the mix of choice, and luck and skill beside it."""

import matplotlib

from simlab.contract.goals import Goal
from simlab.reports.charts.kit import INK, STYLE, Chart, Dot, canvas, payoff_matrix, wrap_text
from simlab.reports.study import Block, Study, interval_cells
from simlab.stats.digits import rounded
from simlab.studies.goal_words import amount, axis, gap_unit, times, unit, verb, with_unit
from simlab.studies.skill.page import interval_lines, share_chart, share_table
from simlab.studies.tournament.measure import Tournament

MOST_LETTERS = 44  # of all column names side by side
CELL = 8  # most policies whose intervals fit into the cells of the map


def tournament_study(found: Tournament) -> Study:
    """A tournament for people."""
    title = f"{found.game}, {found.players} players: who beats whom?"
    with matplotlib.rc_context(STYLE):
        charts = [payoff_map(found), rating_chart(found), share_chart({found.game: found.skill}, "luck_and_skill")]
    tables = [payoff_table(found), rating_table(found), share_table(found.skill)]
    return Study(title, found.lead(), found.sentences(), tables, found.as_json(), charts)


def payoff_map(found: Tournament) -> Chart:
    names, cells, goal = found.names, found.payoff, found.goal
    axis_name = f"{axis(goal)}, of the row's policy alone among the column's"
    values = [[Dot(*(part or 0.0 for part in (cell.value, cell.low, cell.high))) for cell in row] for row in cells]
    title = map_title(found)
    figure = payoff_matrix(title, axis_name, names, values, found.even, lambda dot: cell_text(dot, len(names), goal))
    many = max(map(len, names)) * len(names) > MOST_LETTERS
    figure.axes[0].set_xticks(range(len(names)), names, rotation=40 if many else 0, ha="right" if many else "center")
    figure.axes[0].set_xlabel("among these")
    return Chart("payoff", title, figure, f"In brackets: half the 95 % interval, in {gap_unit(goal)}.")


def map_title(found: Tournament) -> str:
    """Who does best among base players, if anybody surely does better than they."""
    names, cells = found.names, found.payoff
    best = max(range(len(names)), key=lambda i: cells[i][found.base].value or 0.0)
    surely = best != found.base and found.costs[best].holds and (found.costs[best].found.value or 0.0) < 0.0
    if not surely:
        most = "an even share" if found.goal.is_share else "they do"
        return f"Nobody alone among {names[found.base]} surely {verb(found.goal)} more than {most}"
    return f"Alone among {names[found.base]}, {names[best]} {verb(found.goal)} {amount(found.goal, cells[best][found.base])}"


def cell_text(cell: Dot, policies: int, goal: Goal) -> str:
    half = times(goal) * (cell.high - cell.low) / 2
    value = f"{100 * cell.value:.1f}" if goal.is_share else rounded(cell.value, half / 2)
    return value if not half or policies > CELL else f"{value}\n(±{rounded(half, half / 2)})"


def rating_chart(found: Tournament) -> Chart:
    order = sorted(range(len(found.names)), key=lambda i: -(found.ratings[i].value or 0.0))
    best, goal, base = order[0], found.goal, found.names[found.base]
    surely = found.skill.strongest == found.names[best]
    title = f"{found.names[best]} is rated highest" + ("" if surely else ", but not surely")
    if best != found.base and surely:
        points = f"{found.ratings[best].value:.0f} points" if goal.is_share else with_unit(found.ratings[best], 1.0, unit(goal))
        title += f", {points} above {base}"
    if found.beaten_by[best]:
        title = f"{found.names[best]} is rated highest, but {found.named(found.beaten_by[best])} gains on it"
    figure, (axes,) = canvas(title, 1, 0.9 + 0.34 * len(order))
    interval_lines(axes, [(found.names[i], found.ratings[i]) for i in order])
    axes.axvline(0, color=INK, lw=1)
    scale = f"rating points above {base} (400 are ten to one)" if goal.is_share else f"{unit(goal)} above {base} (least squares)"
    axes.set_xlabel(wrap_text(f"{scale}, 95 % interval", 50))
    told = f"{100 * found.misfit:.1f} points" if goal.is_share else f"{found.misfit:.2g} {unit(goal)}"
    return Chart(
        "ratings", title, figure, f"The ratings foretell every {'share of the win' if goal.is_share else 'result'} to within {told}."
    )


def payoff_table(found: Tournament) -> Block:
    goal = found.goal
    rows = [[name, other, *interval_cells(cell, times(goal))] for name, line in zip(found.names, found.payoff, strict=True)
            for other, cell in zip(found.names, line, strict=True) if name != other]  # fmt: skip
    note = f"What one player alone among others gets, {unit(goal)}: {goal.doc}."
    if goal.is_share:
        note = f"Share of the win of one player alone among others, in per cent; an even share is {100 / found.players:.3g}."
    return Block("Who beats whom", ("policy", "among", goal.doc if goal.is_share else unit(goal), "95 % interval"), rows, note)


def rating_table(found: Tournament) -> Block:
    mix, left = found.mix
    rows = [
        [name, *interval_cells(rating), *interval_cells(part, 100)]
        for name, rating, part in zip(found.names, found.ratings, mix, strict=True)
    ]
    most = f"{times(found.goal) * left:.2g} {gap_unit(found.goal)}"
    note = f"Equilibrium: no single player gains more than {most} by choosing otherwise."
    return Block("Ratings and the equilibrium mix", ("policy", "rating", "95 % interval", "mix, %", "95 % of resamples"), rows, note)
