"""Jester against numbers computed outside: enumeration, the exact blackjack table, the bidding tree, the arithmetic of the race."""

from fractions import Fraction
from math import comb, perm, sqrt

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.games.jester.players.blackjack import blackjack_chart, count_deck, fresh_counts, pair_values, spots
from simlab.games.jester.rules import PAIR_CLASSES, Act, Bid, Rules
from simlab.jit import kernel
from simlab.masks import count, nth
from simlab.play.drivers import roll
from simlab.players.registry import make_player
from simlab.ranking.hands import CATEGORY_AT, SUM_AT
from simlab.ranking.scalar import rank
from tests.games.jester.table import poker_table, steps


def rolled(games, policy="uniform", seed=1, **knobs):
    rules = Rules.of(knobs)
    return roll(load("jester"), [make_player(load("jester"), policy, rules)] * rules.players, rules.lower(), seed, 0, games)


def close(seen, expected, n, spread=None):
    """Within four standard errors; the spread of a proportion follows from itself."""
    spread = sqrt(expected * (1 - expected)) if spread is None else spread
    return abs(seen - expected) < 4 * spread / sqrt(n) + 1e-9


# ---- 10.1


@kernel
def score_fives(order, scores):
    """The score of every five-card hand, always in the same order of hands."""
    n = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        mask = np.int64(0)
                        for card in (a, b, c, d, e):
                            mask |= np.int64(1) << np.int64(16 * (card & 3) + (card >> 2))
                        scores[n] = rank(mask, order)
                        n += 1


def tier(scores):
    return (scores >> CATEGORY_AT) & 15


def scored(**knobs):
    scores = np.zeros(comb(52, 5), np.int64)
    score_fives(Rules.of(knobs).lower().order, scores)
    return scores


@pytest.mark.parametrize(
    ("wheel", "hands"),
    [
        (False, [1303560, 1098240, 123552, 54912, 9180, 5112, 3744, 624, 32, 4]),
        (True, [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]),
    ],
)
def test_section_5_all_five_card_hands_by_tier_and_sum(wheel, hands):
    scores = scored(wheel=wheel)
    assert np.bincount(tier(scores)).tolist() == hands
    if wheel:
        return
    kinds = [np.unique(scores[tier(scores) == t]) for t in range(10)]
    assert [len(kind) for kind in kinds] == [39, 49, 53, 55, 9, 39, 55, 59, 8, 1]
    sums = [((kind >> SUM_AT) & 127) + 10 for kind in kinds]
    ranges = [(int(s[0]), int(s[-1])) for s in sums]
    assert ranges == [(21, 59), (16, 64), (14, 66), (13, 67), (20, 60), (21, 59), (12, 68), (11, 69), (20, 55), (60, 60)]


def test_section_10_1_two_random_hands_by_the_sum_and_by_ordinary_poker():
    """From the classes of ordinary poker: each lies within one tier and has one sum."""
    by_sum, ordinary = scored(), scored(poker_tie_break="standard")
    _, at, hands = np.unique(ordinary, return_index=True, return_counts=True)  # weakest first
    assert len(hands) == 7462
    same_tier = ties = turned = split = 0
    for held in range(10):
        mine = tier(ordinary[at]) == held
        n, sums = hands[mine].astype(float), by_sum[at][mine]  # counts of pairs stay below 2 ** 53: exact
        pairs = np.outer(n, n)
        same_tier += pairs.sum()
        ties += pairs[sums[:, None] == sums[None, :]].sum()
        weaker = np.tri(len(n), k=-1, dtype=bool)  # column before row in ordinary poker
        turned += 2 * pairs[weaker & (sums[:, None] < sums[None, :])].sum()
        split += 2 * pairs[weaker & (sums[:, None] == sums[None, :])].sum()
    counts = (same_tier, ties, (hands.astype(float) ** 2).sum(), turned, split)
    shares = [round(float(Fraction(int(n), comb(52, 5) ** 2)), 9) for n in counts]
    assert shares == [0.432861754, 0.015866510, 0.000263841, 0.082329474, 0.015602669]


# ---- 10.2

POSITIONS = {
    2: (0.058824, [0.529412, 0.470588]),
    3: (0.087059, [0.363137, 0.332549, 0.304314]),
    4: (0.116447, [0.280288, 0.259304, 0.239520, 0.220888]),
    5: (0.145938, [0.230788, 0.214582, 0.199200, 0.184618, 0.170812]),
    6: (0.175541, [0.197964, 0.184612, 0.171898, 0.159803, 0.148313, 0.137410]),
}
JESTERS_RANK = {(4, 14): 0.281263, (4, 13): 0.217302, (4, 12): 0.163860, (2, 14): 0.149321, (6, 14): 0.397230}


def highest_is(n, held):
    """The chance that the highest of n random cards is of this rank."""
    return Fraction(comb(4 * (held - 1), n) - comb(4 * (held - 2), n), comb(52, n))


@pytest.mark.parametrize("n", POSITIONS)
def test_section_10_2_the_table_follows_from_counting(n):
    """Position i wins when the earlier cards are lower and the later ones at most equal."""
    tie, shares = POSITIONS[n]
    assert round(float(1 - sum(Fraction(4 * comb(4 * (r - 2), n - 1), comb(52, n)) for r in range(2, 15))), 6) == tie
    for i, share in enumerate(shares):
        ways = sum(4 * perm(4 * (r - 2), i) * perm(max(4 * (r - 1) - 1 - i, 0), n - 1 - i) for r in range(2, 15))
        assert round(ways / perm(52, n), 6) == share
    for (players, held), chance in JESTERS_RANK.items():
        assert round(float(highest_is(players, held)), 6) == chance


@pytest.mark.parametrize("n", POSITIONS)
def test_section_10_2_uniform_trash_low_and_high(n):
    """40,000 first rounds, seed 1."""
    games, (tie, shares) = 40_000, POSITIONS[n]
    out = rolled(games, players=n, max_rounds=1, phases=["trash", "low", "high"])
    for name in ("trash_ties", "low_ties", "high_ties"):
        assert close(out[name].mean(), tie, games), name
    for position, share in enumerate(shares):
        assert close(out["jester_rounds"][:, (position + 1) % n].mean(), share, games)
        assert close(out["low_winpos"][:, position].mean(), share, games)
        assert close(out["high_winpos"][:, position].mean(), share, games)
    for held in range(2, 15):
        assert close((out["jester_rank_sum"] == held).mean(), float(highest_is(n, held)), games), held


# ---- 10.3

BY_PAIR = """
AT 1.8167 1.1152 1.7880 1.9934 sddddddsss;56 0.3665 1.1028 1.7570 1.7570 dddddddddd;47 0.3797 1.1022 1.7554 1.7554 dddddddddd
38 0.3788 1.0981 1.7452 1.7452 dddddddddd;29 0.3755 1.0919 1.7298 1.7298 dddddddddd;A9 1.4945 1.0289 1.5722 1.6792 sddddddsss
55 0.3614 1.0407 1.6019 1.6019 dddddddddd;46 0.3586 1.0384 1.5960 1.5962 hddddddddd;37 0.3709 1.0379 1.5949 1.5952 hddddddddd
28 0.3697 1.0320 1.5801 1.5807 hddddddddd;TT 1.5137 0.1454 -1.5566 1.5137 ssssssssss;A8 1.2600 0.9874 1.4686 1.4998 sddddddsds
A7 1.0173 0.9339 1.3348 1.3523 sddddddddd;9T 1.2808 0.2639 -1.1802 1.2808 ssssssssss;45 0.3580 0.8730 1.1826 1.2186 hddddddddh
36 0.3544 0.8690 1.1725 1.2102 hddddddddh;A6 0.7676 0.8740 1.1851 1.2061 hddddddddh;27 0.3662 0.8677 1.1693 1.2054 hddddddddh
A5 0.6667 0.8259 1.0648 1.1060 hddddddddh;A4 0.5787 0.8155 1.0387 1.0751 hddddddddh;AA 0.4423 0.8181 1.0452 1.0663 hddddddddh
A3 0.5100 0.8071 1.0177 1.0530 hddddddddh;8T 1.0380 0.3633 -0.8517 1.0380 ssssssssss;99 1.0371 0.3634 -0.8516 1.0371 ssssssssss
A2 0.4561 0.7959 0.9898 1.0271 hddddddddh;44 0.3592 0.7273 0.8183 0.9406 hddddddhhh;35 0.3579 0.7261 0.8152 0.9370 hddddddhhh
26 0.3542 0.7203 0.8008 0.9247 hddddddhhh;89 0.7791 0.4429 -0.5726 0.7791 ssssssssss;7T 0.7782 0.4429 -0.5726 0.7782 ssssssssss
34 0.3615 0.5939 0.4847 0.7077 hdddddhhhh;25 0.3601 0.5914 0.4785 0.7029 hdddddhhhh;88 0.6744 0.5028 -0.3430 0.6796 sssssshhss
79 0.6723 0.5025 -0.3438 0.6769 sssssshhss;6T 0.6596 0.5043 -0.3393 0.6637 sssssshhss;2T 0.3887 0.6592 0.3480 0.6592 hhhhhhhhhh
57 0.3947 0.6322 0.2604 0.6322 hhhhhhhhhh;48 0.3953 0.6297 0.2543 0.6297 hhhhhhhhhh;66 0.3797 0.6281 0.2502 0.6281 hhhhhhhhhh
3T 0.4309 0.6236 0.1789 0.6236 hhhhhhhhhh;39 0.3922 0.6235 0.2387 0.6235 hhhhhhhhhh;49 0.4331 0.6223 0.1758 0.6223 hhhhhhhhhh
78 0.5794 0.5541 -0.1348 0.6216 hssssshhhh;5T 0.5662 0.5259 -0.2253 0.6017 hssssshhhh;69 0.5657 0.5187 -0.2433 0.5963 hssssshhhh
4T 0.4915 0.5787 -0.0132 0.5881 hhhhsshhhh;59 0.4924 0.5738 -0.0254 0.5839 hhhhsshhhh;67 0.4322 0.5824 0.0560 0.5825 hhhhhshhhh
58 0.4349 0.5818 0.0545 0.5824 hhhhhshhhh;68 0.4922 0.5689 -0.0378 0.5785 hhhhsshhhh;33 0.3659 0.5199 0.2997 0.5718 hdddddhhhh
24 0.3654 0.5188 0.2971 0.5698 hdddddhhhh;77 0.5042 0.5268 -0.1631 0.5479 hshssshhhh;23 0.3702 0.4701 0.1753 0.4903 hhhhddhhhh
22 0.3746 0.4334 0.0834 0.4423 hhhhhdhhhh
"""
PAIRS = [row.split() for line in BY_PAIR.strip().splitlines() for row in line.split(";")]


def values(pair):
    return tuple(sorted({"A": 1, "T": 10}.get(c) or int(c) for c in pair))


def test_section_10_3_every_pair_against_every_deck_card():
    rules = Rules()
    assert len(PAIRS) == 55
    for pair, hold, hit, double, mean_best, codes in PAIRS:
        row = [spot for spot in spots(rules) if spot.pair == values(pair)]
        ways = sum(spot.ways for spot in row)
        means = [sum(spot.ways * spot.worth[a] for spot in row) / ways for a in Act]
        assert [round(float(m), 4) for m in means] == [float(hold), float(hit), float(double)], pair
        assert round(float(pair_values(rules)[values(pair)]), 4) == float(mean_best), pair
        assert "".join("shd"[spot.worth.index(max(spot.worth))] for spot in row) == codes, pair


def test_section_10_3_figures_of_a_random_pair():
    every = spots(Rules())
    ways = sum(spot.ways for spot in every)
    assert ways == comb(52, 2) * 50
    means = [float(sum(spot.ways * spot.worth[a] for spot in every) / ways) for a in Act]
    assert [round(m, 6) for m in means] == [0.742137, 0.616819, 0.163767]
    assert round(sum(means) / 3, 6) == 0.507574
    assert round(float(sum(spot.ways * max(spot.worth) for spot in every) / ways), 6) == 1.017337
    hold, hit, double = means
    wins = hit / 2
    assert [round(share, 6) for share in (hold / 2, wins, 5 * wins - 1 - double)] == [0.371068, 0.308409, 0.378281]  # the last: bust


def beaten(own, **knobs):
    """The share of all decks that a hand of this total beats."""
    rules, results = Rules.of(knobs), np.zeros(4, np.int64)
    for first in range(1, 11):
        counts = fresh_counts(rules)
        ways = int(counts[first - 1])
        counts[first - 1] -= 1
        count_deck(rules.lower(), counts, 51, own, first, ways, results)
    assert results.sum() == 52 * 51 * 50
    return Fraction(int(results[0]), 52 * 51 * 50)


def test_section_10_3_totals_of_the_deck_as_the_chart_counts_them():
    """A hand beats the lower decks and those over 21: differences are the chances of each total."""
    totals = [beaten(total + 1) - beaten(total) for total in range(17, 21)] + [1 - beaten(21)]
    assert [round(float(share), 6) for share in totals] == [0.127541, 0.119336, 0.115354, 0.155656, 0.101056]
    low = beaten(17, deck_bust="none")
    assert round(float(low), 6) == 0.207722
    assert beaten(17) - low == Fraction(13, 75)
    assert beaten(22) == 0


def test_section_10_3_the_chart_has_27_classes_by_10_deck_cards_with_exact_margins():
    chart = blackjack_chart(Rules())
    assert [cell.pair_class for cell in chart[::10]] == list(PAIR_CLASSES)
    assert len(chart) == 270
    assert [sum(cell.best == action for cell in chart) for action in Act] == [67, 81, 122]  # hold, hit, double: the game's page says so
    for cell in chart:
        assert cell.worth[cell.best] == max(cell.worth)
        assert cell.margin == max(cell.worth) - sorted(cell.worth)[1]
    cells = {(cell.pair_class, cell.deck_card): cell for cell in chart}
    alone = next(spot for spot in spots(Rules()) if spot.pair == (1, 10) and spot.deck == 6)
    assert cells["S21", 6].worth == alone.worth  # a class of one pair
    assert cells["H11", 10].best == Act.DOUBLE
    assert cells["H20", 5].best == Act.HOLD


def test_section_10_3_the_classes_stand_in_the_order_of_their_mean_best_expectation():
    best = {}
    for cell_class in PAIR_CLASSES:
        of_class = [p for p in pair_values(Rules()) if (f"S{sum(p) + 10}" if 1 in p else f"H{sum(p)}") == cell_class]
        weight = {p: sum(s.ways for s in spots(Rules()) if s.pair == p) for p in of_class}
        best[cell_class] = sum(weight[p] * pair_values(Rules())[p] for p in of_class) / sum(weight.values())
    assert sorted(best, key=best.get, reverse=True) == list(PAIR_CLASSES)


def test_section_10_3_uniform_play_meets_the_exact_figures():
    """60,000 first rounds of four, seed 1: 240,000 blackjack hands."""
    out = rolled(60_000, max_rounds=1, phases=["blackjack"])
    for name, share in (("bj_hold", 0.371068), ("bj_hit", 0.308409), ("bj_double", 0.308409)):
        hands = out[name].sum()
        assert close(out[f"{name}_win"].sum() / hands, share, hands / 2)  # seats share the deck: fewer than they seem
    assert close(out["bj_hit_bust"].sum() / out["bj_hit"].sum(), 0.378281, out["bj_hit"].sum() / 2)
    assert close(out["deck_bust"].mean(), 13 / 75, 60_000)
    assert close(out["deck_three"].mean(), 1728 / 2652, 60_000)


# ---- 10.4


def tree(table, known):
    """What follows from here under uniform bidding: showdown, won by the jester alone, highest bid, turns to come, seats left."""
    state = table.state.copy()
    bids, legal = state.table, np.int64(state.legal)
    key = (int(state.seat), int(bids.point), int(bids.highest), bids.common.tobytes(), bids.bid.tobytes(), bids.folded.tobytes())
    key += (bids.facing.tobytes(),)
    if key not in known:
        found, n = np.zeros(5), int(count(legal))
        for k in range(n):
            table.state = state.copy()
            table.apply(int(nth(legal, k)))
            turns = int(table.tally.poker_turns) - int(state.tally.poker_turns)
            found += (leaf(table.tally) if table.over else tree(table, known)) + [0, 0, 0, turns, 0]
        known[key] = found / n
    table.state = state
    return known[key]


def leaf(tally):
    left = 1 if tally.poker_uncontested else int(tally.showdown_live_sum)
    return np.array([tally.poker_showdowns, tally.uncontested_by_jester, tally.final_bid_sum, 0, left], float)


TREE = {
    (0, 0): (0.0, 1.0, 1.0, 2.0, 1.0),
    (0, 5): (0.05, 0.2, 2.5, 3.15, 1.05),
    (3, 3): (0.4375, 0.458333, 1.791667, 3.3125, 1.4375),
    (5, 5): (0.392901, 0.416426, 3.452083, 3.733256, 1.392901),
    (8, 8): (0.365991, 0.403476, 5.945550, 4.127622, 1.365991),
    (20, 20): (0.349775, 0.412848, 15.439525, 4.505555, 1.349775),
    (8, 3): (0.039167, 0.945556, 4.283611, 2.626389, 1.039167),
    (3, 8): (0.035556, 0.173611, 3.934167, 3.238056, 1.035556),
    (4, 4, 4): (0.652842, 0.195650, 2.840599, 5.340278, 1.838252),
    (6, 2, 9): (0.065297, 0.211136, 5.722553, 4.841318, 1.070505),
    (3, 3, 3, 3): (0.823495, 0.103009, 1.949074, 6.403356, 2.351852),
    (5, 5, 5, 5): (0.792119, 0.085110, 3.910425, 7.087488, 2.272170),
    (2, 7, 4, 1): (0.071120, 0.041667, 3.858455, 5.842561, 1.079453),
    (4, 4, 4, 4, 4, 4): (0.936353, 0.020887, 2.976344, 9.231042, 3.228271),
}
LONG = [(5, 5, 5, 5), (4, 4, 4, 4, 4, 4)]  # met by rollouts in the next test


@pytest.mark.parametrize("held", [pytest.param(held, marks=pytest.mark.slow) if held in LONG else held for held in TREE])
def test_section_10_4_the_bidding_tree(held):
    table = poker_table(held, max_rounds=1)
    found = tree(table, {})
    found[3] += table.tally.poker_turns  # those before the first choice
    assert np.allclose(found, TREE[held], atol=6e-7)


ROLLED = {
    (8, 2): (0.365991, 0.403476, 5.945550, 4.127622, 1.365991),
    (3, 4): (0.823495, 0.103009, 1.949074, 6.403356, 2.351852),
    (5, 4): (0.792119, 0.085110, 3.910425, 7.087488, 2.272170),
    (4, 6): (0.936353, 0.020887, 2.976344, 9.231042, 3.228271),
}


@pytest.mark.parametrize("case", ROLLED)
def test_section_10_4_uniform_bidding_meets_the_tree(case):
    """40,000 Poker phases, seed 2, everybody with the same points."""
    held, n = case
    out = rolled(40_000, seed=2, players=n, start_points=held, phases=["poker"], first_dealer=n - 1, max_rounds=1)
    left = out["showdown_live_sum"] + out["poker_uncontested"]
    seen = (out["poker_showdowns"], out["uncontested_by_jester"], out["final_bid_sum"], out["poker_turns"], left)
    for column, expected in zip(seen, ROLLED[case], strict=True):
        assert close(column.mean(), expected, 40_000, column.std())


# ---- 10.5 to 10.7


@pytest.mark.parametrize(("players", "policy"), [(2, "uniform"), (3, "basic"), (4, "uniform"), (4, "basic"), (5, "uniform"), (6, "bully")])
def test_section_10_5_and_10_7_the_arithmetic_of_the_race(players, policy):
    out = rolled(4_000, policy, players=players)
    assert out["rounds"].min() >= 2  # no game ends in round 1
    second = out[out["rounds"] == 2]
    assert (second["ended_in"] >= 2).all()  # at the earliest in High
    assert out["points_r1"].max() <= 19
    assert out["points"].max() <= 58
    assert out["final_bid_max"].max() <= 19
    assert (out["final_bid_r"][:, 0] >= 1).all()
    assert (out["win"].sum(1) == 60).all()
    assert (out["jester_rounds"].sum(1) == out["rounds"]).all()
    full = out["rounds"] - (out["ended_in"] == 1)
    assert (out["pts_low"].sum(1) == out["rounds"]).all()
    assert (out["pts_high"].sum(1) == 2 * full).all()
    if players < 6:
        assert out["reshuffles"].sum() == 0  # 9n + 5 cards at most
    parts = sum(out[name] for name in ("pts_low", "pts_high", "pts_bj", "pts_poker"))
    assert (parts == out["points"]).all()


def test_section_10_5_and_10_7_before_the_first_poker_phase():
    """20,000 rounds without Poker, seed 1."""
    out = rolled(20_000, max_rounds=1, phases=["trash", "low", "high", "blackjack"])
    assert out["points"].max() == 1 + 2 + 4
    assert set(np.unique(out["pts_bj"])) == {-2, -1, 0, 2, 4}
    assert set(out["pts_low"].sum(1)) == {1}
    assert set(out["pts_high"].sum(1)) == {2}


@pytest.mark.parametrize("held", range(2, 21))
def test_section_10_5_a_maximal_bid_won_makes_3p_less_2_and_wins_from_8_points(held):
    table = poker_table([held, held], ["Ac Ad As", "2c 3d 7h"], pile="9h Jh")
    opening = 2 + held - 1 if held <= 3 else Bid.RAISE_MAX  # merged with the raises by 1 and by 2
    steps(table, opening, Bid.CALL, Bid.CHECK, Bid.CHECK)
    assert table.over == (held >= 8)
    assert table.state.table.points[0] == 3 * held - 2


@pytest.mark.parametrize("live", range(2, 7))
def test_section_10_5_a_showdown_of_k_with_bid_b_creates_b_times_3_less_k(live):
    """So a random hand that stays in gains b(3/k - 1) in the mean: nothing among three."""
    for index in range(40):
        table = poker_table([9] * live, max_rounds=1, index=index)
        steps(table, Bid.RAISE_1 + index % 4, *[Bid.CALL] * (live - 1))
        bid = int(table.state.table.highest)
        assert table.state.table.bid[:live].tolist() == [bid] * live  # 10.7: equal at a showdown
        steps(table, Bid.CHECK, Bid.CHECK)
        if table.tally.showdown_ties == 0:
            assert table.tally.pts_poker[:live].sum() == bid * (3 - live)


def test_section_10_6_six_players_run_out_of_cards():
    """20,000 first rounds of six, seed 1."""
    hits = [Fraction(comb(6, k) * 2**k, 3**6) for k in range(7)]
    chance = sum(hits[3:]) + hits[2] * Fraction(1728, 2652)
    assert round(float(chance), 6) == 0.953491
    out = rolled(20_000, players=6, max_rounds=1)
    assert close(out["reshuffles_bj"].mean(), float(chance), 20_000)
