"""Every clause of every game's specification is named by a test of the engine.

`tests/games/<game>/clauses.txt` is the list of clause ids. Tests of the referees do not count: they prove the referee.
"""

import re

import pytest

from simlab.contract.catalogue import shipped
from tests.conftest import ROOT

TESTS = ROOT / "tests"
GAMES = TESTS / "games"
WITHOUT_CLAUSES = {"template"}


def named() -> str:
    """All text of the tests, ids in one spelling: test_sh_8_9_... and "SH-8.9" both read SH-8-9."""
    files = [path for path in TESTS.rglob("*.py") if "referee" not in path.parts]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    return text.upper().replace("_", "-").replace(".", "-")


@pytest.mark.parametrize("game", sorted(set(shipped()) - WITHOUT_CLAUSES))
def test_every_clause_is_named_by_a_test(game):
    text = named()
    ids = (GAMES / game / "clauses.txt").read_text(encoding="utf-8").split()
    missing = [i for i in ids if not re.search(re.escape(i.upper().replace(".", "-")) + r"(?![0-9])", text)]
    assert missing == []


def test_a_clause_that_no_test_names_would_be_found():
    assert "SH-99-" + "1" not in named()
    assert all(path.read_text(encoding="utf-8").split() for path in GAMES.glob("*/clauses.txt"))
