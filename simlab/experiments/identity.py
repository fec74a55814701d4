"""What decides the games of a run: two runs of one identity may share their blocks, and a worker must have the same code."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from simlab.experiments.plan import Plan
from simlab.jit import PACKAGE

SHARED = ("jit.py", "rng.py", "masks.py", "bits.py", "cards.py", "ranking", "play", "solvers", "players", "games/mechanics")
SUMMING = ("recipe.py", "sums.py", "blocks.py", "rows.py")


def identify(plan: Plan, policy_files: Sequence[str] = ()) -> dict[str, Any]:
    """All that decides what is played; two runs of one identity may share their blocks."""
    scenario = plan.scenario
    found: dict[str, Any] = {"game": f"{plan.game.name} version {plan.game.version}", "seed": scenario.seed}
    arms = [(point, arm) for point in plan.points for arm in point.arms]
    found["players"] = [point.players for point in plan.points]
    found["variants"] = scenario.variant_names
    found["rules"] = [arm.rules.changed() for _, arm in arms]
    found["policies"] = [list(arm.policies) for _, arm in arms]
    found |= {"rotate_seats": scenario.rotate_seats, "define": dict(scenario.define)}
    found |= {"columns": list(plan.kept)} if plan.kept else {}
    found["code"] = code_digest(plan.game.name, tuple(policy_files))
    return found


@lru_cache(maxsize=8)
def code_digest(game: str, policy_files: tuple[str, ...] = ()) -> str:
    """Twelve letters that change with any source that decides what is played or how it is added up."""
    digest = hashlib.sha256()
    homes = [*(PACKAGE / name for name in SHARED), PACKAGE / "games" / game, *(PACKAGE / "experiments" / name for name in SUMMING)]
    files = [file for home in homes for file in (sorted(home.rglob("*.py")) if home.is_dir() else [home]) if file.exists()]
    files += sorted((PACKAGE / "games").glob("*.py"))
    for file in [*files, *(Path(spec.rpartition(":")[0]) for spec in policy_files)]:
        digest.update(file.name.encode() + file.read_bytes())
    digest.update(" ".join(policy_files).encode())
    return digest.hexdigest()[:12]
