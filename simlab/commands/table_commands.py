"""Commands about single decisions and single games: equity, chart, coach, replay, play. Bodies are imported when they are called."""

from pathlib import Path
from typing import Any

import click

FILE = click.Path(path_type=Path, dir_okay=False)
SET = click.option("--set", "settings", multiple=True, metavar="KNOB=VALUE", help="A knob of the game's rules; repeat for several.")
PLAYERS = click.option("--players", type=int, help="Seats at the table; the game's default without it.")
SEED = click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The same seed gives the same worlds.")
WORLDS: dict[str, Any] = {"type": click.IntRange(2, 10_000_000), "show_default": True}
GOAL = click.option("--goal", help="What actions are judged by; the first the game has without it (wrong names list them).")
OWN = click.option("--policy-file", "policy_files", multiple=True, metavar="FILE:FUNCTION", help="A policy of your own, known by its name.")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")


@click.command("equity")
@click.argument("words", nargs=-1, metavar="[GAME | HAND...]")
@click.option("--hand", help="The cards held, as 'As Ad 9c 6h 3d'.")
@click.option("--at", help="The decision, as draw1, bet1, blackjack; the game's first without it (wrong names list them).")
@click.option("--known", default="", help="What else is known there: cards seen, a Pot, an Arcana (see the docs).")
@click.option("--from", "source", metavar="RUN:GAME:MOVE", help="A decision of a game of a run, or TRANSCRIPT.json:MOVE.")
@click.option("--policy", help="Who plays on at all seats; the game's usual player, or the run's own, without it.")
@click.option(
    "--policy-file",
    "policy_files",
    multiple=True,
    metavar="FILE:FUNCTION",
    help="A policy of your own: plays on unless --policy names another.",
)
@GOAL
@click.option("--worlds", default=20_000, help="Most imagined worlds; fewer when the best is settled.", **WORLDS)
@click.option("--variant", help="With --from: the variant of the run; the first without it.")
@click.option("--chart", type=FILE, help="Draw the bar chart to this file (.png, .svg, .pdf).")
@PLAYERS
@SET
@SEED
@AS_JSON
@click.option("--cards", "first", metavar="HAND", help="Instead: hand against hand, the first; the others follow it.")
@click.option("--board", type=click.IntRange(0), default=5, show_default=True, help="With --cards: common cards in all.")
@click.option("--without", default="", metavar="CARDS", help="With --cards: other cards that cannot come.")
@click.option("--game", "order", default="standard", show_default=True, help="With --cards: whose order compares the hands.")
@click.option("--samples", type=click.IntRange(1), help="With --cards: random boards, instead of all.")
def equity_command(
    words: tuple[str, ...], first: str | None, board: int, without: str, order: str, samples: int | None, **options: Any
) -> None:
    """Value every action of a decision; with --cards, hand against hand.

    Example: simlab equity showdown --hand "As Ad 9c 6h 3d" --at draw1. Example: simlab equity --cards AcAd KhKs --board 5.
    """
    if first is not None:
        from simlab.ranking.commands import versus

        shared = {name: options[name] for name in ("known", "seed", "settings", "as_json")}
        versus(first, words, board=board, without=without, game=order, samples=samples, **shared)
        return
    if len(words) > 1:
        raise click.UsageError("one game, and its cards with --hand (hand against hand: --cards HAND HAND...)")
    from simlab.commands import valuing

    valuing.equity(words[0] if words else None, **options)


@click.group("chart")
def chart_command() -> None:
    """Draw charts that need no run. Example: simlab chart equity showdown"""


@chart_command.command("equity")
@click.argument("game")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), help="Folder for pictures and card; reports/equity-GAME without it."
)
@click.option("--policy", help="Who plays on at all seats, where values are not exact.")
@click.option("--worlds", default=2_400, help="Imagined worlds for each class, where values are not exact.", **WORLDS)
@PLAYERS
@SET
@SEED
@AS_JSON
def chart_equity_command(game: str, **options: Any) -> None:
    """What hand classes are worth by action, as maps to print, and a strategy card. Example: simlab chart equity jester"""
    from simlab.commands import charting

    charting.chart_equity(game, **options)


@click.command("coach")
@click.argument("transcript", type=FILE)
@click.option("--seat", type=int, help="Whose decisions; the person's seat of a played game, or all seats, without it.")
@click.option("--policy", help="Who plays on at all seats; those who played, or the game's usual player, without it.")
@OWN
@GOAL
@click.option("--worlds", default=1_000, help="Most imagined worlds for each decision.", **WORLDS)
@click.option("--most", type=click.IntRange(1), default=10, show_default=True, help="Decisions shown, worst first.")
@AS_JSON
def coach_command(transcript: Path, **options: Any) -> None:
    """Mark each decision of a played game with the value lost, worst first. Example: simlab coach reports/played/template-7-0.json"""
    from simlab.commands import valuing

    valuing.coach(transcript, **options)


@click.command("replay")
@click.argument("what", metavar="RUN|GAME")
@click.option("--game", "number", type=click.IntRange(0), help="Of a run: which game, from 0.")
@click.option("--pick", help="Of a run: a typical game, the longest, or the biggest comeback (typical, longest, comeback).")
@click.option("--variant", help="Of a run: the variant; the first without it.")
@click.option("--cell", type=click.IntRange(0), default=0, show_default=True, help="Of a run: the cell of its grid.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of a game: seed of the deals and the players.")
@click.option("--index", type=click.IntRange(0), default=0, show_default=True, help="Of a game: which game of that seed.")
@click.option("--policy", "names", multiple=True, help="Of a game: by seat; one for all; `uniform` without it.")
@OWN
@click.option("--players", type=int, help="Of a game: seats at the table.")
@click.option("--save", type=FILE, help="Write the transcript to this file, for coach and equity.")
@AS_JSON
def replay_command(what: str, **options: Any) -> None:
    """Tell one game line by line. Example: simlab replay reports/template --pick longest. Example: simlab replay template --index 5"""
    from simlab.commands import replaying

    replaying.replay(what, **options)


@click.command("play")
@click.argument("game", required=False)
@click.option("--seat", type=int, default=0, show_default=True, help="Your seat.")
@click.option("--policy", "policies", multiple=True, help="The others, by seat; one for all; the game's usual player without it.")
@click.option("--seed", type=click.IntRange(0), help="Seed of the deals and the others; a new one without it.")
@click.option("--index", type=click.IntRange(0), default=0, show_default=True, help="Which game of that seed.")
@click.option("--save", type=FILE, help="Where the game is kept; reports/played/GAME-SEED-INDEX.json without it.")
@click.option("--resume", type=FILE, help="Go on with a game that was kept.")
@PLAYERS
@SET
def play_command(game: str | None, **options: Any) -> None:
    """Play against policies: undo, hint, quit and go on later. Example: simlab play template --seed 7"""
    from simlab.commands import playing

    playing.play(game, **options)


COMMANDS = [equity_command, chart_command, coach_command, replay_command, play_command]
