"""What code reaches by its imports is what its digest is of: nothing an author may edit is left out, and nothing else counts."""

import os

import pytest

from simlab import sources


@pytest.fixture
def house(tmp_path, monkeypatch):
    """An author's package `mine`, with a helper package beside it and data."""
    for folder in ("mine/deep", "lib/odds"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("mine/__init__.py", "mine/deep/__init__.py", "mine/rules.py", "mine/other.py", "mine/deep/far.py", "lib/odds/__init__.py"):
        (tmp_path / name).write_text(f"# {name}\n")
    (tmp_path / "lib" / "odds" / "tables.py").write_text("")
    (tmp_path / "mine" / "deep" / "cards.json").write_text("[]")
    monkeypatch.syspath_prepend(str(tmp_path / "lib"))
    monkeypatch.syspath_prepend(str(tmp_path))
    sources.forget()
    yield tmp_path
    sources.forget()


def reached(house, text, file="mine/engine.py"):
    """Places reached from a file with this text, the package's own `__init__` and the file left out."""
    (house / file).write_text(text)
    sources.forget()
    return {name for name in sources.reached([house / file]) if not name.endswith("__init__.py") and name != file}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("from mine.rules import RULES", "mine/rules.py"),
        ("from mine import rules", "mine/rules.py"),
        ("import mine.rules", "mine/rules.py"),
        ("import os, mine.rules as r", "mine/rules.py"),
        ("from . import rules", "mine/rules.py"),
        ("from .rules import (  # why (not)\n    A,\n    B,\n)", "mine/rules.py"),
        ("from .deep.far import x", "mine/deep/far.py"),
        ("from .deep import far as near", "mine/deep/far.py"),
        ("def late():\n    from .rules import x", "mine/rules.py"),
        ("try:\n    from .fast import x\nexcept ImportError:\n    from .rules import x", "mine/rules.py"),
        ("import os; from . import rules", "mine/rules.py"),
        ("from .rules \\\n    import x", "mine/rules.py"),
        ("from importlib import import_module\nx = import_module('mine.rules')", "mine/rules.py"),
        ("from odds.tables import chance", "odds/tables.py"),
        ("import odds.tables", "odds/tables.py"),
        ("from simlab.masks import can", "simlab/masks.py"),
        ("from pathlib import Path\nDECK = Path(__file__).parent / 'deep' / 'cards.json'", "mine/deep/cards.json"),
        ("DECK = open('deep/cards.json')", "mine/deep/cards.json"),
    ],
)
def test_every_way_of_reaching_a_file_is_followed(house, line, found):
    assert found in reached(house, line + "\n")


def test_a_file_up_and_across_is_followed(house):
    assert "mine/rules.py" in reached(house, "from ..rules import x\n", "mine/deep/near.py")


def test_a_neighbour_of_a_file_in_no_package_is_followed(house):
    """As a policy file that puts its own folder on the path reaches its helper."""
    (house / "alone").mkdir()
    (house / "alone" / "helper.py").write_text("x = 1\n")
    text = "import sys\nsys.path.insert(0, '.')\nfrom helper import x\n"
    assert reached(house, text, "alone/mine.py") == {"mine.py", "helper.py"}


def test_two_files_of_one_name_are_both_followed(house):
    for folder, rest in (("one", "from two import helper"), ("two", "")):
        (house / folder).mkdir()
        (house / folder / "helper.py").write_text(rest)
    found = sources.reached([house / "one" / "helper.py", house / "two" / "helper.py"])
    assert {path.parent.name for path in found.values()} == {"one", "two"}


def test_what_is_not_named_is_not_reached(house):
    assert reached(house, "import os\nimport numpy as np\nfrom .rules import x\n") == {"mine/rules.py"}


def test_code_that_imports_by_a_computed_name_reaches_its_whole_package(house):
    assert reached(house, "from importlib import import_module\nparts = import_module(NAME)\n") >= {"mine/other.py", "mine/deep/far.py"}


def test_an_installed_package_stands_for_the_list_of_its_files(house):
    found = reached(house, "import eval7\n")
    assert [name.rpartition("/")[2] for name in found] == ["RECORD"]


def test_a_package_that_is_not_there_is_no_reason_to_stop(house):
    assert reached(house, "try:\n    import nowhere_at_all\nexcept ImportError:\n    pass\n") == set()


def test_our_own_sources_reach_only_our_own():
    found = sources.reached([sources.PACKAGE / "play" / "kernels.py"])
    assert {"simlab/play/kernels.py", "simlab/masks.py", "simlab/__init__.py"} <= set(found)
    assert all(name.startswith("simlab/") for name in found)
    assert "simlab/reports/answers.py" not in found


def digest(house):
    sources.forget()
    return sources.digest([house / "mine" / "engine.py"])


def test_the_digest_changes_with_content_place_and_note_and_with_nothing_else(house):
    (house / "mine" / "engine.py").write_text("from .rules import x\nTABLE = 'deep/cards.json'\n")
    first = digest(house)
    os.utime(house / "mine" / "rules.py", (1, 1))
    (house / "mine" / "other.py").write_text("# another")
    assert digest(house) == first
    seen = {first, sources.digest([house / "mine" / "engine.py"], "bounds checked")}
    (house / "mine" / "rules.py").write_text("x = 2")
    seen.add(digest(house))
    (house / "mine" / "deep" / "cards.json").write_text("[1]")
    seen.add(digest(house))
    (house / "mine" / "rules").mkdir()
    (house / "mine" / "rules" / "__init__.py").write_text("x = 3")  # now this one is imported
    seen.add(digest(house))
    (house / "mine" / "rules.py").unlink()
    seen.add(digest(house))
    assert len(seen) == 6


def test_the_digest_does_not_depend_on_where_the_package_lies(house, tmp_path):
    (house / "mine" / "engine.py").write_text("from .rules import x\n")
    here = digest(house)
    (tmp_path / "elsewhere").mkdir()
    (house / "mine").rename(tmp_path / "elsewhere" / "mine")
    assert digest(tmp_path / "elsewhere") == here


def test_what_is_typed_at_a_prompt_has_no_source():
    typed = {}
    exec("def f(): pass", typed)
    assert sources.source_of(typed["f"]) is None
    assert sources.source_of(test_what_is_typed_at_a_prompt_has_no_source).name == "test_sources.py"


def test_kernels_reach_nothing_that_stands_above_them():
    """Else an edit of a report would compile every game anew, and refuse every run."""
    reached = sources.reached([sources.PACKAGE / "games" / "template" / "engine.py", sources.PACKAGE / "runs" / "sums.py"])
    rooms = {name.split("/")[1] for name in reached}
    assert not rooms & {"calls.py", "api.py", "reports", "studies", "commands", "lab", "cli.py"}
