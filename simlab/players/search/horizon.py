"""What standings are worth at the end of a round: the chance to win from there, or the chips to expect.

A playout that stops with the round costs a tenth of one to the end of a long game, and its luck is that of one round only. What it
leads to is valued by a small net, the same for every seat: it looks at the seat's own points, those of the others, the round, and how
far the seat is from the next to act. Where payoffs are shares of the win, the seats' numbers are made shares of one; else the number
is the payoff itself. The net is fitted to games that the base player plays against itself, once for each set of rules, and kept.

Where seats take something along into the next round, a hand of cards, say, a game tells how good it is by a level. What a level is worth
in points is what its holders got in those games beyond what their points had promised.
"""

import math

import simlab.games.template.engine as game  # a stand-in for readers and linters, as in play/kernels.py
from simlab.contract.columns import SEATS, SIXTIETHS
from simlab.contract.minds import forget
from simlab.contract.searching import LEVELS
from simlab.jit import clear, kernel
from simlab.play.kernels import choose
from simlab.rng import set_key

FEATURES, HIDDEN = 7, 12
STANDS = 2 * SEATS  # what a playout leads to: points by seat, then levels of what each takes along
# a net in one array: means and spreads of the features, hidden weights and offsets, weights of the sum, mean and spread of the payoff,
# worths of levels
MEANS, SPREADS = 0, FEATURES
INNER = 2 * FEATURES
OFFSETS = INNER + HIDDEN * FEATURES
OUTER = OFFSETS + HIDDEN
PAY_MEAN, PAY_SPREAD, SHARES = OUTER + HIDDEN, OUTER + HIDDEN + 1, OUTER + HIDDEN + 2
WORTHS = SHARES + 1  # of each level, in points
NET = WORTHS + LEVELS
LEARNED = (INNER, PAY_MEAN)  # the part that is fitted

MOST_APART = 50.0  # of two seats' numbers: a share of one in e^50 is none
BATCH, PASSES = 32, 10  # of the fit
FEW = 50  # times that a level must be seen before its mean counts half
PACE, FADE_1, FADE_2, TINY = 0.01, 0.9, 0.999, 1e-8  # Adam's usual numbers


# ---- using it


@kernel
def count_carried(net, stands, players):
    """To the points of each seat, what it takes along."""
    for seat in range(players):
        stands[seat] += net[WORTHS + int(stands[SEATS + seat])]


@kernel
def look_at(net, points, players, seat, turn, rounds, x):
    """The numbers by which a seat's chances are told, measured in spreads."""
    best, worst, total = -1e18, 1e18, 0.0
    for other in range(players):
        if other != seat:
            best = max(best, points[other])
            worst = min(worst, points[other])
            total += points[other]
    own, away = points[seat], seat - turn
    x[0] = own
    x[1] = own - best
    x[2] = own - total / (players - 1)
    x[3] = own - worst
    x[4] = best
    x[5] = rounds
    x[6] = away if away >= 0 else away + players
    for f in range(FEATURES):
        x[f] = (x[f] - net[MEANS + f]) / net[SPREADS + f]


@kernel
def bend(x):
    """Between -1 and 1, without a library's exponential."""
    return x / (1.0 + abs(x))


@kernel
def judge(net, x):
    """The number of a seat with these features, already measured in spreads."""
    total = 0.0
    for h in range(HIDDEN):
        inner = net[OFFSETS + h]
        for f in range(FEATURES):
            inner += net[INNER + h * FEATURES + f] * x[f]
        total += net[OUTER + h] * bend(inner)
    return total


@kernel
def judge_seat(net, points, players, seat, turn, rounds, x):
    look_at(net, points, players, seat, turn, rounds, x)
    return judge(net, x)


@kernel
def worth(net, points, players, seat, turn, rounds, x):
    """What the standings are worth to a seat, in units of the payoff. `x` is scratch."""
    own, total = judge_seat(net, points, players, seat, turn, rounds, x), 1.0
    if net[SHARES] == 0.0:
        return net[PAY_MEAN] + net[PAY_SPREAD] * own
    for other in range(players):
        if other != seat:
            total += math.exp(min(judge_seat(net, points, players, other, turn, rounds, x) - own, MOST_APART))
    return SIXTIETHS / total


# ---- games to learn from


def sample(players, table, minds, rules, seed, begin, work, views, keys, stands, rows, payoffs):
    """Games begin, begin + 1, ...: the standings whenever a round has ended, and the payoffs. Returns rows, or -1 after a bad move.

    A row: game, round, seat to act, points and levels by seat. Rows that do not fit are left out.
    """
    state, view, key, n = work[0], views[0], keys[0], 0
    for g in range(len(payoffs)):
        clear(state)
        set_key(key, seed, begin + g)
        forget(minds, key, rules.players)
        game.reset(state, rules, key)
        while not state.over:
            now = state.round
            action = choose(players, table, minds, rules, 0, state, view)
            if action < 0:
                return -1
            game.step(state, rules, action)
            if state.round != now and not state.over and n < len(rows):
                stand(state, rules, stands)
                note_row(rows[n], g, state.round, state.seat, stands)
                n += 1
        for seat in range(SEATS):
            payoffs[g, seat] = state.payoff[seat]
    return n


def stand(state, rules, stands):
    """The points or chips by seat, and the level of what each takes along; `standing` and `carried` are the game's own."""
    found = standing(state)
    for seat in range(len(found)):
        stands[seat] = found[seat]
    for seat in range(rules.players):
        stands[SEATS + seat] = min(max(carried(state, rules, seat), 0), LEVELS - 1)
    return 0


def standing(state):
    """A stand-in: bound to `Game.standing`."""
    return state.table.net


def carried(state, rules, seat):
    """A stand-in: nobody takes anything along."""
    return 0


@kernel
def note_row(row, g, now, seat, stands):
    row[0] = g
    row[1] = now
    row[2] = seat
    for k in range(STANDS):
        row[3 + k] = stands[k]


# ---- learning


@kernel
def weigh_levels(net, rows, payoffs, players, sums, seen):
    """What each level is worth in points: by how much its holders got more than points alone had promised them.

    A row holds all seats of a table, so both are measured from the mean of the table; of that mean a seat is itself a part.
    """
    slope = worth_of_a_point(rows, payoffs, players)
    if slope <= 0.0:
        return
    for r in range(len(rows)):
        paid = payoffs[int(rows[r, 0])]
        mean_points, mean_paid = mean_of(rows[r, 3:], players), mean_of(paid, players)
        for seat in range(players):
            level = int(rows[r, 3 + SEATS + seat])
            sums[level] += paid[seat] - mean_paid - slope * (rows[r, 3 + seat] - mean_points)
            seen[level] += 1.0
    for level in range(LEVELS):
        net[WORTHS + level] = sums[level] / (seen[level] + FEW) / slope * players / (players - 1)


@kernel
def worth_of_a_point(rows, payoffs, players):
    """How much more a seat gets in the end for each point that it is ahead of the table's mean."""
    together, squares = 0.0, 0.0
    for r in range(len(rows)):
        mean = mean_of(rows[r, 3:], players)
        for seat in range(players):
            ahead = rows[r, 3 + seat] - mean
            together += ahead * payoffs[int(rows[r, 0]), seat]
            squares += ahead * ahead
    return together / squares if squares > 0.0 else 0.0


@kernel
def mean_of(numbers, players):
    total = 0.0
    for seat in range(players):
        total += numbers[seat]
    return total / players


@kernel
def count_carried_in(net, rows, players):
    for r in range(len(rows)):
        count_carried(net, rows[r, 3:], players)


@kernel
def look_at_rows(net, rows, players, xs):
    """Features of every seat of every row."""
    for r in range(len(rows)):
        for seat in range(players):
            look_at(net, rows[r, 3:], players, seat, int(rows[r, 2]), rows[r, 1], xs[r, seat])


@kernel
def fit(net, xs, ys, first, second, slope, x):
    """Adam over batches, in a fixed order and in plain loops: the same net on every machine and whatever else runs.

    `xs` (rows, seats, features) in spreads, `ys` (rows, seats): shares of one, or payoffs in spreads.
    """
    rows, seats, steps = xs.shape[0], xs.shape[1], 0
    for epoch in range(PASSES):
        pace = PACE * (1.0 - epoch / PASSES)
        for begin in range(0, rows - BATCH + 1, BATCH):
            for k in range(len(slope)):
                slope[k] = 0.0
            for row in range(begin, begin + BATCH):
                learn_row(net, xs[row], ys[row], seats, slope, x)
            steps += 1
            move(net, slope, first, second, pace, steps)


@kernel
def learn_row(net, xs, ys, seats, slope, said):
    """Add the slope of the loss of one row."""
    top, total = -1e18, 0.0
    for s in range(seats):
        said[s] = judge(net, xs[s])
        top = max(top, said[s])
    for s in range(seats):
        total += math.exp(said[s] - top)
    for s in range(seats):
        guess = math.exp(said[s] - top) / total if net[SHARES] == 1.0 else said[s]
        add_slope(net, xs[s], guess - ys[s], slope)


@kernel
def add_slope(net, x, wrong, slope):
    for h in range(HIDDEN):
        inner = net[OFFSETS + h]
        for f in range(FEATURES):
            inner += net[INNER + h * FEATURES + f] * x[f]
        slope[OUTER + h] += wrong * bend(inner)
        through = wrong * net[OUTER + h] / ((1.0 + abs(inner)) * (1.0 + abs(inner)))
        slope[OFFSETS + h] += through
        for f in range(FEATURES):
            slope[INNER + h * FEATURES + f] += through * x[f]


@kernel
def move(net, slope, first, second, pace, steps):
    """One step of Adam."""
    settle_1, settle_2 = 1.0 - FADE_1**steps, 1.0 - FADE_2**steps
    for k in range(LEARNED[0], LEARNED[1]):
        mean = slope[k] / BATCH
        first[k] = FADE_1 * first[k] + (1.0 - FADE_1) * mean
        second[k] = FADE_2 * second[k] + (1.0 - FADE_2) * mean * mean
        net[k] -= pace * (first[k] / settle_1) / (math.sqrt(second[k] / settle_2) + TINY)
