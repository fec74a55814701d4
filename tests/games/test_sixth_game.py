"""The game of docs/write-a-game.md, a folder and nothing else, beside the house or in it: every command has an answer for it."""

import json
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import forks
from tests.conftest import ROOT, blocks

PAGE = "write-a-game.md"
COPIED = ("simlab", "tools", "docs")
TUNE = """\
game: swap
policies: uniform
knobs: {cards: 4..20}
targets: [winning_card between 10 and 12]
trials: 6
rollouts: 2000
"""
ASK = """\
import json, pathlib, sys
from click.testing import CliRunner
from simlab.cli import main

for folder, words, typed in json.loads(pathlib.Path("asked.json").read_text()):
    done = CliRunner().invoke(main, words, input=typed)
    wrong = "" if isinstance(done.exception, SystemExit | None) else repr(done.exception)
    pathlib.Path(folder).mkdir(parents=True)
    pathlib.Path(folder, "code").write_text(str(done.exit_code))
    pathlib.Path(folder, "output").write_text(done.output + wrong)
"""


@dataclass(frozen=True)
class Answer:
    """What a command of the page must say; what is typed, and options that make it quick."""

    says: tuple[str, ...]  # patterns, in this order
    quick: str = ""
    typed: str = ""


ANSWERS = {
    "games": Answer((r"higher card wins", r"cards in the deck +10 +4 to 20", r"uniform", r"threshold", r"winning_card")),
    "run": Answer(
        (r"with twenty cards winning card: \d", r"instead of", r"twenty cards +winning card +\d+", r"report\.html"), "--games 2000"
    ),
    "check": Answer((r"holds +win\[seat=0\]", r"holds +decisions == 2"), "--out reports/checked"),
    "compare": Answer(
        (r"What does cards 20 change in Swap\?", r"instead of", r"cards 20 +winning card +\d", r"report\.html"), "--games 2000"
    ),
    "play": Answer(
        (r"You have seat 0 of 2", r"0: keep", r"Best: swap, \d+", r"the next, keep", r"The end\.", r"wins\."), typed="h\nkeep\n"
    ),
    "coach": Answer((r"move 0, round 1, seat 0: lost \d+ % of the win", r"played keep; better: swap", r"1 decision: 0 were the best")),
    "replay": Answer((r"game 3 of 2,000", r"you hold the \d", r"> (keep|swap)  \(of: keep, swap\)", r"the end", r"winning_card: \d")),
    "equity": Answer((r"you hold the \d", r"95 % interval +loss to best", r"Best: (keep|swap), ", r"threshold plays on"), "--worlds 2000"),
    "tournament": Answer((r"Who chooses among these plays threshold alone", r"threshold +0 +- +100"), "--games 1000"),
    "skill": Answer((r"Luck and skill", r"deal +\d+ +\d+ to \d+", r"Strength", r"threshold +\d+"), "--games 1000"),
    "quality": Answer(
        (r"Decisions that matter +\d+ +\d+ to \d+", r"swap +\d+", r"keep +\d+"), "--games 500 --watched 20 --looks 4 --worlds 16"
    ),
    "actions": Answer(
        (r"swap, where threshold chooses it, wins .* more than keep", r"kind +legal", r" swap +100\.0 "),
        "--games 500 --policies threshold",
    ),
    "dials": Answer((r"win +cards +9 +", r"win +cards +11 +", r"report\.html"), "--games 500"),
    "schema": Answer((r'"swap"',)),
    "tune": Answer((r"Nearest to the targets of 6 trials: cards \d+", r"winning_card between 10 and 12 +holds"), "tune.yaml"),
}
REFUSALS = {
    "equity swap": r"swap reads no hands in words: ask about a position of a game instead \(simlab equity --from",
    "equity swap --hand 3": r"swap reads no hands in words",
    "chart equity swap": r"swap names no classes of hands to chart: value single positions instead",
    "rank swap As": r"swap names no order of hands: compare hands by another \(standard, joker, ",
    "odds swap": r"swap names no order of hands",
    "effects swap": r"swap .*effects",
    "actions swap --against swop": r"did you mean 'swap'",
    "actions swap --at choices": r"did you mean 'choice'",
    "equity --from reports/swap:3:0 --goal chips": r"no swap goal 'chips' \(there are: win, payoff, swaps\)",
    "replay reports/swap --pick comeback": r"swap has no column that tells a comeback",
}


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """An empty folder with the page's files in it."""
    for name, code in blocks(PAGE):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(code, encoding="utf-8")
    return tmp_path


@pytest.fixture
def house(desk: Path) -> Path:
    """A copy of the package with the page's game in it."""
    for name in COPIED:
        shutil.copytree(ROOT / name, desk / name)
    for name in ("README.md", "requirements.txt", "requirements-ci.txt", "constraints.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, desk)
    (desk / "games" / "swap").rename(desk / "simlab" / "games" / "swap")
    return desk


def run(desk: Path, *words: str) -> str:
    """What Python prints there: with the package in it, or with ours and the games in it."""
    whole = (desk / "simlab").is_dir()
    places = {"PYTHONPATH": str(desk if whole else ROOT), **({} if whole else {"SIMLAB_GAMES": "games"})}
    done = forks.run(words, desk, {**os.environ, **places, "COLUMNS": "160"})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def page_commands() -> list[str]:
    """The command lines of the page, and two that it names in passing."""
    shell = re.findall(r"```sh\n(.*?)```", (ROOT / "docs" / PAGE).read_text(encoding="utf-8"), re.DOTALL)
    lines = [line.partition("#")[0].split() for block in shell for line in block.splitlines()]
    return [*(" ".join(words[1:]) for words in lines if words[0] == "simlab"), "schema", "tune"]


def answers(desk: Path, asked: list[tuple[str, str]]) -> dict[str, tuple[int, str]]:
    """Exit code and output of each command line, all asked in one process: compiled once."""
    given = [(f"answers/{number}", words.split(), typed) for number, (words, typed) in enumerate(asked)]
    (desk / "asked.json").write_text(json.dumps(given), encoding="utf-8")
    run(desk, "-c", ASK)
    folders = [desk / folder for folder, *_ in given]
    read = [(int((folder / "code").read_text()), (folder / "output").read_text(encoding="utf-8")) for folder in folders]
    return dict(zip([words for words, _ in asked], read, strict=True))


def test_every_command_answers_for_a_game_that_is_a_folder_and_nothing_else(desk):
    points, wins, card = re.findall(r"[\d.]+", run(desk, "try_swap.py"))
    assert (int(points), 0.5 < float(wins) < 0.7, 0 < int(card) < 12) == (40, True, True)
    (desk / "tune.yaml").write_text(TUNE, encoding="utf-8")
    named = [(words.split()[0], words) for words in page_commands()]
    assert {command for command, _ in named} == set(ANSWERS)
    asked = [(f"{words} {ANSWERS[command].quick}", ANSWERS[command].typed) for command, words in named]
    found = answers(desk, [*asked, *((words, "") for words in REFUSALS)])
    for (command, _), (words, _) in zip(named, asked, strict=True):
        code, output = found[words]
        assert code == 0, f"simlab {words}: {output}"
        assert re.search(".*".join(ANSWERS[command].says), output, re.DOTALL), f"simlab {words}: {output}"
    for words, says in REFUSALS.items():
        code, output = found[words]
        assert code == 2, f"simlab {words}: {output}"
        assert re.fullmatch(f"simlab: .*{says}.*\n", output), f"simlab {words}: {output}"


def test_the_docs_are_written_for_a_game_without_a_page(house):
    assert "swap       Swap: one card each" in run(house, "-m", "simlab", "games")
    before = (house / "docs" / "games.md").read_text(encoding="utf-8").splitlines()
    told = run(house, "-m", "tools.docs")
    assert told == "simlab/games/swap/README.md does not exist: swap is listed in docs/games.md and has no page\n"
    new = [line for line in (house / "docs" / "games.md").read_text(encoding="utf-8").splitlines() if line not in before]
    assert new == ["| `swap` | Swap: one card each, one chance to change it, the higher card wins |"]
    assert "| `swap` | positions of its games only (`--from`) |" in (house / "docs" / "equity.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_docs_fill_the_page_of_a_game_where_it_has_room(house):
    page = house / "simlab" / "games" / "swap" / "README.md"
    page.write_text("# Swap\n\n<!-- knobs -->\n<!-- /knobs -->\n", encoding="utf-8")
    assert run(house, "-m", "tools.docs") == "simlab/games/swap/README.md lacks <!-- columns -->, <!-- policies -->: left out\n"
    assert "| `cards` | int 4..20 | `10` | cards in the deck |" in page.read_text(encoding="utf-8")
    assert "[`swap`](../simlab/games/swap/README.md)" in (house / "docs" / "games.md").read_text(encoding="utf-8")
