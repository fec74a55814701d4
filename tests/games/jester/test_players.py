"""The players of Jester: each does what its one sentence says."""

from itertools import combinations

import numpy as np
import pytest

from simlab.cards import FRENCH
from simlab.contract.catalogue import load
from simlab.contract.records import MIND
from simlab.errors import PolicyError
from simlab.games.jester.rules import Act, Bid, Rules
from simlab.jit import new
from simlab.play.table import Table
from simlab.players.registry import make_player, policies
from simlab.rng import Purpose, start
from simlab.studies.tournament.measure import entrants
from tests.games.jester.table import blackjack_table, game_table, poker_table, steps

PHASES = [1, 2, 3, 4, 4, 5, 5, 5]  # by the point that asks
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


@pytest.mark.parametrize("phase", [1, *(pytest.param(phase, marks=pytest.mark.slow) for phase in range(2, 6))])
def test_random_phase_plays_one_phase_by_chance_and_the_others_like_basic(phase):
    """Choices that differ from basic's over 30 games: in that phase, and in no other."""
    game = load("jester")
    players = [make_player(game, spec, Rules()) for spec in ("basic", {"name": "random_phase", "phase": phase})]
    strayed = set()
    for index in range(30):
        table = Table(game, Rules(), seed=1, index=index)
        mind = new(MIND)
        start(mind.dice, table.key, Purpose.POLICY, index, 0)
        while not table.over and table.state.round < 3:
            mind["params"][: len(players[1].params)] = players[1].params
            usual, own = (int(player.act(table.view(), table.rules, mind, player.table)) for player in players)
            if usual != own:
                strayed.add(PHASES[int(table.state.table.point)])
            assert table.allows(own)
            table.apply(usual)
    assert strayed == {phase}


@pytest.mark.parametrize(("rank", "card"), [(14, "Ks"), (2, "3c"), (9, "8h"), (10, "Jd"), (11, "Jd"), (6, "5d")])
def test_spends_plays_the_card_nearest_to_a_rank_of_equal_ones_the_lower(rank, card):
    hand = "3c 4d 5d 8h Jd Jh Qd Ks"
    table = game_table([hand, "2c"], players=2)
    ranked = sorted(FRENCH.read(hand))
    spec = {"name": "spends", "phase": 1, "rank": rank}
    assert FRENCH.write([ranked[choice(spec, table)]]) == card
    elsewhere = {"name": "spends", "phase": 2, "rank": rank}
    assert choice(elsewhere, table) == choice("basic", table)


def test_probes_are_at_hand_but_no_rivals():
    game = load("jester")
    assert {"random_phase", "spends"} <= set(policies(game))
    assert not {"random_phase", "spends"} & set(entrants(game))


def test_every_player_of_the_game_is_there():
    names = {"uniform", "basic", "bully", "never_doubles", "never_bids_above_min", "avoids_jester", "seeks_jester", "exact_blackjack"}
    assert names <= set(policies(load("jester")))


def test_thresholds_are_parameters():
    table = blackjack_table(["Tc 4c", "4h 5h"], "5d")
    assert choice({"name": "basic", "hard_hold": 14}, table) == Act.HOLD
    assert np.isfinite(make_player(load("jester"), "basic", Rules()).params).all()
