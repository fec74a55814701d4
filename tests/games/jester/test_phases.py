"""Jester, clause by clause: the deck, Trash, Low and High."""

import numpy as np
import pytest

from simlab.cards import FRENCH
from simlab.contract.catalogue import load
from simlab.errors import RulesError
from simlab.games.jester.rules import Act, Bid, Rules
from simlab.rng import Purpose
from tests.games.jester.table import game_table, hand, mask, play, point, points, poker_table, steps
from tests.games.referees import shuffled

TRASH_ONLY = {"phases": ["trash", "low"], "players": 3}


def hold_all(table):
    """Seats play their first card or pair and hold until Poker."""
    while point(table) not in ("OPEN", "BID", "CHECK") and not table.over:
        table.apply(0)
    return table


# ---- set-up, deal, deck


@pytest.mark.parametrize("players", [1, 7])
def test_je_1_1_two_to_six_players(players):
    with pytest.raises(RulesError, match="players"):
        Rules.of({"players": players})


@pytest.mark.parametrize(("knobs", "size"), [({}, 52), ({"min_rank": 6}, 36)])
def test_je_1_2_fifty_two_cards_less_the_stripped_ranks(knobs, size):
    table = game_table(**knobs)
    seen = [c for seat in range(4) for c in FRENCH.read(hand(table, seat))]
    assert int(table.state.table.left) + len(seen) == size
    assert min(seen) >= 52 - size


def test_je_1_3_the_ace_is_high_in_low_and_high():
    table = game_table(["Ac 2c 5c 6c", "Kd 3d 5d 6d"], players=2, phases=["low", "high"], first_dealer=1)  # seat 0 is jester
    play(table, "Kd")
    play(table, "Ac")
    assert points(table) == [1, 0]


def test_je_1_4_all_start_with_the_same_points():
    assert points(game_table()) == [0] * 4
    assert points(game_table(start_points=3)) == [3] * 4


def test_je_2_1_each_player_gets_eight_cards():
    table = game_table(players=6)
    assert [len(hand(table, seat).split()) for seat in range(6)] == [8] * 6
    assert int(table.state.table.left) == 4


def test_je_2_2_a_round_has_five_phases_in_order():
    table, seen = game_table(), []
    while int(table.state.round) == 1:
        if point(table) not in seen:
            seen.append(point(table))
        table.apply(Bid.CALL if point(table) == "BID" and Bid.CALL in table.legal() else table.legal()[0])
    assert seen[:6] == ["TRASH", "LOW", "HIGH", "BJ_PICK", "BJ_ACT", "OPEN"]


@pytest.mark.parametrize("redeal", ["round", "phase"])
def test_je_2_3_one_hand_lasts_the_round_unless_every_phase_is_dealt_anew(redeal):
    table, sizes = game_table(redeal=redeal), []
    before = set(hand(table, 0).split())
    for name in ("LOW", "HIGH", "BJ_PICK", "OPEN"):
        while point(table) != name:
            table.apply(0)
        now = set(hand(table, 0).split())
        sizes.append(len(now))
        assert (now <= before) == (redeal == "round")
        before = now
    assert sizes == [7, 6, 5, 3]
    if redeal == "phase":
        deck = shuffled(table.key, 52, Purpose.DEAL, 1, 4)
        assert sorted(deck[:3]) == FRENCH.read(hand(table, 0))


def test_je_2_4_blocks_of_eight_then_the_pile_and_what_is_not_dealt_goes_under_it():
    for phases, held in ((["poker"], 3), (["trash", "low", "high", "blackjack", "poker"], 8)):
        table = game_table(phases=phases, players=3, double_draws=2, max_hits=2, deck_third="until")
        deck = shuffled(table.key, 52, Purpose.DEAL, 1, 0)
        for seat in range(3):
            assert int(table.state.hand[seat]) == mask(deck[8 * seat : 8 * seat + held])
        assert int(table.state.pile[int(table.state.top)]) == deck[24]
        rest = [card for seat in range(3) for card in deck[8 * seat + held : 8 * seat + 8]]
        assert table.state.pile[: len(rest)].tolist() == rest if rest else True
    short = game_table(min_rank=4)
    deck = [card for card in shuffled(short.key, 52, Purpose.DEAL, 1, 0) if card >= 8]
    assert int(short.state.hand[1]) == mask(deck[8:16])


def test_je_2_5_an_empty_pile_is_made_of_the_discards_in_the_second_order():
    table = game_table(players=6)
    while int(table.state.table.reshuffled) == 0:  # four cards for a deck card and six hits
        table.apply(Act.HIT if point(table) == "BJ_ACT" else 0)
        assert int(table.state.round) == 1
    state = table.state.table
    order = shuffled(table.key, 52, Purpose.AUX, 1, 0)
    pile = [int(table.state.pile[int(table.state.top) + k]) for k in range(int(state.left))]
    assert pile == sorted(pile, key=order.index)
    assert table.tally.reshuffles == 1


def test_je_2_5_with_stop_nothing_more_is_drawn_and_a_check_without_a_card_counts():
    table = poker_table([9, 9], ["2c 3d 7h", "4c 5d 8h"], exhaust="stop")
    table.state.table.left = 0
    steps(table, Bid.RAISE_1, Bid.CALL, Bid.CHECK, Bid.CHECK)
    assert table.tally.poker_showdowns == 1
    assert table.tally.cat[0] == 2
    assert points(table) == [8, 11]  # 17 against 12 on three cards


def test_je_2_5_with_stop_hit_and_double_need_their_cards():
    table = game_table(["Kc 5c", "4h 5h"], "9d 2c", phases=["blackjack"], players=2, max_rounds=1, exhaust="stop", double_draws=2)
    table.state.table.left = 2
    steps(table, 0, 0)
    assert table.legal() == [Act.HOLD, Act.HIT]  # one card left
    steps(table, Act.HIT)
    assert table.legal() == [Act.HOLD]


def test_je_2_6_the_dealer_is_the_last_jester_and_the_first_one_a_knob():
    table = game_table(first_dealer=2)
    assert int(table.state.table.dealer) == 2
    hold_all(table)
    jester = int(table.state.table.jester)
    while int(table.state.round) == 1:
        table.apply(table.legal()[0])
    assert int(table.state.table.dealer) == jester
    dealers = {int(game_table_of(seed).state.table.dealer) for seed in range(30)}
    assert dealers == {0, 1, 2, 3}
    with pytest.raises(RulesError, match="does not sit"):
        Rules.of({"first_dealer": 4})


def game_table_of(seed):
    from simlab.play.table import Table

    return Table(load("jester"), Rules.of({"first_dealer": "random"}), seed)


def test_je_2_7_nothing_is_carried_over_to_the_next_round():
    table = hold_all(game_table())
    while int(table.state.round) == 1:
        table.apply(table.legal()[0])
    deck = shuffled(table.key, 52, Purpose.DEAL, 2, 0)
    assert int(table.state.hand[3]) == mask(deck[24:32])
    assert (int(table.state.table.discards), int(table.state.table.laid)) == (0, 0)


def test_je_2_8_with_pile_and_discards_empty_a_draw_gives_nothing():
    table = poker_table([9, 9], ["2c 3d 7h", "4c 5d 8h"])
    table.state.table.left = 0
    table.state.table.discards = 0
    steps(table, Bid.RAISE_1, Bid.CALL, Bid.CHECK, Bid.CHECK)
    assert table.tally.poker_showdowns == 1
    assert table.tally.reshuffles == 0


# ---- Trash


def test_je_3_1_and_je_3_2_trash_cards_are_hidden_until_all_have_chosen():
    table = game_table(["Ac", "Kd", "Qh"], **TRASH_ONLY)
    play(table, "Ac")
    assert table.view(1).table.trash[0] == -1
    assert table.view(1).table.laid == 0
    assert table.view(0).table.trash[0] == FRENCH.read("Ac")[0]
    play(table, "Kd")
    play(table, "Qh")
    assert table.view(2).table.trash[:3].tolist() == FRENCH.read("Ac Kd Qh")


@pytest.mark.parametrize(("jester_by", "jester"), [("highest", 2), ("lowest", 0), ("rotate", 1)])
def test_je_3_3_the_highest_trash_card_makes_the_jester(jester_by, jester):
    table = game_table(["3c", "Kd", "Ah"], jester_by=jester_by, **TRASH_ONLY)
    play(table, "3c")
    play(table, "Kd")
    play(table, "Ah")
    assert int(table.state.table.jester) == jester
    assert table.tally.trash_ties == 0


def test_je_3_4_trash_scores_nothing_and_is_discarded():
    table = game_table(["3c", "Kd", "Ah"], **TRASH_ONLY)
    for card in ("3c", "Kd", "Ah"):
        play(table, card)
    assert points(table) == [0, 0, 0]
    assert int(table.state.table.discards) == mask(FRENCH.read("3c Kd Ah"))


@pytest.mark.parametrize(
    ("knobs", "cards", "jester"),
    [
        ({}, ("Ac", "Ad", "Kh"), 1),  # dealer 0: first met from the dealer's left
        ({"first_dealer": 1}, ("Ac", "Ad", "Kh"), 0),
        ({"trash_tie": "suit"}, ("As", "Ad", "Kh"), 0),
        ({"trash_tie": "suit", "jester_by": "lowest"}, ("2s", "2d", "2h"), 1),
        ({"jester_by": "lowest"}, ("2s", "Kd", "2h"), 2),
    ],
)
def test_je_3_5_ties_for_the_deciding_rank(knobs, cards, jester):
    table = game_table(cards, **TRASH_ONLY, **knobs)
    for card in cards:
        play(table, card)
    assert int(table.state.table.jester) == jester
    assert table.tally.trash_ties == 1


def test_je_3_5_a_coin_breaks_ties_evenly():
    """Three seats tied in 900 games, seed 1 to 900: each jester within 4 sigma of 300."""
    from simlab.play.table import Table

    counts = [0, 0, 0]
    for seed in range(900):
        table = Table(load("jester"), Rules.of({"players": 3, "phases": ["trash", "low"], "trash_tie": "random"}), seed)
        for seat, card in enumerate(FRENCH.read("Ac Ad Ah")):
            table.state.hand[seat] = mask([card, seat + 1])
        for _ in range(3):
            table.apply(1)
        counts[int(table.state.table.jester)] += 1
    assert all(abs(count - 300) < 4 * np.sqrt(900 * 2 / 9) for count in counts)


# ---- Low and High


def centre(cards, **changes):
    """Three seats; seat 0 is jester. Cards are played in turn: seats 1, 2, 0 in Low, then 2, 1, 0 in High."""
    low, high = cards.split("|")
    one, two, three = (FRENCH.read(part) for part in (low, high, "2c 2d 2h"))
    blocks = {1: [one[0], two[1]], 2: [one[1], two[0]], 0: [one[2], two[2]]}
    hands = [FRENCH.write(blocks[seat]) for seat in range(3)]
    table = game_table(hands, phases=["low", "high"], players=3, first_dealer=2, **{"max_rounds": 1, **changes})
    assert three
    for card in one:
        play(table, FRENCH.write([card]))
    return table, [FRENCH.write([card]) for card in two]


def test_je_4_1_low_goes_clockwise_jester_last_and_the_highest_card_scores_one():
    table, _ = centre("5c Kd 9h|3c 4d 6h")
    assert points(table) == [0, 0, 1]
    assert table.tally.low_winpos.tolist() == [0, 1, 0, 0, 0, 0]


def test_je_4_2_high_goes_counter_clockwise_jester_last_and_the_lowest_card_scores_two():
    table, cards = centre("5c Kd 9h|4d 3c 6h")
    order = []
    for card in cards:
        order.append(table.seat)
        play(table, card)
    assert order == [2, 1, 0]
    assert table.tally.pts_high[:3].tolist() == [0, 2, 0]


def test_je_4_3_the_names_can_be_swapped():
    table, cards = centre("5c Kd 9h|4d 3c 6h", swap_low_high=True)
    assert points(table) == [0, 1, 0]
    for card in cards:
        play(table, card)
    assert table.tally.pts_high[:3].tolist() == [2, 0, 0]


def test_je_4_4_cards_lie_open_unless_played_blind():
    for how, seen in (("open", True), ("blind", False)):
        table = game_table(["9h 6h", "5c 4c", "Kd 4d"], phases=["low", "high"], players=3, first_dealer=2, centre_play=how)
        play(table, "5c")
        assert (table.view(2).table.low[1] >= 0) == seen
        assert (table.view(2).table.laid != 0) == seen
        assert table.view(1).table.low[1] == FRENCH.read("5c")[0]


@pytest.mark.parametrize(
    ("rule", "scores", "positions"),
    [("first", [0, 1, 0], [1, 0, 0]), ("last", [1, 0, 0], [0, 0, 1]), ("none", [0, 0, 0], [0, 0, 0]), ("each", [1, 1, 0], [1, 0, 1])],
)
def test_je_4_5_the_earlier_of_equal_cards_keeps_the_point(rule, scores, positions):
    table, _ = centre("Kc 5d Kh|3c 4d 6h", centre_tie=rule)
    assert points(table) == scores
    assert table.tally.low_winpos[:3].tolist() == positions
    assert table.tally.low_ties == 1


def test_je_4_6_everybody_plays_one_card_which_is_then_discarded():
    table, _ = centre("5c Kd 9h|3c 4d 6h")
    assert table.legal() == [0]
    assert int(table.state.table.discards) == mask(FRENCH.read("5c Kd 9h"))


def test_je_4_7_of_two_players_the_other_one_leads_both_phases():
    table = game_table(["Ac", "Kd"], players=2)
    play(table, "Ac")
    play(table, "Kd")
    assert (point(table), table.seat) == ("LOW", 1)
    steps(table, 0, 0)
    assert (point(table), table.seat) == ("HIGH", 1)
