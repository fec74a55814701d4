"""Battle's drawing rounds, clause by clause."""

import pytest

from simlab.cards import FRENCH_BY_SUIT as DECK
from simlab.errors import RulesError
from simlab.games.battle.flow import laps
from simlab.games.battle.rules import PILE, Point
from simlab.play.table import Table
from tests.games.battle.positions import BATTLE, names, pile, row


def table(seed=1, **rules):
    return Table(BATTLE, BATTLE.Rules.of(rules), seed)


def top(game, n=5):
    return pile(game)[:n]


def drawn(game):
    return [DECK.write([int(card)]) for card in game.state.drawn[: int(game.state.drawn_n)]]


def turn(game, keep=0, order=0, facing=0):
    for action in (keep, order, facing):
        game.apply(action)
    return game


def draw_all(game):
    while int(game.state.round) <= int(game.rules.draw_rounds) and not game.over and int(game.state.point) <= Point.FACING:
        game.apply(0)
    return game


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_ba_1_1_ba_1_2_one_deck_of_52_for_two_to_six_players(players):
    game = table(players=players)
    assert sorted(DECK.read(" ".join(pile(game) + drawn(game)))) == list(range(52))


@pytest.mark.parametrize("players", [1, 7])
def test_ba_1_2_other_numbers_of_players_are_refused(players):
    with pytest.raises(RulesError, match="players"):
        BATTLE.Rules.of({"players": players})


def test_ba_1_4_cards_are_numbered_by_suit_and_ba_1_6_seat_0_starts():
    assert [DECK.write([card]) for card in (0, 12, 13, 51)] == ["2c", "Ac", "2d", "As"]
    assert table().seat == 0


def test_ba_1_6_the_pile_is_the_only_chance_and_the_same_for_the_same_key():
    one, other = table(7), table(7, max_facedown=0, borrow_max=0, battle_rounds=1)
    assert pile(one) == pile(other)
    assert pile(table(8)) != pile(one)


def test_ba_4_1_every_seat_draws_once_in_each_of_five_rounds():
    game, seats = table(players=3), []
    while int(game.state.point) <= Point.FACING:
        if int(game.state.point) == Point.KEEP:
            seats.append((int(game.state.round), game.seat))
        game.apply(0)
    assert seats == [(r, s) for r in range(1, 6) for s in range(3)]
    assert [int(size) for size in game.state.size[:3]] == [5, 5, 5]  # BA-4.13


def test_ba_4_2_ba_4_3_ba_4_4_look_at_five_keep_one_return_four_in_any_order():
    game = table()
    first = drawn(game)
    below = pile(game)
    assert len(first) == 5
    assert len(game.legal()) == 6
    game.play(f"keep {first[2]}")
    left = [card for card in first if card != first[2]]
    assert row(game, 0) == f"*{first[2]}"
    assert len(game.legal()) == 24
    assert names(game)[0] == f"return {' '.join(left)}"
    assert names(game)[23] == f"return {' '.join(left[::-1])}"
    game.apply(1)
    assert pile(game) == [*below, left[0], left[1], left[3], left[2]]


def test_ba_4_4_ba_8_1_returned_cards_are_known_to_their_seat_alone():
    game = table(players=3)
    turn(game)
    known = [card for card in game.view(0).seen.pile if card >= 0]
    assert len(known) == 4
    assert all((game.view(seat).seen.pile < 0).all() for seat in (1, 2))  # BA-8.3: nobody looks into the pile
    assert (game.view(1).known.pile == game.view(0).known.pile).all()  # that seat 0 knows these places is public


def test_ba_4_5_ba_4_6_ba_4_7_one_card_may_stay_down_and_shown_ones_stay_up():
    game = table(players=2)
    turn(game)
    turn(game)
    game.apply(0)
    game.apply(0)
    old, new = row(game, 0).split()
    assert names(game) == [f"show {old[1:]}", f"show {new[1:]}", "show all"]
    game.apply(2)
    assert "*" not in row(game, 0)
    turn(game)
    game.apply(0)
    game.apply(0)
    assert names(game) == ["show nothing", f"show {row(game, 0).split()[-1][1:]}"]


def test_ba_4_8_ba_4_9_ba_4_10_ba_4_11_all_in_lays_five_down_and_sits_out():
    game = table(players=2)
    cards = drawn(game)
    assert names(game)[-1] == "all-in"
    game.play("all-in")
    assert row(game, 0) == " ".join(f"*{card}" for card in cards)
    turn(game)
    assert (game.seat, int(game.state.round)) == (1, 2)
    assert "all-in" not in names(game)
    draw_all(game)
    assert game.seat == 0  # back with the first battle turn
    assert game.tally.down_start[0] == 5
    assert game.tally.allin_mask == 1


def test_ba_4_9_a_blind_all_in_is_declared_before_the_cards_are_seen():
    game = table(allin_blind=True)
    cards = top(game)
    assert names(game) == ["look first", "all-in unseen"]
    assert (game.view(0).drawn < 0).all()
    game.play("all-in unseen")
    assert row(game, 0) == " ".join(f"*{card}" for card in cards)
    game.play("look first")
    assert len(game.legal()) == 5


def test_ba_4_12_a_pile_that_would_run_short_is_refused():
    with pytest.raises(RulesError, match="the pile runs short: the last drawing turn would find"):
        BATTLE.Rules.of({"players": 6, "deck_low": 6, "draw_rounds": 7})
    with pytest.raises(RulesError, match="return_order three or fixed"):
        BATTLE.Rules.of({"draw_size": 6})


@pytest.mark.parametrize(("players", "left"), [(2, 42), (3, 37), (4, 32), (5, 27), (6, 22)])
def test_section_10_ba_4_13_the_pile_at_battle_start(players, left):
    game = draw_all(table(players=players))
    assert int(game.state.left) == left


@pytest.mark.parametrize(("players", "left", "allins"), [(2, 42, 1), (4, 32, 2), (6, 22, 6)])
def test_section_10_the_pile_at_battle_start_is_the_same_after_all_ins(players, left, allins):
    game = table(players=players)
    for _ in range(allins):
        game.play("all-in")
    assert int(draw_all(game).state.left) == left


@pytest.mark.parametrize(("players", "redrawn"), [(2, 0), (3, 23), (4, 48), (5, 73), (6, 98)])
def test_section_10_cards_drawn_again_in_the_drawing_rounds(players, redrawn):
    game, met, again = table(players=players), set(), 0
    while int(game.state.point) <= Point.FACING and not game.over:
        if int(game.state.point) == Point.KEEP:
            again += len(met & set(drawn(game)))
            met |= set(drawn(game))
        game.apply(0)
    assert again == redrawn


def test_section_10_layout_of_the_pile_for_two_seats():
    """Positions 1 and 2 were never seen; turn t returned positions 4t-1 .. 4t+2."""
    game = table(players=2)
    returned = []
    for t in range(10):
        game.apply(t % 5)
        returned.append(drawn(game))
        game.apply(0)
        game.apply(0)
    cards = pile(game)
    for t in range(1, 11):
        assert cards[4 * t - 2 : 4 * t + 2] == returned[t - 1]
    owners = [int(game.state.known.pile[(int(game.state.top) + n) % PILE]) for n in range(42)]
    assert owners == [0, 0, *([1] * 4 + [2] * 4) * 5]


@pytest.mark.parametrize(("players", "meets"), [(3, (4, 1)), (4, (3, 2)), (5, (3, 0)), (6, (2, 4))])
def test_section_10_the_eleventh_turn_is_the_first_to_meet_returned_cards(players, meets):
    game = table(players=players)
    returned = []
    while not set(drawn(game)) & set(returned):
        game.apply(0)
        returned += drawn(game)
        game.apply(0)
        game.apply(0)
    assert (int(game.state.round), game.seat) == meets
    assert drawn(game)[2:] == returned[:3]


def test_return_order_three_sorts_by_number_then_id():
    game = table(return_order="three", draw_size=7, players=2)
    game.apply(0)
    left = sorted(DECK.read(" ".join(drawn(game))), key=lambda card: (DECK.rank(card), card))
    assert len(game.legal()) == 3
    state = game.state.copy()
    game.play("return lowest first")
    assert pile(game)[-6:] == [DECK.write([card]) for card in left]
    game.state = state
    game.play("return highest first")
    assert pile(game)[-6:] == [DECK.write([card]) for card in left[::-1]]


def test_ba_3_1_a_point_with_one_action_is_no_decision():
    game = table(return_order="fixed", max_facedown=0, allin=False, draw_size=2, players=2, battle_rounds=0)
    while not game.over:
        game.apply(0)
    assert (game.tally.decisions, game.tally.n_draw_decisions) == (10, 10)  # the keeps alone


def test_ba_3_3_decisions_are_final_no_point_offers_to_take_back():
    game = table(players=2)
    game.apply(0)
    assert all(name.startswith("return") for name in names(game))


@pytest.mark.parametrize("players", range(1, 7))
def test_laps_are_those_of_a_division(players):
    assert [int(laps(turn, players)) for turn in range(10_000)] == [turn // players for turn in range(10_000)]
