"""The same bytes whatever the surroundings: language, time zone, order of sets, with and without the compiler, checks or wide registers."""

import hashlib
from pathlib import Path

import pytest

import simlab
from tests.conftest import python
from tests.faults.runs_kills import SCENARIO, content

PLAYED = {**SCENARIO, "keep": "rollouts", "define": {"rich": "AVG(pot * 3 > 8)"}, "titles": {"bet 2": "Ünïcödé"}, "rollouts": 300}
PROGRAM = "from tests.faults.test_settings import played; from pathlib import Path; print(played(Path({out!r}), {how}))"
SETTINGS = {
    "another order of sets": {"PYTHONHASHSEED": "77"},
    "a plain language": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "Turkish": {"LC_ALL": "tr_TR.UTF-8", "LANGUAGE": "tr"},
    "the other side of the world": {"TZ": "Pacific/Kiritimati"},
    "no assertions": {"PYTHONOPTIMIZE": "2"},
    "without the compiler": {"NUMBA_DISABLE_JIT": "1"},
    "with bounds checked": {"NUMBA_BOUNDSCHECK": "1"},
    "for any processor": {"NUMBA_CPU_NAME": "generic"},
    "without vectors": {"NUMBA_LOOP_VECTORIZE": "0", "NUMBA_SLP_VECTORIZE": "0"},
    "one thread": {"OMP_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1"},
}
HOW = {"one thread": {"threads": 1}, "three threads": {"threads": 3}, "processes": {"threads": 2, "backend": "processes"}}
AT_ONCE = ("another order of sets", "a plain language", "the other side of the world", "without the compiler")


def played(out: Path, how: dict[str, object]) -> str:
    """A run, as the checksum of its tables and rows."""
    simlab.run(PLAYED, out=out, report=False, **how)
    found = content(out)
    assert {"results.parquet", "pairs.parquet", "histograms.parquet", "scenario.yaml"} < set(found)
    return hashlib.sha256(repr(sorted(found.items())).encode()).hexdigest()


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    return played(tmp_path_factory.mktemp("here") / "o", {})


def elsewhere(out, how=None, **environment):
    return python(PROGRAM.format(out=str(out), how=how or {}), fresh=True, **environment).split()[-1]


def test_surroundings_change_no_byte(tmp_path, here):
    environment = {name: value for setting in AT_ONCE for name, value in SETTINGS[setting].items()}
    assert elsewhere(tmp_path / "o", HOW["three threads"], **environment) == here


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("setting", SETTINGS)
def test_no_setting_changes_a_byte_whoever_plays(tmp_path, here, setting, how):
    assert elsewhere(tmp_path / "o", HOW[how], **SETTINGS[setting]) == here
