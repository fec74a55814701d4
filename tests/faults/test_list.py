"""The list of what broke once: every test that it names is there."""

import re

from tests.conftest import ROOT

NAMED = re.compile(r"\| ([\w/]+\.py)::(\w+) \|")


def test_every_test_that_the_list_names_is_there():
    named = NAMED.findall((ROOT / "tests" / "faults" / "README.md").read_text(encoding="utf-8"))
    missing = [(file, name) for file, name in named if f"def test_{name}(" not in (ROOT / "tests" / file).read_text(encoding="utf-8")]
    assert len(named) > 45
    assert missing == []
