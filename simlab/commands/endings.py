"""How a command ends: with its answer, or with one line that says why there is none. Never with half of an answer that looks whole."""

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from typing import Any, NoReturn

import click

from simlab.errors import RunError, SimlabError
from simlab.leave import wait_if_told
from simlab.printable import one_line, shown

NOBODY_READS = 141  # exit code of a command whose output went into a pipe that was closed, as the shell has it
MOST_SAID = 2000  # letters
ROOM = 2 << 30  # bytes of addresses: the compiler ends the process by a signal where it finds none, and nothing could be said


class NobodyReads(Exception):
    """The output goes into a pipe whose other end is closed."""


@contextmanager
def somebody_reads() -> Iterator[None]:
    """Or else the command ends as `ended` has it: click, told that a pipe is closed, would end it with 1."""
    try:
        yield
    except BrokenPipeError:
        raise NobodyReads from None


def ended(command: Callable[[], Any]) -> Any:
    """What a command returns; whatever it fails with is said in one line."""
    replace_closed_streams()
    hush_libraries()
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # names of files need not be text
    try:
        try:
            return command()
        except Exception:
            wait_if_told()
            raise
        finally:
            sys.stdout.flush()  # a full disk is found here, not after the last word
    except SimlabError as error:
        leave(str(error), error.exit_code)
    except MemoryError:
        leave("there is not enough memory for this", 2)
    except (BrokenPipeError, NobodyReads):
        let_go(sys.stdout)
        sys.exit(NOBODY_READS)
    except OSError as error:
        let_go(sys.stdout)
        leave(f"{error.filename or 'standard output'}: {(error.strerror or str(error)).lower()}", 2)


def replace_closed_streams() -> None:
    """Where a shell has closed one (`>&-`), what is said goes nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def hush_libraries() -> None:
    """Where there is no home to write to, matplotlib would say so at length, and go on."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)


def leave(said: str, code: int) -> NoReturn:
    """Say one line and end."""
    line = one_line(said, MOST_SAID)
    with suppress(OSError):
        click.echo(shown(line if line.startswith("simlab ") else f"simlab: {line}"), err=True)
    sys.exit(code)


def let_go(stream: Any) -> None:
    """What is still to be written goes nowhere, instead of failing once more when Python ends."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def with_room(command: click.Command) -> click.Command:
    """A command that looks first whether a limit of the shell's leaves it the room it needs."""
    if command.callback is not None:
        callback = command.callback

        @wraps(callback)
        def checked(*given: Any, **named: Any) -> Any:
            check_room()
            return callback(*given, **named)

        command.callback = checked
    return command


def check_room() -> None:
    try:
        import resource
    except ImportError:  # Windows knows no such limit
        return
    allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
    if allowed != resource.RLIM_INFINITY and allowed < ROOM:
        raise RunError(f"a limit (ulimit -v) leaves {allowed >> 20:,} MB of addresses: simlab needs {ROOM >> 20:,} MB to compile a game")
