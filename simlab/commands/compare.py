"""`simlab compare`: what does a change of the rules do, against the rules as they are? Without a scenario file."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.actions import table_sizes
from simlab.commands.completion import knob_names
from simlab.commands.run import play_scenario
from simlab.commands.study import usual_folder
from simlab.words.asked import EVERYTHING

if TYPE_CHECKING:
    from simlab.contract.game import Game

BASE = "base"  # the variant of the rules as they are
MOST_ASKED = 3


@click.command()
@options.GAME
@click.argument("changes", nargs=-1, required=True, metavar="KNOB=VALUE...", shell_complete=knob_names)
@options.RULES()
@options.PLAYERS(without=options.USUAL_SEATS)
@options.SIZES()
@options.POLICIES(without=options.USUAL_PLAYER)
@options.POLICY_FILE()
@options.ALSO()
@options.METRICS(without="whatever changes most")
@options.GAMES(200_000)
@options.SEED(1)
@options.ADJUST()
@options.RUN
def compare(game: str, changes: tuple[str, ...], also: tuple[str, ...], out: Path | None, **asked: Any) -> None:
    """Compare the default rules with changed ones: what changes most? Example: simlab compare template bet=2 --policies honest"""
    from simlab.contract.catalogue import load

    scenario = scenario_of(load(game), changes)
    if asked["metrics"]:
        scenario["ask"] = [name.strip() for name in asked["metrics"].split(",")][:MOST_ASKED]
    if also:
        scenario["also"] = list(also)
    asked["players"] = sizes_of(asked["players"], asked.pop("sizes"))
    said = [asked[name] for name in ("players", "policies", "seed", "rules")] + ["adjust"] * asked["adjust"]
    play_scenario(scenario, out=out or usual_folder("compare", game, [changes, *said]), **asked)


def sizes_of(players: int | None, sizes: str | None) -> Any:
    """One table, or several: as a scenario takes them."""
    tables = table_sizes(players, sizes)
    return tables if len(tables) > 1 else tables[0]


def scenario_of(game: "Game", changes: Sequence[str]) -> dict[str, Any]:
    """The default rules against one or more changes of them; asked is what changes most."""
    variants = {change.replace("rules.", ""): variant(change) for change in changes}
    titles = {name: words_of(game, one) or name for name, one in variants.items()}
    return {
        "question": f"What does {' or '.join(titles.values())} change in {game.title.partition(':')[0]}?",
        "ask": EVERYTHING,
        "titles": {BASE: "the rules as they are", **titles},
        "game": game.name,
        "variants": {BASE: {}, **variants},
    }


def words_of(game: "Game", changed: dict[str, Any]) -> str:
    """A change as people say it: `bet 2, ante 2`."""
    from simlab.contract.titles import titles_of
    from simlab.words.titles import knob_words

    words = titles_of(game)
    parts = [knob_words(words, knob, value) for knob, value in changed.get("rules", {}).items()]
    who = changed.get("policies")
    return ", ".join([*parts, *([words.policies.get(who, who)] if isinstance(who, str) else [])])


def variant(change: str) -> dict[str, Any]:
    """`bet=2`, `policies=honest`, or several at once, `bet=2,ante=2`, as a variant."""
    from simlab.scenarios.document import assignment

    changed: dict[str, Any] = {}
    for part in re.split(r",(?=\s*[\w.]+\s*=)", change):
        knob, value = assignment(part, change)
        if knob == "policies":
            changed["policies"] = value
        else:
            changed.setdefault("rules", {})[knob] = value
    return changed
