"""Fortune's rule-of-thumb players. `basic` is compared move by move with the referee's in the lockstep tests."""

import numpy as np
import pytest

from simlab.games.fortune.rules import Bet
from simlab.play.drivers import roll
from simlab.play.seats import NO_TABLE
from simlab.players.registry import make_player
from tests.games.fortune.side_by_side import mind_of
from tests.games.fortune.stacked import ACES, GAME, NOTHING, SEVENS, TENS, forced, go, hand, table


def choice(play, name="basic", **params):
    act, mind = mind_of(name, **params)
    return int(act(play.view(), play.rules, mind, NO_TABLE))


def drawing(cards, **knobs):
    """Seat 1 about to draw with these cards."""
    return go(table({1: cards}, players=2, max_raises=0, **knobs), 1, 1)


def discards(play, name="basic", **params):
    chosen = choice(play, name, **params)
    return " ".join(card for slot, card in enumerate(hand(play, 1).split()) if chosen >> slot & 1)


@pytest.mark.parametrize(
    ("cards", "given"),
    [
        ("PW AU 2S 3C 4W", ""),  # a straight: all cards
        ("9W 9U 9S AC KW", "KW AC"),  # three of a kind
        ("9W 9U 5S 5C KW", "KW"),  # both pairs
        ("9W 9U 5S 3C KW", "KW 5S 3C"),  # the pair
        ("2W 5W 9W KW AU", "AU"),  # four of a suit
        ("5W 6U 7S 8C KW", "KW"),  # four of a run
        ("AW KU 9S 5C 2W", "2W 9S 5C"),  # the two highest, if worth it
        ("AW QU 9S 5C 3W", "3W QU 9S 5C"),
        ("QW NU 8S 5C 3W", "3W NU 8S 5C"),  # else the highest
    ],
)
def test_basic_keeps_the_first_pattern_that_applies(cards, given):
    assert sorted(discards(drawing(cards)).split()) == sorted(given.split())


def test_basic_gives_up_the_lowest_first_when_discards_are_limited():
    assert discards(drawing("9W 9U 5S 3C KW", max_discards=1)) == "3C"


def test_the_threshold_of_lone_cards_is_a_parameter():
    assert sorted(discards(drawing("AW QU 9S 5C 3W"), keep_value=11).split()) == ["3W", "5C", "9S"]


@pytest.mark.parametrize(
    ("cards", "action"),
    [("9W 9U 9S AC KW", Bet.RAISE_HALF), ("NW NU 5S 3C KW", Bet.RAISE_MIN), ("9W 9U 5S 3C KW", Bet.CALL), (NOTHING, Bet.CALL)],
)
def test_basic_bets_by_tiers(cards, action):
    play = table({1: cards}, players=6)
    assert choice(play) == action


def test_basic_calls_by_pot_odds_and_folds_nothing():
    bet_by_a_pot = lambda cards: go(table({1: TENS, 0: cards}, players=2), "pot")  # noqa: E731
    assert choice(bet_by_a_pot(SEVENS)) == Bet.FOLD  # cost 2, pot 4: a small pair calls up to 1
    assert choice(bet_by_a_pot(ACES)) == Bet.CALL
    assert choice(bet_by_a_pot(NOTHING)) == Bet.FOLD
    assert choice(bet_by_a_pot(SEVENS), call_divisor_1=2) == Bet.CALL


def test_each_habit_changes_what_it_says():
    weak = go(table({1: TENS, 0: NOTHING}, players=2), "pot")
    assert (choice(weak), choice(weak, "never_folds")) == (Bet.FOLD, Bet.CALL)
    strong = table({1: "9W 9U 9S AC KW"}, players=2)
    assert (choice(strong), choice(strong, "never_raises")) == (Bet.RAISE_HALF if 3 in strong.legal() else Bet.RAISE_MIN, Bet.CALL)
    page = drawing("9W 9U PS 3C KW")
    assert "PS" in discards(page)
    assert "PS" not in discards(page, "never_discards_page")
    kings = table({1: "2W 2U 5S 3C KW"}, players=2, **forced("strength"))
    assert (choice(kings), choice(kings, "ignores_arcana")) == (Bet.RAISE_MIN, Bet.CALL)  # twos are the top pair there


@pytest.mark.parametrize("name", ["basic", "never_folds", "never_raises", "ignores_arcana", "never_discards_page", "uniform"])
def test_every_policy_plays_whole_games_legally(name):
    rules = GAME.Rules(players=3, page_trigger="any_hand")
    out = roll(GAME, [make_player(GAME, name, rules)] * 3, rules.lower(), 3, 0, 200)
    assert (out["win"].sum(axis=1) == 60).all()
    assert (out["chips"].sum(axis=1) + out["lost_tower"] + out["lost_remainder"] == 150).all()


def test_basic_beats_uniform():
    rules = GAME.Rules(players=2)
    line = [make_player(GAME, name, rules) for name in ("basic", "uniform")]
    won = roll(GAME, line, rules.lower(), 3, 0, 1000)["win"][:, 0]
    assert won.mean() / 60 - 4 * np.sqrt(0.25 / 1000) > 0.5
