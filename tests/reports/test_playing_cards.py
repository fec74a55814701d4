"""Cards as pictures: one drawing for reports and for the lab, with a name for those who listen, and nothing that can become markup."""

import json
import re

import pytest
from matplotlib.path import Path

from simlab.cards import FRENCH, TAROT, TAROT_PAGE_LOW
from simlab.lab.server import static
from simlab.reports.playing_cards.drawn import card_name, card_svg, drawing, line_html
from simlab.reports.playing_cards.plotted import card_picture, line_picture, outline
from simlab.reports.playing_cards.sight import pieces


@pytest.mark.parametrize("deck", [FRENCH, TAROT, TAROT_PAGE_LOW], ids=lambda deck: deck.name)
def test_every_card_of_every_deck_has_its_picture_and_its_name(deck):
    codes = deck.write(range(deck.size)).split()
    assert len({str(card_svg(code)) for code in codes}) == deck.size
    for code in codes:
        assert drawing()["suits"][code[-1]]["path"] in card_svg(code)
        assert re.fullmatch(r"[a-z0-9]+ of [a-z]+", card_name(code))
        assert f'aria-label="{card_name(code)}"' in card_svg(code)


def test_a_card_that_nobody_knows_is_a_back_and_one_that_lies_down_is_veiled():
    assert "weave" in card_svg("?")
    assert "veil" not in card_svg("?", True)
    assert "veil" in card_svg("As", True)
    assert card_name("As", True) == "ace of spades, face down"
    assert ">10</text>" in card_svg("Th")


@pytest.mark.parametrize("suit", drawing()["suits"])
def test_a_suit_is_the_same_shape_in_a_chart_as_on_a_page(suit):
    """Every number of the outline ends in the chart's path, which stays within the box of 24 by 24 that the page draws it in."""
    found = outline(drawing()["suits"][suit]["path"])
    low, high = found.get_extents().get_points()
    assert low.min() >= 0.5
    assert high.max() <= 23.5
    assert high[1] - low[1] >= 18  # as tall as the box
    assert abs((low[0] + high[0]) / 2 - 12) < 0.2  # and in its middle
    assert found.codes.tolist().count(Path.MOVETO) == drawing()["suits"][suit]["path"].count("M")


def test_words_and_cards_stand_in_their_order_in_a_chart():
    parts = line_picture("discard 2c 3d, keep", 20.0).get_children()
    assert [type(part).__name__ for part in parts] == ["TextArea", "DrawingArea", "DrawingArea", "TextArea"]
    assert len(card_picture("As", 84.0).get_children()) == 4


def test_words_stay_words():
    drawn = line_html(pieces('you hold As <b> & "Kd"'))
    assert "<b>" not in drawn
    assert "&lt;b&gt;" in drawn
    assert drawn.count("<svg") == 2
    assert "<script" not in card_svg("<script>")


def test_the_lab_draws_from_the_same_data():
    text = static()["drawing.js"].decode()
    assert json.loads(text.removeprefix("export const DRAWING = ").rstrip(";\n")) == drawing()
    assert b".card .face" in static()["cards.css"]
