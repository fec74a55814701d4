"""Long work in a thread, watched from the event loop: it ticks when there is news, and learns when nobody watches any more."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from time import monotonic

EVERY = 0.09  # seconds between two looks: some ten a second, each takes a moment itself


class Ticking:
    """What the work and its watcher say to each other."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.news = asyncio.Event()
        self.ended = False
        self.trouble: BaseException | None = None
        self.gone = threading.Event()  # the watcher has
        self._looked = 0.0

    def tick(self) -> None:
        """From the work's thread: there is something new."""
        if not self.gone.is_set():
            self.loop.call_soon_threadsafe(self.news.set)

    async def wait(self) -> None:
        """For news, but no more often than a page can show."""
        await self.news.wait()
        await asyncio.sleep(max(0.0, EVERY - (monotonic() - self._looked)))
        self.news.clear()
        self._looked = monotonic()

    def work(self, call: Callable[["Ticking"], None]) -> None:
        try:
            call(self)
        except BaseException as error:  # it is told to whoever watches
            self.trouble = error
        finally:
            self.ended = True
            self.tick()


async def looks(call: Callable[[Ticking], None]) -> AsyncIterator[bool]:
    """Work for as long as it is watched: yields when there is news, at last when it has ended (True). What it failed with is raised."""
    ticking = Ticking()
    threading.Thread(target=ticking.work, args=(call,), name="simlab-lab-work", daemon=True).start()
    try:
        ended = False
        while not ended:
            await ticking.wait()
            ended = ticking.ended
            if ticking.trouble is not None:
                raise ticking.trouble
            yield ended
    finally:
        ticking.gone.set()
