"""How often a player takes each action, found by asking it."""

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.errors import InputError
from simlab.jit import new
from simlab.players.registry import make_player
from simlab.rng import STREAM, uniform
from simlab.solvers.asking import aim, odds_of
from simlab.solvers.responses import respond
from simlab.solvers.trees import grow


def test_a_stream_can_be_aimed_at_its_next_number():
    stream = new(STREAM)
    for wanted in (0.0, 0.25, 0.7):
        aim(stream, np.uint64(int(wanted * 2**64)), np.uint64(3))
        assert uniform(stream) == pytest.approx(wanted, abs=1e-12)
        assert 0.0 < uniform(stream) < 1.0


def test_the_known_family_of_optimal_play_cannot_be_exploited(template):
    rules = template.Rules()
    tree = grow(template, rules)
    odds = odds_of(tree, make_player(template, {"name": "equilibrium", "alpha": 0.3}, rules))
    found = respond(tree, odds)
    assert found.value[0] == pytest.approx(-1 / 18, abs=1e-4)
    assert found.mean_gain < 1e-4


def test_a_player_without_dice_is_asked_once_and_is_pure(template):
    rules = template.Rules(ranks=5)
    odds = odds_of(grow(template, rules), make_player(template, "honest", rules))
    assert set(odds) == {0.0, 1.0}


def test_bluffs_are_found_as_often_as_they_are_made():
    game = load("leduc")
    rules = game.Rules()
    tree = grow(game, rules)
    odds = odds_of(tree, make_player(game, {"name": "basic", "bluff": 0.125}, rules))
    assert sorted({round(float(chance), 4) for chance in odds}) == [0.0, 0.125, 0.875, 1.0]


def test_a_searcher_is_not_asked(template):
    rules = template.Rules()
    with pytest.raises(InputError, match="search is too slow to be asked about every situation"):
        odds_of(grow(template, rules), make_player(template, "search", rules))
