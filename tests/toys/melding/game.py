"""The draft declared."""

from simlab.contract.game import Game
from tests.toys.melding import audit, engine, policies, rules, text

GAME = Game(package=__package__, rules=rules, engine=engine, text=text, policies=policies.POLICIES, audit=audit)
