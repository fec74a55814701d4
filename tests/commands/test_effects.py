"""`simlab effects`: each game that has acting cards says itself what they do."""

import json

import pytest

from simlab.contract.catalogue import load, shipped
from simlab.studies.effects import EffectsStudy
from tests.commands.typed import refused, typed

WITH_EFFECTS = [name for name in shipped() if "effects" in load(name).studies]


@pytest.mark.parametrize("name", [name for name in shipped() if name not in WITH_EFFECTS])
def test_a_game_without_acting_cards_names_those_that_have_them(name):
    said = f"{name} has no cards that can be forced into a round or act when laid: effects is for {' and '.join(WITH_EFFECTS)}\n"
    assert refused("effects", name).endswith(said)


def test_each_game_has_its_own_usual_number_of_games():
    assert {name: load(name).study("effects").rollouts for name in WITH_EFFECTS} == {"arcana": 10_000, "fortune": 20_000}
    assert all(isinstance(load(name).study("effects"), EffectsStudy) for name in WITH_EFFECTS)


@pytest.mark.slow
def test_the_games_own_study_is_shown(tmp_path):
    found = json.loads(typed("effects", "arcana", "--players", 2, "--games", 40, "--json", "--out", tmp_path))
    assert (found["players"], found["policy"]) == (2, "basic")
    assert (tmp_path / "report.html").exists()
