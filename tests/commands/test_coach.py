"""`simlab coach`: the decisions of a played game, worst first."""

import json

from tests.commands.typed import typed


def test_the_coach_finds_the_blunder_first(template, tmp_path):
    """Folding a king to a bet loses three chips, and nothing else in the game loses as much."""
    from simlab.play.session import Played
    from simlab.play.table import Table

    for seed in range(50):
        table = Table(template, template.Rules(), seed)
        if table.state.deck[1] == 2:
            break
    played = Played("template", 1, {}, seed, 0, (1, 0), 1, ("equilibrium", "equilibrium"))
    played.write(tmp_path / "blunder.json")
    output = typed("coach", tmp_path / "blunder.json")
    assert "move 1, round 1, seat 1: lost 3 chips\n" in output
    assert "played fold; better: call" in output
    assert "1 decision: 0 were the best found, 1 surely lost something, 3 chips in all" in output
    everybody = json.loads(typed("coach", tmp_path / "blunder.json", "--json", "--seat", 0))
    assert [mark["seat"] for mark in everybody["decisions"]] == [0]
    found = json.loads(typed("equity", "--from", f"{tmp_path / 'blunder.json'}:1", "--json"))
    assert found["actions"][0]["name"] == "call"
    typed("coach", tmp_path / "blunder.json", "--out", tmp_path / "page")
    page = (tmp_path / "page" / "report.html").read_text(encoding="utf-8")
    assert "The worst was move 1: fold instead of call lost 3 chips." in page
    assert 'role="img" aria-label="king"' in page
    assert "there are seats 0 to 1" in typed("coach", tmp_path / "blunder.json", "--seat", 5, code=2)


def test_a_file_that_is_not_there_is_one_line():
    assert "no saved game 'nowhere.json'" in typed("coach", "nowhere.json", code=2)
