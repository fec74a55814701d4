"""One-card poker declared whole: every part of the game by its name."""

from simlab.contract.game import Game, Later
from simlab.contract.searching import Searching
from simlab.games.template import audit, chance, decisions, engine, policies, rules, text
from simlab.games.template.courses import COURSES
from simlab.games.template.hindsight import recast
from simlab.games.template.questions import QUESTIONS

GAME = Game(
    package=__package__,
    rules=rules,
    engine=engine,
    text=text,
    policies=policies.POLICIES,
    payoff="net",
    usual="equilibrium",
    audit=audit,
    chance=chance,
    order=None,
    questions=QUESTIONS,
    courses=COURSES,
    decisions=(decisions,),
    standing=lambda state: state.table.net,
    searching=Searching(recast=recast),
    duplicates=True,
    abstraction=None,
    charts=(),
    colour=0,
    players=None,
    probes=None,
    studies={
        "sections": Later("sections", "SECTIONS"),
        "titles": Later("titles", "TITLES"),
        "telling": Later("telling", "TELLING"),
        "hand_classes": Later("studies.hand_classes", "hand_classes"),
    },
)
