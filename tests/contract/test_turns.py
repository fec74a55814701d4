"""Going round the table without a division."""

import pytest

from simlab.contract.turns import seat_on


@pytest.mark.parametrize("players", range(1, 7))
def test_seats_are_those_of_a_division(players):
    for seat in range(players):
        assert [int(seat_on(seat, steps, players)) for steps in range(players)] == [(seat + steps) % players for steps in range(players)]
