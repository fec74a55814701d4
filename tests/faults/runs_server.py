"""A process that has everything imported and plays commands in children of its own, some of which it kills in the middle.

Started as `python -m tests.faults.runs_server`. A request is a line of JSON: commands (as they are typed) that start together, and for
each at which step on its files it is to be killed. A step is anything that opens, writes, syncs, renames, removes or makes a file or
folder under the folder that is watched: the child kills itself just before it, as `kill -9` would. Nothing here uses polars: its threads
do not survive a fork.
"""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.faults.io_shim import Disk, failing

STEPS = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate")
PATIENCE = 120  # seconds of processor time: then a command runs for ever
LASTING: list[Any] = []  # what is watched until the process ends
STILL = 1200  # seconds in all, on a machine that has other work too: then it waits for ever


class Server:
    """The other end."""

    def __init__(self, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.runs_server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
        )

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *failure: object) -> None:
        self.process.__exit__(None, None, None)  # closes its pipes and waits for it, whatever state it is in

    def together(
        self,
        *commands: Sequence[object],
        watched: Path,
        kills: Sequence[int] = (),
        after: float = 0.0,
        number: int = 9,
        room: int = 0,
        charts: int = 1,
    ) -> list[Any]:
        """How each command ended: exit code (negative: the signal), what it printed, its steps, the seconds it took to end.

        After the seconds `after` all get the signal `number`; files may have `room` bytes, as on a full disk.
        """
        asked = {"commands": [[str(word) for word in words] for words in commands], "watched": str(watched), "kills": list(kills)}
        self.process.stdin.write(json.dumps({**asked, "after": after, "number": number, "room": room, "charts": charts}) + "\n")  # type: ignore[union-attr]
        self.process.stdin.flush()  # type: ignore[union-attr]
        return json.loads(self.process.stdout.readline())  # type: ignore[union-attr, no-any-return]

    def command(self, *words: object, watched: Path, kill: int = 0, charts: int = 1) -> dict[str, Any]:
        return self.together(words, watched=watched, kills=[kill], charts=charts)[0]  # type: ignore[no-any-return]


def serve() -> None:
    import simlab.api
    import simlab.reports.page.write
    import simlab.reports.result
    from simlab.cli import main
    from simlab.reports.charts import of_run

    plain, drawn = of_run.charts, [1]
    of_run.charts = lambda run: plain(run, drawn[0])  # drawing takes longer than all the rest
    simlab.reports.page.write.template("report.html.j2")
    warm_up()
    for line in sys.stdin:
        asked = json.loads(line)
        drawn[0] = asked["charts"]
        kills, home = [*asked["kills"], *[0] * len(asked["commands"])], Path(asked["watched"]).parent
        children = [
            started(main, words, asked["watched"], kill, asked["room"], home / f".said-{k}")
            for k, (words, kill) in enumerate(zip(asked["commands"], kills, strict=False))
        ]
        if asked["after"]:
            time.sleep(asked["after"])
            for pid, _ in children:
                os.kill(pid, asked["number"])
        began = time.monotonic()
        print(json.dumps([ending(*each, began, home / f".said-{k}") for k, each in enumerate(children)]), flush=True)


def warm_up() -> None:
    """Kernels are there when children ask for them."""
    from simlab.runs.blocks import SumStage
    from simlab.scenarios.prepare import prepare
    from simlab.scenarios.scenario import of

    for policy in ("uniform", "honest"):
        SumStage(prepare(of({"game": "template", "policies": policy, "variants": {"a": {}, "b": {"rules": {"bet": 2}}}}))).play(0, 0, 2)


def started(main: Any, words: list[str], watched: str, kill: int, room: int, said: Path) -> tuple[int, int]:
    """A child's number, and where what it says about errors can be read."""
    here, there = os.pipe()  # a disk may be full
    pid = os.fork()
    if pid:
        os.close(there)
        return pid, here
    os.setsid()
    os.dup2(os.open(os.devnull if room else f"{said}.out", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
    os.dup2(there, 2)
    os.close(there)
    sys.stdout, sys.stderr = (open(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))  # noqa: SIM115
    signal.alarm(STILL)
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
    if room:
        sys.dont_write_bytecode = True  # Python itself leaves half of a file there
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    steps = watch(watched, kill)
    code: Any = 1
    try:
        main(words)
    except SystemExit as end:
        code = end.code
    except BaseException:
        import traceback

        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    if not room:
        Path(f"{said}.steps").write_text(str(steps[0]))
    os._exit(int(code or 0))


class Watched(Disk):
    """Writing and syncing are no events that Python tells of: they are noticed on the way to the disk."""

    def __init__(self, folder: str, step: Callable[[], None]) -> None:
        super().__init__(Path(folder))
        self.step = step

    def ask(self, kind: str, path: Any) -> None:
        if kind in ("write", "sync") and self.mine(path):
            self.step()


def watch(watched: str, kill: int) -> list[int]:
    """Count the steps; at one of them, die."""
    steps = [0]

    def step() -> None:
        steps[0] += 1
        if steps[0] == kill:
            os.kill(os.getpid(), signal.SIGKILL)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event in STEPS and arguments and str(arguments[0]).startswith(watched):
            step()

    sys.addaudithook(hook)
    LASTING.append(failing(Watched(watched, step)))
    LASTING[-1].__enter__()
    return steps


def ending(pid: int, errors: int, began: float, said: Path) -> dict[str, Any]:
    _, status = os.waitpid(pid, 0)
    seconds = time.monotonic() - began
    with open(errors, encoding="utf-8") as file:
        err = file.read()
    out, steps = Path(f"{said}.out"), Path(f"{said}.steps")
    found = {
        "code": os.waitstatus_to_exitcode(status),
        "seconds": seconds,
        "out": out.read_text() if out.exists() else "",
        "err": err,
        "steps": int(steps.read_text()) if steps.exists() else 0,
    }
    for path in (out, steps):
        path.unlink(missing_ok=True)
    return found


if __name__ == "__main__":
    serve()
