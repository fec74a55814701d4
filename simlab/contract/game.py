"""A game declared whole. `GAME` stands in the `game.py` of a game's folder and names every part; what is absent is None or empty.

    rules.py      VERSION, Rules, COLUMNS (and ROUND_COLUMNS), OUTCOME, RULES, STATE, VIEW, enums
    engine.py     reset(state, rules, key)           set up and deal; `state` comes as zeros
                  legal(state, rules) -> int64       bit a set = action a allowed
                  step(state, rules, action)         one action and all that follows by itself
    view.py       observe(state, rules, seat, view)  copy what this seat may know; writes every field of `view`
                  imagine(view, rules, me, state)    a random world this view cannot tell from the real one; `state` comes as zeros
    text.py       action_name(view, rules, action), table_text(view, rules): for people; where the cards in that text do not say
                  enough, table_drawing(view, rules) -> [("your hand", ["As", "*Kd", "?"]), ...]: what a page draws (* face down)
    policies.py   POLICIES: rule-of-thumb players, `policy(view, rules, me, table) -> action`

`engine` re-exports the records of `rules` and the two functions of `view`, so that drivers reach all of a game through that one
module. These parts are needed to play; the others add answers, and every command has one without them.

Parts that stand on a higher floor (players that search, studies with pages) are named by `Later` and imported when they are first
asked for: loading a game for its engine imports no solver and no chart.
"""

import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from simlab.contract.abstraction import Abstraction
from simlab.contract.charts import GameChart
from simlab.contract.choices import choices_of
from simlab.contract.columns import Column
from simlab.contract.courses import Course
from simlab.contract.goals import Goal, can_be_goal, goal_of
from simlab.contract.knobs import Rules
from simlab.contract.policy import Policy
from simlab.contract.questions import Questions
from simlab.contract.searching import Searching
from simlab.errors import GameError, InputError, UnknownName

FUNCTIONS = ("reset", "legal", "step", "observe", "imagine")
RECORDS = ("RULES", "STATE", "VIEW", "OUTCOME")
COMMON_COLUMNS = ("win", "decisions", "rounds", "capped")


@dataclass(frozen=True)
class Later:
    """A part of a game that is imported when it is first asked for: module in the game's folder, and name in it."""

    module: str
    name: str


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A game with all its parts."""

    package: str  # where its folder is, as `simlab.games.template`
    name: str = ""  # as people write it; the last part of `package` without it
    rules: types.ModuleType
    engine: types.ModuleType
    text: types.ModuleType
    policies: tuple[Policy, ...]  # rules of thumb
    payoff: str | Callable[[Any], str] = "win"  # the outcome column, by seat, that players maximise; told from the rules where they decide
    usual: str = ""  # who plays unless somebody else is named; the last of `policies` without it
    audit: types.ModuleType | None = None  # books written from the specification, for the conformance check
    chance: types.ModuleType | None = None  # every deal with its probability, where they can be listed: see contract/chance.py
    order: Callable[..., Any] | str | Path | None = None  # which hand beats which: by the ranking knobs, a known name, or a file beside it
    questions: Questions | None = None  # hands and situations asked about in words
    courses: tuple[Course, ...] = ()  # what can be followed through a game
    decisions: tuple[types.ModuleType, ...] = ()  # decisions between kinds of action, the usual one first
    standing: Callable[[Any], Any] | None = None  # points or chips by seat, in a state; none where there are none before the end
    searching: Searching = field(default_factory=Searching)  # what helps the player that searches
    duplicates: bool = False  # whether its deals go to other seats when they are asked to: see contract/duplicate.py
    abstraction: Abstraction | None = None  # situations that count as one, where the game is too large to be solved whole
    charts: tuple[GameChart, ...] = ()  # of its own outcome columns
    colour: int = 0  # its place in the palette of reports
    players: Later | None = None  # strong players
    probes: Later | None = None  # players made to answer one question: nobody's rivals
    studies: Mapping[str, Later] = field(default_factory=dict)  # what only this game asks, by name of the command

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name or self.package.rpartition(".")[2])

    @property
    def title(self) -> str:
        return (import_module(self.package).__doc__ or self.name).strip().splitlines()[0].rstrip(".")

    @property
    def Rules(self) -> type[Rules]:
        return self.rules.Rules  # type: ignore[no-any-return]

    @property
    def columns(self) -> tuple[Column, ...]:
        return tuple(self.rules.COLUMNS)

    @property
    def round_columns(self) -> tuple[Column, ...]:
        return tuple(getattr(self.rules, "ROUND_COLUMNS", ()))

    @property
    def version(self) -> int:
        return int(self.rules.VERSION)

    @property
    def usual_player(self) -> str:
        return self.usual or self.policies[-1].name

    @property
    def decision_goals(self) -> tuple[Goal, ...]:
        """What the game itself judges single actions by, the usual goal first."""
        return self.questions.goals if self.questions else (self.goal("payoff"),)

    def decision_goal(self, name: str | None, rules: Any, known: Iterable[str] = ()) -> Goal:
        """As `goal`, for single actions: the game may have narrowed it to the round under way."""
        own = {goal.name: goal for goal in self.questions.goals} if self.questions else {}
        if name is None and own:
            return next(iter(own.values()))
        return own[name] if name in own else self.goal(name, rules, [*own, *known])

    def goal(self, name: str | None = None, rules: Any = None, known: Iterable[str] = ()) -> Goal:
        """What whole games are judged by: `win`, `payoff` or a column by seat; what the players maximise without a name."""
        under = rules or self.Rules()
        own = self.payoff if isinstance(self.payoff, str) else self.payoff(under)
        wanted = own if name in (None, "payoff") else name
        names = [column.name for column in self.columns if can_be_goal(column) and (not column.over or column.name == own)]
        if wanted not in names:
            raise UnknownName(f"{self.name} goal", wanted, dict.fromkeys(["win", "payoff", *known, *names]))
        return goal_of(self.column(wanted), str(under.plain().get("unit", "game")))

    def asked(self) -> Questions:
        """What makes positions of hands in words."""
        if self.questions is None:
            raise InputError(
                f"{self.name} reads no hands in words: ask about a position of a game instead (simlab equity --from RUN:GAME:MOVE)"
            )
        return self.questions

    def decision(self, name: str | None = None) -> types.ModuleType:
        """The decision between kinds of action of that name; the usual one without it. A game that names none has its every choice."""
        modules = self.decisions or (choices_of(self.engine),)
        known = {module.DECISION.name: module for module in modules}
        if name is not None and name not in known:
            raise UnknownName(f"{self.name} decision", name, known)
        return known[name] if name else modules[0]

    def courses_under(self, rules: Any) -> tuple[Course, ...]:
        """What can be followed under these rules."""
        return tuple(course for course in self.courses if course.fits(rules))

    def table_sizes(self) -> range:
        """How many may play."""
        schema = self.Rules.model_json_schema()["properties"]["players"]
        if "const" in schema:
            return range(schema["const"], schema["const"] + 1)
        return range(schema["minimum"], schema["maximum"] + 1)

    def column(self, name: str) -> Column:
        for column in self.columns:
            if column.name == name:
                return column
        raise UnknownName("metric", name, [c.name for c in self.columns])

    def part(self, later: Later | None, absent: Any = None) -> Any:
        """A part that is imported when it is first asked for; what stands for an absent one."""
        return absent if later is None else getattr(import_module(f"{self.package}.{later.module}"), later.name)

    def study(self, name: str, absent: Any = None) -> Any:
        """What only this game asks."""
        return self.part(self.studies.get(name), absent)

    def check_shape(self) -> None:
        """The parts are there, and the records have the fields every driver relies on."""
        missing = [part for part in (*FUNCTIONS, *RECORDS) if not hasattr(self.engine, part)]
        if missing:
            raise GameError(f"{self.name}: engine.py lacks {', '.join(missing)}")
        self.need("STATE", ("seat", "over", "round", "legal", "key", "dice", "payoff", "tally"))
        self.need("VIEW", ("seat", "legal"))
        self.need("OUTCOME", COMMON_COLUMNS)
        if self.Rules.dtype() != self.engine.RULES:
            raise GameError(f"{self.name}: RULES is not Rules.dtype()")
        if not self.policies:
            raise GameError(f"{self.name}: policies.py has no policy")
        if isinstance(self.payoff, str) and self.payoff not in [column.name for column in self.columns if can_be_goal(column)]:
            raise GameError(f"{self.name}: the payoff {self.payoff!r} is no outcome column with a number for each seat")
        if self.usual and self.usual not in [policy.name for policy in self.policies]:
            raise GameError(f"{self.name}: the usual player {self.usual!r} is none of its policies")

    def need(self, name: str, fields: Sequence[str]) -> None:
        have = getattr(self.engine, name).names
        missing = [f for f in fields if f not in have]
        if missing:
            raise GameError(f"{self.name}: {name} lacks {', '.join(missing)}")
