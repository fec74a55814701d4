"""Arcana declared whole: every part of the game by its name."""

from simlab.contract.game import Game, Later
from simlab.contract.searching import Searching
from simlab.games.arcana import audit, engine, policies, rules, text
from simlab.games.arcana.charts import CHARTS
from simlab.games.arcana.courses import COURSES
from simlab.games.arcana.gist import GIST
from simlab.games.arcana.hindsight import carried, effort, recast
from simlab.games.arcana.questions import QUESTIONS

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
    order=None,
    questions=QUESTIONS,
    courses=COURSES,
    decisions=(),
    standing=lambda state: state.points,
    # actions are many and alike: 32 worlds are mostly noise
    searching=Searching(
        settings={"worlds": 36, "guard": 1.5, "even": 6},
        crowded={"guard": 2},
        recast=recast,
        effort=effort,
        carried=carried,
        gist=GIST,
    ),
    duplicates=True,
    abstraction=None,
    charts=CHARTS,
    colour=3,
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
        "rank": Later("studies.odds", "rank_hands"),
    },
)
