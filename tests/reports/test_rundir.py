"""A run directory as data: names of metrics, colours, and what older runs lack."""

import json

import pytest

from simlab.contract.catalogue import load, shipped
from simlab.errors import RunError
from simlab.reports.charts.of_game import game_charts
from simlab.reports.rundir import Run
from tests.reports.fakes import fake_run


def test_a_folder_that_is_no_run_is_refused_in_one_line(tmp_path):
    with pytest.raises(RunError, match="not a finished run"):
        Run(tmp_path)


def test_a_metric_is_called_by_its_title_or_by_its_name_in_words(tmp_path):
    run = fake_run(tmp_path, {"game": "arcana", "policies": "basic", "rotate_seats": True, "metrics": ["first_subs", "win"]})
    assert run.metric_name("wand_takes_wand") == "Wands taken by Wands"
    assert run.metric_name("first_subs_by_player") == "first bids by player"
    assert run.metric_name("win_by_player") == "share of the win by player"
    assert run.metric_name("n_of_ones_own") == "of ones own"


def test_each_shipped_game_has_its_own_colour():
    colours = [load(name).colour for name in shipped() if name != "template"]
    assert len(set(colours)) == len(colours)


def test_a_run_written_before_games_had_colours_and_charts_is_read_without_them(tmp_path):
    run = fake_run(tmp_path, {"game": "jester", "policies": "basic"})
    assert run.colour == load("jester").colour
    manifest = {key: value for key, value in run.manifest.items() if key != "charts"}
    manifest["game"] = {key: value for key, value in manifest["game"].items() if key != "colour"}
    manifest["columns"] = {name: {k: v for k, v in column.items() if k != "title"} for name, column in manifest["columns"].items()}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    old = Run(tmp_path)
    assert old.colour == 0
    assert old.metric_name("win_cat") == "win cat"
    assert list(game_charts(old)) == []
