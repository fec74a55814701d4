"""Jester declared whole: every part of the game by its name."""

from simlab.contract.game import Game, Later
from simlab.contract.searching import Searching
from simlab.games.jester import audit, engine, policies, rules, text
from simlab.games.jester.charts import CHARTS
from simlab.games.jester.courses import COURSES
from simlab.games.jester.hindsight import exchange, recast
from simlab.games.jester.order import jester_order
from simlab.games.jester.questions import QUESTIONS

GAME = Game(
    package=__package__,
    rules=rules,
    engine=engine,
    text=text,
    policies=policies.POLICIES,
    payoff="win",
    usual="basic",
    audit=audit,
    chance=None,
    order=jester_order,
    questions=QUESTIONS,
    courses=COURSES,
    decisions=(),
    standing=lambda state: state.table.points,
    searching=Searching(
        settings={"worlds": 90, "base": "bully", "second": "basic", "guard": 1, "even": 6},
        crowded={"worlds": 64, "base": "basic", "second": "bully"},
        recast=recast,
        exchange=exchange,
    ),
    duplicates=True,
    abstraction=None,
    charts=CHARTS,
    colour=2,
    players=Later("players.blackjack", "PLAYERS"),
    probes=Later("players.probes", "PROBES"),
    studies={
        "sections": Later("sections", "SECTIONS"),
        "titles": Later("titles", "TITLES"),
        "telling": Later("telling", "TELLING"),
        "exact": Later("studies.exact", "EXACT_GOALS"),
        "hand_classes": Later("studies.hand_classes", "hand_classes"),
        "published": Later("studies.published", "PUBLISHED"),
    },
)
