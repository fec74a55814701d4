"""Yardsticks of quality: the shipped games' own measures, as the page on quality has them."""

import re
from pathlib import Path

from simlab.stats.estimates import Estimate
from simlab.studies.quality.yardsticks import beside, known

TABLE = (Path(__file__).parent.parent.parent / "docs" / "quality.md").read_text(encoding="utf-8")


def test_they_are_the_numbers_of_the_page_on_quality():
    for measure, games in known().items():
        (line,) = re.findall(rf"^\| `{measure}`.*$", TABLE, re.MULTILINE)[-1:]
        scale = 100 if ", %" in line.split("|")[1] else 1
        shown = [float(cell.split()[0]) for cell in line.strip("|").split("|")[1:]]
        assert [round(scale * value, 3) for value in games.values()] == shown


def drama(value: float, half: float) -> Estimate:
    return Estimate(value, half / 2, value - half, value + half)


def test_a_measure_is_told_beside_the_nearest_games_that_surely_differ():
    assert beside("drama", drama(0.085, 0.0005), "my_game", 100.0, " %") == "between jester 8 % and battle 8.7 %"
    assert beside("drama", drama(0.5, 0.1), "my_game", 100.0, " %") == "above arcana 11.2 %"
    assert beside("drama", drama(0.0, 0.01), "template", 100.0, " %") == "below jester 8 %"
    assert beside("of_ones_own", drama(1.0, 0.1), "my_game") == ""


def test_games_that_may_be_the_same_are_not_put_in_an_order():
    assert beside("drama", drama(0.0835, 0.002), "my_game", 100.0, " %") == "about the same as battle 8.7 % and jester 8 %"
    assert beside("drama", drama(0.085, 0.05), "my_game", 100.0, " %") == ""
