"""A stock that is drawn from in lots."""

import numpy as np
import pytest

from simlab.games.showdown.rules import DECK, STATE
from simlab.games.showdown.stock import open_stock, settle_ahead, take, take_several
from simlab.jit import new
from simlab.rng import Purpose, set_key

WHOLE = (1 << DECK) - 1
SHORT = WHOLE & ~0xFFFF  # without the sixteen lowest cards, which the order passes over


def opened(cards, ahead):
    state = new(STATE)
    set_key(state.key, 7, 11)
    open_stock(state, np.int64(cards), Purpose.DEAL, 1, 0)
    settle_ahead(state, ahead)
    return state


@pytest.mark.parametrize("cards", [WHOLE, SHORT])
@pytest.mark.parametrize("lots", [(0, 5, 1, 3, 2, 5), (20, 0, 10), (36,), (1,) * 36])
def test_a_lot_is_the_cards_taken_one_by_one_and_leaves_the_stock_alike(cards, lots):
    for ahead in (0, 10):
        single, several = opened(cards, ahead), opened(cards, ahead)
        for lot in lots:
            one_by_one = sum(1 << int(take(single)) for _ in range(lot))
            assert int(take_several(several, lot)) == one_by_one
        assert several.tobytes() == single.tobytes()
