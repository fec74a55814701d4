"""What a command says while it plays, and when it is stopped."""

import io

import pytest

from simlab.commands.progress import Clock, Lines, duration, under_way


def test_progress_in_plain_lines_tells_rate_and_time_left(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("simlab.commands.progress.monotonic", lambda: now[0])
    out = io.StringIO()
    told = Lines(out)
    told.start(1_000_000, 200_000)
    for _ in range(3):
        now[0] += 4.0
        told.advance(100_000)
    assert out.getvalue().splitlines() == [
        "simlab: 200,000 of 1,000,000 games were played before",
        "simlab: 400,000 of 1,000,000 games, 25,000 a second, 24 s left",
    ]


def test_the_clock_leaves_out_the_time_of_the_first_block(monkeypatch):
    now = [50.0]
    monkeypatch.setattr("simlab.commands.progress.monotonic", lambda: now[0])
    clock = Clock()
    assert clock.rate(64) == 0.0
    now[0] += 2.0
    assert clock.rate(1000) == 500.0


def test_durations_are_short():
    assert [duration(s) for s in (12.3, 95, 600, 7500)] == ["12 s", "2 min", "10 min", "2 h 05 min"]


def test_stopped_from_the_keyboard_a_command_says_what_comes_next_and_ends(capsys):
    with pytest.raises(SystemExit) as end, under_way(True):
        raise KeyboardInterrupt
    assert end.value.code == 130
    assert "what was played is kept" in capsys.readouterr().err
