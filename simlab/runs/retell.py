"""Games behind a run: the same games again, one by one, as transcripts; and which of them is worth telling.

A run keeps sums, not games. A game is a function of its number, so it can be played again at any time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.catalogue import load
from simlab.contract.game import Game
from simlab.contract.minds import forget
from simlab.errors import InputError, RunError, UnknownName
from simlab.play.drivers import record_game, roll
from simlab.play.faults import located
from simlab.play.seats import Player, seated
from simlab.play.table import Table
from simlab.play.transcript import Transcript
from simlab.players.registry import from_file, make_line_up
from simlab.scenarios import scenario as scenarios
from simlab.scenarios.plan import Arm, GridPoint, Plan
from simlab.scenarios.prepare import prepare

LOOKED_AT = 5_000  # games among which one is picked by its columns
RETOLD = 300  # ... and by its course
PICKS = ("typical", "longest", "comeback")
COMEBACK_COLUMNS = ("winner_max_deficit", "lead_change", "lead_changes")

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class RunCell:
    """One cell of a run, whose games can be played again: its rules and line-up."""

    plan: Plan
    point: GridPoint
    arm: Arm

    @cached_property
    def line_up(self) -> list[Player]:
        """By place; seats are places moved on by the rotation."""
        return make_line_up(self.plan.game, self.arm.policies, self.arm.rules, self.plan.own)

    @cached_property
    def lowered(self) -> Any:
        """Its rules as drivers read them: made once, for that takes longer than a game."""
        return self.arm.rules.lower()

    @property
    def games(self) -> int:
        return self.plan.units(self.point) * self.plan.rotations(self.point)

    def deal(self, number: int) -> tuple[int, int]:
        """What the drivers call a game of the run: its number, and by how many seats the line-up is moved on."""
        if not 0 <= number < self.games:
            raise InputError(f"game {number}: this run has games 0 to {self.games - 1}")
        return self.plan.game_of(*divmod(number, self.plan.rotations(self.point)))

    def seats(self, number: int) -> list[Player]:
        """The line-up of a game by seat."""
        _, rotation = self.deal(number)
        players = self.arm.rules.players
        return [self.line_up[(seat - rotation) % players] for seat in range(players)]

    def transcript(self, number: int) -> Transcript:
        deal, rotation = self.deal(number)
        game, rules, seed = self.plan.game, self.arm.rules, self.plan.scenario.seed
        actions = record(game, self.line_up, self.lowered, seed, deal, rotation)
        return Transcript(game.name, game.version, rules.changed(), seed, deal, tuple(actions))

    def tallies(self, games: int) -> Array:
        """Outcome columns of the first games, as seated first."""
        return roll(self.plan.game, self.line_up, self.lowered, self.plan.scenario.seed, self.plan.game_of(0, 0)[0], games)

    def pick(self, what: str) -> tuple[int, str]:
        """The number of a game that is worth telling, and why this one."""
        if what not in PICKS:
            raise UnknownName("way to pick a game:", what, PICKS)
        rotations = self.plan.rotations(self.point)
        looked = self.tallies(min(LOOKED_AT, self.plan.units(self.point)))
        if what == "comeback":
            deal, why = self.comeback(looked)
        else:
            deal, why = longest(looked) if what == "longest" else typical(looked, self.numbers())
        return deal * rotations, why

    def numbers(self) -> list[str]:
        """Columns that are one number a game."""
        return [c.name for c in self.plan.game.columns if not (c.seats or c.is_array or c.hidden) and c.kind in ("count", "share")]

    def comeback(self, looked: Array) -> tuple[int, str]:
        """By a column that counts it, else by telling games again and looking at the standings."""
        names = looked.dtype.names or ()
        column = next((name for name in COMEBACK_COLUMNS if name in names), None)
        standing = self.plan.game.standing
        if column is not None and (column == COMEBACK_COLUMNS[0] or standing is None):
            best = int(np.lexsort((-looked["decisions"].astype(int), -looked[column].astype(int)))[0])
            return best, f"the highest {column} ({int(looked[column][best])}) of {len(looked):,} games"
        if standing is None:
            raise InputError(f"{self.plan.game.name} has no column that tells a comeback")
        told = min(RETOLD, len(looked))
        gaps = [self.gap(number, standing) for number in range(told)]
        best = max(range(told), key=lambda number: (gaps[number], -number))
        return best, f"the winner was {gaps[best]} behind, the most of {told} games"

    def gap(self, deal: int, standing: Callable[[Any], Any]) -> int:
        """How far behind the leader the winner was, at worst, at the end of a round."""
        transcript = self.transcript(deal * self.plan.rotations(self.point))
        players = self.arm.rules.players
        behind: list[Array] = []
        now, table = 0, None
        for table in transcript.tables():
            if int(table.state.round) != now:
                now = int(table.state.round)
                points = np.array(standing(table.state)[:players], int)
                behind.append(points.max() - points)
        winners = np.flatnonzero(np.asarray(table.tally.win[:players]) == max(table.tally.win[:players]))  # type: ignore[union-attr]
        return int(np.max(np.stack(behind)[:, winners].min(axis=1)))


def record(game: Game, line_up: Sequence[Player], rules: Any, seed: int, index: int, rotation: int = 0) -> list[int]:
    """The actions of one game, also where a policy is not compiled."""
    if not any(player.python for player in line_up):
        return record_game(game, line_up, rules, seed, index, rotation)[0]
    _, solved, minds = seated(line_up)
    with located(game, line_up, rules, seed, rotation, [index]) as own:
        table = Table(game, own, seed, index)
        forget(minds, table.key, int(rules.players))
        while not table.over:
            table.play(table.ask([player.act for player in line_up], solved, minds, rotation))
    return table.actions


def longest(looked: Array) -> tuple[int, str]:
    best = int(np.lexsort((-looked["decisions"].astype(int), -looked["rounds"].astype(int)))[0])
    return best, f"the longest of {len(looked):,} games: {int(looked['rounds'][best])} rounds, {int(looked['decisions'][best])} decisions"


def typical(looked: Array, names: list[str]) -> tuple[int, str]:
    """The game nearest to the median in all columns together, each in units of its spread."""
    far = np.zeros(len(looked))
    used = 0
    for name in names:
        column = looked[name].astype(float)
        spread = column.std()
        if spread > 0:
            far += np.abs(column - np.median(column)) / spread
            used += 1
    best = int(np.argmin(far))
    return best, f"nearest to the middle of {len(looked):,} games in {used} columns, among them rounds and decisions"


def open_run(folder: Path, variant: str | None = None, cell: int = 0, policy_files: Sequence[str] = ()) -> RunCell:
    """One cell of a run directory; a run with policies of the user's own needs their files again."""
    path = folder / "scenario.yaml"
    if not path.is_file():
        raise RunError(f"{folder}: not a run directory (there is no scenario.yaml in it)")
    document = scenarios.read(path)
    plan = prepare(document, [from_file(load(str(document.data.get("game"))), spec) for spec in policy_files])
    if not 0 <= cell < len(plan.points):
        raise InputError(f"--cell {cell}: this run has cells 0 to {len(plan.points) - 1}")
    arms = {arm.variant: arm for arm in plan.points[cell].arms}
    if variant is not None and variant not in arms:
        raise UnknownName("variant", variant, arms)
    return RunCell(plan, plan.points[cell], arms[variant] if variant else plan.points[cell].arms[0])
