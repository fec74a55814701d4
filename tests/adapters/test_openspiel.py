"""OpenSpiel's own tests pass for every game, and its exact algorithms give the known numbers of one-card poker."""

import pickle
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, expected_game_score
from open_spiel.python.algorithms.exploitability import exploitability, nash_conv

from simlab.adapters import openspiel
from simlab.adapters.openspiel import register
from simlab.contract.catalogue import load, shipped
from simlab.contract.knobs import sample
from simlab.errors import RulesError, UnknownName
from simlab.play.table import Table
from tests.adapters.small import RULES


@pytest.fixture(scope="module", autouse=True)
def _registered():
    register()


QUICK = ("template",)


@pytest.mark.parametrize("name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in sorted(shipped())])
def test_openspiel_finds_no_fault(name):
    game = pyspiel.load_game(f"simlab_{name}", {**RULES[name], "worlds": 20})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


# ---- one-card poker


class Known(policy.Policy):
    """The known equilibrium: the first to act bluffs the jack with probability alpha, and so on."""

    def __init__(self, game, alpha):
        super().__init__(game, [0, 1])
        self.alpha = alpha

    def action_probabilities(self, state, player_id=None):
        view, a = state.view(state.current_player()), self.alpha
        first, facing = view.seat == view.table.first, view.table.facing > 0
        table = {(True, True): (0, a + 1 / 3, 1), (True, False): (a, 0, 3 * a), (False, True): (0, 1 / 3, 1), (False, False): (1 / 3, 0, 1)}
        odds = table[bool(first), bool(facing)][int(view.card)]
        return {0: 1 - odds, 1: odds}


@pytest.fixture(scope="module")
def poker():
    return pyspiel.load_game("simlab_template")


@pytest.mark.parametrize("alpha", [0.0, 0.2, 1 / 3])
def test_nobody_gains_on_the_known_equilibrium_and_the_first_to_act_loses_an_eighteenth(poker, alpha):
    known = Known(poker, alpha)
    assert exploitability(poker, known) == pytest.approx(0.0, abs=1e-12)
    assert expected_game_score.policy_value(poker.new_initial_state(), [known] * 2) == pytest.approx([-1 / 18, 1 / 18])


def test_chance_players_lose_what_they_lose_in_openspiels_own_game(poker):
    theirs = pyspiel.load_game("kuhn_poker")
    assert nash_conv(poker, policy.UniformRandomPolicy(poker)) == pytest.approx(11 / 12)
    assert nash_conv(theirs, policy.UniformRandomPolicy(theirs)) == pytest.approx(11 / 12)


def test_the_tree_is_told_as_it_is(poker):
    assert (poker.num_players(), poker.min_utility(), poker.max_utility(), poker.max_game_length()) == (2, -2.0, 2.0, 3)
    assert poker.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert len(poker.new_initial_state().chance_outcomes()) == 6
    larger = pyspiel.load_game("simlab_template(ranks=5,bet=2)")
    assert len(larger.new_initial_state().chance_outcomes()) == 20
    assert larger.max_utility() == 3.0


@pytest.mark.slow
def test_openspiels_solver_solves_a_larger_deck():
    """Four ranks: counterfactual regret minimisation comes near to an equilibrium, as it does in every game with perfect recall."""
    game = pyspiel.load_game("simlab_template(ranks=4)")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    assert nash_conv(game, solver.average_policy()) < 0.02


def test_by_another_goal_the_same_deals_have_other_returns():
    game = pyspiel.load_game("simlab_template(goal=win)")
    state = game.new_initial_state()
    for action in (0, 0, 0):
        state.apply_action(action)
    assert sorted(state.returns()) == [0.0, 1.0]
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM


# ---- how it is done


def test_a_player_remembers_what_it_saw_and_did_and_nothing_else(poker):
    one, other = poker.new_initial_state(), poker.new_initial_state()
    deals = [one.action_to_string(pyspiel.PlayerId.CHANCE, k) for k in range(6)]
    one.apply_action(deals.index("deal (0, 1)"))
    other.apply_action(deals.index("deal (0, 2)"))
    for state in (one, other):
        state.apply_action(0)
        state.apply_action(1)
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_string(1) != other.information_state_string(1)
    assert one.information_state_string(0).count("/") == 1  # one decision behind, one ahead
    assert one.observation_string(0) == other.observation_string(0)
    assert len(one.observation_tensor(0)) == len(openspiel.Vectors(load("template")).names)
    assert [one.action_to_string(0, action) for action in one.legal_actions()] == ["fold", "call"]
    assert "facing a bet" in str(one)


def test_where_deals_cannot_be_listed_they_are_a_sample_of_a_seed(template):
    game = pyspiel.load_game("simlab_template(deals=3,worlds=7,seed=11)")
    state = game.new_initial_state()
    outcomes = state.chance_outcomes()
    assert [outcome for outcome, _ in outcomes] == list(range(7))
    assert sum(chance for _, chance in outcomes) == pytest.approx(1.0)
    state.apply_action(4)
    assert state.record.tobytes() == Table(template, template.Rules(deals=3), 11, 4).state.tobytes()


def test_a_state_is_kept_and_read_again(poker):
    state = poker.new_initial_state()
    for action in (3, 1):
        state.apply_action(action)
    again = pickle.loads(pickle.dumps(state))
    assert again.information_state_string(0) == state.information_state_string(0)
    assert again.history() == state.history()
    copy = state.clone()
    copy.apply_action(1)
    assert copy.is_terminal()
    assert not state.is_terminal()


@pytest.mark.parametrize("name", sorted(shipped()))
def test_knobs_of_every_kind_are_parameters(name):
    """Random rules, written out as parameters, are the same rules."""
    game = load(name)
    for seed in range(5):
        rules = sample(game.Rules, Random(seed))
        params = {knob: openspiel.plain(value) for knob, value in rules.plain().items()}
        assert game.Rules.of(openspiel.changes(game, params)) == rules


def test_rules_are_written_as_openspiel_writes_them():
    game = pyspiel.load_game("simlab_showdown(players=3,target=30)")
    assert (game.num_players(), game.setup.rules.target) == (3, 30)
    with pytest.raises(UnknownName, match="no template goal 'nett'"):
        pyspiel.load_game("simlab_template(goal=nett)")
    with pytest.raises(RulesError, match="ranks"):
        pyspiel.load_game("simlab_template(ranks=99)")


def test_the_numbers_of_a_view_are_its_tensor(poker):
    state = poker.new_initial_state()
    state.apply_action(0)
    assert np.array_equal(state.observation_tensor(0), openspiel.Vectors(load("template")).of(state.view(0)))
