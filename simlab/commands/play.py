"""`simlab play`: how does a game feel from a seat at the table? In the terminal, against policies."""

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.knobs import knobs, table_rules
from simlab.commands.line_ups import by_seat, own_policies
from simlab.commands.table_talk import TAROT, TAROT_LEGEND, as_typed, option_lines, show_rules, with_suits
from simlab.contract.telling import sight_of
from simlab.errors import IllegalAction, InputError
from simlab.players.levels import LEVELS
from simlab.studies.equity.worth_lines import finding, table_lines

if TYPE_CHECKING:
    from simlab.contract.game import Game
    from simlab.contract.knobs import Rules
    from simlab.play.seats import Player
    from simlab.play.session import Played, Session
    from simlab.studies.coach.measure import Mark

PROMPT = "your move> "
HELP = "Type a number or a name to play it; h: a hint; u: undo; t: the table again; ?: the rules; q: quit (the game is kept)."
COACH_WORLDS = 100  # for each decision, when a game is over
WORST = 3  # decisions shown then


@click.command()
@options.game_argument(required=False)
@options.SEAT(0)
@options.POLICIES(without=options.USUAL_PLAYER)
@options.POLICY_FILE()
@click.option("--level", type=click.Choice(list(LEVELS)), help="How well the others play, where no --policies are named: the game's usual "
              "player, or one that searches a little or a lot.")  # fmt: skip
@options.SEED(without="a new one")
@options.INDEX(0)
@options.SAVE(without="reports/played/GAME-SEED-INDEX.json")
@click.option(
    "--resume", type=options.Kept("saved game", "reports/played", ".json"), metavar="FILE", help="Go on with a game that was kept."
)
@options.PLAYERS(without=options.USUAL_SEATS)
@options.RULES()
def play(game: str | None, resume: Path | None, save: Path | None, policy_files: Sequence[str], **asked: Any) -> None:
    """Play against policies: undo, hint, quit and go on later. Example: simlab play template --seed 7"""
    from simlab import jit
    from simlab.contract.catalogue import load
    from simlab.play.session import Played, Session
    from simlab.players.registry import make_player

    jit.announce()
    if (game is None) == (resume is None):
        raise InputError("name a game to play, or --resume FILE to go on with one")
    played = Played.read(resume) if resume else new_game(load(str(game)), policy_files=policy_files, **asked)
    played.check()
    path = save or resume or Path("reports") / "played" / f"{played.game}-{played.seed}-{played.index}.json"
    found, rules = load(played.game), played.model()
    own = own_policies(found, policy_files)
    made = {name: make_player(found, name, rules, own) for name in dict.fromkeys(played.policies)}
    session = Session(played, [made[name] for name in played.policies])
    greet(found, rules, played)
    Loop(session, path).run()


def greet(game: "Game", rules: "Rules", played: "Played") -> None:
    """Which game, who sits where, and how to answer."""
    from simlab.play.table import Table

    others = ", ".join(f"seat {seat} {name}" for seat, name in enumerate(played.policies) if seat != played.you)
    click.echo(click.style(game.title, bold=True))
    click.echo(f"You have seat {played.you} of {rules.players}; the others: {others}.\n{HELP}")
    if TAROT.search(" ".join(sight_of(game, Table(game, rules, played.seed, played.index).view(played.you), rules.lower()))):
        click.echo(TAROT_LEGEND)


def new_game(
    game: "Game", players: int | None, seat: int, policies: str | None, seed: int | None, index: int, rules: Sequence[str],
    level: str | None = None, policy_files: Sequence[str] = (),
) -> "Played":  # fmt: skip
    from simlab.play.session import Played

    table = table_rules(game, knobs(rules), players)
    if not 0 <= seat < table.players:
        raise InputError(f"--seat {seat}: there are seats 0 to {table.players - 1}")
    if policies and level:
        raise InputError("--level says how well the others play, --policies who they are: give one of them")
    seats = by_seat(policies or LEVELS[level or "easy"], game, table, policy_files)
    chosen = int.from_bytes(os.urandom(4), "big") if seed is None else seed
    return Played(game.name, game.version, table.changed(), chosen, index, (), seat, tuple(seats))


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
        from simlab.studies.coach.measure import ADVISER

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
            return as_typed(input(PROMPT).strip())
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
                click.echo(f"  {with_suits(str(wrong))}; ? for the rules" if word else f"  {HELP}")
            return
        self.session.save(self.path)
        self.show()

    def show(self) -> None:
        """What others did, the table, and what can be done."""
        session = self.session
        click.echo("")
        for line in session.told:
            click.echo(with_suits(line))
        if session.over:
            return
        for line in session.sight():
            click.echo(click.style("│ ", dim=True) + with_suits(line.replace("_", " ")))
        for line in option_lines(session.table.names()):
            click.echo(f"  {with_suits(line)}")

    def help(self) -> None:
        show_rules(self.session.game, self.session.played.model())
        click.echo(HELP)

    def undo(self) -> None:
        if not self.session.undo():
            click.echo("  this is your first choice")
            return
        self.session.save(self.path)
        self.show()

    def hint(self) -> None:
        """The best actions by equity, with intervals, and what the strongest player would do."""
        from simlab.studies.coach.measure import ADVISER, hint

        session = self.session
        found = hint(session)
        for line in table_lines(found, most=5):
            click.echo(f"  {with_suits(line)}")
        click.echo(f"  {with_suits(finding(found))}")
        click.echo(with_suits(f"  {ADVISER} would choose: {session.table.names()[session.advice(self.adviser)]}"))

    def end(self) -> None:
        """Who won and why, and which decisions cost most."""
        self.session.save(self.path)
        click.echo(click.style("\nThe end.", bold=True))
        for line in self.session.ending():
            click.echo(line)
        self.worst()
        click.echo(f"Kept in {self.path}; every decision: simlab coach {self.path}")

    def worst(self) -> None:
        """The costliest decisions, as the coach sees them; stopped from the keyboard, none."""
        from simlab.studies.coach.measure import marks_of, playing_on

        session = self.session
        line_up = playing_on(session.game, session.played.model(), session.line_up)
        click.echo("Looking for your costliest decisions (Ctrl-C to leave)...")
        try:
            marks = list(marks_of(session.record(), session.you, line_up, None, COACH_WORLDS))
        except KeyboardInterrupt:
            return
        costly = sorted((m for m in marks if m["loss"] > 0.0 and m["mixed"] is None), key=lambda mark: -mark["loss"])[:WORST]
        click.echo(f"All of your decisions ({len(marks)}) were the best found." if not costly else "The costliest first:")
        for mark in costly:
            better = "better was" if mark["settled"] else "perhaps better was"
            click.echo(with_suits(f"  round {mark['round']}: you chose {mark['played']}, {better} {mark['better']}: {cost(mark)} lost"))


def cost(mark: "Mark") -> str:
    """`4.1 points of the win (1.2 to 7.0)`."""
    times, unit = (100.0, "percentage points of the win") if mark["unit"] == "share" else (1.0, mark["unit"])
    loss, low, high = (f"{times * mark[name]:.1f}" for name in ("loss", "loss_low", "loss_high"))
    doubt = "" if mark["settled"] else "; it may have cost nothing"
    return f"{loss} {unit} ({low} to {high}{doubt})"
