"""Leduc poker, rule by rule, and against a plain referee."""

from random import Random

import pytest
from referee import Referee

from simlab.contract.catalogue import load
from simlab.errors import InputError
from simlab.play.probes.positions import pose
from simlab.play.table import Table
from simlab.players.registry import make_player

GAME = load("leduc")
JACK, OTHER_JACK, QUEEN, OTHER_QUEEN, KING, OTHER_KING = range(6)


def played(cards, words, **rules):
    """A deal with given cards (seat 0, seat 1, open), played by name."""
    table = Table(GAME, GAME.Rules(**rules), seed=1)
    for place, card in enumerate(cards):
        table.state.cards[place] = card
    for word in words.split():
        table.play(word)
    return table


@pytest.mark.parametrize(
    ("cards", "words", "net", "end"),
    [
        ((KING, QUEEN, JACK), "bet fold", [1, -1], "folded before the open card"),
        ((KING, QUEEN, JACK), "check bet raise fold", [3, -3], "folded before the open card"),
        ((KING, QUEEN, JACK), "check check check check", [1, -1], "higher card"),
        ((KING, QUEEN, OTHER_QUEEN), "check check check check", [-1, 1], "pair"),
        ((KING, QUEEN, JACK), "bet call bet fold", [3, -3], "folded after it"),
        ((KING, QUEEN, JACK), "bet raise call bet raise call", [13, -13], "higher card"),
        ((KING, OTHER_KING, JACK), "bet raise call bet raise call", [0, 0], "shared"),
        ((JACK, KING, OTHER_JACK), "check check bet call", [5, -5], "pair"),
    ],
)
def test_every_line_of_play_pays_what_the_rules_say(cards, words, net, end):
    table = played(cards, words)
    assert table.over
    assert table.tally.net[:2].tolist() == table.state.payoff[:2].tolist() == net
    assert GAME.column("end").levels[table.tally.end] == end
    assert table.tally.win[:2].tolist() == [30 * (1 + (chips > 0) - (chips < 0)) for chips in net]


def test_two_bets_and_raises_are_all_that_a_round_allows():
    assert set(played((KING, QUEEN, JACK), "bet raise").names().values()) == {"fold", "call"}
    assert set(played((KING, QUEEN, JACK), "bet raise", raises=3).names().values()) == {"fold", "call", "raise"}


def test_nobody_may_fold_who_owes_nothing():
    assert set(played((KING, QUEEN, JACK), "").names().values()) == {"check", "bet"}


def test_the_first_turn_changes_hands_from_deal_to_deal():
    table = played((KING, QUEEN, JACK), "bet fold", deals=2)
    assert (table.seat, int(table.state.round)) == (1, 2)
    table.play("bet")
    table.play("fold")
    assert (table.over, table.tally.net[:2].tolist(), table.tally.win[:2].tolist()) == (True, [0, 0], [30, 30])


def test_engine_and_referee_agree_move_by_move_over_random_games_and_rules():
    random = Random(1)
    for index in range(400):
        given = {} if index < 200 else {"ranks": 5, "suits": 3, "ante": 2, "first_bet": 3, "second_bet": 7, "raises": 3}
        rules = GAME.Rules(**given)
        table = Table(GAME, rules, seed=9, index=index)
        cards = tuple(int(card) for card in table.state.cards)
        referee = Referee(cards, 0, rules.suits, rules.ante, (rules.first_bet, rules.second_bet), rules.raises)
        while not table.over:
            assert not referee.over
            assert (table.seat, set(table.names().values())) == (referee.seat, referee.legal())
            assert table.state.table.bets.paid[:2].tolist() == referee.paid
            assert (table.state.table.board >= 0) == referee.board_is_open
            word = random.choice(sorted(referee.legal()))
            table.play(word)
            referee.play(word)
        assert referee.over
        assert table.tally.net[:2].tolist() == referee.net()


# ---- the whole tree, as others count it


def lines(words=()):
    """Every line of play of one deal, as words, each after those that lead to it."""
    referee = Referee((KING, QUEEN, JACK))
    for word in words:
        referee.play(word)
    yield words, referee
    if not referee.over:
        for word in sorted(referee.legal()):
            yield from lines((*words, word))


def test_the_game_has_the_size_that_the_literature_gives():
    """936 information sets: 6 cards before the open card, 30 pairs of cards after it; 288 where suits do not count."""
    before = sum(1 for _, at in lines() if not at.over and not at.board_is_open)
    after = sum(1 for _, at in lines() if not at.over and at.board_is_open)
    assert 6 * before + 30 * after == 936
    assert 3 * before + 9 * after == 288


def test_every_deal_is_listed_with_its_probability():
    from simlab_leduc.chance import deals, set_deal

    every = list(deals(GAME.Rules().lower()))
    assert (len(every), len({cards for _, cards in every})) == (120, 120)
    assert sum(chance for chance, _ in every) == pytest.approx(1)
    table = Table(GAME, GAME.Rules(), seed=1)
    set_deal(table.state, table.rules, every[7][1])
    assert tuple(table.state.cards) == every[7][1]


def test_all_deals_are_equally_likely():
    """120 deals, 24,000 games, seed 5: chi-square with 119 degrees of freedom within 4 sigma (119 + 4 * 15.4)."""
    counts = {}
    for index in range(24_000):
        cards = tuple(Table(GAME, GAME.Rules(), 5, index).state.cards.tolist())
        counts[cards] = counts.get(cards, 0) + 1
    assert len(counts) == 120
    assert sum((n - 200) ** 2 / 200 for n in counts.values()) < 119 + 4 * (2 * 119) ** 0.5


# ---- hands asked about in words


@pytest.mark.parametrize(
    ("at", "hand", "known", "seen"),
    [
        ("open", "K", "", "you hold K, pot 2"),
        ("facing", "Q", "", "you hold Q, pot 4, 2 to call"),
        ("board", "J", "J", "you hold J, the table shows J, pot 2"),
        ("board-facing", "K", "q", "you hold K, the table shows Q, pot 6, 4 to call"),
    ],
)
def test_a_question_leads_to_the_decision_it_names(at, hand, known, seen):
    rules, questions = GAME.Rules(), GAME.asked()
    line_up = [make_player(GAME, "uniform", rules)] * 2
    views = pose(GAME, rules.lower(), questions, questions.question(rules, at, hand, known), line_up, seed=1, wanted=3)
    assert {GAME.text.table_text(view, rules.lower()) for view in views} == {f"deal 1: {seen}"}


@pytest.mark.parametrize(
    ("at", "hand", "known", "says"),
    [
        ("open", "A", "", "no card 'A' in this deck"),
        ("board", "K", "", "--known is the open card"),
        ("open", "K", "Q", "--known is the open card"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(at, hand, known, says):
    with pytest.raises(InputError, match=says):
        GAME.asked().question(GAME.Rules(), at, hand, known)
