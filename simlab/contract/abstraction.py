"""What a game may tell a solver that cannot look at it whole: which choices are solved, and which situations count as one there.

    bucket(view, rules) -> int64    a number for what a seat sees, the same for all that is to be played alike; negative where this
                                    choice is not solved and `base` makes it
    choices(view, rules) -> int64   the legal actions that are thought about there, as a mask: the fewer, the sooner it is solved

Situations with other legal actions are never taken together, whatever the bucket. The strategy that comes out may be shipped in the
game's folder (`solved.npz`): it plays as the policy `solved` under the rules it was solved for, and where only `free` knobs differ.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from simlab.contract.choices import all_legal


@dataclass(frozen=True)
class OwnSolver:
    """A game's own way to learn how its buckets are played (its study `solve`), where more is known of it than that it can be played."""

    fits: Callable[[Any], bool]  # can it, by these rules?
    begin: Callable[..., Any]  # (rules, base player, seed, deals) -> who learns, see `studies/solve/sampled.py`
    rounds: Callable[[int], int]  # of learning, from so many deals
    method: str  # in a few words


@dataclass(frozen=True)
class Abstraction:
    """Buckets of views, who makes the other choices, and the rules that are solved."""

    bucket: Callable[..., Any]  # compiled
    base: str  # the policy that makes the choices without a bucket
    words: Callable[[int], str]  # a bucket for people
    actions: Mapping[int, str]  # the actions of choices with a bucket, in words
    rules: Mapping[str, Any] = field(default_factory=dict)  # knobs of what is solved, beside the defaults
    free: tuple[str, ...] = ()  # knobs that may be otherwise where the strategy is played
    choices: Callable[..., Any] = all_legal  # compiled
    base_deals: float = 0.0  # part of the deals in which a seat learns from others who play as `base`: it takes more from them then

    def covers(self, rules: Any, solved: Mapping[str, Any]) -> bool:
        """May a strategy solved by those rules (as plain data) play by these?"""
        asked = rules.plain()
        return all(name in self.free or asked[name] == value for name, value in solved.items())

    def solves(self, rules: Any) -> bool:
        """Are the rules of the kind that is solved, at whatever table? Else a deal may be longer than can be tried out."""
        asked = rules.plain()
        return all(asked[name] == value for name, value in self.rules.items() if name != "players")
