"""`simlab verify DIR`: the chain from identity to page, and what is wrong with it in one line."""

import json
import shutil

import pytest

import simlab
from simlab.errors import RunError
from simlab.folders import holding
from simlab.runs.run import run
from simlab.runs.store import block_bytes, bound_to
from simlab.runs.verify import chain, verify
from simlab.seals import checksum, with_seal
from tests.commands.typed import refused, typed
from tests.runs.helpers import SCENARIO, Interrupted, plan

SMALL = {**SCENARIO, "rollouts": 1_000, "rules": {"deals": 4}, "keep": "rollouts", "also": ["honest"]}


@pytest.fixture(scope="module")
def finished(tmp_path_factory, one_chart):
    folder = tmp_path_factory.mktemp("verify") / "out"
    simlab.run(SMALL, out=folder)
    return folder


def test_a_study_of_knobs_is_whole_and_its_tables_are_its_own(tmp_path, one_chart):
    typed("dials", "template", "--policies", "honest", "--games", "20", "--out", tmp_path / "o", "--quiet")
    found = verify(tmp_path / "o")
    assert (found.faults, found.runs) == ([], 1)
    assert found.notes == ["tables were not worked out again: they are a study's own"]


@pytest.fixture
def copy(finished, tmp_path):
    return shutil.copytree(finished, tmp_path / "copy")


def test_a_finished_run_is_whole_and_nothing_is_written(finished):
    before = {path: path.read_bytes() for path in finished.rglob("*") if path.is_file()}
    found = verify(finished)
    assert (found.faults, found.notes, found.runs) == ([], [], 2)
    assert found.blocks >= 2
    assert found.files > 10
    assert typed("verify", finished).startswith(f"{finished} is whole: 2 runs, ")
    assert json.loads(typed("verify", finished, "--json"))["whole"] is True
    assert {path: path.read_bytes() for path in finished.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("manifest.json", "manifest.json is damaged"),
        ("scenario.yaml", "scenario.yaml is damaged, or not of this run"),
        ("results.parquet", "results.parquet is damaged, or not of this run"),
        ("tracks.parquet", "tracks.parquet is damaged, or not of this run"),
        ("blocks/*/*.block", "is damaged, or of another run or place"),
        ("rollouts/*/*.parquet", "the rows of blocks/00000/"),
        ("report.html", "report.html is damaged"),
        ("figures/*.png", "is missing or damaged"),
        ("figures/*.svg", "is missing or damaged"),
        ("also/*/pairs.parquet", "also/1-honest/pairs.parquet is damaged"),
    ],
)
def test_one_bit_of_any_file_is_noticed(copy, pattern, said):
    path = sorted(copy.glob(pattern))[0]
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 4
    path.write_bytes(bytes(raw))
    line = typed("verify", copy, code=1)
    assert said in line
    assert line.count("\n") == 1


def test_tables_that_do_not_follow_from_the_blocks_are_noticed(copy):
    """Even by somebody who wrote checksums that fit."""
    manifest = json.loads((copy / "manifest.json").read_text())
    shutil.copy(copy / "also" / "1-honest" / "pairs.parquet", copy / "pairs.parquet")
    manifest["files"]["pairs.parquet"] = checksum((copy / "pairs.parquet").read_bytes())
    del manifest["seal"]
    (copy / "manifest.json").write_bytes(with_seal(manifest))
    assert "pairs.parquet does not follow from the blocks" in typed("verify", copy, code=1)


def test_missing_and_foreign_parts_are_noticed(copy, finished):
    block = sorted(copy.glob("blocks/*/*.block"))[-1]
    block.unlink()
    assert "blocks are missing: those of cell 0" in typed("verify", copy, code=1)
    foreign = block_bytes(bound_to({"game": "another"}), 0, (0, 1000), b"x")
    block.write_bytes(foreign)
    assert "is damaged, or of another run or place" in typed("verify", copy, code=1)
    shutil.copy(finished / block.relative_to(copy), block)
    (copy / "pairs.parquet").unlink()
    assert "pairs.parquet is missing" in typed("verify", copy, code=1)


def test_an_unfinished_run_and_one_at_work_are_told(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        run(plan(), tmp_path / "o", block=512, progress=Interrupted(2))
    assert "the run was not finished; start the same command again" in typed("verify", tmp_path / "o", code=1)
    with holding(tmp_path / "o"), pytest.raises(RunError, match="is in use"):
        verify(tmp_path / "o")
    (tmp_path / "empty").mkdir()
    assert "not a run directory" in refused("verify", tmp_path / "empty")


def test_a_run_of_other_code_is_looked_at_as_far_as_it_goes(copy, monkeypatch):
    from simlab.runs import verify as module

    monkeypatch.setattr(module, "identify", lambda *_: {"code": "other"})
    found = verify(copy)
    assert found.whole
    assert "tables were not worked out again: the games were played with other code" in found.notes[0]


def test_ranges_are_put_end_to_end_wherever_that_can_be():
    assert chain([(0, 100), (0, 150), (100, 200)], 200) == [(0, 100), (100, 200)]
    assert chain([(0, 100), (110, 200)], 200) is None
    assert chain([], 0) == []
