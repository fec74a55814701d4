"""What Jester's page says its scenarios answer: the tables are those that the scenarios make."""

import re

import pytest

import simlab
from tests.conftest import ROOT
from tools.jester import ANSWERS, PAGE, answers, pick

PART = re.compile(r"<!-- ([\w-]+) -->\n(.*?)\n<!-- /\1 -->", re.DOTALL)
CHANCE = re.compile(r"\| (Trash|Low|High|Blackjack|Poker) \|.*\| [+]?(-?[\d.]+) \((-?[\d.]+) to (-?[\d.]+)\) \|")


@pytest.fixture(scope="module")
def parts():
    return dict(PART.findall(PAGE.read_text(encoding="utf-8")))


def test_every_scenario_of_the_game_is_named_on_its_page():
    page = PAGE.read_text(encoding="utf-8")
    for path in (ROOT / "scenarios").glob("jester-*.yaml"):
        assert path.name in page, path.name


@pytest.mark.slow
def test_a_phase_played_by_chance_costs_what_the_page_says(parts, tmp_path):
    """4,000 games a variant instead of 100,000: within four standard errors of the page's value."""
    result = simlab.run(ROOT / "scenarios" / "jester-phases.yaml", games=4_000, out=tmp_path / "run", report=False)
    said = {phase: (float(value), float(high) - float(low)) for phase, value, low, high in CHANCE.findall(parts["phases"])}
    assert len(said) == 5
    for phase, (value, width) in said.items():
        row = pick(result.pairs, "win_by_player", variant=phase.lower(), level="player 0")
        assert abs(100 * row["estimate"] - value) < 4 * 100 * row["std_error"] + width, phase


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_the_tables_of_the_page_are_those_the_scenarios_make(parts, tmp_path):
    made = answers(tmp_path)
    assert made.keys() == ANSWERS.keys()
    for name, table in made.items():
        assert parts[name] == table, name
