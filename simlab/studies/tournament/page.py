"""A tournament as a study: who beats whom, ratings, the mix of choice, and luck and skill beside it."""

import matplotlib

from simlab.reports.charts.kit import INK, STYLE, Chart, Dot, canvas, payoff_matrix, wrap_text
from simlab.reports.study import Block, Study, interval_cells
from simlab.stats.claims import rounded
from simlab.studies.skill.measure import in_per_cent
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
    names, cells = found.names, found.payoff
    best = max(range(len(names)), key=lambda i: cells[i][found.base].value or 0.0)
    title = f"Alone among {names[found.base]}, {names[best]} wins {in_per_cent(cells[best][found.base])}"
    if best == found.base:
        title = f"Nobody alone among {names[found.base]} wins more than an even share"
    axis = "share of the win of the row's policy, alone among the column's"
    values = [[Dot(*(part or 0.0 for part in (cell.value, cell.low, cell.high))) for cell in row] for row in cells]
    figure = payoff_matrix(title, axis, names, values, 1 / found.players, lambda dot: cell_text(dot, len(names)))
    many = max(map(len, names)) * len(names) > MOST_LETTERS
    figure.axes[0].set_xticks(range(len(names)), names, rotation=40 if many else 0, ha="right" if many else "center")
    figure.axes[0].set_xlabel("among these")
    return Chart("payoff", title, figure, "In brackets: half the 95 % interval, in points.")


def cell_text(cell: Dot, policies: int) -> str:
    half = 50 * (cell.high - cell.low)
    if not half or policies > CELL:
        return f"{100 * cell.value:.1f}"
    return f"{100 * cell.value:.1f}\n(±{rounded(half, half / 2)})"


def rating_chart(found: Tournament) -> Chart:
    order = sorted(range(len(found.names)), key=lambda i: -(found.ratings[i].value or 0.0))
    best = order[0]
    title = f"{found.names[best]} is rated highest"
    if best != found.base:
        title += f", {found.ratings[best].value:.0f} points above {found.names[found.base]}"
    figure, (axes,) = canvas(title, 1, 0.9 + 0.34 * len(order))
    interval_lines(axes, [(found.names[i], found.ratings[i]) for i in order])
    axes.axvline(0, color=INK, lw=1)
    axes.set_xlabel(wrap_text(f"rating points above {found.names[found.base]} (400 are ten to one), 95 % interval", 50))
    return Chart("ratings", title, figure, f"The ratings foretell every share of the win to within {100 * found.misfit:.1f} points.")


def payoff_table(found: Tournament) -> Block:
    rows = [[name, other, *interval_cells(cell, 100)] for name, line in zip(found.names, found.payoff, strict=True)
            for other, cell in zip(found.names, line, strict=True) if name != other]  # fmt: skip
    note = f"Share of the win of one player alone among others, in per cent; an even share is {100 / found.players:.3g}."
    return Block("Who beats whom", ("policy", "among", "share of the win", "95 % interval"), rows, note)


def rating_table(found: Tournament) -> Block:
    mix, gap = found.mix
    rows = [
        [name, *interval_cells(rating), *interval_cells(part, 100)]
        for name, rating, part in zip(found.names, found.ratings, mix, strict=True)
    ]
    note = f"Equilibrium: no single player gains more than {100 * gap:.2g} points by choosing otherwise."
    return Block("Ratings and the equilibrium mix", ("policy", "rating", "95 % interval", "mix, %", "95 % of resamples"), rows, note)
