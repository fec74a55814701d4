"""Tournaments: ratings in closed form first, then one-card poker really played."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.contract.catalogue import load, titles
from simlab.contract.goals import WIN
from simlab.runs.backends import Crew
from simlab.stats.estimates import Estimate
from simlab.stats.ledger import Claim
from simlab.studies.line_ups import Meetings, design
from simlab.studies.skill.measure import SOURCES
from simlab.studies.tournament.measure import Tournament, TournamentAsk, entrants, plan_of, restriction, tournament
from simlab.studies.tournament.mixes import Field, equilibrium
from simlab.studies.tournament.orders import AHEAD, turned, warning
from simlab.studies.tournament.ratings import bradley_terry, misfit_of, rating_points, ratings_of
from tests.runs.helpers import Counted
from tests.studies.helpers import GROUPS, meetings_of


def test_bradley_terry_finds_known_odds_for_two_players():
    worth = np.array([1.0, 2.0, 5.0])
    chances = worth[:, None] / (worth[:, None] + worth[None, :])
    found = rating_points(meetings_of(chances), np.ones(GROUPS), 0)
    assert found == pytest.approx(400 * np.log10(worth), abs=1e-6)


def test_bradley_terry_finds_known_worths_at_tables_of_four():
    worth = np.array([1.0, 3.0, 0.2])
    counts = np.array([[line.count(i) for i in range(3)] for line in design(3, 4, "all")], float)
    wins = counts * worth / (counts @ worth)[:, None]
    found = bradley_terry(counts, wins)
    assert found / found[0] == pytest.approx(worth, rel=1e-6)


def claimed(*numbers, chance=0.001):
    return Claim(Estimate(*numbers), chance, Estimate(*numbers))


ASK = TournamentAsk("template", policies=("uniform", "always_bet", "honest"), rollouts=6400, base="honest", goal="win")


@pytest.fixture(scope="module")
def played() -> Tournament:
    return tournament(ASK)


def test_one_card_poker_is_won_as_it_must_be(played):
    """Who always bets wins every pot that honest folds: with three cards, 2/3 of all deals."""
    cell = played.payoff[1][2]
    assert abs(cell.value - 2 / 3) < 4 * cell.std_error
    assert played.payoff[2][1].value == pytest.approx(1 - cell.value)
    assert played.costs[1].found.value == pytest.approx(0.5 - cell.value)
    assert played.mix[0][1].value == 1.0
    assert [step[0] for step in played.skill.ladder] == ["honest", "uniform"]
    assert sum(played.skill.shares[source].value for source in SOURCES) == pytest.approx(1.0)
    assert 0.5 < played.skill.shares["deal"].value < 0.8


@pytest.mark.parametrize(
    "crew", [pytest.param(Crew(workers=1), id="one thread"), pytest.param(Crew("processes", 2), id="processes", marks=pytest.mark.slow)]
)
def test_the_same_tournament_whoever_plays(played, crew):
    assert tournament(ASK, crew=crew).as_json() == played.as_json()


def test_a_tournament_goes_on_where_it_was_killed_and_ends_the_same(played, tmp_path):
    tournament(ASK, tmp_path, crew=Crew(workers=1))
    for path in sorted(tmp_path.glob("blocks/*/*.block"))[::3]:
        path.unlink()
    left, rest, again = kept_games(tmp_path), Counted(), Counted()
    assert tournament(ASK, tmp_path, crew=Crew(workers=2), progress=rest).as_json() == played.as_json()
    assert left + rest.played == 6 * 6400
    assert tournament(ASK, tmp_path, progress=again).as_json() == played.as_json()
    assert again.played == 0


def kept_games(folder):
    """Deals have two games here, one for each rotation."""
    ranges = [path.stem.split("-") for path in folder.glob("blocks/*/*.block")]
    return sum(2 * (int(last) - int(first)) for first, last in ranges)


def test_a_sentence_says_what_a_restriction_costs(played):
    said = restriction(played, 0, claimed(0.041, 0.001, 0.038, 0.044))
    assert said == (
        "uniform (Each legal action with equal probability) costs 4.1 points (3.8 to 4.4) of the win among honest players, "
        "where an even share is 50 %."
    )
    assert "gains 4.1 points (3.8 to 4.4)" in restriction(played, 0, claimed(-0.041, 0.001, -0.044, -0.038))
    assert "costs nothing that 6,400 games can show" in restriction(played, 0, claimed(0.001, 0.01, -0.02, 0.022, chance=0.9))


# ---- by chips


def chips_of(gains: np.ndarray, players: int = 2, created: float = 0.0) -> Meetings:
    """A tournament without noise in which i gains `gains[i, j]` from j, two at a table; everybody gets `created` besides."""
    k = len(gains)
    line_ups = design(k, players, "all")
    ends = np.array([[[gains[line[p], line[1 - p]] + created for p in range(2)]] * GROUPS for line in line_ups]) * players
    one = np.ones((len(line_ups), GROUPS))
    return Meetings(tuple("abcdefgh"[:k]), tuple(line_ups), one, ends, ends, one, one, are_shares=False)


def test_ratings_of_chips_are_differences_by_least_squares():
    strength = np.array([0.0, 3.0, -1.0])
    meetings = chips_of((strength[:, None] - strength[None, :]) / 2, created=5.0)
    assert ratings_of(meetings, np.ones(GROUPS), 0) == pytest.approx(strength)
    assert misfit_of(meetings) == pytest.approx(0.0, abs=1e-12)
    circle = chips_of(np.array([[0.0, 2.0, -2.0], [-2.0, 0.0, 2.0], [2.0, -2.0, 0.0]]))
    assert ratings_of(circle, np.ones(GROUPS), 0) == pytest.approx([0.0, 0.0, 0.0], abs=1e-12)
    assert misfit_of(circle) == pytest.approx(2.0)


def test_the_mix_of_a_game_of_chips_is_the_equilibrium_of_its_payoffs():
    a, b, c = 10.0, 20.0, 40.0  # rock, paper, scissors for chips
    mix, gap = equilibrium(Field(chips_of(np.array([[0, -c, a], [c, 0, -b], [-a, b, 0]])), np.ones(GROUPS)))
    assert mix == pytest.approx(np.array([b, a, c]) / (a + b + c))
    assert gap == pytest.approx(0.0, abs=1e-9)


def test_chips_need_not_add_up_for_a_mix():
    """Chicken: two who dare lose 10, who dares against one who yields gets 4 and he 1, two who yield get 3: one in twelve dares."""
    payoff = np.array([[-10.0, 4.0], [1.0, 3.0]])
    ends = np.array([[[payoff[line[p], line[1 - p]] for p in range(2)]] * GROUPS for line in design(2, 2, "all")]) * 2
    one = np.ones((3, GROUPS))
    meetings = Meetings(("dares", "yields"), tuple(design(2, 2, "all")), one, ends, ends, one, one, are_shares=False)
    mix, gap = equilibrium(Field(meetings, np.ones(GROUPS)))
    assert mix == pytest.approx([1 / 12, 11 / 12])
    assert gap == pytest.approx(0.0, abs=1e-9)


def test_the_equilibrium_of_one_card_poker_is_not_beaten_by_chips():
    """By share of the win who always bets beats it, for most deals end with a fold; by chips he loses 1/9 a deal to it."""
    found = tournament(TournamentAsk("template", policies=("always_bet", "equilibrium"), rollouts=6400))
    assert (found.goal.name, found.names[found.base]) == ("net", "equilibrium")
    bold, optimal = found.payoff[0][1], found.payoff[1][0]
    assert bold.high < 0 < optimal.low
    assert abs(bold.value + 1 / 9) < 4 * bold.std_error
    assert found.payoff[0][0].value == found.payoff[1][1].value == found.even == 0.0
    assert found.mix[0][1].value == 1.0
    assert found.ratings[0].high < 0.0
    assert found.skill.ladder[0][:2] == ("always_bet", "equilibrium")
    assert any("always_bet (Bets and calls with everything) costs 0.1" in said and "chips (" in said for said in found.sentences())
    (said,) = found.warnings
    assert said == (
        "Warning: who is better depends on the goal. By chips won less chips lost: equilibrium beats always_bet. "
        "By share of the win: the other way round."
    )
    assert found.as_json()["warnings"] == [said]
    by_win = tournament(TournamentAsk("template", policies=("always_bet", "equilibrium"), rollouts=6400, goal="win"))
    assert by_win.payoff[0][1].low > 0.5
    assert "By share of the win: always_bet beats equilibrium" in by_win.warnings[0]


def test_who_lives_on_the_weak_is_not_crowned():
    """Of all four, who always bets takes most from the random player, and is rated with the best; the equilibrium takes chips from it."""
    found = tournament(TournamentAsk("template", policies=("uniform", "always_bet", "honest", "equilibrium"), rollouts=20_000))
    by_name = found.as_json()["beaten_by"]
    assert "equilibrium" in by_name["always_bet"]
    assert by_name["equilibrium"] == by_name["honest"] == []
    assert "Nobody here surely gains on honest and equilibrium" in found.mix_sentence()
    assert found.costs[1].told.low > 0


@pytest.mark.skipif("leduc" not in titles(), reason="the examples are not installed (make setup)")
def test_leduc_is_not_won_by_the_random_player():
    """Whatever share of the deals it takes from players who fold: it pays chips for it."""
    found = tournament(TournamentAsk("leduc", policies=("uniform", "basic"), rollouts=6400))
    assert found.goal.name == "net"
    assert found.payoff[0][1].high < 0 < found.payoff[1][0].low
    assert found.skill.ladder[0][:2] == ("uniform", "basic")
    assert found.mix[0][1].value == 1.0


def test_a_study_plays_rounds_where_the_game_can():
    """`unit` is a key of a scenario, not a knob: studies take it with the rules, and then fortune is judged by chips a round."""
    plan, _, _, goals = plan_of(TournamentAsk("fortune", rules={"unit": "round"}, policies=("uniform", "basic"), rollouts=100))
    assert plan.points[0].arms[0].rules.plain()["unit"] == "round"
    assert [goal.name for goal in goals] == ["net", "win"]
    assert (goals[0].unit, goals[0].per) == ("chips", "round")


def test_the_page_of_chips_speaks_of_chips(tmp_path):
    done = invoke("tournament", "template", "--policies", "honest,equilibrium", "--games", "640", "--out", str(tmp_path))
    assert done.exit_code == 0, done.output
    page = (tmp_path / "report.html").read_text()
    assert "chips a game" in page
    assert "Judged by chips won less chips lost, a game" in page
    assert "share of the win" not in page
    assert json.loads((tmp_path / "study.json").read_text())["goal"]["name"] == "net"


def test_no_warning_without_evidence():
    """Two policies that are equal by both goals: chance alone turns them round in about half of 200 tournaments. Seed 3."""
    rng, warned = np.random.default_rng(3), 0
    for _ in range(200):
        noise = rng.normal(size=(2, GROUPS))
        tables = []
        for x in noise:
            ends = np.zeros((3, GROUPS, 2))
            ends[1, :, 0], ends[1, :, 1] = x, -x
            one = np.ones((3, GROUPS))
            tables.append(Meetings(("a", "b"), tuple(design(2, 2, "all")), one, ends, ends, one, one, are_shares=False))
        warned += bool(turned(*tables))
    assert warned <= 200 * 0.05


def test_a_warning_names_three_pairs_and_counts_the_rest():
    turns = [(x, AHEAD, "z") for x in "abcde"]
    (said,) = warning(turns, load("template").goal(), WIN)
    assert "a is ahead of z; b is ahead of z; c is ahead of z and 2 more pairs." in said
    assert warning([], load("template").goal(), WIN) == []


def test_all_policies_of_a_game_take_part_unless_named(template):
    assert entrants(template) == ["uniform", "always_bet", "honest", "equilibrium"]


def invoke(*arguments):
    return CliRunner().invoke(main, list(arguments))


def test_the_commands_answer_in_words_and_in_json(tmp_path):
    options = ("--policies", "uniform,{name: equilibrium, alpha: 0}", "--games", "640", "--out", str(tmp_path))
    shown = invoke("tournament", "template", *options)
    assert shown.exit_code == 0, shown.output
    assert "who beats whom" in shown.stdout
    found = json.loads(invoke("skill", "template", *options, "--json").stdout)
    assert set(found["shares"]) == set(SOURCES)
    assert found["ladder"][0]["ci_low"] <= found["ladder"][0]["estimate"] <= found["ladder"][0]["ci_high"]
    assert (tmp_path / "report.html").exists()
    assert (tmp_path / "figures" / "luck_and_skill.png").exists()
    assert json.loads((tmp_path / "study.json").read_text())["players"] == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("tournament", "tempalte"), "did you mean 'template'"),
        (("tournament", "template", "--policies", "honest"), "2 to 12 different policies"),
        (("tournament", "template", "--policies", "honest,unifrom"), "did you mean 'uniform'"),
        (("tournament", "template", "--policies", "honest,3"), "write names"),
        (("tournament", "template", "--players", "3"), "players (given: 3)"),
        (("tournament", "template", "--base", "bold"), "no policy in this tournament"),
        (("tournament", "template", "--goal", "nett"), "no template goal 'nett' (did you mean 'net'?)"),
        (("skill", "template", "--goal", "wins"), "did you mean 'win'"),
        (("skill", "template", "--rules", "rnaks=4"), "did you mean 'ranks'"),
        (("skill", "template", "--rules", "ranks"), "KNOB=VALUE"),
    ],
)
def test_mistakes_are_told_in_one_line(arguments, said, tmp_path):
    done = invoke(*arguments, "--out", str(tmp_path))
    assert done.exit_code == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
