"""Battle's engine agrees with its referee: legality, states, every view, every outcome column, every move of `basic`."""

import pytest

from tests.games.battle.lockstep import BATTLE, choosers, referee, watch
from tests.games.referees import many


def lighter(rules, random):
    """Two loans of many cards, and hands in an odd order, take the referee minutes: such games stay few and small."""
    heavy = rules.borrow_max == 2 or "category_order" in rules.changed()
    if heavy and random.random() < 0.8:
        return BATTLE.Rules.of({**rules.plain(), "borrow_max": 1, "category_order": BATTLE.Rules().plain()["category_order"]})
    if heavy:
        given = {"players": 2, "battle_rounds": min(rules.battle_rounds, 1), "pair_draw_count": 2, "triple_draw_count": 3}
        return BATTLE.Rules.of({**rules.plain(), **given})
    return rules


def test_the_engine_agrees_with_the_referee_over_random_rules():
    assert many(BATTLE, 20, 11, referee, choosers, watch, lighter) > 800


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("block", range(10))
def test_the_engine_agrees_with_the_referee_on_ten_thousand_games(block):
    assert many(BATTLE, 1_000, 1_200 + block, referee, choosers, watch, lighter) > 50_000
