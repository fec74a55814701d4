"""`simlab play`: how does a game feel from a seat at the table? In the terminal, against policies."""

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.knobs import knobs, table_rules
from simlab.commands.line_ups import player_at
from simlab.commands.worth_lines import finding, table_lines
from simlab.errors import IllegalAction, InputError

if TYPE_CHECKING:
    from simlab.contract.game import Game
    from simlab.play.seats import Player
    from simlab.play.session import Played, Session

HINT_WORLDS = 2_000
ADVISER = "search"  # what the strongest player would do stands below a hint
LEVELS = {  # how well the others play; the easiest is the game's usual player
    "easy": None,
    "medium": "{name: search, worlds: 8}",
    "hard": "{name: search, worlds: 128}",
}
WIDE = 96  # letters of a line of actions
HELP = "a number or a name: play it; h: a hint; u: undo; t: the table again; ?: this; q: quit (the game is kept)"


@click.command()
@click.argument("game", required=False)
@click.option("--seat", type=int, default=0, show_default=True, help="Your seat.")
@click.option("--policy", "policies", multiple=True, help="The others, by seat; one for all; the game's usual player without it.")
@click.option("--level", type=click.Choice(list(LEVELS)), help="How well the others play, where no --policy is named: the game's usual "
              "player, or one that searches a little or a lot.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), help="Seed of the deals and the others; a new one without it.")
@click.option("--index", type=click.IntRange(0), default=0, show_default=True, help="Which game of that seed.")
@click.option("--save", type=options.FILE, help="Where the game is kept; reports/played/GAME-SEED-INDEX.json without it.")
@click.option("--resume", type=options.FILE, help="Go on with a game that was kept.")
@options.PLAYERS
@options.RULES_SET
def play(game: str | None, resume: Path | None, save: Path | None, **asked: Any) -> None:
    """Play against policies: undo, hint, quit and go on later. Example: simlab play template --seed 7"""
    from simlab import jit
    from simlab.contract.catalogue import load
    from simlab.play.session import Played, Session
    from simlab.players.registry import make_player

    jit.announce()
    if (game is None) == (resume is None):
        raise InputError("name a game to play, or --resume FILE to go on with one")
    played = Played.read(resume) if resume else new_game(load(str(game)), **asked)
    played.check()
    path = save or resume or Path("reports") / "played" / f"{played.game}-{played.seed}-{played.index}.json"
    found, rules = load(played.game), played.model()
    made = {name: make_player(found, name, rules) for name in dict.fromkeys(played.policies)}
    session = Session(played, [made[name] for name in played.policies])
    click.echo(f"{found.title}\nYou have seat {played.you} of {rules.players}. {HELP}")
    Loop(session, path).run()


def new_game(
    game: "Game", players: int | None, seat: int, policies: Sequence[str], seed: int | None, index: int, settings: Sequence[str],
    level: str | None = None,
) -> "Played":  # fmt: skip
    from simlab.play.session import Played

    rules = table_rules(game, knobs(settings), players)
    if not 0 <= seat < rules.players:
        raise InputError(f"--seat {seat}: there are seats 0 to {rules.players - 1}")
    if policies and level:
        raise InputError("--level says how well the others play, --policy who they are: give one of them")
    names = list(policies) or [player_at(LEVELS[level or "easy"], game, [rules])]
    if len(names) not in (1, rules.players):
        raise InputError(f"{len(names)} policies for {rules.players} players: name one for all, or one for each seat")
    seats = names if len(names) == rules.players else names * rules.players
    chosen = int.from_bytes(os.urandom(4), "big") if seed is None else seed
    return Played(game.name, game.version, rules.changed(), chosen, index, (), seat, tuple(seats))


class Loop:
    """Ask, answer, save."""

    def __init__(self, session: "Session", path: Path) -> None:
        self.session, self.path = session, path
        self.commands = {
            "h": self.hint, "hint": self.hint, "u": self.undo, "undo": self.undo, "t": self.show, "table": self.show,
            "?": self.help, "help": self.help,
        }  # fmt: skip

    @cached_property
    def adviser(self) -> "Player":
        from simlab.players.registry import make_player

        return make_player(self.session.game, ADVISER, self.session.played.model())

    def run(self) -> None:
        self.session.save(self.path)
        self.show()
        while not self.session.over:
            word = self.read()
            if word in ("q", "quit", "exit"):
                self.session.save(self.path)
                click.echo(f"Kept in {self.path}; go on with: simlab play --resume {self.path}")
                return
            self.answer(word)
        self.end()

    def read(self) -> str:
        try:
            return input(f"seat {self.session.you}> ").strip()
        except (EOFError, KeyboardInterrupt):
            click.echo("")
            return "q"

    def answer(self, word: str) -> None:
        """An action if it is one, else a command."""
        try:
            self.session.act(word)
        except IllegalAction as wrong:
            if word.lower() in self.commands:
                self.commands[word.lower()]()
            else:
                click.echo(f"  {wrong}; ? for help" if word else f"  {HELP}")
            return
        self.session.save(self.path)
        self.show()

    def show(self) -> None:
        """What others did, the table, and what can be done."""
        session = self.session
        click.echo("")
        for line in session.news:
            click.echo(f"  {line}")
        if session.over:
            return
        for line in session.sight():
            click.echo(f"| {line}")
        for line in columns([f"{n}: {name}" for n, name in session.table.names().items()]):
            click.echo(f"  {line}")

    def help(self) -> None:
        click.echo(f"  {HELP}")

    def undo(self) -> None:
        if not self.session.undo():
            click.echo("  this is your first choice")
            return
        self.session.save(self.path)
        self.show()

    def hint(self) -> None:
        """The best actions by equity, with intervals, and what the strongest player would do."""
        from simlab.studies.equity.measure import goal_for, position_of, value_actions

        session = self.session
        position = position_of(session.table, session.played.model())
        found = value_actions(position, goal_for(position, None, exact_first=False), quick(session), worlds=HINT_WORLDS)
        for line in table_lines(found, most=5):
            click.echo(f"  {line}")
        click.echo(f"  {finding(found)}")
        click.echo(f"  {ADVISER} would choose: {session.table.names()[session.advice(self.adviser)]}")

    def end(self) -> None:
        """The result by seat."""
        from simlab.play.transcript import entry

        self.session.save(self.path)
        click.echo("the end")
        for column in self.session.game.columns:
            if column.seats and not column.hidden:
                click.echo(f"  {column.name}: {entry(column, self.session.table)}  ({column.doc}, by seat)")
        click.echo(f"Kept in {self.path}; see what it cost with: simlab coach {self.path}")


def quick(session: "Session") -> list["Player"]:
    """Who plays on in a hint: those at the table, but for each that searches the game's usual player."""
    from simlab.players.registry import make_player

    rules = session.played.model()
    usual = make_player(session.game, player_at(None, session.game, [rules]), rules)
    return [usual if player.searches else player for player in session.line_up]


def columns(entries: Sequence[str]) -> list[str]:
    """As many beside each other as fit."""
    width = max(len(entry) for entry in entries) + 2
    beside = max(1, WIDE // width) if len(entries) > 6 else 1
    down = -(-len(entries) // beside)
    return ["".join(entry.ljust(width) for entry in entries[row::down]).rstrip() for row in range(down)]
