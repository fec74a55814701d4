"""Tournaments and skill as studies: who beats whom, ratings, luck and skill."""

from collections.abc import Mapping, Sequence

import matplotlib
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from simlab.reports.charts.kit import COLOURS, INK, STYLE, Chart, Dot, canvas, payoff_matrix, wrap_text
from simlab.reports.study import Block, Study
from simlab.stats.claims import rounded
from simlab.stats.estimates import Estimate
from simlab.studies.skill.measure import SOURCES, Skill, in_per_cent
from simlab.studies.tournament.measure import Tournament

MOST_LETTERS = 44  # of all column names side by side
CELL = 8  # most policies whose intervals fit into the cells of the map
WORDS = {"deal": "cards", "seat": "seat", "policy": "player", "remainder": "the rest"}


def tournament_study(found: Tournament) -> Study:
    """A tournament for people."""
    title = f"{found.game}, {found.players} players: who beats whom?"
    with matplotlib.rc_context(STYLE):
        charts = [payoff_map(found), rating_chart(found), share_chart({found.game: found.skill}, "luck_and_skill")]
    tables = [payoff_table(found), rating_table(found), share_table(found.skill)]
    return Study(title, lead(found), found.sentences(), tables, found.as_json(), charts)


def skill_study(found: Tournament) -> Study:
    """The same games, asked how much of a win is luck."""
    title = f"{found.game}, {found.players} players: luck or skill?"
    with matplotlib.rc_context(STYLE):
        charts = [share_chart({found.game: found.skill}, "luck_and_skill"), ladder_chart(found.skill, found.players)]
    data = {"game": found.game, "players": found.players, "games": found.games, **found.skill.as_json()}
    data["findings"] = found.skill.sentences()
    return Study(title, lead(found), found.skill.sentences(), [share_table(found.skill), strength_table(found.skill)], data, charts)


def lead(found: Tournament) -> str:
    return (
        f"{len(found.meetings.line_ups)} line-ups of {len(found.names)} policies, {found.games:,} games each; every deal is played in "
        "each rotation of the line-up and by every line-up. Intervals: grouped jackknife."
    )


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
    dots(axes, [(found.names[i], found.ratings[i]) for i in order])
    axes.axvline(0, color=INK, lw=1)
    axes.set_xlabel(wrap_text(f"rating points above {found.names[found.base]} (400 are ten to one), 95 % interval", 50))
    return Chart("ratings", title, figure, f"The ratings foretell every share of the win to within {100 * found.misfit:.1f} points.")


def dots(axes: Axes, rows: Sequence[tuple[str, Estimate]], scale: float = 1.0) -> None:
    """A dot with its interval on a line for each name."""
    for y, (_, found) in enumerate(rows):
        if found.low is not None and found.high is not None:
            axes.plot([scale * found.low, scale * found.high], [y, y], color=COLOURS[0], lw=2.2, solid_capstyle="butt")
        axes.plot(scale * (found.value or 0.0), y, "o", ms=5.5, color=COLOURS[0])
    axes.set_yticks(range(len(rows)), [wrap_text(name, 30) for name, _ in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.grid(axis="y", visible=False)


def ladder_chart(found: Skill, players: int) -> Chart:
    rows = sorted(found.strength.items(), key=lambda item: item[1].value or 0.0)
    title = " < ".join(name for name, _ in rows) if len(rows) < 5 else f"{rows[-1][0]} is the strongest of {len(rows)}"
    figure, (axes,) = canvas(title, 1, 0.9 + 0.34 * len(rows))
    dots(axes, rows)
    axes.axvline(1 / players, color="#888888", ls="--", lw=1)
    axes.xaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_xlabel(wrap_text("share of the win against an even draw of these policies, 95 % interval; dashed: an even share", 50))
    return Chart("ladder", title, figure)


def share_chart(skills: Mapping[str, Skill], name: str) -> Chart:
    """Luck and skill, a bar for each game; a whisker at the end of each part is its interval."""
    most = max(skills, key=lambda game: skills[game].shares["policy"].value or 0.0)
    title = f"The player decides {in_per_cent(skills[most].shares['policy'])} of who wins" + (f" in {most}" if len(skills) > 1 else "")
    if len(skills) > 1:
        least = min(skills, key=lambda game: skills[game].shares["policy"].value or 0.0)
        title = f"The player decides most in {most}: {in_per_cent(skills[most].shares['policy'])} of who wins; "
        title += f"least in {least}: {in_per_cent(skills[least].shares['policy'])}"
    figure, (axes,) = canvas(title, 1, 1.0 + 0.62 * len(skills))
    for y, found in enumerate(skills.values()):
        share_bar(axes, y, found)
    axes.set_yticks(range(len(skills)), list(skills))
    axes.set_ylim(len(skills) - 0.4, -0.6)
    axes.set_xlim(0, 1.02)
    axes.grid(axis="y", visible=False)
    axes.xaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_xlabel("share of the variance of a win; whiskers: 95 % intervals")
    handles = [matplotlib.patches.Patch(color=COLOURS[k], label=WORDS[source]) for k, source in enumerate(SOURCES)]
    figure.legend(handles=handles, loc="outside lower left", ncols=4, fontsize=9.5)
    return Chart(name, title, figure)


def share_bar(axes: Axes, y: int, found: Skill) -> None:
    left = 0.0
    for k, source in enumerate(SOURCES):
        part = found.shares[source]
        width = max(part.value or 0.0, 0.0)
        axes.barh(y, width, left=left, height=0.56, color=COLOURS[k])
        if width > 0.05:
            axes.text(left + width / 2, y, f"{100 * width:.0f}", ha="center", va="center", color="white", fontsize=9.5)
        left += width
        if part.low is not None and part.high is not None and source != SOURCES[-1]:
            half = (part.high - part.low) / 2
            axes.errorbar(left, y, xerr=half, color=INK, capsize=3, lw=1.1, zorder=5)


def interval(found: Estimate, scale: float = 1.0) -> list[str]:
    """Value and interval as cells of a table."""
    error = scale * (found.std_error or 0.0)
    if found.value is None:
        return ["-", "-"]
    if found.low is None or found.high is None or not error:
        return [f"{scale * found.value:.6g}", "-"]
    return [rounded(scale * found.value, error), f"{rounded(scale * found.low, error)} to {rounded(scale * found.high, error)}"]


def payoff_table(found: Tournament) -> Block:
    rows = [[name, other, *interval(cell, 100)] for name, line in zip(found.names, found.payoff, strict=True)
            for other, cell in zip(found.names, line, strict=True) if name != other]  # fmt: skip
    note = f"Share of the win of one player alone among others, in per cent; an even share is {100 / found.players:.3g}."
    return Block("Who beats whom", ("policy", "among", "share of the win", "95 % interval"), rows, note)


def rating_table(found: Tournament) -> Block:
    mix, gap = found.mix
    rows = [[name, *interval(rating), *interval(part, 100)] for name, rating, part in zip(found.names, found.ratings, mix, strict=True)]
    note = f"Equilibrium: no single player gains more than {100 * gap:.2g} points by choosing otherwise."
    return Block("Ratings and the equilibrium mix", ("policy", "rating", "95 % interval", "mix, %", "95 % of resamples"), rows, note)


def share_table(found: Skill) -> Block:
    rows = [[source, *interval(found.shares[source], 100)] for source in SOURCES]
    return Block("Luck and skill", ("source", "share of the variance, %", "95 % interval"), rows, "What decides one seat's win.")


def strength_table(found: Skill) -> Block:
    rows = [[name, *interval(value, 100)] for name, value in found.strength.items()]
    return Block("Strength, free of seat and cards", ("policy", "share of the win, %", "95 % interval"), rows)
