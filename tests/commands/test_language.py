"""One command language: a shared idea has one name, one sentence and one type in every command, and every example in the help works."""

import re
import shlex
import shutil
from collections import defaultdict

import click
import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.commands.options import RENAMED
from tests.commands.typed import refused
from tests.conftest import ROOT

FIRST = ("game", "file", "folder", "what", "transcript", "words", "name")  # what a command is about stands first, without a name
SLOW = {"train", "effects", "tune", "conform", "chart equity", "verify"}  # examples that take long on a cold cache
LONG = ("--plant", "equity showdown", "--pay deuces_wild", "table three_card_poker", "quality template", "--games 100000")  # likewise
BEFORE = {  # what an example takes for granted
    "replay": ["run scenarios/template.yaml --games 2000 --quiet"],
    "coach": ["play template --seed 7"],
    "verify": ["run scenarios/template.yaml --games 2000 --quiet"],
}


def walk(group: click.Group = main, path: str = ""):
    """Every command with its path, `new game` included."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from walk(command, f"{path}{name} ")
        else:
            yield f"{path}{name}", command


COMMANDS = dict(walk())
OPTIONS = [(path, option) for path, command in COMMANDS.items() for option in command.params if isinstance(option, click.Option)]


def examples():
    """`Example: simlab run scenarios/template.yaml`, of every command."""
    for path, command in COMMANDS.items():
        if path == "lab":  # stays open until Ctrl-C: test_lab.py opens it
            continue
        for text in re.findall(r"Example: simlab (.+?)(?=\.? Example:|\.?$)", " ".join((command.help or "").split())):
            yield pytest.param(path, text, id=text, marks=[pytest.mark.slow] if path in SLOW or any(part in text for part in LONG) else [])


def test_an_option_that_several_commands_have_says_and_takes_the_same_everywhere():
    said = defaultdict(set)
    for _, option in OPTIONS:
        kind = option.type.to_info_dict() if isinstance(option.type, click.Choice) else type(option.type).__name__
        said[option.opts[0]].add(
            (option.help, str(kind), option.multiple, option.is_flag, option.make_metavar(click.Context(main)), option.name)
        )
    assert {name: forms for name, forms in said.items() if len(forms) > 1} == {}


def test_no_sentence_describes_two_options():
    names = defaultdict(set)
    for _, option in OPTIONS:
        names[option.help].add(option.opts[0])
    assert {sentence: options for sentence, options in names.items() if len(options) > 1} == {}


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_names_its_subject_first_and_explains_each_option(path):
    command = COMMANDS[path]
    arguments = [parameter.name for parameter in command.params if isinstance(parameter, click.Argument)]
    assert arguments == [] or arguments[0] in FIRST
    assert command.help
    assert all(option.help for option in command.params if isinstance(option, click.Option))
    assert f"Example: simlab {path}" in " ".join(command.help.split())


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_shows_its_help(path):
    done = CliRunner().invoke(main, [*path.split(), "--help"])
    assert done.exit_code == 0
    assert f"simlab {path}" in " ".join(done.output.split())


@pytest.mark.parametrize(("path", "text"), list(examples()))
def test_every_example_of_the_help_works(path, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "scenarios", "scenarios")
    for words in [*BEFORE.get(path, []), text.partition(" > ")[0]]:
        done = CliRunner().invoke(main, shlex.split(words), input="0\n" * 60)
        assert done.exit_code == 0, done.output


@pytest.mark.parametrize("old", RENAMED)
def test_an_old_spelling_answers_with_the_new_one(old):
    *path, option = old.split()
    said = refused(*(path or ["dials"]), option, "x")
    assert said == f"simlab {' '.join(path) or 'dials'}: {option} is now {RENAMED[old]}\n"
    command = COMMANDS[" ".join(path) or "dials"]
    (new,) = re.match(r"(--[\w-]+)", RENAMED[old]).groups()
    assert new in [name for parameter in command.params for name in parameter.opts]


def test_new_names_take_no_words_of_old_ones():
    for path, option in OPTIONS:
        assert option.opts[0] not in RENAMED
        assert f"{path} {option.opts[0]}" not in RENAMED
