"""Which games there are, and a game by its name. Light: listing the games imports none of them.

A game is a package with a `game.py`, which declares `GAME`; the first line of its `__init__.py` is its title. Games come

    shipped     as folders of `simlab/games`
    installed   with any Python package, by an entry point of the group `simlab.games`: name of the game = its package
    from        folders named by `--game-dir` or SIMLAB_GAMES: a game's own folder, or one that holds such folders

Two games of one name are refused when that game is asked for, and leave the others alone; so is a game that cannot be imported.
"""

import importlib.util
import os
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from simlab.errors import GameError, InputError, UnknownName

if TYPE_CHECKING:
    from simlab.contract.game import Game

HOME = Path(__file__).parent.parent / "games"
PACKAGE = "simlab.games"
GROUP = "simlab.games"
NAME = re.compile(r"""^\s*name\s*=\s*["'](\w+)["']""", re.MULTILINE)  # in a `game.py`
FOLDERS = "SIMLAB_GAMES"  # the folders, as a path; worker processes inherit it


@dataclass(frozen=True)
class Source:
    """Where a game comes from."""

    name: str
    package: str  # as it is imported
    folder: Path | None  # of its sources; none where an entry point leads nowhere
    origin: str  # said to people: "shipped", "installed with simlab-leduc 1.0", "from games/swap"

    @property
    def title(self) -> str:
        """The first line of its description, read without importing it."""
        if self.folder is None:
            return f"cannot be found ({self.origin})"
        lines = (self.folder / "__init__.py").read_text(encoding="utf-8").strip().strip('"').strip().splitlines()
        return lines[0].rstrip(".") if lines else self.name


def sources() -> tuple[Source, ...]:
    """Every game there is, shipped ones first; a name may stand there twice."""
    return known_sources(os.environ.get(FOLDERS, ""))


@cache
def known_sources(folders: str) -> tuple[Source, ...]:
    return (*in_the_house(), *installed(), *in_folders(folders))


def titles() -> dict[str, str]:
    """Every game's name and one-line description."""
    found: dict[str, str] = {}
    for source in sources():
        found.setdefault(source.name, source.title)
    return found


def shipped() -> tuple[str, ...]:
    """Names of the games that come with simlab."""
    return tuple(source.name for source in in_the_house())


def in_the_house() -> Iterator[Source]:
    for folder in sorted(HOME.iterdir()):
        if (folder / "game.py").exists():
            yield Source(folder.name, f"{PACKAGE}.{folder.name}", folder, "shipped")


def installed() -> Iterator[Source]:
    """Games that installed packages bring."""
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        brought = f"installed with {point.dist.name} {point.dist.version}" if point.dist else "installed"
        yield Source(point.name, point.value, folder_of(point.value), brought)


def folder_of(package: str) -> Path | None:
    """Where a package lies, found without importing it."""
    top, *parts = package.split(".")
    spec = importlib.util.find_spec(top)
    for place in (spec.submodule_search_locations if spec else None) or ():
        folder = Path(place, *parts)
        if (folder / "game.py").is_file():
            return folder
    return None


def in_folders(folders: str) -> Iterator[Source]:
    """Games of the user's own folders."""
    for place in filter(None, folders.split(os.pathsep)):
        for folder in game_folders(Path(place).resolve()):
            yield Source(name_in(folder), folder.name, folder, f"from {folder}")


def name_in(folder: Path) -> str:
    """What `GAME` is called, read without running it: the folder's name, unless `game.py` says otherwise."""
    said = NAME.search((folder / "game.py").read_text(encoding="utf-8"))
    return said[1] if said else folder.name


def game_folders(place: Path) -> list[Path]:
    """A folder that is a game, or the games one or two levels below it (a package of games, or a folder of packages)."""
    if is_game(place):
        return [place]
    return sorted(folder for depth in ("*", "*/*", "*/src/*") for folder in place.glob(depth) if is_game(folder))


def is_game(folder: Path) -> bool:
    return (folder / "game.py").is_file() and (folder / "__init__.py").is_file()


def add_folder(place: str) -> None:
    """Look for games in this folder too, here and in the workers started from here."""
    folder = Path(place).resolve()
    if not folder.is_dir():
        raise InputError(f"{place}: no such folder of games")
    if not game_folders(folder):
        raise InputError(f"{place}: no game in this folder (a game is a folder with __init__.py and game.py)")
    known = [part for part in os.environ.get(FOLDERS, "").split(os.pathsep) if part]
    if str(folder) not in known:
        os.environ[FOLDERS] = os.pathsep.join([*known, str(folder)])


def find(name: str) -> Source:
    """The one game of that name."""
    found = [source for source in sources() if source.name == name]
    if not found:
        raise UnknownName("game", name, titles())
    if len({source.folder for source in found}) > 1:
        places = " and ".join(f"one {source.origin}" for source in found)
        raise InputError(f"two games are called {name!r}, {places}: rename one of them")
    return found[0]


def load(name: str) -> "Game":
    """The game of that name, structurally checked."""
    return loaded(find(name))


def sound() -> Iterator["Game"]:
    """Every game that can be loaded: one that cannot leaves questions about the others alone."""
    for name in titles():
        with suppress(GameError, InputError):
            yield load(name)


def clashes() -> list[str]:
    """Sentences about names that two games have."""
    found = []
    for name in titles():
        try:
            find(name)
        except InputError as error:
            found.append(str(error))
    return found


@cache
def loaded(source: Source) -> "Game":
    if source.folder is None:
        raise GameError(f"{source.name}: {source.origin}, but there is no package {source.package!r} with a game.py")
    try:
        if source.origin.startswith("from "):
            open_package(source.folder)
        game = declared(source.package)
    except (GameError, InputError):
        raise
    except Exception as error:
        raise GameError(f"{source.name} cannot be loaded: {place(error, source.folder)}{type(error).__name__}: {error}") from None
    if game.name != source.name:
        raise GameError(f'{source.name}: its GAME is called {game.name!r} (write name="{source.name}" in {source.folder.name}/game.py)')
    return game


def open_package(folder: Path) -> None:
    """Make a folder importable by its name, and what lies beside it; a name that is taken is refused."""
    there = sys.modules.get(folder.name) or importlib.util.find_spec(folder.name)
    if there is not None:
        file = getattr(there, "__file__", None) or getattr(there, "origin", None)
        if file is None or Path(file).resolve() != folder / "__init__.py":
            raise InputError(f"{folder}: Python has another package called {folder.name!r}: rename the folder")
    if str(folder.parent) not in sys.path:
        sys.path.append(str(folder.parent))
        importlib.invalidate_caches()


def place(error: Exception, folder: Path) -> str:
    """`engine.py:12: `, the last line of the game's own that an error passed through."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(folder)]
    if isinstance(error, SyntaxError) and error.filename:
        return f"{Path(error.filename).name}:{error.lineno}: "
    return f"{Path(frames[-1].filename).relative_to(folder)}:{frames[-1].lineno}: " if frames else ""


def opened(package: str) -> None:
    """Make a package of the user's folders importable, if it is one."""
    for source in sources():
        if source.package == package and source.folder is not None and source.origin.startswith("from "):
            open_package(source.folder)


def declared(package: str) -> "Game":
    """The game that any package declares in its `game.py`, structurally checked."""
    module = import_module(f"{package}.game")
    if not hasattr(module, "GAME"):
        raise GameError(f"{package}: game.py declares no GAME")
    game: Game = module.GAME
    game.check_shape()
    return game
