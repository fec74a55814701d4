"""`simlab tournament`, `skill`, `dials`, `effects`, `quality`, `actions`, `tune`: names and options. What they do: `studies.py`."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

Decorator = Callable[[Any], Any]


def kept(command: Any) -> Any:
    """Where a study goes and how it is shown."""
    options = (
        click.option("--threads", type=click.IntRange(1, 1024), help="Threads; all cores without it."),
        click.option("--out", type=click.Path(path_type=Path), help="Directory of the study; reports/NAME without it."),
        click.option("--fresh", is_flag=True, help="Throw away what was played before."),
        click.option("--json", "as_json", is_flag=True, help="Print the study as JSON."),
        click.option("--quiet", is_flag=True, help="Print nothing but errors."),
    )
    return applied(options, command)


RULES = click.option("--rules", "rules", multiple=True, metavar="KNOB=VALUE", help="A knob that differs from the default.")
SEED = click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The same seed gives the same bytes.")


def rollouts_of(rollouts: int | None, of_what: str) -> Decorator:
    stated, said = rollouts is not None, f"Games for each {of_what}."
    return click.option("--rollouts", type=click.IntRange(1), default=rollouts, show_default=stated, help=said)


def seated(rollouts: int | None, of_what: str) -> Decorator:
    """Who plays, by which rules, how often."""
    players = click.option("--players", type=int, help="Seats at the table; the game's default without it.")
    return lambda command: applied((players, RULES, rollouts_of(rollouts, of_what), SEED), command)


def applied(options: tuple[Any, ...], command: Any) -> Any:
    for option in reversed(options):
        command = option(command)
    return command


POLICIES = click.option("--policies", metavar="A,B,...", help="Who takes part; every policy that can play without it.")
OWN = click.option("--policy-file", "policy_files", multiple=True, metavar="FILE:FUNCTION", help="A policy of your own that takes part.")


@click.command()
@click.argument("game")
@POLICIES
@OWN
@click.option("--base", help="The policy the others are measured against; `basic` where it takes part, else the first.")
@click.option("--design", type=click.Choice(["auto", "all", "balanced"]), default="auto", show_default=True, help="Which line-ups.")
@seated(20_000, "line-up")
@kept
def tournament(game: str, **options: Any) -> None:
    """Let policies meet in all line-ups: who beats whom, ratings, the best mix. Example: simlab tournament template --players 2"""
    from simlab.commands import studies

    studies.tournament(game, **options)


@click.command()
@click.argument("game")
@POLICIES
@OWN
@seated(20_000, "line-up")
@kept
def skill(game: str, **options: Any) -> None:
    """Say how much of a win is cards, seat, player. Example: simlab skill template --policies uniform,honest"""
    from simlab.commands import studies

    studies.skill(game, **options)


@click.command()
@click.argument("game")
@click.option("--policy", help="Who plays, at all seats; `basic` where there is one, else `uniform`.")
@click.option("--metrics", default="win,rounds,decisions", show_default=True, help="Outcome columns, with commas between.")
@OWN
@seated(20_000, "step")
@kept
def dials(game: str, **options: Any) -> None:
    """Move every knob one step either way: which matter for what? Example: simlab dials template --policy honest"""
    from simlab.commands import studies

    studies.dials(game, **options)


@click.command()
@click.argument("game")
@click.option("--policy", help="Who plays, at all seats; `basic` without it.")
@OWN
@seated(None, "card and window of fortune (20,000 without it); of arcana, all games (10,000)")
@kept
def effects(game: str, **options: Any) -> None:
    """Say what each Arcana of fortune, or each suit laid in arcana, does on the same deals. Example: simlab effects arcana --players 2"""
    from simlab.commands import studies

    studies.effects(game, **options)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--trials", type=click.IntRange(1), help="Rules to try, instead of the file's.")
@click.option("--rollouts", type=click.IntRange(1000), help="Games of a trial, instead of the file's.")
@click.option("--seed", type=click.IntRange(0), help="Seed, instead of the file's.")
@kept
def tune(file: Path, **options: Any) -> None:
    """Search for rules that meet declared targets, confirm them on fresh seeds. Example: simlab tune scenarios/tune/template.yaml"""
    from simlab.commands import studies

    studies.tune(file, **options)


@click.command()
@click.argument("game")
@click.option("--policy", help="Who plays, at all seats; `basic` where there is one, else `uniform`.")
@click.option("--games", type=click.IntRange(2), default=300, show_default=True, help="Games looked into.")
@click.option("--looks", type=click.IntRange(2, 100), default=12, show_default=True, help="Looks into a game.")
@click.option("--worlds", type=click.IntRange(4, 256), default=64, show_default=True, help="Worlds imagined at a look.")
@OWN
@seated(20_000, "measure that needs no look")
@kept
def quality(game: str, **options: Any) -> None:
    """Measure what a game is like to play: drama, comebacks, choices that matter. Example: simlab quality template --policy honest"""
    from simlab.commands import studies

    studies.quality(game, **options)


@click.command("actions")
@click.argument("game")
@click.option("--at", help="The decision, as kind, hide, allin of battle; the game's first without it (wrong names list them).")
@click.option("--against", help="The kind that the others are measured against; the one that does nothing without it.")
@click.option("--policy", help="Who plays, at all seats; `basic` where there is one, else `uniform`.")
@OWN
@click.option("--players", metavar="N,...", help="Seats at the table, or several sizes; the game's default without it.")
@RULES
@rollouts_of(4_000, "table size")
@SEED
@kept
def action_table(game: str, **options: Any) -> None:
    """Try every kind of action against doing nothing, on the same deals. Example: simlab actions battle --players 3"""
    from simlab.commands import studies

    studies.action_table(game, **options)


STUDIES = (tournament, skill, dials, effects, tune, quality, action_table)
