"""The engine of Jester agrees with its referee on legality, views, every outcome column, and the moves of its players."""

import pytest

from simlab.contract.catalogue import load
from tests.conftest import python
from tests.games.jester.lockstep import as_policy, build, short_games, watch
from tests.games.jester.referee import game as referee
from tests.games.referees import at_random, many


def who_plays(random):
    """Chance in three games of five, else `basic` or `bully` at every seat, compared move by move."""
    kind = random.random()
    if kind < 0.6:
        return at_random(random)
    return as_policy("basic", referee.basic) if kind < 0.8 else as_policy("bully", referee.bully)


def test_engine_and_referee_agree_on_games_over_random_rules():
    assert many(load("jester"), 50, 11, build, who_plays, watch, short_games) > 2_000


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("block", range(20))
def test_engine_and_referee_agree_on_twenty_thousand_games(block):
    assert many(load("jester"), 1_000, 1_200 + block, build, who_plays, watch, short_games) > 40_000


DIGEST = """
import hashlib
from random import Random
from simlab.contract.catalogue import load
from simlab.contract.knobs import sample
from simlab.play.table import Table
game = load("jester")
digest = hashlib.sha256()
for index in range(6):
    random = Random(index)
    rules = game.Rules() if index < 2 else sample(game.Rules, random)
    table = Table(game, rules.model_copy(update={"max_rounds": 4}), 7, index)
    while not table.over:
        digest.update(table.view().tobytes())
        table.apply(random.choice(table.legal()))
    digest.update(table.state.tobytes())
print(digest.hexdigest())
"""


@pytest.mark.parametrize("mode", ["NUMBA_DISABLE_JIT", pytest.param("NUMBA_BOUNDSCHECK", marks=pytest.mark.slow)])
def test_the_same_bytes_compiled_without_the_jit_and_with_bounds_checks(mode):
    assert python(DIGEST, **{mode: "1"}) == python(DIGEST)
