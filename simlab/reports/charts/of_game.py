"""The charts that a run's game has sketched, each drawn by its kind. Which kinds there are for authors stands in `contract/charts.py`."""

from collections.abc import Callable, Iterator

from simlab.reports.charts.kinds.bars import balance, beside_dealt, fates, how_many, mixture, outcomes, portions, sources, stages
from simlab.reports.charts.kinds.dots import by_seat, families, first_player, levels, rates_map, side_by_side
from simlab.reports.charts.kinds.flows import flow
from simlab.reports.charts.kinds.hand_orders import rarities, rarity
from simlab.reports.charts.kinds.lines import by_players, by_round, habits, steps, tail
from simlab.reports.charts.kit import Chart
from simlab.reports.charts.sketches import Sketch, sketches
from simlab.reports.rundir import Run

DRAWINGS: dict[str, Callable[[Run, Sketch], Chart | None]] = {
    "balance": balance, "beside_dealt": beside_dealt, "by_players": by_players, "by_round": by_round, "by_seat": by_seat,
    "families": families, "fates": fates, "first_player": first_player, "flow": flow, "habits": habits, "how_many": how_many,
    "levels": levels, "mixture": mixture, "outcomes": outcomes, "portions": portions,
    "rarities": rarities, "rarity": rarity, "rates_map": rates_map,
    "side_by_side": side_by_side, "sources": sources, "stages": stages, "steps": steps, "tail": tail,
}  # fmt: skip


def game_charts(run: Run) -> Iterator[Chart]:
    """The charts of the run's game that it has numbers for, those about what was asked for first."""
    present = set(run.results["metric"].unique())
    for sketch in sorted(sketches(run), key=lambda sketch: set(sketch.metrics).isdisjoint(run.headline)):
        if sketch.kind in DRAWINGS and present.issuperset(sketch.metrics):
            drawn = DRAWINGS[sketch.kind](run, sketch)
            if drawn is not None:
                yield drawn


def metrics_by_level(run: Run) -> set[str]:
    """Metrics whose levels stand in a chart of the game's own."""
    return {sketch.metrics[0] for sketch in sketches(run) if len(sketch.metrics) == 1 and sketch.kind in ("mixture", "by_round")}
