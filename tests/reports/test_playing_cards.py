"""Cards as pictures: one drawing for reports and for the lab, with a name for those who listen, and nothing that can become markup."""

import json
import re

import pytest

from simlab.cards import FRENCH, TAROT, TAROT_PAGE_LOW
from simlab.lab.server import static
from simlab.reports.playing_cards.drawn import card_name, card_svg, drawing, line_html
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
