"""`stats` is the only room with a z: no other module holds a quantile or a level, or works out an interval or a p-value by hand.

Tests may: they check the room by other means.
"""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from statistics import NormalDist

import pytest

import simlab
import simlab.stats

PACKAGE = Path(simlab.__file__).parent
ROOM = PACKAGE / "stats"
ELSEWHERE = ("tools", "benchmarks")  # beside the package, where they are
STUDENT = (12.7062, 4.3027, 3.1824, 2.7764)  # of 1 to 4 degrees of freedom
QUANTILES = (*(NormalDist().inv_cdf(p) for p in (0.8, 0.9, 0.95, 0.975, 0.99, 0.995)), *STUDENT)
NEAR = 0.0005
TAILS = (0.025, 0.975)
LEVELS = (0.05, 0.95, 0.01, 0.99)
MAKERS = ("NormalDist", "inv_cdf", "erf", "erfc")
WORDS = re.compile(r"\.\d\d|\de-?\d|scipy|NormalDist|inv_cdf|erf|Z_?\d\d|STUDENT|T_?\d\d|ALPHA|p_?holm|p_?value|ddof|sqrt")
NAMES = re.compile(r"Z_?\d\d|STUDENT|T_?\d\d")


def modules() -> list[Path]:
    beside = [path for name in ELSEWHERE for path in (PACKAGE.parent / name).rglob("*.py")]
    return sorted(path for path in (*PACKAGE.rglob("*.py"), *beside) if not path.is_relative_to(ROOM))


def signs(source: str) -> Iterator[tuple[int, str]]:
    """Lines where a z, a t or a p-value is made by hand, and what gives it away. Most sources hold no word of it: those are not read."""
    for node in ast.walk(ast.parse(source)) if WORDS.search(source) else ():
        for is_sign, what in SIGNS if isinstance(node, TELLING) else ():
            if is_sign(node):
                yield node.lineno, what


def is_quantile(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, float) and any(abs(node.value - q) < NEAR for q in QUANTILES)


def is_tail(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value in TAILS


def is_maker(node: ast.AST) -> bool:
    """A distribution, imported or called."""
    if isinstance(node, ast.ImportFrom):
        names = [f"{node.module}.{alias.name}" for alias in node.names]
    elif isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    else:
        names = [str(getattr(node, "id", "") or getattr(node, "attr", ""))]
    return any(name.startswith("scipy.stats") or name.rpartition(".")[2] in MAKERS for name in names)


def is_own_level(node: ast.AST) -> bool:
    """`Z95 = ...`, `ALPHA = 0.05`"""
    if not isinstance(node, ast.Assign | ast.AnnAssign):
        return False
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
    level = isinstance(node.value, ast.Constant) and node.value.value in LEVELS
    return any(NAMES.fullmatch(name) or (name == "ALPHA" and level) for name in names)


def is_test_by_hand(node: ast.AST) -> bool:
    """`row["p_holm"] < 0.05`"""
    if not isinstance(node, ast.Compare):
        return False
    sides = [node.left, *node.comparators]
    level = any(isinstance(side, ast.Constant) and side.value in LEVELS for side in sides)
    return level and any(re.search(r"\bp_?(holm|value)s?\b", ast.unparse(side)) for side in sides)


def is_spread(node: ast.AST) -> bool:
    """`values.std(ddof=1)`: a spread for an interval; one that only describes has none."""
    return isinstance(node, ast.keyword) and node.arg == "ddof"


def is_error_of_share(node: ast.AST) -> bool:
    """`sqrt(p * (1 - p) / n)`"""
    if not (isinstance(node, ast.Call) and ast.unparse(node.func).endswith("sqrt")):
        return False
    products = [part for part in ast.walk(node) if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Mult)]
    return any(re.fullmatch(r"1(\.0)? - " + re.escape(ast.unparse(part.left)), ast.unparse(part.right)) for part in products)


TELLING = (ast.Constant, ast.Name, ast.Attribute, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.Compare, ast.keyword, ast.Call)
SIGNS = (
    (is_quantile, "a quantile"),
    (is_tail, "the tails of a 95 % interval"),
    (is_maker, "a distribution"),
    (is_own_level, "a level of its own"),
    (is_test_by_hand, "a p-value tested by hand"),
    (is_spread, "a standard error by hand"),
    (is_error_of_share, "the error of a share by hand"),
)


def test_no_other_room_makes_an_interval():
    found = {str(path.relative_to(PACKAGE.parent)): list(signs(path.read_text(encoding="utf-8"))) for path in modules()}
    assert len(found) > 400
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_the_room_itself_shows_what_is_looked_for():
    found = {what for path in ROOM.glob("*.py") for _, what in signs(path.read_text(encoding="utf-8"))}
    assert found >= {"a quantile", "a distribution", "a level of its own", "a standard error by hand", "the error of a share by hand"}


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("half = 1.96 * error", "a quantile"),
        ("wide = [1.645, 1][one_sided]", "a quantile"),
        ("t = {1: 12.706}", "a quantile"),
        ("Z95: float = wide()", "a level of its own"),
        ("ALPHA = 0.05", "a level of its own"),
        ("from statistics import NormalDist", "a distribution"),
        ("from scipy.stats import norm", "a distribution"),
        ("from scipy import stats", "a distribution"),
        ("z = normal.inv_cdf(q)", "a distribution"),
        ("sure = row['p_holm'] < 0.05", "a p-value tested by hand"),
        ("error = values.std(ddof=1)", "a standard error by hand"),
        ("error = np.sqrt(share * (1 - share) / n)", "the error of a share by hand"),
        ("low = np.quantile(draws, 0.025)", "the tails of a 95 % interval"),
    ],
)
def test_an_interval_by_hand_is_seen(line, what):
    assert list(signs(line)) == [(1, what)]


@pytest.mark.parametrize(
    "line",
    [
        "ALPHA = 0",
        "close = gap < 0.05",
        "spread = column.std()",
        "wide = 1.9",
        "from simlab.stats.looks import Z95",
        "from scipy.optimize import minimize",
    ],
)
def test_what_is_no_interval_is_left_alone(line):
    assert list(signs(line)) == []


def test_the_first_page_of_the_room_names_every_module_and_only_what_is_there():
    names = {path.stem for path in ROOM.glob("*.py")} - {"__init__"}
    told = {(module, name) for module, name in re.findall(r"\b(\w+)\.(\w+)", simlab.stats.__doc__) if module in names}
    assert {module for module, _ in told} == names
    assert [f"{module}.{name}" for module, name in told if not hasattr(import_module(f"simlab.stats.{module}"), name)] == []
