"""Oh Hell declared whole: every part of the game by its name."""

from simlab.contract.game import Game
from simlab.contract.searching import Searching
from simlab_oh_hell import audit, engine, policies, rules, text
from simlab_oh_hell.courses import COURSES
from simlab_oh_hell.questions import QUESTIONS

GAME = Game(
    package=__package__,
    name="oh_hell",
    rules=rules,
    engine=engine,
    text=text,
    policies=policies.POLICIES,
    payoff="win",
    usual="basic",
    audit=audit,
    chance=None,
    order=None,
    questions=QUESTIONS,
    courses=COURSES,
    decisions=(),
    standing=lambda state: state.table.points,
    searching=Searching(),
    duplicates=False,
    abstraction=None,
    charts=(),
    colour=0,
    players=None,
    probes=None,
    studies={},
)
