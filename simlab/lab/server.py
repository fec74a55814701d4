"""The lab's server: a free port of this machine, an address with a token, the pages as they lie in `static/`, and the desk behind them."""

import json
import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from simlab.errors import InputError, SimlabError
from simlab.lab.desk import Desk
from simlab.lab.guard import Guard, Refused
from simlab.reports.playing_cards.drawn import drawing, style

LOOPBACK = "127.0.0.1"
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
SILENT = 10.0  # seconds after which somebody who has connected must have asked something
BUFFER = 128 * 1024  # bytes on their way to a page: one that does not read is noticed soon
BACKLOG = 1024  # connections that wait to be let in
GOODBYE = 1  # seconds for open streams when the lab closes
FILES = 16_384  # connections and files that may be open at once, where the system lets us


class Patient(H11Protocol):
    """A connection that asks nothing is closed."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        self.loop.call_later(SILENT, self.leave_if_silent)

    def leave_if_silent(self) -> None:
        if getattr(self, "cycle", None) is None and not self.transport.is_closing():
            self.transport.close()


@dataclass
class Lab:
    """A lab that is open."""

    desk: Desk
    server: uvicorn.Server
    door: socket.socket
    address: str  # with the token

    def run(self) -> None:
        """Until somebody stops it."""
        try:
            self.server.run(sockets=[self.door])
        finally:
            self.desk.close()

    def close(self) -> None:
        self.desk.close()
        self.server.should_exit = True


def open_lab(home: Path, host: str = LOOPBACK, port: int = 0, token: str | None = None) -> Lab:
    """A lab for a folder; `run` serves it."""
    more_files()
    door = door_at(host, port)
    token = token or secrets.token_urlsafe(24)
    port = door.getsockname()[1]
    desk = Desk(home)
    guard = Guard(application(desk), token, names_of(host, port))
    config = uvicorn.Config(
        guard, http=Patient, ws="none", lifespan="off", log_level="warning", access_log=False, server_header=False, date_header=False,
        timeout_keep_alive=20, timeout_graceful_shutdown=GOODBYE, backlog=BACKLOG, h11_max_incomplete_event_size=64 * 1024,
    )  # fmt: skip
    shown = f"[{host}]" if ":" in host else host
    return Lab(desk, Closing(config, desk), door, f"http://{shown}:{port}/{token}/")


class Closing(uvicorn.Server):
    """Lets streams end by themselves before it waits for them."""

    def __init__(self, config: uvicorn.Config, desk: Desk) -> None:
        super().__init__(config)
        self.desk = desk

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.desk.close()
        await super().shutdown(sockets)


def door_at(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((host, port))
        door.listen(BACKLOG)
    except OSError as error:
        door.close()
        raise InputError(f"--host {host} --port {port}: {(error.strerror or str(error)).lower()}") from None
    door.set_inheritable(True)
    return door


def names_of(host: str, port: int) -> list[str]:
    """What a browser may call this lab."""
    names = [f"[{host}]" if ":" in host else host]
    if is_loopback(host):
        names += ["127.0.0.1", "localhost", "[::1]"]
    return [f"{name}:{port}" for name in dict.fromkeys(names)]


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def more_files() -> None:
    """As many open connections as the system allows, within reason; Windows has no such bound."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def application(desk: Desk) -> Starlette:
    routes = [Route("/", page_of("index.html")), *(Route(f"/{name}", page_of(name)) for name in static()), *desk.routes()]
    return Starlette(routes=routes, exception_handlers={SimlabError: said_no, HTTPException: not_there})


@cache
def static() -> dict[str, bytes]:
    """The pages, read once: no name that a browser sends is ever a path."""
    folder = files("simlab.lab").joinpath("static")
    own = {file.name: file.read_bytes() for file in folder.iterdir() if Path(file.name).suffix in KINDS}
    shared = {"cards.css": style(), "drawing.js": f"export const DRAWING = {json.dumps(drawing())};\n"}  # cards, as reports draw them
    return {**own, **{name: text.encode() for name, text in shared.items()}}


def page_of(name: str) -> Callable[[Request], Any]:
    async def page(request: Request) -> Response:
        return Response(static()[name], headers={"content-type": f"{KINDS[Path(name).suffix]}; charset=utf-8"})

    return page


async def said_no(request: Request, error: Exception) -> Response:
    status = error.status if isinstance(error, Refused) else 422
    return JSONResponse({"error": str(error)}, status)


async def not_there(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    return JSONResponse({"error": "there is nothing of that name in the lab"}, status)


@contextmanager
def opened(home: Path) -> Iterator[Lab]:
    """A lab that serves from a thread, for notebooks and tests."""
    lab = open_lab(home)
    thread = Thread(target=lab.run, name="simlab-lab-server", daemon=True)
    thread.start()
    try:
        yield lab
    finally:
        lab.close()
        thread.join(10)
