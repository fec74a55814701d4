"""What the lab answers: each question of a page as a function of plain data. Who may ask is the guard's affair."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any, TypeVar

from pydantic import Field
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from simlab.disk import storage, write_whole
from simlab.lab import explore
from simlab.lab.description import game_data, games
from simlab.lab.errands import Errands, folder_of
from simlab.lab.events import EventStream, Streams, Told
from simlab.lab.guard import MOST_BODY, Refused
from simlab.lab.library import Library
from simlab.lab.live import Bench, Shelf, watch
from simlab.lab.side_by_side import side_by_side
from simlab.lab.tables import NewGame, Sitting, Tables
from simlab.lab.ticking import Ticking, looks
from simlab.lab.tweak import SHORT, Question, Tweak, typed
from simlab.reports.page.template import bundle
from simlab.reports.rundir import Run

EVERY = 1.0  # seconds between two looks at the runs
MOST_AT_ONCE = 8  # questions that take a while
REPORT_POLICY = (
    "default-src 'none'; script-src '{script}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; sandbox allow-scripts allow-downloads"
)

T = TypeVar("T")
Data = dict[str, Any]


class Action(Question):
    action: int = Field(ge=0, le=63)


class Named(Question):
    name: str = Field(max_length=SHORT)


class Typed(Question):
    knob: str = Field(max_length=SHORT)
    text: str = Field(max_length=4_000)


class Pair(Question):
    left: str = Field(max_length=SHORT)
    right: str = Field(max_length=SHORT)
    cells: list[int] = Field(default_factory=lambda: [0, 0], min_length=2, max_length=2)


class Desk:
    """Everything a page can ask, for one folder."""

    def __init__(self, home: Path) -> None:
        self.home = home.resolve()
        self.streams, self.bench, self.shelf = Streams(), Bench(), Shelf()
        self.library, self.tables, self.errands = Library(self.home), Tables(self.home), Errands(self.home)
        self.busy = 0
        self.closing = False

    def close(self) -> None:
        self.closing = True
        self.errands.stop()
        self.bench.close()

    def routes(self) -> list[Route]:
        asked: list[tuple[str, str, Callable[..., Any]]] = [
            ("GET", "/api/games", self.games), ("GET", "/api/game/{name}", self.game), ("POST", "/api/typed", self.typed),
            ("GET", "/api/live", self.live), ("POST", "/api/scenario", self.scenario), ("POST", "/api/save", self.save),
            ("POST", "/api/run", self.run), ("POST", "/api/stop", self.stop), ("GET", "/api/errand", self.errand),
            ("GET", "/api/runs", self.runs), ("GET", "/api/runs/live", self.runs_live), ("POST", "/api/runs/delete", self.delete),
            ("POST", "/api/runs/undo", self.undo_delete), ("POST", "/api/runs/compare", self.compare),
            ("GET", "/report/{name:path}", self.report), ("GET", "/api/played", self.played), ("POST", "/api/play", self.play),
            ("POST", "/api/resume", self.resume), ("POST", "/api/play/{id}/act", self.act), ("POST", "/api/play/{id}/undo", self.undo),
            ("POST", "/api/play/{id}/hint", self.hint), ("POST", "/api/play/{id}/advice", self.advice),
            ("GET", "/api/play/{id}/coach", self.coach), ("GET", "/api/values", self.values), ("GET", "/api/chart/{name}", self.chart),
        ]  # fmt: skip
        return [Route(path, call, methods=[method]) for method, path, call in asked]

    # ---- games and knobs

    async def games(self, request: Request) -> Response:
        return answer({"games": games(), "folder": str(self.home)})

    async def game(self, request: Request) -> Response:
        return answer(await self.aside(lambda: game_data(request.path_params["name"])))

    async def typed(self, request: Request) -> Response:
        asked: Typed = Typed.read(await body(request))
        return answer({"value": typed(asked.text, asked.knob)})

    async def live(self, request: Request) -> EventStream:
        return self.stream(lambda: watch(self.bench, self.shelf, Tweak.read(in_address(request))))

    async def scenario(self, request: Request) -> Response:
        tweak: Tweak = Tweak.read(await body(request))
        return answer({"text": await self.aside(tweak.text), "name": f"{folder_of(tweak)}.yaml"})

    async def save(self, request: Request) -> Response:
        """Into the folder, where the command line finds it."""
        tweak: Tweak = Tweak.read(await body(request))
        text = await self.aside(tweak.text)
        path = self.home / "lab" / f"{folder_of(tweak)}.yaml"
        with storage(self.home):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text.encode())
        return answer({"file": str(path), "text": text, "command": f"simlab run {path}"})

    # ---- whole runs

    async def run(self, request: Request) -> Response:
        tweak: Tweak = Tweak.read(await body(request))
        return answer((await self.aside(lambda: self.errands.begin(tweak))).told())

    async def stop(self, request: Request) -> Response:
        self.errands.stop()
        return answer({})

    async def errand(self, request: Request) -> EventStream:
        return self.stream(self.under_way)

    async def under_way(self) -> AsyncIterator[Told]:
        """How far the run begun from a page is."""
        while self.errands.last is not None and not self.closing:
            told = self.errands.last.told()
            yield "run", told
            if told["state"] != "playing":
                return
            await asyncio.sleep(EVERY / 4)

    async def runs(self, request: Request) -> Response:
        return answer({"runs": await self.aside(self.library.cards), "folder": str(self.home)})

    async def runs_live(self, request: Request) -> EventStream:
        return self.stream(self.changing)

    async def changing(self) -> AsyncIterator[Told]:
        """All cards whenever something has changed, and now and then a sign of life."""
        last = ""
        while not self.closing:
            cards = await asyncio.to_thread(self.library.cards)
            now = json.dumps(cards)
            yield ("runs", {"runs": cards}) if now != last else ("still", {})
            last = now
            await asyncio.sleep(EVERY)

    async def delete(self, request: Request) -> Response:
        asked: Named = Named.read(await body(request))
        return answer({"undo": await self.aside(lambda: self.library.delete(asked.name))})

    async def undo_delete(self, request: Request) -> Response:
        asked: Named = Named.read(await body(request))
        return answer({"name": await self.aside(lambda: self.library.undo_delete(asked.name))})

    async def compare(self, request: Request) -> Response:
        asked: Pair = Pair.read(await body(request))
        left, right = self.library.find(asked.left), self.library.find(asked.right)
        return answer(await self.aside(lambda: side_by_side(Run(left), Run(right), (asked.cells[0], asked.cells[1]))))

    async def report(self, request: Request) -> Response:
        """A page of its own, which can reach nothing: no network, no lab, only the script that simlab puts into reports."""
        page = await self.aside(lambda: self.library.report(request.path_params["name"]))
        policy = REPORT_POLICY.format(script=bundle()["script_hash"])
        return Response(page, headers={"content-type": "text/html; charset=utf-8", "content-security-policy": policy})

    # ---- tables

    async def played(self, request: Request) -> Response:
        return answer({"games": await self.aside(self.tables.kept)})

    async def play(self, request: Request) -> Response:
        new: NewGame = NewGame.read(await body(request))
        return answer((await self.aside(lambda: self.tables.open(new))).told())

    async def resume(self, request: Request) -> Response:
        asked: Named = Named.read(await body(request))
        return answer((await self.aside(lambda: self.tables.resume(asked.name))).told())

    async def act(self, request: Request) -> Response:
        asked: Action = Action.read(await body(request))
        return await self.at_table(request, lambda sitting: sitting.act(asked.action))

    async def undo(self, request: Request) -> Response:
        return await self.at_table(request, lambda sitting: sitting.undo())

    async def hint(self, request: Request) -> Response:
        return await self.at_table(request, lambda sitting: sitting.hint())

    async def advice(self, request: Request) -> Response:
        return await self.at_table(request, lambda sitting: sitting.advice())

    async def at_table(self, request: Request, call: Callable[[Sitting], Data | None]) -> Response:
        """One question of a table at a time; without an answer of its own, the table as it is then."""
        sitting = self.tables.find(request.path_params["id"])

        def asked() -> Data:
            with sitting.lock:
                found = call(sitting)
                return sitting.told() if found is None else found

        return answer(await self.aside(asked))

    async def coach(self, request: Request) -> EventStream:
        return self.stream(lambda: self.marks(self.tables.find(request.path_params["id"])))

    async def marks(self, sitting: Sitting) -> AsyncIterator[Told]:
        """The marks of a game as they are found."""
        found: list[Data] = []

        def work(ticking: Ticking) -> None:
            for mark in sitting.marks(ticking):
                found.append(mark)
                ticking.tick()

        async for ended in looks(work):
            yield "marks", {"marks": list(found), "done": ended}

    # ---- questions about hands

    async def values(self, request: Request) -> EventStream:
        return self.stream(lambda: explore.values(explore.Hand.read(in_address(request))))

    async def chart(self, request: Request) -> Response:
        return answer(await self.aside(lambda: explore.chart(request.path_params["name"])))

    # ---- how work is bounded

    async def aside(self, call: Callable[[], T]) -> T:
        """Beside the event loop; too many at once are refused."""
        if self.busy >= MOST_AT_ONCE:
            raise Refused(503, "the lab is busy: try again in a moment")
        self.busy += 1
        try:
            return await asyncio.to_thread(call)
        finally:
            self.busy -= 1

    def stream(self, make: Callable[[], AsyncIterator[Told]]) -> EventStream:
        """What is wrong with a question is told in the stream: a page cannot read the status of one."""
        return self.streams.stream(self.until_closed(make))

    async def until_closed(self, make: Callable[[], AsyncIterator[Told]]) -> AsyncIterator[Told]:
        async with aclosing(make()) as source:  # type: ignore[type-var]
            async for told in source:
                if self.closing:
                    return
                yield told


def answer(data: Any) -> Response:
    return JSONResponse(data)


async def body(request: Request) -> Any:
    """The JSON of a question; too much or something else is refused."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise Refused(415, "a question is JSON")
    raw = b""
    async for part in request.stream():
        raw += part
        if len(raw) > MOST_BODY:
            raise Refused(413, f"a question may have {MOST_BODY // 1024} KB")
    return parsed(raw)


def in_address(request: Request) -> Any:
    """The JSON of a question that stands in the address of a stream."""
    return parsed(request.query_params.get("ask", "").encode())


def parsed(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        raise Refused(400, "this is not JSON") from None
