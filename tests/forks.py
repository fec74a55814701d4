"""Fresh Pythons that start at once: a process that has loaded numba and matplotlib, and copies itself for each program that is to run.

To all that is simlab's or a test's a copy is as new as a Python of its own: nothing of theirs was loaded before. Settings of Python
and numba are read when they start: there is one such process for each that is asked for.
"""

import atexit
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

READ_AT_START = ("NUMBA_", "PYTHON")


def run(words: Sequence[str], cwd: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """What `python -W error` does with these words, of the kinds `-c CODE`, `-m MODULE` and `FILE`, with nothing typed."""
    server = started(frozenset(item for item in env.items() if item[0].startswith(READ_AT_START) and item[0] != "PYTHONPATH"))
    assert server.stdin is not None
    assert server.stdout is not None
    try:
        server.stdin.write(json.dumps({"words": list(words), "cwd": str(cwd), "env": env}) + "\n")
        server.stdin.flush()
        return subprocess.CompletedProcess(words, **json.loads(server.stdout.readline()))
    except BaseException:  # a test that takes too long: the next must not hear its answer
        os.killpg(server.pid, signal.SIGKILL)
        started.cache_clear()
        raise


@cache
def started(settings: frozenset[tuple[str, str]]) -> "subprocess.Popen[str]":
    """The process that is copied, one for all programs with these settings."""
    others = {name: value for name, value in os.environ.items() if not name.startswith(READ_AT_START)}
    words = [sys.executable, "-W", "error", __file__]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    server = subprocess.Popen(words, env={**others, **dict(settings)}, start_new_session=True, **pipes)
    atexit.register(server.communicate)  # closes what it reads from, and waits for it
    return server


# ---- the other end


def load() -> None:
    """What takes long and starts no thread (as polars does: threads do not survive a fork)."""
    import click  # noqa: F401
    import matplotlib.backends.backend_agg
    import matplotlib.figure  # noqa: F401
    import pydantic  # noqa: F401
    import yaml  # noqa: F401
    from numba.core.registry import cpu_target

    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()
    gc.freeze()  # copies need not look through all this for garbage


def serve() -> None:
    with os.fdopen(os.dup(0)) as asked, os.fdopen(os.dup(1), "w") as told:
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing, 1)
        load()
        for line in asked:
            told.write(json.dumps(answer(line)) + "\n")
            told.flush()


def answer(line: str) -> dict[str, Any]:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # numpy has a thread, which knows of forks
            child = os.fork()
        if not child:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            become(**json.loads(line))
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        return {"returncode": code, "stdout": written(out), "stderr": written(err)}


def written(file: Any) -> str:
    file.seek(0)
    return str(file.read().decode().replace("\r\n", "\n"))


def become(words: list[str], cwd: str, env: dict[str, str]) -> None:
    """Run a program as Python would, and end."""
    import threading
    import traceback

    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    code = 0
    try:
        execute(words, cwd, env.get("PYTHONPATH"))
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
        if end.code is not None and not isinstance(end.code, int):
            print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
        code = 1
    threading._shutdown()
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def execute(words: list[str], cwd: str, more: str | None) -> None:
    import runpy
    import types

    kind = words[0] if words[0] in ("-c", "-m") else ""
    first = {"-c": "", "-m": cwd, "": os.path.dirname(os.path.abspath(words[0]))}[kind]
    sys.path[:] = [first, *(more.split(os.pathsep) if more else ()), *sys.path[1:]]
    sys.argv[:] = [kind, *words[2:]] if kind else words
    if kind == "-m":
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    elif kind == "-c":
        main = sys.modules["__main__"] = types.ModuleType("__main__")
        exec(compile(words[1], "<string>", "exec"), vars(main))
    else:
        runpy.run_path(words[0], run_name="__main__")


if __name__ == "__main__":
    serve()
