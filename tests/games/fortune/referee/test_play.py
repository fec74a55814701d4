"""Whole games before the referee of Fortune: what a seat knows, the rule-of-thumb player, and random play that loses nothing."""

import random
from typing import Any

import pytest

from tests.games.fortune.referee.game import DEFAULTS, RandomChance, Referee, basic
from tests.games.fortune.referee.names import CALL, CARDS, CHARIOT, FOLD, FOOL, JUDGEMENT, MAGICIAN, RAISE_HALF, RAISE_MIN, RAISE_POT, STAR
from tests.games.fortune.referee.test_game import NOTHING, every_card, finish, forced, play, stand_pat, table
from tests.games.fortune.referee.test_ranking import cards

# What a seat knows


def swap_hidden_cards(game: Referee, me: int, stream: random.Random) -> None:
    """Deal everything that `me` cannot see anew: the others' closed cards, the deck, all Moon cards."""
    now = game.round
    others = [seat for seat in range(game.players) if seat != me]
    closed = {seat: [card for card in now.hands[seat] if card not in now.face_up] for seat in others}
    pool = every_card(list(closed.values())) + now.deck + list(now.moon.values())
    stream.shuffle(pool)
    for seat in others:
        opened = [card for card in now.hands[seat] if card in now.face_up]
        now.hands[seat] = sorted(opened + [pool.pop() for _ in closed[seat]])
    now.moon = {seat: pool.pop() for seat in now.moon}
    now.deck = pool
    now.table.arcana_deck = stream.sample(now.table.arcana_deck, len(now.table.arcana_deck))


@pytest.mark.parametrize("card", range(22))
def test_section_4_neither_views_nor_basic_change_with_hidden_cards(card: int) -> None:
    stream = random.Random(card)
    for number in range(4):
        rules = {**DEFAULTS, "unit": "round", "forced_arcana": card, "forced_window": ("deal", "draw")[number % 2]}
        game = Referee(rules, RandomChance(card, number))
        while not game.over:
            me = game.seat
            view, choice = game.view(me), basic(game, me)
            if not game.round.chosen and not game.round.passed:  # a card picked or passed is known to lie in another hand
                swap_hidden_cards(game, me, stream)
            assert game.view(me) == view
            assert basic(game, me) == choice
            game.step(stream.choice(game.legal()[-4:]))


# The rule-of-thumb player


@pytest.mark.parametrize(
    ("hand", "discarded"),
    [
        ("2w 3c 4s 5p 6w", ""),
        ("9w 9c 9s 4p Kw", "4p Kw"),
        ("9w 9c 4s 4p Kw", "Kw"),
        ("2w 4w 9w Kw Ac", "Ac"),
        ("5w 6c 7s 8p Kw", "Kw"),
        ("Pw Ac 2s 3p 9w", "9w"),
        ("Aw Kc 9s 7p 4w", "9s 7p 4w"),
        ("Aw Qc 9s 7p 4w", "Qc 9s 7p 4w"),
        ("Nw Tc 8s 4p 2w", "Tc 8s 4p 2w"),
    ],
)
def test_basic_draw_keeps_what_section_7_says(hand: str, discarded: str) -> None:
    somebody = " ".join([card for card in ["3w", "5c", "7s", "9p", "Nw", "Tw", "6s", "8c"] if card not in hand][:5])
    game = play(table(somebody, hand, page_trigger="never"), CALL, CALL)
    mask = basic(game, 1)
    assert [card for slot, card in enumerate(game.round.hands[1]) if mask >> slot & 1] == sorted(cards(discarded))


def test_basic_bets_by_tier() -> None:
    def opening(hand: str, **changes: object) -> int:
        return basic(table("2w 4c 6s 8p Tw", hand, page_trigger="never", **changes), 1)

    assert opening("9w 9c 9s 4p Kw") == RAISE_MIN  # half the pot of two is the minimum
    assert opening("9w 9c 9s 4p Kw", bet_sizes=["half"]) == RAISE_HALF
    assert opening("Nw Nc 9s 4p Kw") == RAISE_MIN
    assert opening("Ts Tc 9s 4p Kw") == CALL
    raised = play(table("2w 4c 6s 8p Tw", "3w 5c 7s 9p Nw", page_trigger="never"), RAISE_MIN)
    assert basic(raised, 0) == FOLD
    pair = play(table("2w 2c 6s 8p Tw", "3w 5c 7s 9p Nw", page_trigger="never", ante=4), RAISE_MIN)
    assert basic(pair, 0) == FOLD  # 4 chips into 12: more than a quarter
    assert basic(pair, 0, call_divisor_1=3) == CALL


def test_basic_guesses_the_suit_it_has_seen_least() -> None:
    game = forced(MAGICIAN, "deal", "2w 4c 4s 8p Tw", "3w 5w 7s 9c Nc", then="Ap")
    assert basic(game, 1) == 3
    play(game, 3)
    assert basic(game, 0) == 1


def test_basic_changes_only_cards_it_does_not_keep() -> None:
    straight, pair = "5w 6c 7s 8p 9w", "Aw Ac 3s 7p 4w"
    assert basic(forced(STAR, "deal", "2w 4c 6s Kp Tw", straight), 1) == 5
    game = forced(STAR, "deal", "2w 4c 6s 8p Tw", pair)
    assert game.round.hands[1][basic(game, 1)] == cards("3s")[0]
    passing = forced(CHARIOT, "deal", "2w 4c 6s Kp Tw", straight)
    assert passing.round.hands[1][basic(passing, 1)] == cards("5w")[0]


def test_basic_thinks_less_of_its_hand_under_the_fool() -> None:
    assert basic(forced(FOOL, "deal", "2w 4c 6s 8p Tw", "3w 5c 7s 9p Nw"), 1) == CALL  # a pair of knights at best: tier 2 - 1
    assert basic(forced(FOOL, "deal", "2w 4c 6s 8p Tw", "3w 3c 7s 9p Nw"), 1) == RAISE_MIN  # three of a kind: tier 3 - 1
    assert basic(play(forced(FOOL, "deal", "2w 4c 6s 8p Tw", "3w 3c 7s 9p Nw"), RAISE_POT), 0) == FOLD  # a pair of tens: tier 0


def test_basic_returns_for_four_antes_with_two_to_spare() -> None:
    game = play(forced(JUDGEMENT, "draw", *NOTHING[:3]), RAISE_MIN, CALL, FOLD, 0, 0)
    assert (game.point, game.view(0)["pot"], basic(game, 0)) == ("judgement_return", 5, 1)
    assert basic(game, 0, return_pot=6) == 0
    game.table.chips[0] = 1
    assert basic(game, 0) == 0


# Random play


def random_rules(stream: random.Random) -> dict[str, object]:
    choices: dict[str, list[object]] = {
        "players": [2, 3, 4, 5, 6],
        "starting_chips": [5, 20, 50],
        "ante": [1, 2, 7],
        "max_rounds": [6],
        "first_dealer": ["seat0", "random"],
        "max_raises": [0, 2, 4, 8],
        "bet_sizes": [["min"], ["min", "half", "pot"], ["min", "half", "pot", "all_in"]],
        "second_bet_floor": ["ante", "first_level"],
        "max_discards": [0, 3, 6],
        "page_trigger": ["dealer_hand", "any_hand", "any_hand", "any_hand"],
        "page_prize": [0, 1, 5],
        "page_prize_per_page": [False, True],
        "page_prize_on_fold": [False, True],
        "page_in_straights": ["before_ace", "below_two", "none"],
        "category_order": [DEFAULTS["category_order"], [9, 8, 7, 6, 5, 4, 3, 2, 0, 1], [1, 9, 8, 7, 6, 5, 4, 3, 2, 0]],
        "five_of_a_kind": ["top", "off"],
        "emperor_runs": ["same", "swap"],
        "strength_runs": ["same", "mirror", "linear"],
        "hermit_skips_draw": [True, False],
        "hanged_extra": [0, 1],
        "odd_chip": ["lost", "first_left"],
        "world_place": ["smaller_half", "larger_half", "anywhere"],
        "world_last_round": ["current", "next"],
        "hierophant_cancels": [True, False],
        "wheel_pool": ["hands", "hands_and_deck"],
        "devil_factor": [1, 2, 5],
        "tower_fraction": [0.0, 0.25, 0.5, 0.75, 1.0],
        "lovers_best_share": [0.5, 0.7, 1.0],
        "temperance_flops": [1, 3, 5],
        "judgement_price": [0, 1, 3],
    }
    return {**DEFAULTS, **{knob: stream.choice(values) for knob, values in choices.items()}}


def check_table(game: Referee) -> None:
    """FO-2.18 and check 19: no chip and no card is lost or made."""
    now, held = game.round, game.table
    total = game.players * game.rules["starting_chips"]
    assert sum(held.chips) + now.pot + held.lost_tower + held.lost_remainder == total
    assert min(held.chips) >= 0
    piles = every_card(now.hands) + now.deck + now.discards + now.flops + list(now.moon.values())
    assert sorted(piles) == list(CARDS)


@pytest.mark.parametrize("seed", range(8))
def test_random_play_conserves_chips_and_cards_and_keeps_its_bounds(seed: int) -> None:
    stream = random.Random(seed)
    for number in range(25):
        rules = random_rules(stream)
        game = Referee(rules, RandomChance(seed, number))
        while not game.over:
            legal = game.legal()
            assert legal
            assert legal == sorted(set(legal))
            assert 0 <= legal[0] <= legal[-1] < 64
            check_table(game)
            game.step(basic(game, game.seat) if number % 5 == 0 else stream.choice(legal))
        check_table(game)
        check_outcome(game, game.outcome())


def check_outcome(game: Referee, outcome: dict[str, Any]) -> None:
    n, raises = game.players, game.rules["max_raises"]
    assert sum(outcome["win"]) == 60
    for row in outcome["round_rows"]:
        assert sum(row["net"]) == -row["lost_tower"] - row["lost_remainder"]
        assert row["decisions"] <= 2 * (n + raises * (n - 1)) + 2 * n
        assert max(row["raises1"], row["raises2"]) <= raises
        assert row["showdown"] == (row["win_cat"] >= 0)
    assert outcome["decisions"] == sum(row["decisions"] for row in outcome["round_rows"])
    assert sum(outcome["chips"]) + outcome["lost_tower"] + outcome["lost_remainder"] == n * game.rules["starting_chips"]
    assert sum(row["cancelled"] for row in outcome["round_rows"]) == outcome["arcana_cancelled"]


@pytest.mark.parametrize("window", ["deal", "draw"])
@pytest.mark.parametrize("card", range(22))
def test_every_arcana_in_every_window_conserves_chips_and_cards(card: int, window: str) -> None:
    stream = random.Random(card)
    for number in range(8):
        rules = {**random_rules(stream), "unit": "round", "forced_arcana": card, "forced_window": window}
        game = Referee(rules, RandomChance(card, number))
        while not game.over:
            check_table(game)
            game.step(basic(game, game.seat) if number % 4 == 0 else stream.choice(game.legal()[-3:]))
        check_table(game)
        reached = window == "deal" or game.outcome()["n_end"] > 1
        assert not reached or game.outcome()["arcana"] == card


def test_max_raises_zero_makes_every_round_a_showdown_for_the_antes() -> None:
    for number in range(20):
        rules = {**DEFAULTS, "unit": "round", "max_raises": 0, "arcana_per_round": 0}
        row = finish(Referee(rules, RandomChance(17, number)), stand_pat)
        assert (row["showdown"], row["pot"], row["n_end"]) == (True, 4, 4)
