"""Every game as a game of OpenSpiel, with its rules as parameters.

    from simlab.adapters import openspiel
    openspiel.register()
    game = pyspiel.load_game("simlab_template(ranks=5)")

The root is chance. A game that lists its deals (`contract/chance.py`) has each of them there, so that OpenSpiel's exact algorithms give
exact answers. Of any other game there are as many deals as `worlds` says, drawn by `seed`, each as likely: a sample of the game. All
that follows are decisions. Information states are the views of a player at its own decisions and what it did there: perfect recall.
"""

import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any

import numpy as np

try:
    import pyspiel
except ImportError as missing:
    raise ImportError(f"{missing.name} is missing: pip install 'simlab[openspiel]'") from None

from simlab.adapters.vectors import Vectors
from simlab.contract.catalogue import load, titles
from simlab.contract.chance import actions, dealt, endings, fresh, listed
from simlab.contract.game import Game
from simlab.contract.goals import Goal
from simlab.contract.knobs import Rules
from simlab.errors import InputError, RulesError
from simlab.masks import WIDTH
from simlab.scenarios.document import parse_value

Params = dict[str, Any]

PREFIX = "simlab_"
OURS: Params = {"goal": "", "seed": 1, "worlds": 1000}  # parameters that are no knobs
MOST_ENDS = 200_000  # a game with more of them is not walked through beforehand
MOST_ACTIONS = 200_000  # of a game that is not


def register(*names: str) -> None:
    """Let OpenSpiel know these games, or all that there are, as `simlab_NAME`."""
    for name in names or titles():
        if PREFIX + name not in pyspiel.registered_names():
            # a class of its own: OpenSpiel lets go of what it was given after Python has ended, which only a class survives
            pyspiel.register_game(kind_of(load(name)), type(f"SpielGame_{name}", (SpielGame,), {"NAME": name}))


def kind_of(game: Game, utility: Any = None) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    sizes = game.table_sizes()
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility or pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=sizes[-1],
        min_num_players=sizes[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=OURS | {name: plain(value) for name, value in game.Rules().plain().items()},
    )


def plain(value: Any) -> Any:
    """A knob as OpenSpiel can hold it: lists and mappings as text, `[pair;flush]`, for a comma ends a parameter; the word 14 as `'14'`."""
    if isinstance(value, str):
        return f"'{value}'" if value.replace(".", "").isdigit() else value
    return value if isinstance(value, bool | int | float) else json.dumps(value, separators=(";", ": ")).replace('"', "")


def read(value: Any, name: str) -> Any:
    """The knob again."""
    return parse_value(value.replace(";", ","), f"{name}={value}") if isinstance(value, str) else value


def changes(game: Game, params: Params) -> Params:
    """Knobs that parameters move away from their default."""
    usual = {name: plain(value) for name, value in game.Rules().plain().items()}
    given = {name: value for name, value in params.items() if name in usual and value != usual[name]}
    return {name: read(value, name) for name, value in given.items()}


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of simlab, as OpenSpiel loads it."""

    NAME = ""

    def __init__(self, params: Params | None = None) -> None:
        game, asked = load(self.NAME), OURS | (params or {})
        self.setup = setup_of(self.NAME, changes(game, asked), asked["goal"], asked["seed"], asked["worlds"])
        super().__init__(kind_of(game, self.setup.tree.utility), self.setup.info(), params or {})

    def new_initial_state(self) -> "SpielState":
        return SpielState(self, self.setup)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        if params:
            raise InputError(f"an observation has no parameters (given: {params})")
        return Observer(self.setup, bool(iig_obs_type and iig_obs_type.perfect_recall))


@dataclass(frozen=True)
class Tree:
    """How far a game reaches: known exactly where all its ends were seen."""

    least: float
    most: float
    actions: int
    longest: int
    utility: Any


@dataclass(frozen=True, eq=False)
class Setup:
    """A game under its rules, shared by all its states: copies of a state do not copy it, and files of one hold its names."""

    game: Game
    rules: Rules
    goal: Goal
    seed: int
    worlds: int

    def __deepcopy__(self, memo: Any) -> "Setup":
        return self

    def __reduce__(self) -> Any:
        return setup_of, (self.game.name, self.rules.changed(), self.goal.name, self.seed, self.worlds)

    @cached_property
    def lowered(self) -> Any:
        """The rules as kernels read them."""
        return self.rules.lower()

    @cached_property
    def vectors(self) -> Vectors:
        return Vectors(self.game)

    @cached_property
    def deals(self) -> list[tuple[float, Any]] | None:
        """Every deal, where they are listed."""
        try:
            return listed(self.game, self.rules) if self.game.chance else None
        except RulesError:
            return None

    @property
    def chances(self) -> list[float]:
        return [chance for chance, _ in self.deals] if self.deals else [1.0 / self.worlds] * self.worlds

    def begin(self, outcome: int) -> Any:
        """A game as chance deals it."""
        if self.deals:
            return dealt(self.game, self.lowered, self.deals[outcome][1], self.seed)
        return fresh(self.game, self.lowered, self.seed, outcome)

    def ends(self, state: Any) -> list[float]:
        """What every seat ends with."""
        return [float(value) / self.goal.scale for value in state.tally[self.goal.column][: self.rules.players]]

    @cached_property
    def tree(self) -> Tree:
        if not self.deals:
            return self.unseen()
        every = (end for outcome in range(len(self.deals)) for end in endings(self.game, self.lowered, self.begin(outcome)))
        seen = list(islice(((made, self.ends(work[0])) for made, work in every), MOST_ENDS + 1))
        if len(seen) > MOST_ENDS:
            return self.unseen()
        results = np.array([ends for _, ends in seen])
        is_zero = bool(np.all(results.sum(axis=1) == 0.0))
        utility = pyspiel.GameType.Utility.ZERO_SUM if is_zero else pyspiel.GameType.Utility.GENERAL_SUM
        return Tree(float(results.min()), float(results.max()), WIDTH, max(made for made, _ in seen), utility)

    def unseen(self) -> Tree:
        """What is true of every game: no seat ends with more than its column holds."""
        kind = np.iinfo(self.game.engine.OUTCOME[self.goal.column].base)
        least, most = (0.0, 1.0) if self.goal.is_share else (float(kind.min), float(kind.max))
        return Tree(least, most, WIDTH, MOST_ACTIONS, pyspiel.GameType.Utility.GENERAL_SUM)

    def info(self) -> Any:
        tree = self.tree
        whole = {"utility_sum": 0.0} if tree.utility == pyspiel.GameType.Utility.ZERO_SUM else {}
        return pyspiel.GameInfo(
            num_distinct_actions=tree.actions,
            max_chance_outcomes=len(self.chances),
            num_players=self.rules.players,
            min_utility=tree.least,
            max_utility=tree.most,
            max_game_length=tree.longest,
            **whole,
        )


@lru_cache(maxsize=64)
def kept_setup(name: str, rules: str, goal: str, seed: int, worlds: int) -> Setup:
    game = load(name)
    model = game.Rules.of(json.loads(rules))
    return Setup(game, model, game.goal(goal or None, model), seed, worlds)


def setup_of(name: str, rules: Params, goal: str, seed: int, worlds: int) -> Setup:
    """The same question, the same setup."""
    return kept_setup(name, json.dumps(rules, sort_keys=True), goal, seed, worlds)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A point of a game. What players did and saw at their own decisions is kept beside the record."""

    def __init__(self, game: SpielGame, setup: Setup) -> None:
        super().__init__(game)
        self.setup = setup
        self.work: Any = None  # the game's own record, as an array of one; nothing before the deal
        self.turn = int(pyspiel.PlayerId.CHANCE)  # who acts: kept, for it is asked for more often than anything else
        self.memory: tuple[str, ...] = ("",) * setup.rules.players  # text, which copies of a state share

    @property
    def record(self) -> Any:
        return self.work[0]

    def current_player(self) -> int:
        return self.turn

    def is_terminal(self) -> bool:
        return bool(self.turn == pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return actions(self.record) if player == self.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(self.setup.chances))

    def _apply_action(self, action: int) -> None:
        if self.work is None:
            self.work = self.setup.begin(action)
        else:
            seen = f"{self.recall(self.turn)}:{action}/"
            self.memory = (*self.memory[: self.turn], seen, *self.memory[self.turn + 1 :])
            self.setup.game.engine.step(self.record, self.setup.lowered, action)
        state = self.record
        self.turn = int(pyspiel.PlayerId.TERMINAL if state.over else state.seat)

    def view(self, seat: int) -> Any:
        """What a seat may know now."""
        found = np.zeros(1, self.setup.game.engine.VIEW)
        if self.work is not None:
            self.setup.game.engine.observe(self.record, self.setup.lowered, seat, found[0])
        return found[0]

    def recall(self, seat: int) -> str:
        """All that a seat has seen and done at its own decisions, and what it sees now."""
        return f"{self.memory[seat]}{self.view(seat).tobytes().hex()}"

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self.setup.deals[action][1] if self.setup.deals else action}"
        return str(self.setup.game.text.action_name(self.view(player), self.setup.lowered, action))

    def returns(self) -> list[float]:
        return self.setup.ends(self.record) if self.is_terminal() else [0.0] * self.setup.rules.players

    def __str__(self) -> str:
        if self.work is None:
            return "before the deal"
        return "over" if self.is_terminal() else str(self.setup.game.text.table_text(self.view(self.turn), self.setup.lowered))


class Observer:
    """What a player sees: its view as a vector and as text; with perfect recall, as text, all that it saw and did."""

    def __init__(self, setup: Setup, recalls: bool) -> None:
        self.setup, self.recalls = setup, recalls
        self.tensor = np.zeros(len(setup.vectors.names), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = self.setup.vectors.of(state.view(player))

    def string_from(self, state: SpielState, player: int) -> str:
        return state.recall(player) if self.recalls else state.view(player).tobytes().hex()
