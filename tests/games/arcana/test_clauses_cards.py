"""Arcana's engine, clause by clause: deck, draws, discards and the effects of the four suits."""

from fractions import Fraction

import numpy as np
import pytest

from simlab.cards import TAROT
from simlab.games.arcana import deck, engine
from simlab.games.arcana.rules import DeckModel
from simlab.games.arcana.text import cards_in
from simlab.play.drivers import roll
from simlab.players.registry import make_player
from simlab.rng import KEY, STREAM, Purpose, start, uniform
from tests.games.arcana.stacked import GAME, LOW, Stacked, card, cards


def weights(game: Stacked) -> np.ndarray:
    return game.rules.damped[game.state.fixed]


def odds(game: Stacked, name: str) -> Fraction:
    return Fraction(weights(game)[card(name)]) / Fraction(float(weights(game).sum()))


def identities(game: Stacked, steps: int = 4096) -> np.ndarray:
    """Which card each u of an even grid settles."""
    return np.array([int(deck.identity(game.state, game.rules, (k + 0.5) / steps)) for k in range(steps)])


def test_ar_1_1_there_are_56_kinds_of_card():
    assert set(identities(Stacked().arrange("", "", top=""))) == set(range(56))


def test_ar_1_2_the_endless_deck_never_runs_out_and_packs_do():
    assert deck.deck_size(Stacked().state, Stacked().rules) == deck.ENDLESS
    pack = Stacked(deck_model="finite", deck_copies=1)
    assert deck.deck_size(pack.state, pack.rules) == 46
    assert int((weights(pack) == 0).sum()) == len({*pack.hand(0), *pack.hand(1)})


def test_ar_1_3_hands_the_top_and_known_positions_are_fixed():
    game = Stacked().arrange("7S 7S", "8C", top="9W", window={3: "AU"})
    assert {c: int(n) for c, n in enumerate(game.state.fixed) if n} == {card("7S"): 2, card("8C"): 1, card("9W"): 1, card("AU"): 1}


def test_ar_1_4_an_unfixed_card_stops_being_counted():
    game = Stacked(hand_limit=5).arrange("7S 2C 3C 4C 5C 9U", LOW, extra_left=[0, 0]).play("END, TRIM 7S")
    assert game.state.fixed[card("7S")] == 0
    assert odds(game, "7S") == odds(game, "8S")


def test_ar_1_5_e6_every_fixed_copy_halves_the_weight():
    assert odds(Stacked().arrange("7S", ""), "7S") == Fraction(1, 111)
    assert odds(Stacked().arrange("7S", ""), "8S") == Fraction(2, 111)
    assert odds(Stacked().arrange("7S 7S", ""), "7S") == Fraction(1, 221)
    assert odds(Stacked(deck_model="flat").arrange("7S 7S", ""), "7S") == Fraction(1, 56)
    assert odds(Stacked(deck_model="finite").arrange("7S 7S", ""), "7S") == Fraction(3, 278)
    assert odds(Stacked(repeat_damping=0.25).arrange("7S", ""), "7S") == Fraction(1, 4 * 55 + 1)


def test_ar_1_5_a_card_comes_as_often_as_its_weight_says():
    game = Stacked().arrange("7S 7S 8S", LOW)
    found = np.bincount(identities(game, 20_000), minlength=56) / 20_000
    assert found == pytest.approx(weights(game) / weights(game).sum(), abs=1e-4)


def test_ar_1_6_ar_4_2_twins_come_together_more_often():
    """Two at once: 1/56; one after another: 1/111 (E6). 4-sigma bands."""
    n, twins = 3000, {"DRAW2": 0, "DRAW1, DRAW1": 0}
    for line in twins:
        for seed in range(n):
            game = Stacked(seed).arrange("", "")
            game.play(line)
            twins[line] += len(set(game.hand(0))) == 1
    for line, p in (("DRAW2", 1 / 56), ("DRAW1, DRAW1", 1 / 111)):
        assert abs(twins[line] - n * p) < 4 * (n * p * (1 - p)) ** 0.5, line


def test_ar_1_6_weights_of_a_simultaneous_draw_are_those_before_it():
    same = next(seed for seed in range(500) if len(set(Stacked(seed).arrange("", "").play("DRAW2").hand(0))) == 1)
    numbers = stream(same, 0, 2)
    game = Stacked(same).arrange("", "")
    before = [int(deck.identity(game.state, game.rules, u)) for u in numbers]
    assert game.play("DRAW2").hand(0) == sorted(before)


def stream(seed: int, turn: int, n: int, index: int = 0) -> list[float]:
    from simlab.jit import new
    from simlab.rng import set_key

    key, numbers = new(KEY), new(STREAM)
    set_key(key, seed, index)
    start(numbers, key, Purpose.DEAL, turn + 1, 0)
    return [float(uniform(numbers)) for _ in range(n)]


def test_ar_1_7_a_known_card_is_drawn_as_it_is_and_the_others_move_up():
    game = Stacked().arrange(LOW, LOW, window={1: "9W", 4: "KS"}).play("DRAW1")
    assert game.hand(0) == sorted([*cards(LOW), card("9W")])
    assert game.window == "- - KS"
    assert (game.tally.known_draws, game.tally.draws) == (1, 1)


def test_ar_1_8_the_uniform_of_turn_and_number_points_at_the_smallest_id_above_it():
    for seed in range(30):
        game = Stacked(seed, deck_model="flat")
        opening = [int(u * 56) for u in stream(seed, -1, 10)]
        assert game.hand(0) == sorted(opening[:5])
        assert game.hand(1) == sorted(opening[5:])  # seat-major
        drawn = [int(u * 56) for u in stream(seed, 0, 2)]
        assert game.play("DRAW2").hand(0) == sorted(opening[:5] + drawn)


def test_ar_1_9_only_identities_settled_by_chance_use_up_a_number():
    game = Stacked(3, deck_model="flat").arrange("", LOW, window={1: "9W"}).play("DRAW2")
    assert game.hand(0) == sorted([card("9W"), int(stream(3, 0, 1)[0] * 56)])


def test_ar_1_9_when_nothing_has_weight_the_rarest_cards_come():
    game = Stacked(repeat_damping=0.0)
    game.state.fixed[:] = 2
    game.state.fixed[[7, 30]] = 1
    game.state.weights = 0
    game.state.layer[1:3] = (1 << 56) - 1, (1 << 56) - 1 - (1 << 7) - (1 << 30)
    assert set(identities(game)) == {7, 30}
    assert [int(deck.identity(game.state, game.rules, u)) for u in (0.0, 0.49, 0.51)] == [7, 7, 30]


def test_ar_1_9_rounding_takes_the_last_card_of_positive_weight():
    game = Stacked(repeat_damping=0.0).arrange("AU KU", "")
    assert deck.identity(game.state, game.rules, 1.0) == card("QU")
    uneven = Stacked(repeat_damping=0.3).arrange("AU KU", "")
    assert deck.identity(uneven.state, uneven.rules, 1.0) == card("AU")


def test_ar_2_1_everybody_starts_with_five_cards():
    assert Stacked(players=4).state.hand_size.tolist() == [5, 5, 5, 5, 0, 0]
    assert Stacked(players=3, start_hand=9).state.hand_size.tolist() == [9, 9, 9, 0, 0, 0]


def test_ar_2_2_opening_hands_are_one_simultaneous_draw():
    assert Stacked(5).hand(0) == Stacked(5, deck_model="flat").hand(0)
    pack = Stacked(deck_model="finite", deck_copies=1, players=6, start_hand=9)
    assert max(pack.state.fixed) == 1


def test_ar_2_3_nobody_has_coins_or_points_and_the_pot_is_empty():
    state = Stacked().state
    assert (state.pot, state.coins.any(), state.points.any()) == (0, False, False)


def test_ar_2_4_the_pile_starts_empty_or_with_one_card():
    assert Stacked().top == ""
    game = Stacked(4, start_discard=True, deck_model="flat")
    assert card(game.top) == int(stream(4, -1, 11)[10] * 56)
    assert game.state.pot == 0
    assert game.tally.discards_suit.sum() == 0


def test_ar_2_5_ar_8_8_a_deal_starts_with_the_game_and_after_each_showdown():
    game = Stacked(ante=3)
    assert (game.state.round, game.state.pot) == (1, 3)
    game.arrange(LOW, LOW, pot=3).play(f"SUBMIT {LOW}, END, END")
    assert (game.state.round, game.state.pot, game.state.deals, game.seat, game.state.turn) == (2, 3, 1, 0, 2)


def test_ar_2_6_turns_rotate_from_seat_0():
    game = Stacked(players=3)
    seats = []
    for _ in range(5):
        seats.append(game.seat)
        game.play("END")
    assert seats == [0, 1, 2, 0, 1]


def test_ar_4_1_up_to_two_cards_at_any_point_of_the_turn():
    game = Stacked().arrange(LOW, LOW)
    assert game.names == ["END", "DRAW1", "DRAW2", "SUBMIT", "DISCARD"]
    game.play("DRAW1, DISCARD 2C")
    assert game.names == ["END", "DRAW1"]
    assert game.play("DRAW1").names == ["END"]


def test_ar_4_2_the_knob_forbids_two_at_once():
    assert "DRAW2" not in Stacked(simultaneous_draw=False).names


def test_ar_4_3_there_is_no_limit_while_the_turn_lasts():
    game = Stacked(hand_limit=5, extra_draws=3).arrange(LOW + " 9U 9U 9U", LOW).play("DRAW2, DRAW1")
    assert len(game.hand(0)) == 11
    assert "END" in game.names


def test_ar_4_4_without_extra_draws_one_plays_the_bare_rules():
    assert Stacked(extra_draws=0).arrange(LOW, LOW).names == ["END", "SUBMIT", "DISCARD"]


def test_ar_4_5_ar_5_5_a_discard_or_a_submission_once_begun_is_completed():
    game = Stacked().arrange(LOW, LOW)
    game.step(4)
    assert game.point == "DISCARD_PICK"
    assert sorted(game.names) == sorted({TAROT.write([c]) for c in game.hand(0)})
    other = Stacked().arrange(LOW, LOW)
    other.step(3)
    assert (other.point, other.names) == ("SUBMIT_PICK", ["2C", "7C", "3S", "4W", "5U"])


def test_ar_5_1_one_discard_in_a_turn():
    assert "DISCARD" not in Stacked().arrange(LOW, LOW).play("DISCARD 2C").names


def test_ar_5_2_a_discard_draws_first_and_may_lay_the_drawn_card():
    game = Stacked().arrange(LOW, LOW, window={1: "9W"})
    game.step(4)
    assert card("9W") in game.hand(0)
    game.play("PICK 9W")
    assert (game.top, game.hand(0)) == ("9W", cards(LOW))


def test_ar_5_3_the_effect_comes_before_the_card_lands():
    game = Stacked().arrange("3S " + LOW, LOW, top="9W").play("DISCARD 3S")
    assert (game.window, game.top) == ("- - 9W", "3S")


def test_ar_5_4_the_old_top_leaves_play_when_the_new_card_lands():
    game = Stacked().arrange(LOW, LOW, top="9W").play("DISCARD 2C")
    assert (game.top, game.state.fixed[card("9W")], game.state.fixed[card("2C")]) == (
        "2C",
        game.hand(0).count(card("9W")),
        2 + game.hand(0).count(card("2C")),
    )


def test_ar_5_6_the_showdown_leaves_the_pile_alone():
    game = Stacked(showdown_draw=0).arrange(LOW, LOW, top="9W").play(f"SUBMIT {LOW}, END, END")
    assert (game.top, game.state.deals) == ("9W", 1)


def test_ar_5_7_the_old_top_and_the_card_being_laid_count_when_cups_reveal():
    for seed in range(20):
        game = Stacked(seed).arrange("2U", "", top="9W", window={1: "3C", 2: "4C"})
        game.step(4)
        assert game.state.fixed[card("2U")] == game.state.fixed[card("9W")] == 1
        game.state.window[:] = 0
        game.recount()
        expected = int(deck.identity(game.state, game.rules, stream(seed, 0, 1)[0]))
        game.play("PICK 2U")
        assert deck.card_in(game.positions[1]) == expected


# ---- the four suits


@pytest.mark.parametrize("ace", ["high", "one"])
def test_ar_6_1_ar_6_6_e5_coins_of_every_rank(ace):
    def paid(name: str, **rules: object) -> int:
        return int(Stacked(ace_effect_rank=ace, **rules).arrange(name, "").play(f"DISCARD {name}").state.pot)

    ranks = [*map(str, range(2, 11)), *"PNQKA"]
    assert sum(paid(rank + "C") for rank in ranks) == {"high": 109, "one": 99}[ace]
    assert paid("5C", coin_scale=0.5) == 3  # rounded half up
    assert paid("KC", face_coins=20) == 20
    assert paid("9C", ante=10) == 19
    assert paid("KC", coins_effect=False) == 0


SWORDS = [
    ("2S", {}, 2), ("10S", {}, 10), ("PS", {}, 1), ("AS", {}, 1), ("KS", {"high_depth": 4}, 4),
    ("AS", {"high_depth": 4}, 4), ("AS", {"high_depth": 4, "ace_effect_rank": "one"}, 1),
]  # fmt: skip


@pytest.mark.parametrize(("name", "rules", "depth"), SWORDS)
def test_ar_6_2_swords_plant_the_old_top(name, rules, depth):
    game = Stacked(**rules).arrange(name, "", top="9W").play(f"DISCARD {name}")
    assert game.window == " ".join(["-"] * (depth - 1) + ["9W"])
    assert (game.tally.plants[depth - 1], game.state.fixed[card("9W")]) == (1, 1 + game.hand(0).count(card("9W")))


def test_ar_6_2_known_cards_at_that_depth_or_deeper_move_down():
    game = Stacked().arrange("3S", "", top="9W", window={3: "KU", 4: "QU"}).play("DISCARD 3S")
    assert game.window == "- KU 9W QU"  # all moved up by the draw


def test_ar_6_3_wands_take_the_old_top_into_hand():
    game = Stacked().arrange("7W 9U 9C 9S 2C 3C", "", top="9W", window={1: "4C"}).play("DISCARD 7W")
    assert game.hand(0) == cards("9U 9C 9S 2C 3C 4C 9W")
    assert game.seen(0) == cards("4C 9W")  # the known card drawn and the card fetched
    assert [int(game.tally[n]) for n in ("wand_takes", "wand_takes_wand", "wand_helped")] == [1, 1, 1]


def test_ar_6_4_cups_reveal_an_unknown_card_to_everybody():
    game = Stacked().arrange("3U", "", top="").play("DISCARD 3U")
    slot = game.positions[2]
    assert (deck.by_in(slot), deck.planted_in(slot), deck.is_private(slot)) == (0, 0, False)
    assert game.state.fixed[deck.card_in(slot)] >= 1
    assert game.tally.cups_fix == 1
    assert game.table.view(1).window[2] == slot


def test_ar_6_5_e12_cups_erase_a_known_card_and_those_below_move_up():
    game = Stacked().arrange("2U", "", window={3: "9C", 6: "KS"}).play("DISCARD 2U")
    assert (game.window, game.tally.cups_unfix, game.tally.plants_lost[2]) == ("- - - KS", 1, 1)
    gap = Stacked(cups_shift=False).arrange("2U", "", window={3: "9C", 6: "KS"}).play("DISCARD 2U")
    assert gap.window == "- - - - KS"
    engine.cup(gap.state, gap.rules, 0, 3)
    engine.cup(gap.state, gap.rules, 0, 3)
    assert (gap.window, gap.tally.cups_fix, gap.tally.cups_unfix) == ("- - - - KS", 1, 2)


def test_ar_6_7_e10_no_known_card_lies_deeper_than_ten_and_hands_stay_within_13():
    for players in (2, 4, 6):
        rules = GAME.Rules.of({"players": players})
        out = roll(GAME, [make_player(GAME, "uniform", rules)] * players, rules.lower(), 3, 0, 60)
        assert out["max_hand"].max() <= 13
        assert (out["plants"] >= out["plants_self"] + out["plants_opp"] + out["plants_lost"]).all()
        assert (out["cups_fix"] + out["plants_lost"].sum(1) >= out["cups_self"] + out["cups_opp"] + out["cups_unfix"]).all()
    deepest = Stacked().arrange("10S", "", top="9W", window={10: "KS"}).play("DISCARD 10S")
    assert deepest.window == "- - - - - - - - KS 9W"


@pytest.mark.parametrize("name", ["AS", "7S", "AW", "7W"])
def test_ar_6_8_e11_swords_and_wands_on_an_empty_pile_only_become_the_top(name):
    game = Stacked().arrange(name, "").play(f"DISCARD {name}")
    assert (game.top, game.window, len(game.hand(0))) == (name, "", 1)
    assert (game.tally.wand_takes, game.tally.plants.sum()) == (0, 0)


def test_ar_6_9_effects_act_once_and_a_moved_card_triggers_none():
    game = Stacked().arrange("AS", "", top="9C").play("DISCARD AS")
    assert (game.state.pot, game.window) == (0, "9C")
    for knob, name in (("swords_effect", "AS"), ("wands_effect", "AW"), ("cups_effect", "AU")):
        off = Stacked(**{knob: False}).arrange(name, "", top="9C").play(f"DISCARD {name}")
        assert (off.window, len(off.hand(0)), off.top) == ("", 1, name)


def nearly_empty(**rules: object) -> Stacked:
    """Six seats hold 54 of the 56 cards of one pack."""
    given = {"players": 6, "deck_model": "finite", "deck_copies": 1, "start_hand": 9, "hand_limit": 12}
    return Stacked(4, **{**given, **rules})


@pytest.mark.parametrize("mode", ["return", "conceal"])
def test_ar_6_10_a_sword_deeper_than_the_deck_goes_to_the_bottom_and_cups_find_nothing(mode):
    game = nearly_empty(unfix_mode=mode, start_discard=True)  # one card left, drawn in the DISCARD
    top = game.top
    game.step(4)
    engine.cup(game.state, game.rules, 0, 7)
    assert game.tally.cups_fix == 0
    engine.sword(game.state, game.rules, 0, 7)
    assert (game.window, game.tally.plants.tolist()) == (top, [1] + [0] * 9)


@pytest.mark.parametrize("mode", ["return", "conceal"])
def test_ar_6_11_an_exhausted_deck_gives_no_card(mode):
    game = nearly_empty(unfix_mode=mode).play("DRAW2")
    assert game.names == ["END", "SUBMIT", "DISCARD"]
    game.step(4)
    assert len(game.hand(0)) == 11


def test_ar_6_11_draw2_with_one_card_left_draws_one():
    game = nearly_empty().play("DRAW1, END, DRAW2")
    assert game.state.hand_size.tolist() == [10, 10, 9, 9, 9, 9]
    assert game.names == ["END", "SUBMIT", "DISCARD"]


def test_ar_6_12_wands_may_take_the_decks_top_instead():
    game = Stacked(wand_source="deck").arrange("7W", "", top="9W", window={1: "2C", 2: "8C"}).play("DISCARD 7W")
    assert (game.hand(0), game.top, game.tally.draws, game.tally.wand_takes) == (cards("2C 8C"), "7W", 2, 1)
    secret = Stacked(wand_source="deck").arrange("7W", "").play("DISCARD 7W")
    assert (len(secret.hand(0)), secret.seen(0)) == (2, [])


def test_unfix_mode_conceal_keeps_cards_what_they_are_and_reshuffles_the_heap():
    game = Stacked(deck_model="finite", deck_copies=1, unfix_mode="conceal", hand_limit=5)
    assert game.rules.deck_model == DeckModel.FINITE
    deepest = [int(c) for c in game.state.deck[: game.state.n_deck]][::-1]
    engine.cup(game.state, game.rules, 0, 4)
    engine.cup(game.state, game.rules, 0, 4)
    engine.cup(game.state, game.rules, 0, 4)
    assert deck.card_in(game.positions[3]) == deepest[3]
    while game.state.n_heap < 10:
        game.play("DRAW2, END")
        game.step(game.legal[0])
        game.step(game.legal[0])
    heap = [c for c in range(56) for _ in range(game.state.heap[c])]
    game.state.n_deck = 0
    game.state.window[:] = 0
    game.play("DRAW1")
    assert game.state.n_heap == 0
    assert sorted([*(int(c) for c in game.state.deck[: game.state.n_deck]), *set(game.hand(game.seat)) & set(heap)]) == heap
    assert cards_in(game.state.heap_seen) == []
