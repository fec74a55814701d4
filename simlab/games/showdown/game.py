"""Showdown declared whole: every part of the game by its name."""

from simlab.contract.game import Game, Later
from simlab.contract.searching import Searching
from simlab.games.showdown import audit, engine, policies, rules, text
from simlab.games.showdown.charts import CHARTS
from simlab.games.showdown.order import showdown_order
from simlab.games.showdown.questions import QUESTIONS

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
    order=showdown_order,
    questions=QUESTIONS,
    courses=(),
    decisions=(),
    standing=lambda state: state.open.points,
    searching=Searching(settings={"worlds": 56}, crowded={"worlds": 32}, hinted_by="exact_tricks"),
    duplicates=True,
    abstraction=None,
    charts=CHARTS,
    colour=0,
    players=Later("players.expert", "PLAYERS"),
    probes=None,
    studies={
        "sections": Later("sections", "SECTIONS"),
        "titles": Later("titles", "TITLES"),
        "telling": Later("telling", "TELLING"),
        "exact": Later("studies.exact", "EXACT_GOALS"),
        "hand_classes": Later("studies.hand_classes", "hand_classes"),
        "published": Later("studies.published", "PUBLISHED"),
    },
)
