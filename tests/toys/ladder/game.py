"""The ladder declared."""

from simlab.contract.game import Game
from tests.toys.ladder import audit, engine, policies, rules, text

GAME = Game(package=__package__, rules=rules, engine=engine, text=text, policies=policies.POLICIES, audit=audit)
