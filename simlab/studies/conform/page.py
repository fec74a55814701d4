"""Conformance as a study: the promises one by one, what is broken and where, and what no game reached."""

from dataclasses import asdict

from simlab.reports.study import Block, Study
from simlab.studies.conform.measure import PROMISES, Conformance


def conform_study(found: Conformance) -> Study:
    title = f"{found.game}: does it keep the contract?"
    lead = f"{found.games} random games over random rules, {found.decisions:,} decisions, bounds checks on."
    data = {"findings": sentences(found), **asdict(found), "broken": found.broken}
    return Study(title, lead, sentences(found), [promise_table(found), *unreached_tables(found)], data, [])


def sentences(found: Conformance) -> list[str]:
    """The answer first, then each fault, then what could not be looked into."""
    if not found.faults:
        first = f"{found.game} keeps every promise that {found.games} random games could test."
    else:
        number = len(found.broken)
        first = f"{found.game} breaks {number} promise{'s' if number > 1 else ''}: {'; '.join(found.broken)}."
    return [first, *(fault.sentence(found.game) for fault in found.faults), *found.notes]


def promise_table(found: Conformance) -> Block:
    rows = []
    for promise in PROMISES:
        number = found.counts.get(promise, 0)
        state = "broken" if promise in found.broken else "holds" if number else "not looked into"
        rows.append([promise, f"{number:,}", state])
    return Block("Promises", ("promise", "looked at, times", "result"), rows)


def unreached_tables(found: Conformance) -> list[Block]:
    if not found.unreached:
        return []
    rows = [[kind, ", ".join(items)] for kind, items in found.unreached.items()]
    return [Block("What no game reached", ("what", "which"), rows, "More games (--games) reach more; what none can reach may be dead.")]
