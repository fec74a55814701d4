"""The players of Jester: each does what its one sentence says."""

from itertools import combinations

import numpy as np
import pytest

from simlab.cards import FRENCH
from simlab.errors import PolicyError
from simlab.games.contract import MIND, load
from simlab.games.jester.rules import Act, Bid, Rules
from simlab.jit import new
from simlab.players.registry import make_player, policies
from tests.games.jester_table import blackjack_table, game_table, poker_table, steps

WEAK = ["2d 3c 7h", "4c 5d 8h", "6c 9d Jh"]


def choice(name, table, rules=None):
    """What a policy chooses here, as a number."""
    player = make_player(load("jester"), name, rules or Rules())
    mind = new(MIND)
    mind["params"][: len(player.params)] = player.params
    return int(player.act(table.view(), table.rules, mind, player.table))


def test_section_7_3_the_bully_bids_all_it_may_when_nobody_can_match_that():
    table = poker_table([9, 5, 5], WEAK)
    assert choice("basic", table) == Bid.RAISE_1
    assert choice("bully", table) == Bid.RAISE_MAX
    assert choice("bully", poker_table([9, 9, 5], WEAK)) == Bid.RAISE_1


def test_never_doubles_hits_instead():
    table = blackjack_table(["5c 6c", "4h 5h"], "9d")
    assert (choice("basic", table), choice("never_doubles", table)) == (Act.DOUBLE, Act.HIT)


def test_never_bids_above_min_opens_low_never_raises_and_folds_to_more():
    strong = ["Ac Ad 4h", "Kc Kd 3h", *WEAK[2:]]
    table = poker_table([9, 9, 9], strong)
    assert (choice("basic", table), choice("never_bids_above_min", table)) == (Bid.RAISE_2, Bid.RAISE_1)
    steps(table, Bid.RAISE_1)
    assert (choice("basic", table), choice("never_bids_above_min", table)) == (Bid.RAISE_2, Bid.CALL)
    table = steps(poker_table([9, 9, 9], strong), Bid.RAISE_2)
    assert choice("never_bids_above_min", table) == Bid.FOLD
    table = steps(poker_table([9, 9, 9], strong), Bid.RAISE_1, Bid.CALL, Bid.CALL)
    assert (choice("basic", table), choice("never_bids_above_min", table)) == (Bid.RAISE_1, Bid.CHECK)


@pytest.mark.parametrize(("jester_by", "seeks", "avoids"), [("highest", "Ac", "2c"), ("lowest", "2c", "Ac")])
def test_the_jester_is_sought_or_avoided_by_the_trash_card(jester_by, seeks, avoids):
    table = game_table(["Ac Ad 9c 5c 6c 2c 2d 3h"], jester_by=jester_by)
    for name, card in (("seeks_jester", seeks), ("avoids_jester", avoids)):
        assert table.names()[choice(name, table)] == card


def test_exact_blackjack_knows_the_chart():
    table = blackjack_table(["Ac 8c", "4h 5h"], "2d")  # soft 19 doubles against a 2
    assert (choice("basic", table), choice("exact_blackjack", table)) == (Act.HOLD, Act.DOUBLE)
    table = blackjack_table(["Tc 4c", "4h 5h"], "5d")
    assert (choice("basic", table), choice("exact_blackjack", table)) == (Act.HIT, Act.HOLD)


def test_exact_blackjack_picks_the_pair_worth_most():
    table = game_table(["2c 3d 9h 8s Td"], players=2, phases=["blackjack", "poker"])
    pairs = list(combinations(sorted(FRENCH.read("2c 3d 9h 8s Td")), 2))
    assert pairs[choice("exact_blackjack", table)] == tuple(FRENCH.read("3d 8s"))  # 38 before 29


def test_exact_blackjack_refuses_rules_its_chart_is_not_made_for():
    with pytest.raises(PolicyError, match="max_hits: 1"):
        make_player(load("jester"), "exact_blackjack", Rules(max_hits=2))


def test_every_player_of_the_game_is_there():
    names = {"uniform", "basic", "bully", "never_doubles", "never_bids_above_min", "avoids_jester", "seeks_jester", "exact_blackjack"}
    assert names <= set(policies(load("jester")))


def test_thresholds_are_parameters():
    table = blackjack_table(["Tc 4c", "4h 5h"], "5d")
    assert choice({"name": "basic", "hard_hold": 14}, table) == Act.HOLD
    assert np.isfinite(make_player(load("jester"), "basic", Rules()).params).all()
