"""The twenty-two Major Arcana, each in its windows (FO-4), with the settlement examples of the specification."""

import pytest

from simlab.cards import TAROT_PAGE_LOW as DECK
from simlab.games.fortune.engine import go_on
from simlab.games.fortune.rules import Arcana, End
from tests.games.fortune.stacked import (
    ACES,
    NOTHING,
    SEVENS,
    TENS,
    bets,
    check_down,
    forced,
    go,
    hand,
    legal_words,
    net,
    point,
    row,
    same,
    table,
)
from tests.games.fortune.test_round import settled

TWO = {0: ACES, 1: TENS}
THREE = {0: ACES, 1: TENS, 2: SEVENS}
FOUR = {**THREE, 3: NOTHING}
CHECKS = ("check",) * 3
PATS = ("pat",) * 3


def to_the_draw_window(play):
    return go(play, *CHECKS, *PATS)


@pytest.mark.parametrize("window", ["deal", "draw"])
def test_fo_4_0_the_fool_is_a_wild_card_for_everybody(window):
    play = check_down(table({0: "AW KU 9S 7C 4W", 1: "10W 10U KW 8C 3W"}, players=2, **forced("fool", window)))
    assert row(play).cat[:2].tolist() == [1, 3]
    assert row(play).winner == 1


def test_fo_4_1_the_magician_gives_a_card_to_those_who_name_its_suit():
    play = table(THREE, "2S 3U 5C", players=3, **forced("magician"))
    assert play.legal() == [0, 1, 2, 3]
    go(play, 2, 0, 3)  # right, wrong, right
    assert (row_now(play).magician_hits, same("3U", play.state.table.misses), same("3U", play.state.pile)) == (2, True, True)
    assert play.state.table.held[:3].tolist() == [6, 6, 5]
    assert same("2S", play.state.table.open[1])
    go(play, *CHECKS)
    slot = hand(play, 1).split().index("2S")
    assert len(play.legal()) == 32
    assert not any(draw >> slot & 1 for draw in play.legal())  # the open card stays


def row_now(play):
    return play.state.now


def test_fo_4_2_the_priestess_shows_a_card_of_each_together():
    play = table(THREE, players=3, **forced("priestess"))
    go(play, 0, 1)
    assert play.state.table.open.any() == 0
    assert play.view(0).chosen == -1
    go(play, 4)
    assert [len(DECK.cards(int(c))) for c in play.state.table.open[:3]] == [1, 1, 1]
    go(play, *CHECKS)
    assert not any(draw & 1 for draw in play.legal())  # seat 1 showed its first card


@pytest.mark.parametrize("window", ["deal", "draw"])
def test_fo_4_3_the_empress_deals_a_sixth_card(window):
    play = table(THREE, "2S 3U 5C", players=3, **forced("empress", window))
    if window == "deal":
        assert hand(play, 1).split().count("2S") == hand(play, 2).split().count("3U") == hand(play, 0).split().count("5C") == 1
        go(play, *CHECKS)
        assert len(play.legal()) == 64
    else:
        to_the_draw_window(play)
    assert play.state.table.held[:3].tolist() == [6, 6, 6]


def test_fo_4_4_under_the_emperor_kings_rank_above_aces():
    kings = {0: "KW KU 5S 4C 2W", 1: "AW AU QS NC 9W"}
    assert row(check_down(table(kings, players=2, **forced("emperor")))).winner == 0
    assert row(check_down(table(kings, players=2))).winner == 1


def test_fo_4_5_the_hierophant_waits_for_the_next_arcana():
    page = {0: "PW KU QC 9C 4W", 1: TENS, 2: SEVENS}
    play = table(page, players=3, unit="game", arcana="hierophant", max_raises=0)
    assert (play.state.table.hierophant, play.state.table.cancelled, point(play)) == (1, 0, "bet")
    check_down(play)
    assert row(play).hierophant_before == 0
    assert play.state.now.hierophant_before == 1


def test_fo_4_6_lovers_the_two_best_hands_split_the_pot():
    """Example (e): pot 15, A better than B = C: A 8, B 3, C 3, 1 lost."""
    assert settled([5, 5, 5], [], [1, 2, 0], {0: 2, 1: 1, 2: 1}, tenths=5) == ([3, -2, -2], 1)
    assert settled([5, 5, 5], [], [1, 2, 0], {0: 2, 1: 2, 2: 1}, tenths=5) == ([2, 2, -5], 1)  # best tied: they split
    assert settled([5, 5, 5], [], [1, 2, 0], {0: 2, 1: 1}, tenths=8) == ([7, -2, -5], 0)
    play = check_down(table(THREE, players=3, **forced("lovers")))
    assert (net(play), row(play).n_winners) == ([1, 0, -1], 1)
    assert net(check_down(table(THREE, players=3, **forced("lovers", lovers_best_share=1.0)))) == [2, -1, -1]


@pytest.mark.parametrize("window", ["deal", "draw"])
def test_fo_4_7_chariot_everybody_passes_a_card_to_the_left(window):
    play = table(THREE, players=3, **forced("chariot", window))
    if window == "draw":
        to_the_draw_window(play)
    before = [hand(play, s).split() for s in range(3)]
    go(play, 0, 0)
    assert [hand(play, s).split() for s in range(3)] == before  # all choose before any receives
    go(play, 0)
    for seat in range(3):
        assert before[seat][0] in hand(play, (seat + 1) % 3)
        assert before[seat][0] not in hand(play, seat)
    view = play.view(1)
    assert (same(before[1][0], 1 << int(view.passed)), same(before[0][0], 1 << int(view.received))) == (True, True)


def test_fo_4_7_the_folded_are_passed_over():
    play = table(FOUR, players=4, **forced("chariot", "draw"))
    go(play, "min", "fold", "call", "call", "pat", "pat", "pat")
    first = hand(play, 1).split()[0]
    go(play, 0, 0, 0)
    assert first in hand(play, 3)


def test_fo_4_8_under_strength_the_order_is_inverted_and_the_page_stays_lowest():
    twos = {0: "2W 2U 5S 6C 7W", 1: "AW AU KS QC 3W"}
    assert row(check_down(table(twos, players=2, **forced("strength")))).winner == 0
    pages = {0: "PW PU 2S 3C 5W", 1: "AW AU KS QC NW"}
    assert row(check_down(table(pages, players=2, **forced("strength")))).winner == 1


def test_fo_4_9_the_hermit_forbids_the_draw():
    play = go(table(THREE, players=3, **forced("hermit")), *CHECKS)
    assert (point(play), play.state.table.phase) == ("bet", 5)
    go(play, *CHECKS)
    assert play.over
    assert point(go(table(THREE, players=3, **forced("hermit", hermit_skips_draw=False)), *CHECKS)) == "draw"
    assert point(to_the_draw_window(table(THREE, players=3, **forced("hermit", "draw")))) == "bet"


def test_fo_4_10_the_wheel_shuffles_the_hands_together():
    play = table(THREE, players=3, **forced("wheel"))
    pooled = sorted(c for text in THREE.values() for c in DECK.read(text))
    assert sorted(c for s in range(3) for c in DECK.cards(int(play.state.hand[s]))) == pooled
    assert [same(THREE[s], play.view(s).before) for s in range(3)] == [True] * 3
    folded = table(FOUR, players=4, **forced("wheel", "draw"))
    go(folded, "min", "fold", "call", "call", "pat", "pat", "pat")
    assert folded.state.table.held[:4].tolist() == [5, 5, 0, 5]
    assert (len(DECK.cards(int(folded.state.pile))), folded.state.table.leftover) == (5, 5)


def test_fo_4_10_or_with_the_deck():
    play = table(THREE, players=3, **forced("wheel", wheel_pool="hands_and_deck"))
    assert (play.state.pile, play.state.size - play.state.top) == (0, 56 - 15)
    assert play.state.table.held[:3].tolist() == [5, 5, 5]


def test_fo_4_11_justice_lets_a_player_match_with_less():
    """Example (f): A bets the pot, 3, B raises the pot, to 12, C matches an ante: A gets 2 back, B 11; A may check or raise."""
    play = table({1: ACES, 2: TENS, 0: SEVENS}, players=3, **forced("justice"))
    go(play, "pot", "pot")
    assert bets(play).level == 12
    assert legal_words(play) == {"fold", "call", "min", "half", "pot", "all_in", "justice", "justice_half"}
    go(play, "justice")
    assert (bets(play).level, bets(play).raises) == (1, 2)
    assert bets(play).bet[:3].tolist() == [1, 1, 1]
    assert bets(play).stack[:3].tolist() == [48, 48, 48]
    assert play.seat == 1
    assert legal_words(play) >= {"call", "min"}
    assert "fold" not in legal_words(play)
    half = go(table({1: ACES, 2: TENS, 0: SEVENS}, players=3, **forced("justice")), "pot", "pot", "justice_half")
    assert bets(half).level == 6
    assert "justice" not in legal_words(go(table(TWO, players=2, **forced("justice")), "min"))  # an ante is not less


def test_fo_4_12_the_hanged_man_gives_a_card_for_the_last_chip_once():
    play = table(THREE, "2S 3U", players=3, chips=[50, 20, 50], **forced("hanged_man"))
    go(play, "all_in")
    assert "2S" in hand(play, 1)
    assert play.state.table.held[1] == 6
    go(play, "fold", "call")
    assert play.state.table.held[:3].tolist() == [5, 6, 5]
    assert len(play.legal()) == 64  # six cards may be exchanged
    assert row(check_down(play)).hanged_cards == 1
    none = go(table(THREE, "2S 3U", players=3, **forced("hanged_man", hanged_extra=0)), "all_in")
    assert none.state.table.held[1] == 5
    before = table(THREE, players=3, chips=[50, 1, 50], **forced("hanged_man"))
    assert before.state.table.held[1] == 5  # all-in by the ante: nothing


@pytest.mark.parametrize("window", ["deal", "draw"])
def test_fo_4_13_death_ends_the_play_with_a_showdown(window):
    play = table({0: "AW AU KS 9C PW", 1: TENS, 2: SEVENS}, players=3, **forced("death", window))
    if window == "draw":
        to_the_draw_window(play)
    else:
        go(play, 0)
    assert play.over
    assert (row(play).showdown, row(play).winner, row(play).raises2, row(play).prize) == (1, 0, 0, 2)


def test_fo_4_14_temperance_four_cards_and_one_of_three_flops():
    play = table({0: "AW KW QW NW 3C", 1: "AU AS 2U 3U 9C"}, "10W AC 4C", players=2, **forced("temperance"))
    go(play, 4, 0)  # seat 1 gives up the 3 of coins ... seat 0 its first card
    assert same("10W AC 4C", play.state.table.flops)
    assert play.state.table.held[:2].tolist() == [4, 4]
    go(play, "check", "check")
    assert len(play.legal()) == 16
    check_down(play)
    assert play.state.table.parted[:2].tolist() == [1, 1]


def test_fo_4_14_exactly_one_flop_is_used():
    play = table({0: "AW KW QW NW 3C", 1: "AU AS 2U 3U 9C"}, "10W AC 4C", players=2, **forced("temperance"))
    go(play, 4, 4)
    check_down(play)
    assert row(play).cat[:2].tolist() == [8, 3]  # straight flush; three aces, not four


def test_fo_4_15_under_the_devil_a_raise_doubles_the_bet():
    """Example (i): L = 10, s = 0, P = 12: targets 20 / 21 / 32."""
    for size, level in (("min", 20), ("half", 21), ("pot", 32)):
        play = table(TWO, players=2, **forced("devil"))
        bets(play).level, bets(play).pot, bets(play).bet[1], bets(play).stack[1] = 10, 12, 10, 39
        play.state.seat, play.state.legal, bets(play).actor = 0, 0, 1
        bets(play).due = 1
        go_on(play.state, play.rules)
        go(play, size)
        assert bets(play).level == level
    assert bets(go(table(TWO, players=2, **forced("devil")), "min")).level == 1  # opening bets are free
    none = go(table(TWO, players=2, chips=[5, 50], **forced("devil", devil_factor=5)), "min")
    assert legal_words(none) == {"fold", "call"}  # all-in to 4 is not five times the bet


def test_fo_4_16_the_tower_burns_half_the_pot_rounded_up():
    play = table(THREE, players=3, **forced("tower"))
    assert (bets(play).pot, play.state.table.lost) == (1, 2)
    check_down(play)
    assert (row(play).lost_tower, row(play).pot, net(play)) == (2, 3, [0, -1, -1])


def test_fo_4_16_side_pots_bear_their_parts():
    """Example (d): stakes A 5 all-in, B 6, C 6, D folded 2 lose 10; then B and C add 4 each: layers of 8 and 9."""
    fields = {"tower_stake": [5, 6, 6, 2], "burnt_quarters": 2}
    net_chips, lost = settled([5, 10, 10, 2], [3], [1, 2, 3, 0], {0: 3, 1: 2, 2: 1}, **fields)
    assert (net_chips, lost) == ([8 - 5, 9 - 10, -10, -2], 0)


@pytest.mark.parametrize(("fraction", "left"), [(0.0, 3), (0.25, 2), (0.5, 1), (0.75, 0), (1.0, 0)])
def test_fo_4_16_tower_fraction(fraction, left):
    assert bets(table(THREE, players=3, **forced("tower", tower_fraction=fraction))).pot == left


def test_fo_4_17_the_star_changes_one_card():
    play = table(THREE, "2S 3U", players=3, **forced("star"))
    assert play.legal() == [0, 1, 2, 3, 4, 5]
    first = hand(play, 1).split()[0]
    go(play, 0, 5, 1)
    assert "2S" in hand(play, 1)
    assert first not in hand(play, 1)
    assert same(SEVENS, play.state.hand[2])
    assert "3U" in hand(play, 0)
    assert same(first, play.view(1).given)


def test_fo_4_18_the_moon_card_stays_unseen_until_the_exchange():
    play = table(TWO, "AS 2S", players=2, **forced("moon"))
    assert play.state.table.moons == 0b11
    go(play, "check", "check", "pat", "pat", "check", "check")
    assert (point(play), play.legal()) == ("moon", [0, 1, 2, 3, 4, 5])
    worst = hand(play, 1).split().index("3W")
    go(play, worst)
    assert "AS" not in hand(play, 1)  # revealed together
    go(play, 5)
    assert play.over
    assert "AS" in hand(play, 1)
    assert row(play).winner == 0  # a pair of aces against tens with an ace
    folded = go(table(TWO, players=2, **forced("moon")), "min", "fold")
    assert folded.over  # no exchange without a showdown


@pytest.mark.parametrize("window", ["deal", "draw"])
def test_fo_4_19_the_sun_divides_the_pot(window):
    play = table({0: ACES, 1: TENS, 2: SEVENS}, players=3, **forced("sun", window))
    go(play, 0) if window == "deal" else to_the_draw_window(play)
    assert play.over
    assert (net(play), row(play).showdown, row(play).n_winners, row(play).winner, row(play).win_cat) == ([0, 0, 0], 0, 0, -1, -1)
    three_of_four = table(FOUR, players=4, **forced("sun", "draw"))
    go(three_of_four, "min", "fold", "call", "call", "pat", "pat", "pat")
    assert (net(three_of_four), row(three_of_four).lost_remainder) == ([0, 0, -1, 0], 1)


def test_fo_4_20_judgement_lets_the_folded_return():
    """Example (g): E folded with stake 3, top stake 8, pays 1: stake 8, chips of his 4; after calling 2 more stake 10, chips 6."""
    play = table(FOUR, "2S 3U 5C 6W 8U", players=4, **forced("judgement", "draw"))
    go(play, "min", "min", "call", "call", "pot", "fold", "call", "call")
    stake = int(bets(play).stake[2])
    top = int(bets(play).stake.max())
    go(play, "pat", "pat", "pat")
    assert (point(play), play.seat, play.legal()) == ("judgement", 2, [0, 1])
    pot, stack = int(bets(play).pot), int(bets(play).stack[2])
    go(play, 1)
    assert (bets(play).stake[2], bets(play).pot, bets(play).stack[2], bets(play).dead) == (top, pot + 1, stack - 1, 1)
    assert (bets(play).credit_from[2], bets(play).credit_to[2]) == (stake, top)
    assert same("2S 3U 5C 6W 8U", play.state.hand[2])
    assert same(SEVENS, play.view(2).given)
    assert play.state.row.reentries == 0
    check_down(play)
    assert row(play).reentries == 1
    assert sum(net(play)) == 0


def test_fo_4_20_example_g_in_layers():
    """Stakes 10, 10 and 8 credited from 3 with one dead chip, then 2 more: the returned player wins everything."""
    fields = {"credit_from": [3, 0, 0], "credit_to": [8, 0, 0], "dead": 1, "pot": 26}
    net_chips, lost = settled([10, 10, 10], [], [1, 2, 0], {0: 1}, **fields)
    assert (net_chips[0] + 10, lost) == (10 + 10 + 10 - 5 + 1, 0)


def test_fo_4_20_it_needs_the_price():
    chips = [50, 50, 2, 50]
    play = table(FOUR, players=4, chips=chips, **forced("judgement", "draw", judgement_price=2))
    go(play, "min", "fold", "call", "call", "pat", "pat", "pat")
    assert point(play) == "bet"  # seat 2 has one chip and is not asked
    assert point(table(FOUR, players=4, **forced("judgement"))) == "bet"  # after the deal nobody has folded


def test_fo_4_21_the_world_announces_the_last_round():
    page = {0: "PW KU QC 9C 4W", 1: TENS, 2: SEVENS}
    play = check_down(table(page, players=3, unit="game", arcana="world", max_raises=0))
    assert (play.over, play.tally.end_reason, play.tally.rounds) == (True, End.WORLD, 1)
    after = check_down(table(page, players=3, unit="game", arcana="world", max_raises=0, world_last_round="next"))
    assert not after.over
    check_down(after)
    assert (after.over, after.tally.end_reason, after.tally.rounds) == (True, End.WORLD, 2)


def test_every_arcana_has_its_test():
    from pathlib import Path

    text = Path(__file__).read_text(encoding="utf-8")
    assert all(f"test_fo_4_{number}_" in text for number in range(len(Arcana) - 1))
