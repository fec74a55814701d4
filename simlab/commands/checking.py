"""`simlab check`: does what the scenario's `checks:` say still hold? Exit codes 0 (holds), 1 (broken), 3 (not settled)."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as xml

import click

from simlab import api, jit
from simlab.commands.progress import progress
from simlab.runs.checks import Case, sentences, worst

EXIT = {"holds": 0, "broken": 1, "not settled": 3}


def check(file: Path, as_json: bool, quiet: bool, junit: Path | None, **options: Any) -> None:
    """Play until every check is settled, say how each stands, and exit accordingly."""
    if not quiet:
        jit.announce()
    try:
        found = api.check(file, progress=progress(quiet or as_json), **options)
    except KeyboardInterrupt:
        click.echo("\nsimlab: stopped; what was played is kept: the same command goes on from there", err=True)
        sys.exit(130)
    told = list(sentences(found, several=len({json.dumps(case.number.cell, default=str) for case in found}) > 1))
    if junit is not None:
        write_junit(junit, str(file), told)
    if as_json:
        click.echo(json.dumps({"file": str(file), "state": worst(found), "checks": [as_data(*pair) for pair in told]}, ensure_ascii=False))
    elif not quiet:
        show(told)
    sys.exit(EXIT[worst(found)])


def show(told: Sequence[tuple[Case, str]]) -> None:
    for text in dict.fromkeys(case.check.text for case, _ in told):
        mine = [(case, sentence) for case, sentence in told if case.check.text == text]
        click.echo(f"{worst([case for case, _ in mine]):12} {text}")
        for case, sentence in mine:
            click.echo(f"{'':12}   {sentence}" if case.state == worst([c for c, _ in mine]) else f"{'':12}   {sentence} [{case.state}]")


def as_data(case: Case, sentence: str) -> dict[str, Any]:
    """A case as plain data."""
    metric, (value, error, low, high) = case.number.metric, case.found
    data = {"check": case.check.text, **case.number.cell, "metric": metric.name, "seat": metric.seat, "level": metric.level}
    data |= {"state": case.state, "estimate": value, "std_error": error, "ci_low": low, "ci_high": high}
    return {**data, "games": case.games, "needs": case.needs, "sentence": sentence}


def write_junit(path: Path, name: str, told: Sequence[tuple[Case, str]]) -> None:
    """As the test reports that build servers read: broken is a failure, not settled an error."""
    from simlab.disk import storage, write_whole

    counts = {"tests": len(told)}
    counts |= {key: sum(case.state == state for case, _ in told) for key, state in (("failures", "broken"), ("errors", "not settled"))}
    suites = xml.Element("testsuites", {key: str(count) for key, count in counts.items()})
    suite = xml.SubElement(suites, "testsuite", {"name": name, **{key: str(count) for key, count in counts.items()}})
    for case, sentence in told:
        cell = ", ".join(f"{key}={value}" for key, value in case.number.cell.items())
        one = xml.SubElement(suite, "testcase", {"classname": name, "name": f"{case.check.text} | {case.number.name} | {cell}"})
        if case.state != "holds":
            xml.SubElement(one, "failure" if case.state == "broken" else "error", {"message": f"{case.state}: {sentence}"})
        xml.SubElement(one, "system-out").text = sentence
    xml.indent(suites)
    with storage(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, xml.tostring(suites, encoding="utf-8", xml_declaration=True) + b"\n")
