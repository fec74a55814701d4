"""The docs as a site with search, built from the Markdown without a network (`make docs`, into site/).

Sphinx builds it: it is the generator that checks every link and anchor, makes a search that works from a file, and needs nothing at reading
time; MyST lets it read the Markdown as it stands in the repository, and Furo is a plain, well-kept theme for phones and desks, light and
dark. Pages lie all over the repository (a game's page beside its code); here they are laid out in one tree, and links are turned to
follow. What is linked but is no page (a scenario, a source file) goes along as a file. A link that leads nowhere is an error.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from simlab.contract.catalogue import shipped

ROOT = Path(__file__).parent.parent
TREE = ROOT / "build" / "site"
SITE = ROOT / "site"
LINK = re.compile(r"(\]\()(?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?(\))")
CONF = """
project = "simlab"
author = "The simlab authors"
extensions = ["myst_parser", "tools.formulas"]
html_math_renderer = "drawings"
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "dollarmath"]
suppress_warnings = ["misc.highlighting_failure"]
html_theme = "furo"
html_title = "simlab"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"footer_icons": []}
exclude_patterns = ["files"]
nitpicky = True
"""
TUTORIALS = ["tutorial", "install"]
HOW_TO = [
    "scenarios", "reports", "checks", "tuning", "dials", "tournaments", "luck-and-skill", "quality", "actions", "equity",
    "draw-poker", "table-games", "effects",
    "ranking", "solving", "write-a-policy", "write-a-game", "lab", "cluster", "adapters",
]  # fmt: skip
REFERENCE = ["command-line", "commands", "python", "games", "changelog", "contributing"]
EXPLAINED = ["statistics", "randomness", "performance", "strength", "solvers", "trust", "fortune", "beside-other-tools"]


def pages() -> dict[Path, Path]:
    """Every page of the repository, and its place on the site."""
    found = {path: Path(path.name) for path in sorted((ROOT / "docs").glob("*.md"))}
    found |= {ROOT / "CHANGELOG.md": Path("changelog.md"), ROOT / "CONTRIBUTING.md": Path("contributing.md")}
    found |= {ROOT / "reports" / "README.md": Path("gallery.md")}
    found |= {ROOT / "simlab" / "games" / name / "README.md": Path("games") / f"{name}.md" for name in shipped()}
    found |= {path: Path("examples") / f"{path.parent.name}.md" for path in sorted((ROOT / "examples").glob("*/README.md"))}
    return {path: place for path, place in found.items() if path.exists()}


def lay_out(tree: Path) -> None:
    """All pages in one tree, with links that lead from place to place."""
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    (tree / "conf.py").write_text(CONF, encoding="utf-8")
    places = pages()
    for path, place in places.items():
        text = path.read_text(encoding="utf-8")
        (tree / place).parent.mkdir(parents=True, exist_ok=True)
        (tree / place).write_text(turned(text, path, place, places, tree) + contents_of(place), encoding="utf-8")
    (tree / "commands.md").write_text(commands_page(), encoding="utf-8")


def turned(text: str, path: Path, place: Path, places: dict[Path, Path], tree: Path) -> str:
    """The page with links from its place on the site."""

    def follow(found: re.Match[str]) -> str:
        target = Path(os.path.normpath(path.parent / found[2]))
        if not target.exists():
            raise SystemExit(f"{path.relative_to(ROOT)}: {found[2]} leads nowhere")
        page = page_for(target)
        if page in places:
            return f"{found[1]}{os.path.relpath(places[page], place.parent)}{found[3] or ''}{found[4]}"
        before = text[max(found.start() - 400, 0) : found.start()]
        return f"{found[1]}{taken_along(target, place, tree, is_picture=before.rfind('![') > before.rfind(')'))}{found[4]}"

    return LINK.sub(follow, re.sub(r"^```(\w+) [^\n]+$", r"```\1", text, flags=re.MULTILINE))


def page_for(target: Path) -> Path:
    """The page that stands for a file or a folder: a folder's own, a game's for what lies in its folder, the house for others."""
    if target == ROOT / "README.md":
        return ROOT / "docs" / "index.md"
    if not target.is_dir():
        return target
    own = next((folder / "README.md" for folder in (target, *target.parents) if (folder / "README.md").exists()), target)
    return own if own != ROOT / "README.md" else ROOT / "CONTRIBUTING.md"


def taken_along(target: Path, place: Path, tree: Path, is_picture: bool) -> str:
    """A picture or another file of the repository, beside the pages."""
    inside = target.relative_to(ROOT)
    picture = target.suffix in (".png", ".svg") and is_picture
    copy = tree / ("_pictures" if picture else "files") / inside
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(target, copy)
    up = os.path.relpath(".", place.parent)
    return f"{up}/_pictures/{inside}" if picture else f"path:{up}/files/{inside}"


def contents_of(place: Path) -> str:
    """What stands under a page in the list on the left."""
    if place == Path("index.md"):
        named = {"Start": TUTORIALS, "How to": HOW_TO, "Reference": REFERENCE, "Explanations": EXPLAINED, "Gallery": ["gallery"]}
        known = {entry for entries in named.values() for entry in entries}
        rest = sorted(p.stem for p in pages().values() if p.parent == Path() and p.stem not in (*known, "index"))
        return "".join(listing(title, entries) for title, entries in {**named, **({"More": rest} if rest else {})}.items())
    if place == Path("games.md"):
        return listing("", [f"games/{name}" for name in shipped()]) + listing(
            "", sorted(str(p.with_suffix("")) for p in pages().values() if p.parts[0] == "examples")
        )
    return ""


def listing(title: str, entries: list[str]) -> str:
    caption = f":caption: {title}\n" if title else ""
    return "\n\n```{toctree}\n:hidden:\n" + caption + "\n" + "\n".join(entries) + "\n```\n"


def commands_page() -> str:
    """Every command with its options, as its own help has them."""
    from simlab.cli import QUESTIONS

    lines = ["# All commands and options", ""]
    for question, commands in QUESTIONS.items():
        lines += [f"## {question}", ""]
        for command in commands:
            for path, one in told(command):
                lines += [f"### simlab {path}", "", "```text", help_of(path, one), "```", ""]
    return "\n".join(lines)


def told(command: object, before: str = "") -> Iterator[tuple[str, object]]:
    import click

    assert isinstance(command, click.Command)
    path = f"{before}{command.name}"
    yield path, command
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            yield from told(inner, f"{path} ")


def help_of(path: str, command: object) -> str:
    import click

    assert isinstance(command, click.Command)
    return command.get_help(click.Context(command, info_name=f"simlab {path}", max_content_width=100, terminal_width=100))


def build(site: Path = SITE, tree: Path = TREE) -> int:
    """The site; warnings are errors."""
    from sphinx.cmd.build import build_main

    lay_out(tree)
    return build_main(["-q", "-W", "--keep-going", "-b", "html", "-d", str(tree.parent / "doctrees"), str(tree), str(site)])


if __name__ == "__main__":
    sys.exit(build())
