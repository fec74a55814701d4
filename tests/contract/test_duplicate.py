"""Duplicates: a deal goes round the table, each seat has each hand once, and every one of these games is as likely as any other."""

import pytest

from simlab.contract.catalogue import load
from simlab.contract.duplicate import DEAL, duplicate
from simlab.play.table import Table
from tests.stats import unbiased
from tests.stats.unbiased import GAMES, MANY, Both, compared, go_on

DEALS = {"template": 20_000, "showdown": 2_000, "arcana": 1_000, "battle": 1_000, "fortune": 1_000, "jester": 3_000}


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


@pytest.mark.parametrize("game", GAMES)
def test_duplicates_have_the_same_means(game):
    """Seed 29, four sigma."""
    found = compared(game, DEALS[game], seed=29).errors
    assert {"win", "rounds"} <= set(found)
    assert max(map(abs, found.values())) < 4, found


@pytest.mark.parametrize(("game", "least"), [("template", 4), ("jester", 5), ("showdown", 3.5), ("fortune", 3)])
def test_duplicates_take_the_luck_out_of_the_win(game, least):
    assert compared(game, 2_000, seed=29).gain > least


def test_a_bias_is_seen():
    """A tenth of the wins of one seat given to the other."""
    both = Both("jester", seed=29)
    sums = both.piece(0, 2_000)
    sums[1][0, :2] += [sums[1][0, 0] // 10, -(sums[1][0, 0] // 10)]
    assert abs(both.apart(sums, 2_000).errors["win"]) > 5


@pytest.mark.slow
@pytest.mark.parametrize("game", ["template", "jester"])
def test_ten_million_duplicates_have_the_same_means(game, tmp_path, monkeypatch):
    """Seed 31, five sigma, 10 million games each way; all six games: `python -m tests.stats.unbiased`."""
    monkeypatch.setattr(unbiased, "KEPT", tmp_path)
    found = go_on(game)
    assert found.games == MANY
    assert max(map(abs, found.errors.values())) < 5, found


def test_a_long_measurement_goes_on_from_the_pieces_it_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(unbiased, "KEPT", tmp_path)
    monkeypatch.setattr(unbiased, "PIECE", 500)
    first = go_on("template", 2_000)
    monkeypatch.setattr(unbiased.Both, "piece", None)  # nothing is played twice
    assert go_on("template", 2_000) == first
    assert first.games == 2_000
