"""Equilibria of small games, and best answers, against values that are known."""

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.solvers.regrets import Regrets
from simlab.solvers.responses import answer, likelihoods, respond
from simlab.solvers.trees import grow


def solved(name, rounds, **rules):
    game = load(name)
    work = Regrets(grow(game, game.Rules(**rules)))
    work.go_on(rounds)
    return work


def test_one_card_poker_of_three_ranks_is_worth_minus_one_eighteenth_to_the_first():
    work = solved("template", 2000)
    found = respond(work.tree, work.average())
    assert found.value[0] == pytest.approx(-1 / 18, abs=1e-4)
    assert found.mean_gain < 1e-4


@pytest.mark.parametrize("ranks", range(4, 14))
def test_one_card_poker_of_any_size_is_solved_to_a_ten_thousandth_of_a_chip(ranks):
    work = solved("template", 2000, ranks=ranks)
    assert respond(work.tree, work.average()).mean_gain < 1e-4


def test_leduc_is_worth_minus_0_0856_to_the_first():
    work = solved("leduc", 2000)
    found = respond(work.tree, work.average())
    assert found.value[0] == pytest.approx(-0.085606424078, abs=1e-4)
    assert found.mean_gain < 1e-4
    assert found.best[0] >= -0.085606424078 - 1e-9  # nobody gets less than the game is worth by a best answer


def test_players_by_chance_in_leduc_lose_2_3736_chips_to_who_knows_them():
    """The mean of both seats' gains, which OpenSpiel calls exploitability; their sum is 4.7472."""
    game = load("leduc")
    tree = grow(game, game.Rules())
    found = respond(tree, tree.uniform())
    assert found.value == pytest.approx((-5 / 64, 5 / 64))
    assert found.mean_gain == pytest.approx(2.3736111, abs=1e-6)
    assert sum(found.gains) == pytest.approx(4.7472222, abs=1e-6)


def test_solving_that_was_left_and_resumed_gives_the_same_bytes():
    whole, half = solved("template", 60, ranks=5), solved("template", 30, ranks=5)
    again = Regrets(half.tree)
    again.resume(half.regret, half.total, half.rounds)
    again.go_on(30)
    assert again.average().tobytes() == whole.average().tobytes()


def test_a_best_answer_is_pure_and_wins_what_is_said_of_it(template):
    tree = grow(template, template.Rules())
    value, best, chosen = answer(tree, tree.uniform(), 1)
    mine = np.repeat(tree.sets.seat == 1, np.diff(tree.sets.first))
    assert set(chosen[mine]) == {0.0, 1.0}
    assert set(chosen[~mine]) == {0.5}
    assert respond(tree, chosen).value[1] == pytest.approx(best)
    assert best > value


def test_situations_are_met_as_often_as_the_cards_come(template):
    tree = grow(template, template.Rules())
    met = likelihoods(tree, tree.uniform())
    assert met[tree.sets.depth == 0][:3] == pytest.approx([1 / 3] * 3)
