"""Battle declared whole: every part of the game by its name."""

from simlab.contract.game import Game, Later
from simlab.contract.searching import Searching
from simlab.games.battle import audit, engine, policies, rules, text
from simlab.games.battle.charts import CHARTS
from simlab.games.battle.decisions import all_in, hide, kind
from simlab.games.battle.gist import GIST
from simlab.games.battle.order import battle_order
from simlab.games.battle.questions import QUESTIONS

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
    order=battle_order,
    questions=QUESTIONS,
    courses=(),
    decisions=(kind, hide, all_in),
    standing=None,
    searching=Searching(
        settings={"worlds": 90, "base": "never_attacks", "others": "mix", "guard": 1, "even": 6},  # actions are many and alike
        crowded={"worlds": 28, "others": "basic"},
        gist=GIST,
        hinted_by="never_attacks",
    ),
    duplicates=True,
    abstraction=None,
    charts=CHARTS,
    colour=1,
    players=None,
    probes=None,
    studies={
        "sections": Later("sections", "SECTIONS"),
        "titles": Later("titles", "TITLES"),
        "telling": Later("telling", "TELLING"),
        "hand_classes": Later("studies.hand_classes", "hand_classes"),
        "published": Later("studies.published", "PUBLISHED"),
    },
)
