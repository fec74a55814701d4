"""Jester against numbers computed outside: enumeration, the exact blackjack table, the bidding tree, the arithmetic of the race."""

from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest

from simlab.games.contract import load
from simlab.games.jester.rules import PAIR_CLASSES, Act, Rules
from simlab.jit import kernel
from simlab.masks import count, nth
from simlab.play.drivers import roll
from simlab.players.jester import blackjack_chart, pair_values, spots
from simlab.players.registry import make_player
from simlab.ranking.hands import SUM_AT, category
from simlab.ranking.scalar import rank
from tests.games.jester_table import poker_table


def rolled(games, policy="uniform", seed=1, **knobs):
    rules = Rules.of(knobs)
    return roll(load("jester"), [make_player(load("jester"), policy, rules)] * rules.players, rules.lower(), seed, 0, games)


def close(seen, expected, n, spread=None):
    """Within four standard errors; the spread of a proportion follows from itself."""
    spread = sqrt(expected * (1 - expected)) if spread is None else spread
    return abs(seen - expected) < 4 * spread / sqrt(n) + 1e-9


# ---- 10.1


@kernel
def all_fives(order, tiers, sums):
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        mask = np.int64(0)
                        for card in (a, b, c, d, e):
                            mask |= np.int64(1) << np.int64(16 * (card & 3) + (card >> 2))
                        score = rank(mask, order)
                        tiers[category(score)] += 1
                        sums[category(score), ((score >> SUM_AT) & 127) + 10] += 1


@pytest.mark.parametrize(
    ("wheel", "hands"),
    [
        (False, [1303560, 1098240, 123552, 54912, 9180, 5112, 3744, 624, 32, 4]),
        (True, [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]),
    ],
)
def test_section_5_all_five_card_hands_by_tier_and_sum(wheel, hands):
    tiers, sums = np.zeros(16, np.int64), np.zeros((16, 160), np.int64)
    all_fives(Rules.of({"wheel": wheel}).lower().order, tiers, sums)
    assert tiers[:10].tolist() == hands
    if wheel:
        return
    assert (sums > 0).sum(1)[:10].tolist() == [39, 49, 53, 55, 9, 39, 55, 59, 8, 1]
    held = [np.nonzero(row)[0] for row in sums[:10]]
    ranges = [(int(h[0]), int(h[-1])) for h in held]
    assert ranges == [(21, 59), (16, 64), (14, 66), (13, 67), (20, 60), (21, 59), (12, 68), (11, 69), (20, 55), (60, 60)]
    same_tier = sum(Fraction(n, 2598960) ** 2 for n in hands)
    tie = sum((Fraction(int(n), 2598960)) ** 2 for n in sums.reshape(-1) if n)
    assert (round(float(same_tier), 9), round(float(tie), 9)) == (0.432861754, 0.015866510)


# ---- 10.2

POSITIONS = {
    2: (0.058824, [0.529412, 0.470588]),
    4: (0.116447, [0.280288, 0.259304, 0.239520, 0.220888]),
    6: (0.175541, [0.197964, 0.184612, 0.171898, 0.159803, 0.148313, 0.137410]),
}


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
    ace = 1 - Fraction(comb(48, n), comb(52, n))
    assert close((out["jester_rank_sum"] == 14).mean(), float(ace), games)


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


def test_section_10_3_the_chart_has_27_classes_by_10_deck_cards_with_exact_margins():
    chart = blackjack_chart(Rules())
    assert [cell.pair_class for cell in chart[::10]] == list(PAIR_CLASSES)
    assert len(chart) == 270
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


def tree(table, weight=1.0):
    """Sums over all histories of the bidding under uniform play: showdown, won by the jester alone, highest bid, turns, left."""
    found = np.zeros(5)
    state = table.state.copy()
    legal = np.int64(state.legal)
    n = int(count(legal))
    for k in range(n):
        table.state = state.copy()
        table.apply(int(nth(legal, k)))
        if table.over:
            t = table.tally
            left = 1 if t.poker_uncontested else int(t.showdown_live_sum)
            row = [t.poker_showdowns, t.uncontested_by_jester, t.final_bid_sum, t.poker_turns, left]
            found += weight / n * np.array(row, float)
        else:
            found += tree(table, weight / n)
    table.state = state
    return found


TREE = {
    (0, 0): (0.0, 1.0, 1.0, 2.0, 1.0),
    (0, 5): (0.05, 0.2, 2.5, 3.15, 1.05),
    (3, 3): (0.4375, 0.458333, 1.791667, 3.3125, 1.4375),
    (5, 5): (0.392901, 0.416426, 3.452083, 3.733256, 1.392901),
    (8, 3): (0.039167, 0.945556, 4.283611, 2.626389, 1.039167),
    (3, 8): (0.035556, 0.173611, 3.934167, 3.238056, 1.035556),
    (4, 4, 4): (0.652842, 0.195650, 2.840599, 5.340278, 1.838252),
    (2, 7, 4, 1): (0.071120, 0.041667, 3.858455, 5.842561, 1.079453),
}
LONG_TREE = {
    (8, 8): (0.365991, 0.403476, 5.945550, 4.127622, 1.365991),
    (6, 2, 9): (0.065297, 0.211136, 5.722553, 4.841318, 1.070505),
    (3, 3, 3, 3): (0.823495, 0.103009, 1.949074, 6.403356, 2.351852),
}


@pytest.mark.parametrize("held", TREE)
def test_section_10_4_the_bidding_tree(held):
    assert np.allclose(tree(poker_table(held, max_rounds=1)), TREE[held], atol=6e-7)


@pytest.mark.slow
@pytest.mark.parametrize("held", LONG_TREE)
def test_section_10_4_the_longer_bidding_trees(held):
    assert np.allclose(tree(poker_table(held, max_rounds=1)), LONG_TREE[held], atol=6e-7)


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


@pytest.mark.parametrize(("players", "policy"), [(2, "uniform"), (4, "uniform"), (4, "basic"), (6, "bully")])
def test_section_10_5_and_10_7_the_arithmetic_of_the_race(players, policy):
    out = rolled(4_000, policy, players=players)
    assert out["rounds"].min() >= 2  # no game ends in round 1
    second = out[out["rounds"] == 2]
    assert (second["ended_in"] >= 2).all()  # at the earliest in High
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


def test_section_10_6_six_players_run_out_of_cards():
    """20,000 first rounds of six, seed 1."""
    out = rolled(20_000, players=6, max_rounds=1)
    assert close(out["reshuffles_bj"].mean(), 0.953491, 20_000)
