"""What decides the games of a run: two runs of one identity may share their blocks, and a worker must have the same code."""

import hashlib
import inspect
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

from simlab import sources
from simlab.contract.catalogue import load
from simlab.play.probes.probe import Probe
from simlab.players.registry import policies
from simlab.scenarios.plan import Plan

PLAYING = ("play/drivers.py", "runs/sums.py")  # beside the game and its policies, with all they reach
ALONE = (  # ... and for themselves: they reach what has no part in the numbers
    "players/registry.py",
    "runs/blocks.py",
    "runs/identity.py",
    "runs/parts.py",
    "runs/rollout_rows.py",
    "runs/samples.py",
    "scenarios/plan.py",
)


def identify(plan: Plan, policy_files: Sequence[str] = (), probe: Probe | None = None) -> dict[str, Any]:
    """All that decides what is played, and what looks into it; two runs of one identity may share their blocks."""
    scenario = plan.scenario
    found: dict[str, Any] = {"game": f"{plan.game.name} version {plan.game.version}", "seed": scenario.seed}
    arms = [(point, arm) for point in plan.points for arm in point.arms]
    found["players"] = [point.players for point in plan.points]
    found["variants"] = scenario.variant_names
    found["rules"] = [arm.rules.changed() for _, arm in arms]
    found["policies"] = [list(arm.policies) for _, arm in arms]
    found |= {"files": files} if (files := files_of(plan)) else {}
    found |= {"rotate_seats": scenario.rotate_seats, "define": dict(scenario.define)}
    found |= {"adjust": True} if scenario.adjust else {}
    found |= {"columns": list(plan.kept)} if plan.kept else {}
    found |= {} if probe is None else {"probe": as_data(probe)}
    found["code"] = code_digest(plan.game.name, tuple(policy_files), probe)
    return found


def files_of(plan: Plan) -> dict[str, list[str]]:
    """Checksums of the files that policies play by, rule set after rule set; also of policies on whom others stand."""
    found: dict[str, list[str]] = {}
    known = policies(plan.game, plan.own)
    for arm in (arm for point in plan.points for arm in point.arms):
        named = {name for spec in arm.policies for name in ([spec] if isinstance(spec, str) else spec.values()) if isinstance(name, str)}
        for policy in (known[name] for name in sorted(named & known.keys())):
            if policy.data is not None:
                found.setdefault(policy.name, []).append(policy.data(plan.game, arm.rules))
    return found


def as_data(probe: Probe) -> dict[str, Any]:
    """As it is read back from a file."""
    return {"name": type(probe).__name__, **json.loads(json.dumps(asdict(probe)))}  # type: ignore[call-overload]


@lru_cache(maxsize=8)
def code_digest(game: str, policy_files: tuple[str, ...] = (), probe: Probe | None = None) -> str:
    """Twelve letters that change with any source that decides what is played or how it is added up."""
    found = load(game)
    acts = [inspect.unwrap(getattr(policy.act, "py_func", policy.act)) for policy in policies(found).values()]
    lookers = [] if probe is None else [type(probe).play]
    recast = found.searching.recast
    buckets = (found.abstraction.bucket, found.abstraction.choices) if found.abstraction else ()
    asked = [inspect.unwrap(getattr(part, "py_func", part)) for part in (recast, *buckets) if part]
    knobs = sys.modules[found.Rules.__module__]
    files = [file for part in (found.engine, knobs, *acts, *asked, *lookers) if (file := sources.source_of(part))]
    own = loaded_with([Path(spec.rpartition(":")[0]).resolve() for spec in policy_files])
    reached = sources.reached([*(sources.PACKAGE / name for name in PLAYING), *files, *own])
    alone = {f"{sources.PACKAGE.name}/{name}": sources.PACKAGE / name for name in ALONE}
    suited = [sorted(found.searching.settings.items()), sorted(found.searching.crowded.items())]  # by value: they stand beside charts
    columns = [[column.name, column.kind, column.seats, column.levels, column.over, column.none, column.hidden] for column in found.columns]
    digest = hashlib.sha256(json.dumps([policy_files, suited, columns]).encode())
    for name, path in sorted((reached | alone).items()):
        digest.update(name.encode() + sources.fingerprint(path))
    return digest.hexdigest()[:12]


def loaded_with(files: Sequence[Path]) -> list[Path]:
    """Files of policies, and of the modules that their import statements have brought: helpers lie wherever Python found them."""
    found, wanted = {}, list(files)
    while wanted:
        path = wanted.pop()
        if path not in found and path.suffix == ".py":
            found[path] = True
            wanted += brought_by(path)
    return list(found)


def brought_by(path: Path) -> Iterator[Path]:
    """The author's own modules that a file imports, as they are loaded now."""
    for dotted in sources.imported(path.read_text(encoding="utf-8", errors="replace")):
        parts = dotted.split(".")
        if parts[0] in sys.stdlib_module_names or parts[0] in sources.BUILT_ON or parts[0] in ("", sources.PACKAGE.name):
            continue
        for end in range(1, len(parts) + 1):
            file = sources.source_of(sys.modules.get(".".join(parts[:end])))
            if file is not None and not set(sources.INSTALLED) & set(file.parts):
                yield file.resolve()
