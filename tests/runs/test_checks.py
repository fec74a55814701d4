"""`checks:` and `simlab check`: what must stay true, settled with as few games as it takes."""

import json
from fractions import Fraction
from xml.etree import ElementTree as xml

import pytest
from click.testing import CliRunner

from simlab import api
from simlab.cli import main
from simlab.errors import InputError
from simlab.runs.checks import NEVER, worst
from simlab.scenarios.checks import read
from simlab.scenarios.prepare import prepare
from simlab.scenarios.scenario import of
from tests.conftest import ROOT

GAME = {"game": "template", "policies": "equilibrium", "rollouts": 50_000}


def states(*checks, **changes):
    return [case.state for case in api.check({**GAME, **changes, "checks": list(checks)})]


def test_checks_hold_are_broken_or_are_not_settled():
    """Perfect play loses the first to act an eighteenth of a chip: -0.0556."""
    assert states("net[seat=0] within -0.05 +- 0.1", "net[seat=0] > 0.2", "net[seat=0] < -0.0556") == ["holds", "broken", "not settled"]
    assert states("win between 40 % and 60 %") == ["holds", "holds"]


def test_every_game_must_give_what_an_exact_check_says():
    assert states("rounds == 1", "capped == 0", "pot == 2", "rounds == 3", rules={"deals": 1}) == ["holds", "holds", "broken", "broken"]
    case = api.check({**GAME, "checks": "capped == 0"})[0]
    assert 1 / NEVER < case.games < 10 / NEVER
    assert states("capped == 0", rollouts=500) == ["not settled"]


def test_a_number_on_the_line_in_every_game_holds_only_where_the_line_belongs_to_it():
    assert states("rounds <= 1", "rounds >= 1", "rounds < 1", "rounds > 1") == ["holds", "holds", "broken", "broken"]


def test_a_check_stops_when_it_is_settled_and_says_how_many_games_one_like_it_needs():
    easy, hard = api.check({**GAME, "rollouts": 2_000_000, "checks": ["win[seat=0] < 0.7", "net[seat=0] within -0.0556 +- 0.03"]})
    assert easy.games < hard.games < 2_000_000
    assert hard.games / 4 < hard.needs < 8 * hard.games
    (near,) = api.check({**GAME, "checks": ["net[seat=0] < -0.0555"]})
    assert near.state == "not settled"
    assert near.games == 50_000 < near.needs


def test_the_same_checks_settle_at_the_same_games_whatever_plays_them(tmp_path):
    scenario = {
        **GAME,
        "policies": "honest",
        "checks": ["net within 0 +- 0.1", "pot < 3.5"],
        "variants": {"a": {}, "b": {"rules": {"bet": 2}}},
    }
    one = api.check(scenario, threads=1, out=tmp_path)
    again = api.check(scenario, out=tmp_path)
    other = api.check(scenario, threads=3, block=333)
    assert (
        [(c.state, c.games, c.found) for c in one]
        == [(c.state, c.games, c.found) for c in again]
        == [(c.state, c.games, c.found) for c in other]
    )
    assert len(one) == 2 * 2 + 2


def test_checks_are_read_as_they_are_written():
    plan = prepare(of({**GAME, "policies": "honest", "sweep": {"rules.bet": [1, 2]}}))
    check = read("end[level=folded, rules.bet=2] between 1e-3 and 25%", plan)
    assert (check.low, check.high) == (0.001, 0.25)
    assert [number.cell["rules.bet"] for number in check.selector.numbers(plan)] == [2]
    assert read("pot within 1_000 ± 1", plan).high == 1001
    assert read("capped == 0", plan).exactly == Fraction(0)
    assert read("bluff_caught[level='seat 0'] >= 0.1", plan).low == 0.1


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ("rouns < 3", "no metric of template: 'rouns' (did you mean 'rounds'?)"),
        ("rounds", "is not a check: write rounds < 20"),
        ("rounds < many", "'many' is not a number"),
        ("rounds within 3", "write `within 0.25 +- 0.01`"),
        ("rounds between 5 and 2", "leaves no room: 5 to 2"),
        ("rounds < 1e9999", "is no number of a game"),
        ("win == 0.25", "write `within 0.25 +- 0.01`"),
        ("win[player=0] < 1", "no key 'player' (did you mean 'players'?)"),
        ("end[level=foldd] < 1", "no level 'foldd' (did you mean 'folded'?)"),
    ],
)
def test_a_wrong_check_is_refused_with_what_is_wrong(check, said):
    with pytest.raises(InputError) as refusal:
        prepare(of({**GAME, "checks": [check]}))
    assert said in str(refusal.value)


def checked(tmp_path, *arguments, **changes):
    path = tmp_path / "x.yaml"
    path.write_text(json.dumps({**GAME, **changes}))
    return CliRunner().invoke(main, ["check", str(path), "--out", str(tmp_path / "out"), *arguments])


@pytest.mark.parametrize(
    ("checks", "code", "state"),
    [(["rounds < 2"], 0, "holds"), (["rounds < 2", "pot > 9"], 1, "broken"), (["rounds < 2", "net[seat=0] < -0.0555"], 3, "not settled")],
)
def test_the_exit_code_says_how_it_went(tmp_path, checks, code, state):
    done = checked(tmp_path, "--json", checks=checks)
    assert done.exit_code == code, done.output
    found = json.loads(done.stdout)
    assert found["state"] == state
    assert [case["check"] for case in found["checks"]] == checks
    assert all(case["ci_low"] <= case["estimate"] <= case["ci_high"] for case in found["checks"])


def test_check_tells_people_and_build_servers(tmp_path):
    report = tmp_path / "sub" / "junit.xml"
    done = checked(tmp_path, "--junit", str(report), checks=["rounds < 2", "pot > 9", "net[seat=0] < -0.0555"])
    lines = done.stdout.splitlines()
    assert [line[:12].strip() for line in lines if line[0] != " "] == ["holds", "broken", "not settled"]
    assert "games would settle it" in lines[-1]
    suite = xml.parse(report).getroot().find("testsuite")
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "1")
    assert suite.find("testcase/failure").get("message").startswith("broken: pot: ")
    assert checked(tmp_path, "--quiet", checks=["rounds < 2"]).stdout == ""


def test_a_scenario_without_checks_and_a_wrong_one_on_the_command_line_are_refused(tmp_path):
    done = checked(tmp_path)
    assert done.exit_code == 2
    assert "no `checks:`" in done.stderr
    done = checked(tmp_path, "--change", "checks=[rouns < 3]", checks=["rounds < 2"])
    assert done.exit_code == 2
    assert done.stderr.startswith("simlab: --change checks=[rouns < 3]: checks: no metric of template: 'rouns'")


def test_the_scenario_that_ships_holds(tmp_path):
    found = api.check(ROOT / "scenarios" / "template-check.yaml", out=tmp_path)
    assert worst(found) == "holds"


def test_other_players_are_asked_whether_a_check_holds(tmp_path):
    """Whoever always bets makes every pot 4; honest players do not. The exit code is that of the players of the scenario."""
    path = tmp_path / "s.yaml"
    scenario = {**GAME, "policies": "always_bet", "also": ["honest", "uniform"], "rollouts": 50_000}
    path.write_text(json.dumps({**scenario, "checks": ["rounds == 1", "pot > 3.9"]}))
    done = CliRunner().invoke(main, ["check", str(path), "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    first, said, *rest = done.stdout.splitlines()
    assert first == "holds        pot > 3.9"  # turned round by others: first
    assert "; broken under honest: " in said
    assert "; broken under uniform: " in said
    assert "holds under honest and uniform too" in rest[1]
    data = json.loads(CliRunner().invoke(main, ["check", str(path), "--out", str(tmp_path / "out"), "--json"]).stdout)
    assert data["checks"][0]["also"] == {"honest": "broken", "uniform": "broken"}


def test_also_needs_something_to_try_again():
    with pytest.raises(InputError, match="it needs `variants:` or `checks:`"):
        prepare(of({**GAME, "also": ["honest"]}))
