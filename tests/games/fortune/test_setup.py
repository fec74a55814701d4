"""Fortune's components, setup, and the Arcana mechanism (FO-1, FO-6)."""

import numpy as np
import pytest

from simlab.cards import TAROT_PAGE_LOW as DECK
from simlab.errors import RulesError
from simlab.games.fortune.audit import places
from simlab.games.fortune.rules import Arcana
from simlab.play.table import Table
from tests.games.fortune.stacked import ACES, GAME, NOTHING, SEVENS, TENS, check_down, forced, go, hand, point, row, same, table

PAGED = "PW AU KS 9C 4W"
KEEP_ALL_BUT_LAST = 0b10000


def fresh(index=0, seed=1, **knobs):
    return Table(GAME, GAME.Rules.of(knobs), seed, index)


def test_fo_1_1_the_deck_is_56_cards_kept_apart_from_the_arcana():
    play = fresh()
    lying = sorted(p for group in places(play.state).values() for p in group)
    assert lying == [16 * suit + rank for suit in range(4) for rank in range(14)]
    assert sorted(play.state.arcana_deck.tolist()) == list(range(22))


def test_fo_1_2_cards_are_numbered_by_suit_and_rank():
    assert [DECK.read(c)[0] for c in ("PW", "2W", "10W", "NW", "QW", "KW", "AW", "PU", "PS", "AC")] == [0, 1, 9, 10, 11, 12, 13, 14, 28, 55]
    play = table({1: "AC PW 2S KU 5W"}, players=2)
    assert hand(play, 1) == "PW 5W KU 2S AC"  # slots go by card number


def test_fo_1_3_all_cards_are_shuffled_anew_before_every_round():
    play = fresh(page_trigger="never")
    first = [int(h) for h in play.state.hand]
    check_down(play)
    assert int(play.state.round) == 2
    assert [int(h) for h in play.state.hand] != first
    assert sorted(p for group in places(play.state).values() for p in group) == sorted(int(p) for p in DECK.place)
    assert play.state.pile == 0


@pytest.mark.parametrize(
    ("world_place", "allowed"),
    [("smaller_half", range(12, 23)), ("larger_half", range(11, 23)), ("bottom", range(22, 23)), ("anywhere", range(1, 23))],
)
def test_fo_1_4_the_world_lies_where_world_place_says(world_place, allowed):
    found = {int(fresh(i, world_place=world_place).tally.world_pos) for i in range(400)}
    assert found == set(allowed)


def test_fo_1_5_the_world_is_uniform_and_the_others_are_in_uniform_order():
    """2,200 games, seed 1: every place 12..22, and every first card, within 4 sigma."""
    rules = GAME.Rules().lower()
    games = [Table(GAME, rules, 1, i) for i in range(2200)]
    world = np.bincount([int(g.tally.world_pos) for g in games], minlength=23)[12:]
    assert (abs(world - 200) < 4 * np.sqrt(2200 * 10 / 121)).all()
    first = np.bincount([int(g.state.arcana_deck[0]) for g in games], minlength=22)
    assert first[Arcana.WORLD] == 0
    assert (abs(first[:21] - 2200 / 21) < 4 * np.sqrt(2200 * 20 / 441)).all()


def test_fo_1_5_the_arcana_deck_is_never_reshuffled_within_a_game():
    play = fresh(3, page_trigger="any_hand", max_raises=0)
    order = play.state.arcana_deck.tolist()
    while not play.over:
        play.apply(play.legal()[0])
        assert play.state.arcana_deck.tolist() == order
        assert sorted(order[: int(play.state.arcana_top)]) == [c for c in range(22) if int(play.state.table.gone) >> c & 1]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_fo_1_6_two_to_six_play_and_the_discards_always_suffice(players):
    play = table(players=players, max_raises=0)
    while not play.over:
        action = 31 if point(play) == "draw" else 1
        play.apply(action)
    assert row(play).discards[:players].tolist() == [5] * players
    assert row(play).reshuffles == (1 if players == 6 else 0)
    assert [len(hand(play, s).split()) for s in range(players)] == [5] * players
    with pytest.raises(RulesError):
        GAME.Rules.of({"players": 7})


def test_fo_1_7_everybody_starts_with_the_same_chips():
    play = fresh(starting_chips=30, ante=2, players=3, page_trigger="never")
    assert play.state.bets.stack.tolist() == [28, 28, 28, 0, 0, 0]
    assert GAME.Rules().starting_chips == 50


def test_fo_1_8_the_ante_is_fixed_before_play():
    assert GAME.Rules().ante == 1
    assert table(players=4, ante=3).state.bets.pot == 12


def test_fo_1_9_the_deal_passes_to_the_next_player_with_chips():
    play = table({0: ACES, 1: SEVENS, 2: TENS}, players=3, unit="game", page_trigger="never", chips=[50, 1, 50], max_raises=0)
    check_down(play)  # seat 1 was all-in with its ante and lost
    assert int(play.state.table.dealer) == 2
    assert fresh().state.table.dealer == 0
    assert {int(fresh(i, first_dealer="random").state.table.dealer) for i in range(60)} == {0, 1, 2, 3}


def test_fo_1_10_round_k_has_the_same_deck_whatever_was_played_before():
    one, other = fresh(4, page_trigger="never"), fresh(4, page_trigger="never", ante=3, max_discards=0)
    check_down(one)
    go(other, "min", "call", "call", "fold")
    check_down(other)
    assert int(one.state.round) == int(other.state.round) == 2
    assert one.state.hand.tolist() == other.state.hand.tolist()
    assert one.state.arcana_deck.tolist() == other.state.arcana_deck.tolist()


# ---- the mechanism

PAGE_TO_DEALER = {0: PAGED, 1: TENS, 2: SEVENS}


def unforced(hands, deck="", **knobs):
    return table(hands, deck, players=3, unit="game", max_rounds=1, **knobs)


def test_fo_6_1_a_page_dealt_to_the_dealer_turns_over_an_arcana():
    assert unforced(PAGE_TO_DEALER, arcana="devil").state.table.arcana == Arcana.DEVIL
    assert unforced({0: TENS, 1: PAGED}, arcana="devil").state.table.arcana == -1
    assert unforced({0: TENS, 1: PAGED}, arcana="devil", page_trigger="any_hand").state.table.arcana == Arcana.DEVIL
    assert unforced(PAGE_TO_DEALER, arcana="devil", page_trigger="never").state.table.arcana == -1


@pytest.mark.parametrize(("trigger", "comes"), [("dealer_hand", True), ("any_hand", True), ("dealer_deal_only", False), ("never", False)])
def test_fo_6_1_and_so_does_a_page_drawn(trigger, comes):
    play = unforced({0: ACES, 1: TENS, 2: SEVENS}, "PS", arcana="devil", page_trigger=trigger)
    go(play, "check", "check", "check", "pat", "pat", KEEP_ALL_BUT_LAST)
    assert (play.state.table.arcana == Arcana.DEVIL) == comes
    assert play.state.table.window == (1 if comes else -1)


def test_fo_6_2_there_is_at_most_one_arcana_a_round():
    play = unforced(PAGE_TO_DEALER, "PS", arcana="devil")
    go(play, "check", "check", "check", "pat", "pat", KEEP_ALL_BUT_LAST)
    assert (play.state.arcana_top, play.state.table.window) == (1, 0)
    assert unforced(PAGE_TO_DEALER, arcana="devil", arcana_per_round=0).state.table.arcana == -1


def test_fo_6_3_the_page_is_shown_lowest_code_first():
    play = unforced({0: "PC PU KS 9C 4W", 1: TENS, 2: SEVENS}, arcana="devil")
    assert (play.state.table.shown_by, same("PU", 1 << int(play.state.table.shown_page))) == (0, True)
    view = play.view(2)
    assert (view.table.shown_by, view.table.shown_page) == (0, play.state.table.shown_page)
    first = unforced({0: "PC PU KS 9C 4W", 2: "PW 7U QS 9S 2W", 1: TENS}, arcana="devil", page_trigger="any_hand")
    assert first.state.table.shown_by == 2  # the first holder in turn order 1, 2, 0


def test_fo_6_4_the_effect_comes_before_the_next_betting():
    play = unforced(PAGE_TO_DEALER, arcana="empress")
    assert point(play) == "bet"
    assert play.state.table.held[:3].tolist() == [6, 6, 6]


def test_fo_6_5_the_arcana_holds_to_the_end_of_the_round_and_is_gone():
    play = table(PAGE_TO_DEALER, players=3, unit="game", arcana="emperor", max_raises=0)
    go(play, "check", "check", "check")
    assert play.state.table.arcana == Arcana.EMPEROR
    check_down(play)
    assert int(play.state.table.gone) >> Arcana.EMPEROR & 1
    assert play.state.table.arcana != Arcana.EMPEROR


def test_fo_6_6_a_folded_dealer_draws_nothing_and_effect_cards_never_trigger():
    play = unforced({0: ACES, 1: TENS, 2: SEVENS}, "PS PU", arcana="devil")
    go(play, "min", "call", "fold", KEEP_ALL_BUT_LAST, KEEP_ALL_BUT_LAST)
    assert play.state.table.arcana == -1
    star = table({0: "PU KU QC 9C 4W", 1: TENS, 2: SEVENS}, "PS", players=3, unit="game", arcana="star")
    go(star, 5, 5, 0)  # the dealer changes his Page for a Page: no second Arcana
    assert "PS" in hand(star, 0)
    assert star.state.arcana_top == 1


def hierophant_on_table(card, **knobs):
    play = table({0: NOTHING}, players=3, unit="game", max_raises=0, **knobs)
    play.state.table.hierophant = 1
    from tests.games.fortune.stacked import deal_again, on_top

    on_top(play.state, Arcana[card])
    deal_again(play.state, play.rules, PAGE_TO_DEALER, "")
    return play


def test_fo_6_7_a_hierophant_cancels_the_next_arcana_and_leaves():
    play = hierophant_on_table("EMPRESS")
    assert (play.state.table.cancelled, play.state.table.hierophant) == (1, 0)
    assert play.state.table.held[:3].tolist() == [5, 5, 5]
    world = hierophant_on_table("WORLD")
    assert (world.state.table.cancelled, world.state.table.hierophant, world.state.table.last_round) == (0, 0, 1)
    assert hierophant_on_table("EMPRESS", hierophant_cancels=False).state.table.held[0] == 6


def test_fo_6_8_an_empty_arcana_deck_never_triggers():
    none = [False] * 22
    play = unforced(PAGE_TO_DEALER, arcana_enabled=none)
    assert (play.state.table.arcana, play.state.table.shown_page) == (-1, -1)


def test_fo_6_9_disabled_cards_are_taken_out_first():
    enabled = [card in (0, 1, 2, 3, 4, 21) for card in range(22)]
    places_seen = set()
    for i in range(80):
        play = fresh(i, arcana_enabled=enabled)
        assert sorted(play.state.arcana_deck[:6].tolist()) == [0, 1, 2, 3, 4, 21]
        places_seen.add(int(play.tally.world_pos))
    assert places_seen == {4, 5, 6}  # five others: halves of 3 and 2, the World with the smaller
    assert fresh(arcana_enabled=[True] * 21 + [False]).tally.world_pos == -1


def test_fo_6_10_round_mode_plays_one_round_with_the_deal_going_round():
    for index in range(7):
        play = fresh(index, unit="round", players=3)
        assert play.state.table.dealer == index % 3
        check_down(play)
        assert play.over
        assert play.tally.rounds == 1


def test_fo_6_10_a_forced_arcana_fires_in_its_window_and_switches_the_trigger_off():
    play = table(PAGE_TO_DEALER, players=3, **forced("devil", "draw"))
    assert play.state.table.arcana == -1
    go(play, "check", "min", "call", "call", "pat", "pat", "pat")
    assert (play.state.table.arcana, play.state.table.window, play.state.table.shown_page) == (Arcana.DEVIL, 1, -1)
    assert table(PAGE_TO_DEALER, players=3).state.table.arcana == -1  # forced none
    folded = table(PAGE_TO_DEALER, players=3, **forced("devil", "draw"))
    go(folded, "min", "call", "fold", "pat", "pat")
    assert folded.state.table.arcana == Arcana.DEVIL  # although the dealer has folded


@pytest.mark.parametrize(
    ("knobs", "complaint"),
    [
        ({"forced_arcana": 4, "forced_window": "deal"}, "only with unit: round"),
        ({"unit": "round", "forced_arcana": 4}, "needs a forced_window"),
        ({"unit": "round", "forced_window": "deal"}, "needs a forced_arcana"),
        ({"bet_sizes": ["min", "min"]}, "twice"),
        ({"tower_fraction": 0.3}, "quarters"),
        ({"lovers_best_share": 0.55}, "tenths"),
        ({"category_order": ["pair"] * 10}, "once"),
        ({"five_of_a_kind": "below_straight_flush", "category_order": ["pair", *(c for c in [
            "five_of_a_kind", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind", "two_pairs",
            "high_card"])]}, "default category_order"),
    ],
)  # fmt: skip
def test_knobs_that_do_not_agree_are_refused_in_words(knobs, complaint):
    with pytest.raises(RulesError, match=complaint):
        GAME.Rules.of(knobs)
