"""Arcana's exact checks of section 10 that concern the course of play: who draws a known card, coins, the empty pile, Cups twice."""

from random import Random

import pytest

from simlab.cards import TAROT
from simlab.games.arcana import deck, engine
from simlab.games.arcana.audit import audit
from simlab.games.arcana.rules import Action
from tests.games.arcana.stacked import LOW, Stacked, card

QUIET = {"swords_effect": False, "cups_effect": False, "wands_effect": False}  # nothing interferes
MARK = "9W"


def takers(game: Stacked) -> list[int]:
    return [seat for seat in range(game.model.players) if card(MARK) in game.seen(seat)]


def three_draws(game: Stacked) -> None:
    """A whole turn: two cards, and one with a discard; the marked card is not laid."""
    game.play("DRAW2")
    game.step(Action.DISCARD)
    game.step(next(action for action in game.legal if action != Action.CARD + card(MARK)))
    game.step(Action.END)
    while game.point == "TRIM":
        game.step(next(action for action in game.legal if action != Action.CARD + card(MARK)))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("left", [0, 1, 2])
def test_e7_the_discarder_draws_it_while_draws_are_left_and_then_three_cards_go_to_each_seat(players, left):
    for depth in range(1, 11):
        game = Stacked(players=players, hand_limit=12, **QUIET)
        game.arrange("2C 3C", *["2C"] * (players - 1), window={depth + 1: MARK}).play("DISCARD 2C")
        game.state.extra_left[0] = left
        game.ask()
        for _ in range(left):
            game.play("DRAW1")
        game.play("END")
        while not takers(game):
            three_draws(game)
        assert takers(game) == [0 if depth <= left else (1 + (depth - left - 1) // 3) % players], (depth, left)


# Whole turns of three draws; the plant is the last thing of the turn.
BIDDER = [*[1] * 3, *[0] * 3]  # planted by the first bidder after bidding
ANSWER = [*[0] * 3, *[1] * 3]  # planted by an answering bidder (seat 1) in the showdown turn
SILENT = [*[0] * 3, *[2] * 3]  # planted in that turn by a seat that does not bid


def sword(depth: int) -> str:
    return "PS" if depth == 1 else f"{depth}S"


@pytest.mark.parametrize("depth", range(1, 7))
def test_e7b_a_bidders_plant_goes_to_the_next_seat_or_comes_back_in_the_showdown_draw(depth):
    game = Stacked(players=4).arrange(f"{LOW} {sword(depth)}", "2C", "", "", top=MARK)
    game.play(f"DRAW2, SUBMIT {LOW}, DISCARD {sword(depth)}, END, DRAW2, DISCARD 2C, END")
    assert takers(game) == [BIDDER[depth - 1]]


@pytest.mark.parametrize("depth", range(1, 7))
@pytest.mark.parametrize("answers", [True, False])
def test_e7b_a_plant_in_the_showdown_turn_goes_to_the_first_bidder_and_then_the_planter_or_the_seat_after(depth, answers):
    game = Stacked(players=4, hand_limit=12, **{**QUIET, "swords_effect": True})
    game.arrange(LOW, f"{LOW} {sword(depth)}", "2C", "2C", top=MARK).play(f"DRAW2, SUBMIT {LOW}, END, DRAW2")
    game.play(f"SUBMIT {LOW}, DISCARD {sword(depth)}, END" if answers else f"DISCARD {sword(depth)}, END")
    if not takers(game):
        three_draws(game)
    assert takers(game) == [(ANSWER if answers else SILENT)[depth - 1]]


DEALS = {"end_mode": "deals", "max_deals": 3, "max_turns_per_seat": 500}  # so that the cap never comes


@pytest.mark.parametrize(
    "rules",
    [{"max_turns_per_seat": 10}, {"ante": 3, "uncontested_share": 0.6, **DEALS}, {"tie_remainder": "carry", **DEALS}],
    ids=["to the cap", "ante and share", "carry"],
)
def test_e10_all_coins_stay_accounted_for_and_the_books_are_right_after_every_step(rules):
    """Coins won and the Pot are the coins added, to the end: what is lost at the cap is the Pot that is left."""
    random = Random(5)
    for seed in range(2):
        game = Stacked(seed, players=3, **rules)
        while not game.state.over:
            game.step(random.choice(game.legal))
            antes = game.model.ante * (int(game.state.deals) + (not game.state.over))
            assert int(game.tally.coins_won.sum()) + int(game.state.pot) == int(game.tally.coins_in_pot.sum()) + antes
            assert audit(game.state, game.rules) == ""
            assert max(int(n) for n in game.state.hand_size) <= 13
            assert all(deck.lying(game.state, depth) == 0 for depth in range(11, 17))
        assert (game.tally.points * 4 + game.tally.coins_left).tolist() == game.tally.coins_won.tolist()


@pytest.mark.parametrize("rank", [*map(str, range(2, 11)), *"PNQKA"])
def test_e11_cups_on_an_empty_pile_add_exactly_one_known_card(rank):
    game = Stacked().arrange(f"{rank}U", "").play(f"DISCARD {rank}U")
    depth = int(rank) if rank.isdigit() else 1
    assert [place for place, slot in enumerate(game.positions, 1) if slot] == [depth]
    assert (game.top, len(game.hand(0)), game.state.pot) == (f"{rank}U", 1, 0)


@pytest.mark.parametrize("rank", [*map(str, range(2, 11)), *"PNQKA"])
@pytest.mark.parametrize("suit", "SW")
def test_e11_swords_and_wands_on_an_empty_pile_change_nothing_but_the_top(rank, suit):
    game = Stacked().arrange(f"{rank}{suit}", "").play(f"DISCARD {rank}{suit}")
    assert (game.top, game.window, len(game.hand(0)), game.state.pot) == (f"{rank}{suit}", "", 1, 0)


@pytest.mark.parametrize("depth", range(1, 11))
def test_e12_cups_twice_on_one_depth_reveal_then_erase_and_cards_below_move_up(depth):
    below = {deeper: TAROT.write([deeper]) for deeper in range(depth + 1, 11)}
    game = Stacked().arrange(LOW, LOW, window=below)
    engine.cup(game.state, game.rules, 0, depth)
    assert [place for place, slot in enumerate(game.positions, 1) if slot] == list(range(depth, 11))
    engine.cup(game.state, game.rules, 0, depth)
    assert [deck.card_in(slot) for slot in game.positions if slot] == list(below)
    assert [place for place, slot in enumerate(game.positions, 1) if slot] == list(range(depth, 10))
    assert (game.tally.cups_fix, game.tally.cups_unfix) == (1, 1)
