"""Quality: each measure on a course of chances worked out by hand, then one-card poker really looked into."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.contract.goals import Goal
from simlab.play.probes.chances import LOOK, Survey
from simlab.runs.backends import Crew
from simlab.studies.quality.choices import Choices
from simlab.studies.quality.courses import MARGIN, SURELY, Courses, gap_error, lead_changes
from simlab.studies.quality.measure import MEASURES, QualityAsk, quality
from simlab.studies.quality.moments import plain, typical_game
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
            row["ends"][:, : len(chance)] = np.round(np.array(chance) * 60 * worlds / 2)
            rows.append(row)
    return Survey(tallies, np.array(rows, LOOK), np.zeros(len(rows)), worlds)


WORKED = ([60, 0], [[0.5, 0.5], [0.2, 0.8], [0.45, 0.55], [0.6, 0.4], [0.95, 0.05]])  # the worked example of docs/quality.md


def changes_of(chance, error):
    """Of one game."""
    return lead_changes(chance[None], error[None], np.ones((1, len(chance)), bool), MARGIN, np.array([SURELY]))[0]


def test_the_worked_example_of_the_docs():
    chance = np.array(WORKED[1])
    many, few = (gap_error(chance[:, :, None], chance[:, None, :], worlds) for worlds in (256, 16))
    assert changes_of(chance, many) == 2.0
    assert changes_of(chance[:4], few[:4]) == 1.0  # with few worlds the second change is not certain
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


def test_the_typical_game_is_the_one_whose_drama_lies_in_the_middle():
    calm, tense = ([60, 0], [[0.9, 0.1]] * 5), ([60, 0], [[0.1, 0.9]] * 4 + [[0.9, 0.1]])
    found = typical_game(Courses(survey_of([calm, WORKED, tense]), 2))
    assert found.game == 1
    assert found.winners == [int(WORKED[0][1] > WORKED[0][0])]
    assert [[round(chance.value, 6) for chance in look] for look in found.chances] == [list(map(float, look)) for look in WORKED[1]]
    assert all(0.0 <= chance.low <= chance.value <= chance.high <= 1.0 for look in found.chances for chance in look)
    assert typical_game(Courses(survey_of([([0, 0], [[0.5, 0.5]])]), 2)) is None


def test_a_choice_is_named_without_its_cards_and_amounts():
    names = ("throw 2c 3d", "raise to 5", "Ah", "10U", "12", "call", "swap *4s with seat 2")
    assert [plain(name) for name in names] == ["throw", "raise", "which card", "which card", "how much", "call", "swap"]


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


def dull(worlds: int, games: int = 150, looks: int = 12, seats: int = 4, seed: int = 1) -> Survey:
    """Games in which every seat has the same chance from the first look to the last, and every option is worth the same."""
    rng = np.random.default_rng([seed, worlds])
    tallies, rows = np.zeros(games, OUT), np.zeros(games * looks, LOOK)
    tallies["win"][np.arange(games), rng.integers(0, seats, games)] = 60
    rows["game"], rows["decision"], rows["decisions"] = np.repeat(np.arange(games), looks), np.tile(np.arange(looks), games), looks
    rows["n"] = 3
    for half in (0, 1):
        rows["ends"][:, half, :seats] = 60 * rng.multinomial(worlds // 2, [1 / seats] * seats, len(rows))
    rows["score"][:, :3, :worlds] = 60 * (rng.random((len(rows), 3, worlds)) < 1 / seats)
    return Survey(tallies, rows, np.zeros(len(rows)), worlds)


@pytest.mark.parametrize("worlds", [16, 64])
def test_where_nothing_ever_changes_no_measure_says_that_it_does(worlds):
    """Seed 1. The lead of equals changes hands by chance alone, and no choice matters: all intervals start at nothing, or nearly."""
    seen = dull(worlds)
    found = Courses(seen, 4).measures() | Choices(seen).measures()
    assert found["lead_changes"].value < 0.06
    for name in ("drama", "comebacks", "decided_early", "stakes", "decisions_that_matter", "dominated_options"):
        assert found[name].low <= 0.003, name
        assert found[name].value <= found[name].high, name


def test_few_worlds_and_many_agree_within_their_intervals():
    """One option in three wins 30 % more in half of the looks: stakes 0.15, half of the choices matter. Seed 1."""
    for worlds in (16, 64, 256):
        found = Choices(scored([[60, 30, 30], [30, 30, 30]], looks=400, worlds=worlds)).measures()
        assert found["stakes"].low <= 0.15 <= found["stakes"].high, worlds
        assert found["decisions_that_matter"].low <= 0.5 <= found["decisions_that_matter"].high, worlds


ASK = QualityAsk("template", "always_bet", rules={"deals": 5}, rollouts=2000, games=60, looks=6, worlds=32, goal="win")


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


@pytest.mark.parametrize(
    "crew", [pytest.param(Crew(workers=1), id="one thread"), pytest.param(Crew("processes", 2), id="processes", marks=pytest.mark.slow)]
)
def test_who_plays_does_not_change_what_is_seen(looked, crew):
    assert quality(ASK, crew=crew).as_json() == looked.as_json()


def test_a_study_broken_off_goes_on_where_it_was(looked, tmp_path):
    with pytest.raises(KeyboardInterrupt):
        quality(ASK, tmp_path, progress=Interrupted(34))  # all groups of deals, and the first looks
    rest = Counted()
    assert quality(ASK, tmp_path, progress=rest).as_json() == looked.as_json()
    assert 0 < rest.played < 60


def test_the_command_draws_the_comeback_curve(tmp_path):
    arguments = ["quality", "template", "--policies", "honest", "--watched", "30", "--games", "640", "--out", str(tmp_path)]
    shown = CliRunner().invoke(main, arguments)
    assert shown.exit_code == 0, shown.output
    assert "Decisions that matter" in shown.stdout
    assert (tmp_path / "figures" / "comebacks.png").exists()
    found = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).stdout)
    assert [row["measure"] for row in found["measures"]] == list(MEASURES)


NET = Goal("net", "chips won less chips lost", "chips", "net")


def chips_of(games: list[tuple[list[int], list[list[int]]]], worlds: int = 64) -> Survey:
    """Games given as chips at the end and chips expected at each look, the same in every world but for one chip either way."""
    tallies = np.zeros(len(games), np.dtype([("net", "i4", (6,))]))
    rows = []
    for g, (ends, courses) in enumerate(games):
        tallies[g]["net"][: len(ends)] = ends
        for t, mean in enumerate(courses):
            row = np.zeros(1, LOOK)[0]
            row["game"], row["decision"], row["decisions"], row["n"] = g, t, len(courses), 2
            seen = np.array([[m + (1 if (w // 2 + s) % 2 else -1) for s, m in enumerate(mean)] for w in range(worlds)])
            row["ends"][:, : len(mean)] = [seen[0::2].sum(axis=0), seen[1::2].sum(axis=0)]
            row["products"][: len(mean), : len(mean)] = seen.T @ seen
            rows.append(row)
    return Survey(tallies, np.array(rows, LOOK), np.zeros(len(rows)), worlds)


def test_a_game_of_chips_is_looked_into_by_chips():
    """Results are 10 or -10, so far apart is 20 chips: a margin is 2 of them, a comeback 5, decided within 2 of the end."""
    worked = ([10, -10], [[0, 0], [-4, 4], [-1, 1], [3, -3], [9, -9]])
    courses = Courses(chips_of([worked, ([-10, 10], worked[1])]), 2, NET)
    assert courses.spread == 20.0
    assert courses.won.tolist() == [[1.0, 0.0], [0.0, 1.0]]
    changes, drama, comeback, left = courses.certain()[0]
    assert changes == 2.0
    assert drama == pytest.approx((0 + 8 + 2 + 0 + 0) / 5)
    assert comeback == 1.0
    assert left == pytest.approx(1 - 4.5 / 5)
    assert courses.certain()[1, 3] == 0.0  # it was never decided: all expected the other seat to win


def test_one_card_poker_is_judged_by_chips_unless_told_otherwise(tmp_path):
    """Against one who bets and calls with everything, folding the king for a bet gives up its certain win: it loses 1 + 2 chips."""
    ask = QualityAsk("template", "always_bet", rollouts=640, games=60, looks=4, worlds=32)
    found = quality(ask, crew=Crew(workers=1))
    assert found.goal.name == "net"
    assert found.spread == pytest.approx(4.0, abs=0.01)  # every deal is called: two chips won or lost
    fold = next(option for option in found.options if option["option"] == "fold")
    assert 0.0 < fold["cost"]["estimate"] < 3.0
    assert found.measures["stakes"].value > 0.5
    data = found.as_json()
    assert data["goal"] == {"name": "net", "meaning": "chips won less chips lost", "unit": "chips", "per": "game"}
    assert {row["measure"]: row["unit"] for row in data["measures"]} | {"stakes": "chips", "drama": "chips", "comebacks": "%"} == {
        row["measure"]: row["unit"] for row in data["measures"]
    }
    assert any("Stakes:" in said and " chips (" in said for said in found.sentences())
    assert not any("win" in said.replace("winner", "") for said in found.sentences())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("--goal", "nett"), "did you mean 'net'"), (("--policies", "onest"), "did you mean 'honest'"), (("--worlds", "7"), "an even number")],
)
def test_mistakes_are_told(arguments, said, tmp_path):
    done = CliRunner().invoke(main, ["quality", "template", *arguments, "--out", str(tmp_path)])
    assert done.exit_code == 2
    assert said in done.stderr
