"""What Arcana's suits are worth as a study: fates of planted cards, and a forest of gains for each goal."""

from pathlib import Path
from typing import Any

import matplotlib

from simlab.games.arcana.game import GAME
from simlab.games.arcana.studies.effects import ENOUGH, GOALS, LEDGER, STANDINGS, Effects, Line, effects
from simlab.reports.charts import kit
from simlab.reports.charts.kit import STYLE, Chart, Data, Dot
from simlab.reports.study import Block, Study, interval_cells
from simlab.stats.claims import figures, first_of
from simlab.stats.estimates import Estimate
from simlab.studies.ask import Ask
from simlab.studies.effects import EffectsStudy

UNITS = {"coins": "coins won in the deal", "points": "points", "win": "percentage points of the win"}
SMALL = 0.004  # parts of a bar below this are left out
TIMES = {"coins": 1.0, "points": 1.0, "win": 100.0}


def make_study(ask: Ask, folder: Path | None = None, **playing: Any) -> Study:
    """What `simlab effects` asks."""
    return effects_study(effects(ask, folder, **playing))


EFFECTS = EffectsStudy(rollouts=10_000, make=make_study)


def effects_study(found: Effects) -> Study:
    trials = found.trials
    title = f"arcana, {found.rules.players} players: what is each suit's effect worth to the one who discards?"
    lead = (
        f"{trials.games:,} discards out of as many games of {trials.ask.policy}; the game goes on from there with the effect of this "
        "one card and without it, on the same deals. What is shown is the difference, with 95 % intervals. Every player plays as "
        f"{trials.ask.policy} does: what a better use of a known card would bring is not in it."
    )
    with matplotlib.rc_context(STYLE):
        drawn = [fate_chart(found), *(forest(found, goal) for goal in GOALS), depth_chart(found), winner_chart(found)]
    tables = [gain_table(found), depth_table(found), fate_table(found), winner_table(found)]
    return Study(title, lead, sentences(found), tables, found.as_json(), [chart for chart in drawn if chart is not None])


def dot(found: Estimate, times: float = 1.0) -> Dot:
    value = times * (found.value or 0.0)
    return Dot(value, value if found.low is None else times * found.low, value if found.high is None else times * found.high)


def known(lines: list[Line]) -> list[Line]:
    """Those that came up in two games or more."""
    return [line for line in lines if line.games > 1]


def said(gain: Estimate, goal: str) -> str:
    times = TIMES[goal]
    value, ends = figures(gain, times)
    return f"{'+' if (gain.value or 0.0) > 0 else ''}{value} {UNITS[goal]} (95 % interval {ends})"


def sentences(found: Effects) -> list[str]:
    """What is settled about the effects, and what is not."""
    told, left = [], []
    for goal in GOALS:
        pairs = list(zip(found.of("effect"), found.claims("effect", goal), strict=True))
        told += [f"{line.effect}: {said(claim.told, goal)} for the discarder." for line, claim in pairs if claim.holds]
        rest = [line.effect for line, claim in pairs if not claim.holds and line.games > 1]
        left += [f"{GOALS[goal]}: {', '.join(rest)}"] if rest else []
    apart = zip(found.of("standing"), found.claims("standing", "points"), strict=True)
    told += [f"{line.effect}, {line.standing}: {said(claim.told, 'points')} for the discarder." for line, claim in apart if claim.holds]
    if left:
        told.append(f"Not settled by {found.trials.games:,} discards ({'; '.join(left)}).")
    return [*told, *fate_sentences(found)]


def fate_sentences(found: Effects) -> list[str]:
    back = {depth: rows[0][1] for depth, rows in found.fates().items() if rows[0][1].value is not None}
    if not back:
        return []
    return [return_sentence(found, back), f"Cups erase a planted card in {100 * erased_at_most(found):.1f} % of the cases at most."]


def return_sentence(found: Effects, back: dict[int, Estimate]) -> str:
    """From which depth a card comes back to its planter most often, or that these games cannot tell."""
    best = max(back, key=lambda depth: back[depth].value or 0.0)
    often = f"{100 * (back[best].value or 0):.0f} % of the time"
    if not found.is_depth_felt(list(back.values())):
        return f"From which depth a planted card comes back most often is not settled ({often})."
    first = first_of({str(depth): dot(share) for depth, share in back.items()})
    if not first.startswith(str(best)):
        return f"How deep a card is planted changes how often it comes back; which depth is best is not settled (depth {best}: {often})."
    named = "" if first == str(best) else f"depth {best} "
    return f"A card planted at depth {first} comes back to its planter most often: {named}{often}."


def erased_at_most(found: Effects) -> float:
    """From whatever depth: the ends of all intervals, which hold together."""
    shares = [rows[-2][1] for rows in found.fates().values()]
    return max(claim.told.high or 0.0 for claim in LEDGER.judge("erased", shares, [found.trials.games] * len(shares)))


# ---- charts


def fate_chart(found: Effects) -> Chart | None:
    fates = found.fates()
    names = [who for who, _ in next(iter(fates.values()))]
    parts = [(who, [dot(rows[k][1]) for rows in fates.values()]) for k, who in enumerate(names)]
    parts = [(who, dots) for who, dots in parts if any(d.value > 0 for d in dots)]
    if not parts:
        return None
    title = "Who draws a card planted by a Sword? " + (fate_sentences(found) or [""])[0]
    figure = kit.stacked_bars(title, "share of planted cards, 95 % interval", [f"depth {depth}" for depth in fates], parts, True)
    rows = [(depth, who, *dot(share)) for depth, shares in fates.items() for who, share in shares]
    return Chart("fates", title, figure, "", Data(("depth", "who", "share", "low", "high"), rows))


def forest(found: Effects, goal: str) -> Chart | None:
    rows, rare = [], []
    for kind, note, colour in (("effect", "any position", 0), ("played", f"as {found.trials.ask.policy} lays it", 1)):
        for line, settled in zip(found.of(kind), found.settled(kind, goal), strict=True):
            name = f"{line.effect}, {note}"
            if line.games >= ENOUGH:
                rows.append((name, dot(line.gains[goal], TIMES[goal]), settled, colour))
            else:
                rare.append(name)
    if not rows:
        return None
    best = max(rows, key=lambda row: (row[2], abs(row[1].value)))
    clear = f"{best[0]}: {best[1].value:+.2g} {UNITS[goal]}" if best[2] else "no effect is clearly above or below nothing"
    title = f"What an effect changes of the {GOALS[goal]}: {clear}"
    unit = f", {UNITS[goal]}" if goal == "win" else ""
    axis = f"change of the discarder's {GOALS[goal]}{unit}, 95 % interval; grey: not settled"
    figure = kit.forest(title, axis, rows, GAME.colour)
    note = f"Left out, in fewer than {ENOUGH} games: {', '.join(rare)}." if rare else ""
    return Chart(f"worth_{goal}", title, figure, note, Data(("effect", "gain", "low", "high"), [(name, *d) for name, d, _, _ in rows]))


def depth_chart(found: Effects) -> Chart | None:
    """A Sword by depth: a line for each standing."""
    lines = known(found.of("depth and standing"))
    groups = [
        (standing, [(float(line.depth or 0), dot(line.gains["points"])) for line in lines if line.standing == standing])
        for standing in STANDINGS
    ]
    groups = [group for group in groups if group[1]]
    if not groups:
        return None
    overall = found.of("depth")
    sure = [line for line, settled in zip(overall, found.settled("depth", "points"), strict=True) if settled]
    depths = ", ".join(str(line.depth) for line in sure)
    title = f"A Sword's plant: {f'depth {depths} clearly matters' if sure else 'no depth clearly brings or costs points'}"
    figure = kit.curve(title, ("depth of the plant", "points of the planter more than without"), groups, False, GAME.colour)
    axes = figure.get_axes()[0]
    axes.axhline(0, color=kit.INK, lw=1)
    axes.set_xticks([line.depth or 0 for line in overall])
    rows = [(line.depth, line.standing, *dot(line.gains["points"])) for line in lines]
    return Chart("sword_depths", title, figure, "", Data(("depth", "standing", "points", "low", "high"), rows))


def winner_chart(found: Effects) -> Chart | None:
    """A bar for each kind of showdown, a part for each category that is worth a part somewhere."""
    kinds = [kind for kind in found.winners if kind.deals > 1]
    if not kinds:
        return None
    hands = [hand for hand in found.winners[0].shares if any((kind.shares[hand].value or 0.0) >= SMALL for kind in kinds)]
    parts = [(hand, [dot(kind.shares[hand]) for kind in kinds]) for hand in hands]
    best = {kind.name: first_of({hand: dot(kind.shares[hand]) for hand in hands}) for kind in kinds}
    usual = [f"{name}: {hand}" for name, hand in best.items() if not name.startswith("seat ")]
    title = f"Who wins with what: {'; '.join(usual)}"
    if len(set(best.values())) == 1:
        title = f"Whoever bids first and whoever wins, the hand is most often this: {best[kinds[0].name]}"
    figure = kit.stacked_bars(title, "share of showdowns by winning hand", [kind.name for kind in kinds], parts, True)
    rows = [(kind.name, hand, *dot(share)) for kind in kinds for hand, share in kind.shares.items()]
    note = f"Left out of the bars: hands below {SMALL:.1%} everywhere."
    return Chart("winning_hands", title, figure, note, Data(("showdowns", "hand", "share", "low", "high"), rows))


# ---- tables


def cells(line: Line) -> list[str]:
    found: list[str] = []
    for goal in GOALS:
        found += interval_cells(line.gains[goal], TIMES[goal])
    return found


HEAD = ("coins of the deal", "95 % interval", "points", "95 % interval", "win, % points", "95 % interval")


def gain_table(found: Effects) -> Block:
    rows = []
    for kind, words in (("effect", "any"), ("standing", ""), ("played", f"as {found.trials.ask.policy} lays it")):
        for line in known(found.of(kind)):
            rows.append([line.effect, line.standing or words, f"{line.games:,}", *cells(line)])
    note = "Differences for the discarder between the effect of this one card and none, everything else alike."
    return Block("Each effect", ("effect", "position", "games", *HEAD), rows, note)


def depth_table(found: Effects) -> Block:
    rows = []
    for kind in ("depth", "depth and standing", "cups by depth"):
        for line in known(found.of(kind)):
            rows.append([line.effect, str(line.depth), line.standing or "any", f"{line.games:,}", *cells(line)])
    return Block("By depth", ("effect", "depth", "position", "games", *HEAD), rows)


def fate_table(found: Effects) -> Block:
    rows = [
        [str(depth), who, *interval_cells(share, 100)]
        for depth, shares in found.fates().items()
        for who, share in shares
        if share.value
    ]  # fmt: skip
    return Block("Who draws a planted card", ("depth", "who", "%", "95 % interval"), rows)


def winner_table(found: Effects) -> Block:
    rows = [
        [kind.name, f"{kind.deals:,}", hand, *interval_cells(share, 100)]
        for kind in found.winners
        for hand, share in kind.shares.items()
        if (share.value or 0.0) >= SMALL
    ]
    return Block("Winning hands by who bid first", ("showdowns", "deals", "hand", "%", "95 % interval"), rows)
