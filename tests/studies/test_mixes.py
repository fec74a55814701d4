"""The best mix of policies: closed forms."""

import numpy as np
import pytest

from simlab.studies.line_ups import Meetings, design
from simlab.studies.tournament.mixes import Field, climb, equilibrium
from tests.studies.helpers import GROUPS, meetings_of


def test_rock_paper_scissors_is_mixed_evenly_and_an_uneven_one_as_it_should():
    even = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])
    mix, gap = equilibrium(Field(meetings_of(even), np.ones(GROUPS)))
    assert mix == pytest.approx([1 / 3] * 3)
    assert gap == pytest.approx(0, abs=1e-12)
    # rock beats scissors by a, scissors beat paper by b, paper beats rock by c: the mix is (b, a, c) over its sum
    a, b, c = 0.1, 0.2, 0.4
    skewed = 0.5 + np.array([[0, -c, a], [c, 0, -b], [-a, b, 0]])
    mix, _ = equilibrium(Field(meetings_of(skewed), np.ones(GROUPS)))
    assert mix == pytest.approx(np.array([b, a, c]) / (a + b + c))


def test_a_policy_that_beats_all_is_played_alone():
    chances = np.array([[0.5, 0.6, 0.7], [0.4, 0.5, 0.9], [0.3, 0.1, 0.5]])
    mix, gap = equilibrium(Field(meetings_of(chances), np.ones(GROUPS)))
    assert mix.tolist() == [1.0, 0.0, 0.0]
    assert gap == 0.0


def three_seats(shares: dict[tuple[int, ...], list[float]]) -> Meetings:
    """All line-ups of two policies at tables of three; shares by place."""
    line_ups = design(2, 3, "all")
    wins = np.array([[[3 * x for x in shares.get(line_up, [1 / 3] * 3)]] * GROUPS for line_up in line_ups])
    one = np.ones((len(line_ups), GROUPS))
    return Meetings(("a", "b"), tuple(line_ups), one, wins, np.ones_like(wins), one, one)


def test_the_odd_one_out_of_three_wins_so_both_are_chosen_evenly():
    game = Field(three_seats({(1, 0, 0): [1.0, 0.0, 0.0], (0, 1, 1): [1.0, 0.0, 0.0]}), np.ones(GROUPS))
    mix, gap = equilibrium(game)
    assert mix == pytest.approx([0.5, 0.5], abs=1e-4)
    assert gap < 1e-4
    assert game.gap(climb(game, np.array([0.7, 0.3]))) < 1e-3
