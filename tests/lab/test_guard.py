"""Whoever is not meant to ask the lab is refused, however often, and learns nothing."""

import asyncio
import json
import socket
import time
from urllib.parse import quote

import pytest

from simlab.lab.events import Streams
from simlab.lab.guard import MOST_BODY, REFUSED
from simlab.lab.live import MOST_PIECE

TWEAK = {"game": "template", "policies": ["honest"], "tweak": {"bet": 2}, "games": 2_000}
FOREIGN = [
    "evil.example",
    "evil.example:80",
    "127.0.0.1",
    "127.0.0.1:1",
    "localhost.evil.example",
    "[::1]",
    "",
    "169.254.1.1:80",
    "0.0.0.0:80",
]
ORIGINS = ["http://evil.example", "null", "https://127.0.0.1", "http://localhost", "file://", "http://127.0.0.1:1"]
TOKENS = ["", "x", "A" * 32, "api", "..", "%00", "*"]
BAD_JSON = [b"", b"{", b"[" * 5_000, b'{"game": NaN}', b"\xff\xfe", b'{"game": "template"} x', b"null", b"[]", b'"x"', b"1e999"]
PATHS = [
    "/report/../../etc/passwd", "/report/..%2f..%2fetc%2fpasswd", "/report//etc/passwd", "/report/%2e%2e/%2e%2e/manifest.json",
    "/../server.py", "/static/../server.py", "/..%2fdesk.py", "/api/game/..%2f..%2fetc", "/report/.deleted/x",
    "/style.css/../../guard.py", "/index.html%00.js",
]  # fmt: skip
ODD = [
    {"game": "template", "policies": ["{name: search, worlds: 999999999}"]}, {"game": "../../etc/passwd"},
    {"game": "template", "games": 10**15}, {"game": "template", "tweak": {"__class__": 1}},
    {"game": "template", "policies": ["x.py:steal"]},
    {"game": "template", "metrics": ["x"] * 9_999}, {"game": "template", "code": "import os"}, {"game": ["template"]},
    {"game": "template", "seed": -1}, {"game": "template", "players": 10**9},
]  # fmt: skip


def alive(client):
    return client.get("/api/games")["games"]


@pytest.mark.parametrize("token", TOKENS)
def test_without_the_token_there_is_nothing(client, token):
    for path in ("/", "/api/games", "/app.js", "/api/live?ask=%7B%7D"):
        status, text = client.ask("GET", path, token=token)
        assert (status, text) == (403, REFUSED)
    assert client.ask("POST", "/api/run", TWEAK, token=token)[0] == 403


@pytest.mark.parametrize("host", FOREIGN)
def test_a_foreign_name_that_leads_here_is_refused(client, host):
    assert client.ask("GET", "/api/games", headers={"host": host})[0] in (400, 403)


@pytest.mark.parametrize("origin", ORIGINS)
def test_another_site_is_refused(client, origin):
    for method, path, body in (("POST", "/api/scenario", TWEAK), ("GET", "/api/games", None)):
        assert client.ask(method, path, body, headers={"origin": origin}) == (403, REFUSED)
    assert client.ask("GET", "/app.js", headers={"sec-fetch-site": "cross-site"})[0] == 403


def test_our_own_page_is_answered(client):
    assert (
        client.ask("POST", "/api/scenario", TWEAK, headers={"origin": f"http://{client.host}", "sec-fetch-site": "same-origin"})[0] == 200
    )


@pytest.mark.parametrize("path", PATHS)
def test_no_path_leads_out_of_the_folder(client, path):
    status, text = client.ask("GET", path)
    assert status == 404
    assert "root:" not in text
    assert "import" not in text


def test_a_huge_question_is_refused_before_it_is_read(client):
    assert client.ask("POST", "/api/scenario", headers={"content-length": str(10**9)}, body=b"{}")[0] == 413
    assert client.ask("POST", "/api/scenario", b'{"game": "' + b"x" * MOST_BODY + b'"}')[0] == 413
    assert client.ask("GET", f"/api/live?ask={'x' * 20_000}")[0] == 414


def test_a_huge_question_without_a_length_is_refused_while_it_is_read(client):
    with socket.create_connection(client.host.split(":")) as wire:
        head = [f"POST /{client.token}/api/scenario HTTP/1.1", f"host: {client.host}", "content-type: application/json"]
        wire.sendall("\r\n".join([*head, "transfer-encoding: chunked", "", ""]).encode())
        part = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
        for _ in range(4):
            wire.sendall(part)
        assert b" 413 " in wire.recv(4096).split(b"\r\n")[0]


@pytest.mark.parametrize("raw", BAD_JSON)
def test_what_is_no_question_gets_one_line(client, raw):
    status, text = client.ask("POST", "/api/scenario", raw)
    assert status in (400, 422)
    assert "\n" not in json.loads(text)["error"]
    assert "Traceback" not in text


@pytest.mark.parametrize("asked", ODD)
def test_a_question_that_asks_too_much_gets_one_line(client, asked):
    status, text = client.ask("POST", "/api/scenario", asked)
    assert status == 422, text
    assert "\n" not in json.loads(text)["error"]
    events = client.events("/api/live", asked) if len(json.dumps(asked)) < 4_000 else []
    assert not any(name == "numbers" for name, _ in events)


def test_what_is_typed_for_a_list_is_read_as_data_and_never_run(client):
    assert client.post("/api/typed", {"knob": "suits", "text": "[c, d, 3, true]"}) == {"value": ["c", "d", 3, True]}
    for text in ("!!python/object/apply:os.system [ls]", "[1, 2", "&a [*a]", "{a: 1}\nb: 2"):
        status, told = client.ask("POST", "/api/typed", {"knob": "suits", "text": text})
        assert (status, "\n" in json.loads(told)["error"]) == (422, False)


def test_only_json_is_a_question(client):
    assert client.ask("POST", "/api/scenario", TWEAK, headers={"content-type": "text/plain"})[0] == 415
    assert client.ask("DELETE", "/api/runs")[0] == 405
    assert client.ask("PUT", "/api/scenario", TWEAK)[0] == 405


def test_a_page_runs_nothing_but_its_own_code(client):
    import http.client

    wire = http.client.HTTPConnection(client.host)
    wire.request("GET", f"/{client.token}/")
    answer = wire.getresponse()
    page = answer.read().decode()
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "<script>" not in page
    assert client.token not in page
    wire.close()


@pytest.mark.timeout(120)
def test_a_thousand_open_streams_are_refused_and_the_lab_goes_on(client, lab):
    """Two dozen are kept; the others are told so at once, and all of them are gone when they close."""
    head = f"GET /{client.token}/api/runs/live HTTP/1.1\r\nhost: {client.host}\r\n\r\n".encode()
    wires = []
    for _ in range(1_000):
        wire = socket.create_connection(client.host.split(":"), timeout=30)
        wire.sendall(head)
        wires.append(wire)
    answers = [wire.recv(64).split(b"\r\n")[0] for wire in wires]
    kept, refused = answers.count(b"HTTP/1.1 200 OK"), answers.count(b"HTTP/1.1 503 Service Unavailable")
    assert kept <= lab.desk.streams.most
    assert kept + refused == 1_000
    assert alive(client)
    for wire in wires:
        wire.close()
    for _ in range(100):
        if lab.desk.streams.open == 0:
            break
        time.sleep(0.05)
    assert lab.desk.streams.open == 0


def test_one_who_connects_and_says_nothing_is_let_go(client, monkeypatch):
    monkeypatch.setattr("simlab.lab.server.SILENT", 0.2)
    with socket.create_connection(client.host.split(":"), timeout=10) as wire:
        wire.sendall(b"GET /")
        assert wire.recv(64) == b""


def test_a_reader_that_does_not_read_is_dropped_and_its_work_ends(monkeypatch):
    monkeypatch.setattr("simlab.lab.events.PATIENCE", 0.05)
    ended = []

    async def numbers():
        try:
            while True:
                yield "numbers", {}
        finally:
            ended.append(True)

    async def send(message):
        if message["type"] == "http.response.body":
            await asyncio.sleep(60)  # the buffers are full

    async def receive():
        await asyncio.sleep(60)

    async def reading():
        streams = Streams()
        await asyncio.wait_for(streams.stream(numbers())({}, receive, send), 5)
        return streams.open

    assert asyncio.run(reading()) == 0
    assert ended == [True]


def test_closing_a_page_stops_its_games(client, lab):
    asked = {**TWEAK, "tweak": {"bet": 9}, "games": 100_000_000}
    with socket.create_connection(client.host.split(":"), timeout=30) as wire:
        wire.sendall(f"GET /{client.token}/api/live?ask={quote(json.dumps(asked))} HTTP/1.1\r\nhost: {client.host}\r\n\r\n".encode())
        while b"numbers" not in wire.recv(65_536):
            pass
        live = next(live for live in lab.desk.shelf.lives.values() if live.plan.scenario.variants["your tweak"].rules == {"bet": 9})
    for _ in range(100):
        time.sleep(0.05)
        before = live.sums.units
        if not live.watchers:
            break
    time.sleep(0.3)
    assert live.sums.units - before <= 2 * MOST_PIECE
    assert live.sums.units < 100_000_000
    assert lab.desk.streams.open == 0


def test_a_refusal_arrives_though_the_question_comes_in_pieces(client):
    """A connection closed before the rest of a question is read is reset, and the answer with it."""
    head = (f"POST /{client.token}/api/scenario HTTP/1.1", f"host: {client.host}", "origin: http://elsewhere", "content-length: 400")
    for number in range(300):
        with socket.create_connection(client.host.split(":"), timeout=10) as wire:
            wire.sendall("\r\n".join([*head, "", ""]).encode())
            time.sleep(number % 100 / 100_000)
            wire.sendall(b" " * 400)
            said = b""
            while part := wire.recv(4096):
                said += part
        assert said.startswith(b"HTTP/1.1 403")
