"""From an empty folder to answers: the commands of docs/write-a-game.md, typed as they stand there, say what stands there."""

import os
import re
import subprocess
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.conftest import ROOT

TYPED = {"play": "pass\nq\n"}


def session() -> list[tuple[str, list[str]]]:
    """Each command of the page's console, and the lines beneath it."""
    page = (ROOT / "docs" / "write-a-game.md").read_text(encoding="utf-8")
    console = re.search(r"```console\n(\$.*?)```", page, re.DOTALL)
    assert console is not None
    parts = console[1].split("$ ")[1:]
    return [(part.splitlines()[0], part.splitlines()[1:]) for part in parts]


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """An environment of its own, that sees what is installed here, pip among it."""
    venv.create(tmp_path / "venv", symlinks=True)
    site = next((tmp_path / "venv" / "lib").glob("python*/site-packages"))
    (site / "here.pth").write_text(f"{ROOT}\n{sysconfig.get_path('purelib')}\n")
    return tmp_path / "venv" / "bin" / "python"


def flat(line: str) -> str:
    return " ".join(line.split())


def typed(python: Path, desk: Path, command: str) -> str:
    """What a command says on standard output."""
    words = command.split()
    module = ["-m", *words] if words[0] != "python" else words[1:]
    environment = {**os.environ, "COLUMNS": "160", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    environment.pop("PYTHONPATH", None)
    answer = TYPED.get(words[1] if len(words) > 1 else "", "")
    done = subprocess.run([python, *module], cwd=desk, env=environment, input=answer, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


@pytest.mark.slow  # in `make test`: test_sixth_game.py, every command for a new game, and scaffold/test_packages.py, its own tests
def test_the_commands_of_the_page_say_what_stands_there(python, tmp_path):
    desk = tmp_path / "desk"
    desk.mkdir()
    commands = session()
    assert [command.split()[1] for command, _ in commands if command.startswith("simlab")] == [
        "new", "conform", "run", "tournament", "play", "equity", "coach", "quality", "actions",
    ]  # fmt: skip
    for command, lines in commands:
        said = [flat(line) for line in typed(python, desk, command).splitlines()]
        place = 0
        for line in (flat(line) for line in lines if line != "..."):
            assert line in said[place:], f"{command}: {line!r} is not in\n" + "\n".join(said)
            place = said.index(line, place) + 1
