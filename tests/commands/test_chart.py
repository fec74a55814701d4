"""`simlab chart equity`: maps over classes of hands, and the strategy card."""

import json
from pathlib import Path

import pytest

from tests.commands.typed import refused, typed


def test_a_chart_writes_pictures_and_a_card(tmp_path):
    output = typed("chart", "equity", "template", "--worlds", 500, "--out", tmp_path / "maps")
    assert "strategy card" in output
    assert sorted(path.name for path in Path(tmp_path / "maps").iterdir()) == ["bet.pdf", "bet.png", "card.txt"]
    assert (tmp_path / "maps" / "card.txt").read_text(encoding="utf-8") in output
    found = json.loads(typed("chart", "equity", "template", "--worlds", 500, "--out", tmp_path / "maps", "--json"))
    assert found["grids"][0]["rows"] == ["J", "Q", "K"]


def test_an_unknown_game_is_refused():
    assert "no game 'chess'" in refused("chart", "equity", "chess")


@pytest.mark.slow
def test_the_rarity_of_an_order_as_a_picture(tmp_path):
    file = tmp_path / "rarity.png"
    assert typed("chart", "rarity", "--order", "three_card", "--out", file).splitlines() == [
        "the order agrees with rarity: every hand beats those that come more often", str(file),
    ]  # fmt: skip
    assert file.read_bytes().startswith(b"\x89PNG")
    assert json.loads(typed("chart", "rarity", "--order", "three_card", "--out", file, "--json"))["file"] == str(file)
    assert "one of the two" in refused("chart", "rarity")
