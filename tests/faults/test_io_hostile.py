"""Whatever a saved game holds: coach, play, equity and replay take it, or say no in one printable line and exit code 2."""

import json
import time

import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.errors import SimlabError
from tests.faults.io_count import Count
from tests.faults.io_hostile import GOOD, as_file, hostile_games
from tests.faults.io_hostile_yaml import GOOD as GOOD_FILES
from tests.faults.io_hostile_yaml import READERS, hostile_files

PATIENCE = 20  # seconds of processor time for one command: then it hangs


@pytest.fixture(scope="module")
def actions(tmp_path_factory):
    """Those of a good game."""
    path = tmp_path_factory.mktemp("good") / "game.json"
    words = ["replay", "template", "--seed", "7", "--policies", "honest", "--rules", "deals=3", "--save", str(path)]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    return json.loads(path.read_text())["actions"]


def commands(path, folder):
    yield ["coach", path, "--worlds", "2"]
    yield ["play", "--resume", path, "--save", folder / "kept.json"]
    yield ["equity", "--from", f"{path}:0", "--worlds", "2"]
    yield ["replay", path]


def wrong(words):
    """What is wrong with how a command ended; nothing when it is well."""
    began = time.process_time()
    done = CliRunner().invoke(main, [str(word) for word in words], input="q\n")
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        return f"{type(done.exception).__name__}: {done.exception}", False
    if time.process_time() - began > PATIENCE:
        return "took too long", False
    said = [line for line in done.stderr.splitlines() if "compiling for the first time" not in line]
    if done.exit_code not in (0, 2) or (done.exit_code == 2 and len(said) != 1):
        return f"exit {done.exit_code}: {done.output[:300]}", False
    if not all(line.isprintable() for line in done.output.splitlines()):
        return f"unprintable: {done.output[:300]!r}", False
    return "", done.exit_code == 2


def attack(folder, actions, rounds, every):
    count = Count("hostile saved games x coach, play, equity, replay")
    path = folder / "x.json"
    for number, (name, content) in enumerate(hostile_games(actions, rounds)):
        if number % every:
            continue
        path.write_bytes(content)
        for words in commands(path, folder):
            trouble, refused = wrong(words)
            if trouble:
                count.lost.append(f"{words[0]}: {name}: {trouble}")
            else:
                count.refused += refused
                count.healed += not refused
        assert path.read_bytes() == content, f"{name}: the file was changed"
    count.told()
    assert count.lost == []
    return count


def test_a_good_game_is_taken_by_all(tmp_path, actions):
    path = tmp_path / "x.json"
    path.write_text(json.dumps({**GOOD, "actions": actions}))
    assert [wrong(words) for words in commands(path, tmp_path)] == [("", False)] * 4


def test_a_sample_of_hostile_saved_games_is_refused_in_one_line(tmp_path, actions):
    assert attack(tmp_path, actions, 40, every=9).tried >= 200


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_thousands_of_hostile_saved_games_are_refused_in_one_line(tmp_path, actions):
    assert attack(tmp_path, actions, 400, every=1).tried >= 3000


def shoot(folder, kind, every):
    """Files that people write: read as they are, or refused in one printable line, in no time."""
    count, path = Count(f"hostile files: {kind}"), folder / "x.yaml"
    path.write_bytes(as_file(GOOD_FILES[kind]))
    READERS[kind](path)
    for number, (name, content) in enumerate(hostile_files(kind)):
        if number % every:
            continue
        path.write_bytes(content)
        began = time.process_time()
        try:
            READERS[kind](path)
        except SimlabError as said:
            good = str(said).isprintable() and time.process_time() - began < PATIENCE
            count.refused += good
            count.lost += [] if good else [f"{name}: {str(said)[:300]!r}"]
        except BaseException as error:
            count.lost.append(f"{name}: {type(error).__name__}: {str(error)[:300]}")
        else:
            count.healed += 1  # it means something after all
    count.told()
    assert count.lost == []
    return count


@pytest.mark.parametrize("kind", READERS)
def test_a_sample_of_hostile_files_is_refused_in_one_line(tmp_path, kind):
    assert shoot(tmp_path, kind, every=7).refused >= 20


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", READERS)
def test_hundreds_of_hostile_files_are_refused_in_one_line(tmp_path, kind):
    assert shoot(tmp_path, kind, every=1).refused >= 150


@pytest.mark.parametrize("what", ["a folder", "nowhere", "a device"])
def test_what_is_no_file_is_refused_in_one_line(tmp_path, what):
    path = {"a folder": tmp_path, "nowhere": tmp_path / "none.json", "a device": "/dev/zero"}[what]
    for words in (["coach", path], ["play", "--resume", path], ["equity", "--from", f"{path}:0"], ["replay", path]):
        assert wrong(words) == ("", True), words


@pytest.mark.parametrize("command", [["replay", "template"], ["play", "template"], ["equity", "template", "--hand", "Q"]])
@pytest.mark.parametrize("seed", [2**63, 2**64, 10**30])
def test_seeds_that_no_kernel_holds_are_refused(command, seed):
    assert wrong([*command, "--seed", seed]) == ("", True)


def test_the_greatest_seed_is_taken():
    assert wrong(["replay", "template", "--seed", 2**63 - 1, "--index", 2**63 - 1]) == ("", False)
