"""Every source file is changed in turn: either the run's identity is another one, or no number of its blocks is."""

import ast
import compileall
import importlib.util
import json
import os
import py_compile
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from simlab.sources import PACKAGE
from tests.faults.io_count import Count

SCENARIO = {
    "game": "template", "rollouts": 60, "seed": 3, "policies": ["honest", "uniform"], "keep": "rollouts",
    "define": {"rich": "AVG(pot * 3 > 8)"}, "variants": {"a": {}, "b": {"rules": {"bet": 2}}},
}  # fmt: skip
ENOUGH = 40  # seconds of processor time: a changed loop may never end
PROGRAM = """
import hashlib, json, resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[3]),) * 2)
import simlab
simlab.run(json.loads(sys.argv[1]), out=Path(sys.argv[2]), report=False, threads=1)
out = Path(sys.argv[2])
blocks = hashlib.sha256()
for path in sorted([*out.glob("blocks/**/*.block"), *out.glob("rollouts/**/*.parquet")]):
    blocks.update(str(path.relative_to(out)).encode() + path.read_bytes())
root = str(Path(simlab.__file__).parent)
loaded = sorted(m.__file__ for m in list(sys.modules.values()) if (getattr(m, "__file__", None) or "").startswith(root))
manifest = json.loads((out / "manifest.json").read_text())
print(json.dumps({"blocks": blocks.hexdigest(), "identity": manifest["identity"], "loaded": loaded}))
"""
AS_IT_STANDS = py_compile.PycInvalidationMode.UNCHECKED_HASH  # Python parses the file that was changed, and no other
SWAPS = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="}


class Copied:
    """The package, in a folder where it may be changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(PACKAGE, folder / "simlab", ignore=shutil.ignore_patterns("__pycache__", "shipped"))
        compileall.compile_dir(folder / "simlab", quiet=1, invalidation_mode=AS_IT_STANDS)
        self.before = self.run()
        assert self.before is not None

    def run(self):
        """Identity, blocks and loaded files; nothing where the changed package does not get that far, or never ends."""
        out = self.folder / "out"
        shutil.rmtree(out, ignore_errors=True)
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, json.dumps(SCENARIO), str(out), str(ENOUGH)], capture_output=True, text=True, check=False,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder), "NUMBA_DISABLE_JIT": "1", "SIMLAB_CACHE": str(self.folder / "cache"),
                 "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip
        return json.loads(done.stdout) if done.returncode == 0 else None

    def change(self, path: Path, count: Count, seed: int) -> None:
        text = path.read_text(encoding="utf-8")
        mutant = changed(text, random.Random(f"{path.name} {seed}"))
        if mutant is None:
            return
        path.write_text(mutant, encoding="utf-8")
        Path(importlib.util.cache_from_source(path)).unlink()
        after = self.run()
        path.write_text(text, encoding="utf-8")
        py_compile.compile(str(path), invalidation_mode=AS_IT_STANDS)
        if after is None:
            count.refused += 1  # it does not run, or not to an end: no number
        elif after["identity"] != self.before["identity"] or after["blocks"] == self.before["blocks"]:
            count.healed += 1
        else:
            count.lost.append(f"{path}: the blocks are others, the identity is not")


def changed(text: str, dice: random.Random) -> str | None:
    """A source with one number or comparison inside a function another; nothing where there is none."""
    found = []
    for function in ast.walk(ast.parse(text)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in (node for part in function.body for node in ast.walk(part)):
            if isinstance(node, ast.Constant) and type(node.value) in (int, float):
                found.append((node.lineno, node.col_offset, node.end_col_offset, str(node.value + 1), node.end_lineno))
            elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in SWAPS:
                words = f"({ast.unparse(node.left)}) {SWAPS[type(node.ops[0])]} ({ast.unparse(node.comparators[0])})"
                found.append((node.lineno, node.col_offset, node.end_col_offset, words, node.end_lineno))
    found = [place for place in found if place[0] == place[4]]
    if not found:
        return None
    line, begin, end, words, _ = dice.choice(found)
    lines = text.split("\n")
    raw = lines[line - 1].encode()
    lines[line - 1] = (raw[:begin] + words.encode() + raw[end:]).decode()
    return "\n".join(lines)


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    return Copied(tmp_path_factory.mktemp("mutants"))


def test_a_source_that_decides_a_number_decides_the_identity(copied):
    """One at the heart of it; a file that is not even loaded cannot change anything."""
    count = Count("sources changed")
    copied.change(copied.folder / "simlab" / "scenarios" / "recipe.py", count, 1)
    count.told()
    assert (count.tried, count.lost) == (1, [])


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_every_source_that_is_loaded_is_in_the_identity_or_changes_no_number(copied):
    count = Count("sources changed")
    for path in map(Path, copied.before["loaded"]):
        copied.change(path, count, 2)
    count.told()
    assert count.lost == []
    assert count.tried >= 80
