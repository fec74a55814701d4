"""What a game tells of a view beside it: numbers that are looked at, marks that actions share, nothing kept from view to view."""

from dataclasses import replace

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.contract.searching import Gist, Searching, gist_record
from simlab.errors import PolicyError
from simlab.games.template.rules import Action
from simlab.jit import kernel
from simlab.play.drivers import roll, roll_in_python
from simlab.players.learned.brain import Brain
from simlab.players.learned.lessons import Lessons
from simlab.players.learned.net import PARTS, SLOT, VALUES
from simlab.players.learned.policy import player_of
from simlab.players.learned.schooling import Size, fit_brain, marks_in
from simlab.players.learned.sight import WORD, gist_at, marks_of, sight_record, sights_of
from simlab.players.learned.slots import Looks, places
from simlab.players.learned.stored import read_brain, write_brain
from simlab.players.registry import make_player
from simlab.studies.train.measure import Course

TEMPLATE = load("template")
RULES = TEMPLATE.Rules(ranks=13)
TOLD = gist_record(2, ("half", "i1"))


@kernel
def tell(view, rules, told):
    """The half of the deck that the card is in; betting is marked with a card of the upper half, passing with one of the lower."""
    upper = 2 * view.card >= rules.ranks
    told.half = 1 if upper else 0
    told.marks[0] = 1 << Action.BET if upper else 0
    told.marks[1] = 0 if upper else 1 << Action.PASS


@kernel
def thoughtless(view, rules):
    """Low cards need no thought."""
    return 100 if 2 * view.card >= rules.ranks else 0


SEEING = replace(TEMPLATE, searching=Searching(gist=Gist(TOLD, tell)))


def views(n=26):
    found = np.zeros(n, TEMPLATE.engine.VIEW)
    found["card"], found["legal"] = np.arange(n) % RULES.ranks, 3
    return found


def test_without_a_word_of_the_game_the_view_is_all():
    raw, thought = sights_of(TEMPLATE, RULES.lower(), views())
    assert raw.tobytes() == views().tobytes()
    assert thought.all()
    assert marks_of(TEMPLATE) == 0


def test_what_is_told_stands_behind_the_view():
    raw, _ = sights_of(SEEING, RULES.lower(), views())
    assert raw[:, : TEMPLATE.engine.VIEW.itemsize].tobytes() == views().tobytes()
    told = np.ascontiguousarray(raw[:, WORD * gist_at(SEEING) :]).view(TOLD)[:, 0]
    upper = 2 * views()["card"] >= RULES.ranks
    assert (told["half"] == upper).all()
    assert (told["marks"] == np.where(upper[:, None], [1 << Action.BET, 0], [0, 1 << Action.PASS])).all()
    lessons = Lessons(raw, np.zeros((len(raw), 6), np.int64), np.zeros((len(raw), 64), np.float32))
    assert (marks_in(SEEING, lessons) == told["marks"]).all()


def test_numbers_that_are_told_are_looked_at_and_marks_are_not():
    """Marks belong to actions: the score of each that has one gets the same part more."""
    own = [place.at for place in places(TEMPLATE.engine.VIEW, 2)]
    more = [place.at for place in places(sight_record(SEEING), 2)]
    assert more == [*own, WORD * gist_at(SEEING) + TOLD.fields["half"][1]]


def test_decisions_that_need_no_thought_are_no_lessons():
    idle = replace(TEMPLATE, searching=Searching(effort=thoughtless))
    _, thought = sights_of(idle, RULES.lower(), views())
    assert (thought == (2 * views()["card"] >= RULES.ranks)).all()


def brain_of(game, marks):
    """A net that says nothing but this of the marks."""
    weights = np.zeros(2 + 2 + 2 * (2 + PARTS + len(marks)), np.float32)
    if marks:
        weights[-len(marks) :] = marks
    slots = np.zeros(1, SLOT)
    slots["kind"], slots["width"], slots["size"], slots["at"] = VALUES, 4, 1, TEMPLATE.engine.VIEW.fields["round"][1]
    return Brain(Looks(slots, np.zeros(1, np.int32), np.zeros(1, np.int32), 1), weights, 1, 1, 2, 0.0, len(marks))


def test_a_mark_speaks_for_every_action_that_has_it():
    """On top of one who bets always: marks alone make him honest."""
    low = RULES.lower()
    made = player_of(SEEING, brain_of(SEEING, [1.0, 1.0]), make_player(TEMPLATE, "always_bet", RULES))
    honest, rival = make_player(TEMPLATE, "honest", RULES), make_player(TEMPLATE, "always_bet", RULES)
    played = roll(SEEING, [made, rival], low, 5, 0, 200)
    assert played.tobytes() == roll(TEMPLATE, [honest, rival], low, 5, 0, 200).tobytes()
    assert roll_in_python(SEEING, [made, rival], low, 5, 0, 20, 0).tobytes() == played[:20].tobytes()


def test_where_no_thought_is_needed_the_base_plays():
    idle = replace(SEEING, searching=Searching(gist=SEEING.searching.gist, effort=thoughtless))
    made = player_of(idle, brain_of(idle, [1.0, 1.0]), make_player(TEMPLATE, "always_bet", RULES))
    rival = make_player(TEMPLATE, "always_bet", RULES)
    played = roll(idle, [made, rival], RULES.lower(), 5, 0, 100)
    assert played.tobytes() == roll(TEMPLATE, [rival, rival], RULES.lower(), 5, 0, 100).tobytes()


def test_a_net_is_refused_where_the_game_tells_something_else(tmp_path):
    write_brain(tmp_path / "x", SEEING, RULES, "honest", brain_of(SEEING, [1.0, 1.0]), {})
    assert read_brain(tmp_path / "x", SEEING, RULES).brain.marks == 2
    with pytest.raises(PolicyError):
        read_brain(tmp_path / "x", TEMPLATE, RULES)
    write_brain(tmp_path / "y", SEEING, RULES, "honest", brain_of(SEEING, [1.0]), {})
    with pytest.raises(PolicyError, match="is broken"):
        read_brain(tmp_path / "y", SEEING, RULES)


def test_marks_are_learned_from():
    """Actions are worth what one of their marks says; nothing else tells it."""
    raw, _ = sights_of(SEEING, RULES.lower(), views(2600))
    rows = np.zeros((len(raw), 6), np.int64)
    rows[:, 0], rows[:, 2], rows[:, 4] = np.arange(len(raw)), 3, Action.PASS
    values = np.random.default_rng(1).normal(size=(len(raw), 64)).astype(np.float32)
    values[:, Action.BET] += np.where(2 * views(2600)["card"] >= RULES.ranks, 4.0, 0.0)
    values[:, Action.PASS] += 2.0
    brain, gain = fit_brain(SEEING, 2, Lessons(raw, rows, values), 1, Size(wide=8, narrow=8, pace=0.01))
    assert brain.marks == 2
    assert gain > 0.8  # half the time two points, often enough taken


def test_a_game_names_the_player_whose_choice_is_told_at_tables_of_two():
    showdown = load("showdown")
    assert Course(showdown, showdown.Rules(players=2)).base_name == showdown.searching.hinted_by
    assert Course(showdown, showdown.Rules(players=4)).base_name == showdown.usual_player
    assert Course(showdown, showdown.Rules(players=2), base="basic").base_name == "basic"
