"""A scenario made ready: every point of its grid, every variant at each point, with rules and line-ups that are known to be good.

A *point* of the grid is a table size and one combination of swept values; at each point all variants are played on the same deals.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from pydantic import ValidationError

from simlab.complaints import UNKNOWN, shortened
from simlab.contract.catalogue import load
from simlab.contract.duplicate import duplicate
from simlab.contract.game import Game
from simlab.contract.knobs import Rules, one_line, show
from simlab.contract.policy import Policy
from simlab.errors import InputError, PolicyError, RulesError, SimlabError, UnknownName, nearest
from simlab.players.registry import check_roles, find, parameters, refusal, usual_player
from simlab.scenarios import formula
from simlab.scenarios.document import Misplaced, Place
from simlab.scenarios.recipe import BY_PLAYER, Recipe, Terms
from simlab.scenarios.scenario import PolicySpec, Scenario, first_repeated, line_up

MOST_CELLS = 10_000  # points times variants


@dataclass(frozen=True)
class Arm:
    """One variant at one point."""

    variant: str
    rules: Rules
    policies: tuple[PolicySpec, ...]  # by place in the line-up


@dataclass(frozen=True)
class GridPoint:
    """All variants at one table size and one combination of swept values."""

    index: int
    players: int
    swept: dict[str, Any]
    arms: tuple[Arm, ...]


@dataclass(frozen=True)
class Plan:
    """A scenario that can be played."""

    scenario: Scenario
    game: Game
    points: tuple[GridPoint, ...]
    own: tuple[Policy, ...]
    formulas: dict[str, formula.Node]
    kept: tuple[str, ...] = ()  # the only columns that are added up; all without it

    @cached_property
    def recipes(self) -> dict[int, Recipe]:
        """What is added up, by number of players."""
        return {players: self._recipe(players) for players in dict.fromkeys(point.players for point in self.points)}

    def _recipe(self, players: int) -> Recipe:
        columns = [column for column in self.game.columns if not self.kept or column.name in self.kept]
        scenario = self.scenario
        return Recipe(columns, self.game.engine.OUTCOME, players, scenario.rotate_seats, self.formulas, scenario.adjust)

    def rotations(self, point: GridPoint) -> int:
        return point.players if self.scenario.rotate_seats or self.scenario.adjust else 1

    def game_of(self, deal: int, rotation: int) -> tuple[int, int]:
        """What the drivers call this game of a deal: its number, and by how many seats the line-up is moved on."""
        return (duplicate(deal, rotation), 0) if self.scenario.adjust else (deal, rotation)

    def units(self, point: GridPoint) -> int:
        """Deals to play: as many as games, or fewer when each is played in every rotation."""
        return -(-self.scenario.rollouts // self.rotations(point))

    @property
    def headline(self) -> list[str]:
        """The metrics shown first: what the question is about, those asked for, and those the scenario defines."""
        scenario, names = self.scenario, {column.name for column in self.game.columns}
        usual = [name for name in ("win", "rounds", "capped") if name in names]
        texts = [*(precision.metric for precision in scenario.precision), *scenario.indifference, *scenario.checks]
        first = metrics_named([ask.metric for ask in scenario.ask])
        return list(dict.fromkeys([*first, *(scenario.metrics or usual), *scenario.define, *metrics_named(texts)]))


def metrics_named(texts: Sequence[str]) -> list[str]:
    """The metrics that texts such as `win_by_player[level=player 0] < 0.3` begin with, by seat and by player as one."""
    return [name.removesuffix(BY_PLAYER) for text in texts for name in re.findall(r"^\s*(\w+)", text)]


def expand(scenario: Scenario, own: Sequence[Policy] = ()) -> Plan:
    game = at(("game",), load, scenario.game)
    check_sweep(scenario, game)
    check_adjust(scenario, game)
    tables = scenario.players or [game.Rules().players]
    cells = len(tables) * prod(map(len, scenario.sweep.values())) * len(scenario.variant_names)
    if cells > MOST_CELLS:
        raise Misplaced(("sweep",), f"{cells:,} cells: a run may have {MOST_CELLS:,}")
    grid = [dict(zip(scenario.sweep, values, strict=True)) for values in product(*scenario.sweep.values())]
    if scenario.policies is None:
        met = (arm_rules(scenario, game, name, *point) for point in product(tables, grid) for name in scenario.variant_names)
        scenario = scenario.model_copy(update={"policies": usual_player(game, *met)})
    points: list[GridPoint] = []
    for players, swept in product(tables, grid):
        arms = tuple(arm(scenario, game, name, players, swept, own) for name in scenario.variant_names)
        points.append(GridPoint(len(points), players, swept, arms))
    plan = Plan(scenario, game, tuple(points), tuple(own), formulas(scenario, game))
    check_terms(plan)
    check_metrics(plan)
    return plan


def check_adjust(scenario: Scenario, game: Game) -> None:
    if scenario.adjust and scenario.rotate_seats:
        raise Misplaced(("adjust",), "adjust: with `rotate_seats:` every player has every hand already; say one of the two")
    if scenario.adjust and not game.duplicates:
        raise Misplaced(("adjust",), f"adjust: {game.name} cannot deal its cards to other seats (`duplicates` in its game.py)")


def at(place: Place, call: Any, *args: Any) -> Any:
    """Call, and say where it stands in the scenario when it says no."""
    try:
        return call(*args)
    except SimlabError as error:
        raise Misplaced(place, str(error)) from None


def check_sweep(scenario: Scenario, game: Game) -> None:
    if (twice := first_repeated(scenario.players or [])) is not None:
        raise Misplaced(("players",), f"players: {twice} stands twice")
    for key, values in scenario.sweep.items():
        place = ("sweep", key)
        if not values:
            raise Misplaced(place, f"sweep: {key} has no values")
        if (twice := first_repeated(map(whole, values))) is not None:
            raise Misplaced(place, f"sweep: {key} has {shortened(show(twice))} twice")
        if key == "policies":
            continue
        known = [f"rules.{knob}" for knob in game.Rules.knobs() if knob not in ("players", "unit")]
        if key not in known:
            raise Misplaced(place, f"cannot sweep {key!r}{nearest(key, [*known, 'policies'])}", at_key=True)
        for name, variant in scenario.variants.items():
            if key.removeprefix("rules.") in variant.rules:
                raise Misplaced(
                    ("variants", name, "rules", key.removeprefix("rules.")), f"{key} is swept and set by variant {name!r}", True
                )


def whole(value: Any) -> Any:
    """2.0 is 2, and {name: basic} is basic: a value as it counts when values are compared."""
    if isinstance(value, dict) and list(value) == ["name"]:
        return value["name"]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def arm(scenario: Scenario, game: Game, name: str, players: int, swept: Mapping[str, Any], own: Sequence[Policy]) -> Arm:
    """One variant at one point, checked."""
    rules = arm_rules(scenario, game, name, players, swept)
    policies, home = policies_of(scenario, name, swept)
    return Arm(name, rules, checked_policies(game, policies, home, rules, own))


def arm_rules(scenario: Scenario, game: Game, name: str, players: int, swept: Mapping[str, Any]) -> Rules:
    """The rules of one variant at one point."""
    variant = scenario.variant(name)
    origin: dict[str, Place] = {"players": ("players", str((scenario.players or [players]).index(players)))}
    given: dict[str, Any] = {"players": players}
    layers: list[tuple[Mapping[str, Any], Place]] = [
        (scenario.rules, ("rules",)),
        ({key.removeprefix("rules."): value for key, value in swept.items() if key != "policies"}, ("sweep",)),
        (variant.rules, ("variants", name, "rules")),
    ]
    for knobs, home in layers:
        for knob, value in knobs.items():
            place = (*home, knob) if home != ("sweep",) else sweep_place(scenario, f"rules.{knob}", value)
            if knob in ("players", "unit"):
                raise Misplaced(place, f"`{knob}:` is a key of the scenario itself, not a knob under rules", at_key=True)
            given[knob], origin[knob] = value, place
    if "unit" in game.Rules.model_fields:
        given["unit"], origin["unit"] = scenario.unit, ("unit",)
    elif scenario.unit == "round":
        raise Misplaced(("unit",), f"{game.name} has no round mode: `unit: game`")
    return checked_rules(game, given, origin)


def sweep_place(scenario: Scenario, key: str, value: Any) -> Place:
    values = scenario.sweep[key]
    return ("sweep", key, str(next(i for i, v in enumerate(values) if v is value or v == value)))


def checked_rules(game: Game, given: dict[str, Any], origin: Mapping[str, Place]) -> Rules:
    """Rules; knobs that do not go together are complained of where the last of them was set."""
    last = [place for place in origin.values() if place[0] in ("variants", "sweep", "rules")]
    together = last[-1] if last else ("rules",)
    try:
        return game.Rules.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        knob = str(first["loc"][0]) if first["loc"] else ""
        raise Misplaced(origin.get(knob, together), one_line(error, game.Rules), first["type"] == UNKNOWN) from None
    except RulesError as error:
        raise Misplaced(together, str(error)) from None


def policies_of(scenario: Scenario, name: str, swept: Mapping[str, Any]) -> tuple[Any, Place]:
    """Who plays here, and where the scenario says so."""
    own = scenario.variant(name).policies
    if own is not None:
        return own, ("variants", name, "policies")
    if "policies" in swept:
        return swept["policies"], sweep_place(scenario, "policies", swept["policies"])
    return scenario.policies, ("policies",)


def checked_policies(game: Game, policies: Any, home: Place, rules: Rules, own: Sequence[Policy]) -> tuple[PolicySpec, ...]:
    try:
        line = line_up(policies, rules.players)
    except Misplaced as trouble:
        raise Misplaced((*home, *trouble.place), trouble.message, trouble.at_key) from None
    for spec, below in line:
        check_policy(game, {"name": spec} if not isinstance(spec, dict) else dict(spec), (*home, *below), rules, own)
    return tuple(spec for spec, _ in line)


def check_policy(game: Game, spec: dict[str, Any], place: Place, rules: Rules, own: Sequence[Policy]) -> None:
    """The policy is there, its parameters are in bounds, and it can play these rules. Nothing is compiled for it."""
    if not isinstance(spec.get("name"), str):
        raise Misplaced(place, "a policy is a name, or {name: NAME, parameter: value}")
    name = spec.pop("name")
    policy = at((*place, "name"), find, game, name, own)
    for key, value in spec.items():
        try:
            check_roles(game, policy, {str(key): value}, own)
            parameters(policy, {str(key): value})
        except UnknownName as error:
            raise Misplaced((*place, str(key)), str(error), at_key=key not in [role.name for role in policy.roles]) from None
        except InputError as error:
            raise Misplaced((*place, str(key)), str(error)) from None
    why_not = refusal(game, policy, rules)
    if why_not:
        raise Misplaced(place, str(PolicyError(f"policy {policy.name!r} cannot play these rules: {why_not}")))


def formulas(scenario: Scenario, game: Game) -> dict[str, formula.Node]:
    """The metrics of the scenario's own, read."""
    names = {column.name for column in game.columns}
    found = {}
    for name, text in scenario.define.items():
        if not name.isidentifier() or not name.isascii():
            raise Misplaced(("define", name), f"define: a name is letters, digits and _, not {name[:40]!r}", at_key=True)
        if name in names:
            raise Misplaced(("define", name), f"define: {name!r} is a column of {game.name} already", at_key=True)
        try:
            found[name] = formula.parse(text)
        except formula.FormulaError as error:
            raise Misplaced(("define", name), f"define: {name}: {error}") from None
    return found


def check_terms(plan: Plan) -> None:
    """Every name in `define` is a column, at every number of players."""
    for name, node in plan.formulas.items():
        for players in dict.fromkeys(point.players for point in plan.points):
            terms = Terms(plan.game.columns, players)
            try:
                terms.check(node)
            except InputError as error:
                raise Misplaced(("define", name), f"define: {name}: {error}") from None


def check_metrics(plan: Plan) -> None:
    known = [*(column.name for column in plan.game.columns if not column.hidden), *plan.scenario.define]
    for i, name in enumerate(plan.scenario.metrics):
        if name not in known:
            raise Misplaced(("metrics", str(i)), str(UnknownName(f"metric of {plan.game.name}:", name, known)))
