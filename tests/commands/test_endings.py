"""How commands end where there is no room: no disk behind the output, nobody who reads it, no memory."""

import os
import re
import resource
import subprocess
import sys

import pytest

from simlab.cli import COMMANDS, main
from simlab.commands import endings
from simlab.errors import RunError
from simlab.runs.verify import verify
from tests.conftest import ROOT


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


def ended_where_nobody_reads(words):
    """The exit code of a command whose output goes into a closed pipe, in this process."""
    read, write = os.pipe()
    os.close(read)
    with open(write, "w", encoding="utf-8") as pipe, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", pipe)
        with pytest.raises(SystemExit) as end:
            main(words)
    return end.value.code


@pytest.mark.parametrize("words", [[], ["--help"], ["--version"], *([str(command.name), "--help"] for command in COMMANDS)])
def test_help_that_nobody_reads_ends_as_the_shell_has_it(words, capfd):
    assert ended_where_nobody_reads(words) == endings.NOBODY_READS
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "words",
    [
        ["games"], ["games", "template"], ["games", "template", "--json"], ["replay", "template"], ["schema"], ["table", "--list"],
        ["rank", "--order", "three_card", "As Ad 9c"], ["odds", "--order", "three_card"], ["play", "template", "--policies", "honest"],
    ],
)  # fmt: skip
def test_answers_that_nobody_reads_end_as_the_shell_has_it(words, capfd):
    assert ended_where_nobody_reads(words) == endings.NOBODY_READS
    assert "Traceback" not in capfd.readouterr().err


def test_a_run_whose_answer_nobody_reads_is_finished_all_the_same(tmp_path, one_chart):
    (tmp_path / "x.yaml").write_text('{"game": "template", "policies": "honest", "rollouts": 60}')
    assert ended_where_nobody_reads(["run", str(tmp_path / "x.yaml"), "--out", str(tmp_path / "o")]) == endings.NOBODY_READS
    assert verify(tmp_path / "o").whole


def test_rich_writes_only_where_a_closed_pipe_ends_as_the_shell_has_it():
    """Through `terminal.console`: rich itself ends Python with exit code 1."""
    own = re.compile(r"\bConsole\(\w|\bConsole\(\)|from rich import print|get_console")
    assert [path.name for path in (ROOT / "simlab").rglob("*.py") if own.search(path.read_text(encoding="utf-8"))] == []


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
