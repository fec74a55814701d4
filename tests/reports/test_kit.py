"""The chart kit: each kind draws what it was given, and can be saved as PNG and SVG."""

import xml.dom.minidom

import matplotlib
import pytest

from simlab.reports.charts.kit import (
    COLOURS,
    Chart,
    Dot,
    Side,
    calibration,
    curve,
    dots,
    drawable,
    fan,
    flow,
    forest,
    heat_map,
    palette,
    payoff_matrix,
    slopes,
    small_multiples,
    spread,
    stacked_bars,
    survival,
    tornado,
    wrap_text,
)

A, B = Dot(0.2, 0.1, 0.3), Dot(0.6, 0.5, 0.7)
LINE = [(1.0, A), (2.0, B)]
KINDS = {
    "dots": lambda title: dots(title, "share", [("4 players", [("one", {"x": A, "y": B}), ("two", {"x": B})], 0.25)], True, 2),
    "forest": lambda title: forest(title, "difference", [("x", A, True, 1), ("y", B, False, 2)]),
    "tornado": lambda title: tornado(
        title, "difference", [("other", [Side("2", A, False)]), ("knob", [Side("1", Dot(-0.2, -0.3, -0.1)), Side("3", B)])]
    ),
    "flow": lambda title: flow(title, "points", ["low", "high"], ["first seat", "second seat"], [[A, B], [B, A]]),
    "small_multiples": lambda title: small_multiples(title, ("bet", "share"), [(p, [("x", LINE), ("y", LINE)]) for p in "abc"], True),
    "heat_map": lambda title: heat_map(title, "share", ["a", "b"], ["x", "y", "z"], [[0.1, 0.2, None], [0.3, 0.4, 0.5]], "{:.1f}".format),
    "payoff_matrix": lambda title: payoff_matrix(title, "wins", ["a", "b"], [[None, A], [B, None]], 0.5, lambda d: f"{d.value:.0%}"),
    "stacked_bars": lambda title: stacked_bars(title, "share", ["a", "b"], [("x", [A, B]), ("y", [B, None])], True),
    "spread": lambda title: spread(title, "rounds", [("", [("one", LINE)])]),
    "survival": lambda title: survival(title, "rounds", [("one", LINE), ("two", LINE)]),
    "curve": lambda title: curve(title, ("points", "chance to win"), [("one", LINE)], True),
    "calibration": lambda title: calibration(title, ("said", "came"), [(0.2, A), (0.6, B)]),
    "fan": lambda title: fan(title, ("chips", "rounds"), [20, 50], {0.05: [1, 2], 0.5: [3, 4], 0.95: [5, 9]}, ["20", "50"]),
    "slopes": lambda title: slopes(title, ("by the rules", "by rarity"), [("pair", 0, 1), ("flush", 1, 0), ("quads", 2, 2)]),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_drawn_with_title_and_named_axes_and_saved_twice(kind, tmp_path):
    figure = KINDS[kind]("The pot grows by a third")
    chart = Chart(kind, "The pot grows by a third", figure)
    xml.dom.minidom.parseString(chart.save(tmp_path))
    assert (tmp_path / f"{kind}.png").read_bytes()[:4] == b"\x89PNG"
    assert figure.get_suptitle() == "The pot grows by a third"
    assert any(axes.get_xlabel() or axes.get_ylabel() for axes in figure.get_axes())


def test_a_heat_map_writes_its_numbers():
    assert [text.get_text() for text in KINDS["heat_map"]("t").get_axes()[0].texts] == ["0.1", "0.2", "0.3", "0.4", "0.5"]


def test_a_tornado_has_its_widest_bar_on_top_and_greys_what_is_not_settled():
    assert [label.get_text() for label in KINDS["tornado"]("t").get_axes()[0].get_yticklabels()] == ["knob", "other"]
    greys = [matplotlib.colors.to_hex(bar.get_facecolor()) == "#aaaaaa" for bar in KINDS["tornado"]("t").get_axes()[0].patches]
    assert greys == [False, False, True]


def test_a_forest_is_grey_where_nothing_is_settled():
    first, second = (KINDS["forest"]("t").get_axes()[0].lines[k].get_color() for k in (0, 2))
    assert first == COLOURS[1]
    assert second == "#999999"


def test_crossing_slopes_are_strong():
    widths = [line.get_linewidth() for line in KINDS["slopes"]("t").get_axes()[0].lines]
    assert widths == [2.4, 2.4, 1.4]


def test_intervals_are_drawn_at_their_ends():
    lines = KINDS["dots"]("t").get_axes()[0].collections[0]
    assert lines.get_segments()[0][:, 0].tolist() == [0.1, 0.3]


def test_a_colour_comes_first_and_all_the_others_follow():
    assert [palette(colour)[0] for colour in range(len(COLOURS))] == list(COLOURS)
    assert palette(2)[1:] == (*COLOURS[:2], *COLOURS[3:])
    assert palette(len(COLOURS)) == palette(0) == palette() == COLOURS


def test_letters_the_font_lacks_become_boxes_and_long_names_are_cut():
    assert drawable("a漢\u202eb") == "a□□b"
    assert wrap_text("x" * 5000, 30).count("\n") == 2
    assert wrap_text("short", 30) == "short"


def test_drawing_twice_gives_the_same_bytes():
    first, second = (Chart("a", "t", KINDS["dots"]("t")).svg() for _ in range(2))
    assert first == second


def test_every_end_of_a_flow_is_as_tall_as_what_comes_and_goes_there():
    chart = Chart("a", "t", flow("t", "points", ["low", "high"], ["one", "two"], [[A, B], [B, B]]))
    ends = sorted(round(bar.get_height(), 9) for bar in chart.figure.get_axes()[0].containers for bar in bar.patches)
    assert ends == [0.8, 0.8, 1.2, 1.2]
    chart.svg()
    assert [mark.says for mark in chart.marks()][:2] == ["low, one: 0.20 (0.10 to 0.30)", "low, two: 0.60 (0.50 to 0.70)"]


def test_lines_of_a_legend_know_what_they_hide():
    chart = Chart("a", "t", KINDS["small_multiples"]("t"))
    svg = chart.svg().decode()
    assert [(key.series, key.label) for key in chart.legend_lines()] == [(0, "x"), (1, "y")]
    assert {mark.series for mark in chart.marks()} == {0, 1}
    assert svg.count('id="series-0.') == svg.count('id="series-1.') == 6  # a band and a line in each of three panels
    assert chart.svg().decode() == svg
