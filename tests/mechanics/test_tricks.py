"""Tricks, bids and passing, against plain Python."""

from random import Random

import numpy as np
import pytest

from simlab.mechanics.bidding import NO_BID, bid_choices, bids_missing, open_bids, total_bid
from simlab.mechanics.passing import hand_on, pass_left, put_aside
from simlab.mechanics.seats import next_among
from simlab.mechanics.tricks import NO_CARD, NO_SUIT, beats, highest, is_void, lowest, note_void, playable, winners

PACK = [16 * suit + rank for suit in range(4) for rank in range(13)]


def word(cards):
    return np.int64(sum(1 << card for card in cards))


def members(mask):
    return {place for place in range(64) if int(mask) >> place & 1}


def plain_beats(card, best, trump):
    suits = card // 16, best // 16
    return card % 16 > best % 16 if suits[0] == suits[1] else suits[0] == trump


def test_following_beating_and_choosing_are_as_in_plain_python():
    random = Random(1)
    for _ in range(300):
        hand, led, trump = random.sample(PACK, random.randrange(1, 14)), random.randrange(-1, 4), random.randrange(-1, 4)
        best = random.choice([card for card in PACK if card not in hand])
        following = {card for card in hand if card // 16 == led}
        assert members(playable(word(hand), led)) == (following or set(hand))
        assert members(winners(word(hand), best, trump)) == {card for card in hand if plain_beats(card, best, trump)}
        assert all(bool(beats(card, best, trump)) == plain_beats(card, best, trump) for card in hand)
        ranks = [card % 16 for card in hand]
        assert (int(lowest(word(hand))) % 16, int(highest(word(hand))) % 16) == (min(ranks), max(ranks))
        assert {int(lowest(word(hand))), int(highest(word(hand)))} <= set(hand)


def test_the_first_card_beats_nothing_and_no_cards_have_no_lowest():
    assert beats(5, NO_CARD, NO_SUIT)
    assert members(winners(word([3, 20]), NO_CARD, 1)) == {3, 20}
    assert (int(lowest(np.int64(0))), int(highest(np.int64(0)))) == (NO_CARD, NO_CARD)


def test_voids_are_kept_for_each_seat_and_suit():
    shown = {(0, 3), (2, 0), (5, 1), (5, 3)}
    voids = np.int64(0)
    for seat, suit in shown:
        voids = note_void(voids, seat, suit)
    assert {(seat, suit) for seat in range(6) for suit in range(4) if is_void(voids, seat, suit)} == shown


@pytest.mark.parametrize("hook", [True, False])
def test_the_last_bid_may_not_come_true_for_all(hook):
    random = Random(2)
    for _ in range(100):
        players, most, bids = random.randrange(2, 7), random.randrange(1, 14), np.zeros(6, np.int32)
        open_bids(bids, players)
        assert set(bids[:players].tolist()) == {NO_BID}
        said = []
        for seat in range(players):
            barred = {most - sum(said)} if hook and seat == players - 1 else set()
            assert members(bid_choices(bids, players, most, hook)) == set(range(most + 1)) - barred
            assert (int(total_bid(bids, players)), int(bids_missing(bids, players))) == (sum(said), players - seat)
            said.append(random.choice(sorted(set(range(most + 1)) - barred)))
            bids[seat] = said[-1]
        assert bids_missing(bids, players) == 0


@pytest.mark.parametrize("players", range(2, 7))
def test_cards_go_to_the_next_seat(players):
    packs = np.arange(6, dtype=np.int64) + 10
    hand_on(packs, players)
    assert packs[:players].tolist() == [10 + (seat - 1) % players for seat in range(players)]
    hands, aside = np.array([word([seat, seat + 20]) for seat in range(6)]), np.zeros(6, np.int64)
    for seat in range(players):
        put_aside(hands, aside, seat, seat)
    assert [members(hand) for hand in hands[:players]] == [{seat + 20} for seat in range(players)]
    pass_left(hands, aside, players)
    assert [members(hand) for hand in hands[:players]] == [{seat + 20, (seat - 1) % players} for seat in range(players)]


def test_the_next_of_some_seats_is_found_round_the_table():
    for seats in range(1, 64):
        for seat in range(6):
            ring = [(seat + step) % 6 for step in range(1, 7)]
            assert int(next_among(np.int64(seats), seat)) == next(other for other in ring if seats >> other & 1)
