"""Runs as cards: what lies in the folder and nothing else, those under way, deleted and taken back, two side by side."""

import json
import os
import time

import pytest

from simlab import api
from simlab.errors import RunError
from simlab.lab.guard import Refused
from simlab.lab.library import Library
from simlab.lab.side_by_side import side_by_side
from simlab.reports.rundir import Run
from simlab.runs.store import Store
from simlab.runs.sums import Sums

ASKED = {"game": "template", "policies": "honest", "rollouts": 4_000, "metrics": ["pot", "win"]}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    home = tmp_path_factory.mktemp("runs")
    api.run({**ASKED, "question": "How large is the pot?"}, out=home / "small", report=False)
    api.run({**ASKED, "question": "And with <b>3</b>?", "rules": {"bet": 3}}, out=home / "deep" / "large", report=False)
    return Library(home)


def test_every_run_is_a_card_with_its_question_and_answer(shelf):
    cards = {card["name"]: card for card in shelf.cards()}
    assert set(cards) == {"small", "deep/large"}
    assert cards["small"]["question"] == "How large is the pot?"
    assert cards["small"]["answer"]
    assert (cards["small"]["game"], cards["small"]["games"], cards["small"]["state"]) == ("template", 4_000, "done")


def test_a_run_under_way_tells_how_far_it_is(shelf):
    folder = shelf.home / "going"
    manifest = json.loads((shelf.home / "small" / "manifest.json").read_text())
    with Store(folder, Sums) as store:
        store.write_manifest({**manifest, "state": "running"})
        block = store.block_file(0, (0, 1_000))
        block.parent.mkdir(parents=True)
        block.write_bytes(b"")
        card = next(card for card in shelf.cards() if card["name"] == "going")
        assert (card["state"], card["running"], card["played"]) == ("running", True, 0.25)
        with pytest.raises(RunError, match="being played"):
            shelf.delete("going")
    card = next(card for card in shelf.cards() if card["name"] == "going")
    assert not card["running"]
    shelf.delete("going")


def test_a_deleted_run_can_be_taken_back_as_it_was(shelf):
    before = (shelf.home / "small" / "results.parquet").read_bytes()
    undo = shelf.delete("small")
    assert "small" not in [card["name"] for card in shelf.cards()]
    assert shelf.undo_delete(undo) == "small"
    assert (shelf.home / "small" / "results.parquet").read_bytes() == before
    with pytest.raises(Refused):
        shelf.undo_delete(undo)
    with pytest.raises(Refused):
        shelf.undo_delete("../..")


def test_what_was_deleted_a_week_ago_is_gone(shelf):
    (shelf.home / ".deleted" / "1000-old").mkdir(parents=True)
    (shelf.home / ".deleted" / "1000-old" / "name.json").write_text('"x"')
    (shelf.home / ".deleted" / f"{int(time.time())}-new").mkdir()
    (shelf.home / ".deleted" / f"{int(time.time())}-new" / "name.json").write_text('"y"')
    assert {path.name.rpartition("-")[2] for path in Library(shelf.home).bin()} >= {"new"}
    assert not (shelf.home / ".deleted" / "1000-old").exists()


def test_nothing_outside_the_folder_is_read(shelf, tmp_path):
    api.run(ASKED, out=tmp_path / "secret", report=False)
    (tmp_path / "secret" / "report.html").write_text("secret")
    os.symlink(tmp_path / "secret", shelf.home / "link")
    os.symlink(tmp_path / "secret" / "report.html", shelf.home / "small" / "report.html")
    try:
        assert "link" not in shelf.folders()
        for name in ("link", "../secret", str(tmp_path / "secret"), "small/../../secret", ""):
            with pytest.raises(Refused):
                shelf.find(name)
        with pytest.raises(Refused):
            shelf.report("small")
    finally:
        (shelf.home / "link").unlink()
        (shelf.home / "small" / "report.html").unlink()


@pytest.mark.parametrize("content", ['{"state": 3, "game": "x"}', "", "[]", "[" * 50_000, '{"a":' * 50_000, "\0\0", None])
def test_a_damaged_manifest_is_a_card_that_says_so(shelf, content):
    (shelf.home / "broken").mkdir()
    file = shelf.home / "broken" / "manifest.json"
    if content is None:
        os.mkfifo(file)  # a pipe that nobody writes to
    else:
        file.write_text(content)
    card = next(card for card in shelf.cards() if card["name"] == "broken")
    assert card["state"] == "damaged"
    shelf.delete("broken")


def test_two_runs_are_compared_by_what_both_have(shelf):
    found = side_by_side(Run(shelf.find("small")), Run(shelf.find("deep/large")), (0, 0))
    rows = {row["title"]: row for row in found["rows"]}
    pot = next(row for title, row in rows.items() if title.lower().startswith(("pot", "chips in the pot")))
    assert pot["settled"]
    assert found["same_deals"]
    same = side_by_side(Run(shelf.find("small")), Run(shelf.find("small")), (0, 0))
    assert not any(row["settled"] for row in same["rows"])
