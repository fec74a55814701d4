"""What several commands are asked about: a run of one-card poker, and policies of the user's own."""

import pytest

import simlab

OWN = '''"""Players of my own."""
from simlab.players import python_policy


def timid(view, rules, me, table):
    """Never bets, never calls."""
    return 0


@python_policy
def slow(view, rules, me, table):
    """The same, not compiled."""
    return 0
'''


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("run") / "out"
    variants = {"usual": {}, "bold": {"policies": "always_bet"}}
    data = {
        "game": "template",
        "policies": ["equilibrium", "honest"],
        "rules": {"deals": 4},
        "variants": variants,
        "rollouts": 400,
        "seed": 3,
    }
    simlab.run({**data, "rotate_seats": True}, out=out, report=False)
    return out


@pytest.fixture(scope="session")
def own(tmp_path_factory):
    path = tmp_path_factory.mktemp("own") / "mine.py"
    path.write_text(OWN)
    return path


@pytest.fixture(autouse=True)
def light_reports(one_chart):
    """Pages are tested elsewhere: drawing takes longer than all the rest."""
