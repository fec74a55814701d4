"""`simlab coach`: which decisions of a played game were mistakes, and what did they cost?"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simlab.commands import options
from simlab.commands.line_ups import own_policies, player_at
from simlab.errors import InputError
from simlab.printable import shown

if TYPE_CHECKING:
    from simlab.play.seats import Player
    from simlab.play.session import Played
    from simlab.studies.coach.measure import Mark


@click.command()
@click.argument("transcript", type=options.Kept("saved game", "reports/played", ".json"))
@options.SEAT(without="yours, or all of a game that nobody played")
@options.POLICIES(without="those who played")
@options.POLICY_FILE()
@options.GOAL(without="the first the game has")
@options.WORLDS(1_000)
@click.option("--most", type=click.IntRange(1), default=10, show_default=True, help="Decisions shown, worst first.")
@options.OUT(without="no page, or reports/coach-NAME with --open")
@options.OPEN()
@options.JSON()
def coach(
    transcript: Path, seat: int | None, policies: str | None, policy_files: Sequence[str], goal: str | None, worlds: int, most: int,
    out: Path | None, opened: bool, as_json: bool,
) -> None:  # fmt: skip
    """Mark each decision of a played game with the value lost, worst first. Example: simlab coach reports/played/template-7-0.json"""
    from simlab import jit
    from simlab.folders import HOME
    from simlab.play.session import Played
    from simlab.studies.coach.measure import marks_of

    jit.announce()
    played = Played.read(transcript)
    players = played.model().players
    if seat is not None and not 0 <= seat < players:
        raise InputError(f"--seat {seat}: there are seats 0 to {players - 1}")
    whose = seat if seat is not None else (played.you if played.you >= 0 else None)
    marks = list(marks_of(played, whose, line_up(played, policies, policy_files), goal, worlds))
    marks.sort(key=lambda mark: (-mark["loss"], mark["move"]))
    if out is not None or opened:
        from simlab.commands.study import write_page
        from simlab.studies.coach.page import coach_study

        study = coach_study(played.game, marks, "everybody" if whose is None else f"seat {whose}")
        write_page(study, out or HOME / f"coach-{transcript.stem}", opened)
    if as_json:
        click.echo(json.dumps({"game": played.game, "seat": whose, "decisions": marks}, indent=2, ensure_ascii=False))
    else:
        show(marks, most, transcript)


def line_up(played: "Played", policies: str | None, policy_files: Sequence[str]) -> list["Player"]:
    """Who plays on, by seat: those who played, unless somebody is named or nobody is known."""
    from simlab.contract.catalogue import load
    from simlab.players.registry import make_player
    from simlab.studies.coach.measure import playing_on

    game, rules = load(played.game), played.model()
    own = own_policies(game, policy_files)
    known = list(played.policies) if policies is None else []
    names = known or [player_at(policies, game, [rules], policy_files)] * rules.players
    made = {name: make_player(game, name, rules, own) for name in dict.fromkeys(names)}
    seats = [made[name] for name in names]
    return playing_on(game, rules, seats) if policies is None else seats


def show(marks: Sequence["Mark"], most: int, path: Path) -> None:
    """For people, worst first."""
    from simlab.studies.coach.measure import all_together

    if not marks:
        click.echo("There was nothing to decide.")
        return
    unit = "of the win" if marks[0]["unit"] == "share" else marks[0]["unit"]
    for mark in marks[:most]:
        if mark["loss"] <= 0.0:
            break
        if mark["mixed"] is not None:
            continue
        show_mark(mark, unit)
    sure = [mark for mark in marks if mark["settled"]]
    lost = f", {lost_in_all(sure, marks[0]['unit'])} {unit} in all" if sure else ""
    click.echo(shown(f"{all_together(marks)}{lost}; look closer with: simlab equity --from {path}:{marks[0]['move']}"))


def show_mark(mark: "Mark", unit: str) -> None:
    from simlab.stats.claims import in_brackets
    from simlab.stats.estimates import Estimate

    scale, sign = (100.0, f"% {unit}") if mark["unit"] == "share" else (1.0, unit)
    lost = in_brackets(Estimate(mark["loss"], None, mark["loss_low"], mark["loss_high"]), scale, sign)
    doubt = "" if mark["settled"] else "  (not settled)"
    click.echo(f"move {mark['move']}, round {mark['round']}, seat {mark['seat']}: lost {lost}{doubt}")
    click.echo(f"    played {mark['played']}; {'better' if mark['settled'] else 'perhaps better'}: {mark['better']}")
    click.echo("\n".join(f"    | {line}" for line in mark["sight"].splitlines()))


def lost_in_all(sure: Sequence["Mark"], unit: str) -> str:
    """What sure mistakes lost together, with as many digits as that is worth."""
    from simlab.stats.digits import rounded, worth

    scale, sign = (100.0, " %") if unit == "share" else (1.0, "")
    error = sum(worth(None, mark["loss_low"], mark["loss_high"]) ** 2 for mark in sure) ** 0.5
    return rounded(scale * sum(mark["loss"] for mark in sure), scale * error) + sign
