"""simlab new: what it writes works, and what it cannot write is said in a line."""

import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.contract.catalogue import load
from simlab.players.registry import from_file
from simlab.scenarios.document import read
from simlab.scenarios.prepare import prepare


@pytest.fixture
def ask(tmp_path, monkeypatch):
    """A command in an empty folder: exit code and output."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        done = CliRunner().invoke(main, words)
        return done.exit_code, done.output

    return run


def test_a_new_game_says_what_comes_next(ask, tmp_path):
    code, output = ask("new", "game", "mine", "--like", "draw", "--out", "games")
    assert code == 0
    assert "pip install -e games/mine" in output
    assert (tmp_path / "games" / "mine" / "simlab_mine" / "game.py").exists()


def test_without_a_kind_the_smallest_game_is_begun_from(ask, tmp_path):
    assert ask("new", "game", "mine")[0] == 0
    assert "to pass is\nto fold" in (tmp_path / "mine" / "simlab_mine" / "rules.py").read_text(encoding="utf-8")


def test_a_new_policy_compiles_and_plays(ask):
    code, output = ask("new", "policy", "template", "cautious")
    assert (code, "simlab tournament template --policy-file cautious.py:cautious" in output) == (0, True)
    policy = from_file(load("template"), "cautious.py:cautious")
    assert [(param.name, param.default) for param in policy.params] == [("whim", 0.1)]
    code, output = ask("replay", "template", "--policies", "cautious", "--policy-file", "cautious.py:cautious")
    assert code == 0, output


def test_a_new_policy_tells_what_it_may_look_at(ask, tmp_path):
    ask("new", "policy", "template", "cautious", "--out", "mine/own.py")
    text = (tmp_path / "mine" / "own.py").read_text(encoding="utf-8")
    assert "    view.card                        own card\n" in text
    assert "    view.table.facing                chips to call, 0 when nobody has bet\n" in text
    assert "--policy-file mine/own.py:cautious" in text


def test_a_new_scenario_is_read_by_the_loader_and_knows_its_schema(ask, tmp_path):
    code, output = ask("new", "scenario", "template")
    assert (code, "simlab run scenarios/template.yaml" in output) == (0, True)
    assert (tmp_path / "scenarios" / "template.yaml").read_text().startswith("# yaml-language-server: $schema=scenario.schema.json\n")
    plan = prepare(read(tmp_path / "scenarios" / "template.yaml"))
    assert (plan.scenario.game, list(plan.scenario.variants)) == ("template", ["as it is", "changed"])
    code, output = ask("run", "scenarios/template.yaml", "--games", "200", "--quiet")
    assert code == 0, output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("new game template", "there is a game called 'template' already: choose another name"),
        ("new game mine --like trick", "no kind of game 'trick' (did you mean 'tricks'?)"),
        ("new policy template honest", "template has a policy called 'honest' already: choose another name"),
        ("new policy template My-Own", "'My-Own' cannot name a policy: small letters, digits and _ only (cautious)"),
        ("new policy templat mine", "no game 'templat' (did you mean 'template'?)"),
        ("new scenario template --out there.yaml", "there.yaml exists already: choose another name"),
        ("new scenario template --out there.yaml/in.yaml", "there.yaml/in.yaml: File exists"),
    ],
)
def test_what_cannot_be_written_is_one_line(ask, tmp_path, words, says):
    (tmp_path / "there.yaml").touch()
    assert ask(*words.split()) == (2, f"simlab: {says}\n")
