"""Duplicates: a deal goes round the table, each seat has each hand once, and every one of these games is as likely as any other."""

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.contract.duplicate import DEAL, duplicate
from simlab.play.drivers import roll
from simlab.play.table import Table
from simlab.players.registry import make_line_up

GAMES = ("template", "showdown", "arcana", "battle", "fortune", "jester")
DEALS = {"template": 20_000, "showdown": 2_000, "arcana": 1_000, "battle": 1_000, "fortune": 1_000, "jester": 3_000}
MANY = {"template": 10_000_000, "jester": 10_000_000}  # games, each way


def tables(game, players, deal):
    rules = load(game).Rules.of({"players": players})
    return [Table(load(game), rules, 7, duplicate(deal, by)) for by in range(players)]


@pytest.mark.parametrize(("game", "players"), [("jester", 4), ("jester", 3)])
def test_each_seat_has_each_hand_once(game, players):
    for deal in range(20):
        hands = [[int(hand) for hand in table.state.hand[:players]] for table in tables(game, players, deal)]
        for by, held in enumerate(hands):
            assert held == hands[0][by:] + hands[0][:by]


def test_one_card_poker_changes_the_two_cards():
    for deal in range(20):
        first, second = tables("template", 2, deal)
        assert list(first.state.deck[:2]) == list(second.state.deck[:2])[::-1]


def test_a_lap_of_showdown_begins_with_another_round():
    """Who is first in a round has the cards that the seat further on has when it is first."""
    first, second = tables("showdown", 2, 3)
    opening = [int(hand) for hand in second.state.hand[:2]]
    while first.state.round == 1:
        first.play(first.legal()[0])
    assert [int(hand) for hand in first.state.hand[:2]] == opening[::-1]


def test_battle_moves_what_the_seats_will_look_at():
    first, second = tables("battle", 2, 5)
    seen = [int(card) for card in first.state.drawn[:5]]
    assert [int(card) for card in second.state.pile[5:10]] == seen


def test_the_first_duplicate_of_fortune_is_a_deal_like_any_other_and_the_world_keeps_its_place():
    for deal in range(10):
        places = {list(table.state.arcana_deck).index(21) for table in tables("fortune", 3, deal)}
        assert len(places) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_number_of_a_duplicate_holds_its_deal(game):
    """Chance is that of the deal; a game that is no duplicate is what it always was."""
    plain, first = Table(load(game), load(game).Rules(), 7, 11), Table(load(game), load(game).Rules(), 7, duplicate(11, 0))
    assert (plain.key.k0, plain.key.k1) == (first.key.k0, first.key.k1)
    assert first.key.game & DEAL == 11


def apart(game, players, deals, games, column, seed=29):
    """Standard errors between the mean of plain games and that of duplicates, by seat, and how much less luck there is."""
    found = load(game)
    rules = found.Rules.of({"players": players})
    line_up = make_line_up(found, [found.usual_player] * players, rules, ())
    plain = chunked(found, line_up, rules, seed, lambda first: 10**9 + first, games, column)
    moved = sum(chunked(found, line_up, rules, seed, lambda first, by=by: duplicate(first, by), deals, column) for by in range(players))
    (mean, alone), (moved_mean, together) = (moments(part) for part in (plain, moved / players))
    error = np.sqrt(alone / len(plain) + together / len(moved))
    return np.abs(mean - moved_mean) / np.maximum(error, 1e-12), alone.sum() / players / max(together.sum(), 1e-12)


def moments(values):
    """Means and variances by seat: in double precision, for ten million small ones would not add up."""
    return values.mean(axis=0, dtype=np.float64), values.var(axis=0, dtype=np.float64)


def chunked(game, line_up, rules, seed, number, games, column, size=500_000):
    """A column by seat (or once, for columns of the whole game) of so many games, a chunk at a time."""
    parts = []
    for first in range(0, games, size):
        rows = roll(game, line_up, rules.lower(), seed, number(first), min(size, games - first))[column]
        parts.append(np.asarray(rows, np.float32).reshape(len(rows), -1)[:, : rules.players])
    return np.concatenate(parts)


@pytest.mark.parametrize("game", GAMES)
def test_duplicates_have_the_same_means(game):
    """Seed 29, four sigma."""
    deals = DEALS[game]
    for column in ("win", "rounds"):
        far, _ = apart(game, 2, deals, 2 * deals, column)
        assert far.max() < 4, column


@pytest.mark.parametrize(("game", "least"), [("template", 4), ("jester", 5), ("showdown", 3.5), ("fortune", 3)])
def test_duplicates_take_the_luck_out_of_the_win(game, least):
    assert apart(game, 2, 2_000, 2_000, "win")[1] > least


@pytest.mark.slow
@pytest.mark.parametrize("game", MANY)
def test_ten_million_duplicates_have_the_same_means(game):
    """Seed 31, five sigma, 10 million games each way."""
    for column in ("win", "rounds"):
        far, _ = apart(game, 2, MANY[game] // 2, MANY[game], column, seed=31)
        assert far.max() < 5, column
