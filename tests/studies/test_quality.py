"""Quality: each measure on a course of chances worked out by hand, then one-card poker really looked into."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.play.probes.chances import LOOK, Survey
from simlab.runs.backends import Crew
from simlab.studies.quality.measure import MEASURES, Choices, Courses, QualityAsk, lead_changes, quality
from tests.runs.helpers import Counted, Interrupted

OUT = np.dtype([("win", "i2", (6,))])


def survey_of(games: list[tuple[list[int], list[list[float]]]], worlds: int = 256) -> Survey:
    """Games given as shares of the win (in sixtieths, by seat) and chances at each look."""
    tallies = np.zeros(len(games), OUT)
    rows = []
    for g, (won, chances) in enumerate(games):
        tallies[g]["win"][: len(won)] = won
        for t, chance in enumerate(chances):
            row = np.zeros(1, LOOK)[0]
            row["game"], row["decision"], row["decisions"], row["n"] = g, t, len(chances), 2
            row["wins"][:, : len(chance)] = np.round(np.array(chance) * 60 * worlds / 2)
            rows.append(row)
    return Survey(tallies, np.array(rows, LOOK), np.zeros(len(rows)), worlds)


WORKED = ([60, 0], [[0.5, 0.5], [0.2, 0.8], [0.45, 0.55], [0.6, 0.4], [0.95, 0.05]])  # the worked example of docs/quality.md


def test_the_worked_example_of_the_docs():
    assert lead_changes(np.array(WORKED[1]), 256) == 2.0
    assert lead_changes(np.array(WORKED[1][:4]), 16) == 1.0  # with few worlds the second change is not certain
    found = Courses(survey_of([WORKED, WORKED]), 2).measures()
    assert found["lead_changes"].value == 2.0
    assert found["drama"].value == pytest.approx((0 + 0.6 + 0.1 + 0 + 0) / 5, abs=1e-3)
    assert found["comebacks"].value == 1.0
    assert found["decided_early"].value == pytest.approx(1 - 4.5 / 5)


def test_the_comeback_curve_says_how_often_the_leader_loses():
    games = [WORKED, ([0, 60], [[0.3, 0.7]] * 5)]
    curve = Courses(survey_of(games), 2).curve(5)
    assert [x for x, _ in curve] == pytest.approx([0.1, 0.3, 0.5, 0.7, 0.9])
    assert [found.value for _, found in curve] == pytest.approx([0.25, 0.5, 0.5, 0.0, 0.0])  # a shared lead counts half


def test_a_shared_win_counts_by_shares():
    found = Courses(survey_of([([30, 30], [[1.0, 0.0], [1.0, 0.0]])] * 2), 2).measures()
    assert found["drama"].value == pytest.approx(0.5)
    assert found["decided_early"].value == pytest.approx(0.5 * 0.75)


def scored(scores: list[list[int]], looks: int = 40, worlds: int = 40, seed: int = 1) -> Survey:
    """Looks at which option k wins with the given chance in per cent."""
    rng = np.random.default_rng(seed)
    rows = np.zeros(looks, LOOK)
    for i in range(looks):
        chances = scores[i % len(scores)]
        rows[i]["game"], rows[i]["n"] = i // 4, len(chances)
        rows[i]["score"][: len(chances), :worlds] = 60 * (rng.random((len(chances), worlds)) < np.array(chances)[:, None] / 100)
    return Survey(np.zeros(looks // 4, OUT), rows, np.zeros(looks), worlds)


def test_a_choice_matters_when_one_option_clearly_wins_more():
    found = Choices(scored([[100, 0]])).measures()
    assert found["decisions_that_matter"].value == found["stakes"].value == found["dominated_options"].value == 1.0
    half = Choices(scored([[100, 0], [50, 50]], looks=200)).measures()
    assert half["decisions_that_matter"].value == pytest.approx(0.5, abs=0.03)
    assert abs(half["stakes"].value - 0.5) < 4 * half["stakes"].std_error


def test_luck_alone_is_not_called_a_choice():
    """Two options that are worth the same: the held-out half of the worlds says so. Seed 1, 400 looks, 4 sigma."""
    found = Choices(scored([[50, 50]], looks=400)).measures()
    assert abs(found["stakes"].value) < 4 * found["stakes"].std_error
    assert found["decisions_that_matter"].value < 0.05 + 4 * 0.011


ASK = QualityAsk("template", "always_bet", rules={"deals": 5}, rollouts=2000, games=60, looks=6, worlds=32)


@pytest.fixture(scope="module")
def looked():
    return quality(ASK, crew=Crew(workers=2))


def test_one_card_poker_is_looked_into(looked):
    assert set(looked.measures) == set(MEASURES)
    assert looked.measures["rounds"].value == 5.0
    assert looked.measures["decisions"].value == 10.0
    assert 0 < looked.measures["drama"].value < 0.5
    assert looked.curve[0][1].value > looked.curve[-1][1].value
    for name, found in looked.measures.items():
        assert found.low <= found.value <= found.high, name
    fold = next(option for option in looked.options if option["option"] == "fold")
    assert fold["cost"]["estimate"] > 0


@pytest.mark.parametrize("crew", [Crew(workers=1), Crew("processes", 2)], ids=["one thread", "processes"])
def test_who_plays_does_not_change_what_is_seen(looked, crew):
    assert quality(ASK, crew=crew).as_json() == looked.as_json()


def test_a_study_broken_off_goes_on_where_it_was(looked, tmp_path):
    with pytest.raises(KeyboardInterrupt):
        quality(ASK, tmp_path, progress=Interrupted(34))  # all groups of deals, and the first looks
    rest = Counted()
    assert quality(ASK, tmp_path, progress=rest).as_json() == looked.as_json()
    assert 0 < rest.played < 60


def test_the_command_draws_the_comeback_curve(tmp_path):
    arguments = ["quality", "template", "--policy", "honest", "--games", "30", "--rollouts", "640", "--out", str(tmp_path)]
    shown = CliRunner().invoke(main, arguments)
    assert shown.exit_code == 0, shown.output
    assert "decisions_that_matter" in shown.stdout
    assert (tmp_path / "figures" / "comebacks.png").exists()
    found = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).stdout)
    assert [row["measure"] for row in found["measures"]] == list(MEASURES)


@pytest.mark.parametrize(("arguments", "said"), [(("--policy", "onest"), "did you mean 'honest'"), (("--worlds", "7"), "an even number")])
def test_mistakes_are_told(arguments, said, tmp_path):
    done = CliRunner().invoke(main, ["quality", "template", *arguments, "--out", str(tmp_path)])
    assert done.exit_code == 2
    assert said in done.stderr
