"""Questions about hands: values that converge, exact ones at once, and the map of all hands."""

from simlab.lab.explore import Hand, chart


def test_values_converge_while_one_watches(client):
    events = [data for name, data in client.events("/api/values", {"game": "template", "at": "facing", "hand": "Q"}) if name == "values"]
    assert events[-1]["done"]
    assert events[-1]["worlds"] >= events[0]["worlds"]
    assert {row["name"] for row in events[-1]["rows"]} == {"call", "fold"}
    assert all(row["low"] <= row["value"] <= row["high"] for row in events[-1]["rows"])


def test_a_hand_that_cannot_be_is_told_in_one_line(client):
    for asked in (
        {"game": "template", "hand": "Z"},
        {"game": "template", "hand": "K", "at": "nowhere"},
        {"game": "high_draw", "hand": "x" * 300},
    ):
        (name, data), *rest = client.events("/api/values", asked)
        assert (name, rest) == ("refused", [])
        assert "\n" not in data["error"]


def test_cards_can_be_clicked_wherever_hands_are_read(client):
    for game in client.get("/api/games")["games"]:
        questions = client.get(f"/api/game/{game['name']}")["questions"]
        if questions is not None and questions["cards"]:
            assert len(set(questions["cards"])) == len(questions["cards"])
    assert client.get("/api/game/template")["questions"]["cards"] == ["J", "Q", "K"]


def test_a_row_of_the_map_that_is_a_hand_can_be_asked_about():
    found = chart("template")
    assert found["grids"][0]["hands"] == ["J", "Q", "K"]
    assert Hand.read({"game": "template", "hand": "K", "at": found["grids"][0]["columns"][0]}).table()
