"""From Python: `simlab.run("scenarios/template.yaml")` or `simlab.run({"game": "template", ...})` gives a `Result`."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab.errors import InputError
from simlab.runs.backends import Crew, Kind
from simlab.runs.manifest import also_folder
from simlab.runs.progress import Progress
from simlab.runs.run import run as play
from simlab.scenarios import scenario as scenarios
from simlab.scenarios.document import Document, Place, parse_value
from simlab.scenarios.plan import Plan
from simlab.scenarios.prepare import prepare, under

if TYPE_CHECKING:
    from simlab.reports.result import Result
    from simlab.runs.checks import Case

HOME = Path("reports")  # where run directories go


def run(source: str | Path | Mapping[str, Any], *, rollouts: int | None = None, seed: int | None = None, sets: Sequence[str] = (),
        out: str | Path | None = None, threads: int | None = None, fresh: bool = False, policy_files: Sequence[str] = (),
        report: bool = True, progress: Progress | None = None, backend: Kind = "threads", scheduler: str | None = None
        ) -> "Result":  # fmt: skip
    """Play a scenario (a file or plain data) and return what came out.

    A file's run directory is `reports/NAME`; plain data goes into a temporary one unless `out` is given.
    """
    from simlab.reports.result import Result
    from simlab.runs.follow import follow

    document = scenarios.of(source) if isinstance(source, Mapping) else scenarios.read(Path(source))
    override(document, rollouts, seed, sets)
    plan = plan_of(document, policy_files)
    keeper = None
    if out is None and isinstance(source, Mapping):
        keeper = tempfile.TemporaryDirectory(prefix="simlab-")
        out = keeper.name
    folder = Path(out) if out is not None else HOME / Path(str(source)).stem
    how: dict[str, Any] = {"crew": Crew(backend, threads, scheduler), "fresh": fresh, "policy_files": policy_files, "progress": progress}
    play(plan, folder, **how)
    for number, spec in enumerate(plan.scenario.also, 1):
        play(under(plan, spec), folder / also_folder(number, spec), **how)
    if report:
        follow(plan, folder)
    result = Result(folder, keeper)
    if report:
        result.write_report()
    return result


def check(source: str | Path | Mapping[str, Any], *, rollouts: int | None = None, seed: int | None = None, sets: Sequence[str] = (),
          out: str | Path | None = None, threads: int | None = None, policy_files: Sequence[str] = (), backend: Kind = "threads",
          scheduler: str | None = None, **options: Any) -> "list[Case]":  # fmt: skip
    """Play a scenario until its `checks:` are settled (`rollouts` is the most for each cell) and say how each stands.

    A file's run directory is `reports/check-NAME`; plain data goes into a temporary one unless `out` is given.
    """
    document = scenarios.of(source) if isinstance(source, Mapping) else scenarios.read(Path(source))
    override(document, rollouts, seed, sets)
    plan = plan_of(document, policy_files)
    if not plan.scenario.checks:
        raise InputError(f"{document.name or 'the scenario'}: no `checks:` (for example: checks: [rounds < 20, capped == 0])")
    with tempfile.TemporaryDirectory(prefix="simlab-") as spare:
        folder = Path(out or (spare if isinstance(source, Mapping) else HOME / f"check-{Path(str(source)).stem}"))
        return play(plan, folder, crew=Crew(backend, threads, scheduler), policy_files=policy_files, checks=True, **options).checks


def plan_of(document: Document, policy_files: Sequence[str]) -> Plan:
    """The plan, with policies of the user's own where a file of them is given."""
    if not policy_files:
        return prepare(document)
    from simlab.contract.catalogue import load
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
    key, sign, value = text.partition("=")
    if not sign or not all(key.split(".")):
        raise InputError(f"{said}: write KEY=VALUE, for example rules.target=40")
    return tuple(key.strip().split(".")), parse_value(value, said)
