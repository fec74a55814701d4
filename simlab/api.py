"""From Python: `simlab.run("scenarios/template.yaml")` or `simlab.run({"game": "template", ...})` gives a `Result`."""

import shutil
import tempfile
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab.contract.knobs import show
from simlab.errors import InputError
from simlab.folders import HOME, holding, refuse_input
from simlab.runs.backends import Crew, Kind
from simlab.runs.manifest import also_folder
from simlab.runs.progress import Progress
from simlab.runs.results import label
from simlab.runs.run import run as play
from simlab.runs.store import PRODUCTS
from simlab.scenarios import scenario as scenarios
from simlab.scenarios.document import Document, assignment, place_and_value
from simlab.scenarios.plan import Plan
from simlab.scenarios.prepare import prepare, under

if TYPE_CHECKING:
    from simlab.reports.result import Result
    from simlab.runs.checks import Case


@dataclass(frozen=True)
class Changes:
    """What is said on the command line, or in a call, over what a scenario says."""

    games: int | None = None
    seed: int | None = None
    players: int | None = None
    policies: Any = None  # a name, {name: NAME, parameter: value}, or one for each seat
    metrics: Sequence[str] | None = None
    rules: Sequence[str] | Mapping[str, Any] = ()  # {"bet": 2}, or as it is typed: ["bet=2"]
    adjust: bool = False  # each deal once for every seat its cards can go to
    changes: Sequence[str] = ()  # any other key of a scenario, as it is typed: ["unit=round"]


def run(source: str | Path | Mapping[str, Any], *, out: str | Path | None = None, threads: int | None = None, fresh: bool = False,
        policy_files: Sequence[str] = (), report: bool = True, progress: Progress | None = None, backend: Kind = "threads",
        scheduler: str | None = None, then: "Callable[[Result], object] | None" = None, **changes: Any) -> "Result":  # fmt: skip
    """Play a scenario (a file or plain data) and return what came out.

    A file's run directory is `reports/NAME`; plain data goes into a temporary one unless `out` is given. No other command can write
    there before the report is written and `then` was called with the result.
    """
    from simlab.reports.result import Result

    document = scenarios.of(source) if isinstance(source, Mapping) else scenarios.read(Path(source))
    override(document, Changes(**changes))
    plan = plan_of(document, policy_files)
    keeper = None
    if out is None and isinstance(source, Mapping):
        keeper = Spare()
        out = keeper.folder
    folder = folder_of(source, out, "")
    how: dict[str, Any] = {"crew": Crew(backend, threads, scheduler), "fresh": fresh, "policy_files": policy_files, "progress": progress}
    with holding(folder):
        play(plan, folder, tracks=report, **how)
        for number, spec in enumerate(plan.scenario.also if len(plan.scenario.variant_names) > 1 else (), 1):
            play(under(plan, spec), folder / also_folder(number, spec), **how)
        result = Result(folder, keeper)
        if report:
            result.write_report()
        if then is not None:
            then(result)
    return result


class Spare:
    """A temporary folder that goes, without a word, when nobody holds it any more."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="simlab-")
        weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)


def folder_of(source: str | Path | Mapping[str, Any], out: str | Path | None, kind: str) -> Path:
    """The run directory: as given, or by the name of the scenario's file; never one in which that file would be written over."""
    if out is not None and not str(out):
        raise InputError("--out is empty: give the name of a folder")
    if isinstance(source, Mapping):
        return Path(out or "")
    folder = Path(out) if out is not None else HOME / f"{kind}{Path(source).stem}"
    refuse_input(Path(source), folder, PRODUCTS)
    return folder


def check(source: str | Path | Mapping[str, Any], *, out: str | Path | None = None, threads: int | None = None, fresh: bool = False,
          policy_files: Sequence[str] = (), progress: Progress | None = None, backend: Kind = "threads", scheduler: str | None = None,
          block: int | None = None, **changes: Any) -> "list[Case]":  # fmt: skip
    """Play a scenario until its `checks:` are settled (`games` is the most for each cell) and say how each stands.

    A file's run directory is `reports/check-NAME`; plain data goes into a temporary one unless `out` is given.
    """
    document = scenarios.of(source) if isinstance(source, Mapping) else scenarios.read(Path(source))
    override(document, Changes(**changes))
    plan = plan_of(document, policy_files)
    if not plan.scenario.checks:
        raise InputError(f"{document.name or 'the scenario'}: no `checks:` (for example: checks: [rounds < 20, capped == 0])")
    with tempfile.TemporaryDirectory(prefix="simlab-") as spare:
        folder = folder_of(source, spare if out is None and isinstance(source, Mapping) else out, "check-")
        how: dict[str, Any] = {"crew": Crew(backend, threads, scheduler), "fresh": fresh, "policy_files": policy_files}
        how |= {"progress": progress, "checks": True, "block": block}
        cases = play(plan, folder, **how).checks
        for number, spec in enumerate(plan.scenario.also, 1):
            theirs = play(under(plan, spec), folder / also_folder(number, spec), **how).checks
            cases = [case.again(label(spec), other) for case, other in zip(cases, theirs, strict=True)]
        return cases


def plan_of(document: Document, policy_files: Sequence[str]) -> Plan:
    """The plan, with policies of the user's own where a file of them is given."""
    if not policy_files:
        return prepare(document)
    from simlab.contract.catalogue import load
    from simlab.players.registry import made_ready, read_from_file

    game, own = load(str(document.data.get("game"))), [read_from_file(spec) for spec in policy_files]
    plan = prepare(document, own)  # what is wrong with it is said before anything is compiled
    return replace(plan, own=tuple(made_ready(game, spec, policy) for spec, policy in zip(policy_files, own, strict=True)))


def override(document: Document, said: Changes) -> None:
    """Put what was said over what stands in the file."""
    single: dict[str, tuple[str, Any]] = {
        "rollouts": ("games", said.games),
        "seed": ("seed", said.seed),
        "players": ("players", said.players),
    }
    single |= {"policies": ("policies", said.policies), "metrics": ("metrics", None if said.metrics is None else list(said.metrics))}
    for key, (name, value) in single.items():
        if value is not None:
            document.override((key,), value, f"--{name} {shown(value)}")
    if said.adjust:
        document.override(("adjust",), True, "--adjust")
    for text in said.changes:
        place, value = place_and_value(text, f"--change {text}")
        document.override(place, value, f"--change {text}")
    given = said.rules.items() if isinstance(said.rules, Mapping) else [assignment(text, f"--rules {text}") for text in said.rules]
    for knob, value in given:
        document.override(("rules", knob), value, f"--rules {knob}={shown(value)}")


def shown(value: Any) -> str:
    """As it is typed."""
    return ",".join(map(show, value)) if isinstance(value, list) else show(value)
