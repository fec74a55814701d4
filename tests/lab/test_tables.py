"""People at tables of the lab: the games of `simlab play`, for every game there is."""

import json

import pytest

from simlab.commands.play import new_game
from simlab.contract.catalogue import load, shipped, titles
from simlab.play.session import Session
from simlab.players.registry import make_player
from simlab.reports.playing_cards.sight import drawn
from tests.lab.test_browser import SHORT

SEED = 24


def play_to_the_end(client, new, choose=0):
    """By the first action always; returns the table at the end and how many choices there were."""
    now = client.post("/api/play", new)
    choices = []
    while not now["over"]:
        action = now["actions"][min(choose, len(now["actions"]) - 1)]["action"]
        choices.append(action)
        now = client.post(f"/api/play/{now['id']}/act", {"action": action})
        assert len(choices) < 3_000
    return now, choices


def test_a_game_is_kept_as_the_terminal_keeps_it(client, home, tmp_path):
    now, choices = play_to_the_end(client, {"game": "template", "seed": SEED, "rules": {"deals": 4}})
    game = load("template")
    asked = {"players": None, "seat": 0, "seed": SEED, "index": 0, "rules": ["deals=4"]}
    played = new_game(game, policies=None, **asked)
    session = Session(played, [make_player(game, name, played.model()) for name in played.policies])
    for action in choices:
        session.act(str(action))
    session.save(tmp_path / "mine.json")
    assert (home / "played" / f"template-{SEED}-0.json").read_bytes() == (tmp_path / "mine.json").read_bytes()
    assert now["result"][0]["seats"]


def test_undo_takes_one_choice_back_and_the_game_goes_on_the_same(client):
    new = {"game": "template", "seed": 5, "rules": {"deals": 6}}
    now = client.post("/api/play", new)
    assert not now["can_undo"]
    status, text = client.ask("POST", f"/api/play/{now['id']}/undo", {})
    assert (status, json.loads(text)["error"]) == (422, "this is your first choice")
    after = client.post(f"/api/play/{now['id']}/act", {"action": now["actions"][1]["action"]})
    back = client.post(f"/api/play/{now['id']}/undo", {})
    assert back["table"] == now["table"]
    assert client.post(f"/api/play/{now['id']}/act", {"action": now["actions"][1]["action"]})["table"] == after["table"]


def test_an_action_that_is_not_there_is_refused(client):
    now = client.post("/api/play", {"game": "template", "seed": 6})
    assert client.ask("POST", f"/api/play/{now['id']}/act", {"action": 17})[0] == 422
    assert client.ask("POST", f"/api/play/{now['id']}/act", {"action": "0"})[0] == 422
    assert client.ask("POST", "/api/play/nobody/act", {"action": 0})[0] == 404
    assert client.ask("POST", "/api/resume", {"name": "../manifest.json"})[0] == 404


def test_a_game_can_be_gone_on_with(client):
    now = client.post("/api/play", {"game": "template", "seed": 7, "rules": {"deals": 3}})
    kept = client.get("/api/played")["games"]
    assert now["file"] in [one["file"] for one in kept]
    again = client.post("/api/resume", {"name": now["file"]})
    assert (again["table"], again["actions"]) == (now["table"], now["actions"])


def test_a_hint_values_every_action_with_its_interval(client):
    now = client.post("/api/play", {"game": "template", "seed": 8})
    found = client.post(f"/api/play/{now['id']}/hint", {})
    assert {row["action"] for row in found["rows"]} == {one["action"] for one in now["actions"]}
    assert all(row["low"] <= row["value"] <= row["high"] for row in found["rows"])


def test_the_coach_marks_every_decision(client):
    now, choices = play_to_the_end(client, {"game": "template", "seed": 9, "rules": {"deals": 3}})
    events = client.events(f"/api/play/{now['id']}/coach", {})
    marks = events[-2][1]["marks"]
    assert len(marks) == len(choices)
    assert all(mark["sight"] and mark["loss_low"] <= mark["loss"] <= mark["loss_high"] for mark in marks)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", shipped())
def test_the_coach_knows_every_game(client, game):
    now, choices = play_to_the_end(client, {"game": game, "seed": 3, "rules": SHORT[game]})
    marks = client.events(f"/api/play/{now['id']}/coach", {}, patience=1500)[-2][1]["marks"]
    assert len(marks) == len(choices)


SMALL = ("template", "showdown", "high_draw")


@pytest.mark.parametrize("game", [name if name in SMALL else pytest.param(name, marks=pytest.mark.slow) for name in titles()])
def test_every_game_has_a_table_from_its_text_alone(client, game):
    now = client.post("/api/play", {"game": game, "seed": 1})
    assert now["table"]
    assert all(
        "".join(piece.get("text", piece.get("card", "")) for piece in line["pieces"]).replace("*", "") == line["text"].replace("*", "")
        for line in now["table"]
    )
    assert any("card" in piece for line in now["table"] for piece in line["pieces"])
    assert now["over"] or len(now["actions"]) > 1


def test_cards_are_told_apart_from_words():
    line = drawn(["you   : *Ac *? 10U, N = 3, As Kd; seat 1's Td and deck Kin"])[0]
    assert [piece["card"] for piece in line["pieces"] if "card" in piece] == ["Ac", "?", "10U", "As", "Kd", "Td"]
    assert [piece["down"] for piece in line["pieces"] if "card" in piece] == [True, True, False, False, False, False]
    assert line["own"]
    assert [piece.get("card") for piece in drawn(["deal 1: you hold K, pot 2"])[0]["pieces"]] == [None, "K", None]


def test_a_game_may_say_itself_what_lies_where(client):
    now = client.post("/api/play", {"game": "template", "seed": 1})
    assert [group["title"] for group in now["groups"]] == ["your opponent", "you"]
    assert now["groups"][0]["cards"] == [{"card": "?", "down": False}]
