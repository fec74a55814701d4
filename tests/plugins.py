"""A game of somebody's own, outside the package: the one of docs/write-a-game.md, to be edited and asked in processes of its own."""

import os
import subprocess
from pathlib import Path

from tests import forks
from tests.conftest import ROOT, blocks


class Plugin:
    """The docs' game in a folder, perhaps under another name, and a cache that only it uses, or the common one."""

    def __init__(self, desk: Path, name: str = "swap", cache: Path | None = None) -> None:
        self.desk, self.name, self.cache = desk, name, cache
        self.folder = desk / "games" / name
        for place, code in blocks("write-a-game.md"):
            path = desk / place.replace("games/swap/", f"games/{name}/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(code, encoding="utf-8")

    def edit(self, file: str, old: str, new: str) -> None:
        text = (self.folder / file).read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {file}"
        (self.folder / file).write_text(text.replace(old, new), encoding="utf-8")

    def ask(self, *words: str, code: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
        """`simlab` with these words; what it says, after its exit code was compared."""
        done = self.start("-m", "simlab", *words, **environment)
        assert done.returncode == code, f"simlab {' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
        return done

    def start(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        places = {"PYTHONPATH": str(ROOT), "SIMLAB_GAMES": "games", **({"SIMLAB_CACHE": str(self.cache)} if self.cache else {})}
        places["PYTHONDONTWRITEBYTECODE"] = "1"  # Python itself takes what was edited within a second, to the same size, for the same
        clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        return forks.run(words, self.desk, {**clean, **places, **environment})

    def refusal(self, *words: str, **environment: str) -> str:
        """The one line on standard error of a command that ends with exit code 2."""
        lines = [line for line in self.ask(*words, code=2, **environment).stderr.splitlines() if "compiling for the first time" not in line]
        assert len(lines) == 1, lines
        return lines[0]
