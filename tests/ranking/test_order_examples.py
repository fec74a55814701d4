"""What docs/ranking.md shows of orders is what the command prints, and its files are those of examples/orders."""

import re
import shlex

import pytest

from simlab.ranking.named import load
from tests.commands.typed import typed
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "ranking.md").read_text(encoding="utf-8")
SHOWN = [block for block in re.findall(r"```\n(\$ simlab.*?)```", PAGE, re.DOTALL) if "--order" in block]
FILES = sorted((ROOT / "examples" / "orders").glob("*.yaml"))


def commands(block):
    """(what is typed, what is printed) of a block."""
    parts = re.split(r"^\$ simlab ", block, flags=re.MULTILINE)[1:]
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts]


@pytest.mark.parametrize(("words", "printed"), [pair for block in SHOWN for pair in commands(block)])
def test_the_page_shows_what_the_command_prints(words, printed, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert typed(*shlex.split(words)).strip() == printed.strip()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_home_made_order_loads_and_stands_on_the_page(file):
    assert f"# examples/orders/{file.name}\n{file.read_text(encoding='utf-8').rstrip()}\n```" in PAGE
    assert load(file).data.about.endswith(".")


def test_there_are_five_of_them_at_least():
    assert len(FILES) >= 5
    assert len(SHOWN) >= 6
