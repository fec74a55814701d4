"""Fit the numbers of `simlab/games/showdown/players/fitted.py` and print them: `python -m benchmarks.showdown_fit`.

What suits are worth in the tricks, and what points are worth in the race.
"""

import numpy as np
from scipy.optimize import minimize

from simlab.contract.records import MIND
from simlab.games.showdown import engine
from simlab.games.showdown.engine import observe, reset, step
from simlab.games.showdown.policies import basic
from simlab.games.showdown.rules import Point, Rules
from simlab.jit import kernel
from simlab.masks import first, single
from simlab.rng import KEY, set_key
from simlab.solvers.tricks import SEATS, Play, solve_deals

DEALS = {2: 60_000, 3: 16_000, 4: 5_000}  # larger tables take the numbers of four
GAMES = 6_000
MOST_ROWS = 40


@kernel
def ask(state, rules, view, me, table):
    if single(state.legal):
        return first(state.legal)
    observe(state, rules, state.seat, view)
    return basic(view, rules, me, table)


@kernel
def sample_showdowns(rules, seed, work, views, keys, minds, table, hands):
    """The hands that `basic` players bring to the tricks; seat 0 leads."""
    state = work[0]
    for i in range(len(hands)):
        work[0] = work[1]
        set_key(keys[0], seed, i)
        reset(state, rules, keys[0])
        while not state.over and state.open.point != Point.PLAY:
            step(state, rules, ask(state, rules, views[0], minds[0], table))
        if not state.over:
            for seat in range(rules.players):
                hands[i, seat] = state.hand[seat]


@kernel
def sample_races(rules, seed, work, views, keys, minds, table, points, may_win, winner):
    """Points and eligibility at round starts of `basic` against itself, and who won. Returns rows."""
    state, rows = work[0], 0
    for i in range(GAMES):
        work[0] = work[1]
        set_key(keys[0], seed, i)
        reset(state, rules, keys[0])
        begun, now = rows, 0
        while not state.over:
            if state.round != now:
                now = state.round
                for seat in range(rules.players):
                    points[rows, seat] = state.open.points[seat]
                    may_win[rows, seat] = state.open.circle_round[seat] >= 0
                rows += 1
            step(state, rules, ask(state, rules, views[0], minds[0], table))
        for row in range(begun, rows):
            for seat in range(rules.players):
                if state.tally.win[seat] > 0:
                    winner[row] = seat
    return rows


def scratch():
    return np.zeros(2, engine.STATE), np.zeros(1, engine.VIEW), np.zeros(1, KEY), np.zeros(1, MIND), np.zeros(0, np.float32)


def features(hand: int) -> np.ndarray:
    """One for the constant, one for each suit by length and highest rank."""
    row = np.zeros((6, 13))
    row[0, 0] = 1
    for suit in range(4):
        ranks = [c // 4 for c in range(52) if hand >> c & 1 and c % 4 == suit]
        if ranks:
            row[len(ranks), max(ranks)] += 1
    return row.ravel()


def suit_worth(players: int) -> np.ndarray:
    hands = np.zeros((DEALS[players], SEATS), np.int64)
    sample_showdowns(Rules(players=players).lower(), 5, *scratch(), hands)
    hands = hands[hands[:, 0] != 0]
    laws = np.zeros((len(hands), SEATS))
    solve_deals(Play([[s] for s in range(players)]).record(), hands, 0, laws)
    rows = np.array([features(int(h)) for deal in hands for h in deal[:players]])
    target = laws[:, :players].ravel()
    smooth = np.eye(rows.shape[1]) * 20.0  # rare suits stay near nothing
    smooth[0, 0] = 0
    fit = np.linalg.solve(rows.T @ rows + smooth, rows.T @ target)
    explained = 1 - ((target - rows @ fit) ** 2).mean() / target.var()
    print(f"# {players} players: {len(target):,} hands, explains {explained:.3f} of the variance, mean {target.mean():.4f}")
    return fit.reshape(6, 13)


def race_curve(players: int) -> tuple[float, float]:
    points, may_win = np.zeros((GAMES * MOST_ROWS, players)), np.zeros((GAMES * MOST_ROWS, players))
    winner = np.full(GAMES * MOST_ROWS, -1, np.int64)
    n = sample_races(Rules(players=players).lower(), 6, *scratch(), points, may_win, winner)
    points, may_win, winner = np.minimum(points[:n] / 50, 1), may_win[:n], winner[:n]

    def loss(theta):
        score = theta[0] * points + theta[1] * may_win
        score -= np.log(np.exp(score).sum(axis=1, keepdims=True))
        return -score[np.arange(n), winner].mean()

    found = minimize(loss, [4.0, 1.0], method="Nelder-Mead")
    print(f"# {players} players: {n:,} round starts, loss {found.fun:.4f} against {np.log(players):.4f}")
    return float(found.x[0]), float(np.exp(found.x[1]))


def main() -> None:
    curves = {players: race_curve(players) for players in range(2, 7)}
    print("SLOPE =", [0, 0, *(round(curves[p][0], 3) for p in range(2, 7))])
    print("BONUS =", [0, 0, *(round(curves[p][1], 3) for p in range(2, 7))])
    for players in DEALS:
        print(f"WORTH_{players} =", np.round(suit_worth(players), 4).tolist())


if __name__ == "__main__":
    main()
