"""New games: every kind is a whole package that passes its own tests as written; the examples keep the frame they are made from."""

import ast
import os
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner

from simlab.contract.game import Game
from simlab.errors import InputError, UnknownName
from simlab.scaffold.packages import FRAME, Kit, check_name, dashed, frame_files, kits, new_game, renamed, spoken
from tests.conftest import ROOT

EXAMPLES = sorted(path.name for path in (ROOT / "examples").iterdir() if (path / "pyproject.toml").exists())


def environment(home: Path) -> dict[str, str]:
    """As after `pip install -e`: the package can be imported, and its entry point is there."""
    name = home.name
    known = home.parent / "site" / f"simlab_{name}-0.1.0.dist-info"
    known.mkdir(parents=True)
    points = tomllib.loads((home / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]["simlab.games"]
    (known / "METADATA").write_text(f"Metadata-Version: 2.1\nName: simlab-{dashed(name)}\nVersion: 0.1.0\n", encoding="utf-8")
    (known / "entry_points.txt").write_text("[simlab.games]\n" + "".join(f"{k} = {v}\n" for k, v in points.items()), encoding="utf-8")
    paths = [str(home), str(known.parent), str(ROOT)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}


def made(tmp_path: Path, kind: str, name: str = "mine") -> Path:
    new_game(name, kind, tmp_path)
    return tmp_path / name


def passes_its_tests(home: Path) -> None:
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(words, cwd=home, env=environment(home), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout


def test_a_new_game_passes_its_own_tests_as_written_and_is_known_by_its_name(tmp_path):
    home = made(tmp_path, "draw")
    passes_its_tests(home)
    paths = os.pathsep.join([str(home), str(tmp_path / "site"), str(ROOT)])
    words = [sys.executable, "-m", "simlab", "games", "mine"]
    shown = subprocess.run(words, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=True).stdout
    assert shown.startswith("Mine: one card each")


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in kits() if kind != "draw"])
def test_a_new_game_of_every_kind_passes_its_own_tests_as_written(tmp_path, kind):
    passes_its_tests(made(tmp_path, kind))


@pytest.mark.parametrize("kind", kits())
def test_a_new_game_has_all_that_a_package_needs_and_no_trace_of_the_other_name(tmp_path, kind):
    home, begun = made(tmp_path, kind, "my_game"), kits()[kind]
    files = {path.relative_to(home).as_posix(): path.read_text(encoding="utf-8") for path in home.rglob("*") if path.is_file()}
    needed = ["simlab_my_game/game.py", "simlab_my_game/policies.py", "simlab_my_game/questions.py", "scenarios/my_game.yaml", *FRAME]
    needed += ["tests/referee.py", "tests/test_my_game.py", "tests/golden/uniform.txt"]
    assert [name for name in needed if name not in files] == []
    for name, text in files.items():
        assert not any(called in text for called in begun.called), name
        assert begun.package not in text, name
        if name.endswith(".py"):
            ast.parse(text)
    declared = files["simlab_my_game/game.py"]
    assert 'name="my_game"' in declared
    assert files["simlab_my_game/__init__.py"].startswith('"""My game: ')
    project = tomllib.loads(files["pyproject.toml"])["project"]
    assert (project["name"], project["entry-points"]["simlab.games"]) == ("simlab-my-game", {"my_game": "simlab_my_game"})


def test_names_are_changed_once_and_only_whole_words():
    kit = Kit("x", "war", "simlab_war", ["War game"], "", "examples/war")
    assert renamed("from simlab_war import x; load('war'); war_2; toward; War game, war game", kit, "my_war") == (
        "from simlab_my_war import x; load('my_war'); my_war_2; toward; My war, My war"
    )


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("1st", "'1st' cannot name a game: small letters, digits and _ only"),
        ("class", "'class' cannot name a game"),
        ("Mine", "'Mine' cannot name a game"),
        ("../up", "cannot name a game"),
        ("template", "there is a game called 'template' already"),
    ],
)
def test_a_name_that_a_game_cannot_have_is_refused(name, says):
    with pytest.raises(InputError, match=says):
        check_name(name)


def test_a_package_that_python_knows_is_refused(tmp_path, monkeypatch):
    (tmp_path / "simlab_taken").mkdir()
    (tmp_path / "simlab_taken" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(InputError, match="Python has a package called simlab_taken already"):
        check_name("taken")


def test_a_folder_that_exists_is_left_alone(tmp_path):
    (tmp_path / "mine").mkdir()
    with pytest.raises(InputError, match="mine exists already: move it away, or choose another name"):
        new_game("mine", "draw", tmp_path)
    assert list((tmp_path / "mine").iterdir()) == []


def test_a_kind_that_is_not_there_is_refused_with_the_nearest(tmp_path):
    with pytest.raises(UnknownName, match=r"no kind of game 'trick' \(did you mean 'tricks'\?\)"):
        new_game("mine", "trick", tmp_path)


# ---- the examples


@pytest.mark.parametrize("game", EXAMPLES)
def test_an_example_keeps_the_frame(game):
    for path, text in frame_files(game, "").items():
        there = (ROOT / "examples" / game / path).read_text(encoding="utf-8")
        if path == "pyproject.toml":
            there = "\n".join(
                line if not line.startswith("description") else f'description = "{spoken(game)} for simlab"' for line in there.split("\n")
            )
        if path != "README.md":
            assert there == text, f"examples/{game}/{path} is not as simlab/scaffold/frame would have it"


def test_every_example_can_be_begun_from_and_is_in_the_wheel():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    carried = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert carried == {kit.home: f"simlab/scaffold/examples/{kit.game}" for kit in kits().values()}
    assert {kit.home for kit in kits().values()} >= {f"examples/{game}" for game in EXAMPLES}


@pytest.mark.parametrize("game", EXAMPLES)
def test_an_example_names_every_part_also_those_that_are_absent(game):
    source = (ROOT / "examples" / game / f"simlab_{game}" / "game.py").read_text(encoding="utf-8")
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Game"]
    assert [keyword.arg for keyword in calls[0].keywords] == [field.name for field in fields(Game)]


@pytest.mark.parametrize("game", EXAMPLES)
def test_an_engine_of_an_example_is_short(game):
    engine = ROOT / "examples" / game / f"simlab_{game}" / "engine.py"
    assert len(engine.read_text(encoding="utf-8").splitlines()) < 250


def test_the_command_names_every_kind():
    from simlab.cli import main

    shown = CliRunner().invoke(main, ["new", "game", "--help"], terminal_width=200).output
    assert all(kind in shown for kind in kits())
