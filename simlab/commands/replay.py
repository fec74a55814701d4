"""`simlab replay`: how did a game go, line by line? One of a run, one by its seed, or one that was saved."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simlab.commands import options
from simlab.commands.knobs import knobs, table_rules
from simlab.commands.line_ups import own_policies
from simlab.errors import Fault, InputError, UnknownName

if TYPE_CHECKING:
    from simlab.play.transcript import Transcript


@click.command()
@click.argument("what", metavar="RUN|GAME|FILE")
@click.option("--game", "number", type=click.IntRange(0), help="Of a run: which game, from 0.")
@click.option("--pick", help="Of a run: a typical game, the longest, or the biggest comeback (typical, longest, comeback).")
@click.option("--variant", help="Of a run: the variant; the first without it.")
@click.option("--cell", type=click.IntRange(0), default=0, show_default=True, help="Of a run: the cell of its grid.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of a game: seed of the deals and the players.")
@click.option("--index", type=click.IntRange(0), default=0, show_default=True, help="Of a game: which game of that seed.")
@click.option("--policy", "names", multiple=True, help="Of a game: by seat; one for all; `uniform` without it.")
@options.BY_NAME
@click.option("--players", type=int, help="Of a game: seats at the table.")
@options.RULES_SET
@click.option("--save", type=options.FILE, help="Write the transcript to this file, for coach and equity.")
@options.as_json()
def replay(
    what: str, seed: int, index: int, names: Sequence[str], players: int | None, number: int | None, pick: str | None,
    variant: str | None, cell: int, policy_files: Sequence[str], settings: Sequence[str], save: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Tell one game line by line. Example: simlab replay reports/template --pick longest. Example: simlab replay template --index 5"""
    from simlab import jit
    from simlab.contract.catalogue import titles
    from simlab.play.transcript import Transcript, story

    jit.announce()
    why, fault = "", None
    if what in titles():
        if number is not None or pick is not None:
            raise InputError("--game and --pick are for a run directory; a game by its name takes --seed and --index")
        transcript, fault = game_of_seed(what, seed, index, names, players, policy_files, settings)
    elif Path(what).is_file():
        transcript = Transcript.read(Path(what))
    elif Path(what).is_dir():
        transcript, why = game_of_run(Path(what), number, pick, variant, cell, policy_files)
    else:
        raise UnknownName("run directory, game or saved game", what, titles())
    if save is not None:
        transcript.write(save)
    if as_json:
        click.echo(json.dumps({**asdict(transcript), "why": why, "story": list(story(transcript))}, ensure_ascii=False))
        return
    for line in [why] if why else []:
        click.echo(line)
    for line in story(transcript):
        click.echo(line)
    if fault is not None:
        raise fault


def game_of_seed(
    name: str, seed: int, index: int, names: Sequence[str], players: int | None, policy_files: Sequence[str], settings: Sequence[str]
) -> tuple["Transcript", Fault | None]:
    """A game that these policies play now; up to where it fails, if it does."""
    from simlab.contract.catalogue import load
    from simlab.play.transcript import Transcript
    from simlab.players.registry import UNIFORM, make_player
    from simlab.runs.retell import record

    game = load(name)
    rules = table_rules(game, knobs(settings), players)
    if len(names) not in (0, 1, rules.players):
        raise click.UsageError(f"{len(names)} policies for {rules.players} players")
    seats = names if len(names) == rules.players else [*(names or (UNIFORM.name,))] * rules.players
    own = own_policies(game, policy_files)
    line_up, fault = [make_player(game, spec, rules, own) for spec in seats], None
    try:
        actions = tuple(record(game, line_up, rules.lower(), seed, index))
    except Fault as failed:
        if failed.actions is None:
            raise
        fault, actions = failed, failed.actions
    return Transcript(name, game.version, rules.changed(), seed, index, actions), fault


def game_of_run(
    folder: Path, number: int | None, pick: str | None, variant: str | None, cell: int, policy_files: Sequence[str]
) -> tuple["Transcript", str]:
    """A game of a run, and which one it is and why."""
    from simlab.runs.retell import open_run

    if number is not None and pick is not None:
        raise InputError("--game or --pick, not both")
    run = open_run(folder, variant, cell, policy_files)
    chosen, why = (number or 0, "") if pick is None else run.pick(pick)
    seats = ", ".join(f"seat {seat} {player.name}" for seat, player in enumerate(run.seats(chosen)))
    head = f"game {chosen} of {run.games:,}, variant {run.arm.variant}: {seats}"
    return run.transcript(chosen), f"{head}\n{why}" if why else head
