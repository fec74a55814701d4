"""`simlab games`: which games are there, and what can be said about one? A card: knobs, policies, metrics."""

import json
import re
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options, terminal

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from simlab.contract.game import Game
    from simlab.contract.policy import Policy

WIDE = 100  # letters of a line that goes into a file


@click.command()
@options.game_argument(required=False)
@options.JSON()
def games(game: str | None, as_json: bool) -> None:
    """List the games, or show the knobs, policies and metrics of one. Example: simlab games template"""
    from simlab.contract.catalogue import titles

    data: dict[str, Any] = titles() if game is None else game_data(game)
    if as_json:
        click.echo(json.dumps(data, ensure_ascii=False))
    elif game is None:
        show_titles()
    else:
        show_card(data)


def show_titles() -> None:
    """A line for each game; where it comes from, if it is not shipped."""
    from simlab.contract.catalogue import clashes, sources

    known = sources()
    width = max(len(source.name) for source in known) + 2
    for source in known:
        origin = "" if source.origin == "shipped" else f" ({source.origin})"
        click.echo(f"{source.name:{width}}{source.title}{origin}")
    click.echo("\nsimlab games NAME shows a game's knobs, policies and metrics; simlab play NAME lets you play it.")
    for clash in clashes():
        click.echo(f"simlab: {clash}", err=True)


# ---- a game as plain data


def game_data(name: str) -> dict[str, Any]:
    """All that can be written about a game in a scenario or on the command line."""
    from simlab.contract.catalogue import load
    from simlab.contract.sections import sections_of
    from simlab.players.registry import policies

    game = load(name)
    goal = game.goal()
    keys = ("name", "range", "default", "doc")
    return {
        "game": game.name,
        "title": game.title,
        "version": game.version,
        "usual_player": game.usual_player,
        "goal": {"name": goal.name, "meaning": goal.doc, "unit": goal.unit},
        "sections": sections_of(game),
        "knobs": [dict(zip(keys, row, strict=True)) for row in game.Rules.table()],
        "policies": [policy_data(game, policy) for policy in policies(game).values()],
        "columns": column_data(game),
    }


def policy_data(game: "Game", policy: "Policy") -> dict[str, Any]:
    from simlab.players.strength import strength

    return {
        "name": policy.name,
        "doc": policy.doc,
        "strength": strength(game, policy.name),
        "parameters": [{key: getattr(param, key) for key in ("name", "doc", "low", "high", "default")} for param in policy.params],
        "roles": [{"name": role.name, "doc": role.doc} for role in policy.roles],
    }


def column_data(game: "Game") -> list[dict[str, Any]]:
    return [
        {"name": c.name, "title": c.title, "doc": c.doc, "kind": c.kind, "unit": c.unit, "by_seat": c.seats, "levels": list(c.levels)}
        for c in game.columns
        if not c.hidden
    ]


# ---- and as a card


def show_card(data: dict[str, Any]) -> None:
    """Knobs by what they are about, policies with their strength, parameters once, metrics."""
    console = terminal.console(width=None if sys.stdout.isatty() else WIDE)
    console.print(data["title"], style="bold", markup=False)
    console.print(f"Players maximise {data['goal']['meaning']}. Who plays where nobody is named: {data['usual_player']}.", markup=False)
    show_knobs(console, data)
    show_policies(console, data)
    shown = {column["name"]: column["doc"] for column in data["columns"]}
    heading(console, "Metrics", "--metrics NAME")
    console.print(lines((name, doc) for name, doc in shown.items()))
    first, example = data["game"], next((k for k in data["knobs"] if k["name"] != "players"), data["knobs"][0])
    console.print(f"\nPlay it: simlab play {first}. Change it: simlab compare {first} {example['name']}=VALUE.", markup=False)


def heading(console: "Console", text: str, how: str = "") -> None:
    from rich.text import Text

    console.print(Text.assemble(("\n" + text, "bold"), (f"  {how}" if how else "", "dim")))


def show_knobs(console: "Console", data: dict[str, Any]) -> None:
    knobs = {knob["name"]: knob for knob in data["knobs"]}
    heading(console, "Knobs", "--rules NAME=VALUE; what each changes, its default, what it may be")
    for section, names in data["sections"].items():
        console.print(f"\n{section}", style="underline")
        console.print(lines((name, knobs[name]["doc"], default_of(knobs[name]), in_words(knobs[name]["range"])) for name in names))


def in_words(bounds: str) -> str:
    """`2 to 6` of `int 2..6`, as people say it."""
    return re.sub(r"(?:int|float) (-?[\d.]+?)\.\.(-?[\d.]+)", r"\1 to \2", bounds).replace("true / false", "true or false")


def default_of(knob: dict[str, Any]) -> str:
    text = str(knob["default"])
    return text if len(text) <= 24 else "see --json"


def show_policies(console: "Console", data: dict[str, Any]) -> None:
    heading(console, "Policies", "--policies NAME; how strong each is where that was measured")
    console.print(lines((policy["name"], policy["doc"], strength_words(policy["strength"])) for policy in data["policies"]))
    parameters = [(parameter, policy["name"]) for policy in data["policies"] for parameter in (*policy["parameters"], *policy["roles"])]
    if not parameters:
        return
    console.print("\nParameters, as in {name: POLICY, parameter: value}", style="underline", markup=False)
    console.print(lines(parameter_rows(parameters)))


def parameter_rows(parameters: Sequence[tuple[dict[str, Any], str]]) -> Iterable[tuple[str, ...]]:
    """Each parameter once, with the policies that take it."""
    whose: dict[tuple[str, str, str], list[str]] = {}
    for parameter, policy in parameters:
        bounds = f"{parameter['low']:g} to {parameter['high']:g}, usually {parameter['default']:g}" if "low" in parameter else "a policy"
        whose.setdefault((parameter["name"], parameter["doc"], bounds), []).append(policy)
    return ((name, doc, bounds, ", ".join(policies)) for (name, doc, bounds), policies in whose.items())


def strength_words(strength: dict[str, Any] | None) -> str:
    if strength is None:
        return ""
    return f"wins {100 * strength['estimate']:.0f} % among {strength['against']}"


def lines(rows: Iterable[Sequence[str]]) -> "Table":
    """Rows side by side, long ones folded under themselves."""
    from rich.table import Table
    from rich.text import Text

    made = [[Text(str(cell)) for cell in row] for row in rows]
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for place in range(len(made[0]) if made else 1):
        table.add_column(style="bold" if place == 0 else "dim" if place > 1 else "", overflow="fold", ratio=1 if place == 1 else None)
    for row in made:
        table.add_row(*row)
    return table
