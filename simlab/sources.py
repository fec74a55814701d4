"""Which files a piece of code reaches by its imports, and a digest of them: what compiled code and stored games are good for.

Followed are simlab, the author's own packages wherever they lie, and data files that the author's code names. The standard
library and what simlab itself is built on are not: numba and Python look after those. An installed package of somebody else
stands for the list of its files that the installer wrote.

Within, paths are strings: every start of a program asks some thousands of times, and a `Path` for each answer took a tenth of it.
"""

import hashlib
import importlib.util
import os
import re
import sys
import types
from collections.abc import Iterable, Iterator
from functools import cache
from os.path import abspath, basename, dirname, isdir, isfile, join
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent
INSIDE = f"{PACKAGE}{os.sep}"
BUILT_ON = {
    "numpy", "numba", "llvmlite", "polars", "pandas", "pyarrow", "matplotlib", "click", "pydantic", "pydantic_core", "yaml", "rich",
    "jinja2", "platformdirs", "dask", "distributed", "optuna", "scipy", "pytest", "hypothesis", "typing_extensions", "annotated_types",
}  # fmt: skip
IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import\b[ \t]*(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]+))", re.MULTILINE)
BY_NAME = re.compile(r"""\b(?:import_module|__import__)\(\s*(?:["']([\w.]+)["'])?""")
LITERAL = re.compile(r"""["']([^"'\n]*?([^"'\n/\\]+))["']""")
INSTALLED = ("site-packages", "dist-packages")


def digest(files: Iterable[Path], note: str = "") -> str:
    """Twelve letters that change with any file that these reach, with its place in its package, and with the note."""
    whole = hashlib.sha256(note.encode())
    for name, path in sorted(followed_from(files).items()):
        whole.update(name.encode() + b"\0" + fingerprint(path))
    return whole.hexdigest()[:12]


@cache
def fingerprint(path: Path | str) -> bytes:
    return hashlib.sha256(content(str(path))).digest()


def content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def source_of(part: Any) -> Path | None:
    """The file in which a module or a function is written; none for what was typed at a prompt."""
    name = part.__code__.co_filename if isinstance(part, types.FunctionType) else getattr(part, "__file__", None)
    return Path(name) if name and isfile(name) else None


@cache
def place_of(path: Path | str) -> str:
    """A file's path from the folder that holds its package: `simlab/games/template/engine.py`."""
    whole = abspath(path)
    return whole[len(join(dirname(outermost(whole)), "")) :]


def home(path: Path) -> Path:
    """The folder of the outermost package a file belongs to, or the file itself where it is in none."""
    return Path(outermost(abspath(path)))


@cache
def outermost(path: str) -> str:
    """As `home`."""
    found = path
    while "__init__.py" in files_in(dirname(found)) and dirname(found) != found:
        found = dirname(found)
    return found


@cache
def files_in(folder: str) -> frozenset[str]:
    """Names of the files of a folder. One look at each folder: to ask for every name that might be a module took a fifth of a start."""
    try:
        with os.scandir(folder) as entries:
            return frozenset(entry.name for entry in entries if entry.is_file())
    except OSError:
        return frozenset()


def reached(files: Iterable[Path]) -> dict[str, Path]:
    """Everything that running these files may run or read, themselves included, by its place."""
    return {name: Path(path) for name, path in followed_from(files).items()}


def followed_from(files: Iterable[Path]) -> dict[str, str]:
    """As `reached`."""
    seen: dict[str, str] = {}
    wanted = [abspath(file) for file in files]
    while wanted:
        path = wanted.pop()
        name = place_of(path)
        while seen.get(name, path) != path:  # another file of the same place in its own package
            name += "'"
        if name not in seen:
            seen[name] = path
            wanted += needs(path)
    return seen


@cache
def needs(path: str) -> tuple[str, ...]:
    """The files that one file names: modules it imports, wherever the statement stands, and data."""
    if not path.endswith(".py"):
        return ()
    text = content(path).decode("utf-8", errors="replace").replace("\r\n", "\n").replace("\r", "\n")
    found = set(packages_above(path))
    if path.startswith(INSIDE):  # reads no data that decides a game, and imports nobody's code but its own
        found |= set(modules(path, text, ("simlab", "")))
    else:
        found |= {*modules(path, text), *data(path, text), *whole_package(path, text)}
    return tuple(sorted(found - {path}))


def packages_above(path: str) -> Iterator[str]:
    """The `__init__` of each package a file lies in: importing the file runs them."""
    folder, top = dirname(path), dirname(outermost(path))
    while folder != top:
        yield join(folder, "__init__.py")
        folder = dirname(folder)


def modules(path: str, text: str, followed: tuple[str, ...] | None = None) -> Iterator[str]:
    """Source files of the modules that are named in import statements."""
    plain = re.sub(r"#[^\n]*", "", text).replace("\\\n", " ").replace(";", "\n")
    for dotted in set(imported(plain)):
        dots = len(dotted) - len(dotted.lstrip("."))
        parts = tuple(part for part in dotted.split(".") if part)
        if dots:
            yield from along(above(path, dots), parts)
        elif followed is None or parts[0] in followed:
            yield from absolute(path, parts)


def above(path: str, dots: int) -> str:
    """The folder that so many dots mean in a file."""
    for _ in range(dots):
        path = dirname(path)
    return path


def imported(text: str) -> Iterator[str]:
    """Names of modules, or of what may be one, as they are written: `simlab.rng`, `..helpers.odds`."""
    for source, names, plain in IMPORT.findall(text):
        if plain:
            yield from (word.split()[0] for word in plain.split(",") if re.match(r"\s*\w", word))
            continue
        yield source
        joint = "" if source.endswith(".") else "."
        yield from (f"{source}{joint}{name}" for name in re.findall(r"\w+", names))
    yield from (name for name in BY_NAME.findall(text) if name)


@cache
def along(folder: str, parts: tuple[str, ...]) -> tuple[str, ...]:
    """The files of a package and its modules, as far down as the parts lead."""
    package = (join(folder, "__init__.py"),) if "__init__.py" in files_in(folder) else ()
    if not parts:
        return package
    module = (join(folder, f"{parts[0]}.py"),) if f"{parts[0]}.py" in files_in(folder) else ()
    return (*package, *module, *along(join(folder, parts[0]), parts[1:]))


def absolute(path: str, parts: tuple[str, ...]) -> Iterator[str]:
    """The files of a module named from its top, unless it is the standard library's or one of those simlab is built on."""
    top = parts[0]
    if top in sys.stdlib_module_names or top in BUILT_ON:
        return
    own = outermost(path)
    if basename(own) in (top, f"{top}.py"):
        yield from along(dirname(own), parts)
        return
    if own == path:  # in no package: code that looks beside itself finds its neighbours
        yield from along(dirname(path), parts)
    for folder in folders_of(top):
        if top != PACKAGE.name and basename(folder) in INSTALLED:
            yield from installer_list(top)
        else:
            yield from along(folder, parts)


@cache
def folders_of(top: str) -> tuple[str, ...]:
    """Where a package or a module of that name lies: the folders that hold it."""
    if top == PACKAGE.name:
        return (str(PACKAGE.parent),)
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return ()
    if spec is None:
        return ()
    if spec.submodule_search_locations is not None:
        return tuple(dirname(abspath(place)) for place in spec.submodule_search_locations)
    return (dirname(abspath(spec.origin)),) if spec.origin and spec.has_location else ()


@cache
def installer_list(top: str) -> tuple[str, ...]:
    """The list of files, with their hashes, of the distributions that brought a package."""
    import importlib.metadata  # takes 40 ms, and most never ask

    names = importlib.metadata.packages_distributions().get(top, [])
    lists = (str(importlib.metadata.distribution(name).locate_file(file)) for name in names for file in record_of(name))
    return tuple(path for path in lists if isfile(path))


def record_of(distribution: str) -> list[Any]:
    import importlib.metadata

    return [file for file in importlib.metadata.files(distribution) or [] if file.name == "RECORD"]


def data(path: str, text: str) -> Iterator[str]:
    """Files beside the code that it names in a string: tables, lists of cards."""
    known = data_files(outermost(path))
    for whole, name in LITERAL.findall(text):
        yield from known.get(name, ())
        if "." in name and isfile(beside := join(dirname(path), whole)):
            yield abspath(beside)


@cache
def data_files(folder: str) -> dict[str, tuple[str, ...]]:
    """The files of a package that are not Python's, by name."""
    found: dict[str, tuple[str, ...]] = {}
    for path in Path(folder).rglob("*.*") if isdir(folder) else ():
        if path.suffix not in (".py", ".pyc") and path.is_file():
            found[path.name] = (*found.get(path.name, ()), str(path))
    return found


def whole_package(path: str, text: str) -> Iterator[str]:
    """All sources of a package whose code imports by a name it computes."""
    if any(not name for name in BY_NAME.findall(text)) and isdir(outermost(path)):
        yield from map(str, Path(outermost(path)).rglob("*.py"))


def forget() -> None:
    """Read the files anew: they were changed while this process runs (as tests do)."""
    for known in (fingerprint, place_of, outermost, files_in, along, needs, folders_of, installer_list, data_files):
        known.cache_clear()
