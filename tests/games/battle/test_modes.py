"""Battle compiled, with bounds checks and with the JIT off: the same bytes. Views, imagined worlds, memory and scenarios."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
import yaml

from simlab.contract.catalogue import load
from simlab.contract.conformance import Inspection, worlds_differ
from simlab.games.battle.rules import Rules
from simlab.play.table import Table
from tests.conftest import python

DIGEST = """
import hashlib
from simlab.contract.catalogue import load
from simlab.play.drivers import roll
from simlab.players.registry import make_player
game = load("battle")
digest = hashlib.sha256()
for given in ({}, {"players": 2, "borrow_max": 2, "discard_order": "choice", "battle_rounds": 1},
              {"players": 3, "deck_low": 6, "draw_rounds": 2, "draw_size": 3, "incomplete_hands": "dead", "protection": "all"}):
    rules = game.Rules.of(given)
    for policy in ("uniform", "basic"):
        digest.update(roll(game, [make_player(game, policy, rules)] * rules.players, rules.lower(), 5, 0, 2).tobytes())
print(digest.hexdigest())
"""


def test_the_same_bytes_compiled_and_with_the_jit_off():
    assert python(DIGEST) == python(DIGEST, NUMBA_DISABLE_JIT="1")


@pytest.mark.slow
def test_the_same_bytes_with_bounds_checks():
    assert python(DIGEST) == python(DIGEST, NUMBA_BOUNDSCHECK="1")


def test_imagined_worlds_differ_in_hidden_cards():
    assert worlds_differ(load("battle"), Rules(), lambda state: state.pile.tobytes())


@pytest.mark.slow
def test_unknown_cards_lie_at_unknown_places_equally_often():
    """Each of them as often at the top of the pile as at its bottom, where the second seat first draws (seed 1, 4-sigma band)."""
    game, model = load("battle"), Rules(players=2)
    table = Table(game, model, 1, 0)
    while table.seat == 0:
        table.apply(table.legal()[0])
    inspection, n = Inspection(game, model, Random(1), (), 0.0), 6000
    view, mind = table.view(), inspection.mind()
    known = {int(card) for seen in (view.drawn, view.seen.row, view.seen.pile) for card in seen.flat if card >= 0}
    unknown = sorted({*range(52)} - known)
    ends, found = [int(view.top), (int(view.top) + int(view.left) - 1) % len(view.seen.pile)], np.zeros((2, 52))
    assert (view.seen.pile[ends] < 0).all()
    for _ in range(n):
        found[[0, 1], inspection.imagine(view, mind).pile[ends]] += 1
    p = 1 / len(unknown)
    assert not found[:, sorted(known)].any()
    assert np.abs(found[:, unknown] - n * p).max() < 4 * (n * p * (1 - p)) ** 0.5


@pytest.mark.parametrize("path", sorted(Path("scenarios").glob("battle-*.yaml")), ids=lambda path: path.stem)
def test_the_scenarios_name_knobs_and_players_that_exist(path):
    given = yaml.safe_load(path.read_text(encoding="utf-8"))
    game = load(given["game"])
    variants = given.get("variants", {"base": {}})
    known = {policy.name for policy in game.policies} | {"uniform"}
    for variant in variants.values():
        knobs = {**given.get("rules", {}), **variant.get("rules", {})}
        players = given.get("players", 4)
        for count in players if isinstance(players, list) else [players]:
            game.Rules.of({**knobs, "players": count})
        for policies in (given.get("policies", "basic"), variant.get("policies", "basic")):
            seats = policies.values() if isinstance(policies, dict) else [policies]
            assert {seat["name"] if isinstance(seat, dict) else seat for seat in seats} <= known
    for name, values in given.get("sweep", {}).items():
        for value in values:
            game.Rules.of({**given.get("rules", {}), name.removeprefix("rules."): value})
    assert {game.column(metric).name for metric in given["metrics"]} == set(given["metrics"])
