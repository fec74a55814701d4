"""The tables of what can be gained, what turned round and what seats are worth: the pages tell what was measured."""

import json

import pytest

from simlab.contract.catalogue import load
from tools import exploit, turned, worth
from tools.docs import filled

EVEN_GAINS = {"estimate": 0.125, "ci_low": 0.1, "ci_high": 0.15}


def test_the_page_tells_what_everything_is_worth():
    page = worth.PAGE.read_text(encoding="utf-8")
    assert filled(page, {worth.PART: worth.told(worth.read_known())}) == page
    known = worth.read_known()
    assert all(f"{found.words}; {load(found.game).usual_player}" in known[found.game] for found in worth.WORTHS)


@pytest.mark.parametrize("name", exploit.GAMES)
def test_every_policy_that_ships_has_a_line_of_what_can_be_gained_from_it(name):
    known, page = exploit.read_known().get(name, {}), exploit.PAGE.read_text(encoding="utf-8")
    assert all(f"| {name} | `{policy}` | " in page for policy in exploit.policies_of(name))
    assert all(exploit.line(found) in page for found in known.values())


def test_every_finding_has_a_line():
    page = turned.PAGE.read_text(encoding="utf-8")
    assert all(turned.line(found) in page for found in turned.read_known()["fortune"].values())


def test_a_gain_that_may_be_nothing_is_not_called_one():
    found = {
        "game": "a",
        "policy": "b",
        "goal": {"per": "game"},
        "times": 100,
        "shown": "points",
        "exact": False,
        "deviator": "c",
        "deals": 9,
    }
    assert "at least" in exploit.line({**found, "gain": EVEN_GAINS})
    assert "not settled" in exploit.line({**found, "gain": {**EVEN_GAINS, "ci_low": -0.1}})
    assert "nobody who was tried gains" in exploit.line({**found, "gain": {"estimate": -0.1, "ci_low": -0.2, "ci_high": -0.05}})


def test_a_worth_is_played_once_and_told_with_its_interval(tmp_path, monkeypatch):
    monkeypatch.setattr(worth, "FILE", tmp_path / "worth.json")
    asked = worth.Worth("template", ("100 * AVG(win_s0) - 50", "the first seat"), (("honest", 400),), games=300)
    worth.measure(asked)
    written = (tmp_path / "worth.json").read_bytes()
    worth.measure(asked)
    assert (tmp_path / "worth.json").read_bytes() == written
    known = json.loads(written)["template"]
    [(game, words, thumb, who, best, games)] = worth.lines(asked, known)
    assert (game, words, who, games) == ("template", "the first seat", "`honest`", "400")
    usual = load("template").usual_player
    assert thumb == f"`{usual}`: {worth.span(known[f'the first seat; {usual}']['figures'])}"
    assert worth.span([-0.0514, -0.0530, -0.0498]) == "-0.051 (-0.053 to -0.050)"
    assert worth.span([1.23, 0.9, 1.56]) == "+1.2 (0.9 to 1.6)"
    assert best == worth.span(known["the first seat; honest"]["figures"])


def test_a_small_game_is_solved_for_its_worth():
    assert worth.solved_whole("template")["best"] == pytest.approx(-1 / 18, abs=1e-5)
