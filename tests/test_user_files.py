"""Files that are handed in: what is refused, where it stands, and how long that takes."""

import os
import threading
import time
from pathlib import Path

import pytest

from simlab.errors import InputError
from simlab.printable import first_strange, one_line, shown
from simlab.scenarios import checks, selectors, targets
from simlab.user_files import read_json, read_text, read_yaml


def refused(tmp_path, content):
    path = tmp_path / "x.json"
    path.write_bytes(content)
    with pytest.raises(InputError) as said:
        read_json(path, "a saved game")
    assert "\n" not in str(said.value)
    return str(said.value).replace(str(path), "x.json")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"a": 1,\n "b": }', "x.json:2:7: not a saved game: expecting value"),
        (b"[]", "x.json: not a saved game: a block of keys and values is expected"),
        (b'{"a": 1, "a": 2}', "x.json: not a saved game: key 'a' stands twice"),
        (b'{"a": NaN}', "NaN is no number"),
        (b'{"a": 1e999}', "1e999 is no number"),
        (b'{"a": ' + b"9" * 40 + b"}", "a number of 40 digits"),
        (b'{"a": "\\u001b[2J"}', "character #x1b does not belong in a text"),
        (b'{"a": "\\u202eb"}', "character #x202e does not belong"),
        (b'{"a": "\\ud800"}', "character #xd800 does not belong"),
        (b'{"a": ' + b"[" * 50 + b"]" * 50 + b"}", "nested deeper than 12 levels"),
        (b"[" * 100_000, "nested deeper than 12 levels"),
        (b'{"a": "\n\xe9"}', "x.json:2:1: not UTF-8 text"),
        (b'{"a": "' + b"b" * 300_000 + b'"}', "a saved game may have 256 KB"),
    ],
)
def test_what_is_no_plain_data_is_refused_with_its_place(tmp_path, content, said):
    assert said in refused(tmp_path, content)


def test_escapes_written_out_in_a_scenario_are_refused_with_their_place():
    with pytest.raises(InputError, match=r"x.yaml:2:12: character #x1b does not belong in a text"):
        read_yaml('game: template\nvariants: {"\\x1b[31m": {}}\n', "x.yaml")


def test_one_and_one_as_text_are_one_key():
    with pytest.raises(InputError, match=r"x:2:1: key '1' stands twice \(first in line 1\)"):
        read_yaml("1: a\n'1': b\n", "x")


@pytest.mark.parametrize(
    "read",
    [
        lambda text: checks.read(text, None),
        selectors.read,
        targets.parse,
        lambda text: checks.read("win" + text, None),
        lambda text: selectors.read("win [" + text),
        lambda text: targets.parse("win" + text + "below"),
        lambda text: targets.parse("win" + text + "x\nx"),
    ],
)
@pytest.mark.parametrize("filling", [" ", "\t ", "a", "1", "[", "win ", "1_"])
@pytest.mark.timeout(60)  # what goes back and forth in three places would never end
def test_refusing_takes_no_longer_than_reading(read, filling):
    """A check of 40,000 spaces took 25 seconds."""
    began = time.process_time()
    with pytest.raises(InputError):
        read(filling * 40_000)
    assert time.process_time() - began < 0.2


@pytest.mark.parametrize("text", ["win < 1e999", "win < 1e400", "win between 0 and 1e9999", f"win < {'9' * 400}"])
def test_numbers_that_no_game_gives_are_refused(text, monkeypatch):
    monkeypatch.setattr(checks, "resolve", lambda text, plan: None)
    with pytest.raises(InputError, match="is no number of a game"):
        checks.read(text, None)
    with pytest.raises(InputError):
        targets.parse("win below 1e999")


def test_what_is_shown_holds_nothing_that_a_terminal_obeys():
    assert shown("one\n\x1b[31mtwo\x9b") == "one\n\ufffd[31mtwo\ufffd"
    assert shown("plain ± text") == "plain ± text"
    assert one_line("a\x1b\nb  c") == "a b c"
    assert first_strange("a\tb\n") == ""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name")
def test_a_pipe_that_nobody_writes_to_is_empty_and_one_that_somebody_does_is_read(tmp_path):
    pipe = tmp_path / "x.yaml"
    os.mkfifo(pipe)
    assert read_text(pipe) == ""
    here, there = os.pipe()  # as in `simlab run <(...)`
    writer = threading.Thread(target=lambda: (time.sleep(0.2), os.write(there, b"game: template\n"), os.close(there)))
    writer.start()
    assert read_text(Path(f"/dev/fd/{here}")) == "game: template\n"
    writer.join()
    os.close(here)


@pytest.mark.parametrize(
    "content", [b"\xef\xbb\xbfgame: template\r\nrollouts: 5\r\n", b"game: template\rrollouts: 5", b"game: template\nrollouts: 5"]
)
def test_marks_and_line_ends_of_other_systems_are_read(tmp_path, content):
    (tmp_path / "x.yaml").write_bytes(content)
    assert read_yaml(read_text(tmp_path / "x.yaml"), "x")[0] == {"game": "template", "rollouts": 5}
