"""Solved strategies as files."""

import numpy as np
import pytest

from simlab.errors import RunError
from simlab.players.solved.lookup import row_of, table_of
from simlab.players.solved.strategies import place_for, read, strategy_of


def some(rows=50):
    keys = np.arange(rows, dtype=np.int64) * 7919 - 3
    return strategy_of(keys, np.arange(rows + 1) * 2, np.tile([0.25, 0.75], rows), False, {"game": "template"})


def test_a_strategy_comes_back_as_it_was_written_and_twice_is_the_same_bytes(tmp_path):
    for name in ("a.npz", "b.npz"):
        some().write(tmp_path / "deep" / name)
    one, other = (tmp_path / "deep" / name for name in ("a.npz", "b.npz"))
    assert one.read_bytes() == other.read_bytes()
    back = read(one)
    assert back.checksum == some().checksum
    assert back.about == {"game": "template"}


def test_a_strategy_that_was_changed_is_refused(tmp_path):
    path = tmp_path / "a.npz"
    changed = some()
    changed.write(path)
    with np.load(path) as file:
        arrays = {name: file[name].copy() for name in file.files}
    arrays["odds"][0] = 0.5
    np.savez_compressed(path, **arrays)
    with pytest.raises(RunError, match=r"not what was written: solve the game again \(simlab solve template\)"):
        read(path)


def test_what_is_no_strategy_is_refused_in_a_line(tmp_path):
    path = tmp_path / "a.npz"
    path.write_bytes(b"something else")
    with pytest.raises(RunError, match="not a solved strategy"):
        read(path)


def test_every_key_finds_its_row_and_others_find_none():
    found = some(5000)
    table = table_of(found)
    assert [row_of(key, table, 0) for key in found.keys[:100]] == list(range(0, 200, 2))
    assert row_of(np.int64(1), table, 0) == -1


def test_each_set_of_rules_has_a_file_of_its_own(template):
    assert place_for(template, template.Rules()) != place_for(template, template.Rules(ranks=4))
