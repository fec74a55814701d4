"""`simlab replay`: how did a game go, line by line? One of a run, one by its seed, or one that was saved."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simlab.commands import options
from simlab.commands.knobs import knobs, table_rules
from simlab.commands.line_ups import by_seat, own_policies
from simlab.errors import Fault, InputError, nearest

if TYPE_CHECKING:
    from simlab.play.transcript import Transcript


@click.command()
@click.argument("what", metavar="RUN|GAME|FILE")
@click.option("--pick", help="Of a run: a typical game, the longest, or the biggest comeback (typical, longest, comeback).")
@options.INDEX(without="0")
@options.VARIANT(without="the first")
@click.option("--cell", type=click.IntRange(0), default=0, show_default=True, metavar="N", help="Of a run: the cell of its grid.")
@options.SEED(1)
@options.POLICIES(without=options.USUAL_PLAYER)
@options.POLICY_FILE()
@options.PLAYERS(without=options.USUAL_SEATS)
@options.RULES()
@options.SAVE()
@options.OUT(without="no page, or reports/told-NAME with --open")
@options.OPEN()
@options.JSON()
def replay(
    what: str, seed: int, index: int | None, policies: str | None, players: int | None, pick: str | None, variant: str | None, cell: int,
    policy_files: Sequence[str], rules: Sequence[str], save: Path | None, out: Path | None, opened: bool, as_json: bool,
) -> None:  # fmt: skip
    """Tell one game line by line. Example: simlab replay reports/template --pick longest. Example: simlab replay template --index 5"""
    from simlab import jit
    from simlab.contract.catalogue import titles
    from simlab.folders import HOME
    from simlab.play.session import Played
    from simlab.play.transcript import story

    jit.announce()
    why, fault = "", None
    if what in titles():
        if pick is not None:
            raise InputError("--pick is for a run directory; a game by its name takes --seed and --index")
        transcript, fault, why = game_of_seed(what, seed, index or 0, policies, players, policy_files, rules)
    elif Path(what).is_file():
        transcript = Played.read(Path(what))
    elif Path(what).is_dir():
        transcript, why = game_of_run(Path(what), index, pick, variant, cell, policy_files)
    else:
        near = options.nearest_path(Path(what), HOME, "") if "/" in what else ""
        raise InputError(f"no run, game or saved game {what!r}{near or nearest(what, titles())}")
    if save is not None:
        transcript.write(save)
    if out is not None or opened:
        from simlab.commands.study import write_page
        from simlab.studies.retold.page import told_study

        write_page(told_study(transcript.game, why, list(story(transcript))), out or HOME / f"told-{Path(what).stem}", opened)
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
    name: str, seed: int, index: int, policies: str | None, players: int | None, policy_files: Sequence[str], settings: Sequence[str]
) -> tuple["Transcript", Fault | None, str]:
    """A game that these policies play now, up to where it fails, if it does; and who plays."""
    from simlab.contract.catalogue import load
    from simlab.play.transcript import Transcript
    from simlab.players.registry import make_player
    from simlab.runs.retell import record

    game = load(name)
    rules = table_rules(game, knobs(settings), players)
    seats = by_seat(policies, game, rules, policy_files)
    own = own_policies(game, policy_files)
    line_up, fault = [make_player(game, spec, rules, own) for spec in seats], None
    try:
        actions = tuple(record(game, line_up, rules.lower(), seed, index))
    except Fault as failed:
        if failed.actions is None:
            raise
        fault, actions = failed, failed.actions
    return Transcript(name, game.version, rules.changed(), seed, index, actions), fault, seated(seats)


def game_of_run(
    folder: Path, index: int | None, pick: str | None, variant: str | None, cell: int, policy_files: Sequence[str]
) -> tuple["Transcript", str]:
    """A game of a run, and which one it is and why."""
    from simlab.runs.retell import open_run

    if index is not None and pick is not None:
        raise InputError("--index or --pick, not both")
    run = open_run(folder, variant, cell, policy_files)
    chosen, why = (index or 0, "") if pick is None else run.pick(pick)
    head = f"game {chosen} of {run.games:,}, variant {run.arm.variant}: {seated([player.name for player in run.seats(chosen)])}"
    return run.transcript(chosen), f"{head}\n{why}" if why else head


def seated(names: Sequence[str]) -> str:
    """`seat 0 basic, seat 1 honest`."""
    return ", ".join(f"seat {seat} {name}" for seat, name in enumerate(names))
