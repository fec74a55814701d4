"""`simlab games`: which games are there, and what can be written about one in a scenario?"""

import json
from typing import Any

import click

from simlab.commands import options


@click.command()
@click.argument("game", required=False)
@options.as_json("As JSON.")
def games(game: str | None, as_json: bool) -> None:
    """List the games, or show the knobs, policies and columns of one. Example: simlab games template"""
    from simlab.contract.catalogue import titles

    data: dict[str, Any] = titles() if game is None else game_data(game)
    if as_json:
        click.echo(json.dumps(data, ensure_ascii=False))
    elif game is None:
        show_titles()
    else:
        show_game(data)


def show_titles() -> None:
    """A line for each game; where it comes from, if it is not shipped."""
    from simlab.contract.catalogue import clashes, sources

    for source in sources():
        origin = "" if source.origin == "shipped" else f" ({source.origin})"
        click.echo(f"{source.name:10} {source.title}{origin}")
    for clash in clashes():
        click.echo(f"simlab: {clash}", err=True)


def show_game(data: dict[str, Any]) -> None:
    click.echo(f"{data['game']}: {data['title']}\njudged by: {data['goal']['name']}, {data['goal']['meaning']}\n\nKnobs (rules:)")
    for knob in data["knobs"]:
        click.echo(f"  {knob['name']:24} {knob['doc']} [{knob['range']}; default {knob['default']}]")
    click.echo("\nPolicies (policies:)")
    for policy in data["policies"]:
        params = "".join(f"; {p['name']}: {p['doc']} [{p['low']:g}..{p['high']:g}; default {p['default']:g}]" for p in policy["parameters"])
        click.echo(f"  {policy['name']:24} {policy['doc']}{params}")
    click.echo("\nOutcome columns (metrics:)")
    for column in data["columns"]:
        click.echo(f"  {column['name']:24} {column['doc']}")


def game_data(name: str) -> dict[str, Any]:
    """A game as plain data."""
    from simlab.contract.catalogue import load
    from simlab.players.registry import policies

    game = load(name)
    goal = game.goal()
    keys = ("name", "range", "default", "doc")
    return {
        "game": game.name,
        "title": game.title,
        "version": game.version,
        "goal": {"name": goal.name, "meaning": goal.doc, "unit": goal.unit},
        "knobs": [dict(zip(keys, row, strict=True)) for row in game.Rules.table()],
        "policies": [
            {
                "name": p.name,
                "doc": p.doc,
                "parameters": [{k: getattr(q, k) for k in ("name", "doc", "low", "high", "default")} for q in p.params],
                "roles": [{"name": role.name, "doc": role.doc} for role in p.roles],
            }
            for p in policies(game).values()
        ],
        "columns": [{"name": c.name, "doc": c.doc, "kind": c.kind, "unit": c.unit, "levels": list(c.levels)} for c in game.columns],
    }
