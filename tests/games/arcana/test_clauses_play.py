"""Arcana's engine, clause by clause: turns, bids, showdowns, money, the end, and what is seen."""

from fractions import Fraction

import pytest

from simlab.games.arcana import deck
from simlab.games.arcana.rules import NONE
from simlab.games.arcana.text import cards_in
from simlab.jit import new
from tests.games.arcana.stacked import GAME, LOW, Stacked, card, cards

FLUSHES = {2: "7S 7S KS QS 2S", 0: "7W 7W KW QW 2W"}


# ---- turns


def test_ar_3_1_only_the_owner_acts_unless_all_do():
    game = Stacked(acting_seats="all", hand_limit=5).arrange(LOW, LOW).play("DRAW2, END")
    assert (game.seat, game.state.turn, game.names) == (1, 0, ["END", "SUBMIT", "DISCARD"])
    game.play("DISCARD 2C")
    assert game.names == ["END"]
    game.play("END")
    assert (game.point, game.seat) == ("TRIM", 0)
    game.step(game.legal[0])
    game.step(game.legal[0])
    assert (game.seat, game.state.turn, game.point) == (1, 1, "MAIN")
    owner = Stacked().play("END")
    assert (owner.seat, owner.state.turn) == (1, 1)


def test_ar_3_2_nothing_is_compulsory_and_the_order_is_free():
    for line in ("END", f"SUBMIT {LOW}, DRAW2, END", "DRAW1, DISCARD 2C, DRAW1, END"):
        assert Stacked().arrange(LOW, LOW).play(line).seat == 1


def test_ar_3_3_a_turn_ends_when_its_owner_says_so():
    game = Stacked(extra_draws=0).arrange(LOW, LOW).play("DISCARD 2C")
    assert (game.names, game.seat, game.state.turn) == (["END"], 0, 0)
    assert game.play("END").state.turn == 1


def test_ar_3_4_showdown_then_draws_then_trim():
    game = Stacked(hand_limit=5).arrange(LOW, LOW + " 9U 9S", pot=5).play(f"SUBMIT {LOW}, END, END")
    assert (game.state.deals, game.state.points[0], game.state.hand_size[0]) == (1, 1, 3)
    assert (game.point, game.seat, game.state.turn) == ("TRIM", 1, 1)


def test_ar_3_5_a_hand_changes_only_by_the_own_actions_and_the_showdown_draw():
    game = Stacked(players=3).arrange(LOW, LOW, LOW)
    others = game.hand(1), game.hand(2)
    game.play("DRAW2, DISCARD 2C, END")
    assert (game.hand(1), game.hand(2)) == others


def test_ar_3_6_a_point_with_one_action_is_no_decision():
    game = Stacked(extra_draws=0).arrange("2C", "")
    before = int(game.tally.decisions)
    game.play("DISCARD 2C")
    assert game.names == ["END"]
    assert game.tally.decisions - before <= 1  # the choice of the discard, if two kinds were held


# ---- bids


def test_ar_7_1_five_cards_of_the_hand():
    assert "SUBMIT" not in Stacked().arrange("2C 3C 4C 5C", LOW).names
    game = Stacked().arrange("2C 2C 2C 2C 2C 9U", LOW).play("SUBMIT 2C 2C 2C 2C 2C")
    assert (cards_in(game.state.bid[0]), game.hand(0)) == (cards("2C 2C 2C 2C 2C"), cards("9U"))


def test_ar_7_2_not_after_a_discard_but_before_one():
    assert "SUBMIT" not in Stacked().arrange(LOW + " 9U", LOW).play("DISCARD 9U").names
    assert "DISCARD" in Stacked().arrange(LOW + " 9U", LOW).play(f"SUBMIT {LOW}").names
    assert "DISCARD" not in Stacked(discard_after_submit=False).arrange(LOW + " 9U", LOW).play(f"SUBMIT {LOW}").names


def test_ar_7_3_submitted_cards_are_unfixed_but_recorded():
    game = Stacked().arrange(LOW, "").play(f"SUBMIT {LOW}")
    assert (int(game.state.fixed.sum()), int(game.state.out)) == (0, 0)
    assert cards_in(game.state.bid[0]) == cards(LOW)
    picking = Stacked().arrange(LOW, "")
    picking.step(3)
    picking.play("PICK 2C 3S")
    assert int(picking.state.fixed.sum()) == 5


def test_ar_7_4_ar_7_7_a_second_submission_joins_the_first_where_allowed():
    ten = "2C 3C 4C 5C 7C 6C 8C 9C NS NS"
    assert "SUBMIT" not in Stacked().arrange(ten, "").play("SUBMIT 2C 3C 4C 5C 7C").names
    game = Stacked(max_submissions_per_deal=2).arrange(ten, "").play("SUBMIT 2C 3C 4C 5C 7C, SUBMIT 6C 8C 9C NS NS, END, END")
    assert (game.tally.win_cat[11], game.tally.sub_cat.sum()) == (1, 1)
    assert (game.tally.first_subs[0], game.tally.answers[0], game.state.hand_size[0]) == (1, 0, 3)


def test_ar_7_5_ar_14_1_hands_and_bids_are_hidden_unless_the_knobs_say_otherwise():
    game = Stacked().arrange(LOW + " 9U", LOW).play(f"SUBMIT {LOW}, END")
    view = game.table.view(1)
    assert (cards_in(view.hands[0]), cards_in(view.bid[0])) == ([], [])
    assert (view.n_bidders, view.bidders[0], view.bids[0]) == (1, 0, 1)
    shown = Stacked(open_hands=True, submissions_face_up=True).arrange(LOW + " 9U", LOW).play(f"SUBMIT {LOW}, END")
    assert (cards_in(shown.table.view(1).hands[0]), cards_in(shown.table.view(1).bid[0])) == (cards("9U"), cards(LOW))


def test_ar_7_6_a_bid_stands_and_an_empty_pot_does_not_prevent_one():
    assert "SUBMIT" in Stacked().arrange(LOW, LOW, pot=0).names
    assert "SUBMIT" not in Stacked(min_pot_to_submit=5).arrange(LOW, LOW, pot=4).names
    assert "SUBMIT" in Stacked(min_pot_to_submit=5).arrange(LOW, LOW, pot=5).names


# ---- showdowns


def test_ar_8_1_the_showdown_ends_the_next_turn_and_later_with_the_knob():
    for turns in (1, 2, 3):
        game = Stacked(players=3, response_turns=turns).arrange(LOW, "", "").play(f"SUBMIT {LOW}")
        assert game.state.due_turn == turns
        for _ in range(turns):
            game.play("END")
            assert game.state.deals == 0
        game.play("END")
        assert (game.state.deals, game.tally.deal_turns_sum) == (1, turns + 1)


def test_ar_8_2_a_lone_bidder_wins_without_comparison():
    game = Stacked().bid({1: LOW}, 10)
    assert (game.tally.coins_won[1], game.tally.uncontested_won[1], game.tally.contested) == (10, 1, 0)


def test_ar_8_3_the_top_card_helps_everybody_and_may_turn_the_result():
    hands = {0: "3S 3S 4C 5W 9U", 1: "3C 4S 5W 6U KC"}
    game = Stacked().bid(hands, 10, top="7C")
    assert game.tally.coins_won[:2].tolist() == [0, 10]
    assert (game.tally.top_helped, game.tally.top_flipped, game.tally.first_won_contested) == (1, 1, 0)
    bare = Stacked(use_top_card=False).bid(hands, 10, top="7C")
    assert bare.tally.coins_won[:2].tolist() == [10, 0]
    assert (bare.tally.top_helped, bare.tally.top_flipped, bare.tally.first_won_contested) == (0, 0, 1)


def test_ar_8_4_the_best_hand_takes_the_whole_pot():
    game = Stacked().bid({0: "2C 2S 3C 4W 6U", 1: "AC AS AW AU KC"}, 9)
    assert (game.tally.coins_won[:2].tolist(), int(game.state.pot)) == ([0, 9], 0)


def test_ar_8_5_e9_equal_hands_split_and_the_earliest_take_the_odd_coins():
    assert Stacked(players=3).bid(FLUSHES, 25).tally.coins_won[:3].tolist() == [12, 0, 13]
    assert Stacked(players=3).bid({**FLUSHES, 1: "7C 7C KC QC 2C"}, 25).tally.coins_won[:3].tolist() == [8, 8, 9]
    carried = Stacked(players=3, tie_remainder="carry").bid(FLUSHES, 25)
    assert (carried.tally.coins_won[:3].tolist(), carried.state.pot, carried.tally.split) == ([12, 0, 12], 1, 1)


def test_ar_8_6_an_empty_pot_still_ends_the_deal_and_gives_the_draws():
    game = Stacked().arrange(LOW, LOW, pot=0).play(f"SUBMIT {LOW}, END, END")
    assert (game.tally.pots_empty, game.state.deals, game.state.hand_size[0]) == (1, 1, 3)


def test_ar_8_7_showdown_draws_go_to_the_earliest_bidder_first():
    window = {1: "9C", 2: "9S", 3: "9W", 4: "9U", 5: "10C", 6: "10S"}
    game = Stacked().arrange(LOW, LOW, window=window).play(f"SUBMIT {LOW}, END, SUBMIT {LOW}, END")
    assert (game.hand(0), game.hand(1)) == (cards("9C 9S 9W"), cards("9U 10C 10S"))
    assert (game.tally.contested, game.tally.known_draws) == (1, 6)


@pytest.mark.parametrize(("places", "players"), [("1112223330", 4), ("1110001110", 2)])
def test_e7_who_draws_a_planted_card(places, players):
    for depth, seat in enumerate(places, start=1):
        sword = "AS" if depth == 1 else f"{depth}S"
        game = Stacked(players=players, hand_limit=12).arrange(f"{sword} 2C", *["2C"] * (players - 1), top="9W", extra_left=[0] * players)
        game.play(f"DISCARD {sword}, END")
        while not any(card("9W") in game.seen(s) for s in range(players)):
            game.play("DRAW2")
            if "2C" in "".join(game.names) or card("2C") in game.hand(game.seat):
                game.play("DISCARD 2C")
            else:
                game.step(4)
                game.step(6 + next(c for c in game.hand(game.seat) if c < 14 or c != card("9W")))
            if not any(card("9W") in game.seen(s) for s in range(players)):
                game.play("END")
        assert [s for s in range(players) if card("9W") in game.seen(s)] == [int(seat)], depth


# ---- hand limit and money


def test_ar_9_1_the_owner_trims_unseen_to_the_limit():
    game = Stacked(hand_limit=5).arrange(LOW + " 9C 9S", LOW).play("END")
    assert (game.point, game.seat) == ("TRIM", 0)
    game.play("TRIM 2C 9S")
    assert (game.point, game.seat, game.hand(0), game.tally.trims) == ("MAIN", 1, cards("3S 4W 5U 7C 9C"), 2)


def test_ar_9_2_off_turn_there_is_no_limit():
    game = Stacked(hand_limit=5).arrange(f"{LOW} 9C 9S 9W 9U KC", "").play(f"SUBMIT {LOW}, END, END")
    assert (game.state.hand_size[0], game.seat, game.point) == (8, 0, "MAIN")


def test_ar_10_1_ar_10_2_e9_every_four_coins_make_a_point_at_once():
    game = Stacked(players=3).bid({1: LOW}, 27)
    assert (game.state.points[1], game.state.coins[1]) == (6, 3)
    assert Stacked(players=3, convert="manual").bid({1: LOW}, 27).state.coins[1] == 27
    assert Stacked(players=3, coins_per_point=10).bid({1: LOW}, 27).state.points[1] == 2


def test_ar_10_3_coins_are_public_and_the_bank_is_unlimited():
    game = Stacked(players=3).bid({1: LOW}, 1_000_003)
    assert game.table.view(0).points[1] == 250_000
    assert game.table.view(0).coins[1] == 3


def test_ar_10_4_converting_by_hand_may_end_the_game():
    game = Stacked(convert="manual", target_points=5).arrange(LOW, LOW, coins=[21, 9])
    assert "CONVERT" in game.names
    game.play("CONVERT, CONVERT, CONVERT, CONVERT")
    assert not game.state.over
    game.play("CONVERT")
    assert game.state.over
    assert (game.state.points[:2].tolist(), game.state.coins[:2].tolist()) == ([5, 2], [1, 1])
    assert game.tally.win[:2].tolist() == [60, 0]


def test_uncontested_share_leaves_the_rest_in_the_pot():
    half = Stacked(uncontested_share=0.5).bid({1: LOW}, 27)
    assert (half.tally.coins_won[1], half.state.pot) == (13, 14)


# ---- the end


def test_ar_11_1_ar_11_2_the_game_stops_at_the_showdown_before_the_draws():
    game = Stacked(target_points=5).arrange(LOW, LOW, pot=21).play(f"SUBMIT {LOW}, END, END")
    assert (game.state.over, game.hand(0), game.tally.coins_left[0], game.legal) == (1, [], 1, [])
    assert game.tally.win[:2].tolist() == [60, 0]
    assert not Stacked().arrange(LOW, LOW, pot=99).play(f"SUBMIT {LOW}, END, END").state.over  # 24 points


def test_ar_11_2_left_over_coins_decide_and_then_the_win_is_shared():
    for coins, shares in (([1, 2, 0], [0, 60, 0]), ([2, 2, 0], [30, 30, 0]), ([0, 0, 0], [20, 20, 20])):
        game = Stacked(players=3, max_turns_per_seat=10).arrange(LOW, LOW, LOW, coins=coins, turn=29, owner=2, seat=2)
        game.play("END")
        assert game.tally.win[:3].tolist() == shares


def test_ar_11_3_ar_11_5_the_cap_ends_a_game_in_which_nobody_acts():
    game = Stacked(max_turns_per_seat=10)
    for _ in range(20):
        game.play("END")
    assert (game.state.over, game.tally.capped, game.tally.turns, game.tally.win[:2].tolist()) == (1, 1, 20, [30, 30])
    assert game.state.row.n_subs == 0
    assert game.state.row.winner_seat == NONE


def test_ar_11_4_ar_11_6_at_the_cap_a_pending_bid_is_settled_without_draws():
    game = Stacked(max_turns_per_seat=10, ante=9)
    for _ in range(19):
        game.play("END")
    game.arrange(LOW, LOW, pot=9).play(f"SUBMIT {LOW}, END")
    assert (game.state.over, game.tally.deals, game.tally.coins_won[1], game.tally.draws) == (1, 1, 9, 0)
    lost = Stacked(max_turns_per_seat=10, ante=9)
    for _ in range(20):
        lost.play("END")
    assert (lost.tally.coins_won.sum(), lost.state.pot) == (0, 9)


def test_ar_11_7_the_other_ways_to_end():
    deals = Stacked(end_mode="deals", max_deals=1).arrange(LOW, LOW).play(f"SUBMIT {LOW}, END, END")
    assert deals.state.over
    turns = Stacked(end_mode="turns", max_turns_per_seat=10, target_points=5).arrange(LOW, LOW, pot=40).play(f"SUBMIT {LOW}, END, END")
    assert not turns.state.over
    while not turns.state.over:
        turns.step(turns.legal[0])
    assert turns.tally.capped == 0


# ---- information


def test_ar_14_2_what_is_public():
    game = Stacked(players=3).arrange(LOW, LOW, "2C", top="9W", window={4: "KS"}, pot=7).play(f"SUBMIT {LOW}, END")
    view = game.table.view(2)
    assert (view.top, view.pot, view.turn, view.owner, view.due_turn, view.deals) == (card("9W"), 7, 1, 1, 1, 0)
    assert (view.hand_size[:3].tolist(), view.extra_left[:3].tolist()) == ([0, 5, 1], [0, 2, 0])
    assert deck.card_in(int(view.window[3])) == card("KS")
    assert view.legal == 0


def test_ar_14_3_draws_of_known_cards_and_wands_are_seen_by_all_and_unknown_draws_are_not():
    game = Stacked().arrange("7W", LOW, top="9W", window={1: "KS"}).play("DRAW2, DISCARD 7W")
    seen = cards_in(game.table.view(1).seen[0])
    assert seen == cards("KS 9W")
    assert game.table.view(1).hand_size[0] == len(game.hand(0)) == 4


def test_ar_14_4_what_was_seen_to_come_and_go():
    game = Stacked(hand_limit=5).arrange(f"9W {LOW}", LOW, top="9W").play("DISCARD 9W")
    assert card("9W") in game.seen(0)  # laid one Nine, fetched another
    game.play("END")
    game.play("TRIM 2C")
    assert game.seen(0) == []  # one cannot tell whether the Nine went
    bid = Stacked().arrange(f"7W {LOW}", LOW, top="9W", discarded=[0, 0])
    bid.play("DISCARD 7W")
    assert bid.seen(0) == cards("9W")
    laid = Stacked().arrange(f"9W {LOW}", LOW)
    laid.state.seen[0][:] = laid.state.hand[0]
    laid.play("DISCARD 9W")
    assert laid.seen(0) == cards(LOW)


def test_ar_14_4_a_submission_clears_what_was_seen():
    game = Stacked().arrange(f"9W {LOW}", LOW)
    game.state.seen[0][:] = game.state.hand[0]
    assert game.play(f"SUBMIT {LOW}").seen(0) == []


def test_ar_14_5_weights_and_chance_are_in_no_view():
    assert not {"fixed", "layer", "key", "dice"} & set(GAME.engine.VIEW.names)
    one, other = Stacked(1).arrange(LOW, "2C 2C 2C 2C 2C"), Stacked(1).arrange(LOW, "AU AU AU AU AU")
    assert one.table.view(0).tobytes() == other.table.view(0).tobytes()


def test_ar_14_6_private_cups_are_seen_by_the_discarder_alone():
    game = Stacked(cups_reveal="private").arrange("AU", "").play("DISCARD AU")
    mine, theirs = int(game.table.view(0).window[0]), int(game.table.view(1).window[0])
    assert deck.shows_card(mine)
    assert deck.is_unseen(theirs)
    assert (deck.by_in(theirs), deck.is_private(theirs)) == (0, True)
    game.play("END, DRAW1")
    assert (game.seen(1), game.tally.known_draws, game.tally.cups_opp) == ([], 1, 1)


# ---- one turn of chance


def test_e8_one_turn_of_uniform_play():
    def expect(game: Stacked) -> list[Fraction]:
        """Submissions, discards, extra cards and MAIN decisions to come in turn 0 when every legal action is as likely."""
        if game.state.turn > 0 or game.point == "TRIM":
            return [Fraction(0)] * 4
        legal, total = game.legal, [Fraction(0)] * 4
        main = game.point == "MAIN"
        for action in legal if main else legal[:1]:
            now = [action == 3, action == 4, action if action in (1, 2) else 0, len(legal) >= 2] if main else [0] * 4
            share = len(legal) if main else 1
            total = [t + (a + b) / Fraction(share) for t, a, b in zip(total, now, expect(after(game, action)), strict=True)]
        return total

    def after(game: Stacked, action: int) -> Stacked:
        copy = Stacked.__new__(Stacked)
        copy.__dict__.update(game.__dict__)
        copy.table = type(game.table).__new__(type(game.table))
        copy.table.__dict__.update(game.table.__dict__, actions=[])
        copy.table.state = copy.state = new(GAME.engine.STATE)
        for name in GAME.engine.STATE.names:
            copy.state[name] = game.state[name]
        copy.step(action)
        return copy

    assert expect(Stacked(start_hand=9)) == [Fraction(1, 3), Fraction(1, 2), Fraction(7, 6), Fraction(7, 3)]
