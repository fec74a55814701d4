"""From Python: `simlab.run("scenarios/template.yaml")` or `simlab.run({"game": "template", ...})` gives a `Result`."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab.experiments import scenario as scenarios
from simlab.experiments.document import Document, Place, parse_value
from simlab.experiments.plan import Plan, prepare
from simlab.experiments.run import Progress
from simlab.experiments.run import run as play

if TYPE_CHECKING:
    from simlab.reports.result import Result

HOME = Path("reports")  # where run directories go


def run(source: str | Path | Mapping[str, Any], *, rollouts: int | None = None, seed: int | None = None, sets: Sequence[str] = (),
        out: str | Path | None = None, threads: int | None = None, fresh: bool = False, policy_files: Sequence[str] = (),
        report: bool = True, progress: Progress | None = None) -> "Result":  # fmt: skip
    """Play a scenario (a file or plain data) and return what came out.

    A file's run directory is `reports/NAME`; plain data goes into a temporary one unless `out` is given.
    """
    from simlab.reports.result import Result

    document = scenarios.of(source) if isinstance(source, Mapping) else scenarios.read(Path(source))
    override(document, rollouts, seed, sets)
    plan = plan_of(document, policy_files)
    keeper = None
    if out is None and isinstance(source, Mapping):
        keeper = tempfile.TemporaryDirectory(prefix="simlab-")
        out = keeper.name
    folder = Path(out) if out is not None else HOME / Path(str(source)).stem
    play(plan, folder, threads=threads, fresh=fresh, policy_files=policy_files, progress=progress)
    result = Result(folder, keeper)
    if report:
        result.write_report()
    return result


def plan_of(document: Document, policy_files: Sequence[str]) -> Plan:
    """The plan, with policies of the user's own where a file of them is given."""
    if not policy_files:
        return prepare(document)
    from simlab.games.contract import load
    from simlab.players.registry import from_file

    return prepare(document, [from_file(load(str(document.data.get("game"))), spec) for spec in policy_files])


def override(document: Document, rollouts: int | None, seed: int | None, sets: Sequence[str]) -> None:
    """Put the command line's values over the file's."""
    for name, value in (("rollouts", rollouts), ("seed", seed)):
        if value is not None:
            document.override((name,), value, f"--{name} {value}")
    for text in sets:
        place, value = assignment(text, f"--set {text}")
        document.override(place, value, f"--set {text}")


def assignment(text: str, said: str) -> tuple[Place, Any]:
    """`rules.target=40` as a place and a value."""
    from simlab.errors import InputError

    key, sign, value = text.partition("=")
    if not sign or not all(key.split(".")):
        raise InputError(f"{said}: write KEY=VALUE, for example rules.target=40")
    return tuple(key.strip().split(".")), parse_value(value, said)
