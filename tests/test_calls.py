"""simlab from Python: every function of the command line, its examples, answers that show themselves, policies compiled once."""

import doctest
import gc
import inspect
import json
import subprocess
import sys

import pytest

import simlab
from simlab import calls, jit
from simlab.players.registry import READY
from simlab.runs import notebook_progress
from simlab.runs.progress import Progress
from simlab.scenarios.comparison import variant
from tests.conftest import ROOT

NAMES = "run compare check tournament skill quality dials tune equity coach rank odds games load_game Result".split()  # noqa: SIM905
OWN = '''
def timid(view, rules, me, table):
    """Never bets, never calls."""
    return {number}
'''


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_listed_typed_and_explained(name):
    assert name in dir(simlab)
    found = getattr(simlab, name)
    assert inspect.getdoc(found)
    if inspect.isfunction(found):
        hints = inspect.signature(found)
        assert hints.return_annotation is not inspect.Signature.empty
        assert all(parameter.annotation is not inspect.Parameter.empty for parameter in hints.parameters.values())


def test_a_name_that_is_not_there_is_said_so_and_the_package_stays_light():
    with pytest.raises(AttributeError, match="'simlab' has no attribute 'rnu'"):
        simlab.rnu  # noqa: B018
    code = "import simlab, sys; dir(simlab); print('numba' in sys.modules, 'polars' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout == "False False\n"


def test_the_examples_of_the_docstrings_are_true():
    failed, tried = doctest.testmod(calls, extraglobs={"simlab": simlab}, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0
    assert tried > 12


def test_every_answer_shows_itself_in_a_notebook(tmp_path):
    game = {"game": "template", "policies": "honest", "checks": ["rounds < 2"]}
    kept = tmp_path / "game.json"
    kept.write_text(json.dumps(transcript()))
    answers = [
        simlab.run(game, games=200, quiet=True, report=False),
        simlab.check(game, quiet=True),
        simlab.tournament("template", ["honest", "uniform"], games=640, quiet=True, out=tmp_path / "study"),
        simlab.equity("template", "K", policies="honest", worlds=600),
        simlab.coach(kept, worlds=600, policies="honest"),
        simlab.odds("showdown"),
        simlab.games(),
    ]
    for answer in answers:
        shown = answer._repr_html_()
        assert "<table" in shown
        assert "<script" not in shown
    assert (tmp_path / "study" / "report.html").exists()


def transcript() -> dict[str, object]:
    from dataclasses import asdict

    from simlab.contract.catalogue import load
    from simlab.play.session import Played

    return asdict(Played("template", load("template").version, {}, 7, 0, (1, 1), 0, ("honest", "honest")))


def test_changes_may_be_said_as_on_the_command_line_or_as_a_dict():
    assert variant("bet=2,policies=honest") == {"rules": {"bet": 2}, "policies": "honest"}
    assert variant({"bet": 2}) == {"rules": {"bet": 2}}
    with pytest.raises(simlab.errors.InputError, match="say what is changed"):
        simlab.compare("template")


class Line:
    """What a notebook shows."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def update(self, shown) -> None:
        self.texts.append(shown.data)


def test_a_notebook_shows_one_line_of_progress_and_none_when_quiet(monkeypatch):
    line = Line()
    monkeypatch.setattr(notebook_progress, "in_notebook", lambda: True)
    monkeypatch.setattr("IPython.display.display", lambda shown, display_id=False: line.update(shown) or line)
    simlab.run({"game": "template", "policies": "honest"}, games=3_000, report=False)
    assert "of 3,000 games" in line.texts[0]
    assert line.texts[-1] == "<small></small>"
    seen = len(line.texts)
    simlab.run({"game": "template", "policies": "honest"}, games=3_000, report=False, quiet=True)
    assert len(line.texts) == seen
    assert type(notebook_progress.progress_here(quiet=True)) is Progress


def own_policy(tmp_path, number: int) -> str:
    (tmp_path / "own.py").write_text(OWN.format(number=number))
    return f"{tmp_path / 'own.py'}:timid"


def play_own(spec: str) -> float:
    found = simlab.run({"game": "template", "policies": "timid"}, games=64, policy_files=[spec], report=False, quiet=True)
    return found.summary.filter(metric="pot")["estimate"].item()


def test_a_policy_file_is_compiled_once_for_what_it_says(tmp_path):
    spec = own_policy(tmp_path, 0)
    assert play_own(spec) == 2.0
    ready, compiles = len(READY), jit.compiles.count
    assert play_own(spec) == 2.0
    assert (len(READY), jit.compiles.count) == (ready, compiles)
    assert play_own(own_policy(tmp_path, 1)) == 4.0  # the file says something else now
    assert len(READY) == ready + 1


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_thousand_calls_with_a_policy_file_compile_once_and_keep_no_memory(tmp_path):
    import psutil

    spec, here = own_policy(tmp_path, 0), psutil.Process()
    play_own(spec)
    compiles = jit.compiles.count
    for call in range(1, 1000):
        play_own(spec)
        assert jit.compiles.count == compiles, f"compiled again by call {call}"
        if call == 100:
            gc.collect()
            before = here.memory_info().rss
    gc.collect()
    grown = (here.memory_info().rss - before) / 2**20
    assert grown < 16, f"{grown:.1f} MB stay behind after 900 calls"
