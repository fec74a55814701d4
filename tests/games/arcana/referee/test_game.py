"""The referee of Arcana, tried on the positions and the small exact figures of its rule book."""

import copy
from fractions import Fraction

import pytest

from tests.games.arcana.referee.deck import EndlessDeck, RandomChance
from tests.games.arcana.referee.game import DEFAULTS, DISCARD, DRAW1, DRAW2, END, PICK, SUBMIT, Referee
from tests.games.arcana.referee.ranking import card, cards
from tests.games.arcana.referee.script import LOW, TWO, Script, play, table, window

# Draws


def odds(game: Referee, wanted: str) -> Fraction:
    weights = game.deck.weights()
    return Fraction(weights[card(wanted)]) / Fraction(sum(weights))


def halving(held: str) -> Referee:
    game = Referee({**DEFAULTS, "players": 2}, RandomChance(1))
    game.hands = [cards(held), []]
    return game


def test_ar_1_5_e6_every_fixed_copy_halves_the_weight():
    assert odds(halving("7S"), "7S") == Fraction(1, 111)
    assert odds(halving("7S"), "8S") == Fraction(2, 111)
    assert odds(halving("7S 7S"), "7S") == Fraction(1, 221)


def test_ar_1_6_ar_4_2_twins_come_together_more_often():
    deck = EndlessDeck({**DEFAULTS}, RandomChance(1), lambda: [0] * 56)
    before = deck.weights_together()
    assert Fraction(before[9]) / Fraction(sum(before)) == Fraction(1, 56)
    for action, cards_weighed in ((DRAW2, 1), (DRAW1, 2)):
        game = Referee({**DEFAULTS, "players": 2}, RandomChance(3))
        seen = []
        settle = game.deck.settle
        game.deck.settle = lambda weights, seen=seen, settle=settle: (seen.append(list(weights)), settle(weights))[1]
        for _ in range(cards_weighed):
            game.step(action)
        assert len(seen) == 2
        assert (seen[0] == seen[1]) == (action == DRAW2)


def test_ar_1_7_a_known_card_is_drawn_as_it_is_and_the_others_move_up():
    game = table(TWO + " 9W", "AS 9C", "", players=2, start_discard=True, hand_limit=12)
    play(game, "DISCARD AS")
    assert window(game) == "9W"
    play(game, "DRAW2")
    assert window(game) == ""
    assert game.hands[0] == sorted(cards(LOW + " 9W 9C"))
    assert game.outcome()["known_draws"] == 1


def test_ar_1_8_ar_1_9_the_uniform_points_at_the_smallest_id_above_it():
    deck = EndlessDeck({**DEFAULTS, "deck_model": "flat"}, Script({-1: [0, 55]}), lambda: [0] * 56)
    assert [deck.settle([1] * 56), deck.settle([1] * 56)] == [0, 55]
    deck.begin(-1)
    assert deck.settle([0] * 10 + [1] + [0] * 45) == 10
    deck.chance = type("Top", (), {"uniform": lambda self, turn, j: 1.0})()
    assert deck.settle([1.0] * 50 + [0.0] * 6) == 49


def test_ar_1_9_when_nothing_has_weight_the_rarest_types_come():
    copies = [2] * 55 + [1]
    deck = EndlessDeck({**DEFAULTS, "repeat_damping": 0.0}, RandomChance(1), lambda: list(copies))
    assert deck.weights() == [0] * 55 + [1]
    copies[7] = 0
    assert deck.weights() == [int(c == 7) for c in range(56)]


def test_ar_2_2_opening_hands_are_seat_major():
    game = table(TWO, players=2)
    assert [sorted(cards(LOW)), sorted(cards("2S 3W 4U 6C 8S"))] == game.hands
    assert (game.top, game.pot, game.point, game.seat) == (-1, 0, "MAIN", 0)


def test_ar_4_draws_are_counted_and_the_switch_forbids_two_at_once():
    game = table(TWO, "9C 9S", players=2)
    assert game.legal() == [END, DRAW1, DRAW2, SUBMIT, DISCARD]
    play(game, "DRAW1")
    assert game.legal() == [END, DRAW1, SUBMIT, DISCARD]
    play(game, "DRAW1")
    assert game.legal() == [END, SUBMIT, DISCARD]
    assert table(TWO, players=2, simultaneous_draw=False).legal() == [END, DRAW1, SUBMIT, DISCARD]
    assert table(TWO, players=2, extra_draws=0).legal() == [END, SUBMIT, DISCARD]


# Discards


@pytest.mark.parametrize("discarded", ["AS", "7S", "AW", "7W"])
def test_ar_6_8_e11_swords_and_wands_on_an_empty_pile_only_become_the_top(discarded):
    game = table(TWO, discarded, players=2)
    play(game, f"DISCARD {discarded}")
    assert game.top == card(discarded)
    assert window(game) == ""
    assert game.hands[0] == sorted(cards(LOW))
    assert (game.outcome()["wand_takes"], sum(game.outcome()["plants"])) == (0, 0)


def test_ar_6_1_ar_6_6_coins_of_every_rank():
    def paid(name: str, **rules: object) -> int:
        game = table(TWO, name, players=2, **rules)
        play(game, f"DISCARD {name}")
        return game.pot

    ranks = [*map(str, range(2, 11)), *"PNQKA"]
    assert sum(paid(rank + "C") for rank in ranks) == 109  # E5
    assert sum(paid(rank + "C", ace_effect_rank="one") for rank in ranks) == 99
    assert [paid("5C", coin_scale=0.5), paid("KC", coin_scale=0.5), paid("AC", ace_effect_rank="one", coin_scale=4.0)] == [3, 6, 4]
    assert [paid("KC", face_coins=20), paid("KC", coins_effect=False), paid("9C", ante=10)] == [20, 0, 19]


@pytest.mark.parametrize(
    ("name", "rules", "depth"),
    [
        ("2S", {}, 2),
        ("10S", {}, 10),
        ("PS", {}, 1),
        ("AS", {}, 1),
        ("KS", {"high_depth": 4}, 4),
        ("AS", {"high_depth": 4}, 4),
        ("AS", {"high_depth": 4, "ace_effect_rank": "one"}, 1),
    ],
)
def test_ar_6_2_swords_plant_the_old_top(name, rules, depth):
    game = table(TWO + " 9W", name, players=2, start_discard=True, **rules)
    play(game, f"DISCARD {name}")
    assert window(game) == " ".join(["-"] * (depth - 1) + ["9W"])
    assert game.outcome()["plants"][depth - 1] == 1


def test_ar_6_2_known_cards_at_that_depth_or_deeper_move_down():
    game = table(TWO + " 9W", "3S", "2S", players=2, start_discard=True)
    play(game, "DISCARD 3S, END, DISCARD 2S")
    assert window(game) == "- 3S 9W"


def test_ar_6_3_wands_take_the_old_top_into_hand():
    game = table(TWO + " 9W", "7W", players=2, start_discard=True)
    play(game, "DISCARD 7W")
    assert game.hands[0] == sorted(cards(LOW + " 9W"))
    assert game.view(1)["seen_in_hand"][0][card("9W")] == 1
    assert [game.outcome()[name] for name in ("wand_takes", "wand_takes_wand", "wand_helped")] == [1, 1, 1]


def test_ar_6_12_wands_may_take_the_decks_top_instead():
    game = table(TWO + " 9W", "7W 8C", players=2, start_discard=True, wand_source="deck")
    play(game, "DISCARD 7W")
    assert game.hands[0] == sorted(cards(LOW + " 8C"))
    assert game.outcome()["draws"] == 2
    assert sum(game.view(1)["seen_in_hand"][0]) == 0


def test_ar_6_4_ar_6_5_e12_cups_reveal_then_erase_and_cards_below_move_up():
    game = table(TWO, "3U 9C", players=2)
    play(game, "DISCARD 3U")
    assert window(game) == "- - 9C"
    game.deck.plant(card("KS"), 5, 0)
    game.cup(3)
    assert window(game) == "- - - KS"
    assert [game.outcome()[name] for name in ("cups_fix", "cups_unfix")] == [1, 1]
    gap = table(TWO, "3U 9C", players=2, cups_shift=False)
    play(gap, "DISCARD 3U")
    gap.deck.plant(card("KS"), 5, 0)
    gap.cup(3)
    assert window(gap) == "- - - - KS"


def test_ar_5_7_both_the_old_top_and_the_card_being_laid_count_when_cups_reveal():
    game = Referee({**DEFAULTS, "players": 2, "start_discard": True}, RandomChance(5))
    top, weighed = game.top, []
    settle = game.deck.settle
    game.step(DISCARD)
    game.hands[0] = cards("2U")
    game.ask(0, "DISCARD_PICK")
    game.deck.settle = lambda weights: (weighed.append(list(weights)), settle(weights))[1]
    game.step(PICK + card("2U"))
    held = game.hands[1]
    assert weighed[0][card("2U")] == 0.5 ** (1 + held.count(card("2U")))
    assert weighed[0][top] == 0.5 ** (1 + held.count(top) + (top == card("2U")))


def test_ar_14_6_private_cups_are_seen_by_the_discarder_alone():
    game = table(TWO, "AU 9C", "", players=2, cups_reveal="private")
    play(game, "DISCARD AU")
    assert game.view(0)["window"][0] == card("9C")
    assert game.view(1)["window"][0] == -2
    play(game, "END, DRAW1")
    assert sum(game.view(0)["seen_in_hand"][1]) == 0
    assert [game.outcome()[name] for name in ("known_draws", "cups_opp")] == [1, 1]


def test_ar_14_4_what_was_seen_to_come_and_go():
    game = table(TWO + " 9W", "9W", "9W 2C", "", "", players=2, start_discard=True, hand_limit=5)
    play(game, "DISCARD 9W")
    assert game.seen[0][card("9W")] == 1  # laid one Nine, fetched another
    play(game, "END")
    assert game.point == "TRIM"
    play(game, "TRIM 2C")
    assert sum(game.seen[0]) == 0


@pytest.mark.parametrize(("places", "players"), [("1112223330", 4), ("1110001110", 2)])
def test_e7_who_draws_a_planted_card(places, players):
    hands = " ".join([LOW] * players)
    for depth, seat in enumerate(places, start=1):
        sword = "AS" if depth == 1 else f"{depth}S"
        game = table(hands + " 9W", *[f"{sword} 6C 6C"] + ["KC KC KC"] * 9, players=players, start_discard=True, hand_limit=12)
        play(game, f"DRAW1, DRAW1, DISCARD {sword}, END")
        while not any(game.seen[s][card("9W")] for s in range(players)):
            play(game, "DRAW2, DISCARD 7C" if card("7C") in game.hands[game.seat] else "DRAW2, DISCARD KC")
            if game.seat != int(seat) or not game.seen[int(seat)][card("9W")]:
                play(game, "END")
        assert game.seen[int(seat)][card("9W")] == 1
        outcome = game.outcome()
        assert outcome["plants_self" if seat == "0" else "plants_opp"][depth - 1] == 1


@pytest.mark.parametrize(("depth", "taker"), [(2, 1), (3, 1), (4, 0), (5, 0), (6, 0)])
def test_e7b_the_bidders_own_plant_comes_back_in_the_showdown_draw(depth, taker):
    game = table(" ".join([LOW] * 4) + " 9W", f"6C 6C {depth}S", "KC KC KC KC KC KC", players=4, start_discard=True)
    play(game, f"DRAW2, SUBMIT 2C 3S 4W 5U 7C, DISCARD {depth}S, END")
    play(game, "DRAW2, DISCARD 7C, END")
    assert [game.seen[seat][card("9W")] for seat in (0, 1)] == [taker == 0, taker == 1]


@pytest.mark.parametrize(
    ("answers", "depth", "taker"), [(True, 3, 0), (True, 4, 1), (True, 6, 1), (False, 3, 0), (False, 4, 2), (False, 6, 2)]
)
def test_e7b_a_plant_in_the_showdown_turn(answers, depth, taker):
    game = table(" ".join([LOW] * 4) + " 9W", "6C 6C 6C", f"6C 6C {depth}S KC KC KC KC KC KC", "KC KC KC", start_discard=True)
    play(game, f"DRAW2, SUBMIT {LOW}, DISCARD 6C, END")
    game.top = card("9W")
    play(game, f"DRAW2, SUBMIT {LOW}, DISCARD {depth}S, END" if answers else f"DRAW2, DISCARD {depth}S, END")
    play(game, "DRAW2")
    if taker == 2 and not game.seen[2][card("9W")]:
        game.step(DISCARD)
    assert [seat for seat in range(4) if game.seen[seat][card("9W")]] == [taker]


# Finite decks


def test_ar_1_2_the_finite_deck_holds_so_many_copies():
    game = Referee({**DEFAULTS, "players": 2, "deck_model": "finite", "deck_copies": 1}, RandomChance(2))
    weights = game.deck.weights()
    assert sum(weights) == 46 == game.deck.size()
    assert all(weights[c] == 0 for hand in game.hands for c in hand)


def nearly_empty(**rules: object) -> Referee:
    """Six seats hold 54 of the 56 cards of one pack."""
    rules = {"players": 6, "deck_model": "finite", "deck_copies": 1, "start_hand": 9, "hand_limit": 12, **rules}
    return Referee({**DEFAULTS, **rules}, RandomChance(4))


@pytest.mark.parametrize("mode", ["return", "conceal"])
def test_ar_6_11_an_exhausted_deck_gives_no_card(mode):
    game = nearly_empty(unfix_mode=mode)
    game.step(DRAW2)
    assert game.legal() == [END, SUBMIT, DISCARD]
    game.step(DISCARD)
    assert len(game.hands[0]) == 11
    game.step(game.legal()[0])
    assert len(game.hands[0]) == 10
    game.step(END)
    assert game.legal() == [END, SUBMIT, DISCARD]


def test_ar_6_11_draw2_with_one_card_left_draws_one():
    game = nearly_empty()
    game.step(DRAW1)
    game.step(END)
    game.step(DRAW2)
    assert [len(hand) for hand in game.hands] == [10, 10, 9, 9, 9, 9]
    assert game.legal() == [END, SUBMIT, DISCARD]


@pytest.mark.parametrize("mode", ["return", "conceal"])
def test_ar_6_10_a_sword_deeper_than_the_deck_goes_to_the_bottom_and_cups_find_nothing(mode):
    game = nearly_empty(unfix_mode=mode, start_discard=True)  # one card left, drawn in the DISCARD
    top = game.top
    game.step(DISCARD)
    game.cup(7)
    assert game.outcome()["cups_fix"] == 0
    game.sword(7)
    assert game.view(0)["window"] == [top] + [-1] * 9
    assert game.outcome()["plants"] == [1] + [0] * 9


def test_unfix_mode_conceal_keeps_cards_what_they_are_and_reshuffles_the_heap():
    named = "2C 2S 2W 2U 3C 3S 3W 3U 4C 4S AU 9W 9C KC"
    game = table(named, players=2, deck_model="finite", deck_copies=1, unfix_mode="conceal")
    play(game, "DISCARD AU")
    assert window(game) == "9W"
    game.cup(1)
    assert window(game) == ""
    game.cup(1)
    assert window(game) == "9W"
    game.deck.slots = game.deck.slots[:1]
    game.deck.heap = cards("5C 6C")
    play(game, "DRAW2")
    assert card("9W") in game.hands[0]
    assert len(game.hands[0]) == 7
    assert game.deck.heap == []
    assert len(game.deck.slots) == 1


# Bids and showdowns


def test_ar_7_1_ar_7_2_when_one_may_submit():
    game = table(TWO, "9C", "9S", players=2)
    play(game, "DISCARD 9C")
    assert SUBMIT not in game.legal()
    play(game, "END, SUBMIT 2S 3W 4U 6C 8S")
    assert game.legal() == [END, DRAW1, DRAW2, DISCARD]
    strict = table(TWO, players=2, discard_after_submit=False)
    play(strict, f"SUBMIT {LOW}")
    assert strict.legal() == [END, DRAW1, DRAW2]
    assert SUBMIT not in table(TWO, players=2, start_hand=4).legal()
    assert SUBMIT not in table(TWO, players=2, min_pot_to_submit=1).legal()


def test_ar_7_4_ar_7_7_a_second_submission_joins_the_first():
    game = table(
        "2C 3C 4C 5C 6C 7C 8C 9C 2S 3S 4S 5S 6S 7S 8S 9S", "NS NS", "2U 2U 2U", players=2, start_hand=8, max_submissions_per_deal=2
    )
    play(game, "DRAW2, SUBMIT 2C 3C 4C 5C 7C")
    assert SUBMIT in game.legal()
    play(game, "SUBMIT 6C 8C 9C NS NS, END, END")
    outcome = game.outcome()
    assert outcome["win_cat"][11] == outcome["sub_cat"][11] == 1
    assert (outcome["first_subs"], outcome["answers"]) == ([1, 0, 0, 0, 0, 0], [0] * 6)


def test_ar_8_1_the_showdown_ends_the_next_turn_and_later_with_the_knob():
    for turns in (1, 2, 3):
        game = table(" ".join([LOW] * 3), players=3, response_turns=turns, showdown_draw=0)
        play(game, f"SUBMIT {LOW}")
        for _ in range(turns):
            play(game, "END")
            assert game.outcome()["deals"] == 0
        play(game, "END")
        assert game.outcome()["deals"] == 1
        assert game.outcome()["deal_turns_sum"] == turns + 1


def bid(subs: dict[int, str], pot: int, top: str = "", **rules: object) -> Referee:
    """A table of three at the showdown: these seats have submitted, in this order, for this Pot."""
    game = table(" ".join([LOW] * 3), players=3, **rules)
    game.pot, game.top = pot, card(top) if top else -1
    game.sub_order = list(subs)
    for seat, text in subs.items():
        game.subs[seat] = cards(text)
    game.showdown()
    return game


def test_ar_8_5_e9_equal_hands_split_and_the_earliest_take_the_odd_coins():
    same = {2: "7S 7S KS QS 2S", 0: "7W 7W KW QW 2W"}
    game = bid(same, 25)
    assert game.outcome()["coins_won"] == [12, 0, 13, 0, 0, 0]
    assert game.outcome()["split"] == 1
    assert bid({**same, 1: "7C 7C KC QC 2C"}, 25).outcome()["coins_won"] == [8, 8, 9, 0, 0, 0]
    carried = bid(same, 25, tie_remainder="carry")
    assert carried.outcome()["coins_won"] == [12, 0, 12, 0, 0, 0]
    assert carried.pot == 1


def test_ar_10_2_e9_every_four_coins_make_a_point():
    game = bid({1: LOW}, 27)
    assert (game.points, game.coins) == ([0, 6, 0], [0, 3, 0])
    assert bid({1: LOW}, 27, convert="manual").coins == [0, 27, 0]
    half = bid({1: LOW}, 27, uncontested_share=0.5)
    assert (half.outcome()["coins_won"][1], half.pot) == (13, 14)


def test_ar_8_3_the_top_card_helps_everybody_and_may_turn_the_result():
    game = bid({0: "3S 3S 4C 5W 9U", 1: "3C 4S 5W 6U KC"}, 10, top="7C")
    outcome = game.outcome()
    assert outcome["coins_won"][:2] == [0, 10]
    assert (outcome["top_helped"], outcome["top_flipped"], outcome["first_won_contested"]) == (1, 1, 0)
    bare = bid({0: "3S 3S 4C 5W 9U", 1: "3C 4S 5W 6U KC"}, 10, top="7C", use_top_card=False).outcome()
    assert bare["coins_won"][:2] == [10, 0]
    assert (bare["top_helped"], bare["top_flipped"], bare["first_won_contested"]) == (0, 0, 1)


def test_ar_8_7_showdown_draws_go_to_the_earliest_bidder_first():
    game = table(TWO, "", "9C 9S 9W 9U 10C 10S", players=2)
    play(game, f"SUBMIT {LOW}, END, SUBMIT 2S 3W 4U 6C 8S, END")
    assert game.hands == [cards("9C 9S 9W"), cards("10C 10S 9U")]
    assert (game.turn, game.seat, game.outcome()["contested"]) == (2, 0, 1)


def test_ar_9_the_owner_trims_to_the_limit_at_the_end_of_the_own_turn_only():
    game = table(TWO, "9C 9S 9W", players=2, hand_limit=5)
    play(game, "DRAW2, END")
    assert (game.point, game.seat) == ("TRIM", 0)
    play(game, "TRIM 2C, TRIM 9S")
    assert (game.point, game.seat, game.hands[0]) == ("MAIN", 1, sorted(cards("3S 4W 5U 7C 9C")))
    assert game.outcome()["trims"] == 2


# The end


def test_ar_10_4_converting_by_hand_may_end_the_game():
    game = table(TWO, players=2, convert="manual", target_points=5)
    game.coins = [21, 9]
    game.ask(0, "MAIN")
    for _ in range(4):
        play(game, "CONVERT")
    assert not game.over
    play(game, "CONVERT")
    assert game.over
    assert (game.points, game.coins) == ([5, 2], [1, 1])
    assert game.outcome()["win"] == [60, 0, 0, 0, 0, 0]


def test_ar_11_2_the_game_stops_at_the_showdown_before_the_draws():
    game = table(TWO, "", "", players=2, target_points=5)
    game.pot = 21
    play(game, f"SUBMIT {LOW}, END, END")
    assert game.over
    assert game.hands[0] == []
    assert game.outcome()["coins_left"][:2] == [1, 0]
    with pytest.raises(ValueError, match="not legal"):
        game.step(END)


def test_ar_11_3_to_11_6_at_the_cap_a_pending_bid_is_settled_and_equal_players_share():
    idle = table(TWO, players=2, max_turns_per_seat=10)
    for _ in range(20):
        play(idle, "END")
    assert (idle.over, idle.outcome()["capped"], idle.outcome()["win"][:2]) == (True, 1, [30, 30])
    game = table(TWO, players=2, max_turns_per_seat=10, ante=9)
    for _ in range(19):
        play(game, "END")
    play(game, "SUBMIT 2S 3W 4U 6C 8S, END")
    outcome = game.outcome()
    assert game.over
    assert (outcome["deals"], outcome["coins_won"][:2], outcome["draws"], outcome["turns"]) == (1, [0, 9], 0, 20)


def test_ar_11_7_the_other_ways_to_end():
    deals = table(TWO, "", "", players=2, end_mode="deals", max_deals=1, target_points=5)
    play(deals, f"SUBMIT {LOW}, END, END")
    assert deals.over
    turns = table(TWO, players=2, end_mode="turns", max_turns_per_seat=10)
    for _ in range(20):
        play(turns, "END")
    assert (turns.over, turns.outcome()["capped"]) == (True, 0)


def test_ar_3_1_when_all_seats_act_each_has_a_window():
    game = table(TWO, "9C 9S", players=2, acting_seats="all", hand_limit=5)
    play(game, "DRAW2, END")
    assert (game.seat, game.turn, game.legal()) == (1, 0, [END, SUBMIT, DISCARD])
    play(game, "END, TRIM 9C, TRIM 9S")
    assert (game.seat, game.turn) == (1, 1)
    play(game, "END")
    assert (game.seat, game.turn) == (0, 1)


# Information


def test_ar_14_1_ar_7_5_hands_and_bids_are_hidden_unless_the_knobs_say_otherwise():
    game = table(TWO, players=2)
    play(game, f"SUBMIT {LOW}, END")
    view = game.view(1)
    assert (view["hands"], view["submissions"], view["submission"], view["sub_order"]) == (None, None, [], [0])
    shown = table(TWO, players=2, open_hands=True, submissions_face_up=True)
    play(shown, f"SUBMIT {LOW}, END")
    assert shown.view(1)["submissions"][0] == sorted(cards(LOW))
    assert shown.view(1)["hands"] == [[], sorted(cards("2S 3W 4U 6C 8S"))]


def test_e8_one_turn_of_uniform_play():
    def expect(game: Referee) -> list[Fraction]:
        """Submissions, discards, extra cards and MAIN decisions to come in turn 0 when every legal action is as likely."""
        if game.turn > 0 or game.point == "TRIM":
            return [Fraction(0)] * 4
        legal = game.legal()
        if game.point != "MAIN":
            legal = legal[:1]
        total = [Fraction(0)] * 4
        for action in legal:
            after = copy.deepcopy(game)
            after.step(action)
            now = [0, 0, 0, 0]
            if game.point == "MAIN":
                now = [action == SUBMIT, action == DISCARD, action if action in (DRAW1, DRAW2) else 0, len(legal) >= 2]
            total = [t + (a + b) / Fraction(len(legal)) for t, a, b in zip(total, now, expect(after), strict=True)]
        return total

    game = Referee({**DEFAULTS, "start_hand": 9}, RandomChance(1))
    assert expect(game) == [Fraction(1, 3), Fraction(1, 2), Fraction(7, 6), Fraction(7, 3)]
