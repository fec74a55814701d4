"""High Draw, rule by rule, and against a plain referee."""

from random import Random

import pytest
from referee import Referee

from simlab.contract.catalogue import load
from simlab.errors import RulesError
from simlab.play.table import Table

GAME = load("high_draw")


def played(deck, words, players=2):
    """A game with this deck on top, played by name."""
    table = Table(GAME, GAME.Rules(players=players, cards=len(deck)), seed=1)
    for place, card in enumerate(deck):
        table.state.deck[place] = card
    for word in words.split():
        table.play(word)
    return table


def test_the_highest_card_wins():
    table = played([1, 3, 0, 2], "keep keep")
    assert (table.tally.win[:2].tolist(), int(table.tally.winning_card)) == ([0, 60], 3)


def test_who_exchanges_gets_the_top_card():
    table = played([1, 2, 3, 0], "exchange keep")
    assert (table.tally.win[:2].tolist(), table.tally.exchanged[:2].tolist()) == ([60, 0], [1, 0])


def test_a_stock_that_may_not_last_is_refused():
    with pytest.raises(RulesError, match="7 cards are too few for 4 players who all exchange"):
        GAME.Rules.of({"players": 4, "cards": 7})


@pytest.mark.parametrize("players", range(2, 7))
def test_engine_and_referee_agree_move_by_move_over_random_games(players):
    random = Random(players)
    for index in range(60):
        table = Table(GAME, GAME.Rules(players=players), seed=4, index=index)
        referee = Referee([int(card) for card in table.state.deck[:20]], players)
        while not table.over:
            assert (table.seat, int(table.view().card)) == (referee.seat, referee.hands[referee.seat])
            word = random.choice(["keep", "exchange"])
            table.play(word)
            referee.play(word)
        assert referee.over
        assert table.tally.win[:players].tolist() == [60 * (seat == referee.winner()) for seat in range(players)]
