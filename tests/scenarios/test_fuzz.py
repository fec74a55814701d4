"""The loader under fire: whatever a file holds, it is a scenario or one clear line. Never a traceback, never a hang."""

import os
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simlab.errors import SimlabError
from simlab.scenarios.document import parse
from simlab.scenarios.formula import parse as parse_formula
from simlab.scenarios.prepare import prepare
from simlab.scenarios.scenario import Scenario, of

SECONDS = int(os.environ.get("SIMLAB_FUZZ_SECONDS", "600"))
WORDS = (
    "game: template", "rollouts: 10", "players:", "policies:", "rules:", "variants:", "sweep:", "metrics:", "define:", "seed:", "unit:",
    "default:", "name:", "equilibrium", "alpha:", "honest", "rules.bet:", "bet:", "ranks:", "AVG(pot)", "SUM(win_s0) / COUNT(*)", "round",
    "[", "]", "{", "}", ",", ":", "- ", "? ", "&a ", "*a", "!!int ", "!x ", "|", ">", "'", '"', "#", "%YAML 1.1", "---", "...",
    "\n", "\n  ", "\t", " ",
    "1", "-1", "1_0", "1e400", ".nan", ".inf", "0x", "true", "~", "<<:", "é", "\u2028", "\ufeff", "\x00", "\x85", "😀",
    "9" * 25, "a" * 50, "@", "`",
)  # fmt: skip
scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["honest", "template", "AVG(pot)"])
)
names = st.text(max_size=6) | st.integers(0, 6)
values = st.recursive(scalars, lambda v: st.lists(v, max_size=3) | st.dictionaries(names, v, max_size=3), max_leaves=8)
keys = st.sampled_from(["x", *Scenario.model_fields])
scenarios = st.dictionaries(keys, values, max_size=6).map(lambda found: {"game": "template", **found})
texts = st.lists(st.sampled_from(WORDS) | st.text(max_size=5), max_size=30).map("".join)


def refusal(call, *arguments) -> str:
    """What is said no with; nothing when it is taken. Anything but our own errors goes through."""
    try:
        call(*arguments)
    except SimlabError as said:
        return str(said)
    return ""


def take(text: str) -> None:
    said = refusal(lambda: prepare(parse(text, "x.yaml")))
    assert "\n" not in said
    assert len(said) < 2000


def take_data(data: dict) -> None:
    assert "\n" not in refusal(lambda: prepare(of(data)))


def take_formula(text: str) -> None:
    assert "\n" not in refusal(parse_formula, text)


PIECES = (
    "AVG(",
    "SUM(",
    "COUNT(",
    "MAX(",
    "*",
    ")",
    "(",
    "pot",
    "win_s0",
    "'folded'",
    "=",
    "<>",
    "+",
    "-",
    "/",
    "1",
    "0.5",
    "AND",
    "NOT",
    ";",
    " ",
    "--",
)
formulas = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=20).map(" ".join)


def fuzz(seconds: float) -> None:
    """Each of the three for a third of the time."""
    from time import monotonic

    for strategy, attack in ((texts, take), (scenarios, take_data), (formulas, take_formula)):
        end = monotonic() + seconds / 3
        while monotonic() < end:
            shoot(strategy, attack)


def shoot(strategy, attack) -> None:
    quiet = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

    @settings(max_examples=300, deadline=timedelta(seconds=20), database=None, suppress_health_check=quiet)
    @given(strategy)
    def try_one(example):
        attack(example)

    try_one()


def test_two_seconds_of_fuzzing_find_no_traceback():
    fuzz(2)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_ten_minutes_of_fuzzing_find_no_traceback():
    fuzz(SECONDS)
