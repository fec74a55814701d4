"""The policy `solved`: it plays with the frequencies of its strategy, from its own dice, and only rules that were solved."""

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.errors import PolicyError
from simlab.play.drivers import roll, roll_in_python
from simlab.play.seats import seated
from simlab.players.registry import find, make_player
from simlab.players.solved.lookup import chances_at
from simlab.players.solved.policy import NAME, find_row
from simlab.solvers.responses import respond
from simlab.studies.solve.measure import SolveAsk, solve


@pytest.fixture(scope="module")
def leduc(tmp_path_factory):
    game, place = load("leduc"), tmp_path_factory.mktemp("leduc")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIMLAB_DATA", str(place))
        yield solve(SolveAsk(game, game.Rules(), within=1e-3), place)


def test_rules_that_were_not_solved_are_refused_with_the_command_that_solves_them():
    game = load("leduc")
    with pytest.raises(PolicyError, match=r"not been solved yet \(simlab solve leduc --rules ranks=4 --rules raises=1\)"):
        make_player(game, NAME, game.Rules(ranks=4, raises=1))


def test_a_game_without_listed_deals_has_no_such_policy():
    with pytest.raises(Exception, match="no showdown policy 'solved'"):
        find(load("showdown"), NAME)


def test_two_solved_players_end_with_what_the_game_is_worth(leduc):
    """4-sigma band of 400,000 games, seed 5."""
    game, rules = leduc.ask.game, leduc.ask.rules
    player = make_player(game, NAME, rules)
    net = roll(game, [player] * 2, rules.lower(), 5, 0, 400_000)["net"][:, 0]
    assert abs(net.mean() - leduc.found.value[0]) < 4 * net.std() / np.sqrt(len(net))


def test_it_remembers_what_it_did(leduc):
    """Met again, the same view is played by what led there: else Leduc's histories would be mixed up (4-sigma band, seed 6)."""
    game, rules = leduc.ask.game, leduc.ask.rules
    assert make_player(game, NAME, rules).table[1] == 1.0
    player, uniform = make_player(game, NAME, rules), make_player(game, "uniform", rules)
    net = roll(game, [player, uniform], rules.lower(), 6, 0, 200_000)["net"][:, 0]
    tree = leduc.tree
    mixed = np.where(np.repeat(tree.sets.seat == 0, np.diff(tree.sets.first)), leduc.odds, tree.uniform())
    assert abs(net.mean() - respond(tree, mixed).value[0]) < 4 * net.std() / np.sqrt(len(net))


def test_it_plays_the_same_at_python_speed(leduc):
    game, rules = leduc.ask.game, leduc.ask.rules
    line_up = [make_player(game, NAME, rules)] * 2
    fast = roll(game, line_up, rules.lower(), 7, 0, 50)
    assert roll_in_python(game, line_up, rules.lower(), 7, 0, 50, 0).tobytes() == fast.tobytes()


def test_compiled_in_line_every_view_finds_its_row(template, tmp_path, monkeypatch):
    monkeypatch.setenv("SIMLAB_DATA", str(tmp_path))
    rules = template.Rules(ranks=4)
    solution = solve(SolveAsk(template, rules, rounds=20), tmp_path)
    _, table, minds = seated([make_player(template, NAME, rules)])
    places = [int(find_row(view, minds[0], table)) for view in solution.tree.sets.views]
    assert sorted(places) == list(range(0, 32, 2))
    first = int(chances_at(table, 0))
    for number, place in enumerate(places):
        assert table[first + place : first + place + 2] == pytest.approx(solution.odds[solution.tree.sets.of(number)], abs=1e-6)
