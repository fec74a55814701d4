"""Groups of deals: the same sums whoever plays them, however they are cut, wherever a run was broken off."""

from dataclasses import replace

import pytest

from simlab.runs import groups, schedule
from simlab.runs.backends import Crew
from tests.runs.helpers import Counted, Interrupted, plan


def small():
    return replace(plan(rollouts=3_000, rotate_seats=True), kept=("win", "pot", "rounds"))


def totals(found):
    return [[(moments.units, moments.totals) for moments in point] for point in found]


@pytest.fixture(scope="module")
def played():
    return totals(groups.play(small(), crew=Crew(workers=1)))


def test_groups_have_one_size_but_for_the_last():
    assert groups.ranges(10, 4) == [(0, 3), (3, 6), (6, 9), (9, 10)]
    assert groups.ranges(3) == [(0, 1), (1, 2), (2, 3)]


def test_processes_give_the_same_groups(played):
    assert totals(groups.play(small(), crew=Crew("processes", 2))) == played
    assert [units for units, _ in played[0]] == [47] * 31 + [43]


def test_groups_that_take_long_are_played_in_pieces_and_put_together(played, monkeypatch):
    monkeypatch.setattr(schedule, "BLOCK_SECONDS", 0.0)  # everything takes too long
    monkeypatch.setattr(groups, "Pace", lambda size, least: schedule.Pace(size=size, least=8, floor=8))
    told = Counted()
    told.pieces = []
    told.advance = told.pieces.append
    assert totals(groups.play(small(), progress=told)) == played
    assert len(told.pieces) > 2 * 32


def test_a_run_broken_off_goes_on_and_one_with_other_groups_uses_what_fits(tmp_path, played):
    before, after = Interrupted(9), Counted()
    with pytest.raises(KeyboardInterrupt):
        groups.play(small(), tmp_path, progress=before)
    assert totals(groups.play(small(), tmp_path, progress=after)) == played
    assert before.played + after.played <= 3 * 3_000 + 3 * 2 * 47 * 2  # what was under way is played again
    again = Counted()
    groups.play(small(), tmp_path, progress=again, groups=[(0, 94), (94, 141)])
    assert again.played == 0
