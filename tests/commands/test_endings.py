"""How commands end where there is no room: no disk behind the output, nobody who reads it, no memory."""

import os
import resource
import subprocess
import sys

import pytest

from simlab.commands import endings
from simlab.errors import RunError


def simlab(*words, **more):
    return subprocess.run([sys.executable, "-m", "simlab", *words], stderr=subprocess.PIPE, text=True, timeout=60, check=False, **more)


def test_a_full_disk_behind_the_output_is_one_line_and_no_success():
    with open("/dev/full", "w") as full:
        done = simlab("games", stdout=full)
    assert (done.returncode, done.stderr) == (2, "simlab: standard output: no space left on device\n")


def test_when_nobody_reads_on_a_command_ends_without_a_word():
    read, write = os.pipe()
    os.close(read)
    done = simlab("games", stdout=write)
    os.close(write)
    assert (done.returncode, done.stderr) == (endings.NOBODY_READS, "")


@pytest.mark.parametrize("closed", [(1,), (2,), (0, 1, 2)])
def test_where_the_shell_has_closed_a_stream_a_command_ends_as_usual(closed):
    done = subprocess.run([sys.executable, "-m", "simlab", "games"], capture_output=True, text=True, timeout=60, check=False,
                          preexec_fn=lambda: [os.close(number) for number in closed])  # fmt: skip
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_a_name_that_is_no_text_is_one_line():
    done = simlab("run", "x.yaml", "--out", b"a\xe9b", stdout=subprocess.PIPE)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_too_little_memory_is_said_before_the_compiler_needs_it():
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (900 << 20, resource.RLIM_INFINITY))

    done = simlab("replay", "template", stdout=subprocess.PIPE, preexec_fn=limit)
    assert done.returncode == 2
    assert done.stderr == "simlab: a limit (ulimit -v) leaves 900 MB of addresses: simlab needs 2,048 MB to compile a game\n"


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (MemoryError(), "simlab: there is not enough memory for this"),
        (OSError(30, "Read-only file system", "reports/x"), "simlab: reports/x: read-only file system"),
        (RunError("a\x1b[2Jb\nc"), "simlab: a [2Jb c"),
    ],
)
def test_whatever_fails_is_one_printable_line(failure, said, capsys):
    def command():
        raise failure

    with pytest.raises(SystemExit) as end:
        endings.ended(command)
    assert end.value.code == 2
    assert capsys.readouterr().err == said + "\n"
