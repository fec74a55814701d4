"""The toy declared: only the parts that playing needs, and the books for the conformance check."""

from simlab.contract.game import Game
from tests.toys.wide import audit, engine, policies, rules, text

GAME = Game(package=__package__, rules=rules, engine=engine, text=text, policies=policies.POLICIES, audit=audit)
