"""Fortune's betting in buckets, and the strategy that comes with it."""

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.errors import PolicyError
from simlab.games.fortune.abstraction import (
    ABSTRACTION,
    BEFORE,
    DIGITS,
    DREW,
    HANDS,
    NOW,
    bucket,
    choices,
    digits,
    first_bets,
    words,
)
from simlab.games.fortune.rules import PAGES, Arcana, Bet, Point
from simlab.masks import can
from simlab.play.drivers import roll
from simlab.play.table import Table
from simlab.players.registry import make_player
from simlab.players.solved.strategies import read, shipped_place
from simlab.studies.exploit.measure import ExploitAsk, answer_in_buckets


@pytest.fixture(scope="module")
def fortune():
    return load("fortune")


def rules_of(game, **knobs):
    return game.Rules.of({"players": 2, "unit": "round", **knobs})


def buckets_of(game, seeds, **knobs):
    """Every bucket met where all check and nothing is given up."""
    rules = rules_of(game, **knobs)
    for seed in seeds:
        table = Table(game, rules, seed)
        while not table.over:
            view = table.view()
            yield view, int(bucket(view, table.rules))
            table.apply(int(Bet.CALL) if view.table.point == Point.BET and int(Bet.CALL) in table.legal() else table.legal()[0])


def test_bets_have_buckets_and_nothing_else_has(fortune):
    most = np.prod([size for _, size in DIGITS])
    seen = list(buckets_of(fortune, range(40)))
    assert {view.table.point == Point.BET for view, number in seen if number >= 0} == {True}
    assert {view.table.point == Point.BET for view, number in seen if number < 0} == {False}
    assert max(number for _, number in seen) < most


def test_a_bucket_can_be_taken_apart_and_told(fortune):
    view, number = next((view, number) for view, number in buckets_of(fortune, range(5)) if number >= 0)
    at = digits(number)
    assert list(at) == [name for name, _ in reversed(DIGITS)]
    assert at["dealer"] == int(view.table.dealer == view.seat)
    assert at["now"] == at["before"] == 0
    assert HANDS[at["hand"]] in words(number)
    assert words(number).startswith("before the draw, ")


def hands_met(fortune, arcana):
    found = buckets_of(fortune, range(30), forced_arcana=int(arcana), forced_window="deal")
    return {HANDS[digits(number)["hand"]] for _, number in found if number >= 0}


def test_under_the_fool_hands_count_as_without_it(fortune):
    """Everybody has a pair there: an ace with it is still an ace; under the Star hands count as ever."""
    with_wild, plain = hands_met(fortune, Arcana.FOOL), hands_met(fortune, Arcana.STAR)
    assert {"little", "a king or an ace"} <= with_wild & plain
    assert "a straight or flush" not in with_wild


def test_the_lovers_make_all_hands_one(fortune):
    assert hands_met(fortune, Arcana.LOVERS) == {"any hand under the Lovers"}


def test_pages_in_hand_and_shown_are_told(fortune):
    seen = [(view, digits(number)) for view, number in buckets_of(fortune, range(60)) if number >= 0]
    assert {at["page"] for _, at in seen} == {at["shown"] for _, at in seen} == {0, 1}
    assert all(at["page"] == int(bool(int(view.hand) & PAGES)) for view, at in seen)
    assert all(at["shown"] == int(view.table.shown_by == 1 - view.seat) for view, at in seen)


def test_where_the_hermit_lets_nobody_draw_it_counts_as_if_all_had(fortune):
    found = buckets_of(fortune, range(20), forced_arcana=int(Arcana.HERMIT), forced_window="deal")
    assert {DREW[digits(number)["other"]] for _, number in found if number >= 0 and digits(number)["betting"]} == {"drew two or more"}


ACTIONS = {"c": Bet.CALL, "m": Bet.RAISE_MIN, "h": Bet.RAISE_HALF, "p": Bet.RAISE_POT, "a": Bet.ALL_IN}
BETS = {  # actions of the first betting round by either seat, and what seat 0 remembers of them
    "": "nothing bet",
    "1c 0c": "nothing bet",
    "0m 1c": "a bet by you",
    "1c 0p 1c": "a bet by you",
    "1a 0c": "a bet by the other",
    "1m 0p 1c": "a raise by you",
    "1c 0m 1h 0c": "a raise by the other",
}


@pytest.mark.parametrize("said", BETS)
def test_the_first_bets_are_remembered(fortune, said):
    table = Table(fortune, rules_of(fortune), 1).view().table.copy()
    for k, word in enumerate(said.split()):
        table.history[k] = 8 * int(word[0]) + ACTIONS[word[1]]
    table.acts1 = len(said.split())
    assert BEFORE[int(first_bets(table, 0))] == BETS[said]


def asked_after(fortune, *bets):
    """The bucket of whoever is asked after these bets, and what is thought about there; under no Arcana."""
    table = Table(fortune, rules_of(fortune, forced_arcana="none"), 3)
    for bet in bets:
        table.apply(int(bet))
    view = table.view()
    return int(bucket(view, table.rules)), [bet for bet in Bet if can(int(choices(view, table.rules)), bet)]


def test_one_raise_in_a_betting_round_is_thought_about(fortune):
    """Half of two chips is the least bet."""
    raised = (Bet.RAISE_MIN, Bet.RAISE_HALF)
    said = [asked_after(fortune, *bets) for bets in ((), raised[:1], raised)]
    assert [NOW[digits(number)["now"]] for number, _ in said] == ["nothing to call", "a bet", "your bet raised"]
    assert [bets for _, bets in said] == [
        [Bet.CALL, Bet.RAISE_MIN],
        [Bet.FOLD, Bet.CALL, Bet.RAISE_HALF],
        [Bet.FOLD, Bet.CALL],
    ]


UNUSUAL = {  # what is answered as something else
    (Bet.RAISE_POT,): "a bet",
    (Bet.RAISE_MIN, Bet.RAISE_POT): "your bet raised",
    (Bet.RAISE_MIN, Bet.RAISE_MIN): "little to call",
    (Bet.CALL, Bet.RAISE_POT, Bet.RAISE_HALF, Bet.RAISE_MIN): "little to call",
}


@pytest.mark.parametrize("bets", UNUSUAL)
def test_bets_that_are_not_thought_about_are_answered_as_the_nearest(fortune, bets):
    assert NOW[digits(asked_after(fortune, *bets)[0])["now"]] == UNUSUAL[bets]


def test_a_bet_far_beyond_the_pot_is_answered_by_the_rule_of_thumb(fortune):
    assert asked_after(fortune, Bet.ALL_IN)[0] == -1


def test_the_strategy_covers_two_players_and_no_other_table(fortune):
    about = read(shipped_place(fortune)).about
    assert about["rules"]["players"] == 2
    assert ABSTRACTION.covers(fortune.Rules.of({"players": 2}), about["rules"])
    assert not ABSTRACTION.covers(fortune.Rules.of({"players": 2, "max_raises": 2}), about["rules"])
    with pytest.raises(PolicyError, match=r"not been solved yet \(simlab solve fortune --players 4\)"):
        make_player(fortune, "solved", fortune.Rules())


def test_buckets_are_those_of_a_round_not_of_whole_games(fortune):
    assert ABSTRACTION.solves(rules_of(fortune))
    assert ABSTRACTION.solves(rules_of(fortune, players=4))
    whole = rules_of(fortune, unit="game")
    assert not ABSTRACTION.solves(whole)
    assert answer_in_buckets(ExploitAsk("fortune", "basic", 2), whole) is None


def test_solved_gains_a_quarter_of_a_chip_a_round_from_basic(fortune):
    """4-sigma band of 60,000 rounds at each seat, seed 77."""
    rules = rules_of(fortune)
    solved, basic = make_player(fortune, "solved", rules), make_player(fortune, "basic", rules)
    first = roll(fortune, [solved, basic], rules.lower(), 77, 0, 60_000)["net"][:, 0]
    second = roll(fortune, [basic, solved], rules.lower(), 77, 0, 60_000)["net"][:, 1]
    gain = (first + second) / 2
    assert gain.mean() > 0.25 - 4 * gain.std() / np.sqrt(len(gain))


def test_the_file_says_what_was_measured_of_it(fortune):
    about = read(shipped_place(fortune)).about
    assert about["against_usual"][0] >= 0.25
    assert 0 < about["answer"][0] < about["answer_to_usual"][0] / 5  # seven times harder to take advantage of than basic
    assert about["answer"][0] < about["regret"]
