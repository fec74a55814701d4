"""`simlab chart equity`: maps over classes of hands, and the strategy card."""

import json
from pathlib import Path

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
