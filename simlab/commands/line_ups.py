"""Who plays: policies named with commas between, those the user brings along, and who has the seats that nobody named."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from simlab.errors import InputError

if TYPE_CHECKING:
    from simlab.contract.game import Game
    from simlab.contract.knobs import Rules
    from simlab.contract.policy import Policy


def own_policies(game: "Game", policy_files: Sequence[str]) -> list["Policy"]:
    """Of `--policy-file`."""
    from simlab.players.registry import from_file

    return [from_file(game, spec) for spec in policy_files]


def policy_list(text: str) -> list[Any]:
    """Of `--policies`: `uniform, {name: equilibrium, alpha: 0.1}` as policies."""
    from simlab.scenarios.document import parse_value

    specs = parse_value(f"[{text}]", f"--policies {text}")
    for spec in specs:
        if not isinstance(spec, str | dict):
            raise InputError(f"--policies {text}: write names, or {{name: NAME, parameter: value}}, with commas between")
    if not specs:
        raise InputError("--policies: name at least one policy")
    return list(specs)


def player_at(policies: str | None, game: "Game", tables: Iterable["Rules"], policy_files: Sequence[str] = ()) -> str:
    """Who has all seats: the one named; else the one brought along; else the usual player, or another that can play these rules."""
    if policies is not None:
        return the_one(policies)
    if policy_files:
        return policy_files[0].rpartition(":")[2]
    from simlab.players.registry import usual_player

    return usual_player(game, *tables)


def the_one(policies: str) -> str:
    """Of `--policies`, where one policy has all seats."""
    if len(policy_list(policies)) > 1:
        raise InputError(f"--policies {policies}: here one policy plays at all seats; name one")
    return policies.strip()


def who_plays(name: str, game: "Game", policies: str | None) -> str:
    """`basic at all seats, the game's usual player`: for the output, so that nobody has to guess."""
    chosen = policies is None and name == game.usual_player
    return f"{name} at all seats" + (", the game's usual player (--policies names another)" if chosen else "")


def by_seat(policies: str | None, game: "Game", rules: "Rules", policy_files: Sequence[str] = ()) -> list[str]:
    """A policy for each seat: one for all, or as many as there are seats."""
    if policies is None:
        return [player_at(None, game, [rules], policy_files)] * rules.players
    specs = [spec if isinstance(spec, str) else spelled(spec) for spec in policy_list(policies)]
    if len(specs) not in (1, rules.players):
        raise InputError(f"{len(specs)} policies for {rules.players} players: name one for all, or one for each seat")
    return specs if len(specs) == rules.players else specs * rules.players


def spelled(spec: dict[str, Any]) -> str:
    """`{name: search, worlds: 8}`, as it is typed."""
    return "{" + ", ".join(f"{key}: {value}" for key, value in spec.items()) + "}"
