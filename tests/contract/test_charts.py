"""Charts as data: what could not be drawn is refused where it is written."""

import re

import pytest

from simlab.contract.charts import KINDS, LABELS, GameChart
from simlab.errors import GameError


@pytest.mark.parametrize(
    ("chart", "why"),
    [
        ({"kind": "mixtur"}, "chart 'endings': no kind of chart 'mixtur' (did you mean 'mixture'?)"),
        ({"kind": "sources"}, "chart 'endings': labels of a chart 'sources' are: one for each metric"),
        ({"kind": "mixture", "labels": ("a",)}, "labels of a chart 'mixture' are: none"),
        ({"kind": "outcomes", "labels": ("hit", "hold"), "parts": ("won", "lost")}, "`labels` for the choices, `parts` for what becomes"),
        ({"kind": "habits", "labels": ("Low",), "params": ("rank",)}, "`params`: which line (from 1), and how far along"),
        ({"kind": "mixture", "says": "{values} of the games"}, "the title of a chart 'mixture' has no {values} (did you mean 'value'?)"),
        ({"kind": "rarity", "says": "{best} is rare"}, "the title of a chart 'rarity' has no {best}"),
    ],
)
def test_a_chart_that_could_not_be_drawn_is_refused(chart, why):
    with pytest.raises(GameError, match=re.escape(why)):
        GameChart("endings", metrics=("end",), **chart)


def test_a_chart_with_all_it_needs_is_taken():
    assert GameChart("endings", "mixture", ("end",), "{value} end by {best}").labels == ()
    assert GameChart("worth", "side_by_side", ("a", "b"), "{a} and {b}", ("one", "two")).kind == "side_by_side"
    choices = ("hit_won", "hit_lost", "hold_won", "hold_lost")
    assert GameChart("choices", "outcomes", choices, "{best}: {value}", ("hit", "hold"), parts=("won", "lost")).metrics == choices


def test_every_kind_says_what_it_draws_and_how_its_labels_are_counted():
    assert all(kind.draws and kind.metrics and kind.labels in LABELS for kind in KINDS.values())
    assert {kind.labels for kind in KINDS.values()} == LABELS.keys()
