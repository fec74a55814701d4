"""`simlab effects`: what each Major Arcana does to a round, on the same deals as without it."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.games.fortune.studies.effects import MEASURES, Effects, Rounds, effects, other_winners, value_and_influence, with_verdicts
from simlab.games.fortune.studies.effects_page import effects_study
from simlab.runs.backends import Crew
from simlab.studies.ask import Ask
from tests.runs.helpers import Counted

ROUNDS = 400
ASK = Ask("fortune", "basic", rollouts=ROUNDS, seed=3)


@pytest.fixture(scope="module")
def found() -> Effects:
    return effects(ASK, crew=Crew(workers=2))


def value(found: Effects, measure: str, window: str, arcana: str) -> tuple[float, float]:
    row = found.by_cell[measure, window, arcana]
    return row.without.value, row.with_it.value


def test_every_card_has_every_measure_in_both_windows(found):
    assert len(found.rows) == 22 * 2 * len(MEASURES)
    assert found.reached["deal"] == ROUNDS
    assert 0 < found.reached["draw"] < ROUNDS


@pytest.mark.parametrize(("window", "card"), [("deal", "judgement"), ("draw", "hermit"), ("deal", "world"), ("draw", "hierophant")])
def test_fo_4_blank_cards_change_nothing(found, window, card):
    assert all(found.by_cell[measure.name, window, card].nothing for measure in MEASURES)


def test_death_shows_who_stood_best(found):
    """By definition the best hand at that moment wins under Death; in the deal it is what the round would be without a draw."""
    assert value(found, "best_hand", "deal", "death")[1] == 1.0
    assert value(found, "best_hand", "draw", "death")[1] == 1.0
    assert value(found, "pot", "deal", "death")[1] == 4.0
    assert value(found, "showdown", "deal", "death")[1] == 1.0


def test_tower_sun_and_lovers_do_what_their_text_says(found):
    assert value(found, "destroyed", "deal", "tower") == (0.0, 2.0)
    assert value(found, "variance", "deal", "sun")[1] == 0.0
    assert value(found, "dealer", "deal", "sun")[1] == 0.25
    assert value(found, "showdown", "draw", "sun")[1] == 0.0
    assert value(found, "winner_changed", "draw", "lovers")[1] == 0.0
    assert found.by_cell["best_hand", "draw", "lovers"].difference.value < -0.3


def test_errors_are_those_of_paired_deals(found):
    """The pot under Temperance against the pot without it, deal by deal."""
    row = found.by_cell["pot", "deal", "temperance"]
    apart = np.hypot(row.without.std_error, row.with_it.std_error)
    assert row.settled
    assert row.difference.std_error < apart
    assert row.difference.value == pytest.approx(row.with_it.value - row.without.value)
    assert row.difference.low < row.difference.value < row.difference.high


def test_the_same_whatever_the_threads_and_nothing_is_played_twice(found, tmp_path):
    assert effects(ASK, tmp_path, crew=Crew(workers=1)).as_json() == found.as_json()
    again = Counted()
    assert effects(ASK, tmp_path, progress=again).as_json() == found.as_json()
    assert again.played == 0


def rounds(**given) -> Rounds:
    n = 4
    usual = {
        "pot": np.full(n, 4.0), "showdown": np.ones(n), "destroyed": np.zeros(n), "net": np.zeros((n, 2)),
        "win": np.array([[1, 0], [0, 1], [0.5, 0.5], [1, 0]]), "pages": np.zeros((n, 2), bool), "dealer": np.array([0, 1, 0, 1]),
        "winner": np.array([0, 1, -1, 0]), "winners": np.array([1, 1, 2, 1]), "window": np.ones(n, bool),
    }  # fmt: skip
    return Rounds(**(usual | given))


def test_shares_are_counted_by_who_it_is():
    base = rounds()
    held = rounds(win=np.array([[0, 1], [0, 1], [0.5, 0.5], [0.25, 0.75]]), pages=np.array([[1, 0], [1, 1], [0, 0], [0, 1]], bool))
    assert value_and_influence("dealer", held, base, base)[0] == pytest.approx((0 + 1 + 0.5 + 0.75) / 4)
    assert value_and_influence("best_hand", held, base, base)[0] == pytest.approx((0 + 1 + 0.5 + 0.5 + 0.25) / 5)
    assert value_and_influence("page", held, base, held)[0] == pytest.approx((0 + 0 + 1 + 0.75) / 4)


def test_the_variance_is_that_of_all_seats_and_its_error_that_of_deals():
    random = np.random.default_rng(5)
    net = random.integers(-5, 6, (20_000, 1)) * np.array([[1, -1]])
    held = rounds(net=net.astype(float))
    value, influence = value_and_influence("variance", held, held, held)
    assert value == pytest.approx(net.var())
    assert influence.std() == pytest.approx((net[:, 0] ** 2).std(), rel=1e-9)


def test_winners_differ_by_seat_number_or_tie():
    base = rounds()
    other = rounds(winner=np.array([0, -1, -1, 1]), winners=np.array([1, 2, 2, 1]), win=np.array([[1, 0], [0.5, 0.5], [0.5, 0.5], [0, 1]]))
    assert other_winners(other, base).tolist() == [False, True, False, True]


def test_what_is_settled_is_corrected_for_all_cards(found):
    assert with_verdicts(found.rows, found.reached) == list(found.rows)
    assert not found.by_cell["dealer", "deal", "emperor"].settled


def test_the_study_says_and_draws_it(found):
    study = effects_study(found)
    assert any("In no round do these change anything after the deal: " in sentence for sentence in study.findings)
    assert [chart.name for chart in study.charts] == [f"{measure.name}_forest" for measure in MEASURES]
    assert [len(block.rows) for block in study.tables] == [23, 23]
    names = [label.get_text() for label in study.charts[0].figure.get_axes()[0].get_yticklabels()]
    assert len(names) == 22
    assert names[0] == "temperance"


def test_the_command_writes_page_and_json(tmp_path):
    done = CliRunner().invoke(main, ["effects", "fortune", "--games", "20", "--players", "2", "--json", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["players"] == 2
    assert (tmp_path / "report.html").exists()
    assert (tmp_path / "figures" / "pot_forest.png").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fortun"], "no game 'fortun' (did you mean 'fortune'?)"),
        (["template"], "effects is for arcana and fortune"),
        (["fortune", "--rules", "forced_arcana=3"], "forced_arcana is not a rule to change here"),
        (["fortune", "--rules", "tower_fracton=1"], "did you mean 'tower_fraction'?"),
        (["fortune", "--policies", "basc"], "did you mean 'basic'?"),
    ],
)
def test_mistakes_are_one_line(words, said):
    done = CliRunner().invoke(main, ["effects", *words])
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
