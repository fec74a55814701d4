"""Charts that only battle has: games by decisive stops, final hands beside those of ordinary poker."""

import pytest

from simlab.reports.charts.kinds.bars import DEALT, shares_by_count
from simlab.reports.charts.of_game import game_charts
from tests.games.battle.test_hands import COUNTS
from tests.reports.fakes import fake_run

SCENARIO = {"question": "?", "game": "battle", "policies": "basic", "players": [2, 4]}


def test_games_are_divided_by_their_decisive_stops():
    """Ten games: three without a stop, two with idle stops, two with one decisive stop, one with two, two with more."""
    found = shares_by_count({0: 3, 1: 4, 2: 3}, {0: 5, 1: 2, 2: 1, 3: 1, 5: 1})
    assert [dot.value for dot in found] == pytest.approx([0.3, 0.2, 0.2, 0.1, 0.2])
    assert all(dot.low < dot.value < dot.high for dot in found)


def test_the_hands_of_ordinary_poker_are_those_that_were_counted():
    assert {k: COUNTS[k] for k in DEALT} == DEALT


def test_battle_has_a_bar_of_decisive_stops_for_each_table_size_and_poker_beside_its_hands(tmp_path):
    drawn = {chart.name: chart for chart in game_charts(fake_run(tmp_path, SCENARIO))}
    stops, poker = drawn["decisive_stops"], drawn["against_poker"]
    assert [label.get_text() for label in stops.figure.axes[0].get_yticklabels()] == ["2 players", "4 players"]
    assert stops.title.startswith("Interrupts change who leads in ")
    kinds = [row[1] for row in stops.data.rows if row[0] == "2 players"]
    assert kinds == ["no stop", "stops, none decisive", "one decisive stop", "two", "three or more"]
    assert poker.title.endswith("of five cards dealt 0.4% (2 players)")
    names = [label.get_text() for label in poker.figure.axes[0].get_yticklabels()]
    assert names == ["5 cards dealt", "6 cards dealt", "battle, own row", "battle, with a loan"]
    for cards in ("5 cards dealt", "battle, with a loan"):
        assert sum(row[2] for row in poker.data.rows if row[0] == cards) == pytest.approx(1.0)
