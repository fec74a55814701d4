"""Kinds of game charts: how columns that belong together are drawn, and how a title is filled in from the first cell of a run.

Which game wants which is listed in `gamecharts.py`; kinds for gains and losses stand in `contrasts.py`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from simlab.reports.charts import kit as figures
from simlab.reports.charts.kit import Chart, Data, Dot
from simlab.reports.charts.of_run import axis_name, dot, first_cell, level_charts, proportion, quantile, still_going, table
from simlab.reports.rundir import Cell, Row, Run, entry, number, readable, sentence

MOST_BARS = 12
SMALL = 0.004  # parts below this share are left out
RARE = 0.02  # rounds that fewer games began are left out
DECISIVE = ("no stop", "stops, none decisive", "one decisive stop", "two", "three or more")
DEALT = {  # best hands of all sets of so many cards of a full deck, high card to royal flush
    5: (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4),
    6: (6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1656, 188),
}
FLUSH = 5  # its place among the ten hands


@dataclass(frozen=True)
class GameChart:
    """One chart of a game."""

    name: str
    draw: "Callable[[Run, GameChart], Chart | None]"
    metrics: tuple[str, ...]
    says: str = ""  # the title: {best} and {value} of the largest part, {least}, {least_value}, {a} {b} {c} of the metrics in order, {unit}
    labels: tuple[str, ...] = ()  # of the metrics, in the chart
    axis: str = ""


# --- numbers of a cell --------------------------------------------------------------------------------------------------------


def mean(rows: Sequence[Row]) -> Dot | None:
    """Over seats; the interval is that of seats which move together, so never too narrow."""
    known = [dot(row) for row in rows]
    return Dot(*(sum(part) / len(known) for part in zip(*known, strict=True))) if known else None


def scalar(run: Run, metric: str, cell: Cell) -> Dot | None:
    return mean([row for row in run.rows(metric, cell.variant, cell.point) if row["level"] is None])


def by_level(run: Run, metric: str, cell: Cell) -> dict[str, Dot]:
    """A dot for each level, over all seats."""
    rows = [row for row in run.rows(metric, cell.variant, cell.point) if row["level"] is not None]
    names = list(dict.fromkeys(row["level"] for row in rows))
    found = {readable(name): mean([row for row in rows if row["level"] == name]) for name in names}
    return {name: d for name, d in found.items() if d is not None}


def as_shares(found: dict[str, Dot]) -> dict[str, Dot]:
    """Parts of a whole."""
    total = sum(d.value for d in found.values())
    return {name: Dot(d.value / total, d.low / total, d.high / total) for name, d in found.items()} if total else {}


def bars_of(run: Run) -> list[Cell]:
    """The cells that get a bar: all, or one for each variant where there are too many."""
    return run.cells if len(run.cells) <= MOST_BARS else run.cells[: min(len(run.variants), 24)]


def names_of(run: Run, cells: Sequence[Cell]) -> list[str]:
    return [run.cell_label(cell) or "all games" for cell in cells]


def said(run: Run, wanted: GameChart, values: dict[str, Dot], rate: bool) -> str:
    """The title with its numbers."""
    shown = {name: number(d.value, (d.high - d.low) / 4, rate) for name, d in values.items()}
    order = sorted(values, key=lambda name: values[name].value)
    facts = {"best": order[-1], "value": shown[order[-1]], "least": order[0], "least_value": shown[order[0]]}
    facts |= dict(zip("abcdef", shown.values(), strict=False)) | {"unit": run.unit}
    return sentence(wanted.says.format(**facts)) + first_cell(run)


def data_rows(run: Run, metrics: Sequence[str], cells: Sequence[Cell]) -> Data:
    return table(run, [row for cell in cells for metric in metrics for row in run.rows(metric, cell.variant, cell.point)])


# --- the kinds ----------------------------------------------------------------------------------------------------------------


def sources(run: Run, wanted: GameChart) -> Chart | None:
    """Where points come from: a bar for each cell, a part for each metric."""
    cells = bars_of(run)
    parts = [(label, [scalar(run, metric, cell) for cell in cells]) for metric, label in zip(wanted.metrics, wanted.labels, strict=True)]
    first = {label: dots[0] for label, dots in parts if dots[0] is not None}
    if not first or not any(d.value for d in first.values()):
        return None
    title = said(run, wanted, first, False)
    figure = figures.stacked(title, wanted.axis.format(unit=run.unit), names_of(run, cells), parts, False)
    return Chart(wanted.name, title, figure, "", data_rows(run, wanted.metrics, cells), wanted.metrics[0])


def mixture(run: Run, wanted: GameChart) -> Chart | None:
    """How often each level occurs: a bar for each cell, a part for each level."""
    cells, metric = bars_of(run), wanted.metrics[0]
    nothing = run.column(metric).get("none_name", "none")
    found = [as_shares({name: d for name, d in by_level(run, metric, cell).items() if name != nothing}) for cell in cells]
    return layered(run, wanted, names_of(run, cells), found, data_rows(run, [metric], cells))


def stages(run: Run, wanted: GameChart) -> Chart | None:
    """The same levels at several stages of the game: a bar for each stage, in the first cell."""
    found = [as_shares(by_level(run, metric, run.cells[0])) for metric in wanted.metrics]
    return layered(run, wanted, list(wanted.labels), found, data_rows(run, wanted.metrics, run.cells[:1]))


def layered(run: Run, wanted: GameChart, names: list[str], found: list[dict[str, Dot]], data: Data) -> Chart | None:
    levels = list(dict.fromkeys(name for shares in found for name in shares))
    shown = [level for level in levels if any(shares.get(level, Dot(0, 0, 0)).value >= SMALL for shares in found)]
    if len(shown) < 2 or not found[0]:
        return None
    title = said(run, wanted, {k: v for k, v in found[-1 if wanted.draw is stages else 0].items() if k in shown}, True)
    parts = [(level, [shares.get(level) for shares in found]) for level in shown]
    rest = len(levels) - len(shown)
    note = f"Left out of the bars: what is below {SMALL:.1%} everywhere." if rest else ""
    return Chart(wanted.name, title, figures.stacked(title, wanted.axis, names, parts, True), note, data, wanted.metrics[0])


def fates(run: Run, wanted: GameChart) -> Chart | None:
    """What becomes of things, by level: a bar for each level, a part for each metric, in the first cell; what is left is the last part."""
    found = [by_level(run, metric, run.cells[0]) for metric in wanted.metrics]
    levels = [level for level in found[0] if all(level in f for f in found)]
    if not levels:
        return None
    parts: list[tuple[str, list[Dot | None]]] = [
        (label, [f[level] for level in levels]) for label, f in zip(wanted.labels, found, strict=False)
    ]
    if len(wanted.labels) > len(found):
        left = [max(0.0, 1.0 - sum(f[level].value for f in found)) for level in levels]
        parts.append((wanted.labels[-1], [Dot(value, value, value) for value in left]))
    title = said(run, wanted, {level: found[0][level] for level in levels}, True)
    figure = figures.stacked(title, wanted.axis, levels, parts, True)
    return Chart(wanted.name, title, figure, "", data_rows(run, wanted.metrics, run.cells[:1]), wanted.metrics[0])


def outcomes(run: Run, wanted: GameChart) -> Chart | None:
    """What becomes of each choice: a bar for each label's choice, parts won, lost, gone over; in the first cell. Metrics by threes."""
    cell, names = run.cells[0], wanted.labels
    found = [scalar(run, metric, cell) for metric in wanted.metrics]
    if any(d is None for d in found):
        return None
    parts = [(part, [found[3 * k + p] for k in range(len(names))]) for p, part in enumerate(("beats the deck", "loses", "over 21"))]
    first = {name: d for name, d in zip(names, found[::3], strict=True) if d is not None}
    title = said(run, wanted, first, True)
    figure = figures.stacked(title, wanted.axis, list(names), parts, True)
    return Chart(wanted.name, title, figure, "", data_rows(run, wanted.metrics, [cell]), wanted.metrics[0])


def compared(run: Run, wanted: GameChart) -> Chart | None:
    """Single numbers side by side: a line for each cell and a colour for each metric; a line for each metric where there is one cell."""
    cells = bars_of(run)
    groups = []
    for metric, label in zip(wanted.metrics, wanted.labels or wanted.metrics, strict=True):
        found = {name: scalar(run, metric, cell) for name, cell in zip(names_of(run, cells), cells, strict=True)}
        groups.append((label, {name: d for name, d in found.items() if d is not None}))
    if any(not group for _, group in groups) or not any(d.value for _, group in groups for d in group.values()):
        return None
    rate = all(run.is_rate(metric) or is_part(run, metric) for metric in wanted.metrics)
    first = {label: next(iter(group.values())) for label, group in groups}
    title = said(run, wanted, first, rate)
    shown = groups if len(cells) > 1 else [("", first)]
    figure = figures.dots(title, f"{wanted.axis}, 95 % interval", [("", shown, None)], rate, run.game)
    return Chart(wanted.name, title, figure, "", data_rows(run, wanted.metrics, cells), wanted.metrics[0])


def is_part(run: Run, metric: str) -> bool:
    """A count divided by another that never exceeds it: shown in per cent."""
    rows, column = run.rows(metric), run.column(metric)
    return bool(column.get("over")) and not column["unit"] and all(0 <= row["estimate"] <= 1 for row in rows)


def families(run: Run, wanted: GameChart) -> Chart | None:
    """Levels down, a colour for each metric, in the first cell."""
    groups = [
        (label, {k: v for k, v in by_level(run, metric, run.cells[0]).items() if v.high > 0})
        for metric, label in zip(wanted.metrics, wanted.labels, strict=True)
    ]
    if any(len(group) < 2 for _, group in groups):
        return None
    rate = all(is_part(run, metric) for metric in wanted.metrics)
    title = said(run, wanted, dict(groups[0][1]), rate)
    figure = figures.dots(title, f"{wanted.axis}, 95 % interval", [("", groups, None)], rate, run.game)
    return Chart(wanted.name, title, figure, "", data_rows(run, wanted.metrics, run.cells[:1]), wanted.metrics[0])


def levels(run: Run, wanted: GameChart) -> Chart | None:
    """One metric by level, with the title that the numbers make."""
    return next(iter(level_charts(run, wanted.metrics)), None)


def chances_map(run: Run, wanted: GameChart) -> Chart | None:
    """Levels down, metrics across, in per cent, in the first cell."""
    found = [by_level(run, metric, run.cells[0]) for metric in wanted.metrics]
    names = list(found[0])
    if not names:
        return None
    values = [[f[name].value if name in f else None for f in found] for name in names]
    title = said(run, wanted, found[0], True)
    figure = figures.heat_map(title, wanted.axis, names, wanted.labels, values, lambda v: f"{v:.1%}")
    return Chart(wanted.name, title, figure, "", data_rows(run, wanted.metrics, run.cells[:1]), wanted.metrics[0])


def rarity(run: Run, wanted: GameChart) -> Chart | None:
    """The order of the hands against how rare they are: where lines cross, a hand that beats another is the more frequent."""
    metric = wanted.metrics[0]
    ranks = [readable(name) for name in run.column(metric)["levels"]]
    known = {name: d for name, d in by_level(run, metric, run.cells[0]).items() if d.value > 0 and name in ranks}
    found = as_shares(known)
    if len(found) < 3:
        return None
    order = [name for name in ranks if name in found]
    rare = sorted(order, key=lambda name: -found[name].value)
    wrong = inversions(order, found)
    title = f"{wanted.says}: {crossed_words(wrong)}{first_cell(run)}"
    places = [(name, order.index(name), rare.index(name)) for name in order]
    figure = figures.slopes(title, ("weakest to strongest by the rules", "most frequent to rarest"), places)
    rows = [(name, order.index(name) + 1, rare.index(name) + 1, d.value, d.low, d.high) for name, d in found.items()]
    head = ("hand", "place by the rules", "place by rarity", "share", "low", "high")
    return Chart(wanted.name, title, figure, "", Data(head, rows), metric)


def rarities(run: Run, wanted: GameChart) -> Chart | None:
    """How rare each hand is under every variant, strongest on top: where a line turns back, a stronger hand comes more often."""
    metric, variants = wanted.metrics[0], run.variants[: figures.SEPARATE]
    found = {variant: as_shares(by_level(run, metric, Cell(variant, run.points[0], 0))) for variant in variants}
    ranks = [readable(name) for name in run.column(metric)["levels"]]
    names = [name for name in reversed(ranks) if any(name in shares and shares[name].value > 0 for shares in found.values())]
    if len(variants) < 2 or len(names) < 3 or any(name not in shares for shares in found.values() for name in names):
        return None
    groups = [(variant, {name: shares[name] for name in names if shares[name].value > 0}) for variant, shares in found.items()]
    crossed = [f"{variant} {len(inversions([name for name in reversed(names) if name in dots], dots))}" for variant, dots in groups]
    title = f"{wanted.says}: {', '.join(crossed)}"
    figure = figures.log_dots(title, f"{wanted.axis}, 95 % interval; the strongest on top", names, groups, run.game)
    rows = [(variant, name, *d) for variant, dots in groups for name, d in dots.items()]
    return Chart(wanted.name, title, figure, "", Data(("variant", "hand", "share", "low", "high"), rows), metric)


def inversions(order: Sequence[str], found: dict[str, Dot]) -> list[tuple[str, str]]:
    """Neighbours of which the stronger is clearly the more frequent."""
    return [(weak, strong) for weak, strong in pairwise(order) if found[strong].low > found[weak].high]


def crossed_words(wrong: Sequence[tuple[str, str]]) -> str:
    if not wrong:
        return "no neighbour in the order is clearly out of place"
    weak, strong = wrong[0]
    rest = f", and {len(wrong) - 1} more" if len(wrong) > 1 else ""
    return f"{strong} beats {weak} but comes more often{rest}"


def by_round(run: Run, wanted: GameChart) -> Chart | None:
    """A metric of the first rounds, among the games that began them: a line for each variant."""
    metric = wanted.metrics[0]
    groups = []
    for variant in run.variants[: figures.SEPARATE]:
        found = by_level(run, metric, Cell(variant, run.points[0], 0))
        begun = begun_rounds(run.lengths("rounds", variant, run.points[0]), len(found))
        lines = [
            (float(k), Dot(*(end / share for end in d)))
            for k, (d, share) in enumerate(zip(found.values(), begun, strict=True), 1)
            if share >= RARE
        ]
        groups.append((variant, lines))
    if len(groups[0][1]) < 2:
        return None
    last = int(groups[0][1][-1][0])
    title = said(run, wanted, {"first": groups[0][1][0][1], f"{last}": groups[0][1][-1][1]}, False).replace("LAST", f"round {last}")
    figure = figures.curve(title, ("round", wanted.axis), groups, False, run.game)
    figure.get_axes()[0].set_xticks(range(1, max(len(lines) for _, lines in groups) + 1))
    rows = [(variant, int(k), *d) for variant, lines in groups for k, d in lines]
    note = f"Among the games that began the round, where at least {RARE:.0%} did."
    return Chart(wanted.name, title, figure, note, Data(("variant", "round", "mean", "low", "high"), rows), metric)


def begun_rounds(bars: Sequence[tuple[int, int]], rounds: int) -> list[float]:
    """The share of games that began round 1, 2, ..."""
    games = sum(count for _, count in bars) or 1
    return [sum(count for value, count in bars if value >= k) / games for k in range(1, rounds + 1)]


def exceed(run: Run, wanted: GameChart) -> Chart | None:
    """How many games exceed each value: the tail of a distribution, for each variant."""
    metric = wanted.metrics[0]
    bars = run.lengths(metric, run.variants[0], run.points[0])
    if len(bars) < 3:
        return None
    groups = [(variant, still_going(run.lengths(metric, variant, run.points[0]))) for variant in run.variants[: figures.SEPARATE]]
    facts: Any = {"middle": quantile(bars, 0.5), "late": quantile(bars, 0.9)}
    title = wanted.says.format(**facts) + first_cell(run)
    figure = figures.survival(title, wanted.axis, groups, run.game)
    figure.get_axes()[0].set_ylabel("share of games with more")
    head = ("variant", metric, "games")
    rows = [(v, value, games) for v in run.variants[: figures.SEPARATE] for value, games in run.lengths(metric, v, run.points[0])]
    return Chart(wanted.name, title, figure, "", Data(head, rows), metric)


def seats_compared(run: Run, wanted: GameChart) -> Chart | None:
    """A metric by seat, a colour for each variant that colours can tell apart."""
    metric = wanted.metrics[0]
    groups = []
    for variant in run.variants[: figures.SEPARATE]:
        rows = [row for row in run.rows(metric, variant, run.points[0]) if row["seat"] is not None]
        groups.append((variant, {entry(row): dot(row) for row in rows}))
    if len(groups[0][1]) < 2:
        return None
    first = groups[0][1]
    title = f"No seat stands out: {wanted.labels[0]}{first_cell(run)}"
    if stands_out(first):
        title = said(run, wanted, dict(first), run.is_rate(metric))
    figure = figures.dots(title, f"{axis_name(run, metric)}, 95 % interval", [("", groups, None)], run.is_rate(metric), run.game)
    return Chart(wanted.name, title, figure, "", data_rows(run, [metric], run.cells[: figures.SEPARATE]), metric)


def stands_out(seats: dict[str, Dot]) -> bool:
    """The highest lies above all others, intervals included."""
    best, *others = sorted(seats.values(), key=lambda d: -d.value)
    return all(best.low > d.high for d in others)


def decisive_games(run: Run, wanted: GameChart) -> Chart | None:
    """Games by how many of their stops changed who leads: a bar for each cell. Metrics: stops, decisive stops."""
    cells = bars_of(run)
    counts = [[dict(run.lengths(metric, cell.variant, cell.point)) for metric in wanted.metrics] for cell in cells]
    if not all(any(stops) and any(decisive) for stops, decisive in counts):
        return None
    found = [decisive_parts(*both) for both in counts]
    parts = [(label, [shares[label] for shares in found]) for label in DECISIVE]
    games = sum(counts[0][1].values())
    some = proportion(games - counts[0][1].get(0, 0), games)
    title = said(run, wanted, {"some": some}, True)
    rows = [(name, label, *shares[label]) for name, shares in zip(names_of(run, cells), found, strict=True) for label in DECISIVE]
    figure = figures.stacked(title, wanted.axis, names_of(run, cells), parts, True)
    return Chart(wanted.name, title, figure, "", Data(("cell", "games with", "share", "low", "high"), rows), wanted.metrics[1])


def decisive_parts(stops: dict[int, int], decisive: dict[int, int]) -> dict[str, Dot]:
    """Shares of games; a decisive stop is a stop, so games without one are those without a stop and those with idle stops only."""
    games = sum(decisive.values())
    many = games - sum(decisive.get(n, 0) for n in range(3))
    idle = max(0, decisive.get(0, 0) - stops.get(0, 0))
    counts = (decisive.get(0, 0) - idle, idle, decisive.get(1, 0), decisive.get(2, 0), many)
    return {label: proportion(count, games) for label, count in zip(DECISIVE, counts, strict=True)}


def against_poker(run: Run, wanted: GameChart) -> Chart | None:
    """Final hands of the first cell below the best hands of five and of six cards dealt from a full deck."""
    levels_here = [readable(name) for name in run.column(wanted.metrics[-1])["levels"]]
    ours = [
        as_shares({name: d for name, d in by_level(run, metric, run.cells[0]).items() if name in levels_here}) for metric in wanted.metrics
    ]
    if len(levels_here) != len(DEALT[5]) or any(len(shares) < 2 for shares in ours):
        return None
    dealt = [{name: Dot(*(n / sum(counts),) * 3) for name, n in zip(levels_here, counts, strict=True)} for counts in DEALT.values()]
    found = [*dealt, *ours]
    strong = [sum(shares[name].value for name in levels_here[FLUSH:] if name in shares) for shares in found]
    title = wanted.says.format(ours=f"{strong[-1]:.0%}", poker=f"{strong[0]:.1%}") + first_cell(run)
    parts = [(level, [shares.get(level) for shares in found]) for level in levels_here]
    names = [*(f"{cards} cards dealt" for cards in DEALT), *wanted.labels]
    rows = [(name, level, *shares[level]) for name, shares in zip(names, found, strict=True) for level in levels_here if level in shares]
    data = Data(("cards", "best hand", "share", "low", "high"), rows)
    return Chart(wanted.name, title, figures.stacked(title, wanted.axis, names, parts, True), "", data, wanted.metrics[-1])
