"""Who produced the claims of a run, and how strong they are known to be."""

from simlab.reports.rundir import Run
from simlab.reports.wording import rough_error, with_ends


def players(run: Run) -> list[dict[str, str]]:
    """Every policy of the run, in order of appearance: how it plays, how strong it is, where it sat."""
    known = run.manifest.get("policies", {})
    specs = [spec for cell in run.manifest["cells"] for arm in cell["arms"] for spec in arm["policies"]]
    names = list(dict.fromkeys(name_of(spec) for spec in specs))
    return [{"name": name, "doc": known.get(name, {}).get("doc", ""), "strength": strength(known.get(name, {}))} for name in names]


def name_of(spec: object) -> str:
    return str(spec["name"]) if isinstance(spec, dict) else str(spec)


def strength(known: dict[str, dict[str, float]]) -> str:
    """`one among basic players wins 31 % (30 to 32) of 20,000 games of four; an even share is 25 %`"""
    found = known.get("strength")
    if not found:
        return "Its strength has not been measured."
    low, high = found["ci_low"], found["ci_high"]
    share = with_ends(found["estimate"], low, high, rough_error(low, high), True)
    table = f"games of {found['players']:.0f}"
    even = f"an even share is {1 / found['players']:.1%}".replace("%", " %").replace(".0 ", " ")
    return f"One among {found['against']} players wins {share} of {found['games']:,.0f} {table}, default rules; {even}."


def line_up(run: Run) -> str:
    """Who played, in one clause: `basic at every seat`, or that it differs."""
    sets = {tuple(run.policies(cell.variant, cell.point)) for cell in run.cells}
    if all(len(set(policies)) == 1 for policies in sets):
        names = list(dict.fromkeys(policies[0] for policies in sets))
        if len(names) == 1:
            return f"{names[0]} at every seat"
    if len(sets) == 1:
        return ", ".join(f"seat {seat} {name}" for seat, name in enumerate(next(iter(sets))))
    return "line-ups that differ between the cells (see what was played)"
