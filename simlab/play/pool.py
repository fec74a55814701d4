"""Threads over a kernel: kernels let go of Python's lock, so threads of one process play side by side."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def cores() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):  # Linux; macOS and Windows give a process all there are
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def spread(call: Callable[..., T], pieces: Sequence[tuple[Any, ...]], threads: int | None = None) -> list[T]:
    """`call(*piece)` for every piece, answers in the order of the pieces: the same whatever the threads.

    When one fails, or at Ctrl-C, those that were not begun are given up.
    """
    with ThreadPoolExecutor(threads or cores(), thread_name_prefix="simlab") as pool:
        calls = [pool.submit(call, *piece) for piece in pieces]
        try:
            return [answer.result() for answer in calls]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
