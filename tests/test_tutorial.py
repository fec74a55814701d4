"""The tutorial does what it says. Here without a wheel and with fewer games; `tests/test_package.py` follows it from the wheel."""

import os
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from simlab.cli import main
from tests.tutorial import follow, steps


@dataclass
class Here:
    """As `EmptyHome`, in this process."""

    folder: Path

    def run(self, line: str) -> str:
        command = line.replace("--games 5000", "--games 300")
        done = CliRunner().invoke(main, shlex.split(command)[1:], input="1\nq\n")
        assert done.exit_code == 0, f"{line}: {done.output}"
        return done.output

    def python(self, code: str) -> str:
        exec(compile(code.replace("2_000", "200"), "tutorial", "exec"), {})
        return ""


def test_the_tutorial_can_be_followed_line_by_line(tmp_path, monkeypatch, one_chart):
    monkeypatch.chdir(tmp_path)
    assert follow(Here(tmp_path)) > 8
    assert (tmp_path / "reports" / "tweak" / "report.html").exists()
    assert (tmp_path / "first.yaml").exists()


def test_the_tutorial_uses_only_what_it_has_written_before():
    written = {"reports/tweak"}
    for kind, text in steps():
        if kind.startswith("file:"):
            written.add(kind.removeprefix("file:"))
        elif kind == "command" and "--out" in text:
            written.add(shlex.split(text)[shlex.split(text).index("--out") + 1])
        for word in shlex.split(text) if kind == "command" else []:
            assert not word.endswith(".yaml") or word in written, text


@pytest.fixture(autouse=True)
def _quiet_terminal(monkeypatch):
    monkeypatch.setitem(os.environ, "COLUMNS", "100")
