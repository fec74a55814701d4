"""Does it hold for other players? What other policies (`also:`) make of the differences that a run has settled.

Nothing is said here of a difference that the run itself does not claim, so this adds no claims of its own; and a difference counts under
another policy when the run of that policy claims it, by the same ledger.
"""

from collections.abc import Iterator

from simlab.reports.rundir import Row, Run, is_settled


def found_again(run: Run, row: Row) -> Iterator[tuple[str, Row]]:
    """The same comparison under every other policy that has it."""
    same = ("variant", "players", "seat", "level", *run.manifest["swept"])
    for name, other in run.also.items():
        for theirs in other.differences(row["metric"]):
            if all(theirs[key] == row[key] for key in same):
                yield name, theirs


def turns_round(row: Row, theirs: Row) -> bool:
    """Both are settled, and one is more where the other is less."""
    return is_settled(row) and is_settled(theirs) and row["estimate"] * theirs["estimate"] < 0


def again(run: Run, row: Row) -> str:
    """`; also under bully and search`, `; turns round under bully: shorter by 0.008 rounds (...)`, `; not settled under search`"""
    if not is_settled(row):
        return ""
    found = list(found_again(run, row))
    turned = [f"; turns round under {name}: {theirs['verdict']}" for name, theirs in found if turns_round(row, theirs)]
    holds = [name for name, theirs in found if is_settled(theirs) and not turns_round(row, theirs)]
    silent = [name for name, theirs in found if not is_settled(theirs)]
    parts = [*turned, *([f"; also under {listed(holds)}"] if holds else []), *([f"; not settled under {listed(silent)}"] if silent else [])]
    return "".join(parts)


def has_turned(run: Run, row: Row) -> bool:
    """Does any other policy turn it round?"""
    return any(turns_round(row, theirs) for _, theirs in found_again(run, row))


def listed(names: list[str]) -> str:
    """`a, b and c`"""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
