"""Reports: sentences that their numbers bear, charts that can be drawn, a page that nothing can break."""

import json
import re
import xml.dom.minidom
from html.parser import HTMLParser

import polars as pl
import pytest

import simlab
from simlab.reports.charts import quantile
from simlab.reports.rundir import Run

HOSTILE = "<script>alert(1)</script>\"'&{{ 7*7 }}{% raw %}\u202e😀 " + "x" * 4000


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
    assert result.pairs.filter(metric="rounds", variant="longer")["verdict"].to_list() == ["longer by 2 rounds (2 to 2)"]
    assert "Does a larger bet matter?" in result._repr_html_()
    assert result.report_path.exists()
    assert {"net_differences", "win", "end", "pot_distribution"} <= set(result.figures())
    for name in result.figures():
        assert (result.folder / "figures" / f"{name}.png").read_bytes()[:4] == b"\x89PNG"
        xml.dom.minidom.parse(str(result.folder / "figures" / f"{name}.svg"))


def test_every_chart_has_a_title_that_says_something_and_named_axes(result):
    for chart in result.figures().values():
        assert len(chart.title) > 15
        assert chart.figure.get_axes()[-1].get_xlabel() or chart.figure.get_axes()[0].get_xlabel(), chart.name


def test_no_label_is_cut(result):
    for chart in result.figures().values():
        canvas = chart.figure.canvas
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        renderer = FigureCanvasAgg(chart.figure).get_renderer()
        chart.figure.draw(renderer)
        whole = chart.figure.bbox
        for axes in chart.figure.get_axes():
            for label in [*axes.get_yticklabels(), axes.xaxis.label, axes.yaxis.label]:
                box = label.get_window_extent(renderer)
                if label.get_text() and label.get_visible():
                    assert box.x0 >= whole.x0 - 1, (chart.name, label.get_text())
                    assert box.x1 <= whole.x1 + 1, (chart.name, label.get_text())
        chart.figure.set_canvas(canvas)


def test_findings_agree_with_the_tables(result):
    said = result.findings
    assert any(sentence.startswith("longer against plain: rounds: longer by 2 rounds") for sentence in said)
    assert any("The same in every game as under plain" in sentence and "rounds (larger)" in sentence for sentence in said)


def edited(result, tmp_path, change) -> Run:
    """A copy of a run with other numbers."""
    for name in ("results", "pairs", "histograms"):
        table = pl.read_parquet(result.folder / f"{name}.parquet")
        (change(table) if name == "results" else table).write_parquet(tmp_path / f"{name}.parquet")
    (tmp_path / "manifest.json").write_bytes((result.folder / "manifest.json").read_bytes())
    return Run(tmp_path)


def with_wins(first: float, error: float):
    def change(table: pl.DataFrame) -> pl.DataFrame:
        value = pl.when(pl.col("seat") == 0).then(first).otherwise(1 - first)
        win = pl.col("metric") == "win"
        parts = {"estimate": value, "ci_low": value - 1.96 * error, "ci_high": value + 1.96 * error, "std_error": pl.lit(error)}
        return table.with_columns(**{name: pl.when(win).then(part).otherwise(pl.col(name)) for name, part in parts.items()})

    return change


def test_seats_are_called_uneven_only_when_they_are(result, tmp_path):
    from simlab.reports.findings import chances

    even = list(chances(edited(result, tmp_path, with_wins(0.501, 0.001))))
    assert all("the seats are even as far as these games can tell" in sentence for sentence in even)
    uneven = list(chances(edited(result, tmp_path, with_wins(0.53, 0.001))))
    assert all("the seats are not even: seat 0 wins 53.0 % (52.8 to 53.2)" in sentence for sentence in uneven)


def test_the_cap_is_mentioned_only_when_games_met_it(result, tmp_path):
    from simlab.reports.findings import cut_short

    assert list(cut_short(Run(result.folder))) == []

    def change(table):
        hit = (pl.col("metric") == "capped") & (pl.col("variant") == "longer")
        return table.with_columns(
            *(
                pl.when(hit).then(v).otherwise(pl.col(n)).alias(n)
                for n, v in (("estimate", 0.02), ("std_error", 0.001), ("ci_low", 0.018), ("ci_high", 0.022))
            )
        )

    assert list(cut_short(edited(result, tmp_path, change))) == [
        "longer: 2.0 % (1.8 to 2.2) of the games were stopped by the cap: they are in the averages."
    ]


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


def test_sweeps_are_drawn_as_lines_or_maps(tmp_path):
    base = {"game": "template", "policies": "uniform", "rollouts": 300, "metrics": ["pot"]}
    line = simlab.run({**base, "sweep": {"rules.bet": [1, 2, 3]}}, out=tmp_path / "line")
    assert line.figures()["pot_response"].title.startswith("Pot: from")
    grid = simlab.run({**base, "sweep": {"rules.bet": [1, 2], "rules.ante": [1, 2, 3]}}, out=tmp_path / "grid")
    assert grid.figures()["pot_response"].title.startswith("Pot: highest with bet 2, ante 3,")


def test_the_middle_of_a_distribution():
    assert quantile([(1, 10), (2, 80), (3, 10)], 0.5) == 2
    assert quantile([(1, 10), (2, 80), (3, 10)], 0.95) == 3
    assert quantile([], 0.5) == 0


def test_a_folder_that_is_no_run_is_refused_in_one_line(tmp_path):
    from simlab.errors import RunError

    with pytest.raises(RunError, match="not a finished run"):
        Run(tmp_path)
