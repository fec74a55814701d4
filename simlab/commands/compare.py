"""`simlab compare`: what does a change of the rules do, against the rules as they are? Without a scenario file."""

from pathlib import Path
from typing import Any

import click

from simlab.commands import options
from simlab.commands.actions import table_sizes
from simlab.commands.completion import knob_names
from simlab.commands.run import play_scenario
from simlab.commands.study import usual_folder


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
    from simlab.scenarios.comparison import comparison

    metrics = [name.strip() for name in (asked["metrics"] or "").split(",") if name.strip()]
    scenario = comparison(load(game), changes, metrics, also)
    asked["players"] = sizes_of(asked["players"], asked.pop("sizes"))
    said = [asked[name] for name in ("players", "policies", "seed", "rules")] + ["adjust"] * asked["adjust"]
    play_scenario(scenario, out=out or usual_folder("compare", game, [changes, *said]), **asked)


def sizes_of(players: int | None, sizes: str | None) -> Any:
    """One table, or several: as a scenario takes them."""
    tables = table_sizes(players, sizes)
    return tables if len(tables) > 1 else tables[0]
