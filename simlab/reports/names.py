"""What people call the variants, cells, seats, players and levels of a run: never a name that only the code knows."""

import re
from typing import Any

from simlab.reports.rundir import GridPoint, Row, Run
from simlab.reports.wording import ORDINALS, placed
from simlab.words.titles import readable

PLAYER = re.compile(r"player (\d)")
LEADS = {"with", "without", "when", "if", "as", "under", "at", "in", "for", "by", "from", "on", "after", "before", "where", "among", "who"}


def variant_title(run: Run, name: str) -> str:
    return run.variant_title(name)


def led(words: str) -> str:
    """`with sudden death`; what begins with such a word already stays as it is."""
    return words if words.split(" ")[0].lower() in LEADS else f"with {words}"


def with_variant(run: Run, name: str) -> str:
    return led(variant_title(run, name))


def with_point(run: Run, point: GridPoint) -> str:
    """`with 4 players and target 50`; nothing where there is one point."""
    return led(point.label.replace(", ", " and ")) if point.label else ""


def policy_title(run: Run, spec: Any) -> str:
    """`the player who never attacks`"""
    name = str(spec["name"]) if isinstance(spec, dict) else str(spec)
    return run.words.policies.get(name, readable(name))


def level_words(run: Run, level: str | None) -> str:
    """A level as people say it: `a full house`, `the first position`."""
    if level is None:
        return ""
    known = run.words.levels
    if level in known:
        return known[level]
    parts = [known.get(part, readable(part)) for part in level.split(", ")]
    return " in ".join(placed(part, "the ") for part in parts)


def place_of(row: Row) -> int | None:
    """The place in the line-up that a row by player is of."""
    found = PLAYER.fullmatch(row["level"] or "")
    return None if found is None else int(found[1])


def who(run: Run, row: Row, variant: str, point: GridPoint) -> str:
    """Whose number it is: a seat, or a player by how it plays."""
    place, specs = place_of(row), run.specs(variant, point)
    mixed = len({str(spec) for spec in specs}) > 1
    if place is not None:
        return policy_title(run, specs[place]) if mixed else "one of the players"
    if row["seat"] is None:
        return ""
    seat = f"the {ORDINALS[row['seat']]} seat"
    named = mixed and len(run.variants) == 1 and not run.manifest["rotate_seats"]
    return f"{policy_title(run, specs[row['seat']])} in {seat}" if named else seat
