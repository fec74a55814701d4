"""Server-sent events: what the lab finds out, told to a page while it is found. A page that does not listen is let go.

A source says one thing at a time and is asked again only when that was sent, so nothing piles up for a slow reader: it gets the newest
numbers, fewer of them. One that takes nothing for some seconds is dropped, and with it the games that were played for it.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from simlab.errors import SimlabError
from simlab.lab.guard import Receive, Refused, Scope, Send

PATIENCE = 5.0  # seconds for a reader to take what was sent
MOST_STREAMS = 24  # open at the same time, of all pages
HEAD = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]

Told = tuple[str, dict[str, Any]]  # the name of an event, and its data


class Streams:
    """How many streams are open."""

    def __init__(self, most: int = MOST_STREAMS) -> None:
        self.most, self.open = most, 0

    def stream(self, source: AsyncIterator[Told]) -> "EventStream":
        if self.open >= self.most:
            raise Refused(503, f"{self.most} streams are open already: close a page of the lab")
        return EventStream(source, self)


class EventStream:
    """An answer that goes on: the events of a source, until it ends or the reader goes."""

    def __init__(self, source: AsyncIterator[Told], streams: Streams) -> None:
        self.source, self.streams = source, streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.streams.open += 1
        telling = asyncio.create_task(self.tell(send))
        leaving = asyncio.create_task(until_gone(receive))
        try:
            await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.streams.open -= 1
            for task in (telling, leaving):
                task.cancel()
            await asyncio.gather(telling, leaving, return_exceptions=True)

    async def tell(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEAD})
        async with aclosing(self.source) as source:  # type: ignore[type-var]
            try:
                async for name, data in source:
                    await self.pass_on(send, event(name, data))
                await self.pass_on(send, event("end", {}), last=True)
            except SimlabError as no:
                await self.pass_on(send, event("refused", {"error": str(no)}), last=True)
            except TimeoutError:
                return  # it does not listen
            except Exception as error:
                print(f"simlab lab: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
                await self.pass_on(send, event("refused", {"error": "something went wrong in the lab; its terminal says more"}), last=True)

    async def pass_on(self, send: Send, text: bytes, last: bool = False) -> None:
        async with asyncio.timeout(PATIENCE):
            await send({"type": "http.response.body", "body": text, "more_body": not last})


async def until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def event(name: str, data: dict[str, Any]) -> bytes:
    """As the browser reads it: JSON has no line breaks, so one event is two lines."""
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(',', ':'))}\n\n".encode()
