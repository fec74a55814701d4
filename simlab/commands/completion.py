"""What the shell completes after Tab: games, policies, knobs and metrics, of the game that was typed before."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from simlab.contract.game import Game


def beginning(incomplete: str, names: Iterable[tuple[str, str]]) -> list[CompletionItem]:
    return [CompletionItem(name, help=doc) for name, doc in names if name.startswith(incomplete)]


def game_names(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from simlab.contract.catalogue import titles

    return beginning(incomplete, titles().items())


def game_of(context: click.Context) -> "Game | None":
    """The game on the line, or of the scenario on the line; nothing where neither stands there yet."""
    from simlab.contract.catalogue import load
    from simlab.errors import SimlabError
    from simlab.scenarios.document import read

    typed = context.params.get("file") or context.params.get("game") or next(iter(context.args), None)  # args: before an open option
    if typed is None:
        return None
    try:
        return load(str(read(Path(typed)).data.get("game")) if Path(typed).is_file() else str(typed))
    except SimlabError:
        return None


def policy_names(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The last name of `basic,bul`."""
    from simlab.players.registry import policies

    game = game_of(context)
    before, comma, _ = incomplete.rpartition(",")
    return beginning(incomplete, [(before + comma + policy.name, policy.doc) for policy in policies(game).values()] if game else [])


def metric_names(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    game = game_of(context)
    before, comma, _ = incomplete.rpartition(",")
    return beginning(
        incomplete, [(before + comma + column.name, column.doc) for column in game.columns if not column.hidden] if game else []
    )


def knob_names(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    game = game_of(context)
    return beginning(incomplete, [(f"{name}=", doc) for name, _, _, doc in game.Rules.table()] if game else [])
