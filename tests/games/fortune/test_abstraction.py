"""Fortune's betting in buckets, and the strategy that comes with it."""

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.errors import PolicyError
from simlab.games.fortune.abstraction import ABSTRACTION, DIGITS, HANDS, OPENED, bucket, choices, digits, words
from simlab.games.fortune.rules import Bet, Point
from simlab.masks import bit
from simlab.play.drivers import roll
from simlab.play.table import Table
from simlab.players.registry import make_player
from simlab.players.solved.strategies import read, shipped_place


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
    number = next(number for _, number in buckets_of(fortune, range(5)) if number >= 0)
    at = digits(number)
    assert list(at) == [name for name, _ in reversed(DIGITS)]
    assert (at["betting"], at["before"], at["now"], at["other"]) == (0, 0, 0, 0)
    assert HANDS[at["hand"]] in words(number)
    assert words(number).startswith("before the draw, ")


def after(game, seed, *actions):
    """The view after these bets; nothing is given up between them."""
    table = Table(game, rules_of(game, forced_arcana="none"), seed)
    for action in actions:
        while table.view().table.point != Point.BET:
            table.apply(0)
        table.apply(int(action))
    while table.view().table.point != Point.BET:
        table.apply(0)
    return table.view(), table.rules


BETTING = {
    (): "nobody has bet",
    (Bet.CALL,): "checked",
    (Bet.RAISE_MIN,): "the first to speak bet a little",
    (Bet.CALL, Bet.RAISE_POT): "checked, then the other bet the pot",
    (Bet.RAISE_POT, Bet.RAISE_HALF): "the first to speak bet the pot, raised",
    (Bet.RAISE_MIN, Bet.RAISE_MIN, Bet.ALL_IN): "the first to speak bet a little, raised, then all-in",
    (Bet.ALL_IN,): "the first to speak went all-in",
    (Bet.CALL, Bet.ALL_IN): "checked, then the other went all-in",
}


@pytest.mark.parametrize("actions", BETTING)
def test_a_bucket_remembers_all_bets_of_the_round(fortune, actions):
    view, rules = after(fortune, 3, *actions)
    assert OPENED[digits(int(bucket(view, rules)))["now"]] == BETTING[actions]
    view, rules = after(fortune, 3, Bet.RAISE_POT, Bet.CALL, *actions)
    at = digits(int(bucket(view, rules)))
    assert OPENED[at["before"]] == "the first to speak bet the pot"
    assert OPENED[at["now"]] == BETTING[actions]


def test_what_is_thought_of_is_legal_and_opens_with_one_size_more(fortune):
    view, rules = after(fortune, 3)
    assert int(choices(view, rules)) == bit(Bet.CALL) | bit(Bet.RAISE_MIN) | bit(Bet.RAISE_POT) | bit(Bet.ALL_IN)  # half the pot is an ante
    view, rules = after(fortune, 3, Bet.RAISE_POT)
    assert int(choices(view, rules)) == bit(Bet.FOLD) | bit(Bet.CALL) | bit(Bet.RAISE_POT) | bit(Bet.ALL_IN)
    view, rules = after(fortune, 3, Bet.RAISE_POT, Bet.CALL)
    assert int(choices(view, rules)) == bit(Bet.CALL) | bit(Bet.RAISE_HALF) | bit(Bet.RAISE_POT) | bit(Bet.ALL_IN)


def test_an_arcana_is_told_where_it_changes_what_bets_are_worth(fortune):
    told = {words(number) for _, number in buckets_of(fortune, range(3), forced_arcana=0, forced_window="deal") if number >= 0}
    assert all("under fool" in text for text in told)
    plain = {words(number) for _, number in buckets_of(fortune, range(3), forced_arcana=17, forced_window="deal") if number >= 0}
    assert not any("under" in text for text in plain)


def test_the_strategy_covers_two_players_and_no_other_table(fortune):
    about = read(shipped_place(fortune)).about
    assert about["rules"]["players"] == 2
    assert ABSTRACTION.covers(fortune.Rules.of({"players": 2}), about["rules"])
    assert not ABSTRACTION.covers(fortune.Rules.of({"players": 2, "max_raises": 2}), about["rules"])
    with pytest.raises(PolicyError, match=r"not been solved yet \(simlab solve fortune --players 4\)"):
        make_player(fortune, "solved", fortune.Rules())


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
    assert about["against_base"][0] >= 0.25
    assert 0 < about["answer"][0] < about["answer_to_base"][0] / 5  # seven times harder to take advantage of than basic
    assert about["answer"][0] < about["regret"]
