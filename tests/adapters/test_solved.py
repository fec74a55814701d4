"""What `simlab solve` finds is an equilibrium by OpenSpiel's own best response too."""

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import expected_game_score
from open_spiel.python.algorithms.exploitability import exploitability

from simlab.adapters.openspiel import register
from simlab.contract.catalogue import load
from simlab.solvers.regrets import Regrets
from simlab.solvers.responses import respond
from simlab.solvers.trees import grow


class Found(policy.Policy):
    """A strategy of ours, read at their information states: both trees are walked side by side."""

    def __init__(self, game, tree, odds):
        super().__init__(game, list(range(tree.seats)))
        self.table = {}
        root = game.new_initial_state()
        for node, (outcome, _) in enumerate(root.chance_outcomes()):
            self.walk(tree, odds, node, root.child(outcome))

    def walk(self, tree, odds, node, state):
        if state.is_terminal():
            assert tree.info[node] < 0
            assert state.returns() == pytest.approx(list(tree.ends[tree.child[node]]))
            return
        place = tree.sets.of(tree.info[node])
        assert state.legal_actions() == list(tree.sets.actions[place])
        self.table[state.information_state_string(state.current_player())] = dict(zip(state.legal_actions(), odds[place], strict=True))
        for k, action in enumerate(state.legal_actions()):
            self.walk(tree, odds, tree.child[node] + k, state.child(action))

    def action_probabilities(self, state, player_id=None):
        return self.table[state.information_state_string(state.current_player())]


@pytest.mark.parametrize(
    ("name", "rules", "value"),
    [
        ("template", {}, -1 / 18),
        ("template", {"ranks": 5}, None),
        pytest.param("leduc", {}, -0.0856064, marks=pytest.mark.slow),
    ],
)
def test_openspiel_finds_no_better_answer_than_a_ten_thousandth_of_a_chip(name, rules, value):
    register(name)
    game = load(name)
    work = Regrets(grow(game, game.Rules(**rules)))
    work.go_on(2000)
    knobs = ",".join(f"{knob}={number}" for knob, number in rules.items())
    theirs = pyspiel.load_game(f"simlab_{name}({knobs})" if knobs else f"simlab_{name}")
    found = Found(theirs, work.tree, work.average())
    left = exploitability(theirs, found)
    assert left < 1e-4
    assert left == pytest.approx(respond(work.tree, work.average()).mean_gain, abs=1e-9)
    if value is not None:
        score = expected_game_score.policy_value(theirs.new_initial_state(), [found] * 2)
        assert score[0] == pytest.approx(value, abs=1e-4)
