"""Every option that several commands share: one name, one sentence, one type, whatever the command.

A command takes an idea from here and says what holds without it: `options.GAMES(20_000)` is a number that stands in the help,
`options.POLICIES(without="all that can play")` a phrase. A test walks all commands and finds no option of the same name that says
something else.
"""

from collections.abc import Callable
from math import isfinite
from pathlib import Path
from typing import Any

import click

from simlab.commands.completion import game_names, knob_names, metric_names, policy_names
from simlab.errors import InputError, nearest

Decorator = Callable[[Any], Any]


class NamedPath(click.Path):
    """A path that has a name: an empty word would be the folder one stands in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("it is empty: give a name", param, ctx)
        if isinstance(value, str) and any("\ud800" <= letter <= "\udfff" or letter == "\0" for letter in value):
            self.fail("a name is UTF-8 text", param, ctx)
        return super().convert(value, param, ctx)


FILE = NamedPath(path_type=Path, dir_okay=False)
ANY_PATH = NamedPath(path_type=Path)


class Amount(click.FloatRange):
    """A number within limits; click takes one that is none (nan), or has no end, for within them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if not isfinite(found):
            self.fail(f"{value!r} is not a number", param, ctx)
        return found


NUMBER = click.IntRange(0, 2**63 - 1)  # a seed, or the number of a game: what a kernel can hold
USUAL_PLAYER = "the game's usual player"
USUAL_SEATS = "as many as the game usually has"


class Kept(click.Path):
    """A file or folder that is there; where it is not, the nearest one is named."""

    def __init__(self, what: str, home: str, suffix: str) -> None:
        super().__init__(path_type=Path)
        self.what, self.home, self.suffix = what, Path(home), suffix

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = Path(value)
        if not path.exists():
            raise InputError(f"no {self.what} {str(value)!r}{nearest_path(path, self.home, self.suffix)}")
        return path


def nearest_path(path: Path, home: Path, suffix: str) -> str:
    """` (did you mean 'scenarios/showdown.yaml'?)`: beside it, or where such things usually are."""
    places = [folder for folder in dict.fromkeys((path.parent, home)) if folder.is_dir()]
    found = {each.stem: str(each) for folder in reversed(places) for each in sorted(folder.glob(f"*{suffix}"))}
    near = nearest(path.stem, found) if found else ""
    name = near.partition("'")[2].partition("'")[0]
    return f" (did you mean {found[name]!r}?)" if name in found else ""


def together(*options: Decorator) -> Decorator:
    """Several options as one, in the order in which `--help` lists them."""

    def decorate(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


class Idea:
    """An option that several commands have; called, it becomes the option of one of them."""

    def __init__(self, *names: str, help: str, **kind: Any) -> None:
        self.names, self.help, self.kind = names, help, kind

    def __call__(self, usual: Any = None, *, without: str = "", **kind: Any) -> Decorator:
        """With a usual value, or with words for what holds without it."""
        if usual is not None:
            kind |= {"default": usual}
        return click.option(*self.names, help=self.help, show_default=without or usual is not None, **{**self.kind, **kind})


# ---- which game, whose rules


def add_games(context: click.Context, option: click.Parameter, folders: tuple[str, ...]) -> None:
    from simlab.contract.catalogue import add_folder

    for folder in folders:
        add_folder(folder)


GAME_DIR = click.option(
    "--game-dir", multiple=True, metavar="DIR", is_eager=True, expose_value=False, callback=add_games,
    help="Games of your own are in this folder (also: SIMLAB_GAMES).",
)  # fmt: skip


def game_argument(**kind: Any) -> Decorator:
    """The game that a command is about; the shell completes its name."""
    return click.argument("game", shell_complete=game_names, **kind)


GAME = game_argument()
SCENARIO_FILE = click.argument("file", type=Kept("scenario", "scenarios", ".yaml"))

PLAYERS = Idea("--players", type=click.IntRange(1), metavar="N", help="Seats at the table.")
SIZES = Idea("--sizes", metavar="N,...", help="Several table sizes, instead of --players.")
RULES = Idea(
    "--rules",
    multiple=True,
    metavar="KNOB=VALUE",
    shell_complete=knob_names,
    help="A knob of the rules that is to differ; repeat for several.",
)
AT = Idea("--at", metavar="DECISION", help="Which decision, as draw1, bet1 or allin (wrong names list them).")
ORDER = Idea("--order", metavar="NAME|FILE", help="Which hand beats which: a known order, or a file that states one (docs/ranking.md).")
HAND_SIZE = Idea(
    "--hand-size", type=click.IntRange(1), metavar="N", help="Cards in a hand, of which the best count; as many as count without it."
)
WILD = Idea("--wild", is_flag=True, help="A wild card goes with every hand (fortune's Fool).")
HAND = Idea("--hand", metavar="CARDS", help="The cards held, as 'As Ad 9c 6h 3d'.")
WITHOUT = Idea("--without", default="", metavar="CARDS", help="Known cards that cannot come.")

ADJUST = Idea("--adjust", is_flag=True, help="Less luck: play each deal once for every seat its cards can go to.")

# ---- who plays

POLICIES = Idea(
    "--policies",
    metavar="A,B,...",
    shell_complete=policy_names,
    help="Who plays: one policy, or several with commas (simlab games GAME lists them).",
)
POLICY_FILE = Idea(
    "--policy-file", "policy_files", multiple=True, metavar="FILE:FUNCTION", help="A policy of your own, known by its function's name."
)
ALSO = Idea("--also", multiple=True, metavar="POLICY", help="Who plays it again, at all seats: does it hold? Several allowed.")
SEAT = Idea("--seat", type=click.IntRange(0), metavar="N", help="Which seat, from 0.")

# ---- how much, and with which luck

GAMES = Idea("--games", type=click.IntRange(1), metavar="N", help="Games to play, for each thing that is measured.")
WORLDS = Idea("--worlds", type=click.IntRange(2, 10_000_000), metavar="N", help="Imagined worlds: ways in which hidden cards may lie.")
ROUNDS = Idea("--rounds", type=click.IntRange(1), metavar="N", help="Rounds of learning, at most.")
SEED = Idea("--seed", type=NUMBER, metavar="N", help="The same seed gives the same results.")
INDEX = Idea("--index", type=NUMBER, metavar="N", help="Which game of that seed or run, from 0.")

# ---- what is looked at

GOAL = Idea("--goal", metavar="win|payoff|COLUMN", help="What counts as good: to win, the payoff, or a column (wrong names list them).")
METRICS = Idea(
    "--metrics", metavar="A,B,...", shell_complete=metric_names, help="Outcome columns that are looked at (simlab games GAME lists them)."
)
VARIANT = Idea("--variant", metavar="NAME", help="Of a run: which variant.")

# ---- who works, what comes out, and where it goes

THREADS = Idea("--threads", type=click.IntRange(1, 1024), metavar="N", help="Cores that work on it.")
BACKEND = Idea("--backend", type=click.Choice(["threads", "processes", "dask"]), help="What the games are played by.")
SCHEDULER = Idea("--scheduler", metavar="ADDRESS", help="Of a dask cluster, such as tcp://10.0.0.1:8786.")
OUT = Idea("--out", type=ANY_PATH, metavar="PATH", help="Where to write.")
SAVE = Idea("--save", type=FILE, metavar="FILE", help="Keep the game in this file, for coach, equity and replay.")
CHART = Idea("--chart", type=FILE, metavar="FILE", help="Draw the chart to this file (.png, .svg, .pdf).")
FRESH = Idea("--fresh", is_flag=True, help="Throw away what was kept before.")
JSON = Idea("--json", "as_json", is_flag=True, help="Print the results as JSON.")
CSV = Idea("--csv", "as_csv", is_flag=True, help="Print the main table as CSV.")
LIST = Idea("--list", "list_all", is_flag=True, help="List what comes along, by name.")
OPEN = Idea("--open", "opened", is_flag=True, help="Open the report in the browser.")
FULL = Idea("--full", is_flag=True, help="Show every headline number and every finding, not only what was asked.")
QUIET = Idea("--quiet", is_flag=True, help="Print nothing but errors.")

CREW = together(  # of every command that plays many games
    THREADS(without="all"),
    BACKEND("threads"),
    SCHEDULER(without="a cluster on this machine"),
)
SHOWN = together(FRESH(), JSON(), CSV(), OPEN(), QUIET())  # of every command that writes a report
STUDY = together(CREW, OUT(without="reports/NAME"), SHOWN)
RUN = together(STUDY, FULL())  # of every command that plays a scenario
SCENARIO = together(  # of every command that plays a scenario file
    SCENARIO_FILE,
    GAMES(without="the file's"),
    SEED(without="the file's"),
    RULES(),
    PLAYERS(without="the file's"),
    POLICIES(without="the file's"),
    POLICY_FILE(),
    METRICS(without="the file's"),
    click.option("--change", "changes", multiple=True, metavar="KEY=VALUE", help="Change anything else in the file, as unit=round."),
)


def table(usual: int | None, without: str = "") -> Decorator:
    """Of a study: seats, rules, how often, which seed."""
    return together(PLAYERS(without=USUAL_SEATS), RULES(), GAMES(usual, without=without), SEED(1))


# ---- what options were called before

RENAMED = {
    "--set": "--rules KNOB=VALUE",
    "--rollouts": "--games N",
    "--policy": "--policies NAME",
    "replay --game": "--index N",
    "equity --game": "--order NAME",
    "odds --cards": "--hand-size N",
    "new game --into": "--out DIR",
    "new policy --file": "--out FILE",
    "new scenario --file": "--out FILE",
    "train --base": "--improve NAME",
    "run --set": "--rules KNOB=VALUE (a knob), --players, --policies or --change KEY=VALUE (anything else)",
    "check --set": "--rules KNOB=VALUE (a knob), --players, --policies or --change KEY=VALUE (anything else)",
}


def new_spelling(command: str, option: str) -> str | None:
    """What an option is called now, if it had another name."""
    return RENAMED.get(f"{command} {option}") or RENAMED.get(option)
