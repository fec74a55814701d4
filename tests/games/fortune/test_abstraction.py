"""Fortune's betting in buckets, and the strategy that comes with it."""

from collections import defaultdict
from random import Random

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.errors import PolicyError
from simlab.games.fortune.abstraction import ABSTRACTION, DIGITS, DREW, HANDS, bucket, choices, digits, line, line_in_words, words
from simlab.games.fortune.hands import strength
from simlab.games.fortune.rules import Arcana, Bet, Point
from simlab.masks import can
from simlab.play.drivers import roll
from simlab.play.table import Table
from simlab.players.registry import make_player
from simlab.players.solved.strategies import read, shipped_place
from simlab.ranking.hands import Category, category
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
    assert at["line"] == at["before"] == 0
    assert HANDS[at["hand"]] in words(number)
    assert words(number).startswith("before the draw, ")


def test_a_pair_counts_as_none_where_a_wild_card_lies_on_the_table(fortune):
    """Under the Fool everybody has a pair at least; under the Star hands count as ever."""
    assert hands_before_the_draw(fortune, Arcana.FOOL)[Category.PAIR] == {"no pair"}
    assert hands_before_the_draw(fortune, Arcana.FOOL)[Category.THREE] == {"a high pair"}
    assert hands_before_the_draw(fortune, Arcana.STAR)[Category.PAIR] == {"a low pair", "a high pair"}


def hands_before_the_draw(fortune, arcana):
    """What each category of hands is told as."""
    found = defaultdict(set)
    for view, number in buckets_of(fortune, range(30), forced_arcana=int(arcana), forced_window="deal"):
        if number >= 0 and not digits(number)["betting"]:
            kind = category(strength(view.hand, 0, int(arcana), rules_of(fortune).lower()))
            found[kind].add(HANDS[digits(number)["hand"]])
    return found


def test_nobody_stands_pat_where_the_hermit_lets_nobody_draw(fortune):
    found = buckets_of(fortune, range(20), forced_arcana=int(Arcana.HERMIT), forced_window="deal")
    told = {DREW[digits(number)["other"]] for _, number in found if number >= 0 and digits(number)["betting"]}
    assert told == {"drew two or more"}


LINES = {  # actions of one betting round by either seat, and what seat 0 sees of it
    "": "nothing bet",
    "1c": "nothing bet",
    "0m": "a little bet by you",
    "1m 0p": "a little bet by the other, raised",
    "1c 0p 1p": "much bet by you, raised",
    "0h 1p 0p 1a": "much bet by you, raised again, all-in",
    "1a": "much bet by the other, all-in",
}
ACTIONS = {"c": Bet.CALL, "m": Bet.RAISE_MIN, "h": Bet.RAISE_HALF, "p": Bet.RAISE_POT, "a": Bet.ALL_IN}


@pytest.mark.parametrize("said", LINES)
def test_a_line_tells_who_opened_how_and_how_often_it_was_raised(fortune, said):
    table = Table(fortune, rules_of(fortune), 1).view().table.copy()
    for k, word in enumerate(said.split()):
        table.history[k] = 8 * int(word[0]) + ACTIONS[word[1]]
    assert line_in_words(int(line(table, 0, 0, len(said.split())))) == LINES[said]


def test_two_players_who_choose_among_what_is_thought_about_remember_every_bet(fortune):
    """The lines of two such rounds are the same only where all bets were the same, but for Justice."""
    met, random = {}, Random(5)
    for seed in range(60):
        table, said = Table(fortune, rules_of(fortune), seed), []
        while not table.over:
            view, legal = table.view(), table.legal()
            if view.table.point == Point.BET:
                at = digits(int(bucket(view, table.rules)))
                key = tuple(at[name] for name in ("betting", "before", "line", "dealer"))
                if view.table.force != Arcana.JUSTICE:
                    assert met.setdefault(key, tuple(said)) == tuple(said)
                thought = [action for action in legal if can(int(choices(view, table.rules)), action) and action != Bet.FOLD]
                said.append((int(view.table.phase), int(view.table.dealer == view.seat), action := random.choice(thought)))
            else:
                action = legal[0]
            table.apply(action)
    assert len(met) > 20


def test_a_small_bet_is_thought_about_only_to_open_and_all_the_chips_only_for_a_large_pot(fortune):
    table = Table(fortune, rules_of(fortune, forced_arcana="none"), 1)
    first = int(choices(table.view(), table.rules))
    table.apply(int(Bet.RAISE_POT))
    second = int(choices(table.view(), table.rules))
    table.apply(int(Bet.RAISE_POT))
    third = int(choices(table.view(), table.rules))
    table.apply(int(Bet.RAISE_POT))
    fourth = int(choices(table.view(), table.rules))
    assert [bet.name for bet in Bet if can(first, bet)] == ["CALL", "RAISE_MIN"]
    assert [bet.name for bet in Bet if can(second, bet)] == ["FOLD", "CALL", "RAISE_POT"]
    assert [bet.name for bet in Bet if can(third, bet)] == ["FOLD", "CALL"]
    assert [bet.name for bet in Bet if can(fourth, bet)] == ["FOLD", "CALL", "ALL_IN"]


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
    assert about["against_base"][0] >= 0.25
    assert 0 < about["answer"][0] < about["answer_to_base"][0] / 5  # seven times harder to take advantage of than basic
    assert about["answer"][0] < about["regret"]
