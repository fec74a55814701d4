"""`simlab effects`: what does a card do beyond being held, on the same deals with it and without?

Which cards act, and when, is the game's own affair: a game that has such cards declares the study `effects`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.game_studies import games_with
from simlab.commands.knobs import knobs
from simlab.commands.line_ups import player_at, who_plays
from simlab.commands.study import Workplace, conduct, usual_folder
from simlab.errors import InputError

if TYPE_CHECKING:
    from simlab.reports.study import Study
    from simlab.studies.effects import EffectsStudy


@click.command()
@options.GAME
@options.POLICIES(without=options.USUAL_PLAYER)
@options.POLICY_FILE()
@options.table(None, "10,000 of arcana, 20,000 of fortune")
@options.STUDY
def effects(game: str, policies: str | None, policy_files: Sequence[str], players: int | None, rules: Sequence[str], games: int | None,
            seed: int, **kept: Any) -> None:  # fmt: skip
    """Say what each Arcana of fortune, or each suit laid in arcana, does on the same deals. Example: simlab effects arcana --players 2"""
    from simlab.contract.catalogue import load
    from simlab.studies.ask import Ask

    found, given = load(game), knobs(rules)
    effects_of: EffectsStudy | None = found.study("effects")
    if effects_of is None:
        having = " and ".join(games_with("effects"))
        raise InputError(f"{game} has no cards that can be forced into a round or act when laid: effects is for {having}")
    who = player_at(policies, found, (), policy_files)  # the study alone knows by which rules it plays
    count = games or effects_of.rollouts
    ask = Ask(game, who, players, given, count, seed, tuple(policy_files))

    def make(at: Workplace) -> "Study":
        return effects_of.make(ask, at.folder, **at.playing)

    conduct(make, usual_folder("effects", game, [who, players, list(rules), count, seed]), who=who_plays(who, found, policies), **kept)
