"""Deck, deal and draws: SH-2, SH-4, SH-5 and SH-6, at an engine's table."""

import numpy as np
import pytest

from simlab.cards import FRENCH
from simlab.errors import RulesError
from simlab.games.showdown.rules import Point
from simlab.games.showdown.text import cards_of
from simlab.play.table import Table
from tests.games.showdown.tables import GAME, EngineChance, Stacked

PAIRS = ["2c 2d 4h 6s 8c", "3c 3d 5h 7s 9c"]


def fresh(seed=3, index=0, **knobs) -> Table:
    return Table(GAME, GAME.Rules.of(knobs), seed, index)


def play_until(table, wanted, action=0):
    while not table.over and not wanted(table):
        table.apply(action if table.allows(action) else 0)
    return table


def test_sh_2_1_the_deck_has_52_cards_numbered_by_rank_and_suit():
    table = fresh(players=6)
    held = [card for seat in range(6) for card in cards_of(table.state.hand[seat])] + cards_of(table.state.stock)
    assert sorted(held) == list(range(52))
    assert FRENCH.write([0, 3, 4, 51]) == "2c 2s 3c As"


@pytest.mark.parametrize("players", [0, 1, 7])
def test_sh_2_2_two_to_six_play(players):
    with pytest.raises(RulesError, match="players"):
        GAME.Rules.of({"players": players})


def test_sh_2_3_drawing_costs_nothing():
    table = Stacked(PAIRS).go(31)
    assert table.points() == [0, 0]


def test_sh_4_1_a_round_is_draw_score_draw_score_and_five_tricks():
    table, seen = Stacked(PAIRS), []
    while int(table.state.round) == 1:
        seen.append((Point(int(table.known.point)).name, int(table.known.draw), int(table.known.trick)))
        table.go(0)
    draws = [("DRAW", 1, 0)] * 2 + [("DRAW", 2, 0)] * 2
    assert seen == draws + [("PLAY", 2, trick) for trick in range(1, 6) for _ in range(2)]


@pytest.mark.parametrize("players", range(2, 7))
def test_sh_4_2_the_deal_goes_round_and_seat_0_is_first_in_round_1(players):
    table = fresh(players=players)
    for t in range(1, players + 2):
        assert int(table.state.open.dealer) == (t - 2) % players
        assert int(table.state.open.first) == (t - 1) % players
        play_until(table, lambda table, t=t: int(table.state.round) > t)


def test_sh_4_2_other_dealers_by_knob():
    assert int(fresh(players=4, first_dealer=1).state.open.first) == 2
    drawn = {int(fresh(players=4, first_dealer="random", index=i).state.open.dealer) for i in range(40)}
    assert drawn == {0, 1, 2, 3}
    fixed = play_until(fresh(players=3, dealer_rotation="fixed"), lambda table: int(table.state.round) == 3)
    assert int(fixed.state.open.dealer) == 2


def test_sh_4_3_drawing_and_the_first_lead_go_by_position():
    table = play_until(fresh(players=3), lambda table: int(table.state.round) == 2)
    seats = []
    while table.state.open.point != Point.PLAY:
        seats.append(table.seat)
        table.apply(0)
    assert seats == [1, 2, 0, 1, 2, 0]
    assert table.seat == 1


def test_sh_5_1_every_round_has_a_shuffle_of_the_whole_deck():
    table = fresh(players=2)
    first = cards_of(table.state.hand[0])
    play_until(table, lambda table: int(table.state.round) == 2)
    chance = EngineChance(table.key)
    assert sorted(chance.deck(2)) == list(range(52))
    assert sorted(chance.deck(2)[:10:2]) == cards_of(table.state.hand[1])
    assert cards_of(table.state.hand[0]) != first


@pytest.mark.parametrize("players", range(2, 7))
def test_sh_5_2_cards_are_dealt_singly_and_the_stock_is_drawn_from_the_front(players):
    table = fresh(players=players, index=players)
    deck = EngineChance(table.key).deck(1)
    for position in range(players):
        assert cards_of(table.state.hand[position]) == sorted(deck[position : 5 * players : players])
    table.apply(31)
    assert cards_of(table.state.hand[0]) == sorted(deck[5 * players : 5 * players + 5])


def test_sh_5_2_a_short_deck_is_the_same_order_without_its_low_ranks():
    table = fresh(players=2, lowest_rank=7)
    deck = [card for card in EngineChance(table.key).deck(1) if card // 4 >= 5]
    assert cards_of(table.state.hand[0]) == sorted(deck[:10:2])


def test_sh_6_1_any_cards_may_be_thrown_and_as_many_come():
    table = Stacked(PAIRS, stock="As Ks")
    assert table.legal() == list(range(32))
    table.go(0b00101)
    assert table.hand(0) == "2d 6s 8c Ks As"
    limited = Stacked(PAIRS, max_discards=[2, 0])
    assert all(action.bit_count() <= 2 for action in limited.legal())
    assert len(limited.legal()) == 16
    assert limited.pat().legal() == [0]


def test_sh_6_2_draw_2_goes_on_from_the_hand_just_scored():
    table = Stacked(PAIRS, stock="As Ks").go(0b00101, 0)
    assert table.hand(0) == "2d 6s 8c Ks As"


def test_sh_6_3_players_draw_in_turn_and_others_see_only_how_many():
    table = Stacked(PAIRS, stock="As Ks").go(0b00101)
    view = table.view(1)
    assert table.seat == 1
    assert int(view.open.thrown[0, 0]) == 2
    assert not view.open.face_up.any()
    shown = Stacked(PAIRS, stock="As Ks", discards_face_up=True).go(0b00101).view(1)
    assert cards_of(shown.open.face_up[0, 0]) == FRENCH.read("2c 4h")


@pytest.mark.parametrize(("order", "seats"), [("dealer_first", [2, 0, 1]), ("fewest_points", [0, 2, 1]), ("most_points", [1, 0, 2])])
def test_sh_6_3_draw_order_by_knob_ties_by_position(order, seats):
    table = Stacked([*PAIRS, "4c 5c 7d 9h Jc"], draw_order=order, category_points=[0] * 9)
    table.known.points[:3] = [0, 4, 0]
    assert table.pat().known.drawers[:3].tolist() == seats


def test_sh_6_4_a_single_replacement_is_shown_to_all():
    table = Stacked(PAIRS, stock="As").pat().go(0b10000)
    assert table.known.point == Point.SHOW
    assert table.seat == 0
    assert table.legal() == [0, 1]
    assert all(int(table.view(seat).open.shown_card) == 51 for seat in (0, 1))


@pytest.mark.parametrize(("knob", "draws"), [("draw2", [2]), ("both", [1, 2]), ("draw1", [1]), ("none", [])])
def test_sh_6_5_the_one_card_rule_is_for_draw_2_unless_a_knob_says_otherwise(knob, draws):
    for draw in (1, 2):
        table = Stacked(PAIRS, one_card_show=knob)
        if draw == 2:
            table.pat()
        table.go(0b10000)
        assert (table.known.point == Point.SHOW) == (draw in draws)


def test_sh_6_6_a_rejected_card_is_replaced_unseen_and_for_good():
    table = Stacked(PAIRS, stock="As Kd").pat().go(0b10000, 1)
    assert table.seat == 1
    assert table.hand(0) == "2c 2d 4h 6s Kd"
    assert int(table.view(1).open.shown_card) == -1
    assert table.tally.rejected == 1
    thrice = Stacked(PAIRS, stock="As Kd Qh Jc", max_rejections=3).pat().go(0b10000, 1, 1, 1)
    assert thrice.hand(0) == "2c 2d 4h 6s Jc"
    assert thrice.known.shown[1, 0].tolist() == FRENCH.read("As Kd Qh")


def test_sh_6_7_a_kept_card_is_known_to_be_there():
    table = Stacked(PAIRS, stock="As").pat().go(0b10000, 0)
    assert table.hand(0) == "2c 2d 4h 6s As"
    assert table.view(1).open.shown[1, 0].tolist() == [51, -1, -1]


def test_sh_6_8_the_rejected_card_joins_the_discards_and_only_one_thrown_card_is_shown():
    table = Stacked(PAIRS, stock="As Kd").pat().go(0b10000, 1)
    assert cards_of(table.state.pile) == sorted(FRENCH.read("8c As"))
    for action in (0, 0b11, 0b111, 0b11111):
        assert Stacked(PAIRS).pat().go(action).known.point == Point.DRAW


def all_draw_five(table):
    """Everybody throws everything until the round has seen its draws."""
    while table.state.open.point != Point.PLAY and not table.over:
        table.apply(31 if table.allows(31) else 0)
    return table


def test_sh_6_9_the_pile_becomes_a_new_stock_without_the_cards_of_this_turn():
    table = fresh(players=6)
    while table.state.open.reshuffles == 0:
        assert int(table.state.open.stock_size) == int(table.state.stock).bit_count()
        before, stock, hand, seat = (
            cards_of(table.state.pile),
            cards_of(table.state.stock),
            cards_of(table.state.hand[table.seat]),
            table.seat,
        )
        table.apply(31)
    assert set(cards_of(table.state.hand[seat])) <= set(before) | set(stock)
    assert not set(cards_of(table.state.hand[seat])) & set(hand)
    assert cards_of(table.state.pile) == hand


def test_sh_6_9_with_limit_nobody_throws_more_than_the_stock_holds():
    table = fresh(players=6, stock_out="limit")
    for _ in range(4):
        table.apply(31)
    assert int(table.state.open.stock_size) == 2
    assert max(action.bit_count() for action in table.legal()) == 2
    table.apply(0b11)
    assert table.legal() == [0]
    shown = fresh(players=6, stock_out="limit", one_card_show="both")
    for action in (31, 31, 31, 31, 1):
        shown.apply(action)
    shown.apply(0)
    shown.apply(1)
    assert shown.legal() == [0]


def test_sh_6_10_a_reshuffle_belongs_to_its_round_and_number():
    table = fresh(players=6)
    while table.state.open.reshuffles == 0:
        pile, stock, seat = cards_of(table.state.pile), cards_of(table.state.stock), table.seat
        table.apply(31)
    order = [card for card in EngineChance(table.key).reshuffle(1, 1) if card in pile]
    assert set(cards_of(table.state.hand[seat])) == set(stock) | set(order[: 5 - len(stock)])


def test_sh_6_11_a_card_thrown_in_an_earlier_turn_may_come_back():
    back = 0
    for index in range(60):
        table = fresh(players=6, index=index)
        thrown = cards_of(table.state.hand[0])
        all_draw_five(table)
        back += bool(set(thrown) & set(cards_of(table.state.hand[0])))
    assert back > 0


@pytest.mark.parametrize(("players", "most"), [(2, 0), (3, 0), (4, 1), (5, 1), (6, 2)])
def test_exact_check_10_the_most_reshuffles_in_a_round(players, most):
    random, seen = np.random.default_rng(players), 0
    for index in range(60):
        table = fresh(players=players, index=index)
        while table.state.open.point != Point.PLAY and not table.over:
            greedy = 31 if index % 3 else int(random.choice(table.legal()))
            table.apply(greedy if table.allows(greedy) else 1)
        seen = max(seen, int(table.state.open.reshuffles))
    assert seen == most


@pytest.mark.parametrize(("players", "most"), [(2, 0), (3, 0), (4, 1), (5, 1), (6, 2)])
def test_exact_check_10_over_all_sequences_of_draws(players, most):
    """Only the heights of stock and pile matter, so all sequences are few. A turn takes 0 to 5 cards (a card shown and rejected: 2)."""
    heights = {(52 - 5 * players, 0, 0)}  # stock, pile, reshuffles
    for _ in range(2 * players):
        later = set()
        for stock, pile, shuffles in heights:
            for taken in range(6):
                if taken <= stock:
                    later.add((stock - taken, pile + taken, shuffles))
                else:  # the pile without this turn's cards is the new stock, and it always suffices
                    assert pile >= taken - stock
                    later.add((pile - (taken - stock), taken, shuffles + 1))
        heights = later
    assert max(shuffles for _, _, shuffles in heights) == most
