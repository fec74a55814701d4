"""The schedule: gaps are cut, played, kept; what a dying worker had begun is played again."""

from concurrent.futures import Future
from threading import Event

import pytest

from simlab.errors import Fault, RunError
from simlab.runs.backends import Threads
from simlab.runs.blocks import SumStage
from simlab.runs.run import run
from simlab.runs.schedule import BLOCK_SECONDS, LEAST_BLOCK, Pace, Schedule
from simlab.runs.store import Store
from simlab.runs.sums import Sums
from simlab.runs.workers import WorkerDied
from tests.runs.helpers import Counted, plan


class Doomed:
    """A backend whose workers die at every block, or at the first few."""

    workers, ahead = 1, 0

    def __init__(self, deaths):
        self.tried, self.deaths = 0, deaths

    def submit(self, stage, cell, first, last):
        self.tried += 1
        future = Future()
        if self.tried <= self.deaths:
            future.set_exception(WorkerDied())
        else:
            future.set_result(stage.play(cell, first, last))
        return future

    def lost(self, future, error):
        return isinstance(error, WorkerDied)

    def check(self): ...

    def close(self, now):
        raise AssertionError("a crew that came at work stays so")


def test_a_block_that_kills_every_worker_ends_the_run_in_one_line(tmp_path):
    doomed = Doomed(99)
    with pytest.raises(RunError, match=r"deals 0 to 64 killed 4 workers"):
        run(plan(), tmp_path, crew=doomed)
    assert doomed.tried == 4


def test_what_a_dying_worker_had_begun_is_played_again():
    told = Counted()
    schedule = Schedule(SumStage(plan()), Doomed(2), None, [Pace(100, 100)], told)
    schedule.want(0, 0, 250)
    assert [(piece, part.units) for _, piece, part in schedule.played()] == [((0, 100), 100), ((100, 200), 100), ((200, 250), 50)]
    assert told.notices == ["a worker died; deals 0 to 100 are played again"] * 2
    assert told.played == 3 * 250


def test_what_was_kept_is_not_played_and_what_is_wanted_meanwhile_is(tmp_path):
    stage, told, threads = SumStage(plan()), Counted(), Threads(2)
    with Store(tmp_path, Sums) as store:
        store.keep(0, (100, 300), stage.play(0, 100, 300).part)
        schedule = Schedule(stage, threads, store, [Pace(100, 100)], told)
        assert [piece for piece, _ in schedule.want(0, 0, 400)] == [(100, 300)]
        pieces = []
        for _, piece, _ in schedule.played():
            pieces.append(piece)
            if len(pieces) == 2:
                schedule.want(0, 400, 450)
        assert sorted(pieces) == [(0, 100), (300, 400), (400, 450)]
        assert store.ranges(0) == [(0, 100), (100, 300), (300, 400), (400, 450)]
    threads.close(now=False)
    assert told.played == 3 * 250


class Faulty(SumStage):
    def play(self, cell, first, last, stop=None):
        raise ArithmeticError(f"deal {first}")


def test_an_error_in_a_worker_is_the_error_of_the_run():
    threads = Threads(2)
    schedule = Schedule(Faulty(plan()), threads, None, [Pace()], Counted())
    schedule.want(0, 0, 1000)
    with pytest.raises(ArithmeticError, match="deal "):
        list(schedule.played())
    threads.close(now=True)


class SlowFirst(SumStage):
    """Every piece fails, the first one last."""

    others_failed = Event()

    def play(self, cell, first, last, stop=None):
        if first == 0:
            self.others_failed.wait(10)
        self.others_failed.set()
        raise Fault(f"deal {first}")


def test_the_first_game_that_fails_is_told_whoever_comes_back_first():
    threads = Threads(2)
    schedule = Schedule(SlowFirst(plan()), threads, None, [Pace(100, 100)], Counted())
    schedule.want(0, 0, 1000)
    with pytest.raises(Fault, match="deal 0"):
        list(schedule.played())
    threads.close(now=True)


def test_blocks_grow_until_they_take_a_while_and_shrink_when_they_take_too_long():
    pace = Pace()
    for _ in range(3):
        pace.learn(pace.size, BLOCK_SECONDS / 100)
    assert pace.size == LEAST_BLOCK * 8**3
    pace.learn(pace.size, 3 * BLOCK_SECONDS)
    assert pace.size == LEAST_BLOCK * 8**3 // 2
    fixed = Pace(100, 100)
    fixed.learn(100, BLOCK_SECONDS / 100)
    assert fixed.size == 100
