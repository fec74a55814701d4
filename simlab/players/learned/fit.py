"""Teach the net of `net.py`: Adam over batches in plain loops and a fixed order, so that the same lessons give the same bytes everywhere.

What is fitted is how much each action is worth beyond the mean of the legal ones. Worths are noisy, but without bias: over many
views their mean is what the net comes to say.
"""

import numpy as np

from simlab.jit import kernel
from simlab.masks import NONE, count, first, without_first
from simlab.players.learned.net import APART, IN, PARTS, PLACES, SAME, add, add_marks, add_neurons, add_rows, add_scores, look, score_of

BATCH = 128
FADE_1, FADE_2, TINY = np.float32(0.9), np.float32(0.999), np.float32(1e-8)  # Adam's usual numbers
ZERO, ONE = np.float32(0.0), np.float32(1.0)


@kernel
def look_at_all(sights, seats, hints, players, slots, listed, bounds, found, amount, begins):
    """Features of every view, one behind the other: those of view r from begins[r] on. Returns how many, or -1 if they do not fit."""
    n, room = 0, len(found)
    for r in range(len(sights)):
        begins[r] = n
        if room - n < found_most(slots):
            return -1
        n += look(sights[r], seats[r], players, hints[r], slots, listed, bounds, found[n:], amount[n:])
    begins[len(sights)] = n
    return n


@kernel
def found_most(slots):
    """At most so many features of one view."""
    n = 0
    for k in range(len(slots)):
        n += min(slots[k].size, 64)
    return n


@kernel
def teach(
    order,
    begins,
    found,
    amount,
    legal,
    hints,
    marks,
    targets,
    sizes,
    weights,
    slope,
    first_moment,
    second_moment,
    layers,
    steps,
    pace,
    fade,
):
    """One pass over the rows in this order. Returns steps taken so far."""
    for begin in range(0, len(order) - BATCH + 1, BATCH):
        clear_all(slope)
        turn_layers(parts(weights, sizes), sizes, layers)
        for k in range(begin, begin + BATCH):
            r = order[k]
            at, end = begins[r], begins[r + 1]
            learn_row(
                found[at:end],
                amount[at:end],
                legal[r],
                hints[r],
                marks[r],
                targets[r],
                sizes,
                parts(weights, sizes),
                parts(slope, sizes),
                layers,
            )
        steps += 1
        move(weights, slope, first_moment, second_moment, pace, steps, fade)
    return steps


@kernel
def parts(weights, sizes):
    """The three layers of all weights."""
    features, wide, narrow, _, _ = sizes
    one = (features + 1) * wide
    two = one + (wide + 1) * narrow
    return weights[:one], weights[one:two], weights[two:]


@kernel
def clear_all(numbers):
    for k in range(len(numbers)):
        numbers[k] = ZERO


@kernel
def learn_row(found, amount, legal, hint, marks, target, sizes, weights, slopes, layers):
    """Add the slopes of one row's loss."""
    features, wide, narrow, actions, shared = sizes
    one, two, back_1, back_2, said, wrong, middle_turned, outer_turned = layers
    inner, middle, outer = weights
    add_rows(inner, features, wide, found, amount, len(found), one)
    add_neurons(middle, wide, narrow, one, two)
    add_scores(outer, narrow, actions + shared, two, said)
    clear_all(wrong)
    wrong_scores(legal, hint, marks, target, actions, said, wrong)
    back_from(outer_turned, slopes[2], narrow, actions + shared, wrong, two, back_2)
    back_through(middle_turned, slopes[1], wide, narrow, one, back_1, back_2)
    add_back(slopes[0], features, wide, found, amount, back_1)


@kernel
def wrong_scores(legal, hint, marks, target, actions, said, wrong):
    """Score less target of each legal action, both measured from their means, by the number of actions; then by parts."""
    mean, n, left = ZERO, np.float32(count(legal)), legal
    add_marks(said, actions, legal, marks)
    while left != NONE:
        action = first(left)
        left = without_first(left)
        wrong[action] = score_of(said, actions, action, hint) - target[action]
        mean += wrong[action] / n
    while legal != NONE:
        action = first(legal)
        legal = without_first(legal)
        wrong[action] = (wrong[action] - mean) / n
        share_wrong(wrong, actions, action, hint, marks)


@kernel
def share_wrong(wrong, actions, action, hint, marks):
    """The shared parts of an action's score are as wrong as it is."""
    for b in range(PLACES):
        if action >> b & 1:
            wrong[actions + IN + b] += wrong[action]
        if (action ^ hint) >> b & 1:
            wrong[actions + APART + b] += wrong[action]
    if action == hint:
        wrong[actions + SAME] += wrong[action]
    for k in range(len(marks)):
        if marks[k] >> action & 1:
            wrong[actions + PARTS + k] += wrong[action]


@kernel
def turn_layers(weights, sizes, layers):
    """Rows as columns, for the way back: whole rows are added fast, columns are not."""
    _, wide, narrow, actions, shared = sizes
    turn(weights[1], wide, narrow, layers[6])
    turn(weights[2], narrow, actions + shared, layers[7])


@kernel
def turn(rows, height, width, columns):
    for i in range(height):
        for j in range(width):
            columns[j * height + i] = rows[i * width + j]


@kernel
def back_from(outer_turned, slope, narrow, rows, wrong, two, back_2):
    """Slopes of the scores, and what they ask of the second layer."""
    clear_all(back_2)
    for k in range(rows):
        slope[narrow * rows + k] += wrong[k]
        if wrong[k] != ZERO:
            add(back_2, wrong[k], outer_turned[k * narrow : k * narrow + narrow])
    for j in range(narrow):
        if two[j] > ZERO:
            add(slope[j * rows : j * rows + rows], two[j], wrong)
        else:
            back_2[j] = ZERO


@kernel
def back_through(middle_turned, slope_2, wide, narrow, one, back_1, back_2):
    """Slopes of the second layer, and what they ask of the first."""
    clear_all(back_1)
    for j in range(narrow):
        slope_2[wide * narrow + j] += back_2[j]
        if back_2[j] != ZERO:
            add(back_1, back_2[j], middle_turned[j * wide : j * wide + wide])
    for i in range(wide):
        if one[i] > ZERO:
            add(slope_2[i * narrow : i * narrow + narrow], one[i], back_2)
        else:
            back_1[i] = ZERO


@kernel
def add_back(slope_1, features, wide, found, amount, back_1):
    """Slopes of the rows that were there."""
    add(slope_1[features * wide : features * wide + wide], ONE, back_1)
    for k in range(len(found)):
        add(slope_1[found[k] * wide : found[k] * wide + wide], amount[k], back_1)


@kernel
def move(weights, slope, first_moment, second_moment, pace, steps, fade):
    """One step of Adam; weights shrink a little."""
    settle_1, settle_2 = np.float32(1.0 - 0.9**steps), np.float32(1.0 - 0.999**steps)
    for k in range(len(weights)):
        mean = slope[k] / np.float32(BATCH)
        first_moment[k] = FADE_1 * first_moment[k] + (np.float32(1.0) - FADE_1) * mean
        second_moment[k] = FADE_2 * second_moment[k] + (np.float32(1.0) - FADE_2) * mean * mean
        step = (first_moment[k] / settle_1) / (np.sqrt(second_moment[k] / settle_2) + TINY)
        weights[k] -= pace * (step + fade * weights[k])


@kernel
def score_rows(rows, begins, found, amount, legal, hints, marks, sizes, weights, layers, scores):
    """Scores of the legal actions of these rows."""
    features, wide, narrow, actions, shared = sizes
    one, two, said = layers[0], layers[1], layers[4]
    inner, middle, outer = parts(weights, sizes)
    for k in range(len(rows)):
        r = rows[k]
        at, end = begins[r], begins[r + 1]
        add_rows(inner, features, wide, found[at:end], amount[at:end], end - at, one)
        add_neurons(middle, wide, narrow, one, two)
        add_scores(outer, narrow, actions + shared, two, said)
        add_marks(said, actions, legal[r], marks[r])
        left = legal[r]
        while left != NONE:
            action = first(left)
            left = without_first(left)
            scores[k, action] = score_of(said, actions, action, hints[r])
