"""Who produced the claims of a run, and how strong they are known to be."""

from typing import Any

from simlab.reports.rundir import Run, player_words
from simlab.reports.wording import ORDINALS, rough_error, with_ends
from simlab.words.titles import readable


def players(run: Run) -> list[dict[str, str]]:
    """Every policy of the run, in order of appearance: how it plays, how strong it is, where it sat."""
    known = run.manifest.get("policies", {})
    specs = [spec for cell in run.manifest["cells"] for arm in cell["arms"] for spec in arm["policies"]]
    names = list(dict.fromkeys(name_of(spec) for spec in specs))
    return [{"name": name, "doc": known.get(name, {}).get("doc", ""), "strength": strength(known.get(name, {}))} for name in names]


def name_of(spec: object) -> str:
    return str(spec["name"]) if isinstance(spec, dict) else str(spec)


def strength(known: dict[str, dict[str, Any]]) -> str:
    """`One among basic players wins 31 % (30 to 32) of 20,000 games of four ... A stronger player takes at least 0.3 chips ... from it.`"""
    found = known.get("strength")
    if not found:
        return "Its strength has not been measured."
    low, high = found["ci_low"], found["ci_high"]
    share = with_ends(found["estimate"], low, high, rough_error(low, high), True)
    table = f"games of {found['players']:.0f}"
    even = f"an even share is {1 / found['players']:.1%}".replace("%", " %").replace(".0 ", " ")
    wins = f"One among {others(str(found['against']))} wins {share} of {found['games']:,.0f} {table}, default rules; {even}."
    return f"{wins} {gain(found['gain'])}" if found.get("gain") else wins


def gain(found: dict[str, Any]) -> str:
    """What the best known deviator takes from such players: exactly, at least, or nothing that is known."""
    unit = f"{found['unit']} a {found['per']}"
    if found["ci_low"] is None:
        return f"A player who knows it takes {found['estimate']:.2g} {unit} from it, and nobody can take more."
    if found["ci_low"] <= 0:
        return "Nobody who was tried surely takes anything from it."
    low, high = found["ci_low"], found["ci_high"]
    return f"A stronger player takes at least {with_ends(found['estimate'], low, high, rough_error(low, high), False)} {unit} from it."


def others(name: str) -> str:
    """`basic players`, `players who act at random`"""
    return "players who act at random" if name == "uniform" else f"{readable(name)} players"


def line_up(run: Run) -> str:
    """Who played, in one clause: `the basic player at every seat`, or that it differs."""
    sets = [run.specs(cell.variant, cell.point) for cell in run.cells]
    if all(len({str(spec) for spec in specs}) == 1 for specs in sets):
        names = list(dict.fromkeys(player_words(run.words, specs[0]) for specs in sets))
        if len(names) == 1:
            return f"{names[0]} at every seat"
    if len({str(specs) for specs in sets}) == 1:
        return named_seats([player_words(run.words, spec) for spec in sets[0]])
    return "line-ups that differ (see what was played)"


def named_seats(names: list[str]) -> str:
    """`the expert player in the first seat, the basic player in the others`"""
    usual = max(dict.fromkeys(names), key=names.count)
    own = [f"{name} in the {ORDINALS[seat]} seat" for seat, name in enumerate(names) if name != usual]
    rest = "the others" if names.count(usual) > 1 else f"the {ORDINALS[names.index(usual)]} seat"
    return ", ".join([*own, f"{usual} in {rest}"])
