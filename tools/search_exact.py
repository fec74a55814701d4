"""How near `search` comes to the best response, exactly, in games small enough to be looked at whole; prints what docs/strength.md tells.

The tree is walked from every deal (`contract/chance.py`). Positions that a player cannot tell apart are met together: the best
response takes the best action there, the searcher is asked a few times. A player's knowledge is all it has seen and done.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simlab.contract.catalogue import load
from simlab.contract.chance import listed
from simlab.contract.game import Game
from simlab.contract.knobs import Rules
from simlab.contract.minds import forget
from simlab.play.seats import seated
from simlab.play.table import Table
from simlab.players.registry import make_player
from simlab.rng import KEY, set_key

Odds = dict[int, float]  # of actions
Choice = Callable[["Position"], Odds]


@dataclass
class Position:
    """A table with its probability (not counting the choices of the player whose worth is asked), and what each seat knows of it."""

    table: Table
    weight: float
    known: tuple[Any, Any] = ((), ())

    @property
    def seat(self) -> int:
        return self.table.seat

    @property
    def knowledge(self) -> Any:
        """Of the seat to act."""
        return (*self.known[self.seat], self.table.view().tobytes())

    def after(self, action: int, odds: float = 1.0) -> "Position":
        seat, knows = self.seat, (*self.knowledge, action)
        table = copy(self.table)
        table.state, table.actions, table.seen = self.table.state.copy(), list(self.table.actions), list(self.table.seen)
        table.apply(action)
        return Position(table, self.weight * odds, (knows, self.known[1]) if seat == 0 else (self.known[0], knows))


def roots(game: Game, rules: Rules) -> list[Position]:
    """Every deal."""
    return [Position(dealt(game, rules, deal), chance) for chance, deal in listed(game, rules)]


def dealt(game: Game, rules: Rules, deal: Any) -> Table:
    table = Table(game, rules, 1)
    assert game.chance is not None
    game.chance.set_deal(table.state, table.rules, deal)
    return table


# ---- what a seat wins


def best_response(positions: Iterable[Position], seat: int, rival: Choice) -> float:
    """What the seat wins at most against a rival whose chances at every choice are known."""
    paid, groups = meet(positions, seat, rival)
    for group in groups:
        paid += max(best_response([position.after(action) for position in group], seat, rival) for action in group[0].table.legal())
    return paid


def value(positions: Iterable[Position], seat: int, own: Choice, rival: Choice) -> float:
    """What the seat wins if it plays so."""
    paid, groups = meet(positions, seat, rival)
    for group in groups:
        for action, odds in own(group[0]).items():
            paid += odds * value([position.after(action) for position in group], seat, own, rival)
    return paid


def meet(positions: Iterable[Position], seat: int, rival: Choice) -> tuple[float, list[list[Position]]]:
    """Go on to the seat's next choice: what is paid before it, and the positions there, together what it cannot tell apart."""
    paid, groups = 0.0, dict[Any, list[Position]]()
    for position in positions:
        if position.table.over:
            paid += position.weight * float(position.table.state.payoff[seat])
        elif position.seat == seat:
            groups.setdefault(position.knowledge, []).append(position)
        else:
            more, others = meet([position.after(action, odds) for action, odds in rival(position).items()], seat, rival)
            paid += more
            for group in others:
                groups.setdefault(group[0].knowledge, []).extend(group)
    return paid, list(groups.values())


# ---- who chooses


def by_chance(position: Position) -> Odds:
    """`uniform`."""
    legal = position.table.legal()
    return dict.fromkeys(legal, 1.0 / len(legal))


@dataclass
class Asked:
    """A policy, asked so often at everything it can know; what it does at the same knowledge is kept."""

    game: Game
    rules: Rules
    spec: Mapping[str, Any]
    times: int = 1
    answers: dict[Any, Odds] = field(default_factory=dict)

    def __post_init__(self) -> None:
        player = make_player(self.game, self.spec, self.rules)
        self.act, (_, self.solved, self.minds) = player.act, seated([player] * 2)

    def __call__(self, position: Position) -> Odds:
        key = position.knowledge
        if key not in self.answers:
            self.answers[key] = self.ask(position.table, len(self.answers))
        return self.answers[key]

    def ask(self, table: Table, which: int) -> Odds:
        odds, key = Odds(), np.zeros(1, KEY)
        for k in range(self.times):
            set_key(key[0], which, k)
            forget(self.minds, key[0], 2)
            action = table.ask([self.act] * 2, self.solved, self.minds)
            odds[action] = odds.get(action, 0.0) + 1.0 / self.times
        return odds


def gains(game: Game, rules: Rules, own: Choice, rival: Choice) -> tuple[float, float]:
    """Chips a game in either seat by turns: of the player, and of the best response."""
    deals = roots(game, rules)
    reached = np.mean([value(deals, seat, own, rival) for seat in range(2)])
    best = np.mean([best_response(deals, seat, rival) for seat in range(2)])
    return float(reached), float(best)


# ---- the figures


CERTAIN = {"name": "search", "worlds": 256, "beliefs": 16, "doubt": 0.001}  # as good as exact beliefs


def main() -> None:
    for name, rival, words in rivals():
        game, rules, reply = load(name), load(name).Rules(), policy_of(name, rival)
        own = Asked(game, rules, {**CERTAIN, **words}, times=3)
        reached, best = gains(game, rules, own, reply)
        print(f"{name:9} {words}: {reached:.3f} of {best:.3f} chips, {reached / best:.1%}", flush=True)
    for name in ("template", "leduc"):
        for mixed in (0, 1):
            game, rules = load(name), load(name).Rules()
            taken = Asked(game, rules, {"name": "search", "mixed": mixed}, times=40)
            print(f"{name:9} mixed {mixed}: the best response wins {gains(game, rules, taken, taken)[1]:.3f} chips", flush=True)


def rivals() -> list[tuple[str, str, dict[str, Any]]]:
    """Game, rival, and what the searcher is told of it."""
    plain = [("template", rival, {"others": rival}) for rival in ("honest", "always_bet", "uniform")]
    leduc = [("leduc", rival, {"others": rival, **more}) for more in ({}, {"second": "tight"}) for rival in ("tight", "loose", "uniform")]
    return [*plain, *leduc]


def policy_of(game: str, name: str) -> Choice:
    return by_chance if name == "uniform" else Asked(load(game), load(game).Rules(), {"name": name})


if __name__ == "__main__":
    sys.exit(main())
