"""Every game as an environment of PettingZoo (AEC: one agent acts at a time).

    from simlab.adapters.pettingzoo import env
    table = env("template", {"ranks": 5}, seed=7)

An observation is the seat's view as a vector (`Vectors.names` says what each number is) and the mask of allowed actions. Rewards come
with the end of the game: what its players maximise, or the goal that is named. A game stopped by its cap is truncated.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise ImportError(f"{missing.name} is missing: pip install 'simlab[pettingzoo]'") from None

from simlab.adapters.vectors import Vectors, mask_of
from simlab.contract.catalogue import load
from simlab.contract.game import Game
from simlab.errors import IllegalAction, InputError
from simlab.masks import WIDTH
from simlab.play.table import Table

MODES = ("human", "ansi")


def env(game: str | Game, rules: Mapping[str, Any] | None = None, seed: int = 1, goal: str | None = None,
        render_mode: str | None = None) -> Any:  # fmt: skip
    """The environment with PettingZoo's usual wrappers, which tell misuse in words."""
    return wrappers.OrderEnforcingWrapper(Environment(game, rules, seed, goal, render_mode))


class Environment(AECEnv):  # type: ignore[misc]
    """One table of a game, dealt anew by each `reset`: game after game of a seed."""

    def __init__(self, game: str | Game, rules: Mapping[str, Any] | None = None, seed: int = 1, goal: str | None = None,
                 render_mode: str | None = None) -> None:  # fmt: skip
        if render_mode not in (None, *MODES):
            raise InputError(f"no render mode {render_mode!r} (there are: {', '.join(MODES)})")
        self.game = load(game) if isinstance(game, str) else game
        self.model = self.game.Rules.of(dict(rules or {}))
        self.goal, self.vectors = self.game.goal(goal, self.model), Vectors(self.game)
        self.seed, self.index, self.render_mode = seed, -1, render_mode
        self.metadata = {"render_modes": list(MODES), "name": f"simlab_{self.game.name}", "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.model.players)]
        low, high = self.vectors.bounds
        seen = spaces.Dict({"observation": spaces.Box(low, high), "action_mask": spaces.Box(0, 1, (WIDTH,), np.int8)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(WIDTH) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The next game of the seed, or the first one of another."""
        self.seed, self.index = (self.seed, self.index + 1) if seed is None else (seed, 0)
        self.table = Table(self.game, self.model, self.seed, self.index)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.seat]

    def step(self, action: int | None) -> None:
        """One action of the agent to act; None from one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self.table.allows(int(action)):
            raise IllegalAction(f"action {action} is not allowed for {agent} here: see the mask of its observation")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.table.apply(int(action))
        if self.table.over:
            self.pay()
        else:
            self.agent_selection = self.possible_agents[self.table.seat]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def pay(self) -> None:
        """The end of the game: rewards for all, who are asked once more for no action."""
        ends = self.truncations if self.table.tally.capped else self.terminations
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(self.table.tally[self.goal.column][seat]) / self.goal.scale
            ends[agent] = True

    def observe(self, agent: str) -> dict[str, Any]:
        view = self.table.view(self.possible_agents.index(agent))
        return {"observation": self.vectors.of(view), "action_mask": mask_of(int(view.legal))}

    def render(self) -> str | None:
        """What the agent to act sees, in words: printed, or returned as text."""
        text = str(self.game.text.table_text(self.table.view(), self.table.rules))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is kept open."""
