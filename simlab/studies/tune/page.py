"""Tuning as a study: what was tried, what was dropped early, and whether the winner holds on fresh seeds."""

import matplotlib
from matplotlib.ticker import FuncFormatter

from simlab.reports.charts.kit import COLOURS, INK, STYLE, Chart, canvas, wrap_text
from simlab.reports.study import Block, Study
from simlab.stats.claims import in_brackets
from simlab.stats.estimates import UNKNOWN, as_dict
from simlab.studies.tune.measure import Attempt, Tuned, sentences

STATES = {"finished": ("o", COLOURS[0]), "dropped": ("x", COLOURS[1])}


def tune_study(found: Tuned) -> Study:
    tuning = found.quest.tuning
    title = tuning.question or f"{tuning.game}: which rules meet {len(found.quest.targets)} targets?"
    lead = (
        f"{len(found.attempts)} trials on the same deals, raced; {found.games:,} games with fresh seeds for the winner. Seed {tuning.seed}."
    )
    with matplotlib.rc_context(STYLE):
        charts = [loss_chart(found), target_chart(found)]
    return Study(title, lead, sentences(found), [target_table(found), trial_table(found)], plain(found), charts)


def plain(found: Tuned) -> dict[str, object]:
    rows = zip(found.quest.targets, found.confirmed, found.before, found.verdicts, strict=True)
    return {
        "game": found.quest.tuning.game,
        "best": found.best.moved,
        "holds": found.holds,
        "targets": [{"target": t.text, "verdict": verdict, **as_dict(now), "before": as_dict(old)} for t, now, old, verdict in rows],
        "confirmed_on": found.games,
        "trials": [trial.as_json() for trial in found.attempts],
        "findings": sentences(found),
    }


def loss_chart(found: Tuned) -> Chart:
    """Every trial's loss with its interval; lower is better, zero meets all targets."""
    shown = [trial for trial in found.attempts if trial.state in STATES and trial.loss.value is not None]
    dropped = sum(trial.state == "dropped" for trial in shown)
    nearest = f"Trial {found.best.number} came nearest to the targets: {knobs(found.best)}"
    title = f"{nearest}; {dropped} of {len(found.attempts)} trials were dropped early"
    figure, (axes,) = canvas(title, 1, 2.8)
    for state, (mark, colour) in STATES.items():
        for k, trial in enumerate(trial for trial in shown if trial.state == state):
            value, _, low, high = (part or 0.0 for part in trial.loss)
            axes.plot([trial.number] * 2, [max(low, 0.0), high], color=colour, lw=1.6)
            axes.plot(trial.number, value, mark, color=colour, ms=6, label=state if k == 0 else None)
    axes.plot(found.best.number, found.best.loss.value or 0.0, "o", ms=13, mfc="none", mec=INK, label="best")
    axes.set_yscale("symlog", linthresh=0.1)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda v, _: f"{v:g}"))
    axes.set_ylim(bottom=-0.02)
    axes.set_xlabel("trial")
    axes.set_ylabel(wrap_text("loss: distance from the targets, in widths of their bands (log)", 34))
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower left", ncols=3, fontsize=9.5)
    return Chart("trials", title, figure, "Dropped trials played a sixteenth or a quarter of the games; bars are 95 % intervals.")


def target_chart(found: Tuned) -> Chart:
    """Each target's band, and where the winner and the start stand on fresh deals."""
    held = sum(verdict == "holds" for verdict in found.verdicts)
    title = f"{held} of {len(found.verdicts)} targets hold on {found.games:,} games with fresh seeds"
    figure, panels = canvas(title, len(found.quest.targets), 1.35)
    for axes, target, now, old in zip(panels, found.quest.targets, found.confirmed, found.before, strict=True):
        for y, value in enumerate((now, old)):
            axes.plot([value.low or 0.0, value.high or 0.0], [y, y], color=COLOURS[y], lw=2.4, solid_capstyle="butt")
            axes.plot(value.value or 0.0, y, "o", ms=6, color=COLOURS[y])
        left, right = axes.get_xlim()
        pad = 0.15 * (right - left)
        ends = [edge for edge in (target.low, target.high) if abs(edge) != float("inf")]
        left, right = min(left, *ends) - pad, max(right, *ends) + pad
        axes.axvspan(max(target.low, left), min(target.high, right), color=COLOURS[2], alpha=0.18, lw=0)
        axes.set_xlim(left, right)
        axes.set_yticks([0, 1], ["tuned", "start"])
        axes.set_ylim(1.6, -0.6)
        axes.grid(axis="y", visible=False)
        axes.set_xlabel(f"{target.text} (green: the band)")
    return Chart("targets", title, figure)


def knobs(trial: Attempt) -> str:
    return ", ".join(f"{knob} {value}" for knob, value in trial.moved.items())


def target_table(found: Tuned) -> Block:
    rows = [
        [target.text, verdict, in_brackets(now), in_brackets(old)]
        for target, verdict, now, old in zip(found.quest.targets, found.verdicts, found.confirmed, found.before, strict=True)
    ]
    return Block("The winner on fresh seeds", ("target", "verdict", "tuned", "at the start"), rows)


def trial_table(found: Tuned) -> Block:
    order = sorted(found.attempts, key=lambda trial: (trial.loss.value is None, trial.loss.value or 0.0))
    rows = [
        [str(t.number), knobs(t), t.state, f"{t.games:,}", in_brackets(t.loss), *(in_brackets(value) for value in t.values or [UNKNOWN])]
        for t in order
    ]
    head = ("trial", "knobs", "", "games", "loss", *(target.text for target in found.quest.targets))
    width = len(head)
    return Block("What was tried", head, [[*row, *[""] * (width - len(row))] for row in rows], "Best first.")
