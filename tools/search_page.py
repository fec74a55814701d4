"""What tools/search_strength.json says, as the tables and the chart of docs/strength.md."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from simlab.reports.charts.kit.frame import GREY, Chart, Dot, canvas, legend, palette
from simlab.stats import estimates, means
from tools.docs import table
from tools.search_strength import (
    FILE,
    GAMES,
    WORLDS,
    Cell,
    Known,
    against_the_others,
    against_the_usual,
    time_of,
    with_changes,
    with_worlds,
)

PAGE = Path(__file__).parent.parent / "docs" / "strength.md"
PICTURE = "strength-worlds"
BEGIN, END = "<!-- strength -->\n", "<!-- /strength -->"


def write(known: Known) -> None:
    """The tables, between the marks of the page, and the chart beside it."""
    head, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    PAGE.write_text(head + BEGIN + tables(known) + "\n" + END + rest.split(END)[1], encoding="utf-8")
    (PAGE.parent / f"{PICTURE}.png").write_bytes(chart(known).png())


def tables(known: Known) -> str:
    """Against whom, with what left out, with how many worlds: what has been measured of it."""
    parts = [
        ("Against every scripted player", ("game", "players", "against", "share of the win", "games", "ms"), against(known)),
        ("One thing changed, against `basic`, two players", ("game", "changed", "share of the win", "games", "ms"), changed(known)),
        (
            "More worlds, against `basic`, two players",
            ("game", *(f"{worlds} worlds" for worlds in WORLDS)),
            by_worlds(known),
        ),
    ]
    return "\n".join(f"### {title}\n\n{table(head, rows)}\n" for title, head, rows in parts).rstrip("\n")


def against(known: Known) -> Iterator[tuple[str, ...]]:
    found = [*against_the_usual(), *against_the_others()]
    for cell in by_game(known, found):
        told = f" ({cell.changed})" if cell.changed else ""
        sums = known[cell.key]
        yield cell.game, str(cell.players), f"`{cell.rival}`{told}", *figures(sums)[:2], f"{sums.get('alone', time_of(sums)):.2f}"


def changed(known: Known) -> Iterator[tuple[str, ...]]:
    usual = (cell for cell in against_the_usual() if cell.players == 2)
    for cell in by_game(known, [*usual, *with_changes()]):
        yield cell.game, cell.changed or "nothing", *figures(known[cell.key])


def by_worlds(known: Known) -> Iterator[tuple[str, ...]]:
    for game in GAMES:
        found = {cell.settings["worlds"]: known[cell.key] for cell in with_worlds() if cell.game == game and cell.key in known}
        yield game, *(f"{told(found[worlds])}, {time_of(found[worlds]):.2f} ms" if worlds in found else "" for worlds in WORLDS)


def by_game(known: Known, wanted: list[Cell]) -> list[Cell]:
    """Those that have been measured; of a game all together."""
    return sorted((cell for cell in wanted if cell.key in known), key=lambda cell: GAMES.index(cell.game))


def figures(sums: dict[str, Any]) -> tuple[str, str, str]:
    return told(sums), f"{sums['deals'] * sums['players']:,}", f"{time_of(sums):.2f}"


def told(sums: dict[str, Any]) -> str:
    dot = dot_of(sums)
    return f"{dot.value:.3f} ({dot.low:.3f} to {dot.high:.3f})"


def dot_of(sums: dict[str, Any]) -> Dot:
    """The share with its interval. A deal in all its rotations is one observation."""
    deals = sums["deals"]
    mean, square = sums["total"] / deals, sums["squares"] / deals
    error = float(means.error_from_squares(np.float64(mean), np.float64(square), max(deals - 1, 1)))
    found = estimates.rate(mean, error, deals * sums["players"], deals)
    return Dot(mean, mean if found.low is None else found.low, mean if found.high is None else found.high)


# ---- the chart


def chart(known: Known) -> Chart:
    """Strength against time: a line a game, a dot for each number of worlds."""
    lines = [(game, sorted(dots_of(known, game))) for game in GAMES]
    title = "Fortune, battle and arcana gain from more worlds; elsewhere what they add is less than these games can tell"
    figure, (axes,) = canvas(title, 1, 3.6)
    for colour, mark, (game, dots) in zip(palette(), "osD^v", lines, strict=False):
        xs, ys = [x for x, _ in dots], [dot.value for _, dot in dots]
        reach = [[dot.value - dot.low for _, dot in dots], [dot.high - dot.value for _, dot in dots]]
        axes.errorbar(xs, ys, reach, color=colour, marker=mark, lw=1.4, elinewidth=1.4, capsize=3, label=game)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:g}")
    axes.axhline(0.5, color=GREY, ls="--", lw=1)
    axes.set_xlabel("milliseconds of one core for a decision\n(from the left: 8, 32, 128 and 512 worlds for each action)")
    axes.set_ylabel("share of the win against basic,\ntwo players (dashed: even)")
    legend(figure, axes, len(lines))
    return Chart(PICTURE, title, figure)


def dots_of(known: Known, game: str) -> list[tuple[float, Dot]]:
    found = (known[cell.key] for cell in with_worlds() if cell.game == game and cell.key in known)
    return [(time_of(sums), dot_of(sums)) for sums in found]


if __name__ == "__main__":
    write(json.loads(FILE.read_text(encoding="utf-8")))
