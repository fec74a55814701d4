"""How strong is each policy, in one number? Odds where results are shares of a win, plain differences where they are chips or points.

Odds make no sense of a result that can be negative or has no whole: there a player of strength s ends with s less the mean strength of
the table, above or below the mean of the table. Strengths are those of least squares.
"""

import numpy as np

from simlab.stats.estimates import Floats
from simlab.studies.line_ups import Meetings

LOGARITHM = 400.0  # rating points for odds of ten to one
STEADY, MOST_STEPS = 1e-12, 20_000


def ratings_of(meetings: Meetings, weights: Floats, base: int) -> Floats:
    """Of every policy above the base one: rating points, or the unit of the results."""
    return rating_points(meetings, weights, base) if meetings.are_shares else leads(meetings, weights, base)


def misfit_of(meetings: Meetings) -> float:
    """The largest gap between a result that was seen and the one the ratings foretell."""
    return misfit(meetings) if meetings.are_shares else lead_misfit(meetings)


# ---- shares


def rating_points(meetings: Meetings, weights: Floats, base: int) -> Floats:
    """Rating points of every policy above the base one."""
    worth = bradley_terry(meetings.counts, wins_of(meetings, weights))
    return np.asarray(LOGARITHM * np.log10(worth / worth[base]))


def wins_of(meetings: Meetings, weights: Floats) -> Floats:
    """By line-up and policy: the whole share of the win of all players of this kind."""
    shares = np.nan_to_num(meetings.results(weights)) * meetings.counts
    return np.asarray(shares / np.maximum(shares.sum(axis=1, keepdims=True), 1e-300))


def bradley_terry(counts: Floats, wins: Floats) -> Floats:
    """Worths such that a player wins with chance worth / sum of worths at the table: the most likely ones.

    Line-ups of one kind only say nothing. For two players this is Bradley and Terry's model, for more its extension by Luce;
    the steps are those of minorisation and maximisation, which climb to the one maximum.
    """
    mixed = (counts > 0).sum(axis=1) > 1
    counts, wins = counts[mixed], wins[mixed]
    won = wins.sum(axis=0) + 1e-9  # who never wins has a very low rating, not an endless one
    worth = np.ones(counts.shape[1])
    for _ in range(MOST_STEPS):
        step = won / (counts / (counts @ worth)[:, None]).sum(axis=0)
        step /= step.mean()
        still = np.abs(step - worth).max() < STEADY
        worth = step
        if still:
            break
    return np.asarray(worth)


def misfit(meetings: Meetings) -> float:
    weights = np.ones(meetings.groups)
    counts, wins = meetings.counts, wins_of(meetings, weights)
    worth = bradley_terry(counts, wins)
    foretold = counts * worth / (counts @ worth)[:, None]
    each = np.divide(wins - foretold, counts, out=np.zeros_like(wins), where=counts > 0)
    return float(np.abs(each).max())


# ---- chips, points, whatever else is counted


def leads(meetings: Meetings, weights: Floats, base: int) -> Floats:
    """Strengths above the base policy's."""
    strength = least_squares(meetings, weights)
    return np.asarray(strength - strength[base])


def least_squares(meetings: Meetings, weights: Floats) -> Floats:
    """Strengths such that a player ends above the mean of the table by his own less the table's mean strength, as nearly as can be."""
    rows, above, count = contrasts(meetings, weights)
    root = np.sqrt(count)
    return np.asarray(np.linalg.lstsq(rows * root[:, None], above * root, rcond=None)[0])


def contrasts(meetings: Meetings, weights: Floats) -> tuple[Floats, Floats, Floats]:
    """For every policy at every mixed table: its place less the table's make-up, its result less the table's mean, its players."""
    results, counts = meetings.results(weights), meetings.counts
    rows, above, count = [], [], []
    for line, seen in zip(counts, results, strict=True):
        here = np.flatnonzero(line)
        if len(here) < 2:
            continue
        mean = float(line[here] @ seen[here]) / line.sum()
        for i in here:
            rows.append(np.eye(len(line))[i] - line / line.sum())
            above.append(seen[i] - mean)
            count.append(line[i])
    return np.array(rows), np.array(above), np.array(count)


def lead_misfit(meetings: Meetings) -> float:
    weights = np.ones(meetings.groups)
    rows, above, _ = contrasts(meetings, weights)
    return float(np.abs(rows @ least_squares(meetings, weights) - above).max())
