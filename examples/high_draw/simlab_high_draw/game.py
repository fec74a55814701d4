"""High Draw declared whole: every part of the game by its name."""

from simlab.contract.game import Game
from simlab.contract.searching import Searching
from simlab_high_draw import audit, engine, policies, rules, text
from simlab_high_draw.questions import QUESTIONS

GAME = Game(
    package=__package__,
    name="high_draw",
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
    courses=(),
    decisions=(),
    standing=None,
    searching=Searching(),
    duplicates=False,
    abstraction=None,
    charts=(),
    colour=0,
    players=None,
    probes=None,
    studies={},
)
