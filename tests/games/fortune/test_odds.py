"""`simlab odds fortune`: all hands while one of the Major Arcana is in force."""

import json

import pytest

from tests.commands.typed import refused, typed


@pytest.mark.parametrize(
    ("arcana", "straights", "said"),
    [
        ("strength", 11_220, "strength: another order of cards"),
        ("Emperor", 11_220, "emperor: another order of cards"),
        ("the Fool", 409_680, "fool: a wild card goes with every hand"),
        ("hanged_man", 441_600, "hanged man: a sixth card for who goes all-in, the best five count"),
        ("empress", 441_600, "empress: a sixth card for everybody, the best five count"),
        ("temperance", 65_189_740, "temperance: four own cards and the best of 3 open ones"),
        ("wheel of fortune", 11_220, "wheel: changes neither hands nor their order"),
    ],
)
def test_odds_under_each_arcana(arcana, straights, said):
    found = json.loads(typed("odds", "fortune", "--arcana", arcana, "--json"))
    assert {row["category"]: row["hands"] for row in found["categories"]}["straight"] == straights
    assert f"{found['arcana']}: {found['effect']}" == said


def test_odds_under_an_arcana_with_a_knob():
    lines = typed("odds", "fortune", "--arcana", "strength", "--rules", "strength_runs=linear").splitlines()
    assert lines[0] == "strength: another order of cards"
    assert lines[7].split() == ["straight", "10,200", "0.0026703", "5"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("fortune", "--arcana", "strenght"), "no Arcana 'strenght' (did you mean 'strength'?)"),
        (("fortune", "--arcana", "fool", "--rules", "arcana=emperor"), "give --arcana or --rules arcana=..., not both"),
        (("fortune", "--arcana", "temperance", "--hand-size", "6"), "under temperance a hand is four cards and one of three"),
    ],
)
def test_odds_says_what_is_wrong_with_an_arcana(words, said):
    assert said in refused("odds", *words)
