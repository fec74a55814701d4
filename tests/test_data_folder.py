"""Where the user's data lie."""

from pathlib import Path

from simlab.data_folder import data_root


def test_the_data_folder_is_the_one_named_in_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("SIMLAB_DATA", str(tmp_path))
    assert data_root() == tmp_path


def test_without_a_name_it_is_where_the_system_keeps_the_data_of_programs(monkeypatch, tmp_path):
    monkeypatch.delenv("SIMLAB_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_root() == Path(tmp_path) / "simlab"
