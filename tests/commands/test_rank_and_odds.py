"""`simlab rank`, `simlab odds`, `simlab equity`."""

import json

import click
import pytest
from click.testing import CliRunner
from simlab.commands.table_commands import equity_command
from simlab.ranking.commands import COMMANDS

from simlab.errors import InputError


@click.group()
def main():
    pass


for command in (*COMMANDS, equity_command):
    main.add_command(command)


def run(*words):
    return CliRunner().invoke(main, words, catch_exceptions=False)


def test_rank_says_what_a_hand_is():
    assert run("rank", "showdown", "As Ad 9c 6h 3d").stdout == "pair of aces, kickers 9 6 3\n"


def test_rank_of_several_says_who_wins():
    lines = run("rank", "showdown", "As Ad 9c 6h 3d", "KhKs2c2d3h").stdout.splitlines()
    assert lines[-1] == "hand 2 wins: two pair beats pair"
    assert len(lines) == 3


def test_rank_as_json():
    found = json.loads(run("rank", "fortune", "AW AU AS AC 9W", "--wild", "--json").stdout)
    assert found["hands"][0]["category"] == "five of a kind"
    assert json.loads(run("rank", "battle", "Ac", "Kd", "--json").stdout)["winners"] == [1]


def test_odds_prints_the_table_and_the_audit():
    lines = run("odds", "showdown", "--cards", "7").stdout.splitlines()
    assert lines[1].split()[:3] == ["straight", "flush", "41,584"]
    assert lines[-1].startswith("swap pair and high card")


def test_odds_with_knobs_as_json():
    found = json.loads(run("odds", "jester", "--set", "wheel=true", "--json").stdout)
    assert found["total"] == 2_598_960
    assert {row["category"]: row["hands"] for row in found["categories"]}["straight"] == 10_200
    assert found["swaps"] == []


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
    found = json.loads(run("odds", "fortune", "--arcana", arcana, "--json").stdout)
    assert {row["category"]: row["hands"] for row in found["categories"]}["straight"] == straights
    assert f"{found['arcana']}: {found['effect']}" == said


def test_odds_under_an_arcana_with_a_knob():
    lines = run("odds", "fortune", "--arcana", "strength", "--set", "strength_runs=linear").stdout.splitlines()
    assert lines[0] == "strength: another order of cards"
    assert lines[7].split() == ["straight", "10,200", "0.0026703", "5"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("fortune", "--arcana", "strenght"), "no Arcana 'strenght' (did you mean 'strength'?)"),
        (("showdown", "--arcana", "fool"), "--arcana is for fortune; showdown has no Arcana that bend its hands"),
        (("fortune", "--arcana", "fool", "--set", "arcana=emperor"), "give --arcana or --set arcana=..., not both"),
        (("fortune", "--arcana", "temperance", "--cards", "6"), "under temperance a hand is four cards and one of three"),
    ],
)
def test_odds_says_what_is_wrong_with_an_arcana(words, said):
    with pytest.raises(InputError) as caught:
        run("odds", *words)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_odds_draws_the_chart(tmp_path):
    file = tmp_path / "audit.png"
    run("odds", "battle", "--cards", "6", "--chart", str(file))
    assert file.read_bytes().startswith(b"\x89PNG")


def test_equity_prints_exact_figures():
    output = run("equity", "--cards", "AcAd", "KhKs", "--board", "5").stdout
    assert "81.2555 %" in output
    assert "all 1,712,304 boards" in output


def test_equity_sampled_has_an_interval():
    assert "95 %:" in run("equity", "--cards", "AcAd", "KhKs", "--samples", "1000").stdout
    found = json.loads(run("equity", "--cards", "AcAd", "KhKs", "--samples", "1000", "--json").stdout)
    assert found["hands"][0]["low"] < found["hands"][0]["equity"] < found["hands"][0]["high"]


@pytest.mark.parametrize(
    "words",
    [
        ("odds", "battle", "--set", "wheel"),
        ("odds", "battle", "--set", "ace_low_straight=[1"),
        ("odds", "battle", "--set", "category_order=foo"),
        ("odds", "battle", "--cards", "60"),
        ("odds", "battle", "--chart", "audit.nothing"),
        ("rank", "nogame", "As"),
        ("equity", "--cards", "AcAd", "AcKs"),
    ],
)
def test_bad_input_is_an_error_of_the_users(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as caught:
        run(*words)
    assert "\n" not in str(caught.value)
