"""Leduc poker declared whole: every part of the game by its name."""

from simlab.contract.game import Game
from simlab.contract.searching import Searching
from simlab_leduc import audit, chance, engine, policies, rules, text
from simlab_leduc.courses import COURSES
from simlab_leduc.hindsight import recast
from simlab_leduc.questions import QUESTIONS

GAME = Game(
    package=__package__,
    name="leduc",
    rules=rules,
    engine=engine,
    text=text,
    policies=policies.POLICIES,
    payoff="net",
    usual="basic",
    audit=audit,
    chance=chance,
    order=None,
    questions=QUESTIONS,
    courses=COURSES,
    decisions=(),
    standing=lambda state: state.table.net,
    searching=Searching(recast=recast),
    duplicates=False,
    abstraction=None,
    charts=(),
    colour=0,
    players=None,
    probes=None,
    studies={},
)
