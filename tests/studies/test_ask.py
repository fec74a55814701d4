"""What every study is asked, and the plan it makes."""

import pytest

from simlab.errors import InputError
from simlab.studies.ask import Ask
from tests.runs.test_follow import SLOW


def test_an_ask_makes_the_plan_of_one_table():
    plan = Ask("template", "honest", rules={"deals": 3}, rollouts=70, seed=5).plan(("win", "pot"), question="why?")
    assert (plan.scenario.rollouts, plan.scenario.seed, plan.scenario.question, plan.kept) == (70, 5, "why?", ("win", "pot"))
    assert plan.points[0].arms[0].rules.changed() == {"deals": 3}
    assert plan.points[0].arms[0].policies == ("honest", "honest")


def test_policies_of_the_users_own_come_from_their_files(tmp_path):
    (tmp_path / "slow.py").write_text(SLOW)
    ask = Ask("template", "passes", policy_files=(f"{tmp_path / 'slow.py'}:passes",))
    assert [policy.name for policy in ask.own] == ["passes"]
    assert ask.plan().own == ask.own


def test_players_are_called_by_their_names():
    assert Ask("template", "honest").who == "honest"
    assert Ask("template", {"name": "equilibrium", "alpha": 0.1}).who == "equilibrium"
    assert Ask("template", ["honest", "uniform"]).who == "['honest', 'uniform']"


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (Ask("tempalte"), "did you mean 'template'"),
        (Ask("template", "onest"), "did you mean 'honest'"),
        (Ask("template", rules={"rnaks": 4}), "did you mean 'ranks'"),
        (Ask("template", players=3), "players"),
    ],
)
def test_what_is_wrong_is_said_without_a_place(ask, said):
    with pytest.raises(InputError, match=said) as refusal:
        ask.plan()
    assert "\n" not in str(refusal.value)
