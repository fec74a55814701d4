"""Imports go one way, and what is heavy is imported late."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import simlab
from tests.conftest import python

PACKAGE = Path(simlab.__file__).parent
LAYERS = [
    "errors",
    "jit",
    "bits",
    "masks",
    "rng",
    "cards",
    "ranking",
    "games",
    "play",
    "solvers",
    "players",
    "experiments",
    "reports",
    "api",
    "commands",
    "cli",
]
FLOOR = {"errors", "jit", "bits", "masks", "rng"}  # the ground floor may import within itself
COMMANDS = "simlab.ranking.commands"  # commands live beside what they do; only the command line imports them


def modules() -> list[tuple[str, Path]]:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(("simlab", *(p for p in parts if p != "__init__")))
        found.append((name, path))
    return found


def imported(path: Path) -> set[str]:
    """Every simlab module this file imports, inside functions too."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in names if name.startswith("simlab.")}


def layer(name: str) -> str:
    return name.split(".")[1] if "." in name else ""


@pytest.mark.parametrize(("name", "path"), modules(), ids=lambda x: x if isinstance(x, str) else "")
def test_a_module_imports_only_lower_layers(name, path):
    if layer(name) in ("", "cli", "__main__") or name == COMMANDS:
        return
    mine = LAYERS.index(layer(name))
    for other in imported(path):
        below = layer(other)
        if below == "__version__":
            continue
        assert below in LAYERS, f"{name} imports {other}, which has no layer"
        both_on_the_floor = {layer(name), below} <= FLOOR
        assert both_on_the_floor or LAYERS.index(below) <= mine, f"{name} imports {other} from a higher layer"


def test_a_game_never_imports_another_game():
    from simlab.contract.catalogue import titles

    for name, path in modules():
        parts = name.split(".")
        if parts[1:2] != ["games"] or len(parts) < 3 or parts[2] not in titles():
            continue
        for other in imported(path):
            pieces = other.split(".")
            assert pieces[1] != "games" or pieces[2] not in titles() or pieces[2] == parts[2], f"{name} imports {other}"


def test_rule_of_thumb_policies_import_only_their_rules_and_shared_helpers():
    for name, path in modules():
        if not name.startswith("simlab.games.") or not name.endswith(".policies"):
            continue
        assert not any(other.split(".")[-2] == "engine" or other.endswith(".engine") for other in imported(path)), name


def test_reports_never_import_games():
    for name, path in modules():
        if layer(name) == "reports":
            assert not any(layer(other) in ("games", "play", "players") for other in imported(path)), name


@pytest.mark.parametrize("arguments", [["--help"], ["games"]])
def test_help_and_the_list_of_games_import_nothing_heavy(arguments):
    code = f"""
import sys
sys.argv = ["simlab", *{arguments!r}]
from simlab.cli import main
try:
    main()
except SystemExit:
    pass
print("heavy:", [m for m in ("numba", "polars", "matplotlib", "numpy", "pandas", "dask", "pydantic") if m in sys.modules])
"""
    assert python(code).strip().endswith("heavy: []")


def test_the_package_itself_is_light():
    assert python("import sys, simlab; print('numba' in sys.modules)").strip() == "False"


def test_the_module_can_be_run():
    done = subprocess.run([sys.executable, "-m", "simlab", "--version"], capture_output=True, text=True, check=True)
    assert simlab.__version__ in done.stdout
