"""`simlab effects`: what does a card do beyond being held, on the same deals with it and without?

Which cards act, and when, is the game's own affair: a game that has such cards declares the study `effects`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.game_studies import games_with
from simlab.commands.knobs import rule_changes
from simlab.commands.study import Workplace, conduct, usual_folder
from simlab.errors import InputError

if TYPE_CHECKING:
    from simlab.reports.study import Study
    from simlab.studies.effects import EffectsStudy


@click.command()
@click.argument("game")
@options.POLICY
@options.TAKES_PART
@options.table(None, "card and window of fortune (20,000 without it); of arcana, all games (10,000)")
@options.STUDY
def effects(game: str, policy: str | None, policy_files: Sequence[str], players: int | None, rules: Sequence[str], rollouts: int | None,
            seed: int, **kept: Any) -> None:  # fmt: skip
    """Say what each Arcana of fortune, or each suit laid in arcana, does on the same deals. Example: simlab effects arcana --players 2"""
    from simlab.contract.catalogue import load
    from simlab.studies.ask import Ask

    found, given = load(game), rule_changes(rules)
    effects_of: EffectsStudy | None = found.study("effects")
    if effects_of is None:
        having = " and ".join(games_with("effects"))
        raise InputError(f"{game} has no cards that can be forced into a round or act when laid: effects is for {having}")
    who = policy if policy is not None else found.usual_player  # the study alone knows by which rules it plays
    games = rollouts or effects_of.rollouts
    ask = Ask(game, who, players, given, games, seed, tuple(policy_files))

    def make(at: Workplace) -> "Study":
        return effects_of.make(ask, at.folder, **at.playing)

    conduct(make, usual_folder("effects", game, [who, players, list(rules), games, seed]), **kept)
