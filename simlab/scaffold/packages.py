"""A new game as a package of its own: a game that is played and tested here, under another name.

`kits.toml` says which games there are to begin from. Nothing is kept twice: sources and tests are read where they are used, from the
package itself and from `examples/` (which a wheel carries beside this file), and the names in them are changed. What is the same for
every game (project file, contract test, continuous integration) stands in `frame/`; a test holds the examples to it.
"""

import keyword
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from string import Template

from simlab.contract.catalogue import titles
from simlab.errors import InputError, UnknownName
from simlab.scaffold.files import write_new

HERE = Path(__file__).parent
PACKAGE = HERE.parent  # simlab itself
FRAME = {  # file of a package -> where it stands in `frame`
    "pyproject.toml": "pyproject.toml.in",
    ".github/workflows/test.yml": "ci.yml",
    "tests/test_contract.py": "test_contract.py.in",
    "README.md": "README.md",
}
WORD = re.compile(r"[a-z][a-z0-9_]*")
CARRIED = {".py", ".txt", ".yaml"}


@dataclass(frozen=True)
class Kit:
    """A game to begin from."""

    kind: str
    game: str
    package: str
    called: list[str]
    about: str
    home: str
    dropped: str = ""

    @property
    def folder(self) -> Path:
        """Where its tests and scenarios lie: in a wheel, or in a clone."""
        carried = HERE / "examples" / self.game
        return carried if carried.is_dir() else PACKAGE.parent / self.home

    @property
    def sources(self) -> Path:
        """The folder of the game's own files."""
        top, *parts = self.package.split(".")
        return PACKAGE.joinpath(*parts) if top == PACKAGE.name else self.folder / top


@cache
def kits() -> dict[str, Kit]:
    known = tomllib.loads((HERE / "kits.toml").read_text(encoding="utf-8"))
    return {kind: Kit(kind, **told) for kind, told in known.items()}


def kit(kind: str) -> Kit:
    if kind not in kits():
        raise UnknownName("kind of game", kind, kits())
    return kits()[kind]


def spoken(name: str) -> str:
    """`my_game` as a title: My game."""
    return name.replace("_", " ").capitalize()


def check_name(name: str) -> None:
    """A name that a game, a Python package and a folder can have, and that no game has yet."""
    if not WORD.fullmatch(name) or keyword.iskeyword(name):
        raise InputError(f"{name!r} cannot name a game: small letters, digits and _ only, beginning with a letter (my_game)")
    if name in titles():
        raise InputError(f"there is a game called {name!r} already: choose another name")
    if find_spec(f"simlab_{name}") is not None:
        raise InputError(f"Python has a package called simlab_{name} already: choose another name")


def new_game(name: str, kind: str, place: Path) -> list[Path]:
    """Write the package into the folder `place / name`; the files written, from that folder."""
    check_name(name)
    home, begin = place / name, kit(kind)
    if home.exists():
        raise InputError(f"{home} exists already: move it away, or choose another name")
    files = {**game_files(begin, name), **frame_files(name, kind)}
    for path, text in files.items():
        write_new(home / path, text)
    return sorted(map(Path, files))


def frame_files(name: str, kind: str) -> dict[str, str]:
    """What is the same for every game."""
    words = {"name": name, "dashed": dashed(name), "title": spoken(name), "kind": kind}
    return {path: Template((HERE / "frame" / file).read_text(encoding="utf-8")).substitute(words) for path, file in FRAME.items()}


def game_files(begin: Kit, name: str) -> dict[str, str]:
    """Sources, tests and scenarios of the game to begin from, renamed."""
    found = {}
    for folder, place in ((begin.sources, f"simlab_{name}"), (begin.folder / "tests", "tests"), (begin.folder / "scenarios", "scenarios")):
        for path in carried(folder):
            target = renamed(path.relative_to(folder).as_posix(), begin, name)
            found[f"{place}/{target}"] = renamed(path.read_text(encoding="utf-8"), begin, name)
    declaration = f"simlab_{name}/game.py"
    if "name=" not in found[declaration]:
        found[declaration] = found[declaration].replace("package=__package__,", f'package=__package__,\n    name="{name}",')
    return found


def carried(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.suffix in CARRIED and "__pycache__" not in path.parts)


def renamed(text: str, begin: Kit, name: str) -> str:
    """The text of another game, in one pass: its package, its name and what it is called, at the start of a sentence or inside one."""
    new = {begin.package: f"simlab_{name}", f"simlab-{dashed(begin.game)}": f"simlab-{dashed(name)}"}
    for called in begin.called:
        new |= {called: spoken(name), called[0].lower() + called[1:]: spoken(name)}
    new |= {begin.game: name} | ({begin.dropped: ""} if begin.dropped else {})
    words = [rf"(?<![A-Za-z0-9]){re.escape(old)}(?![A-Za-z0-9])" if old == begin.game else re.escape(old) for old in new]
    return re.sub("|".join(words), lambda found: new[found[0]], text)


def dashed(name: str) -> str:
    return name.replace("_", "-")
