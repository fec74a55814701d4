"""`simlab compare`: what does a change of the rules do, against the rules as they are? Without a scenario file."""

import json
import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import click

from simlab.commands import options
from simlab.commands.run import play_scenario
from simlab.errors import InputError


@click.command()
@click.argument("game")
@click.argument("changes", nargs=-1, required=True, metavar="RULES.KNOB=VALUE...")
@options.PLAYERS
@click.option("--policy", default="uniform", show_default=True, help="Who plays, at all seats.")
@click.option("--also", multiple=True, metavar="POLICY", help="Who plays it again, at all seats: do the differences hold? Several allowed.")
@options.rollouts(200_000, "variant")
@options.SAME_BYTES
@options.RUN
def compare(
    game: str, changes: tuple[str, ...], players: int | None, policy: str, also: tuple[str, ...], rollouts: int, seed: int, **asked: Any
) -> None:
    """Compare the default rules with changed ones, without a file. Example: simlab compare template rules.bet=2 --policy honest"""
    from simlab.api import HOME

    scenario = scenario_of(game, changes, policy, rollouts, seed)
    if players is not None:
        scenario["players"] = players
    if also:
        scenario["also"] = list(also)
    if asked["out"] is None:
        asked["out"] = HOME / f"compare-{game}-{sha256(json.dumps([changes, players, policy, seed]).encode()).hexdigest()[:8]}"
    play_scenario(scenario, **asked)


def scenario_of(game: str, changes: Sequence[str], policy: str, rollouts: int, seed: int) -> dict[str, Any]:
    """The default rules against one or more changes of them."""
    variants: dict[str, Any] = {"base": {}, **{change.replace("rules.", ""): variant(change) for change in changes}}
    question = f"{game}: what does {' or '.join(list(variants)[1:])} change?"
    return {"question": question, "game": game, "policies": policy, "variants": variants, "rollouts": rollouts, "seed": seed}


def variant(change: str) -> dict[str, Any]:
    """`rules.bet=2` or several at once, `rules.bet=2,rules.ante=2`, as a variant."""
    from simlab.api import assignment

    changed: dict[str, Any] = {}
    for part in re.split(r",(?=rules\.|policies)", change):
        place, value = assignment(part, change)
        if place == ("policies",):
            changed["policies"] = value
        elif len(place) == 2 and place[0] == "rules":
            changed.setdefault("rules", {})[place[1]] = value
        else:
            raise InputError(f"{change}: write rules.KNOB=VALUE or policies=NAME")
    return changed
