"""The committed gallery: a report and its scenario for each game, light enough to keep."""

import re
from pathlib import Path

import pytest

from simlab.scenarios import scenario as scenarios
from simlab.scenarios.prepare import prepare
from tools.gallery import CHOSEN, GALLERY, MOST_BYTES, PICTURE, weighed


@pytest.mark.parametrize("game", CHOSEN)
def test_a_game_has_its_report_with_the_scenario_that_made_it(game):
    scenario, rollouts, pictures = CHOSEN[game]
    plan = prepare(scenarios.read(GALLERY / game / f"{scenario}.yaml"))
    assert (plan.game.name, plan.scenario.rollouts) == (game, rollouts)
    report = (GALLERY / game / "report.html").read_text(encoding="utf-8")
    assert plan.scenario.question in report
    assert f"{rollouts:,} for each cell" in report
    assert len(PICTURE.findall(report)) >= 4
    assert all((GALLERY / game / f"{name}.png").read_bytes()[:4] == b"\x89PNG" for name in pictures)


def test_all_pictures_together_are_light():
    assert weighed() < MOST_BYTES


def test_the_page_of_the_gallery_shows_what_is_there():
    text = (GALLERY.parent / "README.md").read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert (GALLERY.parent / target).exists(), target
    assert len({Path(target).parts[1] for target in re.findall(r"\]\((gallery/[^)]+)\)", text)}) == len(CHOSEN)
