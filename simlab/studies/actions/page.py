"""The action table as a study: what each kind of action changes, and how often it is legal, chosen and stopped."""

from collections.abc import Callable, Sequence

import matplotlib

from simlab.contract.catalogue import load
from simlab.reports.charts.kit import STYLE, Chart, Dot, dots
from simlab.reports.charts.rows import first_of
from simlab.reports.study import Block, Study
from simlab.reports.wording import sentence
from simlab.stats.claims import figures, in_brackets
from simlab.stats.estimates import Estimate, proportion
from simlab.studies.actions.measure import SEEN, Actions, Worth
from simlab.studies.goal_words import axis, gap_unit, times, verb

MISSING = "-"


def actions_study(tables: Sequence[Actions]) -> Study:
    """One table of actions, or one for each table size."""
    first, ask, who = tables[0], tables[0].ask, tables[0].ask.who
    sizes = listed([str(found.players) for found in tables])
    title = f"{ask.game}, {sizes} players, {first.decision.turn}: which kinds of action are worth taking?"
    turns = sum(found.turns for found in tables)
    lead = (
        f"{ask.rollouts:,} games of {who}{' for each table size' if len(tables) > 1 else ''}, {turns:,} times a {first.decision.turn}. "
        f"At each, every legal kind was tried from the same table and played on by {who} with the same luck; gains are against "
        f"{first.base}, corrected by Holm's method."
    )
    with matplotlib.rc_context(STYLE):
        drawn = [size_chart(tables)] if len(tables) > 1 else [gain_chart(first), rate_chart(first)]
    if len(tables) == 1:
        findings, data = first.sentences(), first.as_json()
    else:
        findings = [f"{found.players} players: {text}" for found in tables for text in found.sentences()]
        data = {"game": ask.game, "tables": [found.as_json() for found in tables], "findings": findings}
    return Study(title, lead, findings, [table(found) for found in tables], data, [chart for chart in drawn if chart is not None])


def gains_axis(found: Actions) -> str:
    return f"change in the {axis(found.goal)} against {found.base}, on the same deals, 95 % interval; dashed: no change"


def listed(words: Sequence[str]) -> str:
    """`2, 4 and 6`."""
    return " and ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def size_chart(tables: Sequence[Actions]) -> Chart | None:
    """What each kind gains whenever it is legal: a colour for each table size."""
    groups = [grouped(found.others, f"{found.players} players", lambda w: w.gain_legal) for found in tables]
    known = [group for group in groups if group[1]]
    if not known:
        return None
    order = sorted({kind for _, group in known for kind in group}, key=lambda kind: -max(g[kind].value for _, g in known if kind in g))
    turned = [kind for kind in order if len({g[kind].value > 0 for _, g in known if kind in g and clear(g[kind])}) > 1]
    base = tables[0].base
    better = [kind for kind in order if all(kind in g and g[kind].low > 0 for _, g in known)]
    title = f"At every table size better than {base} whenever legal: {', '.join(better) or 'nothing'}"
    if turned:
        title = sentence(f"{turned[0]} is better than {base} at some table sizes and worse at others")
    ranked = [(label, {kind: group[kind] for kind in order if kind in group}) for label, group in known]
    figure = dots(title, gains_axis(tables[0]), [("", ranked, 0.0)], tables[0].goal.is_share, colour_of(tables[0]))
    return Chart("gains", title, figure, f"Each kind taken whenever it is legal. Kinds tried fewer than {SEEN} times have no dot.")


def colour_of(found: Actions) -> int:
    return load(found.ask.game).colour


def clear(dot: Dot) -> bool:
    return dot.low > 0 or dot.high < 0


def dotted(found: Estimate) -> Dot | None:
    if found.value is None or found.low is None or found.high is None:
        return None
    return Dot(found.value, found.low, found.high)


def grouped(worths: list[Worth], label: str, read: Callable[[Worth], Estimate]) -> tuple[str, dict[str, Dot]]:
    known = {worth.kind: dotted(read(worth)) for worth in worths}
    return label, {kind: dot for kind, dot in known.items() if dot is not None}


def gain_chart(found: Actions) -> Chart | None:
    """The ranked dot plot."""
    who, ranked = found.ask.who, [w for w in found.others if w.gain_legal.value is not None]
    if not ranked:
        return None
    groups = [
        grouped(ranked, "taken whenever it is legal", lambda w: w.gain_legal),
        grouped(ranked, f"where {who} chooses it", lambda w: w.gain_chosen),
    ]
    figure_groups = [group for group in groups if group[1]]
    title = headline(found, ranked)
    figure = dots(title, gains_axis(found), [("", figure_groups, 0.0)], found.goal.is_share, colour_of(found))
    return Chart("gains", title, figure, f"Kinds tried fewer than {SEEN} times have no dot.")


def headline(found: Actions, ranked: list[Worth]) -> str:
    who, base = found.ask.who, found.base
    taken = [w for w in ranked if w.verdict_chosen == "more"]
    if not taken:
        return f"No kind that {who} chooses is surely better than {base}"
    best = max(taken, key=lambda w: w.gain_chosen.value or 0.0)
    value, ends = figures(best.gain_chosen, times(found.goal))
    return f"Where {who} chooses it, {best.kind} {verb(found.goal)} {value} {gap_unit(found.goal)} more than {base} ({ends})"


def rate_chart(found: Actions) -> Chart | None:
    """How often each kind is legal, chosen, stopped."""
    ranked = sorted((w for w in found.others if w.tries), key=lambda w: -(w.chosen.value or 0.0) * w.tries)
    groups = [
        grouped(ranked, f"legal, of all {found.decision.turn}s", lambda w: w.legal),
        grouped(ranked, "chosen, where legal", lambda w: w.chosen),
        grouped([w for w in ranked if w.chosen_tries >= SEEN], "stopped, where chosen", lambda w: w.stopped),
    ]
    if not groups[0][1]:
        return None
    taken = {w.kind: d for w in ranked if (d := dotted(proportion(w.chosen_tries, found.turns))) is not None}
    title = f"{found.ask.who} takes {first_of(taken)} most often: at {share_of_turns(found, ranked[0])} of its turns"
    figure = dots(title, "share, 95 % interval", [("", [group for group in groups if group[1]], None)], True, colour_of(found))
    return Chart("rates", title, figure)


def share_of_turns(found: Actions, worth: Worth) -> str:
    return f"{worth.chosen_tries / found.turns:.0%}"


def table(found: Actions) -> Block:
    who, base = found.ask.who, found.base
    head = ("kind", "legal, %", "chosen, %", "stopped, %", "where chosen", "whenever legal", "helps, %", "hurts, %")
    rows = []
    for worth in (w for w in found.others if w.tries):
        counts = [rate(e) for e in (worth.legal, worth.chosen, worth.stopped)]
        scale = times(found.goal)
        gains = [gain(worth.gain_chosen, worth.verdict_chosen, scale), gain(worth.gain_legal, worth.verdict_legal, scale)]
        rows.append([worth.kind, *counts, *gains, rate(worth.helped), rate(worth.hurt)])
    unit = "points of the win" if found.goal.is_share else gap_unit(found.goal)
    note = (
        f"Legal: share of the turns; chosen: of those; stopped: of those chosen. Gains in {unit} against {base}, with 95 % "
        f"intervals; ?: not settled. Whenever legal: {who} is made to take the kind, and carries it out as it would; helps, hurts: how "
        f"often that {verb(found.goal)} more, or less."
    )
    return Block(f"Kinds of action, {found.players} players, the most gainful first", head, rows, note)


def rate(found: Estimate) -> str:
    return MISSING if found.value is None else figures(found, 100.0)[0]


def gain(found: Estimate, verdict: str, scale: float) -> str:
    """`17.3 (15.8 to 18.8)`."""
    if found.value is None:
        return MISSING
    return in_brackets(found, scale) + (" ?" if verdict == "not settled" else "")
