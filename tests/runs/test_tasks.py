"""Tasks: plain data that any process can play, with the same bytes."""

import json
import pickle
from dataclasses import replace

import pytest

from simlab.contract.catalogue import load
from simlab.contract.searching import Searching
from simlab.errors import RunError
from simlab.play.probes.chances import Looks
from simlab.runs import identity, tasks
from simlab.runs.blocks import SumStage
from simlab.runs.identity import code_digest
from simlab.runs.samples import ProbeStage
from tests.runs.helpers import plan


def test_what_travels_is_plain_data_and_other_code_does_not_answer():
    stage = SumStage(plan(rotate_seats=True))
    block = tasks.task(stage, 0, 5, 300)
    assert block.code == code_digest("template")
    assert json.loads(block.script.scenario)["game"] == "template"
    assert pickle.loads(pickle.dumps(block)) == block
    assert tasks.play(block).part.to_bytes() == stage.play(0, 5, 300).part.to_bytes()
    with pytest.raises(RunError, match="a worker has other code than this machine"):
        tasks.play(replace(block, code="0123456789ab"))


def test_a_worker_that_lacks_the_game_says_so_and_the_sentence_travels():
    block = tasks.task(SumStage(plan()), 0, 0, 10)
    there = replace(block, script=replace(block.script, scenario=block.script.scenario.replace('"template"', '"leduk"')))
    with pytest.raises(RunError, match=r"a worker cannot play this game: no game 'leduk'.*: install the same games there") as raised:
        tasks.play(there)
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)


def test_a_worker_adds_up_the_columns_that_are_wanted_and_no_others():
    stage = SumStage(replace(plan(), kept=("win", "pot", "rounds")))
    assert tasks.play(tasks.task(stage, 0, 0, 100)).part.to_bytes() == stage.play(0, 0, 100).part.to_bytes()


def test_variants_and_swept_values_keep_their_order_on_the_way():
    """The first variant is the baseline, and cells are counted along the grid, whatever their names."""
    variants = {"old": {}, "new": {"rules": {"bet": 2}}}
    stage = SumStage(plan(variants=variants, sweep={"rules.deals": [2, 1], "rules.ante": [3, 1]}))
    for cell in range(4):
        assert tasks.play(tasks.task(stage, cell, 0, 50)).part.to_bytes() == stage.play(cell, 0, 50).part.to_bytes()
    there = tasks.stage_of(tasks.task(stage, 0, 0, 1).script)
    assert [point.swept for point in there.plan.points] == [point.swept for point in stage.plan.points]
    assert [arm.variant for arm in there.plan.points[0].arms] == ["old", "new"]


def test_a_probe_travels_with_its_numbers_and_its_code():
    stage = ProbeStage(plan(), Looks(2, 4))
    look = tasks.task(stage, 1, 3, 9)
    assert pickle.loads(pickle.dumps(look)) == look
    assert look.script.probe == Looks(2, 4)
    assert look.code == code_digest("template", (), Looks(2, 4)) != code_digest("template")
    assert tasks.play(look).part.to_bytes() == stage.play(1, 3, 9).part.to_bytes()


def test_settings_that_a_game_has_for_search_are_part_of_what_is_played(monkeypatch):
    before = code_digest("template")
    changed = replace(load("template"), searching=Searching(settings={"worlds": 9}, recast=load("template").searching.recast))
    monkeypatch.setattr(identity, "load", lambda name: changed)
    assert code_digest.__wrapped__("template") != before
