"""`make install`: put the command `simlab` on the PATH, from this clone, without touching other Python packages.

uv or pipx do it where one of them is there; else simlab gets an environment of its own, and a link in ~/.local/bin. Needs nothing but
Python itself.
"""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WITH_LAB = f"{ROOT}[lab]"  # what a person at this machine wants: `simlab lab` too
WINDOWS = os.name == "nt"


def main() -> None:
    command = next((words for tool, words in KNOWN.items() if shutil.which(tool)), None)
    if command is not None:
        subprocess.run([*command, WITH_LAB], check=True)
        return
    home = own_environment()
    place = link(home / ("Scripts/simlab.exe" if WINDOWS else "bin/simlab"))
    print(f"simlab is installed: {place}")
    if str(place.parent) not in os.environ.get("PATH", "").split(os.pathsep):
        print(f'{place.parent} is not on your PATH yet. Add this line to your shell\'s start file:\n  export PATH="{place.parent}:$PATH"')


KNOWN = {"uv": ["uv", "tool", "install", "--force"], "pipx": ["pipx", "install", "--force"]}


def own_environment() -> Path:
    """An environment that holds simlab and what it needs, and nothing else."""
    base = Path(os.environ.get("LOCALAPPDATA" if WINDOWS else "XDG_DATA_HOME") or Path.home() / ".local" / "share")
    home = base / "simlab" / "program"
    venv.create(home, with_pip=True, clear=True)
    python = home / ("Scripts/python.exe" if WINDOWS else "bin/python")
    quiet = ["--quiet", "--disable-pip-version-check", "-c", str(ROOT / "constraints.txt")]
    subprocess.run([str(python), "-m", "pip", "install", *quiet, WITH_LAB], check=True)
    return home


def link(program: Path) -> Path:
    """The command where shells look for commands."""
    if WINDOWS:
        return program
    place = Path.home() / ".local" / "bin" / "simlab"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.unlink(missing_ok=True)
    place.symlink_to(program)
    return place


if __name__ == "__main__":
    sys.exit(main())
