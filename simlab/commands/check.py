"""`simlab check`: does what the scenario's `checks:` say still hold?

Exit codes: 0 holds, 1 broken, 2 the scenario or the command is wrong, 3 not settled, 4 could not tell because it failed.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.endings import leave
from simlab.commands.run import as_said
from simlab.errors import InputError, SimlabError

if TYPE_CHECKING:
    from simlab.runs.checks import Case

EXIT = {"holds": 0, "broken": 1, "not settled": 3}
FAILED = 4  # a policy that raised, a full disk, a bug: nothing is known about the checks


@click.command()
@options.SCENARIO
@options.CREW
@options.OUT(without="reports/check-NAME")
@options.FRESH()
@options.JSON()
@options.QUIET()
@click.option("--junit", type=options.FILE, metavar="FILE", help="Write a test report for build servers into this file.")
def check(file: Path, as_json: bool, quiet: bool, junit: Path | None, **asked: Any) -> None:
    """Play until checks are settled; exit 0 holds, 1 broken, 3 open, 4 failed. Example: simlab check scenarios/template-check.yaml"""
    try:
        state = verdict_of(file, as_json, quiet, junit, **asked)
    except InputError:
        raise
    except Exception as error:
        what = error if isinstance(error, SimlabError) else f"{type(error).__name__}: {error}"
        leave(f"could not tell: {what}", FAILED)
    sys.exit(EXIT[state])


def verdict_of(file: Path, as_json: bool, quiet: bool, junit: Path | None, **asked: Any) -> str:
    """Play, say how each check stands, and return the worst."""
    from simlab import api, jit
    from simlab.commands.progress import under_way
    from simlab.runs.checks import sentences, worst

    if not quiet:
        jit.announce()
    with under_way(quiet or as_json) as told:
        cases = api.check(file, progress=told, **as_said(**asked))
    verdicts = list(sentences(cases, several=len({json.dumps(case.number.cell, default=str) for case in cases}) > 1))
    if junit is not None:
        write_junit(junit, str(file), verdicts)
    if as_json:
        data = {"file": str(file), "state": worst(cases), "checks": [as_data(*pair) for pair in verdicts]}
        click.echo(json.dumps(data, ensure_ascii=False))
    elif not quiet:
        show(verdicts)
    return worst(cases)


def show(verdicts: Sequence[tuple["Case", str]]) -> None:
    """Check by check, with a sentence for each number it is about."""
    from simlab.runs.checks import worst

    for text in dict.fromkeys(case.check.text for case, _ in verdicts):
        mine = [(case, sentence) for case, sentence in verdicts if case.check.text == text]
        state = worst([case for case, _ in mine])
        click.echo(f"{state:12} {text}")
        for case, sentence in mine:
            click.echo(f"{'':12}   {sentence}" if case.state == state else f"{'':12}   {sentence} [{case.state}]")


def as_data(case: "Case", sentence: str) -> dict[str, Any]:
    """A case as plain data."""
    metric, (value, error, low, high) = case.number.metric, case.found
    data = {"check": case.check.text, **case.number.cell, "metric": metric.name, "seat": metric.seat, "level": metric.level}
    data |= {"also": {name: other.state for name, other in case.others}} if case.others else {}
    data |= {"state": case.state, "estimate": value, "std_error": error, "ci_low": low, "ci_high": high}
    return {**data, "games": case.games, "needs": case.needs, "sentence": sentence}


def write_junit(path: Path, name: str, verdicts: Sequence[tuple["Case", str]]) -> None:
    """As the test reports that build servers read: broken is a failure, not settled an error."""
    from xml.etree import ElementTree as xml

    from simlab.disk import storage, write_whole

    counts = {"tests": len(verdicts)}
    counts |= {key: sum(case.state == state for case, _ in verdicts) for key, state in (("failures", "broken"), ("errors", "not settled"))}
    suites = xml.Element("testsuites", {key: str(count) for key, count in counts.items()})
    suite = xml.SubElement(suites, "testsuite", {"name": name, **{key: str(count) for key, count in counts.items()}})
    for case, sentence in verdicts:
        cell = ", ".join(f"{key}={value}" for key, value in case.number.cell.items())
        one = xml.SubElement(suite, "testcase", {"classname": name, "name": f"{case.check.text} | {case.number.name} | {cell}"})
        if case.state != "holds":
            xml.SubElement(one, "failure" if case.state == "broken" else "error", {"message": f"{case.state}: {sentence}"})
        xml.SubElement(one, "system-out").text = sentence
    xml.indent(suites)
    with storage(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, xml.tostring(suites, encoding="utf-8", xml_declaration=True) + b"\n")
