"""Kinds of game charts made of bars: where points come from, what a whole is made of, what becomes of things, gains and losses."""

from collections.abc import Sequence

from simlab.reports.charts import kit
from simlab.reports.charts.counts import share_dot
from simlab.reports.charts.kinds.cell_numbers import (
    as_shares,
    by_level,
    cell_names,
    cells_or_points,
    cells_or_variants,
    cells_table,
    fill_title,
    magnitude,
    one_row_each,
    scalar,
)
from simlab.reports.charts.kit import Chart, Data, Dot
from simlab.reports.charts.rows import dot, first_cell, first_of, first_variant_note, table
from simlab.reports.charts.sketches import Sketch
from simlab.reports.rundir import Run
from simlab.reports.wording import readable

SMALL = 0.004  # parts below this share are left out
DEALT = {  # best hands of all sets of so many cards of a full deck, high card to royal flush
    5: (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4),
    6: (6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1656, 188),
}
FLUSH = 5  # its place among the ten hands
NOTHING = Dot(0.0, 0.0, 0.0)
Part = tuple[str, Sequence[Dot | None]]


def sources(run: Run, sketch: Sketch) -> Chart | None:
    """Where points come from: a bar for each cell, a part for each metric."""
    cells = cells_or_variants(run)
    parts = [(label, [scalar(run, metric, cell) for cell in cells]) for metric, label in zip(sketch.metrics, sketch.labels, strict=True)]
    first = {label: dots[0] for label, dots in parts if dots[0] is not None}
    if not first or not any(d.value for d in first.values()):
        return None
    title = fill_title(run, sketch, first, False)
    figure = kit.stacked_bars(title, sketch.axis.format(unit=run.unit), cell_names(run, cells), parts, False)
    return Chart(sketch.name, title, figure, "", cells_table(run, sketch.metrics, cells), sketch.metrics[0])


def mixture(run: Run, sketch: Sketch) -> Chart | None:
    """How often each level occurs: a bar for each cell, a part for each level."""
    cells, metric = cells_or_variants(run), sketch.metrics[0]
    nothing = run.column(metric).get("none_name", "none")
    found = [as_shares({name: d for name, d in by_level(run, metric, cell).items() if name != nothing}) for cell in cells]
    return layers(run, sketch, cell_names(run, cells), found, found[0], cells_table(run, [metric], cells))


def stages(run: Run, sketch: Sketch) -> Chart | None:
    """The same levels at several stages of the game: a bar for each stage, in the first cell. The title is about the last."""
    found = [as_shares(by_level(run, metric, run.cells[0])) for metric in sketch.metrics]
    return layers(run, sketch, sketch.labels, found, found[-1], cells_table(run, sketch.metrics, run.cells[:1]))


def layers(
    run: Run, sketch: Sketch, names: Sequence[str], found: list[dict[str, Dot]], in_title: dict[str, Dot], data: Data
) -> Chart | None:
    """A bar for each name, a part for each level that is worth one somewhere."""
    levels = list(dict.fromkeys(name for shares in found for name in shares))
    large = [level for level in levels if any(shares.get(level, NOTHING).value >= SMALL for shares in found)]
    if len(large) < 2 or not found[0]:
        return None
    title = fill_title(run, sketch, {level: d for level, d in in_title.items() if level in large}, True)
    parts = [(level, [shares.get(level) for shares in found]) for level in large]
    note = f"Left out of the bars: what is below {SMALL:.1%} everywhere." if len(levels) > len(large) else ""
    return Chart(sketch.name, title, kit.stacked_bars(title, sketch.axis, names, parts, True), note, data, sketch.metrics[0])


def fates(run: Run, sketch: Sketch) -> Chart | None:
    """What becomes of things, by level: a bar for each level, a part for each metric, in the first cell; what is left is the last part."""
    found = [by_level(run, metric, run.cells[0]) for metric in sketch.metrics]
    levels = [level for level in found[0] if all(level in f for f in found)]
    if not levels:
        return None
    parts: list[Part] = [(label, [f[level] for level in levels]) for label, f in zip(sketch.labels, found, strict=False)]
    if len(sketch.labels) > len(found):
        left = [max(0.0, 1.0 - sum(f[level].value for f in found)) for level in levels]
        parts.append((sketch.labels[-1], [Dot(value, value, value) for value in left]))
    title = fill_title(run, sketch, {level: found[0][level] for level in levels}, True)
    figure = kit.stacked_bars(title, sketch.axis, levels, parts, True)
    return Chart(sketch.name, title, figure, "", cells_table(run, sketch.metrics, run.cells[:1]), sketch.metrics[0])


def outcomes(run: Run, sketch: Sketch) -> Chart | None:
    """What becomes of each choice: a bar for each, in the first cell. Metrics choice by choice, so many for each as there are parts."""
    cell, choices, each = run.cells[0], sketch.labels, len(sketch.parts)
    found = [scalar(run, metric, cell) for metric in sketch.metrics]
    if any(d is None for d in found):
        return None
    parts = [(part, found[p::each]) for p, part in enumerate(sketch.parts)]
    first = {name: d for name, d in zip(choices, found[::each], strict=True) if d is not None}
    title = fill_title(run, sketch, first, True)
    figure = kit.stacked_bars(title, sketch.axis, choices, parts, True)
    return Chart(sketch.name, title, figure, "", cells_table(run, sketch.metrics, [cell]), sketch.metrics[0])


def portions(run: Run, sketch: Sketch) -> Chart | None:
    """Shares of a whole: a bar for each cell, a part for each metric."""
    cells = cells_or_points(run)
    found = [one_row_each(run, sketch.metrics, cell) for cell in cells]
    if not all(found):
        return None
    parts = [(label, [dot(rows[k]) for rows in found]) for k, label in enumerate(sketch.labels)]
    first = {label: dots[0] for label, dots in parts}
    most = max(first.values(), key=lambda d: d.value)
    title = sketch.says.format(best=first_of(first), value=magnitude(most, True)) + first_cell(run)
    figure = kit.stacked_bars(title, sketch.axis, cell_names(run, cells), parts, True)
    return Chart(sketch.name, title, figure, "", table(run, [row for rows in found for row in rows]), sketch.metrics[0])


def balance(run: Run, sketch: Sketch) -> Chart | None:
    """Gains to the right, losses to the left, a part for each metric; the last metric is what is left of all, with its interval."""
    cells = cells_or_points(run)
    found = [one_row_each(run, sketch.metrics, cell) for cell in cells]
    if not all(found):
        return None
    parts = [(label, [dot(rows[k]) for rows in found]) for k, label in enumerate(sketch.labels)]
    nets = [dot(rows[-1]) for rows in found]
    best, dots = max(parts, key=lambda part: abs(part[1][0].value))
    facts = {"net": magnitude(nets[0]), "more": "more" if nets[0].value > 0 else "less", "best": best, "value": f"{dots[0].value:+.2f}"}
    title = sketch.says.format(**facts) + first_cell(run)
    figure = kit.signed_bars(title, sketch.axis, cell_names(run, cells), parts, nets)
    note = "" if len(cells) == len(run.cells) else first_variant_note(run)
    return Chart(sketch.name, title, figure, note, table(run, [row for rows in found for row in rows]), sketch.metrics[-1])


# --- games by how often something counted -------------------------------------------------------------------------------------


def how_many(run: Run, sketch: Sketch) -> Chart | None:
    """Games by how many of their events counted: a bar for each cell. Metrics: events, events that counted."""
    cells = cells_or_variants(run)
    counts = [[dict(run.counts(metric, cell.variant, cell.point)) for metric in sketch.metrics] for cell in cells]
    if not all(any(events) and any(counted) for events, counted in counts):
        return None
    names, found = cell_names(run, cells), [shares_by_count(*both) for both in counts]
    parts = [(label, [shares[k] for shares in found]) for k, label in enumerate(sketch.parts)]
    games = sum(counts[0][1].values())
    title = fill_title(run, sketch, {"some": share_dot(games - counts[0][1].get(0, 0), games)}, True)
    rows = [(name, label, *d) for name, shares in zip(names, found, strict=True) for label, d in zip(sketch.parts, shares, strict=True)]
    figure = kit.stacked_bars(title, sketch.axis, names, parts, True)
    return Chart(sketch.name, title, figure, "", Data(("cell", "games with", "share", "low", "high"), rows), sketch.metrics[1])


def shares_by_count(events: dict[int, int], counted: dict[int, int]) -> list[Dot]:
    """Shares of games without an event, with events of which none counted, with one, two, or more that counted."""
    games = sum(counted.values())
    many = games - sum(counted.get(n, 0) for n in range(3))
    idle = max(0, counted.get(0, 0) - events.get(0, 0))
    return [share_dot(count, games) for count in (counted.get(0, 0) - idle, idle, counted.get(1, 0), counted.get(2, 0), many)]


# --- beside ordinary poker ----------------------------------------------------------------------------------------------------


def beside_dealt(run: Run, sketch: Sketch) -> Chart | None:
    """Hands of the first cell below the best hands of five and of six cards dealt from a full deck."""
    hands = [readable(name) for name in run.column(sketch.metrics[-1])["levels"]]
    ours = [as_shares({name: d for name, d in by_level(run, metric, run.cells[0]).items() if name in hands}) for metric in sketch.metrics]
    if len(hands) != len(DEALT[5]) or any(len(shares) < 2 for shares in ours):
        return None
    dealt = [{name: Dot(*(n / sum(counts),) * 3) for name, n in zip(hands, counts, strict=True)} for counts in DEALT.values()]
    found = [*dealt, *ours]
    strong = [sum(shares[name].value for name in hands[FLUSH:] if name in shares) for shares in found]
    title = sketch.says.format(ours=f"{strong[-1]:.0%}", dealt=f"{strong[0]:.1%}") + first_cell(run)
    parts = [(hand, [shares.get(hand) for shares in found]) for hand in hands]
    names = [*(f"{cards} cards dealt" for cards in DEALT), *sketch.labels]
    rows = [(name, hand, *shares[hand]) for name, shares in zip(names, found, strict=True) for hand in hands if hand in shares]
    data = Data(("cards", "best hand", "share", "low", "high"), rows)
    return Chart(sketch.name, title, kit.stacked_bars(title, sketch.axis, names, parts, True), "", data, sketch.metrics[-1])
