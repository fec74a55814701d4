"""Actions called as they are called at the table."""

from collections import Counter

import pytest

from simlab.contract.catalogue import declared
from simlab.play.probes.action_names import action_names, alike, choices, distinct, joined
from simlab.play.seats import Player
from simlab.players.registry import make_player


def named(game, policy, **rules):
    model = game.Rules(**rules)
    return action_names(game, [make_player(game, policy, model)] * model.players, model.lower(), 1, 50)


def test_an_action_that_means_two_things_has_both_names(template):
    assert named(template, "honest") == {0: "pass/fold", 1: "bet/call"}


def test_sixty_four_actions_are_all_named():
    wide = declared("tests.toys.wide")
    assert named(wide, "highest") == {action: f"name {action}" for action in range(64)}


def test_only_actions_that_were_met_at_a_choice_have_a_name():
    wide = declared("tests.toys.wide")
    assert named(wide, "highest", only_high=True, players=2, turns=1) == {0: "name 0", 1: "name 1", 63: "name 63"}


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ({"keep": 3}, "keep"),
        ({"fold": 1, "pass": 3}, "pass/fold"),
        ({"play As": 1, "play Kd": 1}, "play As/play Kd"),
        ({"play As": 1, "play Kd": 1, "play 7c": 1}, "play ..."),
        ({"stand pat": 9, "play Kd": 1, "play 7c": 1}, "stand pat/play ..."),
        ({"hit": 4, "check": 3, "As": 1}, "hit/check/..."),
        ({"": 2}, ""),
    ],
)
def test_many_names_are_put_together(names, words):
    assert joined(Counter(names)) == words


def test_names_that_begin_alike_count_together():
    assert alike(Counter({"raise to 2": 2, "raise to 3": 1, "call 1": 1})) == {"raise ...": 3, "call 1": 1}


def test_two_actions_never_share_a_name():
    assert distinct({0: "stand pat", 1: "throw ...", 7: "throw ..."}) == {0: "stand pat", 1: "throw ... (1)", 7: "throw ... (7)"}


def test_looking_ends_at_an_illegal_move():
    def seventy(view, rules, me, table):
        return 70

    wide = declared("tests.toys.wide")
    assert len(list(choices(wide, [Player("seventy", seventy, python=True)] * 3, wide.Rules().lower(), 1, 5))) == 1
