"""Who draws a planted card, and what the suits of a discard are worth: `simlab odds arcana --plant` and `simlab effects arcana`."""

import json
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.errors import InputError
from simlab.games.arcana.rules import Rules, Suit
from simlab.games.arcana.studies.discards import LAID, Did, Fate, Field
from simlab.games.arcana.studies.effects import effects, plant_of, sample, situations
from simlab.games.arcana.studies.effects_page import effects_study, erased_at_most, fate_sentences
from simlab.runs.backends import Crew
from simlab.stats.estimates import UNKNOWN, proportion
from simlab.studies.ask import Ask

SWORD_4, WAND, CUP_1, COIN = 14 + 2, 28, 42 + 9, 4  # Four of Swords, Two of Wands, Page of Cups, Six of Coins


def draws(case: str, left: int = 0, **rules: object) -> str:
    found = next(s for s in situations(Rules.of(rules), left) if s.name == case)
    return "".join(map(str, found.draws))


@pytest.mark.parametrize(
    ("case", "rules", "places"),
    [
        ("none", {"players": 4}, "1112223330"),
        ("none", {"players": 2}, "1110001110"),
        ("bidder", {"players": 4}, "1110002223"),
        ("answered", {"players": 4}, "1110001112"),
        ("answers", {"players": 4}, "3330001112"),
        ("silent", {"players": 4}, "3331112223"),
        ("none", {"players": 4, "extra_draws": 0}, "1230123012"),
        ("bidder", {"players": 4, "response_turns": 2}, "1112220003"),
    ],
)
def test_e7_and_e7b_who_draws_which_depth(case, rules, places):
    assert draws(case, **rules) == places


def test_e7_draws_that_are_left_come_first():
    assert draws("none", left=2, players=4) == "0011122233"
    assert [s.said(1) for s in situations(Rules.of({"players": 4}), 1)] == ["the discarder"] * 5


@pytest.fixture(scope="module")
def trials():
    return sample(Ask("arcana", "basic", players=4, rollouts=200, seed=3), [LAID, SWORD_4, WAND, CUP_1, COIN])


def test_the_sample_has_the_fates_of_the_closed_form_where_nothing_interferes():
    """Nobody bids, no Cups, hardly a Sword: every depth goes to the seat of E7, but for plants that the end of the game leaves."""
    silent = {"name": "no_swords", "min_pot": 100_000, "reply_pot": 100_000}
    rules = {"cups_effect": False, "max_turns_per_seat": 20}
    found = sample(Ask("arcana", players=4, policy=silent, rollouts=120, rules=rules), range(14, 24))
    for depth, place in enumerate("1112223330", 1):
        codes = found.rows[:, 9 if depth == 1 else depth - 2, Field.FATE]
        drawn = codes[codes != Fate.LEFT]
        assert len(drawn) > 40
        assert (drawn == int(place)).mean() > 0.9, depth


def test_the_fates_of_a_planted_card_add_up(trials):
    fates = dict(trials.fates(SWORD_4))
    assert list(fates) == ["the discarder", "the next seat", "2 seats on", "3 seats on", "erased by Cups", "still in the deck"]
    assert sum(share.value for share in fates.values()) == pytest.approx(1)
    assert fates["the discarder"].value + fates["2 seats on"].value > 0.7  # E7b after an own bid, else E7


def test_own_plants_are_swords_of_that_depth_that_the_players_chose(trials):
    own = trials.own_plants(4)
    laid = trials.stands[own, 1]
    assert set(laid // 14) <= {1}
    assert {trials.rules.depth(int(card)) for card in laid} <= {4}
    assert 0 < own.sum() < len(own) / 4
    fates = dict(trials.fates(SWORD_4, own))
    assert sum(share.value for share in fates.values()) == pytest.approx(1)


def test_each_suit_does_its_own(trials):
    did = trials.rows[:, :, Field.DID]
    assert set(did[:, 1]) == {Did.PLANTED}
    assert set(did[:, 2]) == {Did.TOOK}
    assert set(did[:, 3]) <= {Did.REVEALED, Did.ERASED}
    assert set(did[:, 4]) == {Did.FED}
    suits = trials.stands[:, 1] // 14
    named = {Suit.COINS: {Did.FED}, Suit.SWORDS: {Did.PLANTED}, Suit.WANDS: {Did.TOOK}, Suit.CUPS: {Did.REVEALED, Did.ERASED}}
    assert all(Did(int(d)) in named[Suit(int(s))] for d, s in zip(did[:, 0], suits, strict=True))
    lying = np.isin(did, (Did.PLANTED, Did.REVEALED))
    fates = trials.rows[:, :, Field.FATE]
    assert (fates[lying] >= 0).all()
    assert (fates[lying] <= Fate.LEFT).all()
    assert (fates[~lying] == -1).all()


def test_a_card_without_effect_is_worth_nothing():
    """Under rules that silence Swords both ways of going on are one."""
    quiet = sample(Ask("arcana", "basic", players=3, rollouts=40, rules={"swords_effect": False}), [SWORD_4])
    rows = quiet.rows[:, 0]
    assert set(rows[:, Field.DID]) == {Did.NOTHING}
    assert (rows[:, Field.WIN : Field.WIN + 3] == rows[:, Field.WIN + 3 : Field.WIN + 6]).all()


def test_coins_in_the_pot_are_worth_something_to_a_bidder_who_is_alone(trials):
    """Six more coins lie in the Pot that this seat has bid for; whoever else bids may win them instead."""
    mine = trials.chosen(1, None)
    gains = trials.rows[mine][:, 4, Field.COINS] - trials.rows[mine][:, 4, Field.COINS + 3]
    assert set(np.unique(gains)) <= {*range(-60, 61)}
    assert (gains == 6).any()
    assert gains.mean() > 0


def test_threads_and_chunks_change_nothing(trials):
    again = sample(Ask("arcana", "basic", players=4, rollouts=200, seed=3), trials.cards, crew=Crew(workers=3))
    assert (again.rows == trials.rows).all()
    assert (again.stands == trials.stands).all()


def test_the_study_says_everything_with_intervals(tmp_path):
    found = effects(Ask("arcana", "basic", players=2, rollouts=400, seed=2))
    study = effects_study(found)
    path = study.write(tmp_path)
    assert {chart.name for chart in study.charts} == {"fates", "worth_coins", "worth_points", "worth_win", "sword_depths", "winning_hands"}
    assert "Wand recycle" in path.read_text(encoding="utf-8")
    data = json.loads((tmp_path / "study.json").read_text(encoding="utf-8"))
    swords = [line for line in data["lines"] if line["kind"] == "depth"]
    assert [line["depth"] for line in swords] == list(range(1, 11))
    assert all(line["win"]["ci_low"] <= line["win"]["estimate"] <= line["win"]["ci_high"] for line in swords)
    by_kind = {row["showdowns"]: 0.0 for row in data["winning_hands"]}
    for row in data["winning_hands"]:
        by_kind[row["showdowns"]] += row["estimate"]
    assert all(total == pytest.approx(1) for total in by_kind.values())


def test_rules_without_swords_leave_their_charts_out():
    study = effects_study(effects(Ask("arcana", "basic", players=2, rollouts=40, rules={"swords_effect": False})))
    assert {chart.name for chart in study.charts} == {"winning_hands"}  # and too few games for a forest
    assert not any("planted" in sentence for sentence in study.findings)


def test_plant_on_the_command_line():
    words = ["odds", "arcana", "--plant", "4", "--players", "2", "--games", "60"]
    found = json.loads(CliRunner().invoke(main, [*words, "--json"]).output)
    assert [case["places_on"] for case in found["exact"]] == [0, 0, 0, 0, 1]
    assert sum(row["share"] for row in found["at_a_random_discard"]["fates"]) == pytest.approx(1)
    assert all(row["low"] <= row["share"] <= row["high"] for row in found["at_a_random_discard"]["fates"])
    assert 0 <= found["sampled"]["plants"] < found["sampled"]["games"] <= 60
    shown = CliRunner().invoke(main, words).output
    assert "nobody bids" in shown
    assert "the discarder" in shown
    assert "plants of basic's own" in shown
    assert "if a random discard" in shown


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("odds arcana --plant 11", "from 1 to 10"),
        ("odds showdown --plant 3", "not in showdown"),
        ("odds arcana --plant 3 --players 9", "players"),
        ("odds arcana --plant 3 --policies basc", "did you mean 'basic'"),
        ("odds arcana --plant 3 --chart x.png", "simlab effects arcana"),
        ("odds arcana --wild", "no wild cards"),
        ("effects arcana --rules deck_model=finite --rules unfix_mode=conceal", "unfix_mode: return"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words, complaint):
    done = CliRunner().invoke(main, words.split())
    assert done.exit_code == 2
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_no_sword_plants_at_that_depth():
    with pytest.raises(InputError, match="no Sword plants at depth 1"):
        plant_of(Ask("arcana", "basic", rules={"high_depth": 4}, rollouts=2), 1)


def planted(back, games=600, felt=True, erased=0.02):
    """What the page knows of planted cards: how often they come back from each depth, and are erased."""
    fates = {depth: [("the discarder", proportion(count, games)), ("erased", proportion(int(erased * games), games)), ("left", UNKNOWN)]
             for depth, count in back.items()}  # fmt: skip
    return SimpleNamespace(fates=lambda: fates, is_depth_felt=lambda shares: felt, trials=SimpleNamespace(games=games))


@pytest.mark.parametrize(
    ("back", "felt", "said"),
    [
        ({2: 60, 10: 210}, True, "A card planted at depth 10 comes back to its planter most often: 35 % of the time."),
        (
            {2: 60, 8: 200, 10: 210},
            True,
            "A card planted at depth 10 or 8 comes back to its planter most often: depth 10 35 % of the time.",
        ),
        ({2: 60, 6: 190, 7: 195, 8: 200, 10: 210}, True, "How deep a card is planted changes how often it comes back; which depth is best"),
        ({2: 200, 10: 210}, False, "From which depth a planted card comes back most often is not settled (35 % of the time)."),
    ],
)
def test_a_depth_is_called_best_only_where_these_games_can_tell(back, felt, said):
    assert fate_sentences(planted(back, felt=felt))[0].startswith(said)


def test_what_cups_erase_at_most_is_more_than_was_seen():
    """12 of 600 at each of two depths: Wilson's end of 3.5 %, held together with all that the page says."""
    assert erased_at_most(planted({2: 60, 10: 210})) == pytest.approx(0.041, abs=0.002)
