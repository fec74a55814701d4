"""`simlab games` and `simlab schema`: what there is to write in a scenario."""

import json
from typing import Any

import click


def games(game: str | None, as_json: bool) -> None:
    """The games, or the knobs, policies and columns of one."""
    from simlab.contract.catalogue import titles

    if game is None:
        if as_json:
            click.echo(json.dumps(titles(), ensure_ascii=False))
            return
        for name, title in titles().items():
            click.echo(f"{name:10} {title}")
        return
    described = describe(game)
    if as_json:
        click.echo(json.dumps(described, ensure_ascii=False))
        return
    click.echo(f"{game}: {described['title']}\n\nKnobs (rules:)")
    for knob in described["knobs"]:
        click.echo(f"  {knob['name']:24} {knob['doc']} [{knob['range']}; default {knob['default']}]")
    click.echo("\nPolicies (policies:)")
    for policy in described["policies"]:
        params = "".join(f"; {p['name']}: {p['doc']} [{p['low']:g}..{p['high']:g}; default {p['default']:g}]" for p in policy["parameters"])
        click.echo(f"  {policy['name']:24} {policy['doc']}{params}")
    click.echo("\nOutcome columns (metrics:)")
    for column in described["columns"]:
        click.echo(f"  {column['name']:24} {column['doc']}")


def describe(game: str) -> dict[str, Any]:
    """A game as plain data."""
    from simlab.contract.catalogue import load
    from simlab.players.registry import policies

    found = load(game)
    keys = ("name", "range", "default", "doc")
    return {
        "game": found.name,
        "title": found.title,
        "version": found.version,
        "knobs": [dict(zip(keys, row, strict=True)) for row in found.Rules.table()],
        "policies": [
            {
                "name": p.name,
                "doc": p.doc,
                "parameters": [{k: getattr(q, k) for k in ("name", "doc", "low", "high", "default")} for q in p.params],
            }
            for p in policies(found).values()
        ],
        "columns": [{"name": c.name, "doc": c.doc, "kind": c.kind, "unit": c.unit, "levels": list(c.levels)} for c in found.columns],
    }


def schema() -> None:
    """JSON schema of scenarios, with every game's knobs and policies."""
    from simlab.contract.catalogue import load, titles
    from simlab.players.registry import policies
    from simlab.scenarios.scenario import schema as scenario_schema

    found = {name: load(name) for name in titles()}
    rules = {name: written(game.Rules) for name, game in found.items()}
    click.echo(
        json.dumps(scenario_schema(rules, {name: list(policies(game)) for name, game in found.items()}), indent=1, ensure_ascii=False)
    )


def written(rules: Any) -> dict[str, Any]:
    """The knobs as they stand in scenarios: defaults in words, and other ways to write a knob that a game takes."""
    plain, other = rules().plain(), getattr(rules, "WRITTEN", {})
    knobs: dict[str, Any] = {}
    for name, knob in rules.model_json_schema()["properties"].items():
        kind = {key: part for key, part in knob.items() if key not in ("default", "description", "title")}
        told = {"title": knob["title"], "description": knob["description"], "default": plain[name]}
        knobs[name] = {**told, "anyOf": [kind, other[name]]} if name in other else {**told, **kind}
    return knobs
