"""The docs as a site: every link leads somewhere, every page is listed, and it builds without a warning."""

import re

import pytest

from tests.conftest import ROOT
from tools import formulas, site

FORMULA = re.compile(r"\$\$(.+?)\$\$|(?<![\\\w$])\$([^$\n]+?)\$(?!\d)", re.DOTALL)


def test_every_link_of_every_page_leads_to_a_place_on_the_site(tmp_path):
    site.lay_out(tmp_path)
    for page in tmp_path.rglob("*.md"):
        for target in re.findall(r"\]\((?!https?:|mailto:|#)([^)\s#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target.removeprefix("path:")).exists(), f"{page.name}: {target}"


def test_every_page_stands_in_the_list_on_the_left_under_a_known_heading(tmp_path):
    site.lay_out(tmp_path)
    listed = (tmp_path / "index.md").read_text(encoding="utf-8")
    for path in (ROOT / "docs").glob("*.md"):
        assert path.stem == "index" or f"\n{path.stem}\n" in listed
    for name in (*site.TUTORIALS, *site.HOW_TO, *site.REFERENCE, *site.EXPLAINED):
        assert (tmp_path / f"{name}.md").exists(), name


def test_the_page_of_all_commands_has_every_option():
    from tests.commands.test_language import OPTIONS

    shown = site.commands_page()
    assert all(option.opts[0] in shown for _, option in OPTIONS)


def test_a_link_that_leads_nowhere_is_an_error(tmp_path):
    page = ROOT / "docs" / "index.md"
    with pytest.raises(SystemExit, match="leads nowhere"):
        site.turned("[x](nowhere.md)", page, site.pages()[page], site.pages(), tmp_path)


def test_every_formula_can_be_drawn():
    plain = re.sub(r"```.*?```|`[^`\n]*`", "", (ROOT / "docs" / "statistics.md").read_text(encoding="utf-8"), flags=re.DOTALL)
    found = [block or inline for block, inline in FORMULA.findall(plain)]
    assert len(found) > 40
    for formula in found:
        drawn = formulas.drawing(formula)
        assert drawn.startswith('<svg role="img" aria-label="')
        assert re.search(r' d="M-?\d+,-?\d+ ', drawn), formula


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning:myst_parser", "ignore:.*myst_parser.*is deprecated")  # by Sphinx, of MyST
def test_the_site_is_built_without_a_warning_and_can_be_searched(tmp_path):
    assert site.build(tmp_path / "site", tmp_path / "tree") == 0
    assert "tutorial" in (tmp_path / "site" / "searchindex.js").read_text(encoding="utf-8")
    front = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "https://" not in re.sub(r'<a [^>]*href="https://[^>]*>', "", front), "a page needs the network"
    explained = (tmp_path / "site" / "statistics.html").read_text(encoding="utf-8")
    assert explained.count("<svg role") > 40
    assert "$$" not in explained
