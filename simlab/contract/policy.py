"""A policy as data: `policy(view, rules, me, table) -> action`, its parameters, and what it is known to be."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Param:
    """A number by which a policy can be set up."""

    name: str
    default: float
    doc: str
    low: float = -1e9
    high: float = 1e9


@dataclass(frozen=True)
class Role:
    """Another policy by whose name a policy can be set up."""

    name: str
    doc: str
    also: tuple[str, ...] = ()  # words that are no policy, and allowed


@dataclass(frozen=True)
class Policy:
    """A player: compiled function, its parameters in the order of `me.params`, and what it is known to be."""

    name: str
    act: Any  # the compiled function
    doc: str
    params: tuple[Param, ...] = ()
    fits: Callable[[Any], str] = field(default=lambda rules: "")  # a sentence when these rules are not for it
    table: Callable[[Any], np.ndarray[Any, Any]] | None = None  # builds its solved strategy for given rules
    roles: tuple[Role, ...] = ()  # policies it is set up with
    data: Callable[[Any, Any], str] | None = None  # checksum of the file it plays by, of a game under given rules, where there is one
    make: Callable[..., Any] | None = None  # makes the player, where that takes more: (game, rules, settings, make a player by name)
