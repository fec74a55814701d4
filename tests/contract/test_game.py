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


def test_a_game_is_judged_by_what_its_players_maximise_unless_told_otherwise(wide, template):
    assert wide.goal() == wide.goal("win") == wide.goal("payoff")
    assert (wide.goal().name, wide.goal().unit, wide.goal().is_share) == ("win", "share", True)
    assert template.goal() == template.goal("payoff") == template.goal("net")
    assert (template.goal().doc, template.goal().unit, template.goal().is_share) == ("chips won less chips lost", "chips", False)
    assert template.goal("win").is_share


def test_what_players_maximise_may_depend_on_the_rules():
    fortune = load("fortune")
    assert fortune.goal().name == "win"
    by_round = fortune.goal(None, fortune.Rules.of({"unit": "round"}))
    assert (by_round.name, by_round.unit, by_round.per, by_round.doc) == ("net", "chips", "round", "chips won less chips lost")


def test_a_goal_that_is_none_is_told_with_the_nearest(wide, template):
    with pytest.raises(UnknownName, match=r"no wide goal 'chips' \(there are: win, payoff\)"):
        wide.goal("chips")
    with pytest.raises(UnknownName, match=r"no template goal 'nett' \(did you mean 'net'\?\)"):
        template.goal("nett")
    with pytest.raises(UnknownName, match="no showdown goal 'circle_round'"):  # not every seat has a number there
        load("showdown").goal("circle_round")


def test_single_actions_are_judged_as_the_game_says_and_by_every_goal_of_whole_games(wide, template):
    rules = template.Rules()
    assert template.decision_goal(None, rules) is template.questions.goals[0]
    assert template.decision_goal("win", rules).is_share
    assert wide.decision_goal(None, wide.Rules()).name == "win"
    with pytest.raises(UnknownName, match="did you mean 'exact'"):
        template.decision_goal("exakt", rules, ["exact"])


def test_a_goal_is_read_from_its_column(wide):
    tally = np.zeros((1, 2), wide.engine.OUTCOME)
    tally["win"][0, :, 1] = (60, 30)
    assert wide.goal().read(tally, 1).tolist() == [[1.0, 0.5]]


def test_a_payoff_that_is_no_column_by_seat_is_refused(template):
    for name in ("nett", "pot", "end"):
        with pytest.raises(GameError, match=f"the payoff '{name}' is no outcome column with a number for each seat"):
            replace(template, payoff=name).check_shape()


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

PARTS = [field.name for field in fields(Game) if field.name != "name"]  # the folder's, unless it is said otherwise


def declaration(source: str) -> list[str]:
    """The parts that a game.py names, as they stand there."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Game"]
    assert len(calls) == 1
    return [str(keyword.arg) for keyword in calls[0].keywords]


@pytest.mark.parametrize("name", sorted(shipped()))
def test_a_game_names_every_part_also_those_that_are_absent(name):
    assert declaration((HOME / name / "game.py").read_text(encoding="utf-8")) == PARTS
    assert load(name).package == f"simlab.games.{name}"


def test_so_does_the_game_of_the_docs():
    page = dict(blocks("write-a-game.md"))
    assert declaration(page["games/swap/game.py"]) == PARTS
