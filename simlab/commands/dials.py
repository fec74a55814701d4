"""`simlab dials`: which knobs of the rules matter, and for what?"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.knobs import rule_changes, table_rules
from simlab.commands.line_ups import player_at
from simlab.commands.study import Workplace, conduct, usual_folder

if TYPE_CHECKING:
    from simlab.contract.game import Game
    from simlab.contract.knobs import Rules
    from simlab.reports.study import Study

WHO = "Who plays, at all seats; without it the game's usual player, or `uniform` where that one cannot play every step."


@click.command()
@click.argument("game")
@click.option("--policy", help=WHO)
@click.option("--metrics", metavar="A,B,...", help="Outcome columns that are looked at; without it the goal, rounds and decisions.")
@options.TAKES_PART
@options.GOAL
@options.table(20_000, "step")
@options.STUDY
def dials(game: str, policy: str | None, metrics: str | None, policy_files: Sequence[str], players: int | None, rules: Sequence[str],
          rollouts: int, seed: int, goal: str | None, **kept: Any) -> None:  # fmt: skip
    """Move every knob one step either way: which matter for what? Example: simlab dials template --policy honest"""
    from simlab.contract.catalogue import load
    from simlab.studies.ask import Ask
    from simlab.studies.dials.measure import dials as measure
    from simlab.studies.dials.page import dials_study

    found, given = load(game), rule_changes(rules)
    who = player_at(policy, found, rules_by_step(found, table_rules(found, given, players)))
    ask = Ask(game, who, players, given, rollouts, seed, tuple(policy_files), goal=goal)
    names = None if metrics is None else [name.strip() for name in metrics.split(",") if name.strip()]

    def make(at: Workplace) -> "Study":
        return dials_study(measure(ask, at.folder, metrics=names, **at.playing))

    conduct(make, usual_folder("dials", game, [who, players, list(rules), names, seed, goal]), **kept)


def rules_by_step(game: "Game", rules: "Rules") -> Iterator["Rules"]:
    """The rules as they stand, and after every step that they allow."""
    from simlab.studies.dials.steps import steps

    yield rules
    for step in steps(game, rules, [])[0]:
        yield game.Rules.of({**rules.changed(), **step.rules})
