"""Engine and referee play the same games: random rules, two to six players, chance, `basic` and rash choosers, views compared."""

import pytest

from simlab.contract.catalogue import load
from simlab.contract.knobs import sample
from tests.conftest import python
from tests.games.arcana.lockstep import Basic, play_games, referee, same_views
from tests.games.referees import at_random, lockstep

GAME = load("arcana")


def test_engine_and_referee_agree_on_random_rules():
    assert play_games(8, 7) > 300


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@pytest.mark.parametrize("block", range(20))
def test_engine_and_referee_agree_on_ten_thousand_games(block):
    assert play_games(500, 1000 + block, share=0.02) > 20_000


@pytest.mark.parametrize(
    "rules",
    [
        {"deck_model": "finite", "deck_copies": 1, "unfix_mode": "conceal", "players": 6, "start_hand": 9, "hand_limit": 12},
        {"deck_model": "finite", "deck_copies": 1, "players": 6, "start_hand": 9, "cups_shift": False, "start_discard": True},
        {"repeat_damping": 0.3, "acting_seats": "all", "max_submissions_per_deal": 2, "players": 3},
        {"repeat_damping": 0.0, "players": 6, "start_hand": 9, "hand_limit": 12, "wand_source": "deck"},
        {"convert": "manual", "cups_reveal": "private", "response_turns": 6, "players": 2, "ante": 2, "uncontested_share": 0.5},
    ],
    ids=["concealed", "one_pack", "all_seats", "no_repeats", "by_hand"],
)
def test_engine_and_referee_agree_at_the_corners(rules):
    from random import Random

    model = GAME.Rules.of({**rules, "max_turns_per_seat": 12})
    for index in range(2):
        random = Random(index)
        chooser = at_random(random) if index else Basic(first_cat="one_pair", min_pot=0, reply_cat="high_card", reply_pot=0)
        assert lockstep(GAME, model, lambda table: referee(model, table), 11, index, chooser, same_views(0.3, random)) > 20


def test_random_rules_reach_every_knob():
    from random import Random

    random = Random(1)
    changed = {name for _ in range(120) for name in sample(GAME.Rules, random).changed()}
    assert changed == set(GAME.Rules.knobs())


DIGEST = """
import hashlib
from simlab.contract.catalogue import load
from simlab.play.drivers import roll
from simlab.players.registry import make_player
game = load("arcana")
digest = hashlib.sha256()
for given in ({"players": 2, "max_turns_per_seat": 10},
              {"players": 3, "max_turns_per_seat": 10, "deck_model": "finite", "deck_copies": 1, "unfix_mode": "conceal"},
              {"players": 2, "max_turns_per_seat": 10, "repeat_damping": 0.3, "kickers": "natural", "convert": "manual"}):
    rules = game.Rules.of(given)
    for policy in ("uniform", "basic"):
        digest.update(roll(game, [make_player(game, policy, rules)] * rules.players, rules.lower(), 5, 0, 2).tobytes())
print(digest.hexdigest())
"""


@pytest.mark.parametrize("mode", ["NUMBA_DISABLE_JIT", pytest.param("NUMBA_BOUNDSCHECK", marks=pytest.mark.slow)])
def test_compiled_interpreted_and_bounds_checked_games_have_the_same_bytes(mode):
    assert python(DIGEST, **{mode: "1"}) == python(DIGEST)
