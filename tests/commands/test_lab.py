"""`simlab lab`: opens at a free port of this machine, says where, closes at Ctrl-C."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

from click.testing import CliRunner

from simlab.cli import main
from simlab.lab.server import is_loopback, names_of


def test_it_says_where_it_is_answers_there_and_closes_at_ctrl_c(tmp_path):
    command = [sys.executable, "-m", "simlab", "lab", "template", "--folder", str(tmp_path / "mine"), "--no-browser"]
    lab = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    try:
        first = lab.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/[\w-]{32}/#/knobs/template", first)
        assert address, first
        assert "Ctrl-C" in lab.stdout.readline()
        with urllib.request.urlopen(address[0]) as page:
            assert b"simlab lab" in page.read()
        began = time.monotonic()
        lab.send_signal(signal.SIGINT)
        out, err = lab.communicate(timeout=20)
        assert time.monotonic() - began < 5
        assert "The lab is closed." in out
        assert "Traceback" not in err
        assert lab.returncode in (0, 130)
    finally:
        lab.kill()


def test_a_wrong_game_or_address_is_one_line(tmp_path):
    for words in (["shodown"], ["--host", "192.0.2.1"]):
        done = CliRunner().invoke(main, ["lab", *words, "--folder", str(tmp_path), "--no-browser"])
        assert done.exit_code == 2
        assert done.output.count("\n") == 1


def test_only_loopback_has_the_names_of_this_machine():
    assert is_loopback("127.0.0.1")
    assert is_loopback("::1")
    assert not is_loopback("0.0.0.0")
    assert names_of("127.0.0.1", 80) == ["127.0.0.1:80", "localhost:80", "[::1]:80"]
    assert names_of("192.0.2.7", 80) == ["192.0.2.7:80"]
