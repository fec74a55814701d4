"""The tutorial, followed as a reader would: files written where it says, commands typed line by line, in a home with nothing in it."""

import os
import re
import shlex
import subprocess
import sys
import venv
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.conftest import ROOT

PAGE = ROOT / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```(\w+)(?: ([^\n]*))?\n(.*?)^```", re.MULTILINE | re.DOTALL)
INSTALLS = re.compile(r"^(pip|pipx|uv|git|cd|make|py) ")  # how to come by simlab: tried elsewhere
TYPED = {"simlab play": "h\n1\nq\n"}  # what somebody types who is asked


def steps() -> Iterator[tuple[str, str]]:
    """`("file:tweak.yaml", text)`, `("command", line)` and `("python", code)`, in the order of the page."""
    for kind, name, body in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if name:
            yield f"file:{name.strip()}", body
        elif kind == "console":
            yield from (("command", line.removeprefix("$ ")) for line in body.splitlines() if line.startswith("$ "))
        elif kind == "python":
            yield "python", body


def follow(home: "EmptyHome") -> int:
    """Do all that the page says; how many commands it had."""
    done = 0
    for kind, text in steps():
        if kind.startswith("file:"):
            (home.folder / kind.removeprefix("file:")).write_text(text, encoding="utf-8")
        elif kind == "python":
            home.python(text)
        elif not INSTALLS.match(text):
            home.run(text)
            done += 1
    return done


@dataclass
class EmptyHome:
    """A folder that is somebody's home: nothing in it but what they put there."""

    folder: Path
    program: list[str] = field(default_factory=lambda: [sys.executable, "-m", "simlab"])
    interpreter: str = sys.executable

    @classmethod
    def with_wheel(cls, folder: Path, wheel: Path) -> "EmptyHome":
        """With an environment that holds the wheel and what it needs, and nothing else."""
        venv.create(folder / "env", with_pip=True)
        python = str(folder / "env" / "bin" / "python")
        quiet = ["--quiet", "--disable-pip-version-check", "-c", str(ROOT / "constraints.txt")]
        subprocess.run([python, "-m", "pip", "install", *quiet, str(wheel)], check=True, cwd=folder)
        return cls(folder, [str(folder / "env" / "bin" / "simlab")], python)

    @property
    def environment(self) -> dict[str, str]:
        gone = ("SIMLAB_", "PYTHON", "XDG_", "VIRTUAL_ENV")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(gone)}
        return {**kept, "HOME": str(self.folder), "COLUMNS": "100"}

    def run(self, line: str) -> str:
        """What a command prints; it must end well."""
        command = line.partition(" > ")[0]
        words = shlex.split(command, comments=True)
        assert words[0] == "simlab", line
        typed = next((answer for start, answer in TYPED.items() if command.startswith(start)), "")
        return self.start([*self.program, *words[1:]], typed)

    def python(self, code: str) -> str:
        return self.start([self.interpreter, "-c", code])

    def start(self, words: list[str], typed: str = "") -> str:
        done = subprocess.run(
            words, cwd=self.folder, env=self.environment, input=typed, capture_output=True, text=True, check=False, timeout=600
        )
        assert done.returncode == 0, f"{words}: {done.stdout[-1500:]}{done.stderr[-1500:]}"
        assert "Traceback" not in done.stderr, words
        return done.stdout
