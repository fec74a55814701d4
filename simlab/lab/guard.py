"""Who may ask the lab anything: whoever knows its address, from this machine, from its own pages. Everybody else is refused alike.

The address holds a random token as its first part (`/TOKEN/...`), so that links, modules and streams of the page carry it by themselves.
`Host` must be the lab's own (a foreign name that leads here is DNS rebinding), `Origin` too where it is given (another site asks).
"""

import asyncio
import hmac
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from typing import Any

from simlab.errors import SimlabError

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BODY = 64 * 1024  # bytes of a question
PATIENCE = 1.0  # seconds for the rest of a question that is refused
MOST_PATH = 16 * 1024  # ... and of one in an address
OWN_SITES = ("same-origin", "none")  # what a browser says of requests of our own pages, and of an address typed in
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}
REFUSED = (
    "This lab opens with the address that `simlab lab` printed in its terminal. "
    "To look at a tweak that somebody shared, open your own lab and paste the link under Knobs."
)


class Refused(SimlabError):
    """A question that is not answered, and why, as a status of HTTP."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Guard:
    """Stands before the lab: looks at every request, opens the address, adds the headers of a page that runs nothing but its own code."""

    def __init__(self, app: App, token: str, hosts: Iterable[str]) -> None:
        self.app, self.token = app, token
        self.hosts = {host.lower() for host in hosts}  # with the port, as a browser writes them
        self.origins = {f"http://{host}" for host in self.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        answer = Answer(send)
        try:
            known = self.opened(scope)
        except Refused as no:
            await hear_out(receive)
            await answer.refuse(no.status, str(no))
            return
        try:
            await self.app(known, receive, answer)
        except Refused as no:
            await answer.refuse(no.status, str(no))
        except Exception as error:
            print(f"simlab lab: {scope['method']} failed: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
            await answer.refuse(500, "something went wrong in the lab; its terminal says more")

    def opened(self, scope: Scope) -> Scope:
        """The request without the token in its path; refused where anything about it is foreign."""
        sent = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in scope["headers"]]
        hosts = [value.lower() for name, value in sent if name == "host"]
        if len(hosts) != 1 or hosts[0] not in self.hosts:
            raise Refused(403, REFUSED)
        if any(value.lower() not in self.origins for name, value in sent if name == "origin"):
            raise Refused(403, REFUSED)
        if any(value not in OWN_SITES for name, value in sent if name == "sec-fetch-site"):
            raise Refused(403, REFUSED)
        first, _, rest = str(scope["path"]).lstrip("/").partition("/")
        if not hmac.compare_digest(first.encode(), self.token.encode()):
            raise Refused(403, REFUSED)
        self.measure(scope, dict(sent))
        return {**scope, "path": f"/{rest}", "raw_path": f"/{rest}".encode()}

    def measure(self, scope: Scope, sent: dict[str, str]) -> None:
        if len(scope["path"]) + len(scope["query_string"]) > MOST_PATH:
            raise Refused(414, "the address is too long")
        length = sent.get("content-length", "0")
        if not length.isdigit() or int(length) > MOST_BODY:
            raise Refused(413, f"a question may have {MOST_BODY // 1024} KB")


async def hear_out(receive: Receive) -> None:
    """Read what is sent with a question, if it is short: a connection that is closed before is reset, and the refusal lost on its way."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            left, more = MOST_BODY, True
            while more and left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                more = bool(message.get("more_body"))


class Answer:
    """What is sent back, with the headers; knows whether anything was sent yet."""

    def __init__(self, send: Send) -> None:
        self.send, self.begun = send, False

    async def __call__(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            given = {name.lower() for name, _ in message.get("headers", [])}
            more = [(name.encode(), value.encode()) for name, value in HEADERS.items() if name.encode() not in given]
            message = {**message, "headers": [*message.get("headers", []), *more]}
        await self.send(message)

    async def refuse(self, status: int, why: str) -> None:
        if self.begun:
            return
        head = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
        await self({"type": "http.response.start", "status": status, "headers": head})
        await self({"type": "http.response.body", "body": why.encode()})
