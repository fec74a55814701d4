"""Equilibria by sampled deals: one-card poker again, whose answer is known, as if it were too large to be looked at whole."""

from dataclasses import replace

import numpy as np
import pytest

from simlab.contract.abstraction import Abstraction
from simlab.errors import InputError
from simlab.jit import kernel
from simlab.play.drivers import roll
from simlab.players.registry import make_player
from simlab.players.solved.policy import player_of
from simlab.players.solved.strategies import read
from simlab.solvers.asking import odds_of
from simlab.solvers.responses import answer, respond
from simlab.solvers.sampling import Sampled, bucket_key, find_row
from simlab.solvers.trees import grow
from simlab.studies.exploit.measure import IN_BUCKETS, ExploitAsk, exploit
from simlab.studies.solve.sampled import KEPT, SampleAsk, begin, in_rows, keep, solve_sampled, stepped
from simlab.studies.solve.sampled_page import sampled_study


@kernel
def card_and_turn(view, rules):
    """Everything that a seat sees in one deal."""
    return view.card * 8 + view.table.turn * 2 + (view.table.facing > 0)


@pytest.fixture(scope="module")
def bucketed(template):
    names = {0: "pass", 1: "bet"}
    own = Abstraction(card_and_turn, "honest", lambda number: f"card {number // 8} at turn {number % 8 // 2}", names, free=("deals",))
    return replace(template, abstraction=own, chance=None)


def odds_in(tree, work):
    """The average strategy, situation by situation."""
    odds = tree.uniform()
    for number, view in enumerate(tree.sets.views):
        row = find_row(work.slots, bucket_key(card_and_turn(view, tree.rules.lower()), view.legal))
        odds[tree.sets.of(number)] = work.total[row, :2] / work.total[row, :2].sum()
    return odds


def gain_from(tree, own, others):
    """What a seat that plays by its own chances wins from others, a mean over the seats."""
    seat_of = np.repeat(tree.sets.seat, np.diff(tree.sets.first))
    return np.mean([answer(tree, np.where(seat_of == seat, own, others), seat)[0] for seat in range(tree.seats)])


def test_sampled_deals_lead_to_the_known_equilibrium(template, bucketed):
    rules = template.Rules()
    work = Sampled(bucketed, rules, make_player(template, "honest", rules), seed=3)
    work.go_on(200_000)
    assert len(work.rows()) == 12
    tree = grow(template, rules)
    found = respond(tree, odds_in(tree, work))
    assert found.value[0] == pytest.approx(-1 / 18, abs=0.005)
    assert found.mean_gain < 0.01
    assert found.mean_gain < work.left() + 1e-3  # what is said of it bounds what can be gained


def test_against_players_who_do_not_learn_the_best_answer_is_found(template, bucketed):
    rules = template.Rules()
    honest = make_player(template, "honest", rules)
    work = Sampled(bucketed, rules, honest, 3, rivals=honest, learner=1)
    work.go_on(20_000)
    assert {int(bucket) % 8 // 2 for bucket in (work.slots[work.rows()] >> 20) - 1} == {1}  # seat 1 acts at turn 1 only


def test_solving_is_the_same_in_pieces_and_resumed(template, bucketed):
    rules = template.Rules()
    honest = make_player(template, "honest", rules)
    whole, part = (Sampled(bucketed, rules, honest, 3) for _ in range(2))
    whole.go_on(3000)
    part.go_on(1000)
    rows, again = part.rows(), Sampled(bucketed, rules, honest, 3)
    again.resume(part.slots[rows], part.regret[rows], part.total[rows], part.deals)
    again.go_on(2000)
    assert whole.total[whole.rows()].tobytes() == again.total[again.rows()].tobytes()


def test_a_game_without_buckets_is_refused(template):
    with pytest.raises(InputError, match="says nothing about situations that may be taken together"):
        Sampled(template, template.Rules(), make_player(template, "honest", template.Rules()), 1)


def test_chances_become_whole_parts_that_add_up():
    odds = np.random.default_rng(1).dirichlet(np.ones(16) / 4, 1000)
    parts = stepped(odds)
    assert set(parts.sum(axis=1)) == {256.0}
    assert np.abs(parts / 256 - odds).max() < 1 / 256


def test_rows_without_weight_are_left_out_and_trailing_nothings_not_written():
    weights = np.zeros((3, 16))
    weights[0, :2], weights[2, 1] = (1.0, 3.0), 2.0
    made = in_rows(np.array([5, 6, 7]), weights, {})
    assert (made.keys.tolist(), made.first.tolist(), made.odds.tolist()) == ([5, 7], [0, 2, 4], [0.25, 0.75, 0.0, 1.0])


def test_the_study_measures_the_strategy_keeps_it_and_goes_on_where_it_was(bucketed, tmp_path, monkeypatch):
    """4-sigma band of 20,000 deals."""
    monkeypatch.setenv("SIMLAB_DATA", str(tmp_path / "data"))
    ask = SampleAsk(bucketed, bucketed.Rules(), deals=20_000, seed=5, tests=20_000)
    whole = solve_sampled(ask, tmp_path / "a")
    assert whole.answer.value < 0.02 + 4 * whole.answer.std_error
    assert whole.answer_to_base.value == pytest.approx(0.25, abs=4 * whole.answer_to_base.std_error + 0.01)
    written = whole.path.read_bytes()
    solve_sampled(replace(ask, deals=2_000), tmp_path / "b")
    again = solve_sampled(ask, tmp_path / "b", fresh=True)
    assert again.path.read_bytes() == written
    assert (tmp_path / "a" / KEPT).read_bytes() == (tmp_path / "b" / KEPT).read_bytes()
    assert read(whole.path).about["answer"][0] == pytest.approx(whole.answer.value, abs=1e-6)
    study = sampled_study(whole)
    assert study.findings[0].startswith("It gains ")
    assert {line["situation"] for line in study.data["card"]} >= {"card 0 at turn 0", "card 2 at turn 1"}


def test_the_best_answer_in_buckets_is_tried_against_a_known_player(bucketed, monkeypatch):
    """Where there are buckets: 4-sigma band of 20,000 deals."""
    monkeypatch.setattr("simlab.studies.exploit.measure.load", lambda name: bucketed)
    monkeypatch.setattr("simlab.studies.exploit.measure.LEARNED", 5_000)
    monkeypatch.setattr("simlab.studies.exploit.measure.TESTS", 20_000)
    found = exploit(ExploitAsk("template", "honest", rollouts=40, worlds=2))
    assert found.tried[-1][0] == IN_BUCKETS
    gain = found.tried[-1][1]
    assert gain.value == pytest.approx(0.25, abs=4 * gain.std_error + 0.01)


@kernel
def only_passes(view, rules):
    """Nobody thinks of a bet."""
    return view.legal & 1


@kernel
def only_the_card(view, rules):
    return view.card + 0


def test_only_what_is_thought_about_is_learned_and_played(template, bucketed):
    rules = template.Rules()
    meek = replace(bucketed, abstraction=replace(bucketed.abstraction, choices=only_passes))
    work = Sampled(meek, rules, make_player(template, "honest", rules), seed=3)
    work.go_on(200)
    rows = work.rows()
    assert set(work.slots[rows] & (1 << 20) - 1) == {1}
    player = player_of(meek, in_rows(work.slots[rows], work.total[rows], {}))
    paid = roll(template, [player, player], rules.lower(), 3, 0, 200)["pot"]
    assert set(paid) == {2 * rules.ante}


@pytest.mark.slow
def test_deals_against_the_base_player_take_more_from_it(template, bucketed):
    """Exact values of what 100,000 deals, seed 3, lead to: the equilibrium takes next to nothing from `honest`, the best answer 0.25.

    In nine deals of ten against it, a ninth of a chip given away must bring a chip from it: nearly the best answer.
    """
    rules = template.Rules()
    tree, honest = grow(template, rules), make_player(template, "honest", rules)
    gains = []
    for part in (0.0, 0.9):
        game = replace(bucketed, abstraction=replace(bucketed.abstraction, base_deals=part))
        work = Sampled(game, rules, honest, seed=3)
        work.go_on(100_000)
        gains.append(gain_from(tree, odds_in(tree, work), odds_of(tree, honest)))
    assert gains[0] < 0.05
    assert 0.2 < gains[1] <= 0.25 + 1e-9


@pytest.mark.parametrize("change", [{"bucket": only_the_card}, {"choices": only_passes}, {"base_deals": 0.1}])
def test_what_was_learned_in_other_buckets_is_not_gone_on_with(bucketed, change, tmp_path):
    rules = bucketed.Rules()
    base = make_player(bucketed, "honest", rules)
    ask = SampleAsk(bucketed, rules, deals=2_000, seed=5)
    work, _ = begin(ask, base, tmp_path, fresh=False)
    work.go_on(1_000)
    keep(ask, work, [(1_000, 0.5)], tmp_path)
    assert begin(ask, base, tmp_path, fresh=False)[0].deals == 1_000
    other = replace(ask, game=replace(bucketed, abstraction=replace(bucketed.abstraction, **change)))
    assert begin(other, base, tmp_path, fresh=False)[0].deals == 0
