"""The player that searches: strong, reproducible, blind to hidden cards, and refused in one line when it is set up wrongly."""

import re
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner
from distributed import LocalCluster

from simlab import api
from simlab.contract.catalogue import declared, load
from simlab.contract.conformance import check
from simlab.contract.policy import Policy
from simlab.contract.searching import Searching
from simlab.errors import InputError, UnknownName
from simlab.play.drivers import record_game, replay, roll, roll_in_python, roll_rounds
from simlab.players.registry import make_line_up, make_player
from simlab.players.search.bound import bound_search
from simlab.players.search.desk import DESK, TRIAL
from simlab.players.search.kernels import drop_twins, of_better
from simlab.players.search.policy import PARAMS, settings_of
from tests.conftest import python

TEMPLATE, JESTER, FORTUNE = load("template"), load("jester"), load("fortune")
FEW_WORLDS = tuple(replace(param, default=4) if param.name == "worlds" else param for param in PARAMS)
RULES_3, RANKS_7 = TEMPLATE.Rules(), TEMPLATE.Rules(ranks=7)


def searcher(**settings):
    return {"name": "search", **settings}


def shares(game, rules, line_up, games, seed=11):
    """The first player's share of the win, deal by deal, every deal once in each rotation."""
    players = int(rules.players)
    made = make_line_up(game, line_up, rules)
    won = [roll(game, made, rules.lower(), seed, 0, games, turn)["win"][:, turn] / 60 for turn in range(players)]
    return np.mean(won, axis=0)


def surely_above(found, level):
    return found.mean() - 4 * found.std(ddof=1) / len(found) ** 0.5 > level


def test_search_beats_an_honest_player_at_one_card_poker():
    """Of 13 cards the upper half is bet: who knows that folds to every bet with less, and bets the rest."""
    rules = TEMPLATE.Rules(ranks=13)
    made = make_line_up(TEMPLATE, [searcher(base="honest", others="honest"), "honest"], rules)
    net = [roll(TEMPLATE, made, rules.lower(), 3, 0, 4_000, turn)["net"][:, turn] for turn in range(2)]
    assert surely_above(np.mean(net, axis=0), 0.0)


@pytest.mark.slow
def test_search_beats_basic_in_jester():
    found = shares(JESTER, JESTER.Rules(players=2), [searcher(worlds=8), "basic"], 150)
    assert surely_above(found, 0.55)


def test_an_even_gamble_is_worth_less_to_a_better_player_than_what_he_has():
    none, quarter, half, most, all_of_it = (float(of_better(share, 4.0)) for share in (0.0, 15.0, 30.0, 45.0, 60.0))
    assert (none, all_of_it) == pytest.approx((0.0, 60.0))
    assert half > 30.0
    assert half > (quarter + most) / 2 > (none + all_of_it) / 2
    assert float(of_better(30.0, 1e-6)) == pytest.approx(30.0, abs=1e-3)  # no better than the others


@pytest.mark.slow
def test_who_takes_himself_for_better_wins_more_of_those_who_never_fold():
    """Fortune: they can be had for small stakes; one who takes himself for as good meets them with all he has."""
    rules = FORTUNE.Rules(players=2)
    careful, even = (shares(FORTUNE, rules, [searcher(worlds=16, edge=edge), "never_folds"], 120) for edge in (4, 0))
    assert surely_above(careful - even, 0.0)


def test_every_decision_may_have_the_playouts_of_one_with_so_many_actions():
    """One-card poker has two actions everywhere: as if it had two changes nothing, as if it had four is twice as many worlds."""

    def games(**settings):
        made = make_line_up(TEMPLATE, [searcher(**settings), "honest"], RANKS_7)
        return roll(TEMPLATE, made, RANKS_7.lower(), 5, 0, 40).tobytes()

    assert games(worlds=4, beliefs=0, even=2) == games(worlds=4, beliefs=0)
    assert games(worlds=4, beliefs=0, even=4) == games(worlds=8, beliefs=0)
    assert games(worlds=4, beliefs=0, even=1) != games(worlds=4, beliefs=0)


def test_of_an_action_that_brought_the_same_whoever_played_on_one_is_left():
    trials = np.zeros(6, TRIAL)
    trials["action"] = [3, 5, 7, 3, 5, 7]
    trials["model"] = [0, 0, 0, 1, 1, 1]
    trials["total"] = [30, 20, 10, 30, 21, 10]
    trials["square"] = [0, 4, 9, 0, 4, 8]
    assert drop_twins(trials, 6) == 5
    assert [(int(t["action"]), int(t["model"])) for t in trials[:5]] == [(3, 0), (5, 0), (7, 0), (5, 1), (7, 1)]
    assert drop_twins(trials, 2) == 2


@pytest.mark.parametrize("rival", ["honest", "search"])
def test_every_driver_and_plain_python_play_the_same_games(rival):
    """Both players of one table may search: each has a notebook of his own."""
    rules = TEMPLATE.Rules(ranks=7, deals=3)
    one = searcher(worlds=2)
    made, low = make_line_up(TEMPLATE, [one, one if rival == "search" else rival], rules), rules.lower()
    whole = roll(TEMPLATE, made, low, 5, 0, 40, 1)
    assert b"".join(roll(TEMPLATE, made, low, 5, g, 1, 1).tobytes() for g in range(40)) == whole.tobytes()
    assert roll_rounds(TEMPLATE, made, low, 5, 0, 40, 1)[0].tobytes() == whole.tobytes()
    assert roll_in_python(TEMPLATE, made, low, 5, 0, 12, 1).tobytes() == whole[:12].tobytes()
    actions, state = record_game(TEMPLATE, made, low, 5, 1, 1)
    assert state.tally.tobytes() == whole[1].tobytes()
    assert replay(TEMPLATE, low, 5, 1, actions)[1].tally.tobytes() == whole[1].tobytes()


def scenario(**changed):
    return {"game": "template", "policies": [searcher(worlds=4), "honest"], "rules": {"ranks": 7}, "rollouts": 400, "seed": 2, **changed}


def test_threads_processes_dask_and_a_run_taken_up_again_give_the_same_bytes(tmp_path):
    def table(folder, **how):
        api.run(scenario(rollouts=how.pop("rollouts", 400)), out=folder, report=False, **how)
        return (folder / "results.parquet").read_bytes()

    one = table(tmp_path / "one", threads=1)
    assert table(tmp_path / "two", threads=2) == one
    assert table(tmp_path / "three", backend="processes", threads=2) == one
    table(tmp_path / "four", rollouts=150)
    assert table(tmp_path / "four") == one
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp://") as cluster:
        assert table(tmp_path / "five", backend="dask", scheduler=cluster.scheduler_address) == one


PEAK = """
import resource
from simlab.contract.catalogue import load
from simlab.play.drivers import roll
from simlab.players.registry import make_line_up
game = load("template")
rules = game.Rules(ranks=7)
made = make_line_up(game, [{"name": "search", "worlds": 8}, "honest"], rules)
peaks = []
for games in (200, 20_000):
    roll(game, made, rules.lower(), 5, 0, games)
    peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
print(peaks[1] - peaks[0])
"""


def test_a_hundred_times_the_games_take_no_more_memory():
    """All that a searcher works with lies in one table, made before the first game; 16 MB are the tallies and the machine's own ways."""
    assert float(python(PEAK, fresh=True)) < 16


def test_search_plays_the_same_with_the_jit_off():
    code = """
from simlab.contract.catalogue import declared, load
from simlab.play.drivers import roll
from simlab.players.registry import make_line_up
game = load("template")
rules = game.Rules(ranks=7)
made = make_line_up(game, [{"name": "search", "worlds": 2}, "honest"], rules)
print(roll(game, made, rules.lower(), 5, 0, 4).tobytes().hex())
"""
    made = make_line_up(TEMPLATE, [searcher(worlds=2), "honest"], RANKS_7)
    assert python(code, NUMBA_DISABLE_JIT="1").strip() == roll(TEMPLATE, made, RANKS_7.lower(), 5, 0, 4).tobytes().hex()


@pytest.mark.parametrize(("game", "games"), [(TEMPLATE, 20), pytest.param(JESTER, 2, marks=pytest.mark.slow)], ids=["template", "jester"])
def test_search_does_not_see_hidden_cards(game, games):
    """Swapped hidden cards change no choice."""

    def desk(rules):
        return make_player(game, searcher(worlds=4, horizon=0), rules).table

    blind = Policy("search", bound_search(game), "", FEW_WORLDS, table=desk)
    assert check(game, games=games, seed=4, policies=(blind,), probe=0.2, longest=40) > 20


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"worlds": 0}, "worlds must lie between 1 and"),
        ({"worlds": "many"}, "worlds must be a number"),
        ({"base": 3}, "base must be the name of a policy"),
        ({"second": "search"}, "second cannot be 'search', which searches itself"),
        ({"mixed": 2}, "mixed must lie between 0 and 1"),
        ({"base": "search"}, "base cannot be 'search', which searches itself"),
        ({"guard": -1}, "guard must lie between 0 and 10"),
        ({"edge": 11}, "edge must lie between 0 and 10"),
        ({"even": 65}, "even must lie between 0 and 64"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings, says):
    with pytest.raises(InputError, match=says):
        make_player(TEMPLATE, searcher(**settings), RANKS_7)


def test_crowded_tables_have_settings_of_their_own_and_what_is_given_comes_first():
    found = replace(TEMPLATE, searching=Searching(settings={"worlds": 9, "guard": 1}, crowded={"worlds": 3}))
    assert [settings_of(found, players, {})["worlds"] for players in (2, 4)] == [9, 3]
    assert settings_of(found, 4, {})["guard"] == 1
    assert settings_of(found, 4, {"worlds": 5})["worlds"] == 5


def test_whom_the_searcher_knows():
    """Base first, then a second of its own; the others are the one who is named, or any rule of thumb, base the likeliest."""

    def known(**settings):
        table = make_player(TEMPLATE, searcher(base="honest", **settings), RULES_3).table
        desk = table[: DESK.itemsize // 4].view(DESK)[0]
        return int(desk["own"]), np.round(np.exp(desk["prior"][: desk["models"]]), 3).tolist()

    assert known(others="honest") == (1, [1.0])
    assert known(others="always_bet") == (1, [0.0, 1.0])
    assert known(second="always_bet", others="honest") == (2, [1.0, 0.0])
    assert known(others="mix") == (1, [0.5, 0.25, 0.25])
    assert known(second="honest", others="honest") == (1, [1.0])


def test_unknown_settings_and_players_are_named():
    with pytest.raises(UnknownName, match=r"honset.*honest"):
        make_player(TEMPLATE, searcher(base="honset"), RANKS_7)
    with pytest.raises(UnknownName, match=r"wolds.*worlds"):
        make_player(TEMPLATE, searcher(wolds=3), RANKS_7)


@pytest.mark.slow
def test_search_plays_a_game_from_elsewhere_without_a_line_of_its_own():
    """64 actions, no standings, no recast: the contract alone."""
    wide = declared("tests.toys.wide")
    rules = wide.Rules()
    made = make_line_up(wide, [searcher(worlds=2), *["uniform"] * (rules.players - 1)], rules)
    assert len(roll(wide, made, rules.lower(), 1, 0, 20)) == 20


def test_what_a_run_will_take_is_said_before_it(tmp_path, monkeypatch):
    from simlab.runs import costs
    from simlab.runs.progress import Progress

    told = []

    class Told(Progress):
        def notice(self, text):
            told.append(text)

    monkeypatch.setattr(costs, "WORTH_SAYING", 0.0)
    api.run(scenario(rollouts=40), out=tmp_path / "one", report=False, progress=Told())
    assert len(told) == 1
    assert re.search(r"search plays some [\d,]+ games a second here: \d+ seconds for 40 games \(fewer: --games \d+\)", told[0])
    api.run(scenario(rollouts=40, policies=["honest", "uniform"]), out=tmp_path / "two", report=False, progress=Told())
    assert len(told) == 1


def test_a_person_can_play_against_it_by_levels_and_ask_it_for_a_hint(tmp_path):
    from simlab.cli import main

    kept = str(tmp_path / "game.json")
    words = ["play", "template", "--seed", "7", "--level", "medium", "--rules", "ranks=7", "--save", kept]
    done = CliRunner().invoke(main, words, input="h\n1\n")
    assert done.exit_code == 0, done.output
    assert re.search(r"search would choose: (bet|pass)", done.output)
    again = CliRunner().invoke(main, ["coach", kept, "--seat", "0", "--worlds", "50"])
    assert again.exit_code == 0, again.output
    both = CliRunner().invoke(main, ["play", "template", "--level", "hard", "--policies", "honest"])
    assert both.exit_code == 2
    assert "give one of them" in both.output
