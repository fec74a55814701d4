"""One lab, one browser: tests of a process share them."""

import http.client
import json
import shutil
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import sync_playwright

from simlab.lab.server import Lab, opened
from tests.reports.test_browser import ARGS


@dataclass
class Client:
    """Asks a lab as a program does; `headers` are sent as they are given."""

    lab: Lab

    @property
    def host(self) -> str:
        return urlsplit(self.lab.address).netloc

    @property
    def token(self) -> str:
        return urlsplit(self.lab.address).path.strip("/")

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
        token: str | None = None,
        patience: float = 120,
    ) -> tuple[int, str]:
        wire = http.client.HTTPConnection(self.host, timeout=patience)
        raw = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        try:
            wire.putrequest(method, f"/{self.token if token is None else token}{path}", skip_host=True)
            sent = {"host": self.host, **({} if raw is None else {"content-type": "application/json", "content-length": str(len(raw))})}
            for name, value in {**sent, **(headers or {})}.items():
                if value:
                    wire.putheader(name, value)
            wire.endheaders()
            if raw is not None:
                wire.send(raw)
            answer = wire.getresponse()
            return answer.status, answer.read().decode()
        finally:
            wire.close()

    def get(self, path: str) -> Any:
        status, text = self.ask("GET", path)
        assert status == 200, text
        return json.loads(text)

    def post(self, path: str, data: Any) -> Any:
        status, text = self.ask("POST", path, data)
        assert status == 200, text
        return json.loads(text)

    def events(self, path: str, asked: Any, patience: float = 120) -> list[tuple[str, Any]]:
        """A stream, to its end."""
        status, text = self.ask("GET", f"{path}?ask={quote(json.dumps(asked))}", patience=patience)
        assert status == 200, text
        parts = [block.split("\n", 1) for block in text.strip().split("\n\n")]
        return [(head.removeprefix("event: "), json.loads(rest.removeprefix("data: "))) for head, rest in parts]


@pytest.fixture(scope="session")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="session")
def lab(home):
    with opened(home) as found:
        yield found


@pytest.fixture(scope="session")
def client(lab):
    return Client(lab)


@pytest.fixture(scope="module")  # no longer: two of them cannot be open in one process
def chromium():
    program = shutil.which("chromium")
    assert program, "no chromium: `make browser` installs it"
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=program, args=ARGS.split())
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium, lab):
    """Opens a room of the lab; nothing may be said on the console, nothing asked of anybody else."""
    said, contexts = [], []

    def opening(room, state=None, width=1280, **options):
        context = chromium.new_context(viewport={"width": width, "height": 900}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: None if request.url.startswith((lab.address, "blob:", "data:")) else said.append(request.url))
        page.goto(f"{lab.address}#/{room}" + (f"?s={quote(json.dumps(state))}" if state else ""))
        page.wait_for_selector("#main[data-room]")
        return page

    yield opening
    for context in contexts:
        context.close()
    assert said == []
