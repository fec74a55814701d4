"""What all tests share."""

import gc
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import forks
from tests.faults.io_count import pytest_terminal_summary  # noqa: F401

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"```(?:python|yaml)\n# ([\w./-]+)\n(.*?)```", re.DOTALL)


def python(code: str, fresh: bool = False, **environment: str) -> str:
    """What a program prints; warnings are errors there too. In a `fresh` Python nothing at all was loaded before."""
    everything = {**os.environ, **environment}
    if fresh:
        words = [sys.executable, "-W", "error", "-c", code]
        done = subprocess.run(words, cwd=ROOT, env=everything, capture_output=True, text=True, check=False)
    else:
        done = forks.run(("-c", code), ROOT, everything)
    assert done.returncode == 0, done.stderr
    return done.stdout


def blocks(page: str) -> list[tuple[str, str]]:
    """Named code blocks of a page of the docs: the file name stands in the first line."""
    return BLOCK.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))


gc.set_threshold(50_000, 20, 20)  # thousands of tests are found once and stay: to look through them again and again took a fifth of it


def pytest_collection_finish():
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def data_of_nobody(tmp_path_factory):
    """Tests see no strategy that a person at this machine has solved."""
    os.environ["SIMLAB_DATA"] = str(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def one_chart():
    """Reports with one chart: drawing takes longer than all the rest."""
    from simlab.reports.charts import of_run

    with pytest.MonkeyPatch.context() as patch:
        plain = of_run.charts
        patch.setattr(of_run, "charts", lambda run: plain(run, 1))
        yield


@pytest.fixture(scope="session")
def template():
    from simlab.contract.catalogue import load

    return load("template")
