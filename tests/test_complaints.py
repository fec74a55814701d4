"""What is wrong with a file is said in the words of those who write it, whichever field it is and whatever stands there."""

import re
from functools import partial
from pathlib import Path

import pytest
from pydantic import TypeAdapter, ValidationError

from simlab import complaints
from simlab.contract.catalogue import load, shipped
from simlab.errors import InputError
from simlab.play.transcript import Saved, shape_of
from simlab.ranking.order_files import OrderData, order_data
from simlab.scenarios.document import Misplaced
from simlab.scenarios.scenario import Ask, Precision, Scenario, TitleSpec, Variant, validate
from simlab.studies.tune.quest import Tuning, tuning_of

WRONG = ("x", 1.5, -7, 10**9, True, None, [], [None], [1, "x"], ["a"] * 300, {}, {"a": 1}, {1: 2}, float("inf"), "x" * 6000)
OF_PROGRAMS = re.compile(
    r"input should|valid |tuple|dictionary|\bdict\b|string|integer|boolean|(?<!')None\b|True\b|instance|NoneType|\[key\]|keys"
)
GOOD = {"metric": "win"}, {"title": "who wins"}
SAVED = {"game": "template", "version": 1, "rules": {}, "seed": 1, "index": 0, "actions": []}


def fields():
    """Every field that a person may write, with the call that reads it."""
    for name in Scenario.model_fields:
        yield f"scenario {name}", partial(lambda name, wrong: validate({"game": "template", name: wrong}), name)
    for key, model, good in (
        ("precision", Precision, GOOD[0]),
        ("ask", Ask, GOOD[0]),
        ("titles", TitleSpec, GOOD[1]),
        ("variants", Variant, {}),
    ):
        for name in model.model_fields:
            yield f"{key} {name}", partial(inside, key, name, good)
    for name in Tuning.model_fields:
        yield (
            f"tune {name}",
            partial(lambda name, wrong: tuning_of({"game": "template", "knobs": {"bet": "1..3"}, "targets": ["win"], name: wrong}), name),
        )
    for name in Saved.model_fields:
        yield f"saved {name}", partial(lambda name, wrong: shape_of({**SAVED, name: wrong}, Path("x.json")), name)
    for name in OrderData.model_fields:
        yield f"order {name}", partial(lambda name, wrong: order_data({"like": "standard", name: wrong}), name)
    for game in shipped():
        for name in load(game).Rules.model_fields:
            yield f"{game} {name}", partial(lambda game, name, wrong: load(game).Rules.of({name: wrong}), game, name)


def inside(key, name, good, wrong):
    block = {**good, name: wrong}
    return validate({"game": "template", key: [block] if key in ("precision", "ask") else {"a": block}})


def said_of(read):
    """What is said of each wrong value that is not taken."""
    for wrong in WRONG:
        try:
            read(wrong)
        except (InputError, Misplaced) as error:
            yield str(error)


def test_no_field_answers_a_wrong_value_in_the_words_of_programs():
    said = {name: list(said_of(read)) for name, read in fields()}
    assert len(said) > 200
    assert [
        (name, line) for name, lines in said.items() for line in lines if OF_PROGRAMS.search(line) or len(line) > 700 or "\n" in line
    ] == []
    assert not {name for name, lines in said.items() if not lines} - {"scenario policies", "variants policies", "tune policies"}


@pytest.mark.parametrize(
    ("kind", "wrong", "said"),
    [
        (int, "x", "must be a whole number"),
        (float, [], "must be a number"),
        (list[int], 3, "must be a list"),
        (tuple[int, ...], 3, "must be a list"),
        (dict[str, int], 3, "must be a block of `name: value` lines"),
        (dict[str, int], {1: 2}, "names must be words"),
    ],
)
def test_a_kind_in_words(kind, wrong, said):
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(kind).validate_python(wrong, strict=True)
    assert complaints.in_words(complaints.first(caught.value)) == said


def test_a_knob_of_two_kinds_says_both():
    with pytest.raises(InputError, match=r"^first_dealer: must be a whole number, or one of last, random \(given: nobody\)$"):
        load("showdown").Rules.of({"first_dealer": "nobody"})
