"""The decision of a game that names none: every choice, each action a kind of its own."""

import numpy as np

from simlab.contract.catalogue import declared
from simlab.contract.choices import DECISION, choices_of
from simlab.jit import new
from simlab.masks import WIDTH, bit, full
from simlab.play.table import Table


def test_a_choice_is_wherever_two_actions_are_legal(template):
    module = choices_of(template.engine)
    view = new(template.engine.VIEW)
    for mask, is_choice in ((bit(0), False), (bit(63), False), (full(2), True), (bit(63) | bit(0), True), (full(64), True)):
        view.legal = mask
        assert bool(module.at(view, None)) is is_choice


def test_each_action_is_a_kind_of_its_own_and_nobody_stops_any(template):
    module = choices_of(template.engine)
    assert [int(module.kind(None, None, action)) for action in (0, 17, 63)] == [0, 17, 63]
    assert not module.stopped(None, None, 1, 0)
    assert (len(DECISION.kinds), DECISION.stoppable) == (WIDTH, ())


def test_it_is_bound_to_the_engine_and_made_once(template):
    module, wide = choices_of(template.engine), declared("tests.toys.wide")
    assert module is choices_of(template.engine)
    assert (module.observe, module.reset, module.step) == (template.engine.observe, template.engine.reset, template.engine.step)
    assert module.__name__ != choices_of(wide.engine).__name__


def test_a_table_of_the_toy_has_choices_at_every_turn():
    wide = declared("tests.toys.wide")
    module, table = choices_of(wide.engine), Table(wide, wide.Rules(), 1)
    while not table.over:
        assert module.at(table.view(), table.rules)
        table.apply(int(np.int64(63)))
