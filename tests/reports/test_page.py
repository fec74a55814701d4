"""Reports: sentences that their numbers bear, charts that can be drawn, a page that nothing can break."""

import json
import re
import xml.dom.minidom
from html.parser import HTMLParser
from time import process_time

import polars as pl
import pytest
from markupsafe import escape

import simlab
from simlab.reports.charts.of_run import charts
from simlab.reports.page import write
from simlab.reports.page.glossary import glossary
from simlab.reports.page.players import line_up, players, strength
from simlab.reports.page.samples import samples
from simlab.reports.page.template import soft
from simlab.reports.result import Result
from tests.reports.fakes import fake_run

HOSTILE = "<script>alert(1)</script>\"'&{{ 7*7 }}{% raw %}😀 " + "x" * 4000


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    scenario = {
        "question": "Does a larger bet matter?",
        "game": "template",
        "policies": "honest",
        "rules": {"ranks": 5},
        "variants": {"plain": {}, "larger": {"rules": {"bet": 3}}, "longer": {"rules": {"deals": 3}}},
        "rollouts": 20_000,
        "metrics": ["net", "rounds", "end", "win", "pot"],
        "define": {"called": "AVG(end = 'called')"},
    }
    return simlab.run(scenario, out=tmp_path_factory.mktemp("run"))


def test_the_result_has_tables_figures_and_a_page_of_its_own(result):
    assert isinstance(result.summary, pl.DataFrame)
    assert result.to_pandas().shape[0] == result.summary.height
    assert result.pairs.filter(metric="rounds", variant="longer")["verdict"].to_list() == ["longer by 2 deals, in every game"]
    assert "Does a larger bet matter?" in result._repr_html_()
    assert result.report_path.exists()
    assert {"net_differences", "win", "end", "pot_distribution"} <= set(result.figures())
    for name in result.figures():
        assert (result.folder / "figures" / f"{name}.png").read_bytes()[:4] == b"\x89PNG"
        xml.dom.minidom.parse(str(result.folder / "figures" / f"{name}.svg"))


def test_every_chart_has_a_title_that_says_something_and_named_axes(result):
    for chart in result.figures().values():
        assert len(chart.title) > 10
        assert chart.figure.get_axes()[-1].get_xlabel() or chart.figure.get_axes()[0].get_xlabel(), chart.name


def test_findings_agree_with_the_tables(result):
    said = result.findings
    assert "with longer a game has 3 deals instead of 1 with plain (2 deals more, in every game)" in said[0]
    assert any(sentence.startswith(("With larger the pot holds", "With longer the pot holds")) for sentence in said)


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.sources, self.alts = [], [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        for name, value in attributes:
            if name in ("src", "href"):
                self.sources.append(value)
            if name == "alt":
                self.alts.append(value)


def test_the_page_needs_no_network_and_describes_its_pictures(result):
    page = Page()
    text = result.report_path.read_text()
    page.feed(text)
    assert all(source.startswith(("data:image/svg+xml;base64,", "#")) for source in page.sources)
    assert len(page.alts) == len(result.figures())
    assert all(page.alts)
    assert page.tags.count("script") == 2  # the numbers, and the page's own script
    assert not re.search(r"https?://(?!www\.w3\.org)", text)
    assert len(text) < 3_000_000


def test_a_hostile_scenario_cannot_break_the_page(tmp_path):
    scenario = {
        "question": HOSTILE,
        "game": "template",
        "variants": {"<b>a</b>": {}, "</style><script>x</script>": {"rules": {"bet": 2}}, "$\\frac{1}{2$": {"rules": {"bet": 3}}},
        "rollouts": 200,
        "metrics": ["pot"],
    }
    found = simlab.run(scenario, out=tmp_path)
    text = found.report_path.read_text()
    page = Page()
    page.feed(text)
    assert page.tags.count("script") == 2
    assert "b" not in page.tags
    assert "&lt;script&gt;alert(1)" in text
    assert "{{ 7*7 }}" in text
    assert json.dumps(found.as_json(), allow_nan=False)


SIXTY = {
    "question": "Sixty cells?",
    "game": "template",
    "policies": "honest",
    "variants": {"plain": {}, "long": {"rules": {"deals": 3}}},
    "sweep": {"rules.bet": [1, 2, 3, 4, 5], "rules.ranks": [3, 4, 5], "rules.ante": [1, 2]},
    "metrics": ["net", "win", "pot", "rounds", "end"],
}


@pytest.mark.slow
@pytest.mark.parametrize(("bets", "metrics"), [([1, 2], ["pot"]), ([1, 2, 3, 4, 5], SIXTY["metrics"])])
def test_a_run_of_many_cells_is_reported_in_time_and_the_page_stays_light(tmp_path, bets, metrics):
    run = fake_run(tmp_path, {**SIXTY, "sweep": {**SIXTY["sweep"], "rules.bet": bets}, "metrics": metrics})
    assert len(run.cells) == 12 * len(bets)
    begun = process_time()
    path = Result(tmp_path).write_report()
    assert process_time() - begun < 15
    assert path.stat().st_size < 3_000_000


@pytest.mark.slow
def test_a_page_that_is_too_large_gives_up_pictures_until_it_fits(tmp_path, monkeypatch):
    run = fake_run(tmp_path, {"question": "Wäre das zu groß?", "game": "template", "policies": "honest"})
    drawn = [(chart, chart.svg()) for chart in charts(run)]
    whole, bare = (len(write.page(run, [], drawn[:some]).encode()) for some in (None, 1))
    for most in (whole - 1, (whole + bare) // 2, bare + 500):  # one picture stays, and a line says how many are left out
        monkeypatch.setattr(write, "MOST_PAGE", most)
        assert len(write.page(run, [], drawn).encode()) <= most


def test_the_glossary_has_formula_unit_and_a_worked_example(tmp_path):
    run = fake_run(tmp_path, {"game": "showdown", "policies": "basic", "define": {"tricks": "SUM(pts_trick) / SUM(points)"}})
    words = {word["name"]: word for word in glossary(run)}
    assert all(word["formula"] and word["unit"] and word["example"] for word in words.values())
    assert words["tricks"]["formula"] == "SUM(pts_trick) / SUM(points)"
    assert words["last_by_cat"]["formula"] == "sum of last_by_cat ÷ sum of seats_by_cat, over all games, for each level"
    left, right = words["rounds"]["example"].split(" = ")
    top, below = (float(part.replace(",", "").split()[0]) for part in left.split(" ÷ "))
    assert top / below == pytest.approx(float(right), rel=0.01)


def test_the_players_of_a_claim_stand_with_their_strength(tmp_path):
    run = fake_run(tmp_path, {"game": "showdown", "policies": ["expert", "basic", "basic", "basic"]})
    expert, basic = players(run)
    assert re.fullmatch(
        r"One among basic players wins 79\.\d % \(.* to .*\) of 4,000 games of 4, default rules; an even share is 25 %\.",
        expert["strength"],
    )
    assert "One among players who act at random" in basic["strength"]
    assert line_up(run) == "the expert player in the first seat, the basic player in the others"
    assert strength({}) == "Its strength has not been measured."


def test_games_behind_a_cell_are_commands_that_name_it(tmp_path):
    scenario = {"game": "template", "players": 2, "policies": "honest", "rollouts": 900, "variants": {"a b": {}, "c": {}}}
    run = fake_run(tmp_path / "here", {**scenario, "sweep": {"rules.bet": [1, 2]}})
    assert samples(run)[2]["commands"][1] == "simlab replay here --cell 1 --variant 'a b' --index 300"
    assert samples(run)[2]["commands"][-1] == "simlab replay here --cell 1 --variant 'a b' --pick typical"


def test_long_names_break_at_underscores_and_endless_ones_anywhere():
    assert soft("rounds") == "rounds"
    assert soft("winner_max_deficit") == "winner_<wbr>max_<wbr>deficit"
    assert soft("of <b> a_b") == "of<wbr> &lt;b&gt;<wbr> a_<wbr>b"
    assert soft("x" * 60) == "<wbr>".join(["x" * 24, "x" * 24, "x" * 12])
    for text in (HOSTILE, "__a__ _", " ", ""):
        assert str(soft(text)).replace("<wbr>", "") == str(escape(text))
