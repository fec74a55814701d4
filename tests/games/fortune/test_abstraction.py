"""Fortune's betting in buckets, and the strategy that comes with it."""

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.errors import PolicyError
from simlab.games.fortune.abstraction import ABSTRACTION, DIGITS, HANDS, bucket, choices, digits, words
from simlab.games.fortune.rules import Bet, Point
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
    assert at["bets"] == at["before"] == 0
    assert HANDS[at["hand"]] in words(number)
    assert words(number).startswith("before the draw, ")


def played_out(game, actions, **knobs):
    """The last view of a round in which these bets are made, and nothing is given up."""
    table, told = Table(game, rules_of(game, arcana_per_round=0, **knobs), 3), list(actions)
    while told:
        view = table.view()
        table.apply(int(told.pop(0)) if view.table.point == Point.BET else table.legal()[0])
    while table.view().table.point != Point.BET:
        table.apply(table.legal()[0])
    return table


def test_bets_are_told_with_their_sizes_and_remembered_after_the_draw(fortune):
    table = played_out(fortune, [Bet.RAISE_POT, Bet.RAISE_MIN])
    told = words(int(bucket(table.view(), table.rules)))
    assert "the pot, raised by the least bet to answer" in told
    assert told.endswith("first to speak")
    table = played_out(fortune, [Bet.RAISE_POT, Bet.CALL, Bet.CALL])
    told = words(int(bucket(table.view(), table.rules)))
    assert "after the draw" in told
    assert "nothing to call" in told
    assert "the other bet the pot before" in told
    assert told.endswith("dealer")


def test_fewer_sizes_are_thought_about_the_more_is_bet(fortune):
    def sizes(*actions):
        table = played_out(fortune, actions)
        found = int(choices(table.view(), table.rules))
        assert found & ~int(table.view().legal) == 0
        return {bet for bet in (Bet.RAISE_MIN, Bet.RAISE_HALF, Bet.RAISE_POT, Bet.ALL_IN) if found >> bet & 1}

    assert sizes(Bet.CALL) == {Bet.RAISE_MIN, Bet.RAISE_POT, Bet.ALL_IN}  # half of two chips is the least bet
    assert sizes(Bet.RAISE_POT) == {Bet.RAISE_MIN, Bet.RAISE_HALF, Bet.RAISE_POT, Bet.ALL_IN}
    assert sizes(Bet.RAISE_POT, Bet.RAISE_MIN) == {Bet.RAISE_POT, Bet.ALL_IN}
    assert sizes(Bet.RAISE_MIN, Bet.RAISE_MIN, Bet.RAISE_POT) == {Bet.ALL_IN}


def test_the_least_raise_of_a_raise_is_called_and_forgotten(fortune):
    table = played_out(fortune, [Bet.RAISE_POT, Bet.RAISE_MIN, Bet.RAISE_MIN])
    assert int(choices(table.view(), table.rules)) == 1 << Bet.CALL
    after = played_out(fortune, [Bet.RAISE_POT, Bet.RAISE_MIN, Bet.RAISE_MIN, Bet.CALL])
    without = played_out(fortune, [Bet.RAISE_POT, Bet.RAISE_MIN, Bet.CALL])
    assert digits(int(bucket(after.view(), after.rules))) == digits(int(bucket(without.view(), without.rules)))


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
    """The best answer in the buckets hardly gains from it, as counted and in play."""
    about = read(shipped_place(fortune)).about
    assert about["against_base"][0] > 0.2
    assert about["answer"][0] < 0.012
    assert about["answer"][2] < 0.01 < 2.0 < about["answer_to_base"][0]
    assert 0.0 <= about["left"] < 0.0085
