"""Small games looked at whole."""

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.errors import InputError
from simlab.solvers.trees import END, NOBODY, grow


def test_one_card_poker_has_twelve_situations_and_thirty_ends(template):
    tree = grow(template, template.Rules())
    assert (len(tree.sets), len(tree.info), int((tree.info == END).sum())) == (12, 54, 30)
    assert tree.is_zero_sum
    assert tree.chance.sum() == pytest.approx(1.0)


def test_leduc_has_as_many_situations_as_openspiel_counts():
    game = load("leduc")
    tree = grow(game, game.Rules())
    assert len(tree.sets) == 936
    assert np.abs(tree.ends).max() == 13


def test_children_lie_side_by_side_behind_their_parents(template):
    tree = grow(template, template.Rules())
    choices = np.flatnonzero(tree.info >= 0)
    sizes = np.diff(tree.sets.first)[tree.info[choices]]
    seen = np.concatenate([np.arange(child, child + size) for child, size in zip(tree.child[choices], sizes, strict=True)])
    assert sorted(seen) == list(range(len(tree.chance), len(tree.info)))
    assert all(tree.child[choices] > choices)


def test_a_player_remembers_what_it_did(template):
    sets = grow(template, template.Rules()).sets
    again = sets.depth == 1
    assert again.sum() == 3  # the first to act, having passed with each card and facing a bet
    assert all(sets.before[~again] == NOBODY)
    assert all(sets.seat[again] == 0)


def test_games_that_cannot_be_looked_at_whole_are_refused_in_a_sentence(template):
    with pytest.raises(InputError, match="jester cannot be looked at whole: it does not list its deals"):
        grow(load("jester"), load("jester").Rules())
    with pytest.raises(InputError, match=r"under these rules: one-card poker lists its deals for deals: 1 only \(given: 2\)"):
        grow(template, template.Rules(deals=2))
    with pytest.raises(InputError, match="more than 10 points under these rules"):
        grow(template, template.Rules(), most=10)
