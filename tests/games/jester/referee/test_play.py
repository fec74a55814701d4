"""Jester played out: the rule-of-thumb players, and random games over random rules."""

import copy
import random
from itertools import combinations, pairwise

import pytest

from tests.games.jester.referee import ranking
from tests.games.jester.referee.game import DEFAULTS, RandomChance, Referee, basic, bully
from tests.games.jester.referee.policies import CALL, CHECK, DOUBLE, FOLD, HIT, HOLD, RAISE_1, RAISE_2, RAISE_MAX, THRESHOLDS, throwaway
from tests.games.jester.referee.table import Stacked, blackjack_table, cards, play_out, poker_table, steps, table

BOARD = "9s Js"

# --- the policies of section 7 -------------------------------------------------------------------------------------------


def test_section_7_2_throwaway_is_a_lone_rank_near_seven():
    assert throwaway(cards("6c 6d 8h Ks"), THRESHOLDS) == cards("8h")[0]
    assert throwaway(cards("6c 8h Ks"), THRESHOLDS) == cards("6c")[0]
    assert throwaway(cards("6c 6d Kh Ks"), THRESHOLDS) == cards("6c")[0]


def test_section_7_2_low_takes_the_cheapest_winner_when_last_and_else_a_court_card():
    referee = table(Stacked(["8c 9c Ac", "4d Qd Ts", "9h Kh Ks"]), players=3, phases=["low", "high"], first_dealer=2)
    referee.hands = [sorted(cards(h)) for h in ("8c 9c Jc Ac", "4d Qd Ts", "9h Kh Ks")]
    referee.step(basic(referee, 1))  # leads: a queen is high enough
    assert referee.centre["low"] == [(1, cards("Qd")[0])]
    referee.step(basic(referee, 2))
    assert referee.centre["low"][1] == (2, cards("Kh")[0])
    referee.step(basic(referee, 0))
    assert referee.centre["low"][2] == (0, cards("Ac")[0])
    referee.hands = [sorted(cards(h)) for h in ("5c 3d", "7d Qh", "2h Kc")]
    referee.step(basic(referee, 2))  # High: the lowest card leads
    assert referee.centre["high"] == [(2, cards("2h")[0])]
    referee.step(basic(referee, 1))
    assert referee.centre["high"][1] == (1, cards("7d")[0])


def test_section_7_2_the_pair_comes_by_class_then_by_the_triple_left():
    referee = table(players=2, phases=["blackjack", "poker"])
    referee.hands[0] = sorted(cards("Ac Kc Kd Kh 2s"))
    assert list(combinations(referee.hands[0], 2))[basic(referee, 0)] == tuple(sorted(cards("Ac Kc")))
    referee.hands[0] = sorted(cards("Ac Kc Qd Qh 2s"))  # A-K leaves the queens together
    assert list(combinations(referee.hands[0], 2))[basic(referee, 0)] == tuple(sorted(cards("Ac Kc")))
    referee.hands[0] = sorted(cards("5c 6d 4h 7h Ks"))  # two elevens leave triples of 24 and 24: the first pair of ids
    assert list(combinations(referee.hands[0], 2))[basic(referee, 0)] == tuple(sorted(cards("4h 7h")))


@pytest.mark.parametrize(
    ("pair", "action"),
    [
        ("Ac Kc", HOLD),
        ("Ac 8c", HOLD),
        ("Ac 7c", DOUBLE),
        ("Ac Ad", DOUBLE),
        ("Kc 5c", HOLD),
        ("Kc 4c", HIT),
        ("Kc 2c", HIT),
        ("5c 6c", DOUBLE),
        ("4c 5c", DOUBLE),
        ("4c 4d", HIT),
        ("2c 2d", HIT),
    ],
)
def test_section_7_2_blackjack_actions(pair, action):
    referee = blackjack_table([pair, "4h 5h"], "9d")
    assert basic(referee, 0) == action


def test_section_7_2_what_is_not_legal_becomes_hit_then_hold():
    referee = blackjack_table(["Ac 5c", "4h 5h"], "9d Ad", max_hits=2)
    referee.step(HIT)
    assert (basic(referee, 0), referee.legal()) == (HIT, [HOLD, HIT])  # a soft 17 would double
    referee.pile, referee.rules["exhaust"] = [], "stop"
    assert basic(referee, 0) == HOLD


def test_section_7_2_bids_by_poker_class():
    referee = poker_table([9, 9, 4, 9], ["Ac Ad 4h", "Kc Kd 3h", "9c Jd 8h", "2d 3d 7h"], BOARD)
    assert basic(referee, 0) == RAISE_2
    referee.step(RAISE_1)
    assert basic(referee, 1) == RAISE_2  # strong, no raise yet
    assert basic(referee, 1, bid_raises=0) == CALL
    referee.step(CALL)
    assert basic(referee, 2) == CALL  # medium: 28
    assert basic(referee, 2, medium_sum=29, weak_bid=0) == FOLD
    referee.step(RAISE_1)
    assert basic(referee, 3) == FOLD  # weak over 1
    steps(referee, FOLD, CALL, CALL)
    assert (referee.point, referee.seat) == ("CHECK", 2)
    assert basic(referee, 2) == CHECK
    referee.step(CHECK)  # 9s: pairs seat 2
    assert basic(referee, 0) == RAISE_1
    assert basic(referee, 0, check_raises=1) == CHECK


def test_section_7_3_the_bully_prices_the_table_out():
    referee = poker_table([9, 5, 5], ["2d 3c 7h"])
    assert basic(referee, 0) == RAISE_1
    assert bully(referee, 0) == RAISE_MAX
    assert bully(poker_table([9, 9, 5], ["2d 3c 7h"]), 0) == RAISE_1
    referee = poker_table([9, 9, 5], ["2d 3c 7h"], max_raises=1)
    steps(referee, RAISE_1, FOLD, CALL)
    assert bully(referee, 0) == CHECK


# --- random play ---------------------------------------------------------------------------------------------------------

CHOICES = {
    "target": [5, 13, 21, 30],
    "start_points": [0, 3],
    "max_rounds": [1, 3, 12, 40],
    "redeal": ["round", "phase"],
    "end_check": ["phase", "round"],
    "win_tie": ["share", "order", "play_on"],
    "first_dealer": [0, 1, "random"],
    "trash_tie": ["order", "suit", "random"],
    "jester_by": ["highest", "lowest", "rotate"],
    "low_points": [0, 1, 5],
    "high_points": [0, 2, 5],
    "swap_low_high": [False, True],
    "centre_tie": ["first", "last", "none", "each"],
    "centre_play": ["open", "blind"],
    "bj_pick": ["together", "in_turn"],
    "max_hits": [1, 2],
    "double_draws": [0, 1, 2],
    "bj_win": [-1, 2, 8],
    "dd_win": [4, 8],
    "dd_lose": [-5, -1, 2],
    "dd_bust": [-5, -2],
    "natural_bonus": [0, 3],
    "bj_tie": ["lose", "push", "win"],
    "deck_bust": ["players_win", "none"],
    "deck_stands_at": [12, 17, 19],
    "deck_third": ["once", "until"],
    "points_floor": [None, -3, 0, 2],
    "jester_min_bid": [0, 1, 2, 3],
    "bid_limit": ["fewer", "up_to", "fixed"],
    "bid_limit_fixed": [1, 7, 20],
    "short_bid": ["fold", "all_in"],
    "max_raises": [0, 1, 3],
    "bid_grid": ["canonical", "every"],
    "poker_win_mult": [1, 2, 3],
    "uncontested_mult": [0, 2, 3],
    "poker_payout": ["multiple", "pot"],
    "poker_tie": ["split", "each", "push"],
    "poker_tie_break": ["sum", "sum_made", "standard", "sum_then_standard"],
    "wheel": [False, True],
    "min_rank": [2, 3, 4, 6],
    "exhaust": ["reshuffle", "stop"],
}


def random_rules(rng):
    rules = {**DEFAULTS, "players": rng.randint(2, 6)}
    for knob in rng.sample(sorted(CHOICES), rng.randint(0, len(CHOICES))):
        rules[knob] = rng.choice(CHOICES[knob])
    if rng.random() < 0.3:
        rules["phases"] = [p for p in DEFAULTS["phases"] if rng.random() < 0.7] or ["high"]
    if rng.random() < 0.2:
        rules["category_order"] = rng.sample(range(10), 10)
    while 8 * rules["players"] + 2 > 4 * (15 - rules["min_rank"]):
        rules["min_rank"] -= 1
    if rules["bid_grid"] == "every" and rules["win_tie"] == "play_on":
        rules["win_tie"] = "share"
    return rules


def check_cards(referee):
    """JE-1.2, JE-2.7, section 10.7: every card is in exactly one place."""
    held = [card for hand in referee.hands for card in hand]
    everything = sorted(held + referee.pile + referee.discards + referee.table)
    assert everything == [card for card in range(52) if ranking.rank(card) >= referee.rules["min_rank"]]
    legal = referee.legal()
    assert legal
    assert legal == sorted(set(legal))


def hide_and_swap(referee, seat, rng):
    """The same position with the cards this seat cannot see dealt otherwise."""
    other = copy.deepcopy(referee)
    if other.pile_is_reshuffled:
        rng.shuffle(other.pile)
        return other
    folded = [card for s, hand in other.folded_hands.items() if s != seat for card in hand]
    unseen = [card for s, hand in enumerate(other.hands) if s != seat for card in hand] + folded + other.pile
    rng.shuffle(unseen)
    other.discards = [card for card in other.discards if card not in folded]
    for s in range(other.n):
        if s != seat:
            other.hands[s] = sorted(unseen.pop() for _ in other.hands[s])
        if s != seat and s in other.folded_hands:
            other.folded_hands[s] = sorted(unseen.pop() for _ in other.folded_hands[s])
            other.discards += other.folded_hands[s]
    other.pile = unseen
    if other.secret == "trash":
        other.trash = [card if s == seat or card is None else other.pile[0] for s, card in enumerate(other.trash)]
    elif other.secret == "blackjack":
        other.fronts = [front if s == seat else sorted(other.pile[: len(front)]) for s, front in enumerate(other.fronts)]
    elif other.secret is not None:
        other.centre[other.secret] = [(s, card if s == seat else other.pile[0]) for s, card in other.centre[other.secret]]
    return other


@pytest.mark.parametrize("seed", range(150))
def test_section_10_7_random_games_over_random_rules_keep_cards_points_and_secrets(seed):
    rng = random.Random(seed)
    referee = Referee(random_rules(rng), RandomChance(seed))
    rules, n = referee.rules, referee.n

    def check(referee):
        check_cards(referee)
        if rng.random() < 0.02:
            seat = rng.randrange(n)
            assert hide_and_swap(referee, seat, rng).view(seat) == referee.view(seat)
        if rng.random() < 0.1:
            before = copy.deepcopy(referee.__dict__ | {"chance": None, "tally": None})
            assert basic(referee, referee.seat) in referee.legal()
            assert bully(referee, referee.seat) in referee.legal()
            assert before == referee.__dict__ | {"chance": None, "tally": None}

    outcome = play_out(referee, rng, check)
    assert sum(outcome["win"]) == 60
    booked = [sum(outcome["pts_" + p][s] for p in ("low", "high", "bj", "poker")) for s in range(n)]
    assert outcome["points"][:n] == [rules["start_points"] + b for b in booked]
    assert 60 * sum(booked) == 60 * outcome["jester_net"] + outcome["other_net"] * (n - 1)
    assert sum(outcome["jester_rounds"]) == outcome["rounds"] <= rules["max_rounds"]
    assert outcome["poker_played"] == outcome["poker_showdowns"] + outcome["poker_uncontested"]
    assert sum(outcome["cat"]) == outcome["showdown_live_sum"]
    assert sum(outcome["bj_pair_class"]) == outcome["bj_hold"] + outcome["bj_hit"] + outcome["bj_double"]
    assert sum(outcome[f"bj_{a}_pts"] for a in ("hold", "hit", "double")) == sum(outcome["pts_bj"])


@pytest.mark.parametrize("seed", range(60))
def test_section_3_and_10_5_bounds_of_the_default_game(seed):
    rng = random.Random(seed)
    n = 2 + seed % 5
    referee = table(RandomChance(seed), players=n)
    sizes = {"TRASH": 8, "LOW": 7, "HIGH": 6, "BJ_PICK": 5}

    def check(referee):
        check_cards(referee)
        if referee.point in sizes:
            assert len(referee.hands[referee.seat]) == sizes[referee.point]
        if referee.point in ("BID", "CHECK"):
            assert 1 <= referee.highest <= 19

    outcome = play_out(referee, rng, check)
    assert outcome["rounds"] >= 2  # nobody wins in round 1
    assert 21 <= max(outcome["points"]) <= 58 or outcome["capped"]
    assert outcome["decisions"] <= outcome["rounds"] * (24 * n + 2)
    assert outcome["poker_turns"] <= outcome["poker_played"] * (19 * n + 2)
    lows = outcome["rounds"]
    assert sum(outcome["pts_low"]) == lows
    assert sum(outcome["pts_high"]) in (2 * lows, 2 * (lows - 1))
    assert outcome["reshuffles"] == 0 or n == 6


def test_the_same_chance_and_actions_give_the_same_game():
    games = [play_out(table(RandomChance(4), players=5), random.Random(9)) for _ in range(2)]
    assert games[0] == games[1]


def sole_leaders(ends):
    return [points.index(max(points)) for points in ends if points.count(max(points)) == 1]


@pytest.mark.parametrize("seed", range(40))
def test_section_8_columns_of_the_race_follow_from_the_points_after_each_round(seed):
    n = 2 + seed % 5
    referee = table(RandomChance(seed), players=n, win_tie="order", dd_bust=-5, first_dealer="random")
    starts, lowest = {}, []

    def check(referee):
        starts.setdefault(referee.round, list(referee.points))
        lowest.append(min(referee.points))

    outcome = play_out(referee, random.Random(seed), check)
    ends = [*list(starts.values())[1:], referee.points]
    leaders = sole_leaders(ends)
    assert outcome["lead_changes"] == sum(a != b for a, b in pairwise(leaders))
    assert outcome["neg_rounds"] == sum(p < 0 for points in ends for p in points)
    assert outcome["points_r1"][:n] == ends[0]
    assert outcome["min_points"] == min(*lowest, *referee.points)
    champion = outcome["win"].index(60)
    assert outcome["winner_max_deficit"] == max(max(points) - points[champion] for points in ends)
    led = [r for r in starts if r >= 2 and starts[r].count(max(starts[r])) == 1]
    assert outcome["leader_poker_n"] == len(led) - (outcome["ended_in"] < 4 and referee.round in led)
    assert outcome["leader_won_poker"] <= outcome["leader_poker_n"]
