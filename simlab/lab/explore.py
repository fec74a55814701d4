"""A hand and a situation, set by clicking: what is each action worth? Values converge while one watches; a chart of all hands is a map."""

import asyncio
import threading
from collections.abc import AsyncIterator
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from pydantic import Field

from simlab.contract.catalogue import load
from simlab.contract.game import Game
from simlab.contract.goals import Goal
from simlab.contract.knobs import Rules
from simlab.errors import InputError, SimlabError
from simlab.lab.ticking import Ticking, looks
from simlab.lab.tweak import MOST_KNOBS, SHORT, Knobs, Question
from simlab.lab.worths import equity_data
from simlab.studies.equity.classes import chart_of
from simlab.studies.equity.measure import Equity, Sampler, goal_for, position_in_words, value_actions

FIRST_WORLDS, MOST_BATCH = 64, 2_048
WORLDS = 20_000  # at most, unless the best is settled before
CHART_WORLDS = 600

Data = dict[str, Any]


class Hand(Question):
    """A decision in words."""

    game: str = Field(max_length=SHORT)
    at: str | None = Field(None, max_length=SHORT)
    hand: str = Field(max_length=SHORT)
    known: str = Field("", max_length=SHORT)
    players: int | None = Field(None, ge=1, le=64)
    rules: Knobs = Field(default_factory=dict, max_length=MOST_KNOBS)
    policy: str | None = Field(None, max_length=SHORT)
    goal: str | None = Field(None, max_length=SHORT)

    def table(self) -> tuple[Game, Rules]:
        game = load(self.game)
        return game, game.Rules.of({**self.rules, **({} if self.players is None else {"players": self.players})})


class Values:
    """The values so far: exact at once, or better and better."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.found: Equity | None = None
        self.text = ""

    def work(self, ticking: Ticking) -> None:
        game, rules = self.hand.table()
        position, line_up = position_in_words(game, rules, self.hand.hand, self.hand.at, self.hand.known, self.hand.policy, 1)
        self.text = position.text()
        goal = goal_for(position, self.hand.goal)
        if not isinstance(goal, Goal) or len(position.actions()) < 2:
            self.found = value_actions(position, goal, line_up)
            return
        if position.dead:
            raise InputError("cards out of play count in exact values only")
        sampler, batch = Sampler(position, goal, line_up, 1), FIRST_WORLDS
        names = tuple(dict.fromkeys(player.name for player in line_up))
        while sampler.played < WORLDS and not sampler.is_settled() and not ticking.gone.is_set():
            sampler.play(min(batch, WORLDS - sampler.played))
            sampler.drop()
            self.found = Equity(position, goal, sampler.worths(), names, sampler.played)
            ticking.tick()
            batch = min(2 * batch, MOST_BATCH)

    def told(self) -> Data:
        return {} if self.found is None else {**equity_data(self.found), "sight": self.text}


async def values(hand: Hand) -> AsyncIterator[tuple[str, Data]]:
    """What each action is worth, better and better."""
    found = Values(hand)
    async for ended in looks(found.work):
        yield "values", {**await asyncio.to_thread(found.told), "done": ended}


charting = threading.Lock()  # one chart at a time: it takes all cores


@lru_cache(maxsize=16)
def chart(game: str) -> Data:
    """The equity chart of the game as it is: grids over classes of hands, and the strategy card."""
    with charting:
        found = load(game)
        maps = chart_of(found, found.Rules(), None, CHART_WORLDS, 1)
        grids = [{**asdict(grid), "hands": [hand_of(found, row) for row in grid.rows]} for grid in maps.grids]
        return {"game": maps.game, "unit": maps.unit, "note": maps.note, "advice": maps.advice, "grids": grids}


def hand_of(game: Game, row: str) -> str:
    """A row that is a hand itself can be asked about; nothing where it names a class of hands."""
    if game.questions is None:
        return ""
    try:
        game.questions.question(game.Rules(), None, row, "")
    except SimlabError:
        return ""
    return row
