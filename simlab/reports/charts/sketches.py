"""The charts that a run's game has sketched: columns that go together, a kind of drawing, a title. Read from the manifest."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from simlab.reports.rundir import Run


@dataclass(frozen=True)
class Sketch:
    """One chart of a game, as its author wants it; what the fields are for stands in `contract/charts.py`."""

    name: str
    kind: str
    metrics: tuple[str, ...]
    says: str = ""
    labels: tuple[str, ...] = ()
    axis: str = ""
    across: str = ""
    parts: tuple[str, ...] = ()
    params: tuple[str, ...] = ()


FIELDS = [field.name for field in fields(Sketch)]


def sketches(run: Run) -> list[Sketch]:
    """In the order of the game; a run written before games had charts of their own has none."""
    return [sketch(entry) for entry in run.manifest.get("charts", [])]


def sketch(entry: Mapping[str, Any]) -> Sketch:
    """JSON has lists for tuples; what a later version may have added is left out."""
    known = [(name, entry[name]) for name in FIELDS if name in entry]
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in known}
    return Sketch(**values)
