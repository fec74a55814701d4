"""The best mix of policies: closed forms."""

import numpy as np
import pytest

from simlab.contract.goals import WIN
from simlab.studies.line_ups import Meetings, design
from simlab.studies.tournament.measure import Tournament
from simlab.studies.tournament.mixes import Field, climb, equilibria, equilibrium
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


def test_all_answers_are_found_where_there_are_several():
    """Of three the odd one out loses: each policy alone, and an even mix, holds itself up."""
    game = Field(three_seats({(1, 0, 0): [0.0, 0.5, 0.5], (0, 1, 1): [0.0, 0.5, 0.5]}), np.ones(GROUPS))
    found = equilibria(game, 5)
    assert [mix.tolist() for mix in found[:2]] == [[1.0, 0.0], [0.0, 1.0]]
    assert all(mix == pytest.approx([0.5, 0.5], abs=0.01) for mix in found[2:])
    assert len(equilibria(game, 1)) == 1


def test_a_single_answer_is_one():
    even = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])
    (mix,) = equilibria(Field(meetings_of(even), np.ones(GROUPS)), 5)
    assert mix == pytest.approx([1 / 3] * 3)


def test_a_copy_of_a_policy_makes_the_answer_not_unique():
    even = np.array([[0.5, 0.0, 1.0, 0.5], [1.0, 0.5, 0.0, 1.0], [0.0, 1.0, 0.5, 0.0], [0.5, 0.0, 1.0, 0.5]])
    assert len(equilibria(Field(meetings_of(even), np.ones(GROUPS)), 5)) >= 2


def test_the_page_says_that_the_answer_is_not_unique():
    game = three_seats({(1, 0, 0): [0.0, 0.5, 0.5], (0, 1, 1): [0.0, 0.5, 0.5]})
    said = Tournament("template", 3, 100, 0, ("", ""), WIN, game).mix_sentence()
    assert "The answer is not unique: a alone; b alone" in said
    even = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])
    assert "unique" not in Tournament("template", 2, 100, 0, ("",) * 3, WIN, meetings_of(even)).mix_sentence()


def test_an_order_that_runs_in_a_circle_is_not_unique():
    """A is best against all, but c beats it."""
    chances = np.array([[0.5, 1.0, 0.45, 0.9], [0.0, 0.5, 0.6, 0.5], [0.55, 0.4, 0.5, 0.5], [0.1, 0.5, 0.5, 0.5]])
    chances += np.linspace(0, 1e-9, 16).reshape(4, 4)
    found = Tournament("template", 2, 3200, 0, ("",) * 4, WIN, meetings_of(chances))
    (said,) = found.crossed()
    assert said.startswith("The order of players is not unique: c gains on a, which does better against all of them")
    ladder = 0.5 + 0.1 * (np.arange(4)[None, :] - np.arange(4)[:, None]) + np.linspace(0, 1e-9, 16).reshape(4, 4)
    assert not Tournament("template", 2, 3200, 0, ("",) * 4, WIN, meetings_of(ladder)).crossed()
