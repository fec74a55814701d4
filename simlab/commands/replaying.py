"""`simlab replay`: one game line by line, of a seed or of a run."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from simlab import jit
from simlab.contract.catalogue import titles
from simlab.errors import InputError, UnknownName
from simlab.play.transcript import Transcript, story


def replay(
    what: str, seed: int, index: int, names: Sequence[str], players: int | None, number: int | None, pick: str | None,
    variant: str | None, cell: int, policy_files: Sequence[str], save: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Tell a game of a run directory, or a game by seed and index."""
    jit.announce()
    why = ""
    if what in titles():
        if number is not None or pick is not None:
            raise InputError("--game and --pick are for a run directory; a game by its name takes --seed and --index")
        told = of_seed(what, seed, index, names, players, policy_files)
    elif Path(what).is_dir():
        told, why = of_run(Path(what), number, pick, variant, cell, policy_files)
    else:
        raise UnknownName("run directory or game", what, titles())
    if save is not None:
        told.write(save)
    if as_json:
        click.echo(json.dumps({**asdict(told), "why": why, "story": list(story(told))}, ensure_ascii=False))
        return
    if why:
        click.echo(why)
    for line in story(told):
        click.echo(line)


def of_seed(game: str, seed: int, index: int, names: Sequence[str], players: int | None, policy_files: Sequence[str]) -> Transcript:
    from simlab.contract.catalogue import load
    from simlab.players.registry import from_file, make_player
    from simlab.runs.retell import record

    found = load(game)
    rules = found.Rules.of({} if players is None else {"players": players})
    specs = names if len(names) == rules.players else [*(names or ("uniform",))[:1]] * rules.players
    if len(names) not in (0, 1, rules.players):
        raise click.UsageError(f"{len(names)} policies for {rules.players} players")
    own = [from_file(found, spec) for spec in policy_files]
    actions = record(found, [make_player(found, spec, rules, own) for spec in specs], rules.lower(), seed, index)
    return Transcript(game, found.version, rules.changed(), seed, index, tuple(actions))


def of_run(
    folder: Path, number: int | None, pick: str | None, variant: str | None, cell: int, policy_files: Sequence[str]
) -> tuple[Transcript, str]:
    from simlab.runs.retell import open_run

    if number is not None and pick is not None:
        raise InputError("--game or --pick, not both")
    run = open_run(folder, variant, cell, policy_files)
    chosen, why = (number or 0, "") if pick is None else run.pick(pick)
    seats = ", ".join(f"seat {seat} {player.name}" for seat, player in enumerate(run.seats(chosen)))
    head = f"game {chosen} of {run.games:,}, variant {run.arm.variant}: {seats}"
    return run.transcript(chosen), f"{head}\n{why}" if why else head
