"""The page that tells how strong search is: its tables are those of the figures, and the figures add up."""

import json

import pytest

from tools import search_strength
from tools.search_page import BEGIN, END, PAGE, PICTURE, against, chart, dot_of, tables
from tools.search_strength import FILE, Cell, cells, play, time_alone, time_of

SUMS = {"deals": 50, "total": 30.0, "squares": 24.0, "seconds": 2.0, "decisions": 4_000, "players": 2}


def test_the_page_shows_what_was_measured():
    known = json.loads(FILE.read_text(encoding="utf-8"))
    page = PAGE.read_text(encoding="utf-8")
    assert page.split(BEGIN)[1].split(END)[0] == tables(known) + "\n"


def test_the_chart_has_a_line_for_every_game_that_was_measured():
    known = json.loads(FILE.read_text(encoding="utf-8"))
    drawn = {text.get_text() for legend in chart(known).figure.legends for text in legend.get_texts()}
    assert drawn == {sums["game"] for sums in known.values()}
    assert (PAGE.parent / f"{PICTURE}.png").exists()


def test_nothing_is_kept_of_cells_that_are_not_measured_any_more():
    assert set(json.loads(FILE.read_text(encoding="utf-8"))) <= {cell.key for cell in cells()}


def test_a_share_has_the_interval_of_its_deals_and_a_decision_its_time():
    dot = dot_of(SUMS)
    assert dot.value == 0.6
    assert dot.high - 0.6 == pytest.approx(1.96 * (0.48 - 0.36) ** 0.5 / 7, abs=0.01)
    always = dot_of({**SUMS, "total": 50.0, "squares": 50.0})
    assert always.high == 1.0 > always.low > 0.9
    assert time_of(SUMS) == 1.0  # two thousand decisions are the searcher's


def test_a_cell_is_gone_on_with_from_where_it_stopped(tmp_path, monkeypatch):
    """Written down piece by piece; two goes play the deals of one."""
    monkeypatch.setattr(search_strength, "FILE", tmp_path / "found.json")
    cell = Cell("template", 2, "honest", {"worlds": 2})
    once, twice = {}, {}
    play(once, cell, 60)
    play(twice, cell, 20)
    play(twice, cell, 60)
    [one], [other] = once.values(), twice.values()
    assert one["deals"] == 30
    assert {name: one[name] for name in ("deals", "total", "squares", "decisions")} == {
        name: other[name] for name in ("deals", "total", "squares", "decisions")
    }
    assert json.loads((tmp_path / "found.json").read_text(encoding="utf-8")) == twice


def test_the_first_table_tells_the_time_that_was_taken_alone(tmp_path, monkeypatch):
    """Busy or not, the other figures stay as they were."""
    monkeypatch.setattr(search_strength, "FILE", tmp_path / "found.json")
    monkeypatch.setattr(search_strength, "TRIAL", 0.05)
    cell = Cell("template", 2, "honest", {"worlds": 500})
    known = {cell.key: dict(SUMS)}
    time_alone(known, cell)
    found = known[cell.key]
    assert 0.0 < found.pop("alone") < 100.0
    assert found == SUMS
    jester = Cell("jester", 2, "basic")
    [row] = against({jester.key: {**SUMS, "game": "jester", "alone": 9.87}})
    assert row[-1] == "9.87"
