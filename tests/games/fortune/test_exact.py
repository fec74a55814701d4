"""Exact checks of Fortune's specification (section 10), on simulated rounds: stated seeds, bands of four sigma."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from simlab.games.fortune.rules import Arcana
from simlab.play.drivers import roll, roll_rounds
from simlab.players.registry import make_player
from tests.games.fortune.stacked import GAME

GAMES = 40_000


def play(policy="uniform", games=GAMES, seed=21, rotation=0, **knobs):
    rules = GAME.Rules.of(knobs)
    return roll(GAME, [make_player(GAME, policy, rules)] * rules.players, rules.lower(), seed, 0, games, rotation)


def near(hits, n, p):
    return abs(hits - n * p) < 4 * np.sqrt(n * p * (1 - p))


def test_check_3_the_dealer_is_dealt_a_page():
    out = play(unit="round")
    assert near((out["window"] == 0).sum(), GAMES, float(Fraction(559, 1749)))


def test_check_4_pages_in_five_cards():
    pages = play(unit="round", forced_arcana="none")["dealt_page"][:, :4].ravel()
    for k in range(5):
        assert near((pages == k).sum(), len(pages), comb(4, k) * comb(52, 5 - k) / comb(56, 5))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_check_5_any_hand_is_dealt_a_page(players):
    out = play(unit="round", players=players, page_trigger="any_hand", games=10_000)
    assert near((out["window"] == 0).sum(), 10_000, 1 - comb(52, 5 * players) / comb(56, 5 * players))


def test_checks_6_and_7_a_dealer_without_a_page_draws_one():
    """`uniform` gives up each card with chance 1/2; by number of cards given up and over all."""
    out = play(unit="round", max_raises=0)
    dealers = out["dealer"].astype(int)
    rows = np.arange(GAMES)
    waiting = out["window"] != 0
    drawn = out["discards"][rows, dealers]
    late = out["window"] == 1
    assert near(late[waiting].sum(), waiting.sum(), sum(comb(5, d) / 32 * (1 - comb(47, d) / comb(51, d)) for d in range(6)))
    for d in range(1, 6):
        at = waiting & (drawn == d)
        assert near(late[at].sum(), at.sum(), 1 - comb(47, d) / comb(51, d))


def test_checks_8_to_11_the_world_and_what_comes_before_it():
    """Games without betting and with plenty of chips, any Page triggering, end with the World."""
    games = 3000
    out, rows, owner = rounds_of(games, players=2, starting_chips=1000, max_raises=0, page_trigger="any_hand", max_rounds=1000,
                                 page_prize=0)  # fmt: skip
    assert set(out["end_reason"]) == {0}
    assert (out["arcana_drawn"] == out["world_pos"]).all()
    assert abs(out["world_pos"].mean() - 17) < 4 * np.sqrt(10 / games)
    cards, cancelled = rows["arcana"], rows["cancelled"] == 1
    fool = np.unique(owner[cards == Arcana.FOOL])
    acted = np.unique(owner[(cards == Arcana.FOOL) & ~cancelled])
    assert near(len(fool), games, 16 / 21)
    assert near(len(np.unique(owner[cancelled])), games, 5 / 7)
    assert near(len(acted), games, 61 / 84)


def rounds_of(games, **knobs):
    rules = GAME.Rules.of(knobs)
    return roll_rounds(GAME, [make_player(GAME, "uniform", rules)] * rules.players, rules.lower(), 22, 0, games)


def test_check_12_rounds_to_the_world():
    """Nobody busts, each round triggers with the chance of checks 3 and 7 whatever came before: 17/q rounds.

    An Arcana of the deal may skip the draw, so only the deal counts here (`dealer_deal_only`).
    """
    out = play(games=4000, players=2, starting_chips=1000, max_raises=0, page_trigger="dealer_deal_only", max_rounds=1000, page_prize=0)
    q = 559 / 1749
    spread = np.sqrt(17 * (1 - q) / q**2 + 10 / q**2)
    assert set(out["end_reason"]) == {0}
    assert abs(out["rounds"].mean() - 17 / q) < 4 * spread / np.sqrt(4000)


def test_check_13_the_first_magician_guess():
    """One player of two guesses by "fewest seen suit"; the other's guess does not move the first one's chance."""
    out = play("basic", unit="round", players=2, forced_arcana=1, forced_window="deal")
    hits = first_guesses(4000)
    assert near(hits, 4000, float(Fraction(72_086, 267_597)))
    assert out["magician_hits"].mean() > 0.5


def first_guesses(games):
    """How often the first guess of `basic` is right."""
    from simlab.play.table import Table
    from tests.games.fortune.test_policies import choice

    rules, hits = GAME.Rules(players=2, unit="round", forced_arcana=1, forced_window="deal").lower(), 0
    for index in range(games):
        table = Table(GAME, rules, 23, index)
        table.apply(choice(table))
        hits += int(table.state.now.magician_hits)
    return hits


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_check_14_death_and_sun_in_the_deal(players):
    death = play(unit="round", players=players, forced_arcana=int(Arcana.DEATH), forced_window="deal", games=3000)
    assert (death["pot"] == players).all()
    assert death["decisions"].sum() == 0
    rows = np.arange(3000)
    won = death["winner"] >= 0
    gain = death["net"][rows, death["winner"]][won]
    page = death["end_page"][rows, death["winner"]][won] > 0
    assert (gain == (players - 1) * (1 + page)).all()
    sun = play(unit="round", players=players, forced_arcana=int(Arcana.SUN), forced_window="deal", games=300)
    assert not sun["net"].any()


@pytest.mark.parametrize(("players", "lost"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_check_15_the_tower_in_the_deal(players, lost):
    out = play(unit="round", players=players, forced_arcana=int(Arcana.TOWER), forced_window="deal", games=300)
    assert (out["lost_tower"] == lost).all()


@pytest.mark.parametrize(
    ("card", "window"),
    [("JUDGEMENT", "deal"), ("HERMIT", "draw"), ("HIEROPHANT", "deal"), ("HIEROPHANT", "draw"), ("WORLD", "deal"), ("WORLD", "draw")],
)
def test_check_16_blank_cards_leave_the_round_as_it_was(card, window):
    knobs = {"unit": "round", "players": 4, "games": 2000, "policy": "basic"}
    blank = play(forced_arcana="none", **knobs)
    round_ = play(forced_arcana=int(Arcana[card]), forced_window=window, **knobs)
    for name in blank.dtype.names:
        if name not in ("arcana", "window"):
            assert (blank[name] == round_[name]).all(), name


def test_check_16_the_wheel_in_the_deal_only_reshuffles():
    """With no draw and no betting, the cards shown are the cards dealt: as many Pages."""
    out = play(unit="round", forced_arcana=int(Arcana.WHEEL), forced_window="deal", max_raises=0, max_discards=0, games=3000)
    assert (out["dealt_page"].sum(axis=1) == out["end_page"].sum(axis=1)).all()


@pytest.mark.parametrize("players", [2, 3, 5])
def test_check_17_without_bets_every_seat_is_worth_the_same(players):
    out = play(unit="round", players=players, max_raises=0, arcana_per_round=0, games=GAMES)
    assert (out["showdown"] == 1).all()
    assert (out["pot"] == players).all()
    net = out["net"][:, :players].astype(float)
    assert (net.sum(axis=1) == -out["lost_remainder"]).all()
    for seat in range(players):
        excess = net[:, seat] + out["lost_remainder"] / players
        assert abs(excess.mean()) < 4 * excess.std() / np.sqrt(GAMES)
