"""One-card poker, rule by rule, and against a plain referee."""

from random import Random

import pytest
from referee import Referee

from simlab.contract.catalogue import load
from simlab.play.table import Table

GAME = load("template")


def played(cards, words, **rules):
    """A deal with these cards (seat 0, seat 1), played by name."""
    table = Table(GAME, GAME.Rules(**rules), seed=1)
    rest = [card for card in range(int(table.rules.ranks)) if card not in cards]
    for place, card in enumerate([*cards, *rest]):
        table.state.deck[place] = card
    for word in words.split():
        table.play(word)
    return table


@pytest.mark.parametrize(
    ("cards", "words", "net"),
    [((2, 0), "pass pass", [1, -1]), ((0, 1), "bet fold", [1, -1]), ((0, 1), "bet call", [-2, 2]), ((2, 1), "pass bet fold", [-1, 1])],
)
def test_every_line_of_play_pays_what_the_rules_say(cards, words, net):
    table = played(cards, words)
    assert (table.over, table.tally.net[:2].tolist()) == (True, net)


def test_ante_and_bet_are_knobs():
    assert played((2, 1), "bet call", ante=3, bet=5).tally.net[0] == 8


def test_engine_and_referee_agree_move_by_move_over_random_games():
    random = Random(1)
    for index in range(200):
        table = Table(GAME, GAME.Rules(ranks=5, ante=2, bet=3), seed=9, index=index)
        referee = Referee((int(table.state.deck[0]), int(table.state.deck[1])), ante=2, bet=3)
        while not table.over:
            assert (table.seat, set(table.names().values())) == (referee.seat, set(referee.legal()))
            word = random.choice(referee.legal())
            table.play(word)
            referee.play(word)
        assert referee.over
        assert table.tally.net[:2].tolist() == referee.net()
