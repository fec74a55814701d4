"""Exact last-trick play, against the table of the specification and a plain search that knows no shortcuts."""

import random
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.cards import FRENCH
from simlab.errors import InputError
from simlab.solvers.tricks import SEATS, Play, Tie, card_values, determinised_values, last_trick_chances, solve_deals
from tests.conftest import python

CHECK_13 = """
4d 6c Qs Kh Ad / 3h 7c Jc Qc Ah | 0, 1
2d 3c 4h 8h Ad / 3h 4c 7c 9h Jd | 0, 1
5c 5d 7c 8h 9c / 7d 8s Qc Qs Kc | 0, 1
3d 8d 9s Td Qc / 2h 5d 5s Jc As | 1, 0
3d 3h 5c 6c As / 4h 6h 6s Kc Ks | 0, 1
2d 3s 6d Js Kd / 2s 5h 5s Jc Kh | 1, 0
2c 6d 6s Js Qd / 4c 7d Jh Kc Ah | 1, 0
4d 6d 9c Qc Kh / 4h 8d 8s Ts Kc | 0, 1
3s 4c Jd Kc Kd / 5h 7h 8s Jh Ah / 2s 4s 5c Td Kh | 0, 1, 0
2c 3d 3s 4s 6h / 7c 8d 9d Qd Qs / 2s 4h Td Qh Ad | 0, 0, 1
2c 3c 7d Ts Jc / 3d 3h 6c Qd Ah / 2d 2h 5c 6s Kd | 1, 0, 0
2c 5h Tc Kc Ah / 2d 4c 4h Td Qh / 3h 6d 6s 8h Ac | 0.958333, 0.041667, 0
"""


def hands(text: str) -> list[list[int]]:
    return [FRENCH.read(hand) for hand in text.split("/")]


@pytest.mark.parametrize("row", CHECK_13.strip().splitlines())
def test_check_13_open_endings(row):
    cards, values = row.split("|")
    expected = [float(v) for v in values.split(",")]
    assert [round(p, 6) for p in last_trick_chances(Play(hands(cards)))] == expected


# ---- a plain search: every legal card, no neighbours, no records


class Plain:
    """Max-n by the book, in plain Python."""

    def __init__(self, play: Play) -> None:
        self.play, self.n = play, len(play.hands)
        self.utility = play.utility if play.utility is not None else np.eye(self.n)
        self.law = cache(self._law)

    def chances(self) -> list[float]:
        held = tuple(frozenset(map(int, hand)) for hand in self.play.hands)
        return list(self.law(held, self.play.leader, tuple(self.play.table)))

    def legal(self, hand: frozenset[int], table: tuple[int, ...]) -> list[int]:
        follow = [c for c in hand if table and c % 4 == table[0] % 4]
        return follow if follow and self.play.must_follow else sorted(hand)

    def taker(self, leader: int, table: tuple[int, ...]) -> int:
        trumps = [c for c in table if c % 4 == self.play.trump]
        best = max(trumps or [c for c in table if c % 4 == table[0] % 4])
        return (leader + table.index(best)) % self.n

    def worth(self, law, seat: int) -> float:
        return sum(p * self.utility[w][seat] for w, p in enumerate(law))

    def _law(self, held, leader, table):
        if len(table) == self.n:
            winner = self.taker(leader, table)
            if not any(held):
                return tuple(float(seat == winner) for seat in range(self.n))
            return self.law(held, winner, ())
        seat = (leader + len(table)) % self.n
        laws = []
        for card in self.legal(held[seat], table):
            after = (*held[:seat], held[seat] - {card}, *held[seat + 1 :])
            laws.append(self.law(after, leader, (*table, card)))
        return self.mixed(laws, seat)

    def mixed(self, laws, seat: int):
        laws = best_by(laws, lambda law: self.worth(law, seat))
        rival = self.play.points_leader
        if self.play.tie == Tie.AGAINST_LEADER and rival not in (-1, seat):
            laws = best_by(laws, lambda law: -self.worth(law, rival))
        return tuple(sum(column) / len(laws) for column in zip(*laws, strict=True))


def best_by(laws, key):
    most = max(map(key, laws))
    return [law for law in laws if key(law) > most - 1e-9]


def deal(source: random.Random, players: int, cards: int, deck: int = 52) -> list[list[int]]:
    dealt = source.sample(range(52 - deck, 52), players * cards)
    return [sorted(dealt[seat * cards : (seat + 1) * cards]) for seat in range(players)]


def same(play: Play) -> None:
    assert last_trick_chances(play) == pytest.approx(Plain(play).chances(), abs=1e-9), play


def test_two_players_full_deals_agree_with_the_plain_search():
    source = random.Random(1)
    for _ in range(40):
        same(Play(deal(source, 2, 5), leader=source.randrange(2), trump=source.randrange(-1, 4), must_follow=source.random() < 0.7))


@pytest.mark.slow
def test_three_players_full_deals_agree_with_the_plain_search():
    source = random.Random(2)
    for _ in range(6):
        same(Play(deal(source, 3, 5), leader=source.randrange(3)))


def test_four_players_with_four_cards_agree_with_the_plain_search():
    same(Play(deal(random.Random(3), 4, 4, deck=24), leader=2))


@st.composite
def endings(draw, most=SEATS):
    """Small endings of any table size, in mid-trick too, from a short deck so that suits are followed."""
    players = draw(st.integers(2, most))
    cards = draw(st.integers(1, 2 if players > 4 else 3))
    source = random.Random(draw(st.integers(0, 10**6)))
    dealt = deal(source, players, cards, deck=max(20, players * cards))
    trump, follow = draw(st.integers(-1, 3)), draw(st.booleans())
    wants = draw(st.sampled_from(["own", "levels", "coalition"]))
    utility = None
    if wants == "levels":
        utility = [[source.randrange(3) + 3 * (w == s) for s in range(players)] for w in range(players)]
    elif wants == "coalition" and players > 2:  # nobody but seat 0 cares who wins, if only seat 0 does not
        utility = [[float(w == 0) if s == 0 else float(w != 0) for s in range(players)] for w in range(players)]
    if players == 2:
        utility = None  # two players want opposite things
    leader, table = draw(st.integers(0, players - 1)), []
    plain = Plain(Play(dealt, trump=trump, must_follow=follow))
    for k in range(draw(st.integers(0, players - 1))):
        seat = (leader + k) % players
        card = source.choice(plain.legal(frozenset(dealt[seat]), tuple(table)))
        dealt[seat].remove(card)
        table.append(card)
    tie = draw(st.sampled_from(Tie))
    return Play(dealt, leader, table, trump, follow, tie, draw(st.integers(-1, players - 1)), utility)


@settings(max_examples=150, deadline=None)
@given(endings())
def test_small_endings_of_every_kind_agree_with_the_plain_search(play):
    same(play)


@settings(max_examples=60, deadline=None)
@given(endings(most=4))
def test_the_worth_of_each_card_is_the_plain_search_after_playing_it(play):
    players, seat = len(play.hands), (play.leader + len(play.table)) % len(play.hands)
    plain = Plain(play)
    held = tuple(frozenset(hand) for hand in play.hands)
    for card, value in card_values(play).items():
        after = (*held[:seat], held[seat] - {card}, *held[seat + 1 :])
        law = plain.law(after, play.leader, (*play.table, card))
        assert value == pytest.approx(plain.worth(law, seat), abs=1e-9)
    assert players == len(play.hands)


def test_neighbours_in_a_suit_keep_their_own_places_among_the_legal_cards():
    """3c and 5c play alike, 4d between them by number does not."""
    play = Play(hands("3c 4d 5c 9h / 6c 8d 2h Jh / 7d 2s 3s Th"), leader=0)
    plain, held = Plain(play), tuple(frozenset(hand) for hand in play.hands)
    expected = {c: plain.law((held[0] - {c}, *held[1:]), 0, (c,))[0] for c in play.hands[0]}
    assert card_values(play) == pytest.approx(expected)
    source = random.Random(11)
    for _ in range(200):
        cards = deal(source, 2, 4, deck=24)
        plain, held = Plain(Play(cards)), tuple(map(frozenset, cards))
        assert card_values(Play(cards)) == {c: plain.law((held[0] - {c}, held[1]), 0, (c,))[0] for c in cards[0]}


@settings(max_examples=60, deadline=None)
@given(endings(most=4), st.permutations(range(4)))
def test_renaming_suits_changes_nothing(play, suits):
    def renamed(cards):
        return [4 * (c // 4) + suits[c % 4] for c in cards]

    trump = play.trump if play.trump < 0 else suits[play.trump]
    changes = {"hands": [renamed(h) for h in play.hands], "table": renamed(play.table), "trump": trump}
    other = Play(**{**vars(play), **changes})
    assert last_trick_chances(other) == pytest.approx(last_trick_chances(play), abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(endings(most=5))
def test_chances_are_chances(play):
    law = last_trick_chances(play)
    assert sum(law) == pytest.approx(1)
    assert min(law) >= 0


def test_the_tie_rules_differ_where_a_loser_makes_the_king():
    """Seat 2 cannot take the last trick but decides who does: evenly, or against the points leader."""
    source = random.Random(5)
    differing = 0
    for _ in range(60):
        cards = deal(source, 3, 3, deck=20)
        even = last_trick_chances(Play(cards))
        for leading in range(3):
            against = last_trick_chances(Play(cards, tie=Tie.AGAINST_LEADER, points_leader=leading))
            assert against == pytest.approx(Plain(Play(cards, tie=Tie.AGAINST_LEADER, points_leader=leading)).chances())
            differing += against != pytest.approx(even)
    assert differing > 5


def test_a_leader_with_the_only_cards_of_a_suit_wins_with_any_rank():
    assert last_trick_chances(Play(hands("2c 3c 4c 5c 6c / As Ks Qs Js Ts / Ah Kh Qh Jh Th"))) == [1, 0, 0]


def test_the_highest_trump_wins_the_last_trick():
    spades = 3
    assert last_trick_chances(Play(hands("Ac / 2s / Kc"), trump=spades)) == [0, 1, 0]
    assert last_trick_chances(Play(hands("Ac / 2s / Kc"))) == [1, 0, 0]


def test_free_discards_change_who_wins():
    source = random.Random(12)
    differing = 0
    for _ in range(40):
        cards = deal(source, 2, 4, deck=20)
        follows, free = Play(cards), Play(cards, must_follow=False)
        same(follows)
        same(free)
        differing += last_trick_chances(follows) != last_trick_chances(free)
    assert differing > 0


def test_hidden_hands_are_averaged_over_possible_deals():
    mine = FRENCH.read("Qc 2d")
    worlds = [Play([mine, FRENCH.read(other)]) for other in ("Kc 3h", "Jc 3d", "Ac Ad")]
    average = determinised_values(worlds)
    for card in mine:
        assert average[card] == pytest.approx(sum(card_values(w)[card] for w in worlds) / 3)


def test_impossible_endings_are_refused():
    with pytest.raises(InputError, match="equally many different cards"):
        last_trick_chances(Play([[0, 1], [2]]))
    with pytest.raises(InputError, match="equally many different cards"):
        last_trick_chances(Play([[0, 1], [1, 2]]))
    with pytest.raises(InputError, match="2 to 6 seats"):
        last_trick_chances(Play([[0, 1]]))
    with pytest.raises(InputError, match="at least one possible deal"):
        determinised_values([])
    with pytest.raises(InputError, match="same legal cards"):
        determinised_values([Play([[0], [1]]), Play([[2], [1]])])


def test_many_deals_at_once_are_solved_as_one_by_one():
    source = random.Random(8)
    for players, count in ((2, 50), (3, 8), (4, 2)):
        deals = [deal(source, players, 5) for _ in range(count)]
        sets = np.zeros((count, SEATS), np.int64)
        for d, cards in enumerate(deals):
            sets[d, :players] = [sum(1 << c for c in hand) for hand in cards]
        laws = np.zeros((count, SEATS))
        solve_deals(Play(deals[0]).record(), sets, 0, laws)
        for d, cards in enumerate(deals):
            assert laws[d, :players].tolist() == last_trick_chances(Play(cards))


SMALL = """
import random
from simlab.solvers.tricks import Play, Tie, card_values, last_trick_chances
source = random.Random(3)
for players, cards in ((2, 4), (3, 2), (4, 2)):
    for tie in Tie:
        dealt = source.sample(range(52), players * cards)
        hands = [dealt[s * cards:(s + 1) * cards] for s in range(players)]
        play = Play(hands, leader=1, tie=tie, points_leader=0, trump=source.randrange(-1, 4))
        print([round(p, 9) for p in last_trick_chances(play)], {c: round(v, 9) for c, v in card_values(play).items()})
"""


@pytest.mark.parametrize("mode", ["NUMBA_DISABLE_JIT", pytest.param("NUMBA_BOUNDSCHECK", marks=pytest.mark.slow)])
def test_bounds_checks_and_the_jit_switched_off_change_nothing(mode):
    assert python(SMALL, **{mode: "1"}) == python(SMALL)
