"""`simlab schema`: what may stand in a scenario, for editors that check while one types?"""

import json
from typing import Any

import click


@click.command()
def schema() -> None:
    """Print the JSON schema of scenarios, for editors. Example: simlab schema > scenario.schema.json"""
    from simlab.contract.catalogue import sound
    from simlab.players.registry import policies
    from simlab.scenarios.scenario import schema as scenario_schema

    games = {game.name: game for game in sound()}
    rules = {name: knob_schema(game.Rules) for name, game in games.items()}
    players = {name: list(policies(game)) for name, game in games.items()}
    click.echo(json.dumps(scenario_schema(rules, players), indent=1, ensure_ascii=False))


def knob_schema(rules: Any) -> dict[str, Any]:
    """The knobs as they stand in scenarios: defaults in words, and other ways to write a knob that a game takes."""
    plain, other = rules().plain(), getattr(rules, "WRITTEN", {})
    knobs: dict[str, Any] = {}
    for name, knob in rules.model_json_schema()["properties"].items():
        kind = {key: part for key, part in knob.items() if key not in ("default", "description", "title")}
        head = {"title": knob["title"], "description": knob["description"], "default": plain[name]}
        knobs[name] = {**head, "anyOf": [kind, other[name]]} if name in other else {**head, **kind}
    return knobs
