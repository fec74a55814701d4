"""Who plays: policies that the user brings along, and who has the seats that nobody named."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simlab.contract.game import Game
    from simlab.contract.knobs import Rules
    from simlab.contract.policy import Policy


def own_policies(game: "Game", policy_files: Sequence[str]) -> list["Policy"]:
    """Of `--policy-file`."""
    from simlab.players.registry import from_file

    return [from_file(game, spec) for spec in policy_files]


def player_at(policy: str | None, game: "Game", tables: Iterable["Rules"]) -> str:
    """The policy named; else the game's usual player where it can play by all these rules, and `uniform` where it cannot."""
    from simlab.players.registry import UNIFORM, usual_player

    if policy is not None:
        return policy
    fits = all(usual_player(game, rules) == game.usual_player for rules in tables)
    return game.usual_player if fits else UNIFORM.name
