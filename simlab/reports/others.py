"""Does it hold for other players? What other policies (`also:`) make of the differences that a run has settled.

Nothing is said here of a difference that the run itself does not claim, so this adds no claims of its own; and a difference counts under
another policy when the run of that policy claims it, by the same ledger.
"""

from collections.abc import Iterator, Sequence

from simlab.reports.names import policy_title
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
    """`; the same when the bully plays`, `; the other way round when the bully plays: ...`, `; not settled when ...`"""
    return in_other_hands(row, [(policy_title(run, name), theirs) for name, theirs in found_again(run, row)])


def in_other_hands(row: Row, found: Sequence[tuple[str, Row]]) -> str:
    """The same for a comparison of any page, with what other policies made of it."""
    if not is_settled(row):
        return ""
    turned = [f"; the other way round when {name} plays: {theirs['verdict']}" for name, theirs in found if turns_round(row, theirs)]
    holds = [name for name, theirs in found if is_settled(theirs) and not turns_round(row, theirs)]
    silent = [name for name, theirs in found if not is_settled(theirs)]
    parts = [*turned, *([f"; the same when {listed(holds, 'or')} plays"] if holds else [])]
    return "".join([*parts, *([f"; not settled when {listed(silent, 'or')} plays"] if silent else [])])


def has_turned(run: Run, row: Row) -> bool:
    """Does any other policy turn it round?"""
    return any(turns_round(row, theirs) for _, theirs in found_again(run, row))


def listed(names: Sequence[str], word: str = "and") -> str:
    """`a, b and c`"""
    return f" {word} ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
