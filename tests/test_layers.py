"""Imports go one way, no room above a game's own folder knows a game, and what is heavy is imported late."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import simlab
from simlab.contract.catalogue import shipped
from tests.conftest import python

PACKAGE = Path(simlab.__file__).parent
LAYERS = (
    "errors", "complaints", "printable", "user_files", "locks", "disk", "seals", "folders", "kept", "data_folder", "leave", "sources",
    "callees", "kernel_cache", "numba_shortcuts", "jit", "bits", "masks", "rng", "stats", "words", "cards", "ranking", "contract",
    "mechanics", "games", "play", "solvers", "players", "games.players", "scenarios", "runs", "reports", "studies", "games.studies",
    "api", "calls", "adapters", "scaffold", "lab", "commands", "cli", "__main__",
)  # fmt: skip
HIGHER_ROLES = ("players", "studies")  # folders of a game that stand above its engine
GAMES = shipped()
STAND_IN = "simlab.games.template"  # what generic drivers are written against before they are bound to a game


@cache
def modules() -> dict[str, Path]:
    """Every module by its dotted name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(("simlab", *(p for p in parts if p != "__init__")))] = path
    return found


@cache
def parts(name: str) -> tuple[ast.AST, ...]:
    """The imports and the literal texts of a module."""
    kept = (ast.Import, ast.ImportFrom, ast.Constant)
    return tuple(node for node in ast.walk(ast.parse(modules()[name].read_text(encoding="utf-8"))) if isinstance(node, kept))


@cache
def imported(name: str) -> frozenset[str]:
    """Every simlab module that a module imports itself, inside functions and for types too."""
    names = set()
    for node in parts(name):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{name} has a relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(found for found in map(module_of, names) if found not in (None, "simlab", name))


def module_of(name: str) -> str | None:
    """The module that an imported name belongs to: itself, or the module it is taken from."""
    while name and name not in modules():
        name = name.rpartition(".")[0]
    return name or None


@cache
def reached(name: str) -> frozenset[str]:
    """All that importing a module and calling its functions may import, however many steps away."""
    seen, wanted = set(), [name]
    while wanted:
        now = wanted.pop()
        if now not in seen:
            seen.add(now)
            wanted += imported(now)
    return frozenset(seen - {name})


def layer(name: str) -> str:
    parts = name.split(".")
    if parts[1:2] == ["games"] and len(parts) > 3 and parts[3] in HIGHER_ROLES:
        return f"games.{parts[3]}"
    return parts[1] if len(parts) > 1 else ""


def test_a_module_reaches_only_its_own_layer_and_lower_ones():
    levels = {name: LAYERS.index(layer(name)) for name in modules() if layer(name)}  # fails where one has no layer
    for name, mine in levels.items():
        assert sorted(other for other in reached(name) if levels[other] > mine) == [], name


def test_no_imports_go_round_in_a_circle():
    assert sorted(name for name in modules() if any(name in reached(other) for other in imported(name))) == []


def game_of(name: str) -> str:
    """The game in whose folder a module stands, or nothing."""
    parts = name.split(".")
    return parts[2] if parts[1:2] == ["games"] and len(parts) > 2 else ""


def test_a_game_never_imports_another_game():
    for name in filter(game_of, modules()):
        assert {game_of(other) for other in imported(name)} <= {"", game_of(name)}, name


def literals(name: str) -> Iterator[tuple[int, str]]:
    for node in parts(name):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_no_module_outside_the_games_knows_one():
    for name in (name for name in modules() if not game_of(name)):
        known = {other for other in imported(name) if game_of(other)}
        assert all(other.startswith(STAND_IN) for other in known), f"{name} imports {known}"
        assert [(line, text) for line, text in literals(name) if text in GAMES] == [], name


def test_rule_of_thumb_policies_never_see_an_engine():
    for name in modules():
        if game_of(name) and name.endswith(".policies"):
            assert not any(other.endswith(".engine") for other in reached(name)), name


def test_reports_reach_no_game_and_no_driver():
    for name in modules():
        if layer(name) == "reports":
            assert {layer(other) for other in reached(name)} <= {
                "errors",
                "printable",
                "user_files",
                "locks",
                "disk",
                "seals",
                "folders",
                "stats",
                "words",
                "reports",
            }, name


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
    assert python(code, fresh=True).strip().endswith("heavy: []")


def test_the_package_itself_is_light():
    assert python("import sys, simlab; print('numba' in sys.modules)", fresh=True).strip() == "False"


def test_the_module_can_be_run():
    done = subprocess.run([sys.executable, "-m", "simlab", "--version"], capture_output=True, text=True, check=True)
    assert simlab.__version__ in done.stdout
