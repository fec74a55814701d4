"""Does it hold for other players? Sentences about differences that other policies repeat, turn round or leave open."""

import pytest

from simlab import api
from simlab.errors import InputError
from simlab.reports.answers import answer, findings
from simlab.reports.others import listed
from simlab.reports.result import Result
from simlab.reports.rundir import Run
from simlab.scenarios.prepare import prepare
from simlab.scenarios.scenario import of

GAME = {"question": "Does a larger bet matter?", "game": "template", "policies": "honest", "metrics": ["pot", "net"]}
BETS = {**GAME, "variants": {"plain": {}, "larger": {"rules": {"bet": 2}}}, "rollouts": 4_000, "also": ["always_bet", "uniform"]}


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Result:
    return api.run(BETS, out=tmp_path_factory.mktemp("also"), threads=1, report=False)


def turned(run: Run, name: str) -> None:
    """Make another policy's differences the opposite of what they were."""
    other = run.also[name]
    for rows in other._differences.values():
        for row in rows:
            row["estimate"], row["verdict"] = -row["estimate"], "less by 0.1 chips"


def test_the_same_comparisons_are_played_under_the_others(played):
    run = Run(played.folder)
    assert list(run.also) == ["always_bet", "uniform"]
    assert [other.policies("plain", other.points[0])[0] for other in run.also.values()] == ["always_bet", "uniform"]
    assert (played.folder / "also" / "1-always_bet" / "pairs.parquet").exists()


def test_a_difference_says_under_whom_it_holds_too(played):
    (pot,) = [sentence for sentence in played.findings if "the pot holds" in sentence]
    assert pot.endswith("; the same when the player who always bets or the player who acts at random plays.")


def test_what_turns_round_comes_first(played):
    run = Run(played.folder)
    turned(run, "uniform")
    first = findings(run)[0]
    turns = "; the other way round when the player who acts at random plays: less by 0.1 chips"
    assert f"{turns}; the same when the player who always bets plays." in first
    assert turns in answer(run)[0]


def test_what_the_run_does_not_claim_is_not_told_of_others(played):
    run = Run(played.folder)
    for row in run.differences("pot"):
        row["p_holm"] = 1.0
    assert not any("at random" in sentence for sentence in findings(run) if "pot" in sentence)


def test_names_are_listed_as_people_do():
    assert [listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == ["a", "a and b", "a, b and c"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"also": "unifrom"}, "did you mean 'uniform'"),
        ({"variants": {}}, "nothing to try again"),
        ({"variants": {"a": {}, "b": {"policies": "uniform"}}}, "who plays is part"),
        ({"sweep": {"policies": ["honest", "uniform"]}}, "who plays is part"),
    ],
)
def test_mistakes_are_told(changes, said):
    with pytest.raises(InputError, match=said):
        prepare(of({**BETS, **changes}))
