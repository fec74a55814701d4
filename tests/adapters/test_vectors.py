"""A view as numbers: nothing lost, nothing told that the view does not hold."""

import numpy as np
import pytest

from simlab.adapters.vectors import Vectors, mask_of
from simlab.contract.catalogue import load, shipped
from simlab.play.table import Table


def test_every_field_has_its_number(template):
    table = Table(template, template.Rules(), seed=3)
    vectors, view = Vectors(template), table.view()
    found = dict(zip(vectors.names, vectors.of(view).tolist(), strict=True))
    assert found["card"] == view.card
    assert (found["table.paid[0]"], found["table.paid[1]"]) == (1.0, 1.0)
    assert "legal" not in found


def test_wide_fields_are_bits():
    """A hand of showdown is a set of cards in eight bytes: five of its bits are set."""
    showdown = load("fortune")
    view = Table(showdown, showdown.Rules(), seed=3).view()
    vectors = Vectors(showdown)
    found = dict(zip(vectors.names, vectors.of(view).tolist(), strict=True))
    bits = [bit for bit in range(64) if found[f"hand bit {bit}"]]
    assert sum(1 << bit for bit in bits) == int(view.hand)
    assert len(bits) == 5


@pytest.mark.parametrize("name", sorted(shipped()))
def test_two_views_that_differ_have_vectors_that_differ(name):
    """Every byte of a view but the mask matters to its vector; values stay within the bounds that are told."""
    game = load(name)
    vectors, rng = Vectors(game), np.random.default_rng(1)
    legal = game.engine.VIEW.fields["legal"][1]
    size = sum(piece.entries * piece.kind.itemsize for piece in vectors.pieces)
    assert size == game.engine.VIEW.itemsize - 8
    view = np.zeros(1, game.engine.VIEW)
    low, high = vectors.bounds
    for byte in rng.permutation(game.engine.VIEW.itemsize)[:200]:
        other = view.copy()
        other.view(np.uint8)[byte] = 1
        changed = vectors.of(other[0])
        assert (changed != vectors.of(view[0])).any() != (legal <= byte < legal + 8)
        assert (low <= changed).all()
        assert (changed <= high).all()


def test_a_mask_may_have_all_sixty_four_actions():
    assert mask_of(-1).tolist() == [1] * 64
    assert np.flatnonzero(mask_of(0b1010)).tolist() == [1, 3]
