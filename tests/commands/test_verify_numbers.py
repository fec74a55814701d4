"""`simlab verify` without a directory: published, ours, source; the exit code says whether they agree."""

import json

import pytest

from simlab.studies.verify import measure
from simlab.studies.verify.checks import exactly
from tests.commands.typed import refused, typed


@pytest.fixture
def few(monkeypatch):
    """Two checks instead of sixty; the second is wrong, and long."""
    right = exactly("counts", "straight flush", "40", "a book", lambda: "40")
    wrong = exactly("counts", "flush", "5,108", "a book", lambda: "5,148", long=True)
    monkeypatch.setattr(measure, "checks", lambda: iter([right, wrong]))


def test_agreement_is_a_table_and_exit_code_0(few):
    output = typed("verify")
    assert "published" in output
    assert "ok straight flush" in output
    assert "all 1 agree with what is published" in output


def test_a_mismatch_is_exit_code_1(few):
    output = typed("verify", "--all", code=1)
    assert "NO flush" in output
    assert "1 of 2 do NOT agree" in output
    assert "NO flush" in typed("verify", "--all", "--quiet", code=1)
    assert json.loads(typed("verify", "--all", "--json", code=1))["agree"] is False


def test_all_is_not_for_a_run(tmp_path):
    assert "without a directory" in refused("verify", tmp_path, "--all")
