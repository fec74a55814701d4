"""Numbers known from outside (section 10): what uniform play must give, and what must not depend on names and seats.

Seeds are stated and bands are four sigmas wide.
"""

from math import comb, sqrt
from random import Random

import numpy as np
import pytest

from simlab.games.showdown.policies import wanted_discards
from simlab.games.showdown.sets import lanes
from simlab.play.drivers import roll
from simlab.play.table import Table
from simlab.players.registry import make_player
from tests.conftest import python
from tests.games.showdown.referee.game import Referee
from tests.games.showdown.tables import GAME, EngineChance, mask


def rolled(players, policy="uniform", games=20_000, seed=31, **knobs):
    rules = GAME.Rules.of({"players": players, **knobs})
    return roll(GAME, [make_player(GAME, policy, rules)] * players, rules.lower(), seed, 0, games)


def inside(count, trials, p, sigmas=4.0):
    """Is the share within its band around p?"""
    return abs(count / trials - p) <= sigmas * sqrt(p * (1 - p) / trials) + 1e-12


# shares of the best of two random disjoint hands, nobody first (check 4)
BEST_OF_TWO = (0.252806, 0.600779, 0.089858, 0.041444, 0.007805, 0.003919, 0.002878, 0.000480, 3.07812e-5)


def two_hands(games):
    out = rolled(2, games=games, straight_flush="points")
    phases = int(out["rounds"].sum())
    for column in ("best_cat1", "best_cat2"):
        for count, share in zip(out[column].sum(axis=0), BEST_OF_TWO, strict=True):
            assert inside(int(count), phases, share), (column, share)
    assert inside(int(out["same_category"].sum()), 2 * phases, 0.181962)
    assert inside(int(out["suit_decided"].sum()), 2 * phases, 8.15412e-6)
    # high cards aside, the mean award; straight flushes count 8 here and nothing there
    flushes = out["best_cat1"][:, 8].sum() + out["best_cat2"][:, 8].sum()
    awards = out["pts_phase1"].sum() + out["pts_phase2"].sum() - 8 * flushes
    variance = sum(p * k**2 for k, p in enumerate(BEST_OF_TWO[:8])) - 0.976272**2
    assert abs(awards / (2 * phases) - 0.976272) < 4 * sqrt(variance / phases)  # two phases of a round are not independent
    return phases


def test_exact_check_4_two_uniform_players_are_two_random_disjoint_hands():
    assert two_hands(20_000) > 200_000


@pytest.mark.slow
def test_exact_check_4_with_a_million_games():
    assert two_hands(1_000_000) > 10_000_000


# counts of section 5, straight flush last
HANDS = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_exact_check_5_every_hand_of_uniform_play_is_a_random_hand(players):
    out = rolled(players, games=8_000, straight_flush="points")
    hands = players * int(out["rounds"].sum())
    for column in ("hand_cat1", "hand_cat2"):
        for count, ways in zip(out[column].sum(axis=0), HANDS, strict=True):
            # hands of one table are not independent: the band is that of the rounds
            p = ways / comb(52, 5)
            assert abs(count / hands - p) <= 4 * sqrt(p * (1 - p) / (hands / players)) + 1e-12
    aces = out["seats_by_aces"].sum(axis=0)
    assert abs(aces[1:].sum() / aces.sum() - 0.341158) < 4 * sqrt(0.341158 * 0.658842 / (hands / players))


@pytest.mark.parametrize("games", [6_000, pytest.param(60_000, marks=pytest.mark.slow)])
def test_exact_check_5_straight_flushes_end_games_as_often_as_they_are_dealt(games):
    out = rolled(6, games=games)
    rounds = int(out["rounds"].sum())
    assert inside(int((out["end_reason"] == 1).sum()), rounds, 6 / 64_974)
    assert inside(int((out["end_reason"] == 2).sum()), rounds, 6 * 0.9675 / 64_974)


def test_exact_check_9_uniform_throws_a_binomial_number_of_cards():
    out = rolled(3, games=8_000)
    for column in ("thrown1", "thrown2"):
        thrown = out[column].sum(axis=0)
        for k, count in enumerate(thrown):
            assert inside(int(count), int(thrown.sum()), comb(5, k) / 32)
    assert inside(int(out["shown"].sum()), int(out["thrown2"].sum()), 5 / 32)
    assert inside(int(out["rejected"].sum()), int(out["shown"].sum()), 1 / 2)


@pytest.mark.parametrize(("players", "mean"), [(2, 1.919628), (3, 1.325853), (4, 0.999453), (5, 0.799975), (6, 0.666666)])
def test_exact_check_12_mean_number_of_top_cards(players, mean):
    assert abs(4 * (1 - comb(39, 5 * players) / comb(52, 5 * players)) / players - mean) < 1e-6
    out = rolled(players, games=4_000, straight_flush="points")
    tops = out["seats_by_top"].sum(axis=0)
    found = (tops * np.arange(5)).sum() / tops.sum()
    assert abs(found - mean) < 4 * 1.2 / sqrt(int(out["last"].sum()))  # a hand's top cards deviate by less than 1.2


@pytest.mark.parametrize("policy", ["uniform", "basic"])
@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_exact_check_14_the_race_is_a_chain_of_independent_rounds(policy, players):
    """The law of a round's awards, by simulation of first rounds, put through the recursion, gives win rates and lengths."""
    law = round_law(policy, players, games=60_000)
    wins, rounds = race(law, players, target=20)
    out = rolled(players, policy, games=40_000, seed=33, target=20)
    for seat in range(players):
        assert abs(out["win"][:, seat].mean() / 60 - wins[seat]) < 4 * sqrt(0.25 / 40_000) + 4 * sqrt(0.25 / 60_000)
    assert abs(out["rounds"].mean() - rounds) < 4 * out["rounds"].std() * (1 / sqrt(40_000) + 1 / sqrt(60_000))


def round_law(policy, players, games):
    """Awards by position in one round: (sudden winner, phase gains, last-trick winner) with their frequencies."""
    out = rolled(players, policy, games=games, seed=32, max_rounds=1)
    law = {}
    for row in out:
        sudden = int(row["winner"]) if row["end_reason"] in (1, 2) else -1
        gains = tuple(int(x) for x in row["pts_phase1"][:players] + row["pts_phase2"][:players])
        last = int(row["last"].argmax()) if sudden < 0 else -1
        key = (sudden, gains, last)
        law[key] = law.get(key, 0) + 1 / games
    return law


def race(law, players, target):
    """Win chances by seat and mean rounds: forward over all scores, first seat rotating."""
    states = {((0,) * players, (False,) * players): 1.0}
    wins, rounds, t = np.zeros(players), 0.0, 0
    while states:
        rounds += sum(states.values())
        after = {}
        for (points, eligible), chance in states.items():
            for (sudden, gains, last), p in law.items():
                if sudden >= 0:
                    wins[(sudden + t) % players] += chance * p
                    continue
                seat = (last + t) % players
                if eligible[seat]:
                    wins[seat] += chance * p
                    continue
                new = [min(points[s] + gains[(s - t) % players] + 5 * (s == seat), target) for s in range(players)]
                key = (tuple(new), tuple(x >= target for x in new))
                after[key] = after.get(key, 0.0) + chance * p
        states, t = after, t + 1
    return wins, rounds


class Renamed:
    """The same physical chance with suits renamed."""

    def __init__(self, chance, suits):
        self.chance, self.suits = chance, suits

    def rename(self, cards):
        return [card - card % 4 + self.suits[card % 4] for card in cards]

    def deck(self, round):
        return self.rename(self.chance.deck(round))

    def reshuffle(self, round, j):
        return self.rename(self.chance.reshuffle(round, j))

    def first_dealer(self, players):
        return self.chance.first_dealer(players)


def test_exact_check_15_the_full_house_rule_matters_only_when_full_houses_clash():
    one, other = (rolled(4, "basic", games=6_000, full_house_compare=knob) for knob in ("highest_rank", "trips_first"))
    peaceful = one["full_clash"] == 0
    assert 100 < (~peaceful).sum() < 3_000
    assert (one[peaceful] == other[peaceful]).all()
    assert (one["full_flip"] <= one["full_clash"]).all()


def test_exact_check_15_the_one_card_rule_matters_only_when_one_card_is_thrown():
    one, other = (rolled(2, games=20_000, one_card_show=knob, target=1) for knob in ("draw2", "none"))
    never = (one["thrown2"][:, 1] == 0) & (other["thrown2"][:, 1] == 0)
    assert never.sum() > 1_000
    assert (one[never] == other[never]).all()


def test_exact_check_15_suits_are_only_names():
    """Suits renamed in the deck, in reshuffles and in suit_order; the same physical cards thrown and played."""
    rules = GAME.Rules.of({"players": 5, "target": 15})
    suits = [2, 0, 3, 1]
    renamed_order = ["cdhs"[suit] for suit in suits]
    for index in range(3):
        table = playing(rules, index)
        twin = Referee({**rules.plain(), "suit_order": renamed_order}, Renamed(EngineChance(table.key), suits))
        random = Random(index)
        while not table.over:
            action = random.choice(table.legal())
            twin.step(physical(table, twin, action, suits))
            table.apply(action)
        outcome = twin.outcome()
        for name in ("winner", "rounds", "points", "last", "score1", "score2", "suit_decided", "seats_by_shape"):
            assert np.asarray(table.tally[name]).tolist() == outcome[name], name


def playing(rules, index):
    return Table(GAME, rules, 35, index)


def physical(table, twin, action, suits):
    """The number, under renamed suits, of the choice that means the same cards."""
    view = table.view()
    hand = [c for c in range(52) if int(view.hand) >> c & 1]

    def renamed(card):
        return card - card % 4 + suits[card % 4]

    if twin.point == "DRAW":
        thrown = {renamed(card) for place, card in enumerate(hand) if action >> place & 1}
        return sum(1 << place for place, card in enumerate(sorted(twin.hands[twin.seat])) if card in thrown)
    if twin.point == "SHOW":
        return action
    name = GAME.text.action_name(view, table.rules, action)
    card = GAME.text.FRENCH.read(name.removeprefix("play "))[0]
    return twin._playable().index(renamed(card))


def test_exact_check_15_seats_are_only_places():
    """Everybody one seat further with the dealer: the same game, one seat further."""
    rules = GAME.Rules.of({"players": 4, "target": 20, "first_dealer": 3})
    moved = GAME.Rules.of({"players": 4, "target": 20, "first_dealer": 0})
    for index in range(4):
        table, twin, random = playing(rules, index), playing(moved, index), Random(index)
        while not table.over:
            assert twin.seat == (table.seat + 1) % 4
            action = random.choice(table.legal())
            table.apply(action)
            twin.apply(action)
        assert twin.over
        assert np.roll(table.tally.points[:4], 1).tolist() == twin.tally.points[:4].tolist()
        assert table.tally.last.tolist() == twin.tally.last.tolist()


# ---- the rule of thumb, and the set arithmetic under it

LINES = {
    "3d 6h 9c Ad As": 7, "5c 5h 8d 8s Kd": 16, "2h 6h 9h 9s Ah": 8, "2d Th Jc Qd Ks": 1,
    "2h Jc Qd Ks Ad": 7, "2s 3h 4d 5c 9c": 16, "2d 7c 7d 7s Qh": 17, "9d 9s Ts Js Qs": 1,
}  # fmt: skip


@pytest.mark.parametrize("hand", LINES)
def test_basic_throws_by_the_first_line_that_fits(hand):
    assert int(wanted_discards(np.int64(mask(hand)), GAME.Rules().lower())) == LINES[hand]


def test_lanes_move_every_card_to_its_suit():
    for card in range(52):
        assert int(lanes(np.int64(1 << card))) == 1 << 16 * (card % 4) + card // 4
    assert int(lanes(np.int64((1 << 52) - 1))) == sum(0x1FFF << 16 * suit for suit in range(4))


DIGEST = """
import hashlib
from simlab.contract.catalogue import load
from simlab.play.drivers import roll
from simlab.players.registry import make_player
game = load("showdown")
digest = hashlib.sha256()
for given in ({"players": 2, "target": 10}, {"players": 6, "lowest_rank": 3, "trump": "h", "max_rounds": 1}):
    rules = game.Rules.of(given)
    for policy in ("uniform", "basic"):
        out = roll(game, [make_player(game, policy, rules)] * rules.players, rules.lower(), 5, 0, 1)
        digest.update(out.tobytes())
print(digest.hexdigest())
"""


@pytest.mark.parametrize("mode", ["NUMBA_DISABLE_JIT", pytest.param("NUMBA_BOUNDSCHECK", marks=pytest.mark.slow)])
def test_the_three_modes_give_the_same_bytes(mode):
    assert python(DIGEST) == python(DIGEST, **{mode: "1"})
