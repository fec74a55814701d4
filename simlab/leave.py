"""Ctrl-C and a polite kill (SIGTERM) end a command within a second, whatever its kernels, compilers and workers are doing.

Python answers a signal between two steps of its main thread. A kernel, a compiler or a wait for workers may keep that thread for
minutes; so a second thread hears the signal too, gives the main thread a moment to say goodbye, and then ends the process. Nothing is
lost by that: files are written whole or not at all.
"""

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import Any

MOMENT = 0.6  # seconds for the usual way out
KEPT = "what was played is kept: the same command goes on from there"

resumable = threading.Event()  # set while something is played that the same command would go on with
goodbye = threading.Event()  # set once the last line is said
heard = threading.Event()  # set once a signal came


class Terminated(KeyboardInterrupt):
    """SIGTERM: as Ctrl-C, from another process."""


def exit_code(stop: KeyboardInterrupt) -> int:
    """As shells have it: 128 and the signal's number, 130 or 143."""
    return 128 + (signal.SIGTERM if isinstance(stop, Terminated) else signal.SIGINT)


def last_line() -> str:
    """What a stopped command says, once."""
    if goodbye.is_set():
        return ""
    goodbye.set()
    return f"simlab: stopped; {KEPT}" if resumable.is_set() else "simlab: stopped"


@cache
def listen() -> None:
    """From now on signals are answered in time. Only the main thread may ask for it; elsewhere nothing changes."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, raise_terminated)
    sys.unraisablehook = say_nothing_of_signals(sys.unraisablehook)
    hearing, told = socket.socketpair()
    told.setblocking(False)
    signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    threading.Thread(target=leave_when_told, args=(hearing, told), daemon=True, name="simlab-leave").start()


def say_nothing_of_signals(usual: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A signal that arrives while the compiler calls back cannot be raised there: the second thread ends the process."""

    def hook(unraisable: Any) -> None:
        if isinstance(unraisable.exc_value, KeyboardInterrupt):
            heard.set()
        else:
            usual(unraisable)

    return hook


def wait_if_told() -> None:
    """What fails after a signal may fail because of it (the compiler goes on with half an answer): the second thread ends it."""
    if heard.is_set():
        threading.Event().wait(2 * MOMENT)


def raise_terminated(number: int, frame: Any) -> None:
    raise Terminated


def leave_when_told(hearing: socket.socket, told: socket.socket) -> None:
    """`told` is held open for as long as somebody listens."""
    number = 0
    while not number:
        number = next((heard for heard in hearing.recv(64) if heard in (signal.SIGINT, signal.SIGTERM)), 0)
    heard.set()
    time.sleep(MOMENT)
    line = last_line()
    if line:
        os.write(2, f"\n{line}\n".encode())
    os._exit(128 + number)
