"""What a learned player looks at is what stands in the view, and its net is fitted as it says."""

import numpy as np
import pytest

from simlab.contract.columns import SEATS
from simlab.jit import record
from simlab.players.learned import fit, net
from simlab.players.learned.lessons import Lessons
from simlab.players.learned.schooling import Pupil, Size
from simlab.players.learned.slots import Looks, look_over, numbers, places

VIEW = record(
    ("legal", "i8"),
    ("odd", "i1"),
    ("seat", "i4"),
    ("turn", "i2"),
    ("points", "i4", (SEATS,)),
    ("front", "i1", (SEATS, 2)),
    ("same", "i4"),
    ("hand", "i8"),
    ("inner", record(("cards", "i8", (2,)))),
)
PLAYERS = 3


def sample(n=500):
    """Random views, the seats they belong to, and what a base player would do."""
    random = np.random.default_rng(1)
    views = np.zeros(n, VIEW)
    views["legal"], views["odd"], views["seat"] = random.integers(1, 16, n), random.integers(-3, 3, n), random.integers(0, PLAYERS, n)
    views["turn"], views["points"] = random.integers(-1, PLAYERS, n), random.integers(-400, 400, (n, SEATS))
    views["front"], views["same"] = random.integers(0, 5, (n, SEATS, 2)), 9
    views["hand"] = np.bitwise_or.reduce(1 << random.integers(0, 64, (n, 3)), axis=1)
    views["inner"]["cards"] = random.integers(-(2**63), 2**63, (n, 2))
    return views, views["seat"].astype(np.int64), random.integers(0, 4, n)


def raw(views):
    return views.view(np.uint8).reshape(len(views), -1)


def test_numbers_are_read_as_they_stand_in_the_record_those_of_seats_from_the_own_on():
    views, seats, _ = sample()
    found = [numbers(raw(views), place, seats, PLAYERS) for place in places(VIEW, PLAYERS)]
    rows = np.arange(len(views))
    expected = [views["legal"], views["odd"], views["seat"], views["turn"]]
    expected += [views["points"][rows, (seats + k) % PLAYERS] for k in range(PLAYERS)]
    expected += [views["front"][rows, (seats + k) % PLAYERS, j] for k in range(PLAYERS) for j in range(2)]
    expected += [views["same"], views["hand"], views["inner"]["cards"][:, 0], views["inner"]["cards"][:, 1]]
    assert len(found) == len(expected)
    assert all((one == other).all() for one, other in zip(found, expected, strict=True))


def looks_of(views, seats, hints) -> Looks:
    return look_over(VIEW, PLAYERS, raw(views), seats, hints, 1000)


def test_features_say_what_the_numbers_are():
    """Every slot's features, told again in plain Python."""
    views, seats, hints = sample()
    looks = looks_of(views, seats, hints)
    found, amount = np.zeros(looks.features, np.int32), np.zeros(looks.features, np.float32)
    for r in range(50):
        n = net.look(raw(views)[r], seats[r], PLAYERS, hints[r], looks.slots, looks.listed, looks.bounds, found, amount)
        told = {int(f): float(a) for f, a in zip(found[:n], amount[:n], strict=True)}
        expected = {}
        for slot in looks.slots:
            for k, much in plainly(slot, looks, views[r : r + 1], seats[r], hints[r]):
                if 0 <= k < slot["size"] and looks.listed[slot["first"] + k] >= 0:
                    expected[int(looks.listed[slot["first"] + k])] = much
        assert told == pytest.approx(expected, abs=1e-6)


def plainly(slot, looks, view, seat, hint):
    """Which features of a slot are there, and how much of them."""
    if slot["kind"] == net.HINT:
        return [(hint, 1.0)]
    at = slot["at"] + slot["stride"] * ((seat + slot["turn"]) % PLAYERS)
    number = int(np.frombuffer(view.tobytes()[at : at + slot["width"]], f"<i{slot['width']}")[0])
    if slot["kind"] == net.BITS:
        return [(k, 1.0) for k in range(64) if number >> k & 1]
    if slot["kind"] >= net.GROUP:
        return [(k, 1.0) for k in of_member([k for k in range(64) if number >> k & 1], slot)]
    if slot["kind"] == net.VALUES:
        return [(number - slot["low"], 1.0)]
    if slot["kind"] == net.TURNED:
        return [((number - seat) % PLAYERS, 1.0)] if number >= 0 else []
    if slot["kind"] == net.RANGES:
        return [(int((looks.bounds[slot["low"] : slot["low"] + slot["size"] - 1] < number).sum()), 1.0)]
    return [(0, float(np.clip((number - slot["mean"]) * slot["scale"], -net.FAR, net.FAR)))]


def of_member(members, slot):
    """A card's rank and suit, and how many have the same."""
    if len(members) <= slot["low"]:
        return []
    size = 1 << slot["shift"]
    card = members[slot["low"]]
    told = {
        net.GROUP: card // size,
        net.PLACE: card % size,
        net.GROUP_MATES: sum(other // size == card // size for other in members),
        net.PLACE_MATES: sum(other % size == card % size for other in members),
    }
    return [told[int(slot["kind"])]]


def test_numbers_that_never_change_and_the_unused_seats_are_no_features():
    views, seats, hints = sample()
    slots = looks_of(views, seats, hints).slots
    assert VIEW.fields["same"][1] not in slots["at"]
    assert slots["turn"].max() == PLAYERS - 1


def test_of_too_many_features_those_that_vary_most_are_kept():
    views, seats, hints = sample()
    assert look_over(VIEW, PLAYERS, raw(views), seats, hints, 20).features == 20


def pupil():
    views, seats, hints = sample()
    rows = np.zeros((len(views), 6), np.int64)
    rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 4] = np.arange(len(views)), seats, 15, hints
    values = np.random.default_rng(2).normal(size=(len(views), 64)).astype(np.float32)
    values[:, 2] += 3.0 * (views["odd"] > 0)
    marks = np.random.default_rng(3).integers(0, 16, (len(views), 2))
    return Pupil(Lessons(raw(views), rows, values), looks_of(views, seats, hints), marks, PLAYERS, 1, Size(wide=6, narrow=5, pace=0.01))


def test_the_net_comes_to_say_what_actions_are_worth():
    one = pupil()
    gained = [one.study(number)[0] for number in range(8)]
    assert gained[-1] * one.scale > 0.8  # half the time three points, often enough taken


def loss(one, weights, r):
    """Half the squared distance of the scores from the targets, both from their means, by the number of actions."""
    scores = np.zeros((1, 64), np.float32)
    fit.score_rows(np.array([r]), *one.read, one.lessons.legal, one.lessons.hints, one.marks, one.sizes, weights, one.layers, scores)
    apart = (scores[0, :4] - scores[0, :4].mean()) - (one.targets[r, :4] - one.targets[r, :4].mean())
    return 0.5 * float((apart.astype(np.float64) ** 2).sum()) / 4


def layers_of(one, weights):
    features, wide, narrow, _, _ = one.sizes
    ends = (features + 1) * wide, (features + 1) * wide + (wide + 1) * narrow
    return weights[: ends[0]], weights[ends[0] : ends[1]], weights[ends[1] :]


def test_the_slopes_are_those_of_the_loss():
    one, r = pupil(), 3
    one.study(0)
    slope = np.zeros_like(one.weights)
    begins, found, amount = one.read
    at, end = begins[r], begins[r + 1]
    args = one.lessons.legal[r], one.lessons.hints[r], one.marks[r], one.targets[r], one.sizes
    fit.turn_layers(layers_of(one, one.weights), one.sizes, one.layers)
    fit.learn_row(found[at:end], amount[at:end], *args, layers_of(one, one.weights), layers_of(one, slope), one.layers)
    steepest = np.argsort(-np.abs(slope))[:20]
    for k in steepest:
        moved = []
        for step in (1e-2, -1e-2):
            weights = one.weights.copy()
            weights[k] += step
            moved.append(loss(one, weights, r))
        assert (moved[0] - moved[1]) / 2e-2 == pytest.approx(float(slope[k]), rel=0.05, abs=2e-3)
