"""Tournaments: ratings in closed form first, then one-card poker really played."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.runs.backends import Crew
from simlab.stats.estimates import Estimate
from simlab.studies.line_ups import design
from simlab.studies.skill.measure import SOURCES
from simlab.studies.tournament.measure import Tournament, TournamentAsk, bradley_terry, entrants, rating_points, restriction, tournament
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


ASK = TournamentAsk("template", policies=("uniform", "always_bet", "honest"), rollouts=6400, base="honest")


@pytest.fixture(scope="module")
def played() -> Tournament:
    return tournament(ASK)


def test_one_card_poker_is_won_as_it_must_be(played):
    """Who always bets wins every pot that honest folds: with three cards, 2/3 of all deals."""
    cell = played.payoff[1][2]
    assert abs(cell.value - 2 / 3) < 4 * cell.std_error
    assert played.payoff[2][1].value == pytest.approx(1 - cell.value)
    assert played.costs[1].value == pytest.approx(0.5 - cell.value)
    assert played.mix[0][1].value == 1.0
    assert [step[0] for step in played.skill.ladder] == ["honest", "uniform"]
    assert sum(played.skill.shares[source].value for source in SOURCES) == pytest.approx(1.0)
    assert 0.5 < played.skill.shares["deal"].value < 0.8


@pytest.mark.parametrize("crew", [Crew(workers=1), Crew("processes", 2)], ids=["one thread", "processes"])
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
    said = restriction(played, 0, Estimate(0.041, 0.001, 0.038, 0.044))
    assert said == (
        "uniform (Each legal action with equal probability) costs 4.1 points (3.8 to 4.4) of the win among honest players, "
        "where an even share is 50 %."
    )
    assert "gains 4.1 points (3.8 to 4.4)" in restriction(played, 0, Estimate(-0.041, 0.001, -0.044, -0.038))
    assert "costs nothing that 6,400 games can show" in restriction(played, 0, Estimate(0.001, 0.01, -0.02, 0.022))


def test_all_policies_of_a_game_take_part_unless_named(template):
    assert entrants(template) == ["uniform", "always_bet", "honest", "equilibrium"]


def invoke(*arguments):
    return CliRunner().invoke(main, list(arguments))


def test_the_commands_answer_in_words_and_in_json(tmp_path):
    options = ("--policies", "uniform,{name: equilibrium, alpha: 0}", "--rollouts", "640", "--out", str(tmp_path))
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
        (("skill", "template", "--rules", "rnaks=4"), "did you mean 'ranks'"),
        (("skill", "template", "--rules", "ranks"), "KEY=VALUE"),
    ],
)
def test_mistakes_are_told_in_one_line(arguments, said, tmp_path):
    done = invoke(*arguments, "--out", str(tmp_path))
    assert done.exit_code == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
