"""Fortune declared whole: every part of the game by its name."""

from simlab.contract.game import Game, Later
from simlab.contract.searching import Searching
from simlab.games.fortune import audit, engine, policies, rules, text
from simlab.games.fortune.abstraction import ABSTRACTION
from simlab.games.fortune.charts import CHARTS
from simlab.games.fortune.courses import COURSES
from simlab.games.fortune.hindsight import recast
from simlab.games.fortune.order import fortune_order
from simlab.games.fortune.questions import QUESTIONS

GAME = Game(
    package=__package__,
    rules=rules,
    engine=engine,
    text=text,
    policies=policies.POLICIES,
    payoff=lambda asked: "net" if asked.unit == rules.Unit.ROUND else "win",
    usual="basic",
    audit=audit,
    chance=None,
    order=fortune_order,
    questions=QUESTIONS,
    courses=COURSES,
    decisions=(),
    standing=lambda state: state.bets.stack,
    searching=Searching(settings={"worlds": 64, "edge": 4}, recast=recast),  # who is better need not stake his stack
    duplicates=True,
    abstraction=ABSTRACTION,
    charts=CHARTS,
    colour=5,
    players=None,
    probes=None,
    studies={
        "sections": Later("sections", "SECTIONS"),
        "titles": Later("titles", "TITLES"),
        "telling": Later("telling", "TELLING"),
        "effects": Later("studies.effects_page", "EFFECTS"),
        "hand_classes": Later("studies.hand_classes", "hand_classes"),
        "published": Later("studies.published", "PUBLISHED"),
        "odds": Later("studies.odds", "ODDS"),
        "solve": Later("studies.equilibrium.learner", "SOLVER"),
    },
)
