"""Pay tables of draw poker: published returns to the digit, holds, cards for people, ruin."""

from fractions import Fraction

import numpy as np
import pytest

from simlab.errors import InputError
from simlab.solvers.pays import NONE
from simlab.studies.draw import ruin
from simlab.studies.draw.by_order import order_game_of
from simlab.studies.draw.card import strategy_card
from simlab.studies.draw.measure import DrawGame, Paid, pay_table, pay_table_of, pay_tables

SMALL = {
    "title": "sevens and a joker",
    "deck": {"lowest": 9, "jokers": 1},
    "pays": [
        {"hand": "five of a kind", "pay": 20},
        {"hand": "straight flush", "pay": 12},
        {"hand": "four of a kind", "pay": "5/2"},
        {"hand": "full house", "pay": 2},
        {"hand": "flush", "pay": 8},
        {"hand": "straight", "pay": 1.5},
    ],
}


def test_joker_poker_returns_what_is_published():
    assert f"{100 * float(DrawGame(pay_table('joker_kings')).mean):.4f}" == "100.6463"


@pytest.mark.slow
def test_returns_are_the_published_ones_to_the_printed_digit():
    returns = {name: DrawGame(pay_table(name)).mean for name in pay_tables()}
    assert returns["jacks_9_6"] == Fraction(1_653_526_326_983, 1_661_102_543_100)
    rounded = {name: f"{100 * float(mean):.4f}" for name, mean in returns.items()}
    assert rounded == {
        "bonus_8_5": "99.1660", "deuces_wild": "100.7620", "double_double_bonus_9_6": "98.9808", "jacks_9_6": "99.5439",
        "joker_kings": "100.6463",
    }  # fmt: skip


def test_chances_of_all_lines_sum_to_one_and_their_parts_to_the_return():
    game = DrawGame(pay_table_of(SMALL))
    assert sum(line.chance for line in game.paid) == 1
    assert sum(line.part for line in game.paid) == game.mean
    assert game.variance == sum(line.chance * line.pay**2 for line in game.paid) - game.mean**2


def test_a_small_deck_by_plain_enumeration():
    """Every draw of some hands, each final hand paid by its line."""
    from itertools import combinations
    from math import comb

    game = DrawGame(pay_table_of(SMALL))
    pays = [*game.pays.whole, *[0] * 256]
    for text in ("Js Jd Qh Kh Ac", "joker As Ks Qs 9h", "Jc Qc Kc Ac 9d"):
        best = game.holds(text)[0]
        from simlab.studies.pay_lines import read_cards

        hand = [c - game.deck.draw.low for c in read_cards(text, game.deck)]
        left = [c for c in range(game.deck.cards) if c not in hand]
        means = []
        for kept in (k for size in range(6) for k in combinations(hand, size)):
            ends = [sorted((*kept, *drawn)) for drawn in combinations(left, 5 - len(kept))]
            total = sum(pays[game.lines[sum(comb(c, k) for k, c in enumerate(end, 1))]] for end in ends)
            means.append(Fraction(total, len(ends) * game.pays.parts))
        assert best.mean == max(means)


def test_the_joker_is_held_and_named():
    holds = DrawGame(pay_table_of(SMALL)).holds("joker As Ks 9h Jd")
    assert "joker" in holds[0].kept
    assert len(holds) == 32


@pytest.mark.slow
def test_the_card_costs_what_it_says_and_little():
    game = DrawGame(pay_table("jacks_9_6"))
    card = strategy_card(game)
    assert Fraction(0) <= card.cost < Fraction(1, 10_000)
    assert len(card.rules) <= 45
    names = [rule.hold for rule in card.rules]
    assert names.index("pair of jacks or better") < names.index("three to a royal flush") < names.index("pair of twos to tens")
    assert sum(rule.uses for rule in card.rules) > 0.96


def coin(win: Fraction) -> list[Paid]:
    return [Paid("win", Fraction(2), win), Paid("nothing", Fraction(0), 1 - win)]


def test_ruin_of_a_coin_is_the_known_formula():
    assert ruin.ever(coin(Fraction(3, 5)), 5) == pytest.approx((2 / 3) ** 5, rel=1e-9)
    assert ruin.ever(coin(Fraction(1, 2)), 5) == 1.0


def test_ruin_within_some_games_agrees_with_games_played():
    paid = [
        Paid("big", Fraction(5), Fraction(1, 10)),
        Paid("small", Fraction(1), Fraction(3, 10)),
        Paid("no", Fraction(0), Fraction(6, 10)),
    ]
    exact = ruin.within(paid, 8, 40)
    gains = np.random.default_rng(11).choice([4, 0, -1], p=[0.1, 0.3, 0.6], size=(40_000, 40))
    seen = ((8 + gains.cumsum(axis=1)) <= 0).any(axis=1).mean()
    assert abs(seen - exact) < 4 * (exact * (1 - exact) / 40_000) ** 0.5
    assert ruin.within(paid, 41, 40) == 0.0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pays:\n  - {hand: foul house, pay: 3}\n", "mine.yaml:2:12: pays.0.hand: no hand 'foul house' (did you mean 'full house'?)"),
        ("pays:\n  - {hand: pair, off: J+, pay: 1}\n", "mine.yaml:2:18: no key 'off' (did you mean 'of'?)"),
        ("pays:\n  - {hand: pair, of: Z, pay: 1}\n", "no rank 'Z'"),
        ("pays:\n  - {hand: pair}\n", "mine.yaml:2:5: `pay:` is missing"),
        ("pays:\n  - {hand: pair, with: A, pay: 1}\n", "`with:` goes with four of a kind alone"),
        ("pays:\n  - {hand: pair, pay: -1}\n", "a pay is 0 to"),
        ("pays: []\n", "mine.yaml:1:7"),
        ("deck: {jokers: 9}\npays:\n  - {hand: pair, pay: 1}\n", "deck.jokers"),
        ("title: x\n", "`pays:` is missing"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_place(tmp_path, text, said):
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        pay_table(str(file))
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_pays_in_parts_of_a_bet_have_no_simple_ruin():
    with pytest.raises(InputError, match="whole bets"):
        ruin.ever(DrawGame(pay_table_of(SMALL)).paid, 10)


# ---- by an order

STRAIGHTS = {"title": "by the standard order", "order": "royal", "pays": [
    {"hand": "royal flush", "pay": 800}, {"hand": "straight flush", "pay": 50}, {"hand": "four of a kind", "pay": 25},
    {"hand": "full house", "pay": 9}, {"hand": "flush", "pay": 6}, {"hand": "straight", "pay": 4}, {"hand": "three", "pay": 3},
    {"hand": "two pair", "pay": 2}, {"hand": "pair", "of": ["J", "Q", "K", "A"], "pay": 1},
]}  # fmt: skip


@pytest.mark.slow
def test_an_order_gives_the_published_return_too():
    assert order_game_of(STRAIGHTS).mean == Fraction(1_653_526_326_983, 1_661_102_543_100)


def test_a_deck_of_five_suits_is_dealt_whole(tmp_path):
    file = tmp_path / "five.yaml"
    file.write_text("like: five_suits\ndeck: {ranks: QKA}\n", encoding="utf-8")
    game = order_game_of({"order": str(file), "pays": [{"hand": "five", "pay": 9}, {"hand": "flush", "pay": "1/2"}]})
    assert game.solver.deck == (15, 0)
    best = game.holds("Qc Qd Qh Qs Kr")[0]
    assert best.kept == "Qc Qd Qh Qs"
    assert best.mean == Fraction(9, 10)  # one queen among ten cards


def test_ranks_of_a_line_are_read_as_everywhere(tmp_path):
    file = tmp_path / "five.yaml"
    file.write_text("like: five_suits\ndeck: {ranks: TJQKA}\n", encoding="utf-8")
    game = order_game_of({"order": str(file), "pays": [{"hand": "pair", "of": "K+", "pay": 2}, {"hand": "pair", "of": ["10-J"], "pay": 1}]})
    hands = {"Kc Kd Tc Jd Qh": 0, "Ac Ad Tc Jd Qh": 0, "Tc Td Qc Kd Ah": 1, "Jc Jd Qc Kd Ah": 1, "Qc Qd Tc Kd Ah": NONE}
    assert [game.line_of(game.order.rank(hand)) for hand in hands] == list(hands.values())


def test_what_an_order_does_not_know_is_refused():
    with pytest.raises(InputError, match="did you mean 'flush'"):
        _ = order_game_of({"order": "standard", "pays": [{"hand": "flash", "pay": 1}]}).mean
    with pytest.raises(InputError, match="no rank 'Z'"):
        _ = order_game_of({"order": "standard", "pays": [{"hand": "pair", "of": "Z", "pay": 1}]}).mean
    with pytest.raises(InputError, match="6 to 63 cards"):
        _ = order_game_of({"order": "two_packs", "pays": [{"hand": "pair", "pay": 1}]}).mean
