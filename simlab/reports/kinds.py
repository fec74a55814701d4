"""The action table as a study: what each kind of action changes, and how often it is legal, chosen and stopped."""

from collections.abc import Callable

import matplotlib

from simlab.experiments.actions import SEEN, Actions, Worth, said
from simlab.experiments.compare import rounded
from simlab.experiments.estimates import Estimate
from simlab.reports.contests import interval
from simlab.reports.figures import STYLE, Chart, Dot, dots
from simlab.reports.study import Block, Study

MISSING = "-"
GAINS = "change in the share of the win against {base}, on the same deals, 95 % interval; dashed: no change"


def actions_study(found: Actions) -> Study:
    who, ask = said(found.ask.policy), found.ask
    title = f"{ask.game}, {found.players} players, {found.menu.turn}: which kinds of action are worth taking?"
    lead = (
        f"{ask.games:,} games of {who}, {found.turns:,} times a {found.menu.turn}. At each, every legal kind was tried from the same table "
        f"and played on by {who} with the same luck; gains are against {found.menu.base}, corrected by Holm's method."
    )
    with matplotlib.rc_context(STYLE):
        charts = [chart for chart in (gain_chart(found), rate_chart(found)) if chart is not None]
    return Study(title, lead, found.sentences(), [table(found)], found.as_json(), charts)


def dotted(found: Estimate) -> Dot | None:
    if found.value is None or found.low is None or found.high is None:
        return None
    return Dot(found.value, found.low, found.high)


def grouped(worths: list[Worth], label: str, read: Callable[[Worth], Estimate]) -> tuple[str, dict[str, Dot]]:
    known = {worth.kind: dotted(read(worth)) for worth in worths}
    return label, {kind: dot for kind, dot in known.items() if dot is not None}


def gain_chart(found: Actions) -> Chart | None:
    """The ranked dot plot."""
    who, base, ranked = said(found.ask.policy), found.menu.base, [w for w in found.others if w.gain_legal.value is not None]
    if not ranked:
        return None
    groups = [
        grouped(ranked, "taken whenever it is legal", lambda w: w.gain_legal),
        grouped(ranked, f"where {who} chooses it", lambda w: w.gain_chosen),
    ]
    figure_groups = [group for group in groups if group[1]]
    title = headline(found, ranked)
    figure = dots(title, GAINS.format(base=base), [("", figure_groups, 0.0)], True, found.ask.game)
    return Chart("gains", title, figure, f"Kinds tried fewer than {SEEN} times have no dot.")


def headline(found: Actions, ranked: list[Worth]) -> str:
    who, base = said(found.ask.policy), found.menu.base
    taken = [w for w in ranked if w.verdict_chosen == "more"]
    if not taken:
        return f"No kind that {who} chooses is surely better than {base}"
    best = max(taken, key=lambda w: w.gain_chosen.value or 0.0)
    value, error, low, high = (100 * (part or 0.0) for part in best.gain_chosen)
    return (
        f"Where {who} chooses it, {best.kind} wins {rounded(value, error)} points more than {base} "
        f"({rounded(low, error)} to {rounded(high, error)})"
    )


def rate_chart(found: Actions) -> Chart | None:
    """How often each kind is legal, chosen, stopped."""
    ranked = sorted((w for w in found.others if w.tries), key=lambda w: -(w.chosen.value or 0.0) * w.tries)
    groups = [
        grouped(ranked, f"legal, of all {found.menu.turn}s", lambda w: w.legal),
        grouped(ranked, "chosen, where legal", lambda w: w.chosen),
        grouped([w for w in ranked if w.chosen_tries >= SEEN], "stopped, where chosen", lambda w: w.stopped),
    ]
    if not groups[0][1]:
        return None
    most = ranked[0]
    title = f"{said(found.ask.policy)} takes {most.kind} most often: at {share_of_turns(found, most)} of its turns"
    figure = dots(title, "share, 95 % interval", [("", [group for group in groups if group[1]], None)], True, found.ask.game)
    return Chart("rates", title, figure)


def share_of_turns(found: Actions, worth: Worth) -> str:
    return f"{worth.chosen_tries / found.turns:.0%}"


def table(found: Actions) -> Block:
    who, base = said(found.ask.policy), found.menu.base
    head = (
        "kind", "legal, % of turns", "chosen, % of those", "stopped, % of those", "where chosen, points", "whenever legal, points",
        "helps, %", "hurts, %",
    )  # fmt: skip
    rows = []
    for worth in (w for w in found.others if w.tries):
        counts = [rate(e) for e in (worth.legal, worth.chosen, worth.stopped)]
        gains = [gain(worth.gain_chosen, worth.verdict_chosen), gain(worth.gain_legal, worth.verdict_legal)]
        rows.append([worth.kind, *counts, *gains, rate(worth.helped), rate(worth.hurt)])
    note = (
        f"Points of the win against {base}, with 95 % intervals; ?: not settled. Whenever legal: {who} is made to take the kind, and "
        "carries it out as it would; helps, hurts: how often that wins more, or less."
    )
    return Block("Kinds of action, the most gainful first", head, rows, note)


def rate(found: Estimate) -> str:
    return MISSING if found.value is None else rounded(100 * found.value, 100 * (found.std_error or 0.01))


def gain(found: Estimate, verdict: str) -> str:
    """`17.3 (15.8 to 18.8)`."""
    if found.value is None:
        return MISSING
    value, ends = interval(found, 100)
    return f"{value} ({ends})" + (" ?" if verdict == "not settled" else "")
