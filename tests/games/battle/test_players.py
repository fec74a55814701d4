"""The rule-of-thumb players of battle. `basic` is compared move by move with the referee's in test_lockstep."""

import numpy as np
import pytest

from simlab.cards import FRENCH_BY_SUIT as DECK
from simlab.contract.records import MIND
from simlab.games.battle.rules import Kind, Rules
from simlab.jit import new
from simlab.play.drivers import roll
from simlab.players.registry import find, make_player, parameters
from tests.games.battle.positions import BATTLE, do, start


def choice(table, name="basic", **options):
    policy = find(BATTLE, name)
    mind = new(MIND)
    mind["params"][: len(policy.params)] = parameters(policy, options)
    action = int(policy.act(table.view(), table.rules, mind, np.zeros(0, np.float32)))
    return table.names()[action]


def plan(table, name="basic", **options):
    """What a player does in its whole turn, forced points left out."""
    said, turn = [], int(table.state.turn)
    while not table.over and int(table.state.turn) == turn and table.seat == int(table.state.actor):
        if len(table.legal()) > 1:
            said.append(choice(table, name, **options))
            table.play(said[-1])
        else:
            table.apply(table.legal()[0])
    return said


def rolled(names, games=2000, **rules):
    model = Rules.of({"players": len(names), **rules})
    return roll(BATTLE, [make_player(BATTLE, name, model) for name in names], model.lower(), 3, 0, games)


def test_rule_1_takes_the_swap_that_lifts_the_hand_most():
    assert plan(start("Ac 9d 9h 3c", "9s 4d *2c", borrow_max=0)) == ["swap_high", "Ac", "seat 1's 9s"]


def test_rule_2_digs_for_a_remembered_card_and_no_nth_and_no_memory_do_not():
    def remembering():
        table = start("2c 3c Kd", "*4d")
        table.state.known.pile[4] = 1
        table.state.pile[4], table.state.pile[30] = table.state.pile[30], table.state.pile[4]
        king = next(place for place in range(int(table.state.left)) if int(table.state.pile[place]) == DECK.read("Kc")[0])
        table.state.pile[king], table.state.pile[4] = table.state.pile[4], table.state.pile[king]
        return table

    assert plan(remembering()) == ["draw_nth", "N = 5"]
    assert plan(remembering(), "no_nth") == ["draw_top"]
    assert plan(remembering(), "no_memory") == ["draw_top"]


def test_rule_3_exchanges_a_pair_that_the_hand_does_not_need():
    assert plan(start("Ah Kh 9h 5h 2h 3c 3d", "*4c")) == ["pair_draw"]


def test_rule_4_kills_a_card_of_the_leader_with_a_spare_card_and_never_attacks_does_not():
    rows = ("Ah Kh 9h 5h 3h 2c", "7c 7d 7s Tc Td")
    assert plan(start(*rows, borrow_max=0))[0] == "kill_low"
    assert plan(start(*rows, borrow_max=0), "never_attacks") == ["draw_top"]


def test_rule_5_draws_else_passes_else_takes_the_first():
    assert plan(start("2c", "*3c")) == ["draw_top"]
    assert plan(start("2c", "*3c", kinds={"draw_top": False})) == ["pass"]
    assert plan(start("2c", "*3c", kinds={"draw_top": False}, may_pass=False))[0] == "draw_nth"


def test_the_target_seat_reveals_and_never_interrupts_passes():
    table = do(start("As *3s", "Ts *Js"), "kill_high", "As", "seat 1's Ts")
    assert choice(table) == "reveal Js"
    assert choice(table, "never_interrupts") == "let it pass"


def test_never_attacks_never_flips_swaps_kills_or_steals():
    out = rolled(["never_attacks"] * 3)
    assert out["kind_used"][:, Kind.FLIP :].sum() == 0
    assert rolled(["basic"] * 3)["kind_used"][:, Kind.FLIP :].sum() > 1000


def test_an_attack_that_a_searcher_began_is_carried_on_as_basic_would():
    table = start("9d Ac 9h 3c", "9s 4d *2c", borrow_max=0)
    table.play("swap_high")
    assert plan(table, "never_attacks") == ["Ac", "seat 1's 9s"]


@pytest.mark.parametrize(("may_pass", "exchanged"), [(True, 1), (False, 0)])
def test_where_nobody_may_pass_rule_5_goes_on_with_the_first_action_of_a_kind_that_is_avoided(may_pass, exchanged):
    table = start("Ah Kh 9h 5h 2h 9c 3c 3d", "*4c", may_pass=may_pass)
    table.play("pair_draw")
    assert choice(table) == list(table.names().values())[1]
    assert choice(table, avoid=2**15 - 1) == list(table.names().values())[exchanged]


def test_never_interrupts_stops_nothing():
    out = rolled(["never_interrupts", "basic", "basic"])
    assert out["stops"][:, 0].sum() == 0
    assert out["stops"][:, 1].sum() > 100


def test_always_all_in_is_always_all_in():
    out = rolled(["always_all_in", "basic"], 500)
    assert (out["went_allin"][:, 0] == 1).all()
    assert out["went_allin"][:, 1].mean() < 0.05


def test_no_memory_digs_for_nothing_it_knew_on_purpose_and_no_nth_never_digs():
    assert rolled(["no_nth"] * 2)["n_digs"].sum() == 0
    assert rolled(["no_memory"] * 2)["n_digs"].sum() == 0
    digs = rolled(["basic"] * 2)
    assert digs["n_digs"].sum() == digs["n_known_digs"].sum() > 500


@pytest.mark.parametrize("name", ["basic", "no_memory"])
def test_avoid_names_kinds_by_bits(name):
    model = Rules(players=2)
    player = make_player(BATTLE, {"name": name, "avoid": 1 << Kind.DRAW_TOP}, model)
    assert roll(BATTLE, [player] * 2, model.lower(), 1, 0, 300)["kind_used"][:, Kind.DRAW_TOP].sum() == 0
