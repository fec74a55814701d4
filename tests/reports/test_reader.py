"""A reader's test: every answer names what was asked, tells a number with its interval and a direction, and no name of the code."""

import re

import pytest

from simlab.contract.catalogue import load, shipped
from simlab.reports.answers import answers
from simlab.reports.rundir import Run
from simlab.scenarios.scenario import read
from simlab.words.asked import named_number
from tests.reports.fakes import fake_run
from tests.scenarios.shipped import SCENARIOS

INTERVAL = re.compile(r"-?[\d.,]+ to -?[\d.,]+|in every game|at most -?[\d.,]+")
DIRECTION = re.compile(r"\b(more|less|but|cannot tell|not even|even as far|as with|exactly as|hardly)\b|^(Yes|No): ")
PLACE = re.compile(r"\b(seat|player|position|variant) \d\b")


def identifiers(game: str, scenario: dict) -> set[str]:
    """Names that only the code and scenario files know: with an underscore, of columns, knobs, policies, variants, definitions."""
    parts = load(game)
    names = {column.name for column in parts.columns} | set(parts.Rules.model_fields) | {policy.name for policy in parts.policies}
    names |= set(scenario.get("variants") or {}) | set(scenario.get("define") or {})
    return {name for name in names if "_" in name} | {f"rules.{name}" for name in parts.Rules.model_fields}


def clause_words(run: Run, metric: str) -> list[str]:
    """The fixed words of a metric's clause, or its title."""
    says = run.column(metric).get("says") or run.metric_name(metric)
    return [part.strip() for part in re.split(r"\{\w*\}", says) if part.strip()]


def is_one_number(run: Run, metric: str) -> bool:
    """Was one number asked for, of one variant, rather than a difference?"""
    texts = [ask["metric"] for ask in run.manifest["ask"] if named_number(ask["metric"])[0] == metric]
    return len(run.variants) == 1 or any("variant" in named_number(text)[1] for text in texts)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_every_answer_can_be_read(tmp_path, path):
    scenario = read(path).data
    run = fake_run(tmp_path, scenario)
    found = answers(run)
    asked = [named_number(ask["metric"])[0] for ask in run.manifest["ask"]]
    assert 1 <= len(found) <= 3
    assert asked == [] or found[0].metric.removesuffix("_by_player") == asked[0].removesuffix("_by_player")
    for one in found:
        assert all(words in one.text or words.capitalize() in one.text for words in clause_words(run, one.metric)), one
        assert INTERVAL.search(one.text), one
        assert DIRECTION.search(one.text) or is_one_number(run, one.metric), one
        assert not PLACE.search(one.text), one
        assert [name for name in identifiers(scenario["game"], scenario) if name in one.text] == [], one
        assert "{" not in one.text
        assert one.text[0].isupper()
        assert one.text.endswith(".")


def test_every_game_has_a_scenario_that_is_read():
    assert {read(path).data["game"] for path in SCENARIOS} == set(shipped())
