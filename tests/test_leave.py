"""Ctrl-C ends every command within a second, also while a kernel or the compiler keeps Python busy."""

import os
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from simlab.commands.endings import ended
from simlab.errors import GameError
from simlab.leave import heard, say_nothing_of_signals
from tests.conftest import ROOT
from tests.plugins import Plugin

IN_TIME = 2.0  # seconds; a second is promised, on a machine that is not busy with tests
STUCK = "    while state.top >= 0:\n        state.top = 2\n"


def stopped(plugin, words, ready, **more):
    """Start a command, send Ctrl-C when `ready` says so; how long it took to end, its exit code and what it said."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "SIMLAB_GAMES": "games", **more}
    process = subprocess.Popen(
        [sys.executable, "-m", "simlab", *words],
        cwd=plugin.desk,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hear_ctrl_c,
    )
    ready(process)
    began = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    try:
        said = process.communicate(timeout=20)[1]
    finally:
        process.kill()
    return time.monotonic() - began, process.returncode, said


def hear_ctrl_c():
    """What is started in the background by a shell is deaf to it, and so are its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def busy(process):
    """Until it has used some seconds of processor time beyond what starting takes."""
    ticks = os.sysconf("SC_CLK_TCK")
    while process.poll() is None:
        with open(f"/proc/{process.pid}/stat") as file:
            used = sum(int(number) for number in file.read().rsplit(")", 1)[1].split()[11:13]) / ticks
        if used > 4:
            return
        time.sleep(0.1)


@pytest.mark.parametrize(
    "words",
    [
        ("compare", "swap", "rules.cards=12"),
        pytest.param(("replay", "swap", "--policies", "uniform"), marks=pytest.mark.slow),
        pytest.param(("tournament", "swap", "--games", "100"), marks=pytest.mark.slow),
    ],
)
def test_a_kernel_that_never_returns_is_left(tmp_path, words):
    plugin = Plugin(tmp_path)
    plugin.edit("engine.py", "    me = state.seat\n", f"    me = state.seat\n{STUCK}")
    took, code, said = stopped(plugin, words, busy)
    assert code == 130
    assert took < IN_TIME
    assert "Traceback" not in said


def test_the_compiler_is_left(tmp_path):
    def compiling(process):
        assert "compiling for the first time" in process.stderr.readline()
        time.sleep(1.5)

    took, code, said = stopped(Plugin(tmp_path), ("replay", "swap"), compiling, SIMLAB_CACHE=str(tmp_path / "cache"))
    assert code in (1, 130)
    assert took < IN_TIME
    assert "Traceback" not in said


def test_a_signal_in_the_middle_of_a_callback_is_not_told_as_an_error():
    told = []
    hook = say_nothing_of_signals(told.append)
    hook(SimpleNamespace(exc_value=KeyboardInterrupt()))
    assert told == []
    assert heard.is_set()
    heard.clear()
    other = SimpleNamespace(exc_value=ValueError("broken"))
    hook(other)
    assert told == [other]
    assert not heard.is_set()


def test_what_fails_after_a_signal_waits_to_be_ended_by_it(monkeypatch):
    monkeypatch.setattr("simlab.leave.MOMENT", 0.1)

    def fails():
        raise GameError("swap does not compile: half an answer")

    for signal_came, least in ((False, 0.0), (True, 0.2)):
        heard.set() if signal_came else heard.clear()
        began = time.monotonic()
        with pytest.raises(SystemExit):
            ended(fails)
        assert least <= time.monotonic() - began < least + 0.15
    heard.clear()
