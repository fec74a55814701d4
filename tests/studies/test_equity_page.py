"""Charts of equity: nothing cut, letters readable, titles that say the finding."""

import matplotlib
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from simlab.errors import InputError
from simlab.studies.equity.classes import ClassChart, Grid, Thumb
from simlab.studies.equity.page import KINDS_OF_ACTION, Bar, bars, heat, ink_on, save

LONG = "a name of an action that goes on and on: throw 3d 6h 9c Ad As"


def texts_are_inside(figure) -> bool:
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    (axes,), edge = figure.axes, figure.bbox
    beside = [figure._suptitle, axes.xaxis.label, axes.yaxis.label, *axes.texts, *axes.get_yticklabels()]
    boxes = [text.get_window_extent() for text in beside if text.get_text()]
    return all(box.x0 >= -1 and box.y0 >= -1 and box.x1 <= edge.x1 + 1 and box.y1 <= edge.y1 + 1 for box in boxes)


def grid(rows: int, columns: int, palette: str) -> Grid:
    values = [[float(r - c) for c in range(columns)] for r in range(rows)]
    labels = [[f"{v:.1f}±0.3" for v in line] for line in values]
    names = [f"row {n} with a long name" for n in range(rows)], [f"column number {n}" for n in range(columns)]
    shades = [[float(abs(int(v)) % 3) for v in line] for line in values] if palette == "kinds" else ()
    title = "The finding stands here, however long it may be, on as many lines as it needs"
    return Grid("g", title, *names, values, labels, "down", "across", "what it means " * 12, shades, palette)


@pytest.mark.parametrize(("rows", "columns", "palette"), [(3, 3, "centred"), (27, 10, "kinds"), (17, 8, "scale")])
def test_a_heat_map_fits_a_page_with_nothing_cut(rows, columns, palette):
    figure = heat(grid(rows, columns, palette))
    assert figure.get_size_inches()[1] <= 10.5
    assert texts_are_inside(figure)
    assert sum(text.get_text().endswith("±0.3") for text in figure.findobj(matplotlib.text.Text)) == rows * columns


def test_empty_cells_are_left_blank():
    hole = grid(2, 2, "scale")
    figure = heat(Grid("g", "t", hole.rows, hole.columns, [[None, 1.0], [2.0, None]], [["", "1"], ["2", ""]], "d", "a", "l"))
    assert texts_are_inside(figure)


@pytest.mark.parametrize("share", [True, False])
def test_bars_show_every_action_with_its_interval(share):
    rows = [Bar(f"{LONG} {n}", 1.0 - n / 10, 0.9 - n / 10, 1.1 - n / 10, n == 0) for n in range(5)]
    figure = bars("Best: " + LONG, "share of the win of the whole game", rows, share)
    assert texts_are_inside(figure)
    (axes,) = figure.axes
    assert len(axes.patches) == len(axes.lines) == 5
    assert "95 % interval" in axes.get_xlabel().replace("\n", " ")


def test_letters_on_any_ground_have_enough_contrast():
    def luminance(colour):
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for colours in (matplotlib.colormaps["cividis"], matplotlib.colormaps["PuOr"], KINDS_OF_ACTION):
        for step in range(101):
            ground = luminance(colours(step / 100))
            letters = 1.0 if ink_on(colours, step / 100, 0.0, 1.0) == "white" else 0.0
            assert (max(ground, letters) + 0.05) / (min(ground, letters) + 0.05) >= 4.5


def test_a_chart_is_saved_by_its_ending_and_the_same_twice(tmp_path):
    figure = heat(grid(3, 3, "scale"))
    for kind in (".png", ".svg", ".pdf"):
        save(figure, tmp_path / f"one{kind}")
        assert (tmp_path / f"one{kind}").read_bytes() == save(figure, tmp_path / f"two{kind}").read_bytes()
    with pytest.raises(InputError, match=r"one of \.png, \.svg, \.pdf"):
        save(figure, tmp_path / "one.gif")
    with pytest.raises(InputError, match="cannot write the chart"):
        save(figure, tmp_path / "one.png" / "two.png")


def test_a_card_names_each_rule_with_its_cost_and_its_uncertainty():
    thumbs = (Thumb("do this", 0.1, 0.1, 0.1), Thumb("do that", 0.2, 0.15, 0.25))
    card = ClassChart("game", "points", (), thumbs, ("pair: keep it",), "how it was made").card()
    assert "  pair: keep it\n" in card
    assert "0.1000  do this" in card
    assert "0.200 (0.150 to 0.250)  do that" in card
    assert card.endswith("how it was made\n")
