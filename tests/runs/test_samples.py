"""Samples: what a probe saw, whole again from any cut, and as it was after the way to bytes."""

import numpy as np
import pytest

from simlab.play.probes.chances import LOOK, Looks
from simlab.play.probes.forks import Forks
from simlab.play.probes.outcomes import Outcomes
from simlab.runs.samples import ProbeStage, Sample
from tests.runs.helpers import plan

PROBES = [Looks(3, 4), Forks(), Outcomes(("win", "pot", "end"))]


def same(one: Sample, other: Sample) -> bool:
    return one.units == other.units and all(a.tobytes() == b.tobytes() for a, b in zip(one.arrays, other.arrays, strict=True))


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: type(probe).__name__)
def test_however_games_are_cut_the_same_is_seen(probe):
    stage = ProbeStage(plan(), probe)
    whole = stage.play(2, 0, 40).part
    parts = [stage.play(2, first, last).part for first, last in ((0, 3), (3, 25), (25, 40))]
    assert same(Sample.joined(parts), whole)
    assert whole.units == 40


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: type(probe).__name__)
def test_samples_survive_the_way_to_bytes_and_back(probe):
    sample = ProbeStage(plan(), probe).play(0, 0, 20).part
    again = Sample.from_bytes(sample.to_bytes())
    assert same(again, sample)
    kinds = probe.kinds(plan().game)
    assert all(array.view(kind).dtype == kind for array, kind in zip(again.arrays, kinds, strict=True))


def test_every_variant_is_a_cell_of_its_own():
    stage = ProbeStage(plan(), Outcomes(("rounds",)))
    assert [set(stage.play(cell, 0, 30).part.arrays[0].tolist()) for cell in range(3)] == [{1}, {1}, {4}]


def test_nothing_seen_is_an_empty_array():
    empty = Sample(5, (np.zeros(0, LOOK),))
    assert same(Sample.from_bytes(empty.to_bytes()), empty)
