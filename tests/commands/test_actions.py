"""`simlab actions`: who plays when nobody is named, and at which tables."""

import json

import pytest

from simlab.commands.actions import table_sizes
from tests.commands.typed import refused, typed


@pytest.mark.parametrize(("rules", "who"), [((), "equilibrium"), (("--rules", "bet=2"), "honest")])
def test_the_usual_player_plays_where_it_can(rules, who, tmp_path):
    assert json.loads(typed("actions", "template", *rules, "--games", 50, "--json", "--out", tmp_path))["policy"] == who


def test_table_sizes_are_listed_once_each():
    assert table_sizes(None, "2, 4,2") == [2, 4]
    assert table_sizes(None, None) == [None]
    assert table_sizes(3, None) == [3]


def test_a_table_size_that_cannot_be_is_said_before_anything_is_played():
    assert "players: must be at most 2 (given: 7)" in refused("actions", "template", "--sizes", "2,7")
