"""What all tests share."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.io_count import pytest_terminal_summary  # noqa: F401

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"```(?:python|yaml)\n# ([\w./-]+)\n(.*?)```", re.DOTALL)


def python(code: str, **environment: str) -> str:
    """What a fresh Python prints; warnings are errors there too."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def blocks(page: str) -> list[tuple[str, str]]:
    """Named code blocks of a page of the docs: the file name stands in the first line."""
    return BLOCK.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))


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
