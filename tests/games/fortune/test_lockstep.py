"""Engine and referee side by side: the same chance, the same actions, the same views, columns and rows at every point."""

from random import Random

import pytest

from simlab.contract.knobs import sample
from tests.games.fortune.side_by_side import Beside, by_basic, compare_row, watch, watch_actor
from tests.games.fortune.stacked import GAME
from tests.games.referees import at_random, lockstep, many


def some_player(random):
    return at_random(random) if random.random() < 0.5 else by_basic(random)


def test_whole_games_agree_with_the_referee_over_random_rules():
    """Players 2 to 6, every knob; random and `basic` play; views of all seats."""
    assert many(GAME, 12, 11, Beside, some_player, watch) > 300


def forced_round(seed, index, card, window):
    """One round on both sides, with random other knobs."""
    random = Random(f"{seed}/{index}")
    plain = sample(GAME.Rules, random).plain()
    rules = GAME.Rules.of({**plain, "players": random.randint(2, 6), "unit": "round", "forced_arcana": card, "forced_window": window})
    beside = []

    def referee(table):
        beside.append(Beside(rules, table))
        return beside[0]

    tables = []

    choose = some_player(random)

    def choose_and_keep(table, referee):
        tables[:] = [table]
        return choose(table, referee)

    points = lockstep(GAME, rules, referee, seed, index, choose_and_keep, watch_actor)
    if tables:
        compare_row(tables[0], beside[0].referee.rows[-1])
    return points


@pytest.mark.parametrize("window", ["deal", "draw"])
def test_every_arcana_in_both_windows_agrees_with_the_referee(window):
    """22 cards, three rounds each, seed 12."""
    assert sum(forced_round(12, 100 * card + k, card, window) for card in range(22) for k in range(3)) > 400


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("block", range(20))
def test_twenty_thousand_rounds_agree_with_the_referee(block):
    """Seed 13: every Arcana in both windows and none, over random rules, players 2 to 6."""
    cards = [*range(22), *range(22), "none"]
    for index in range(1_000 * block, 1_000 * (block + 1)):
        forced_round(13, index, cards[index % len(cards)], ("deal", "draw")[index // len(cards) % 2])


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_six_hundred_whole_games_agree_with_the_referee():
    assert many(GAME, 600, 14, Beside, some_player, watch_actor) > 20_000
