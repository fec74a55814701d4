"""Fair timing on a shared machine: CPU time of this thread, the best of many short repeats."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import llvmlite.binding as llvm

SLACK = 1.15  # the machine's noise
AVX_512 = bool(llvm.get_host_cpu_features().get("avx512bw"))
BATCH_FACTOR = 1.0 if AVX_512 else 2.0  # batch bars double on a CPU without AVX-512


@dataclass(frozen=True)
class Row:
    """One line of the table: a figure, what it was measured on, and its bar (None: a peer, for comparison)."""

    what: str
    value: float
    unit: str = "ns"
    bar: float | None = None
    moonshot: float | None = None
    higher_is_better: bool = False
    note: str = ""

    @property
    def verdict(self) -> str:
        if self.bar is None:
            return ""
        ahead = reached(self.value, self.moonshot, self.higher_is_better, 1.0) if self.moonshot is not None else False
        if ahead:
            return "moonshot"
        return "met" if reached(self.value, self.bar, self.higher_is_better, SLACK) else "MISSED"


def reached(value: float, goal: float, higher_is_better: bool, slack: float) -> bool:
    return value * slack >= goal if higher_is_better else value <= goal * slack


def best_time(call: Callable[[], object], items: int, repeats: int = 10_000, budget: float = 1.0) -> float:
    """Nanoseconds an item: the first call warms up (and compiles), then the best of the repeats that fit the budget of seconds."""
    return best_times([(call, items)], repeats, budget)[0]


def best_times(timed: Sequence[tuple[Callable[[], object], int]], repeats: int = 10_000, budget: float = 1.0) -> list[float]:
    """The same for several that are compared, in turn: a machine that is slow for a while is slow for all. The budget is for each."""
    best = [float("inf")] * len(timed)
    for call, _ in timed:
        call()
    end = time.perf_counter() + budget * len(timed)
    for _ in range(repeats):
        for k, (call, _) in enumerate(timed):
            start = time.thread_time_ns()
            call()
            spent = time.thread_time_ns() - start
            best[k] = min(best[k], spent or best[k])  # a clock that stood still tells nothing
        if time.perf_counter() > end:
            break
    return [least / items for least, (_, items) in zip(best, timed, strict=True)]
