"""Ctrl-C ends a command within a second, whatever its kernels, compilers and workers are doing.

Python answers Ctrl-C between two steps of its main thread. A kernel, a compiler or a wait for workers may keep that thread for
minutes; so a second thread hears the signal too, gives the main thread a moment to say goodbye, and then ends the process. Nothing is
lost by that: files are written whole or not at all.
"""

import os
import signal
import socket
import threading
import time
from functools import cache

MOMENT = 0.6  # seconds for the usual way out
STOPPED = 130  # exit code of a command that Ctrl-C ended
KEPT = "what was played is kept: the same command goes on from there"


@cache
def listen() -> None:
    """From now on Ctrl-C is answered in time. Only the main thread may ask for it; elsewhere nothing changes."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    hearing, told = socket.socketpair()
    told.setblocking(False)
    signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    threading.Thread(target=leave_when_told, args=(hearing, told), daemon=True, name="simlab-leave").start()


def leave_when_told(hearing: socket.socket, told: socket.socket) -> None:
    """`told` is held open for as long as somebody listens."""
    while signal.SIGINT not in hearing.recv(64):
        pass
    time.sleep(MOMENT)
    os.write(2, f"\nsimlab: stopped; {KEPT}\n".encode())
    os._exit(STOPPED)
