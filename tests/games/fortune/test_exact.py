"""Exact checks of Fortune's specification (section 10), on simulated rounds: stated seeds, bands of four sigma."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from simlab.games.fortune.order import FORTUNE
from simlab.games.fortune.rules import Arcana
from simlab.play.drivers import roll, roll_rounds
from simlab.players.registry import make_player
from simlab.ranking.counting import odds
from tests.games.fortune.stacked import GAME

GAMES = 40_000


def play(policy="uniform", games=GAMES, seed=21, rotation=0, **knobs):
    rules = GAME.Rules.of(knobs)
    return roll(GAME, [make_player(GAME, policy, rules)] * rules.players, rules.lower(), seed, 0, games, rotation)


def near(hits, n, p):
    return abs(hits - n * p) < 4 * np.sqrt(n * p * (1 - p))


def test_check_1_the_counts_of_five_cards_are_their_closed_forms():
    counts = [
        11 * 4, 14 * 52, 14 * 4 * 13 * 6, 4 * comb(14, 5) - 44, 11 * (4**5 - 4), 14 * 4 * comb(13, 2) * 16, comb(14, 2) * 36 * 48,
        14 * 6 * comb(13, 3) * 64, (comb(14, 5) - 11) * (4**5 - 4),
    ]  # fmt: skip
    found = odds(FORTUNE, 5)
    assert [n for n in reversed(found.counts.values()) if n] == counts
    assert sum(counts) == comb(56, 5)


def test_checks_3_to_13_the_values_are_those_of_their_formulas():
    """The numbers of the specification, to its seven digits."""
    late = [1 - comb(47, d) / comb(51, d) for d in range(6)]
    assert 1 - Fraction(comb(52, 5), comb(56, 5)) == Fraction(559, 1749)
    assert [comb(4, k) * comb(52, 5 - k) for k in range(5)] == [2_598_960, 1_082_900, 132_600, 5_304, 52]
    any_hand = [1 - comb(52, 5 * n) / comb(56, 5 * n) for n in range(2, 7)]
    assert [round(p, 7) for p in any_hand] == [0.5557053, 0.7242778, 0.8396226, 0.9143320, 0.9592965]
    assert [round(p, 7) for p in late[1:]] == [0.0784314, 0.1521569, 0.2213685, 0.2862545, 0.3469988]
    assert round(sum(comb(5, d) / 32 * p for d, p in enumerate(late)), 7) == 0.1845526
    all_suits = Fraction(4 * comb(14, 2) * 14**3, comb(56, 5))
    assert all_suits == Fraction(998_816, 3_819_816)
    assert (14 - all_suits) / 51 == Fraction(72_086, 267_597)
    assert Fraction(16, 21) - Fraction(15, 420) == Fraction(61, 84)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_section_3_a_round_has_at_most_12_n_less_8_decisions(players):
    """Whatever Arcana comes; `uniform` raises often, and with chips to spare nobody is stopped by a short stack."""
    for card in ("none", *range(22)):
        window = {} if card == "none" else {"forced_window": "draw"}
        out = play(unit="round", players=players, starting_chips=1000, forced_arcana=card, games=400, **window)
        assert out["decisions"].max() <= 12 * players - 8


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
