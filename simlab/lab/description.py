"""A game as its page needs it: knobs with their sentence and bounds, who can play, what can be measured, what can be asked, the rules."""

from functools import cache
from typing import Any

from simlab.contract.catalogue import find, load, titles
from simlab.contract.columns import Column
from simlab.contract.game import Game
from simlab.contract.knobs import Rules
from simlab.lab.words import metric_name
from simlab.players.levels import LEVELS
from simlab.players.registry import policies, probes, refusal, searches, usual_player
from simlab.players.strength import strength
from simlab.words.titles import readable

MOST_ENTRIES = 24  # of a metric that can be watched
MOST_RULES = 60_000  # letters
NOT_RULES = ("# ", "**Imagined worlds", "A view holds")  # of a description: its heading, and what programs ask
NOT_KNOBS = ("players", "unit")
FIRST_METRICS = ("win", "rounds", "decisions")

Data = dict[str, Any]


def games() -> list[Data]:
    """Every game there is, by name and title."""
    return [{"name": name, "called": called(name), "title": title} for name, title in titles().items()]


def called(name: str) -> str:
    """`Oh hell`"""
    return readable(name).capitalize()


@cache
def game_data(name: str) -> Data:
    """All that pages ask about a game."""
    game = load(name)
    rules = game.Rules()
    return {
        "name": game.name,
        "called": called(name),
        "title": game.title,
        "players": {"default": rules.players, "sizes": list(game.table_sizes())},
        "knobs": knob_data(game.Rules),
        "policies": player_data(game, rules),
        "usual": usual_player(game, rules),
        "levels": list(LEVELS),
        "metrics": [metric_data(game, column) for column in game.columns if can_be_watched(column)],
        "first_metrics": first_metrics(game),
        "questions": question_data(game, rules),
        "chart": game.study("hand_classes") is not None,
        "rules": rules_text(name),
    }


def knob_data(rules: type[Rules]) -> list[Data]:
    """Each knob: its name in words, its sentence, its default, and what it may be (as a JSON schema)."""
    schema, plain = rules.model_json_schema(mode="serialization")["properties"], rules().plain()
    return [
        {
            "name": name,
            "title": readable(name),
            "doc": schema[name].get("description", ""),
            "default": plain[name],
            "schema": bounds(schema[name]),
        }
        for name in rules.model_fields
        if name not in NOT_KNOBS
    ]


def bounds(schema: Data) -> Data:
    """What decides how a knob is drawn."""
    return {key: value for key, value in schema.items() if key not in ("description", "title", "default")}


def player_data(game: Game, rules: Rules) -> list[Data]:
    """Who can play the rules as they are: weakest first, as far as it was measured."""
    aside = {policy.name for policy in probes(game)}
    found = [policy for policy in policies(game).values() if not refusal(game, policy, rules) and policy.name not in aside]
    told = [
        {"name": policy.name, "doc": policy.doc.strip().splitlines()[0], "strength": strength(game, policy.name), "slow": searches(policy)}
        for policy in found
    ]
    return sorted(told, key=lambda one: (one["slow"], ladder(game, one["name"])))


def ladder(game: Game, name: str, deep: int = 0) -> tuple[int, float]:
    """How high a player stands: one step above whom it was measured to beat."""
    found = strength(game, name)
    if found is None or deep > 8:
        return 0, 0.0
    step = 1 if found["estimate"] * found["players"] > 1.0 else -1
    return ladder(game, found["against"], deep + 1)[0] + step, found["estimate"]


def can_be_watched(column: Column) -> bool:
    return not column.hidden and len(column.levels) <= MOST_ENTRIES


def metric_data(game: Game, column: Column) -> Data:
    title = metric_name(game, column, column.name)
    return {"name": column.name, "title": title, "doc": column.doc, "unit": column.unit, "kind": column.kind, "seats": column.seats}


def first_metrics(game: Game) -> list[str]:
    """What is shown unless something else is chosen: who wins, how long it takes, what players want."""
    known = [column.name for column in game.columns if can_be_watched(column)]
    return [name for name in dict.fromkeys((*FIRST_METRICS, game.goal("payoff").column)) if name in known]


def question_data(game: Game, rules: Rules) -> Data | None:
    """Decisions that can be asked about in words, and the cards that can be clicked."""
    if game.questions is None:
        return None
    points = [{"name": name, "doc": doc} for name, doc in game.questions.points.items()]
    return {"points": points, "cards": list(game.questions.cards(rules)), "goals": [goal.name for goal in game.questions.goals]}


def rules_text(name: str) -> str:
    """The game's own description, where it brings one; it is shown as text."""
    folder = find(name).folder
    page = folder / "README.md" if folder is not None else None
    if page is None or not page.is_file():
        return ""
    text = page.read_text(encoding="utf-8", errors="replace").partition("\n## Knobs")[0]
    paragraphs = [part.strip() for part in text.split("\n\n")]
    told = [part for part in paragraphs if not part.startswith(NOT_RULES)]
    return "\n\n".join(told)[:MOST_RULES]
