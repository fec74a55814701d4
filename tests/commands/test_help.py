"""Help that teaches: commands by question, what to do first, wrong words answered with right ones, names completed by the shell."""

import os
import subprocess
import sys
from time import perf_counter

import click
import pytest

from simlab.cli import COMMANDS, QUESTIONS, main
from simlab.commands.completion import game_names, knob_names, metric_names, policy_names
from simlab.contract.catalogue import load, shipped
from simlab.contract.sections import sections_of
from tests.commands.typed import refused, typed
from tests.conftest import ROOT


def test_every_command_stands_once_under_a_question():
    assert len(COMMANDS) == len(set(COMMANDS)) == len(main.commands)
    shown = typed("--help")
    assert all(question in shown for question in QUESTIONS)
    assert all(f"\n  {command.name} " in shown for command in COMMANDS)
    assert "..." not in shown.replace("[ARGS]...", "")


def test_the_bare_command_says_what_to_do_first():
    shown = typed()
    assert "simlab play showdown" in shown
    assert max(map(len, shown.splitlines())) <= 100


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rnu"], "no command 'rnu' (did you mean 'run'?)"),
        (["run"], "simlab run: FILE is missing (for example: simlab run scenarios/template.yaml"),
        (["run", "scenarios/tempalte.yaml"], "no scenario 'scenarios/tempalte.yaml' (did you mean 'scenarios/template.yaml'?)"),
        (["run", "showdwon"], "no scenario 'showdwon' (did you mean 'scenarios/showdown.yaml'?)"),
        (["replay", "reports/galery"], "no run, game or saved game 'reports/galery' (did you mean 'reports/gallery'?)"),
        (["replay", "templat"], "no run, game or saved game 'templat' (did you mean 'template'?)"),
        (["coach", "nowhere.json"], "no saved game 'nowhere.json'"),
        (["dials", "template", "--gamse", "3"], "simlab dials: no option --gamse (did you mean --games?)"),
        (["dials", "template", "--games", "x"], "simlab dials: --games: 'x' is not a whole number"),
        (["dials", "template", "--pairs", "--games", "40"], "simlab dials: --pairs needs a value: --pairs N"),
        (["dials", "template", "--games", "40", "--pairs"], "simlab dials: --pairs needs a value: --pairs N"),
        (["run", "scenarios/template.yaml", "--out", "--quiet"], "simlab run: --out needs a value: --out "),
        (["new", "game", "mine", "--like", "--out", "x"], "simlab new game: --like needs a value: --like "),
        (["solve", "template", "--within", "nan"], "simlab solve: --within: 'nan' is not a number"),
        (["solve", "template", "--within", "inf"], "simlab solve: --within: 'inf' is not a number"),
        (["run", "scenarios/template.yaml", "--out", "a\0b"], "simlab run: --out: a name is UTF-8 text"),
        (["quality", "template", "--worlds", "3"], "simlab quality: --worlds: 3 is not between 4 and 256"),
        (["new", "gmae"], "no command 'gmae' (did you mean 'game'?)"),
    ],
)
def test_a_wrong_word_is_answered_with_the_right_one(words, said, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert said in refused(*words)


@pytest.mark.parametrize("name", shipped())
def test_a_game_s_card_has_every_knob_once_and_fits_the_screen(name):
    game = load(name)
    assert sorted(knob for knobs in sections_of(game).values() for knob in knobs) == sorted(game.Rules.knobs())
    assert "More" not in sections_of(game)
    shown = typed("games", name)
    assert max(map(len, shown.splitlines())) <= 100
    assert all(f"\n{knob} " in shown for knob in game.Rules.knobs())
    assert game.usual_player in shown


def completed(complete, incomplete: str, *before: str) -> list[str]:
    context = click.Context(main.commands["dials"])
    context.args = list(before)
    return [item.value for item in complete(context, main.commands["dials"].params[0], incomplete)]


def test_the_shell_completes_games_policies_knobs_and_metrics():
    assert completed(game_names, "temp") == ["template"]
    assert completed(policy_names, "hon", "template") == ["honest"]
    assert completed(policy_names, "honest,alw", "template") == ["honest,always_bet"]
    assert completed(knob_names, "an", "template") == ["ante="]
    assert completed(metric_names, "win,ro", str(ROOT / "scenarios" / "template.yaml")) == ["win,rounds"]
    assert completed(knob_names, "an", "nonsense") == completed(knob_names, "an") == []


def test_help_answers_at_once():
    """A quarter of a second on a quiet machine; processor time is what can be promised on a busy one."""
    code = "import sys; from simlab.cli import main; sys.argv = ['simlab', '--help']; main(standalone_mode=False); print(*sys.modules)"
    starts = []
    for _ in range(3):  # the least counts: what else runs on the machine makes the others longer
        began, before = perf_counter(), os.times()
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
        after = os.times()
        starts += [perf_counter() - began, after.children_user + after.children_system - before.children_user - before.children_system]
    assert min(starts) < 0.25
    loaded = set(done.stdout.split())
    assert not loaded & {"numba", "numpy", "polars", "pandas", "matplotlib", "pydantic", "starlette", "rich"}
