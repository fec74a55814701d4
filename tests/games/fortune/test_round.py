"""Fortune's round, rule by rule (FO-2)."""

import numpy as np
import pytest

from simlab.cards import TAROT_PAGE_LOW as DECK
from simlab.games.fortune import engine
from simlab.games.fortune.cards import recycle, take
from simlab.games.fortune.rules import End
from simlab.play.table import Table
from tests.games.fortune.stacked import (
    ACES,
    GAME,
    NOTHING,
    SEVENS,
    TENS,
    bets,
    check_down,
    forced,
    go,
    hand,
    net,
    point,
    row,
    same,
    table,
)

THREE = {0: ACES, 1: TENS, 2: SEVENS}
WITH_PAGE = "AW AU KS 9C PW"


# what a round does not begin anew: chips, seats, the deck of Arcana, what duplicates share, and what the deal writes or the settlement
# overwrites
KEPT = {
    "bets": {"stack", "able", "dealt", "seated", "order", "actor"},
    "table": {"gone", "round", "dealer", "phase", "point", "cursor", "hierophant", "last_round", "lost", "levels", "history"},
    "state": {
        *("legal", "key", "dice", "seat", "over", "round", "payoff", "tally"),
        *("top", "shoe", "score", "size", "won", "settled", "arcana_size", "deck", "pool", "arcana_deck", "row", "arcana_top", "turned"),
    },
}


def test_a_round_begins_with_every_field_cleared_but_those_that_are_named_here():
    state = np.full(engine.STATE.itemsize, 0x11, np.uint8).view(engine.STATE)[0]
    engine.clear_round(state)
    parts = {"bets": state.bets, "table": state.table, "now": state.now, "state": state}
    for part, record in parts.items():
        untouched = {name for name in record.dtype.names if set(record[name].tobytes()) == {0x11}}
        assert untouched == KEPT.get(part, set()), f"{part}: say whether a round begins with it cleared, in `clear_round` or here"
        for name in set(record.dtype.names) - untouched - set(parts):
            assert set(record[name].tobytes()) in ({0}, {255}), f"{part}.{name} is cleared in part"


def test_fo_2_1_everybody_with_chips_antes_before_the_deal():
    play = table(players=4, chips=[50, 0, 50, 50])
    assert bets(play).stake[:4].tolist() == [1, 0, 1, 1]
    assert play.state.table.held[:4].tolist() == [5, 0, 5, 5]


def test_fo_2_2_a_short_ante_is_all_in_and_does_not_bet():
    play = table(THREE, players=3, ante=5, chips=[3, 50, 50])
    assert bets(play).stake[:3].tolist() == [3, 5, 5]
    go(play, "check", "check")  # seat 0 is not asked
    assert point(play) == "draw"
    go(play, "pat", "pat", "pat", "check", "check")
    assert net(play) == [6, -1, -5]  # main pot 9 to the aces, side pot 4 to the tens
    exact = table(THREE, players=3, chips=[1, 50, 50])
    assert exact.seat == 1
    assert row(check_down(exact)).allin[0] == 1


def test_fo_2_3_five_cards_each_one_at_a_time_in_turn_order():
    play = Table(GAME, GAME.Rules(players=3, page_trigger="never"), 1, 0)
    deck, dealt = play.state.deck.tolist(), play.state.hand.tolist()
    for k, seat in enumerate((1, 2, 0)):
        assert dealt[seat] == sum(1 << deck[3 * j + k] for j in range(5))


def test_fo_2_4_the_window_comes_after_the_whole_deal_and_before_betting():
    play = table(THREE, players=3, **forced("tower"))
    assert play.state.table.window == 0
    assert play.state.table.acts == 0
    assert bets(play).pot == 1


def test_fo_2_5_betting_follows_the_deal():
    play = table(THREE, players=3)
    assert (point(play), play.state.table.phase) == ("bet", 2)


def test_fo_2_6_a_folded_player_forfeits_and_his_cards_lie_aside():
    play = go(table(THREE, players=3), "pot", "fold", "call")
    assert bets(play).folded == 1 << 2
    assert same(SEVENS, play.state.hand[2])
    assert play.state.pile == 0
    assert net(check_down(play))[2] == -1


def test_fo_2_7_the_last_one_takes_the_pot_at_once():
    play = go(table(THREE, players=3), "min", "fold", "fold")
    assert play.over
    assert (row(play).showdown, row(play).n_end, row(play).winner, row(play).win_cat) == (0, 1, 1, -1)
    assert net(play) == [-1, 2, -1]


@pytest.mark.parametrize("most", range(7))
def test_fo_2_8_each_player_discards_any_number_up_to_max_discards(most):
    play = go(table(THREE, players=3, max_discards=most), "check", "check", "check")
    assert play.legal() == [d for d in range(32) if d.bit_count() <= most]


def test_fo_2_8_all_in_players_draw_too():
    play = go(table(THREE, players=3, chips=[50, 50, 1]), "check", "check")
    assert [play.seat, *(go(play, 0).seat for _ in range(2))] == [1, 2, 0]


def test_fo_2_9_replacements_come_before_the_next_player_chooses():
    play = go(table(THREE, "2U 3U 5U", players=3), "check", "check", "check", 0b00011)
    assert "2U" in hand(play, 1)
    assert "3U" in hand(play, 1)
    assert len(hand(play, 1).split()) == 5
    assert play.seat == 2
    view = play.view()
    assert view.table.discarded[1] == 2
    assert view.given == 0  # the cards themselves stay unseen


def test_fo_2_10_a_card_lying_face_up_cannot_be_discarded():
    play = table(THREE, players=3, **forced("priestess"))
    go(play, 0, 0, 0, "check", "check", "check")
    assert play.legal() == [d for d in range(32) if not d & 1]


def test_fo_2_11_the_window_draw_comes_after_everyone_has_drawn():
    play = table(THREE, players=3, **forced("tower", "draw"))
    go(play, "check", "check", "check", "pat", "pat")
    assert play.state.table.window == -1
    go(play, "pat")
    assert (play.state.table.window, bets(play).pot, point(play)) == (1, 1, "bet")


def test_fo_2_12_an_empty_deck_is_made_of_the_discards_but_not_of_the_present_players():
    play = go(table(THREE, players=3), "check", "check", "check", 0b11111)
    given = int(play.state.given[1])
    play.state.top = play.state.size  # the deck is empty now
    own = int(play.state.hand[2])
    go(play, 0b00111)
    assert row(check_down(play)).reshuffles == 1
    assert int(play.state.hand[2]) & ~own & ~given == 0  # the three new cards are cards seat 1 gave up


def test_fo_2_12_then_of_the_folded_hands_and_then_there_is_none():
    play = go(table(THREE, players=3), "pot", "fold", "call")
    state = play.state
    state.top = state.size
    recycle(state)
    assert sorted(state.deck[: state.size].tolist()) == sorted(int(DECK.place[c]) for c in DECK.read(SEVENS))
    assert state.table.held[2] == 0
    state.top = state.size
    assert take(state) == -1


@pytest.mark.parametrize(("floor", "opened"), [("ante", {"min": 1, "half": 10}), ("first_level", {"min": 6})])
def test_fo_2_13_the_second_round_is_opened_by_an_ante_or_by_the_first_level(floor, opened):
    """The first round ends at level 6, pot 21: half the pot is 10."""
    for size, level in opened.items():
        play = go(table(THREE, players=3, second_bet_floor=floor), "pot", "call", "min", "min", "min", "call", "call")
        assert (bets(play).first_level, bets(play).pot) == (6, 21)
        go(play, "pat", "pat", "pat", size)
        assert bets(play).level == level


def test_fo_2_14_the_best_hand_shown_takes_the_pot():
    play = check_down(table(THREE, players=3))
    assert (row(play).showdown, row(play).winner, row(play).win_cat, row(play).pot) == (1, 0, 1, 3)
    assert net(play) == [2, -1, -1]


def test_fo_2_15_side_pots_are_cut_at_the_stakes_of_the_unfolded():
    """Example (c): stakes 5 all-in, 12, 12, folded 3: 18 to the best hand, 14 to the second."""
    assert settled([12, 5, 12, 3], folded=[3], order=[1, 2, 3, 0], best={1: 3, 0: 2, 2: 1}) == ([2, 13, -12, -3], 0)


def test_fo_2_15_chips_of_the_folded_above_all_cuts_fall_in_the_top_layer():
    assert settled([5, 5, 9], folded=[2], order=[1, 2, 0], best={0: 1}) == ([14, -5, -9], 0)


def test_fo_2_15_in_play():
    play = table({0: TENS, 1: ACES, 2: SEVENS}, players=3, chips=[50, 5, 50])
    check_down(go(play, "all_in", "pot", "call"))
    assert row(play).pot == 5 + 2 * (1 + 15)
    assert net(play) == [-16 + 22, -5 + 15, -16]


def settled(stakes, folded, order, best, tenths=10, equally=0, odd_first=0, **fields):
    """Net chips and chips lost when these stakes are awarded to hands of these scores (seats by stake order)."""
    from simlab.games.fortune.chips import BETS
    from simlab.games.fortune.pots import award, best_of
    from simlab.jit import new

    book, won, score = new(BETS), np.zeros(6, np.int32), np.zeros(6, np.int64)
    book.seated = len(order)
    for k, seat in enumerate(order):
        book.order[k] = seat
        book.dealt |= 1 << seat
        book.stake[seat] = stakes[seat]
        score[seat] = best.get(seat, 0)
    for seat in folded:
        book.folded |= 1 << seat
    book.pot = sum(stakes)
    for name, value in fields.items():
        if isinstance(value, list):
            book[name][: len(value)] = value
        else:
            book[name] = value
    lost = award(book, score, best_of(book.dealt & ~book.folded, score), tenths, equally, odd_first, won)
    assert book.pot == 0
    return [int(won[s]) - stakes[s] for s in range(len(stakes))], int(lost)


@pytest.mark.parametrize(
    ("stakes", "best", "odd_first", "net", "lost"),
    [
        ([5, 5, 3], {0: 1, 1: 1}, 0, [1, 1, -3], 1),  # example (a): pot 13, two tie
        ([5, 5, 5, 5], {0: 1, 1: 1, 2: 1}, 0, [1, 1, 1, -5], 2),  # example (b): pot 20, three tie
        ([5, 5, 3], {0: 1, 1: 1}, 1, [1, 2, -3], 0),
        ([5, 5, 5, 5], {0: 1, 1: 1, 2: 1}, 1, [1, 2, 2, -5], 0),
    ],
)
def test_fo_2_16_a_tie_splits_and_the_remainder_is_lost_or_goes_to_the_first_left(stakes, best, odd_first, net, lost):
    seats = len(stakes)
    order = [*range(1, seats), 0]
    folded = [s for s in range(seats) if s not in best]
    assert settled(stakes, folded, order, best, odd_first=odd_first) == (net, lost)


def test_fo_2_16_in_play():
    play = check_down(table({0: "AW 9U 7S 4C 3W", 1: "AU 9W 7C 4S 3U", 2: "2W 3S 5U 6U 8C"}, players=3))
    assert (row(play).n_winners, row(play).winner, row(play).lost_remainder) == (2, -1, 1)
    assert net(play) == [0, 0, -1]
    assert play.state.table.lost == 1


def test_fo_2_17_a_layer_with_one_eligible_player_is_his_whole():
    assert settled([10, 4], [], [1, 0], {1: 2, 0: 1}, tenths=5)[0] == [4 + 6 - 10, 0]  # Lovers: 8 halved, the upper 6 to seat 0
    assert settled([9, 4], [], [1, 0], {}, equally=1)[0] == [0, 0]


def test_fo_2_18_chips_are_never_made_nor_unmade():
    for index in range(6):
        play = Table(GAME, GAME.Rules(players=3, page_trigger="any_hand", odd_chip="lost"), 9, index)
        step = 0
        while not play.over:
            legal = play.legal()
            play.apply(legal[(7 * step + index) % len(legal)])
            step += 1
            assert int(play.state.bets.stack.sum()) + int(bets(play).pot) + int(play.state.table.lost) == 150
        assert play.tally.lost_tower + play.tally.lost_remainder == play.state.table.lost


def test_fo_2_19_a_player_without_chips_is_out():
    play = table({0: ACES, 1: SEVENS, 2: TENS}, players=3, unit="game", page_trigger="never", chips=[50, 1, 50], max_raises=0)
    check_down(play)
    assert play.tally.elim_round[:3].tolist() == [-1, 1, -1]
    assert bets(play).dealt == 0b101
    assert play.state.table.held[1] == 0


def test_fo_2_20_a_winner_with_a_page_gets_an_ante_from_every_other_player():
    play = check_down(go(table({0: WITH_PAGE, 1: TENS, 2: SEVENS}, players=3), "min", "fold", "call"))
    assert row(play).prize == 2
    assert net(play) == [3 + 2, -2 - 1, -1 - 1]  # the folded one pays too


@pytest.mark.parametrize(("antes", "paid"), [(0, 0), (1, 2), (3, 5)])
def test_fo_2_21_short_payers_pay_what_they_have(antes, paid):
    """Seat 2 has two chips left after the pot is paid; seat 3 was eliminated before and pays nothing."""
    play = table({0: WITH_PAGE, 1: TENS, 2: SEVENS}, players=4, chips=[50, 50, 3, 0], page_prize=antes)
    assert row(check_down(play)).prize == paid


def test_fo_2_22_one_prize_however_many_pages():
    pages = {0: "PW PU PS 9C 4W", 1: TENS}
    assert row(check_down(table(pages, players=2))).prize == 1
    assert row(check_down(table(pages, players=2, page_prize_per_page=True))).prize == 3


def test_fo_2_23_a_win_by_folds_counts():
    pages = {0: TENS, 1: WITH_PAGE, 2: SEVENS}
    assert row(go(table(pages, players=3), "min", "fold", "fold")).prize == 2
    assert row(go(table(pages, players=3, page_prize_on_fold=False), "min", "fold", "fold")).prize == 0


def test_fo_2_24_only_cards_held_at_the_end_count():
    six = table({0: "AW AU AS KC KU", 1: TENS}, "3U PS", players=2, **forced("empress"))
    assert row(check_down(six)).prize == 1  # the Page is not among the best five
    drawn = go(table({0: WITH_PAGE, 1: TENS}, "2C", players=2), "check", "check", "pat", 0b00001, "check", "check")
    assert row(drawn).prize == 0  # discarded
    flop = table({0: ACES, 1: TENS}, "PS PU PC", players=2, **forced("temperance"))
    assert row(check_down(flop)).prize == 0


def test_fo_2_25_tied_winners_collect_from_the_others_only():
    play = table({0: "AW 9U 7S 4C PW", 1: "AU 9W 7C 4S PU", 2: "2W 3S 5U 6U 8C"}, players=3)
    check_down(play)
    assert row(play).prize == 2
    assert net(play) == [1, 1, -1 - 2]
    lovers = table({0: ACES, 1: "10W 10U KW 8C PW", 2: NOTHING}, players=3, **forced("lovers"))
    assert row(check_down(lovers)).prize == 0  # the second hand is no winner
    sun = table({0: WITH_PAGE, 1: TENS}, players=2, **forced("sun"))
    assert row(check_down(sun)).prize == 0


def test_fo_2_26_the_page_shown_for_the_trigger_is_independent_of_the_prize():
    play = table({0: "PU KU QC 9C 4W", 1: TENS}, players=2, unit="game", max_rounds=1, arcana="hierophant")
    assert play.state.table.shown_page >= 0
    check_down(play)
    assert row(play).prize == 0


def test_fo_2_27_bust_before_world_before_cap():
    world = table({0: WITH_PAGE, 1: TENS}, players=2, unit="game", max_rounds=1, arcana="world")
    go(world, "all_in", "call", "pat", "pat")
    assert world.tally.end_reason == End.BUST
    capped = check_down(table({0: ACES, 1: TENS}, players=2, unit="game", max_rounds=1))
    assert (capped.tally.end_reason, capped.tally.capped) == (End.CAP, 1)
    both = check_down(table({0: WITH_PAGE, 1: TENS}, players=2, unit="game", max_rounds=1, arcana="world"))
    assert (both.tally.end_reason, both.tally.capped) == (End.WORLD, 0)


def test_fo_2_28_most_chips_win_and_equal_chips_share():
    play = check_down(table({0: ACES, 1: TENS, 2: SEVENS}, players=3, unit="game", max_rounds=1, page_trigger="never"))
    assert play.tally.win[:3].tolist() == [60, 0, 0]
    tied = check_down(table({0: "AW 9U 7S 4C 3W", 1: "AU 9W 7C 4S 3U"}, players=2, unit="game", max_rounds=1, page_trigger="never"))
    assert tied.tally.win[:2].tolist() == [30, 30]
    burnt = table({0: WITH_PAGE, 1: TENS}, players=2, unit="game", arcana="tower", chips=[1, 1], tower_fraction=1.0, page_prize=0)
    check_down(burnt)
    assert (burnt.tally.end_reason, burnt.tally.win[:2].tolist()) == (End.BUST, [30, 30])


def test_in_round_mode_the_win_is_the_share_of_the_pot():
    play = check_down(table({0: "AW 9U 7S 4C 3W", 1: "AU 9W 7C 4S 3U", 2: "2W 3S 5U 6U 8C"}, players=3))
    assert play.tally.win[:3].tolist() == [30, 30, 0]
    gone = check_down(table(THREE, players=3, **forced("tower", tower_fraction=1.0)))
    assert gone.tally.win[:3].tolist() == [20, 20, 20]
    assert play.state.payoff[:3].tolist() == net(play)
