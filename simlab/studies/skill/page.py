"""Luck and skill as a study: shares of what decides a win, and a ladder of players from weak to strong."""

from collections.abc import Mapping, Sequence

import matplotlib
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from simlab.reports.charts.kit import COLOURS, INK, STYLE, Chart, canvas, wrap_text
from simlab.reports.study import Block, Study, interval_cells
from simlab.stats.estimates import Estimate
from simlab.studies.goal_words import axis, in_per_cent, times, unit
from simlab.studies.skill.measure import SOURCES, Skill
from simlab.studies.tournament.measure import Tournament

MANY = 5  # policies from which on only the strongest is named
WORDS = {"deal": "cards", "seat": "seat", "policy": "player", "remainder": "the rest"}


def skill_study(found: Tournament) -> Study:
    """The same games, asked how much of a win is luck."""
    title = f"{found.game}, {found.players} players: luck or skill?"
    with matplotlib.rc_context(STYLE):
        charts = [share_chart({found.game: found.skill}, "luck_and_skill"), ladder_chart(found.skill, found.even)]
    data = {"game": found.game, "players": found.players, "games": found.games, **found.skill.as_json()}
    data |= {"warnings": found.warnings, "findings": [*found.warnings, *found.skill.sentences(), *found.crossed()]}
    return Study(title, found.lead(), data["findings"], [share_table(found.skill), strength_table(found.skill)], data, charts)


def interval_lines(axes: Axes, rows: Sequence[tuple[str, Estimate]], scale: float = 1.0) -> None:
    """A dot with its interval on a line for each name."""
    for y, (_, found) in enumerate(rows):
        if found.low is not None and found.high is not None:
            axes.plot([scale * found.low, scale * found.high], [y, y], color=COLOURS[0], lw=2.2, solid_capstyle="butt")
        axes.plot(scale * (found.value or 0.0), y, "o", ms=5.5, color=COLOURS[0])
    axes.set_yticks(range(len(rows)), [wrap_text(name, 30) for name, _ in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.grid(axis="y", visible=False)


def ladder_chart(found: Skill, even: float) -> Chart:
    rows = sorted(found.strength.items(), key=lambda item: item[1].value or 0.0)
    title = ladder_title(found)
    figure, (axes,) = canvas(title, 1, 0.9 + 0.34 * len(rows))
    interval_lines(axes, rows)
    axes.axvline(even, color="#888888", ls="--", lw=1)
    if found.goal.is_share:
        axes.xaxis.set_major_formatter(PercentFormatter(1.0))
    dashed = "an even share" if found.goal.is_share else "what equals get"
    axes.set_xlabel(wrap_text(f"{axis(found.goal)} against an even draw of these policies, 95 % interval; dashed: {dashed}", 50))
    return Chart("ladder", title, figure)


def ladder_title(found: Skill) -> str:
    """`a < b, about as strong as c`: who is surely stronger than the one before."""
    if len(found.strength) >= MANY:
        return f"{found.strongest or 'Nobody surely'} is the strongest of {len(found.strength)}"
    title = min(found.strength, key=lambda name: found.strength[name].value or 0.0)
    for _, stronger, step in found.ladder:
        title += f" {'<' if step.holds else 'about as strong as'} {stronger}"
    return title


def share_chart(skills: Mapping[str, Skill], name: str) -> Chart:
    """Luck and skill, a bar for each game; a whisker at the end of each part is its interval."""
    most = max(skills, key=lambda game: skills[game].shares["policy"].value or 0.0)
    goals = {found.goal for found in skills.values()}
    what = "who wins" if all(goal.is_share for goal in goals) else f"the {goals.pop().doc}" if len(goals) == 1 else "the result"
    title = f"The player decides {in_per_cent(skills[most].shares['policy'])} of {what}" + (f" in {most}" if len(skills) > 1 else "")
    if len(skills) > 1:
        least = min(skills, key=lambda game: skills[game].shares["policy"].value or 0.0)
        title = f"The player decides most in {most}: {in_per_cent(skills[most].shares['policy'])} of {what}; "
        title += f"least in {least}: {in_per_cent(skills[least].shares['policy'])}"
    figure, (axes,) = canvas(title, 1, 1.0 + 0.62 * len(skills))
    for y, found in enumerate(skills.values()):
        share_bar(axes, y, found)
    axes.set_yticks(range(len(skills)), list(skills))
    axes.set_ylim(len(skills) - 0.4, -0.6)
    axes.set_xlim(0, 1.02)
    axes.grid(axis="y", visible=False)
    axes.xaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_xlabel(f"share of the variance of {'a win' if what == 'who wins' else 'a result'}; whiskers: 95 % intervals")
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


def share_table(found: Skill) -> Block:
    rows = [[source, *interval_cells(found.shares[source], 100)] for source in SOURCES]
    return Block(
        "Luck and skill",
        ("source", "share of the variance, %", "95 % interval"),
        rows,
        f"What decides one seat's {'win' if found.goal.is_share else found.goal.doc}.",
    )


def strength_table(found: Skill) -> Block:
    rows = [[name, *interval_cells(value, times(found.goal))] for name, value in found.strength.items()]
    head = f"{axis(found.goal)}, %" if found.goal.is_share else unit(found.goal)
    return Block("Strength, free of seat and cards", ("policy", head, "95 % interval"), rows)
