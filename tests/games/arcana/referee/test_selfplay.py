"""Whole games of Arcana under random rules: nothing is lost, nothing comes from nowhere, nobody sees too much."""

import random
from collections import Counter

import pytest

from tests.games.arcana.referee.deck import PackDeck, RandomChance
from tests.games.arcana.referee.game import DEFAULTS, PICK, Referee, basic
from tests.games.arcana.referee.ranking import CATEGORIES

CHOICES: dict[str, list] = {
    "players": [2, 3, 4, 5, 6],
    "deck_model": ["halving", "flat", "finite"],
    "repeat_damping": [0.0, 0.3, 0.5, 1.0],
    "deck_copies": [1, 2, 5],
    "unfix_mode": ["return", "conceal"],
    "start_hand": [3, 5, 9],
    "extra_draws": [0, 1, 2, 3],
    "hand_limit": [5, 7, 12],
    "showdown_draw": [0, 3, 5],
    "acting_seats": ["owner", "all"],
    "response_turns": [1, 2, 6],
    "max_submissions_per_deal": [1, 2],
    "min_pot_to_submit": [0, 5],
    "face_coins": [0, 11, 20],
    "coin_scale": [0.0, 0.5, 1.0, 4.0],
    "ace_effect_rank": ["high", "one"],
    "wand_source": ["discard", "deck"],
    "cups_reveal": ["public", "private"],
    "high_depth": [1, 5, 10],
    "category_order": [list(CATEGORIES), {"swap": ["one_twin", "two_pair"]}],
    "kickers": ["contributing", "natural"],
    "tie_remainder": ["earliest", "carry"],
    "ante": [0, 3],
    "uncontested_share": [0.0, 0.5, 1.0],
    "coins_per_point": [1, 4],
    "convert": ["auto", "manual"],
    "end_mode": ["points", "deals", "turns"],
    "target_points": [5, 25],
    "max_deals": [1, 5],
    "max_turns_per_seat": [10, 20],
}


def random_rules(dice: random.Random) -> dict:
    rules = dict(DEFAULTS)
    for knob, default in DEFAULTS.items():
        if dice.random() < 0.4:
            rules[knob] = dice.choice([True, False] if isinstance(default, bool) else CHOICES[knob])
    return rules | {"max_turns_per_seat": dice.choice(CHOICES["max_turns_per_seat"])}


def check_cards(game: Referee) -> None:
    """Every pack card is in exactly one place; no type is out more often than the finite deck holds it."""
    known = [slot.card for slot in game.deck.first_positions() if slot]
    if isinstance(game.deck, PackDeck):
        where = Counter(game.fixed_cards()) + Counter(slot.card for slot in game.deck.slots) + Counter(game.deck.heap)
        where += Counter(c for cards in game.subs for c in cards)
        assert all(where[c] == game.rules["deck_copies"] for c in range(56))
        assert not any(slot.known for slot in game.deck.slots[10:])  # AR-6.7
    elif game.rules["deck_model"] == "finite":
        out = Counter(game.fixed_cards()) + Counter(known)
        assert max(out.values()) <= game.rules["deck_copies"]
        deepest = max((depth for depth, slot in enumerate(game.deck.window, start=1) if slot), default=0)
        assert deepest <= game.deck.size()


def check_money(game: Referee) -> None:
    tally, rules = game.outcome(), game.rules
    antes = rules["ante"] * game.deals_begun
    assert min(game.coins) >= 0
    assert min(game.points) >= 0
    assert sum(tally["coins_won"]) + game.pot == sum(tally["coins_in_pot"]) + antes
    held = [game.points[seat] * rules["coins_per_point"] + game.coins[seat] for seat in range(game.players)]
    assert held == tally["coins_won"][: game.players]


def check_plants(tally: dict) -> None:
    for depth in range(10):
        assert tally["plants"][depth] >= sum(tally[f"plants_{fate}"][depth] for fate in ("self", "opp", "lost"))
    erased = sum(tally["plants_lost"])
    assert tally["cups_fix"] >= tally["cups_self"] + tally["cups_opp"] + tally["cups_unfix"] - erased
    assert tally["known_draws"] == sum(tally["plants_self"]) + sum(tally["plants_opp"]) + tally["cups_self"] + tally["cups_opp"]


def check_result(game: Referee) -> None:
    tally = game.outcome()
    assert sum(tally["win"]) == 60
    assert sum(tally["win_cat"]) == tally["deals"]
    assert sum(tally["sub_cat"]) >= tally["deals"]
    assert tally["contested"] + sum(tally["uncontested_won"]) == tally["deals"]
    assert sum(tally["deals_won"]) >= tally["deals"] + tally["split"]
    assert tally["turns"] <= game.rules["max_turns_per_seat"] * game.players
    assert tally["deal_turns_sum"] <= tally["turns"]
    assert all(isinstance(entry, int) or all(type(x) is int for x in entry) for entry in tally.values())
    check_plants(tally)


def choose(game: Referee, dice: random.Random, player: str) -> int:
    legal = game.legal()
    return legal[0] if len(legal) == 1 else basic(game, game.seat) if player == "basic" else dice.choice(legal)


@pytest.mark.parametrize("player", ["uniform", "basic"])
@pytest.mark.parametrize("block", [0, *(pytest.param(block, marks=pytest.mark.slow) for block in range(1, 7))])
def test_random_rules_conserve_cards_coins_and_points(player, block):
    for seed in range(block * 10, block * 10 + (10 if player == "uniform" else 3)):
        dice = random.Random(seed)
        game = Referee(random_rules(dice), RandomChance(seed))
        decisions = 0
        while not game.over:
            legal = game.legal()
            assert legal
            assert legal == sorted(set(legal))
            action = choose(game, dice, player)
            assert action in legal
            decisions += len(legal) >= 2
            game.step(action)
            check_cards(game)
            check_money(game)
        assert game.outcome()["decisions"] == decisions
        check_result(game)


def test_default_games_keep_the_bounds_of_section_3_and_e10():
    dice = random.Random(7)
    for seed in range(12):
        game = Referee({**DEFAULTS, "players": 2 + seed % 5}, RandomChance(seed))
        in_turn = Counter()
        while not game.over:
            legal = game.legal()
            assert len(legal) <= 13
            assert game.point != "MAIN" or game.extra_left[game.seat] < 2 or len(game.hands[game.seat]) <= 10
            in_turn[game.turn] += len(legal) >= 2
            game.step(choose(game, dice, "uniform"))
        assert max(in_turn.values()) <= 14
        assert game.outcome()["max_hand"] <= 13


def test_ar_14_5_a_view_does_not_change_when_hidden_cards_do():
    dice = random.Random(11)
    for seed in range(10):
        game = Referee({**DEFAULTS, "players": 3, "cups_reveal": dice.choice(["public", "private"])}, RandomChance(seed))
        for _ in range(200):
            if game.over:
                break
            me = game.seat
            before, picked = game.view(me), basic(game, me)
            kept = [list(hand) for hand in game.hands], [list(cards) for cards in game.subs]
            for seat in range(3):
                if seat != me:
                    game.hands[seat] = sorted(dice.randrange(56) for _ in game.hands[seat])
                    game.subs[seat] = [dice.randrange(56) for _ in game.subs[seat]]
            assert game.view(me) == before
            assert basic(game, me) == picked
            game.hands, game.subs = kept
            game.step(dice.choice(game.legal()))


def test_the_same_chance_gives_the_same_game():
    def played() -> tuple[list[int], dict]:
        dice, game, moves = random.Random(3), Referee(DEFAULTS, RandomChance(3)), []
        while not game.over:
            moves.append(choose(game, dice, "uniform"))
            game.step(moves[-1])
        return moves, game.outcome()

    assert played() == played()


def test_an_illegal_action_and_a_wrong_knob_are_refused():
    game = Referee(DEFAULTS, RandomChance(1))
    with pytest.raises(ValueError, match="not legal"):
        game.step(PICK)
    with pytest.raises(ValueError, match="hand_size"):
        Referee({**DEFAULTS, "hand_size": 5}, RandomChance(1))
