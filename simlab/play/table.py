"""One game at Python speed, for people, Python policies and tests: look, choose by name or number, go on."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from simlab.contract.duplicate import open_game
from simlab.contract.game import Game
from simlab.contract.knobs import Rules
from simlab.contract.minds import wake
from simlab.errors import IllegalAction, nearest
from simlab.jit import JIT, copied, new, sealed, whole_number
from simlab.masks import can, first, members, single
from simlab.rng import KEY


class Table:
    """A game under way. `rules` is the model or its kernel record."""

    def __init__(self, game: Game, rules: Any, seed: int, index: int = 0) -> None:
        self.game = game
        self.rules = rules.lower() if isinstance(rules, Rules) else rules
        self.seed, self.index = seed, index
        self.actions: list[int] = []
        self.seen: list[tuple[Any, int]] = []  # choices of this round: the state before each, and the action
        self.state = new(game.engine.STATE)
        self.key = new(KEY)
        open_game(self.key, seed, index)
        game.engine.reset(self.state, self.rules, self.key)

    @property
    def over(self) -> bool:
        return bool(self.state.over)

    @property
    def seat(self) -> int:
        return int(self.state.seat)

    @property
    def tally(self) -> Any:
        return self.state.tally

    def view(self, seat: int | None = None) -> Any:
        """What a seat may know; the seat to act by default."""
        view = new(self.game.engine.VIEW)
        self.game.engine.observe(self.state, self.rules, self.seat if seat is None else seat, view)
        return view

    def legal(self) -> list[int]:
        return members(int(self.game.engine.legal(self.state, self.rules)))

    def names(self) -> dict[int, str]:
        """The legal actions by number, in words."""
        view = self.view()
        return {action: self.game.text.action_name(view, self.rules, action) for action in self.legal()}

    def allows(self, action: int) -> bool:
        return bool(can(np.int64(self.game.engine.legal(self.state, self.rules)), int(action)))

    def apply(self, action: int) -> None:
        """One legal action, by number, unchecked."""
        self.actions.append(int(action))
        now = int(self.state.round)
        if not single(np.int64(self.state.legal)):
            self.seen.append((copied(self.state), int(action)))
        self.game.engine.step(self.state, self.rules, int(action))
        if int(self.state.round) != now:
            self.seen = []

    def play(self, action: int | str) -> None:
        """One action by number or name; an illegal one is refused by name."""
        if self.over:
            raise IllegalAction("the game is over")
        names = self.names()
        number = next((n for n, name in names.items() if name == action), action)
        if isinstance(number, str) and number.strip().lstrip("-").isdigit():
            number = int(number)
        if not isinstance(number, int) or number not in names:
            raise IllegalAction(f"{action!r} is not legal for seat {self.seat} here{nearest(action, names.values())}")
        self.apply(number)

    def ask(self, policies: Sequence[Callable[..., Any]], table: Any, minds: Any, rotation: int = 0) -> int:
        """What the policy of the seat to act chooses; a point with one action is played without asking."""
        if int(minds[0]["round"]) != int(self.state.round):
            wake(minds, int(self.rules.players), int(self.state.round))
        if single(np.int64(self.state.legal)):
            return int(first(np.int64(self.state.legal)))
        place = (self.seat - rotation) % int(self.rules.players)
        policy = policies[place]
        if hasattr(policy, "tell"):  # it watches: see notes.py
            policy.tell(self.seen, self.seat, self.rules, minds[place], table)
        if JIT and not getattr(policy, "python", False):
            return int(policy(self.view(), self.rules, minds[place], table))
        return whole_number(policy(sealed(self.view()), sealed(self.rules), minds[place], table))

    def undo(self) -> None:
        """Take back the last action: the game is replayed up to it."""
        again = Table(self.game, self.rules, self.seed, self.index)
        for action in self.actions[:-1]:
            again.apply(action)
        self.state, self.actions, self.seen = again.state, again.actions, again.seen
