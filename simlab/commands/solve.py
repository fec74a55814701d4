"""`simlab solve`: how should a game be played, so that nobody can take advantage of it?"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.knobs import knobs, table_rules
from simlab.commands.study import Workplace, conduct, usual_folder
from simlab.errors import InputError

if TYPE_CHECKING:
    from simlab.contract.game import Game
    from simlab.contract.knobs import Rules
    from simlab.reports.study import Study

    Make = Callable[[Workplace], Study]

GAIN = "Stop when nobody can gain so much by knowing the strategy, in what the game is played for."
DEALS = "Random deals to learn from, of a game too large to be looked at whole."


@click.command()
@options.GAME
@options.PLAYERS(without=options.USUAL_SEATS)
@options.RULES()
@options.GOAL(without="what the game's players maximise")
@click.option("--within", type=options.Amount(1e-9), default=1e-4, show_default=True, help=GAIN)
@options.ROUNDS(50_000)
@click.option("--deals", type=click.IntRange(100), default=2_000_000, show_default=True, help=DEALS)
@options.SEED(1)
@options.OUT(without="reports/NAME")
@options.SHOWN
def solve(game: str, players: int | None, rules: Sequence[str], goal: str | None, within: float, rounds: int, deals: int, seed: int,
          **kept: Any) -> None:  # fmt: skip
    """Find a strategy that nobody can take advantage of, kept as the policy `solved`. Example: simlab solve template --rules ranks=5"""
    from simlab.contract.catalogue import load

    found, given = load(game), knobs(rules)
    if found.chance is not None:
        table = table_rules(found, given, players)
        make, question = exactly(found, table, goal, within, rounds), [table.changed(), goal, within, rounds]
    else:
        refuse_goal(game, goal)
        own = found.abstraction.rules if found.abstraction else {}
        table = table_rules(found, {**own, **given}, players)
        make, question = in_buckets(found, table, deals, seed), [table.changed(), deals, seed]
    crew: dict[str, Any] = {"threads": None, "backend": "threads", "scheduler": None}
    conduct(make, usual_folder("solve", game, question), **kept, **crew)


def refuse_goal(game: str, goal: str | None) -> None:
    if goal is not None:
        raise InputError(f"--goal is for games that are looked at whole; {game} is solved for what its players maximise")


def exactly(game: "Game", rules: "Rules", goal: str | None, within: float, rounds: int) -> "Make":
    """The whole game."""
    from simlab.studies.solve.measure import SolveAsk
    from simlab.studies.solve.measure import solve as measure
    from simlab.studies.solve.page import solve_study, write_card

    def make(at: Workplace) -> "Study":
        ask = SolveAsk(game, rules, goal, within, rounds)
        solution = measure(ask, at.folder, fresh=at.fresh, progress=None if at.quiet else at.progress)
        write_card(solution, at.folder)
        return solve_study(solution)

    return make


def in_buckets(game: "Game", rules: "Rules", deals: int, seed: int) -> "Make":
    """The choices that the game has buckets for."""
    from simlab.studies.solve.sampled import SampleAsk, solve_sampled
    from simlab.studies.solve.sampled_page import sampled_study

    def make(at: Workplace) -> "Study":
        ask = SampleAsk(game, rules, deals, seed)
        return sampled_study(solve_sampled(ask, at.folder, fresh=at.fresh, progress=None if at.quiet else at.progress))

    return make
