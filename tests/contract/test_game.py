"""A game declared: what `check_shape` refuses, what stands for absent parts, and that games of this house say what is absent."""

import ast
import types
from dataclasses import fields, replace

import numpy as np
import pytest

from simlab.contract.catalogue import HOME, declared, load, shipped
from simlab.contract.game import COMMON_COLUMNS, FUNCTIONS, RECORDS, Game, Later
from simlab.errors import GameError, InputError, UnknownName
from tests.conftest import blocks


@pytest.fixture(scope="module")
def wide() -> Game:
    """Sixty-four actions, and nothing declared that playing does not need."""
    return declared("tests.toys.wide")


def engine_with(game: Game, **changed) -> types.ModuleType:
    """The same engine with some of its names exchanged; None takes one away."""
    engine = types.ModuleType(game.engine.__name__)
    kept = {**vars(game.engine), **changed}
    vars(engine).update({name: value for name, value in kept.items() if value is not None})
    return engine


# ---- shape


@pytest.mark.parametrize("name", [*FUNCTIONS, *RECORDS])
def test_an_engine_that_lacks_a_function_or_a_record_is_refused(wide, name):
    with pytest.raises(GameError, match=f"^wide: engine.py lacks {name}$"):
        replace(wide, engine=engine_with(wide, **{name: None})).check_shape()


@pytest.mark.parametrize(
    ("record", "field"),
    [*(("STATE", field) for field in ("seat", "over", "round", "legal", "key", "dice", "payoff", "tally")), ("VIEW", "seat"),
     ("VIEW", "legal"), *(("OUTCOME", column) for column in COMMON_COLUMNS)],
)  # fmt: skip
def test_a_record_that_lacks_a_field_is_refused(wide, record, field):
    whole = getattr(wide.engine, record)
    less = np.dtype([(name, whole[name]) for name in whole.names if name != field])
    with pytest.raises(GameError, match=f"^wide: {record} lacks {field}$"):
        replace(wide, engine=engine_with(wide, **{record: less})).check_shape()


def test_a_record_of_other_rules_is_refused(wide, template):
    with pytest.raises(GameError, match=r"RULES is not Rules\.dtype\(\)"):
        replace(wide, engine=engine_with(wide, RULES=template.engine.RULES)).check_shape()


def test_a_game_without_players_is_refused(wide):
    with pytest.raises(GameError, match=r"policies\.py has no policy"):
        replace(wide, policies=()).check_shape()


def test_a_usual_player_that_nobody_is_is_refused(wide):
    with pytest.raises(GameError, match="the usual player 'lowest' is none of its policies"):
        replace(wide, usual="lowest").check_shape()


# ---- what stands for absent parts


def test_without_a_usual_player_the_last_policy_is_it(wide, template):
    assert wide.usual_player == "highest"
    assert template.usual_player == "equilibrium"
    assert replace(template, usual="").usual_player == template.policies[-1].name


def test_without_goals_of_its_own_a_game_is_judged_by_win_and_payoff(wide, template):
    assert [goal.name for goal in wide.goals] == ["win", "payoff"]
    assert wide.goal(None).name == "win"
    assert wide.goal("payoff").unit == "payoff"
    assert template.goal(None) is template.questions.goals[0]
    with pytest.raises(UnknownName, match=r"no wide goal 'chips' \(there are: win, payoff\)"):
        wide.goal("chips")


def test_the_goals_that_every_game_has_are_read_from_tally_and_payoff(wide):
    tally, payoff = np.zeros((1, 2), wide.engine.OUTCOME), np.array([[[7, 8, 0, 0, 0, 0], [9, 1, 0, 0, 0, 0]]])
    tally["win"][0, :, 1] = (60, 30)
    win, chips = wide.goals
    assert win.read(tally, payoff, 1).tolist() == [[1.0, 0.5]]
    assert chips.read(tally, payoff, 1).tolist() == [[8, 1]]


def test_a_game_that_reads_no_hands_says_what_to_do_instead(wide, template):
    with pytest.raises(InputError, match=r"wide reads no hands in words: .* \(simlab equity --from RUN:GAME:MOVE\)"):
        wide.asked()
    assert template.asked() is template.questions


def test_a_decision_is_found_by_its_name(wide, template):
    assert template.decision() is template.decision("open") is template.decisions[0]
    with pytest.raises(UnknownName, match=r"no template decision 'opened' \(did you mean 'open'\?\)"):
        template.decision("opened")
    assert wide.decision() is wide.decision("choice")
    with pytest.raises(UnknownName, match=r"\(there are: choice\)"):
        wide.decision("kind")


def test_parts_of_a_higher_floor_are_imported_when_they_are_asked_for(wide, template):
    assert template.study("hand_classes").__module__ == "simlab.games.template.studies.hand_classes"
    assert template.study("effects") is None
    assert wide.study("exact", ()) == ()
    assert wide.part(wide.players, ()) == ()
    assert wide.part(Later("policies", "POLICIES")) is wide.policies


def test_courses_are_those_that_fit_the_rules(wide, template):
    assert template.courses_under(template.Rules(deals=1)) == ()
    assert template.courses_under(template.Rules(deals=3)) == template.courses
    assert wide.courses_under(wide.Rules()) == ()


def test_a_game_knows_its_name_title_columns_and_table_sizes(wide, template):
    assert (wide.name, wide.version) == ("wide", 1)
    assert wide.title == "A toy with sixty-four actions: name a number, the higher secret plus number wins"
    assert [column.name for column in wide.columns] == list(COMMON_COLUMNS)
    assert (wide.round_columns, template.column("pot").unit) == ((), "chips")
    assert (list(wide.table_sizes()), list(template.table_sizes())) == ([2, 3, 4, 5, 6], [2])
    with pytest.raises(UnknownName, match="did you mean 'win'"):
        wide.column("wins")


# ---- declarations


def declaration(source: str) -> list[str]:
    """The parts that a game.py names, as they stand there."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Game"]
    assert len(calls) == 1
    return [str(keyword.arg) for keyword in calls[0].keywords]


@pytest.mark.parametrize("name", sorted(shipped()))
def test_a_game_names_every_part_also_those_that_are_absent(name):
    assert declaration((HOME / name / "game.py").read_text(encoding="utf-8")) == [field.name for field in fields(Game)]
    assert load(name).package == f"simlab.games.{name}"


def test_so_does_the_game_of_the_docs():
    page = dict(blocks("write-a-game.md"))
    assert declaration(page["simlab/games/swap/game.py"]) == [field.name for field in fields(Game)]
