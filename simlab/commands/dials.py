"""`simlab dials`: which knobs of the rules matter, and for what?"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.knobs import knobs, table_rules
from simlab.commands.line_ups import player_at, who_plays
from simlab.commands.study import Workplace, conduct, usual_folder
from simlab.errors import InputError

if TYPE_CHECKING:
    from simlab.contract.game import Game
    from simlab.contract.knobs import Rules
    from simlab.reports.study import Study


@click.command()
@options.GAME
@options.POLICIES(without=options.USUAL_PLAYER)
@options.METRICS(without="the goal, rounds and decisions")
@options.POLICY_FILE()
@options.ALSO()
@click.option("--pairs", type=click.IntRange(2, 20), metavar="N", help="Which of the N strongest knobs work together, two at a time?")
@options.GOAL(without="what the game's players maximise")
@options.table(20_000)
@options.STUDY
def dials(game: str, policies: str | None, metrics: str | None, policy_files: Sequence[str], players: int | None, rules: Sequence[str],
          games: int, seed: int, goal: str | None, also: Sequence[str], pairs: int | None, **kept: Any) -> None:  # fmt: skip
    """Move every knob one step either way: which matter for what? Example: simlab dials template --policies honest"""
    from simlab.contract.catalogue import load
    from simlab.studies.ask import Ask
    from simlab.studies.dials.measure import dials as measure
    from simlab.studies.dials.page import dials_study
    from simlab.studies.dials.pairs import pairs as measure_pairs
    from simlab.studies.dials.pairs_page import pairs_study

    found, given = load(game), knobs(rules)
    who = player_at(policies, found, rules_by_step(found, table_rules(found, given, players)), policy_files)
    ask = Ask(game, who, players, given, games, seed, tuple(policy_files), goal=goal)
    names = None if metrics is None else [name.strip() for name in metrics.split(",") if name.strip()]

    def make(at: Workplace) -> "Study":
        if pairs is not None:
            return pairs_study(measure_pairs(ask, at.folder, pairs, metrics=names, **at.playing))
        return dials_study(measure(ask, at.folder, metrics=names, also=also, **at.playing))

    if pairs is not None and also:
        raise InputError("--pairs and --also do not go together: ask for one of them")
    asked = [who, players, list(rules), names, seed, goal, *([list(also)] if also else []), *([pairs] if pairs else [])]
    conduct(make, usual_folder("dials", game, asked), who=who_plays(who, found, policies), **kept)


def rules_by_step(game: "Game", rules: "Rules") -> Iterator["Rules"]:
    """The rules as they stand, and after every step that they allow."""
    from simlab.studies.dials.steps import steps

    yield rules
    for step in steps(game, rules, [])[0]:
        yield game.Rules.of({**rules.changed(), **step.rules})
