"""Rules as data: lowered to the kernel record, described, sampled, refused in a designer's words."""

from random import Random
from typing import Annotated

import pytest
from pydantic import Field, model_validator

from simlab.contract import knobs
from simlab.contract.knobs import UNSET, Choice, knob, sample
from simlab.errors import RulesError


class Stock(Choice):
    RESHUFFLE = 0
    LIMIT = 1


class Ace(Choice):
    _14 = 0
    _1 = 1
    EITHER = 2


class Dealer(Choice):
    LAST = -1
    RANDOM = -2


class Rules(knobs.Rules):
    players: int = knob(4, "seats at the table", ge=2, le=6)
    stock: Stock = knob(Stock.RESHUFFLE, "when the stock is empty")
    ace: Ace = knob(Ace._14, "what an ace counts")
    dealer: Annotated[int, Field(ge=0, le=5)] | Dealer = knob(Dealer.LAST, "who deals first")
    floor: int | None = knob(None, "lowest points", ge=-50, le=0)
    share: float = knob(0.5, "part of the pot", ge=0.0, le=1.0)
    open_hands: bool = knob(False, "study aid")
    points: tuple[Annotated[int, Field(ge=0, le=9)], ...] = knob((0, 1, 2), "points by place", min_length=1, max_length=5)

    @model_validator(mode="after")
    def dealer_sits_at_the_table(self) -> "Rules":
        if self.dealer >= self.players:
            raise RulesError(f"first dealer {self.dealer} does not sit at a table of {self.players}")
        return self


def test_every_kind_of_knob_reaches_the_kernel_record():
    rules = Rules.of({"stock": "limit", "ace": 1, "dealer": 2, "floor": -3, "share": 0.25, "open_hands": True, "points": [5, 6]}).lower()
    assert (rules.stock, rules.ace, rules.dealer, rules.floor, rules.share, rules.open_hands) == (1, 1, 2, -3, 0.25, 1)
    assert rules.points.tolist() == [5, 6, 0, 0, 0]
    assert rules.points_n == 2
    default = Rules().lower()
    assert (default.stock, default.ace, default.dealer, default.floor) == (0, 0, -1, UNSET)


def test_rules_written_out_are_the_same_rules():
    for seed in range(50):
        rules = sample(Rules, Random(seed))
        assert Rules.of(rules.plain()) == rules
        assert Rules.of(rules.changed()) == rules


def test_sampling_reaches_every_setting():
    drawn = [sample(Rules, Random(seed), 0.9) for seed in range(300)]
    assert {r.stock for r in drawn} == set(Stock)
    assert {r.ace for r in drawn} == set(Ace)
    assert {len(r.points) for r in drawn} == {1, 2, 3, 4, 5}
    assert {r.players for r in drawn} == {2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"stok": "limit"}, "no knob 'stok' (did you mean 'stock'?)"),
        ({"stock": "limt"}, "stock: must be one of reshuffle, limit (given: limt)"),
        ({"players": 7}, "players: must be at most 6 (given: 7)"),
        ({"players": "4"}, "players: must be a whole number (given: 4)"),
        ({"players": True}, "players: must be a whole number (given: true)"),
        ({"open_hands": "yes"}, "open_hands: must be true or false (given: yes)"),
        ({"points": []}, "points: must have at least 1 entry, has 0 (given: [])"),
        ({"points": [1, "x"]}, "points[1]: must be a whole number (given: x)"),
        ({"dealer": 4}, "first dealer 4 does not sit at a table of 4"),
    ],
)
def test_wrong_knobs_are_refused_in_one_line(given, said):
    with pytest.raises(RulesError) as caught:
        Rules.of(given)
    assert str(caught.value) == said


def test_the_table_for_people_is_derived():
    rows = {name: rest for name, *rest in Rules.table()}
    assert rows["stock"] == ["reshuffle / limit", "reshuffle", "when the stock is empty"]
    assert rows["ace"][0] == "14 / 1 / either"
    assert rows["floor"][:2] == ["int -50..0 or none", "none"]
    assert rows["points"][:2] == ["list of 1..5: int 0..9", "[0, 1, 2]"]


def test_a_tuple_knob_needs_a_greatest_length():
    class Loose(knobs.Rules):
        points: tuple[int, ...] = knob((0,), "points")

    with pytest.raises(TypeError, match="max_length"):
        Loose.dtype()
