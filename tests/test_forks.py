"""A copied Python does what one of its own would do."""

import os
import signal
import subprocess
import sys

import pytest

from tests import forks

PROGRAMS = {
    "words, place and surroundings": "import os, sys; print(sys.argv, os.getcwd(), os.environ['MINE'], sys.path[:2], __name__)",
    "a number": "import sys; sys.exit(3)",
    "a sentence": "import sys; sys.exit('no')",
    "a fault": "print('before'); 1 // 0",
    "a warning": "import warnings; warnings.warn('odd', DeprecationWarning)",
    "the end": "import atexit, threading, time; atexit.register(print, 'last'); threading.Thread(target=lambda: print('first')).start()",
    "nothing typed": "import sys; print(repr(sys.stdin.read()))",
    "nothing of ours": "import sys; print([name for name in sys.modules if name.split('.')[0] in ('simlab', 'tests')])",
    "settings": "import numba; print(numba.config.DISABLE_JIT, numba.config.BOUNDSCHECK)",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_ends_and_says_as_in_a_python_of_its_own(tmp_path, name):
    words = ["-c", PROGRAMS[name], "one", "two"]
    env = {**os.environ, "MINE": "yes", "PYTHONPATH": str(tmp_path / "mine"), **({"NUMBA_DISABLE_JIT": "1"} if name == "settings" else {})}
    command = [sys.executable, "-W", "error", *words]
    alone = subprocess.run(command, cwd=tmp_path, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    copied = forks.run(words, tmp_path, env)
    assert (copied.returncode, copied.stdout) == (alone.returncode, alone.stdout)
    assert copied.stderr.splitlines()[-1:] == alone.stderr.splitlines()[-1:]


def test_a_module_and_a_file_run_too(tmp_path):
    (tmp_path / "mine.py").write_text("import sys\nprint(sys.argv[1:], sys.path[0], __name__)\n")
    for words in (["-m", "mine", "x"], ["mine.py", "x"]):
        assert forks.run(words, tmp_path, dict(os.environ)).stdout == f"['x'] {tmp_path} __main__\n"


def test_a_program_that_is_not_waited_for_is_ended_and_the_next_one_is_answered(tmp_path):
    def too_long(*_):
        raise TimeoutError

    words = ["-c", "import os, signal, sys, time; os.kill(int(sys.argv[1]), signal.SIGUSR1); time.sleep(600)", str(os.getpid())]
    before = signal.signal(signal.SIGUSR1, too_long)
    try:
        with pytest.raises(TimeoutError):
            forks.run(words, tmp_path, dict(os.environ))
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert forks.run(["-c", "print('here')"], tmp_path, dict(os.environ)).stdout == "here\n"
