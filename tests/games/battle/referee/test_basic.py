"""The rule-of-thumb player of battle, and that it sees no hidden card."""

import random
from copy import deepcopy

import pytest

from tests.games.battle.referee.game import DEFAULTS, RandomChance, Referee, basic
from tests.games.battle.referee.helpers import check_table, do, game, play, random_rules, start
from tests.games.battle.referee.ranking import number, read


def chosen(referee, **options):
    return referee.options()[referee.legal().index(basic(referee, referee.seat, **options))]


def test_basic_keeps_the_highest_card_in_round_1_and_goes_all_in_with_a_flush():
    class Dealt:
        def __init__(self, first):
            self.first = read(first)

        def pile(self, deck):
            return [*self.first, *[card for card in deck if card not in self.first]]

    assert chosen(Referee(DEFAULTS, Dealt("2c Kd 3h Ks 9c"))) == ("keep", 1)
    flush = Referee(DEFAULTS, Dealt("2c Kc 3c 7c 9c"))
    assert chosen(flush) == ("allin",)
    assert chosen(flush, allin_min="never") == ("keep", 1)
    assert chosen(Referee(DEFAULTS, Dealt("2c Kd 3h Ks 9c")), allin_min="one_pair") == ("allin",)


def test_basic_hides_the_higher_card_and_the_new_one_among_equals():
    for seed in range(10):
        referee = game(seed, players=2)
        while referee.phase == "DRAW":
            if referee.point == "FACING" and len(referee.legal()) == 3:
                old, new = (slot.card for slot in referee.rows[referee.seat] if not slot.up)
                assert basic(referee, referee.seat) == (0 if number(new) >= number(old) else 1)
            referee.step(basic(referee, referee.seat))


def played(referee, **options):
    """What `basic` does at all points of one battle turn."""
    seat, said = referee.seat, []
    while not referee.over and referee.point != "RESPOND" and (referee.point != "KIND" or not said):
        said.append(chosen(referee, **options))
        referee.step(basic(referee, seat, **options))
    return said


def test_basic_rule_1_takes_the_best_swap():
    assert played(start("9c 9d 2h *Ks", "9h 4h 5s", borrow_max=0)) == [("swap_high",), (3,), (1, 0)]


def test_basic_rule_2_digs_for_the_best_remembered_card():
    def remembering():
        referee = start("2d 3h *7s", "4c", borrow_max=0)
        for position in (2, 5):  # 3c and 7c
            referee.know[referee.pile[position - 1]].add(0)
        return referee

    assert played(remembering()) == [("draw_nth",), (5,)]
    assert played(remembering(), dig=False) == [("draw_top",)]
    assert played(remembering(), memory="none") == [("draw_top",)]


def test_basic_rule_3_exchanges_a_pair_beside_a_flush():
    assert played(start("Ah Kh Qh Jh 9h 2c 2d", "3s", borrow_max=0)) == [("pair_draw",), ((5, 6),)]


def test_basic_rule_4_kills_a_card_of_the_leader_with_a_spare_card():
    rows = ("Ac Kd Jd 9h 7h 5d", "Qc Qs 4h")
    assert played(start(*rows, borrow_max=0)) == [("kill_high",), (5,), (1, 2)]
    assert played(start(*rows, borrow_max=0), avoid=["kill_high"]) == [("draw_top",)]
    assert played(start(*rows, borrow_max=0), battle="draw_only") == [("draw_top",)]


def test_basic_rule_5_draws_else_passes_else_takes_the_first_action():
    assert played(start("2c", "3d")) == [("draw_top",)]
    assert played(start("2c", "3d"), avoid=["draw_top"]) == [("pass",)]
    assert played(start("2c", "3d", may_pass=False), battle="draw_only", avoid=["draw_top"]) == [("draw_top",)]
    assert played(start("2c 5h", "3d", may_pass=False, kinds={"draw_top": False, "draw_nth": False}), battle="draw_only") == [
        ("turn_down",),
        (0,),
    ]


def test_basic_target_reveals_before_it_discards():
    assert chosen(do(start("As *3s", "Ts *Js"), ("kill_high",), (0,), (1, 0))) == ("reveal", 1)


def test_basic_target_pays_the_card_that_leaves_the_better_hand():
    assert chosen(do(start("Kd", "9d 2d 3h", borrow_max=0), ("kill_high",), (0,), (1, 0))) == ("discard", 1)
    assert chosen(do(start("Kd", "3h Ad", borrow_max=0), ("kill_high",), (0,), (1, 0))) == ("pass",)


@pytest.mark.parametrize(("kind", "answer"), [("swap_high", ("discard", 5)), ("kill_high", ("pass",))])
def test_basic_bystander_stops_a_swap_that_overtakes_him(kind, answer):
    referee = start("Kd 5c 5h", "5s 9h", "*Ac *Ah *Js *9s *7c *2d", borrow_max=0)
    do(referee, (kind,), (0,), (1, 0), ("pass",))
    assert (referee.seat, chosen(referee)) == (2, answer)


def test_basic_blocks_a_flip_only_as_target_and_with_a_spare_card():
    blocked = do(start("*9d", "*Ac *Ah *Js *9s *7c *2d", borrow_max=0), ("flip",), (0,), (1, 0))
    assert chosen(blocked) == ("discard", 5)
    needed = do(start("*9d", "*Ac *2d", borrow_max=0), ("flip",), (0,), (1, 0))
    assert chosen(needed) == ("pass",)


def test_basic_plays_whole_games_under_random_rules():
    luck = random.Random(77)
    for seed in range(15):  # few loans, small rows: the referee tries every five cards
        rules = {**random_rules(luck), "pair_draw_count": 3, "triple_draw_count": 4, "battle_rounds": 2, "borrow_max": seed % 2}
        play(Referee(rules, RandomChance(seed)), seed, policy=basic, watch=check_table)


def shuffle_unknown(referee, seat, luck):
    """Move the cards whose place `seat` does not know among their places."""
    other = deepcopy(referee)
    hidden = [slot for owner, row in enumerate(other.rows) for slot in row if owner != seat and seat not in other.know[slot.card]]
    places = [i for i, card in enumerate(other.pile) if seat not in other.know[card]]
    drawn = [] if seat == other.seat else other.drawn
    cards = [*(slot.card for slot in hidden), *(other.pile[i] for i in places), *drawn]
    moved = dict(zip(cards, luck.sample(cards, len(cards)), strict=True))
    for slot in hidden:
        slot.card = moved[slot.card]
    other.pile = [moved.get(card, card) for card in other.pile]
    other.drawn = [moved.get(card, card) if card in drawn else card for card in other.drawn]
    if other.turn and other.turn.target in moved:
        other.turn.target = moved[other.turn.target]
    return other


def test_section_4_a_view_and_basic_do_not_depend_on_hidden_cards():
    luck = random.Random(5)

    def same_seen(referee):
        if referee.over or luck.random() < 0.7:
            return
        seat = luck.randrange(referee.players)
        other = shuffle_unknown(referee, seat, luck)
        assert other.view(seat) == referee.view(seat)
        if seat == referee.seat:
            assert basic(other, seat) == basic(referee, seat)

    for seed in range(8):
        play(game(seed, players=3), seed, watch=same_seen)
