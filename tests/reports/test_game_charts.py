"""The charts that games sketch: every kind is drawn, every column exists, and what stands in a manifest is what its author wrote."""

import json
from dataclasses import asdict, fields

import pytest
import yaml

from simlab.contract.catalogue import load, shipped
from simlab.contract.charts import KINDS, GameChart
from simlab.reports.charts.kinds.dots import is_part, stands_out
from simlab.reports.charts.kinds.hand_orders import inversion_words, inversions
from simlab.reports.charts.kit import Dot
from simlab.reports.charts.of_game import DRAWINGS, game_charts
from simlab.reports.charts.sketches import Sketch, sketch, sketches
from simlab.scenarios import scenario as scenarios
from tests.conftest import ROOT
from tests.reports.fakes import fake_run

GAMES = [name for name in shipped() if load(name).charts]


def columns(game):
    return {column.name for column in load(game).columns if not column.hidden}


def of_the_game(game):
    """Charts of columns that every run of the game has."""
    return [chart for chart in load(game).charts if columns(game).issuperset(chart.metrics)]


def of_scenarios(game):
    """Charts of what scenarios define, or of who sits first in them."""
    return [chart for chart in load(game).charts if chart not in of_the_game(game)]


def test_what_authors_may_choose_is_what_reports_can_draw():
    assert KINDS.keys() == DRAWINGS.keys()
    assert all(name == draw.__name__ for name, draw in DRAWINGS.items())


def test_every_kind_is_used_by_some_game():
    assert {chart.kind for game in GAMES for chart in load(game).charts} == KINDS.keys()


@pytest.mark.parametrize("game", GAMES)
def test_a_chart_keeps_every_field_on_its_way_through_a_manifest(game):
    assert [field.name for field in fields(Sketch)] == [field.name for field in fields(GameChart)]
    for chart in load(game).charts:
        assert asdict(sketch(json.loads(json.dumps(asdict(chart))))) == asdict(chart)


def test_a_run_carries_the_charts_of_its_game(tmp_path):
    run = fake_run(tmp_path, {"game": "battle", "policies": "basic"})
    assert [asdict(wanted) for wanted in sketches(run)] == [asdict(chart) for chart in load("battle").charts]


def test_a_field_or_a_kind_that_is_not_known_yet_is_left_out(tmp_path):
    assert sketch({"name": "a", "kind": "mixture", "metrics": ["x"], "later": 1}) == Sketch("a", "mixture", ("x",))
    run = fake_run(tmp_path, {"game": "battle", "policies": "basic"})
    run.manifest["charts"] = [{"name": "a", "kind": "of_tomorrow", "metrics": ["rounds"]}]
    assert list(game_charts(run)) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_chart_names_columns_that_the_game_has_or_that_a_scenario_defines(game):
    by_player = {f"{column.name}_by_player" for column in load(game).columns if column.seats}
    asked = [scenarios.read(path).data for path in (ROOT / "scenarios").glob("*.yaml")]
    defined = {name for scenario in asked if scenario["game"] == game for name in scenario.get("define", {})}
    assert not {metric for chart in load(game).charts for metric in chart.metrics} - columns(game) - by_player - defined


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_own_charts_whose_titles_say_a_number_or_a_name(tmp_path, game):
    run = fake_run(tmp_path, {"question": "?", "game": game, "policies": "basic", "variants": {"a": {}, "b": {}}})
    found = list(game_charts(run))
    assert {chart.name for chart in found} == {chart.name for chart in of_the_game(game)}
    for chart in found:
        assert len(chart.title) > 20
        assert "{" not in chart.title
        assert chart.data.rows, chart.name
        assert chart.metric in run.manifest["columns"]


@pytest.mark.parametrize("game", [game for game in GAMES if of_scenarios(game)])
def test_every_chart_made_for_a_scenario_is_drawn_by_one(tmp_path, game):
    found, wanted = {}, {chart.name for chart in of_scenarios(game)}
    for path in (ROOT / "scenarios").glob(f"{game}-*.yaml"):
        run = fake_run(tmp_path / path.stem, yaml.safe_load(path.read_text(encoding="utf-8")))
        present = set(run.results["metric"])
        missing = [chart for chart in sketches(run) if chart.name in wanted - found.keys() and present.issuperset(chart.metrics)]
        found |= {sketch.name: chart for sketch in missing if (chart := DRAWINGS[sketch.kind](run, sketch)) is not None}
    assert found.keys() == wanted
    for chart in found.values():
        assert "{" not in chart.title
        assert chart.data.rows, chart.name


def test_charts_about_what_was_asked_for_come_first(tmp_path):
    run = fake_run(tmp_path, {"game": "jester", "policies": "basic", "metrics": ["sum_vs_standard"]})
    assert next(iter(game_charts(run))).name == "tie_break"


def test_the_order_of_hands_is_checked_against_rarity():
    found = {"pair": Dot(0.5, 0.4, 0.6), "flush": Dot(0.1, 0.05, 0.15), "full house": Dot(0.3, 0.2, 0.4)}
    assert inversions(list(found), found) == [("flush", "full house")]
    assert inversion_words([("flush", "full house")]) == "full house beats flush but comes more often"
    assert inversion_words([]) == "no neighbour in the order is clearly out of place"


def test_a_chart_by_seat_names_a_seat_only_when_it_stands_out():
    apart = {"seat 0": Dot(3.0, 2.9, 3.1), "seat 1": Dot(2.0, 1.9, 2.1), "seat 2": Dot(2.5, 2.4, 2.6)}
    assert stands_out(apart)
    assert not stands_out({**apart, "seat 2": Dot(2.8, 2.6, 3.0)})


def test_a_count_with_a_unit_is_no_share(tmp_path):
    run = fake_run(tmp_path, {"game": "fortune", "policies": "basic"})
    assert is_part(run, "showdown")
    assert not is_part(run, "raises1")  # raises a round, though fewer than one
