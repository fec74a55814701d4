"""The coach as a page: what was lost, move by move, and the worst decisions as they looked, with their cards drawn."""

from collections.abc import Sequence

import matplotlib

from simlab.reports.charts.kit import STYLE, Chart, Data, Dot, dots
from simlab.reports.study import Block, Scene, Study
from simlab.stats.claims import figures, in_brackets
from simlab.stats.estimates import Estimate
from simlab.studies.coach.measure import Mark, all_together

MOST_SCENES = 8
MOST_DOTS = 24


def coach_study(game: str, marks: Sequence[Mark], who: str) -> Study:
    """`marks` come worst first."""
    title = f"Which decisions of this game of {game} were mistakes?"
    lead = f"{len(marks)} decisions of {who}, each tried in imagined worlds against the best action found."
    lost = [mark for mark in marks if mark["loss"] > 0.0 and mark["mixed"] is None]
    with matplotlib.rc_context(STYLE):
        charts = [loss_chart(lost)] if lost else []
    scenes = [scene(mark) for mark in lost[:MOST_SCENES]]
    return Study(title, lead, sentences(marks), [table(marks)], {"game": game, "decisions": list(marks)}, charts, scenes)


def lost_of(mark: Mark) -> Estimate:
    return Estimate(mark["loss"], None, mark["loss_low"], mark["loss_high"])


def scale_of(mark: Mark) -> tuple[float, str]:
    """What losses are multiplied by, and their unit."""
    return (100.0, "points of the win") if mark["unit"] == "share" else (1.0, mark["unit"])


def sentences(marks: Sequence[Mark]) -> list[str]:
    """The worst one first, then all together."""
    if not marks:
        return ["There was nothing to decide."]
    sure = [mark for mark in marks if mark["settled"]]
    scale, unit = scale_of(marks[0])
    whole = f"{all_together(marks)}."
    if not sure:
        return ["No decision surely lost anything.", whole]
    worst = sure[0]
    told = in_brackets(lost_of(worst), scale, unit)
    return [f"The worst was move {worst['move']}: {worst['played']} instead of {worst['better']} lost {told}.", whole]


def loss_chart(lost: Sequence[Mark]) -> Chart:
    shown = sorted(lost[:MOST_DOTS], key=lambda mark: int(mark["move"]))
    scale, unit = scale_of(shown[0])
    found = {f"move {m['move']}: {m['played']}": Dot(*(scale * m[key] for key in ("loss", "loss_low", "loss_high"))) for m in shown}
    sure = sum(mark["settled"] for mark in shown)
    title = f"What each decision lost to the best one found: {sure} of {len(shown)} surely something"
    figure = dots(title, f"{unit} lost, 95 % interval", [("", [("", found)], 0.0)], False)
    rows = [(m["move"], m["round"], m["played"], m["better"], m["loss"], m["loss_low"], m["loss_high"]) for m in shown]
    return Chart("losses", title, figure, "", Data(("move", "round", "played", "better", "lost", "low", "high"), rows))


def scene(mark: Mark) -> Scene:
    """A decision as it looked to who took it."""
    scale, unit = scale_of(mark)
    doubt = "" if mark["settled"] else " Not settled: it may have been as good."
    title = f"Move {mark['move']}, round {mark['round']}, seat {mark['seat']}"
    note = f"Played {mark['played']}; better: {mark['better']}. It lost {in_brackets(lost_of(mark), scale, unit)}.{doubt}"
    return Scene(title, mark["sight"].splitlines(), note)


def table(marks: Sequence[Mark]) -> Block:
    rows = []
    for mark in marks:
        scale, _ = scale_of(mark)
        rows.append([str(mark[key]) for key in ("move", "round", "seat", "played", "better")] + [*figures(lost_of(mark), scale)])
    unit = scale_of(marks[0])[1] if marks else ""
    return Block("Every decision, worst first", ("move", "round", "seat", "played", "better", f"lost, {unit}", "95 % interval"), rows)
