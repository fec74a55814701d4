"""`simlab solve`: how should a game be played, so that nobody can take advantage of it?"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.knobs import rule_changes, table_rules
from simlab.commands.study import Workplace, conduct, usual_folder

if TYPE_CHECKING:
    from simlab.reports.study import Study

GAIN = "Stop when nobody can gain so much by knowing the strategy, in what the game is played for."


@click.command()
@click.argument("game")
@options.PLAYERS
@options.RULES
@options.GOAL
@click.option("--within", type=click.FloatRange(1e-9), default=1e-4, show_default=True, help=GAIN)
@click.option("--rounds", type=click.IntRange(1), default=50_000, show_default=True, help="Most rounds of regret.")
@options.out("Directory of the study")
@options.FRESH
@options.as_json("Print the study as JSON.")
@options.QUIET
def solve(game: str, players: int | None, rules: Sequence[str], goal: str | None, within: float, rounds: int, out: Path | None, fresh: bool,
          as_json: bool, quiet: bool) -> None:  # fmt: skip
    """Solve a small game exactly and keep the strategy as the policy `solved`. Example: simlab solve template --rules ranks=5"""
    from simlab.contract.catalogue import load
    from simlab.studies.solve.measure import SolveAsk
    from simlab.studies.solve.measure import solve as measure
    from simlab.studies.solve.page import solve_study, write_card

    found = load(game)
    table = table_rules(found, rule_changes(rules), players)
    ask = SolveAsk(found, table, goal, within, rounds)

    def make(at: Workplace) -> "Study":
        solution = measure(ask, at.folder, fresh=at.fresh, progress=None if at.quiet else at.progress)
        write_card(solution, at.folder)
        return solve_study(solution)

    question = [table.changed(), goal, within, rounds]
    crew: dict[str, Any] = {"threads": None, "backend": "threads", "scheduler": None}
    conduct(make, usual_folder("solve", game, question), out=out, as_json=as_json, quiet=quiet, fresh=fresh, **crew)
