"""`simlab schema`: takes what the loader takes, and refuses what it refuses."""

import json

import jsonschema
import pytest

from simlab.contract.catalogue import load
from simlab.scenarios import document
from tests.commands.typed import typed
from tests.conftest import ROOT

SCENARIOS = sorted((ROOT / "scenarios").glob("*.yaml"))


@pytest.fixture(scope="module")
def schema():
    return json.loads(typed("schema"))


@pytest.fixture(scope="module")
def validator(schema):
    """The schema, found sound once: `jsonschema.validate` would look it through for every scenario."""
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    return kind(schema)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_the_schema_takes_the_scenarios_that_ship(validator, path):
    validator.validate(document.read(path).data)


@pytest.mark.parametrize(
    "broken",
    [
        {"rollouts": 5},
        {"game": "poker"},
        {"game": "template", "rollout": 5},
        {"game": "template", "rules": {"bett": 2}},
        {"game": "template", "rules": {"ranks": 99}},
        {"game": "template", "policies": "honset"},
        {"game": "template", "variants": {"a": {"rules": {"bett": 1}}}},
        {"game": "arcana", "rules": {"category_order": {"swap": ["one_twin"]}}},
        {"game": "arcana", "rules": {"category_order": {"swap": ["one_twin", "high_card"]}}},
        {"game": "arcana", "rules": {"category_order": ["one_twin"]}},
    ],
)
def test_the_schema_refuses_what_the_loader_refuses(validator, broken):
    with pytest.raises(jsonschema.ValidationError):
        validator.validate(broken)


def test_the_schema_takes_every_default_and_a_swap_of_arcanas_categories(schema, validator):
    for game in ("arcana", "template"):
        validator.validate({"game": game, "rules": {k: v for k, v in load(game).Rules().plain().items() if k != "players"}})
    validator.validate({"game": "arcana", "rules": {"category_order": {"swap": ["one_twin", "two_pair"]}}})
    arcana = next(part for part in schema["allOf"] if part["if"]["properties"]["game"]["const"] == "arcana")
    order = arcana["then"]["properties"]["rules"]["properties"]["category_order"]
    assert order["default"][0] == "quintuplet"
