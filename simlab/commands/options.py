"""Options that several commands share. Each is a decorator; `together` makes one of several."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

Decorator = Callable[[Any], Any]

FILE = click.Path(path_type=Path, dir_okay=False)
ANY_PATH = click.Path(path_type=Path)


def together(*options: Decorator) -> Decorator:
    """Several options as one, in the order in which `--help` lists them."""

    def decorate(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


# ---- which game, whose rules


def add_games(context: click.Context, option: click.Parameter, folders: tuple[str, ...]) -> None:
    from simlab.contract.catalogue import add_folder

    for folder in folders:
        add_folder(folder)


GAME_DIR = click.option(
    "--game-dir", multiple=True, metavar="DIR", is_eager=True, expose_value=False, callback=add_games,
    help="Games of your own are in this folder (also: SIMLAB_GAMES).",
)  # fmt: skip


PLAYERS = click.option("--players", type=int, help="Seats at the table; the game's default without it.")
RULES = click.option("--rules", multiple=True, metavar="KNOB=VALUE", help="A knob that differs from the default.")


def settings(of_what: str) -> Decorator:
    return click.option("--set", "settings", multiple=True, metavar="KNOB=VALUE", help=f"{of_what}; repeat for several.")


RULES_SET = settings("A knob of the game's rules")
RANKING_SET = settings("A ranking knob of the game")
WILD = click.option("--wild", is_flag=True, help="A wild card goes with every hand (fortune's Fool).")

# ---- who plays

POLICY = click.option("--policy", help="Who plays, at all seats; the game's usual player without it.")
POLICIES = click.option("--policies", metavar="A,B,...", help="Who takes part; every policy that can play without it.")


def policy_file(what: str) -> Decorator:
    return click.option("--policy-file", "policy_files", multiple=True, metavar="FILE:FUNCTION", help=f"A policy of your own{what}")


BY_FUNCTION = policy_file(", by its function's name.")
BY_NAME = policy_file(", known by its name.")
TAKES_PART = policy_file(" that takes part.")

# ---- how much, and with which luck


def seed(same: str) -> Decorator:
    return click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help=f"The same seed gives the same {same}.")


def rollouts(usual: int | None, of_what: str) -> Decorator:
    return click.option(
        "--rollouts", type=click.IntRange(1), default=usual, show_default=usual is not None, help=f"Games for each {of_what}."
    )


def worlds(usual: int, what: str) -> Decorator:
    return click.option("--worlds", type=click.IntRange(2, 10_000_000), default=usual, show_default=True, help=what)


SAME_BYTES, SAME_WORLDS = seed("bytes"), seed("worlds")


def goal(of_what: str, usual: str) -> Decorator:
    return click.option(
        "--goal", metavar="win|payoff|COLUMN", help=f"What {of_what} judged by; {usual} without it (wrong names list them)."
    )


GOAL = goal("games are", "what the game's players maximise")
GOAL_OF_ACTIONS = goal("actions are", "the first the game has")


def table(usual: int | None, of_what: str) -> Decorator:
    """Of a study: seats, rules, how often, which seed."""
    return together(PLAYERS, RULES, rollouts(usual, of_what), SAME_BYTES)


# ---- what comes out, and where it goes


def as_json(what: str = "Machine-readable output.") -> Decorator:
    return click.option("--json", "as_json", is_flag=True, help=what)


FRESH = click.option("--fresh", is_flag=True, help="Throw away what was played before.")
QUIET = click.option("--quiet", is_flag=True, help="Print nothing but errors.")


def out(what: str) -> Decorator:
    return click.option("--out", type=ANY_PATH, help=f"{what}; reports/NAME without it.")


CREW = together(  # of every command that plays many games
    click.option("--threads", type=click.IntRange(1, 1024), help="Threads, or processes of this machine; all cores without it."),
    click.option("--backend", type=click.Choice(["threads", "processes", "dask"]), default="threads", show_default=True, help="Who plays."),
    click.option("--scheduler", metavar="ADDRESS", help="Of a dask cluster, such as tcp://10.0.0.1:8786; a local one without it."),
)
RUN = together(  # of every command that plays a scenario
    CREW,
    out("Run directory"),
    FRESH,
    as_json("Print the results as JSON."),
    QUIET,
)
SCENARIO = together(  # of every command that plays a scenario file
    click.argument("file", type=ANY_PATH),
    click.option("--rollouts", type=click.IntRange(1), help="Games for each cell, instead of the scenario's."),
    click.option("--seed", type=click.IntRange(0), help="Seed, instead of the scenario's."),
    click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="Change the scenario, for example rules.target=40."),
    BY_FUNCTION,
)
STUDY = together(CREW, out("Directory of the study"), FRESH, as_json("Print the study as JSON."), QUIET)
