"""A choice that was seen, recast into the real world, is the choice that was made, seen as its maker saw it."""

from types import SimpleNamespace

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.contract.minds import forget
from simlab.jit import new
from simlab.play.notes import note_record
from simlab.play.seats import seated
from simlab.play.table import Table
from simlab.players.registry import make_player


def round_of(game, rules, policy, index):
    """Play a game; at every choice: the table, and all choices of the round so far as their makers saw them."""
    player = make_player(game, policy, rules)
    table = Table(game, rules, 9, index)
    _, solved, minds = seated([player] * rules.players)
    forget(minds, table.key, rules.players)
    past, now = [], 1
    while not table.over:
        if int(table.state.round) != now:
            past, now = [], int(table.state.round)
        yield table, past
        action = table.ask([player.act] * rules.players, solved, minds)
        seen = [table.view(seat) for seat in range(rules.players)]
        if len(table.legal()) > 1:
            past.append(SimpleNamespace(seat=table.seat, action=action, legal=int(table.state.legal), seen=seen))
        table.apply(action)


def recast(game, table, choice, watcher):
    """What the watcher makes of a choice, were the world as it really is: the view, and the action in it."""
    note, view = new(note_record(game)), choice.seen[watcher].copy()
    note["seat"], note["action"], note["legal"] = choice.seat, choice.action, np.int64(choice.legal)
    return view, int(game.searching.recast(view, table.rules, note, table.state))


@pytest.mark.parametrize(("name", "policy", "games"), [("template", "always_bet", 8), ("jester", "basic", 3)])
def test_a_choice_recast_into_the_real_world_is_the_choice_that_was_made(name, policy, games):
    game = load(name)
    rules = game.Rules(players=2 if name == "template" else 3)
    told = 0
    for index in range(games):
        for table, past in round_of(game, rules, policy, index):
            for choice in past:
                watcher = (choice.seat + 1) % rules.players
                view, action = recast(game, table, choice, watcher)
                if action < 0:
                    continue
                told += 1
                assert action == choice.action
                for field in game.engine.VIEW.names:
                    assert view[field].tobytes() == choice.seen[choice.seat][field].tobytes(), field
    assert told > 5


def test_what_is_still_face_down_is_not_told():
    """While all choose their trash, nobody knows what the others chose."""
    game = load("jester")
    rules = game.Rules(players=3)
    secret = 0
    for table, past in round_of(game, rules, "basic", 0):
        for choice in past:
            same_point = choice.seen[choice.seat].table.point == table.state.table.point == 0
            if same_point:
                secret += 1
                assert recast(game, table, choice, (choice.seat + 1) % 3)[1] == -1
    assert secret > 0
