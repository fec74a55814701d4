"""Leduc poker of the examples is the Leduc poker of OpenSpiel: the same tree, so the same exact numbers."""

from ast import literal_eval

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import expected_game_score
from open_spiel.python.algorithms.exploitability import exploitability

from simlab.adapters.openspiel import register

THEIRS = {"fold": 0, "check": 1, "call": 1, "bet": 2, "raise": 2}  # numbers of actions in OpenSpiel's own game
VALUE = -0.085606  # of the first to act, known since the game was solved


@pytest.fixture(scope="module")
def ours():
    register("leduc")
    return pyspiel.load_game("simlab_leduc")


@pytest.mark.slow  # of ours: tests/solvers
def test_players_by_chance_can_be_exploited_by_2_3736_chips(ours):
    """Half of what the two best responses gain together, 4.7472."""
    assert ours.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert (ours.max_utility(), ours.max_game_length()) == (13.0, 8)
    assert exploitability(ours, policy.UniformRandomPolicy(ours)) == pytest.approx(2.3736111, abs=1e-6)


class Same(policy.Policy):
    """What OpenSpiel's solution of its own game does, at the same place of ours."""

    def __init__(self, game, table):
        super().__init__(game, [0, 1])
        self.table = table

    def action_probabilities(self, state, player_id=None):
        return self.table[state.information_state_string(state.current_player())]


def translated(ours, theirs, solution):
    """Their strategy by our information states: both trees walked side by side."""
    table = {}
    root = ours.new_initial_state()
    for outcome, _ in root.chance_outcomes():
        cards = literal_eval(root.action_to_string(pyspiel.PlayerId.CHANCE, outcome).removeprefix("deal "))
        state = theirs.new_initial_state()
        for card in cards[:2]:
            state.apply_action(card)
        walk(root.child(outcome), state, cards[2], solution, table)
    return table


def walk(mine, other, board, solution, table):
    if other.is_chance_node():
        other = other.child(board)
    assert mine.is_terminal() == other.is_terminal()
    if mine.is_terminal():
        assert mine.returns() == other.returns()
        return
    assert mine.current_player() == other.current_player()
    names = {mine.action_to_string(action): action for action in mine.legal_actions()}
    same = {action: THEIRS[name] for name, action in names.items()}
    assert sorted(same.values()) == other.legal_actions()
    chances = solution.action_probabilities(other)
    odds = {action: chances[there] for action, there in same.items()}
    assert table.setdefault(mine.information_state_string(mine.current_player()), odds) == odds
    for action, there in same.items():
        walk(mine.child(action), other.child(there), board, solution, table)


@pytest.mark.slow
def test_a_solution_of_openspiels_own_game_is_one_of_ours_and_has_the_known_value(ours):
    theirs = pyspiel.load_game("leduc_poker")
    solver = pyspiel.CFRPlusSolver(theirs)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    solution = solver.average_policy()
    known = Same(ours, translated(ours, theirs, solution))
    left = exploitability(ours, known)
    assert left == pytest.approx(pyspiel.exploitability(theirs, solution), abs=1e-9)
    assert left < 0.01
    value, other = expected_game_score.policy_value(ours.new_initial_state(), [known] * 2)
    assert value == pytest.approx(VALUE, abs=0.003)
    assert other == -value
