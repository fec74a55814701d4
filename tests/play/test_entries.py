"""Outcome columns read as bytes are the numbers that the record holds."""

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.contract.goals import can_be_goal
from simlab.play.probes.entries import as_bytes, entry_of, place_of


@pytest.mark.parametrize("name", ["template", "showdown", "fortune", "battle"])
def test_every_column_by_seat_is_read_as_it_is(name):
    """Columns of one, two and four bytes, with the least and greatest numbers they hold."""
    game = load(name)
    work = np.zeros(3, game.engine.STATE)
    raw = as_bytes(work)
    for column in filter(can_be_goal, game.columns):
        ends = np.iinfo(game.engine.OUTCOME[column.name].base)
        values = [ends.min, ends.max, -1, 0, 1, 77]
        work["tally"][column.name][2] = values
        place, width = place_of(game, column.name)
        assert [entry_of(raw, 2, place, width, seat) for seat in range(6)] == values
        assert [entry_of(raw, 1, place, width, seat) for seat in range(6)] == [0] * 6


def test_unsigned_entries_are_read_too():
    raw = np.array([[0, 255, 255]], np.uint8)
    assert entry_of(raw, 0, 1, -1, 0) == 255
    assert entry_of(raw, 0, 1, 1, 0) == -1
    assert entry_of(raw, 0, 1, -2, 0) == 65535
