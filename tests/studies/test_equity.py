"""What actions are worth: exact values by enumeration, playouts that hold them, and the same worlds for every action."""

from fractions import Fraction

import numpy as np
import pytest

from simlab.cards import FRENCH
from simlab.contract.catalogue import load
from simlab.errors import InputError, UnknownName
from simlab.games.jester.studies.exact import act_values
from simlab.games.showdown.studies.exact import draw_values, hand_solver
from simlab.play.table import Table
from simlab.players.registry import make_player
from simlab.studies.equity import measure as equity
from simlab.studies.equity.measure import Position, goal_for, position_in_words, position_of, value_actions
from tests.conftest import python

# ---- one-card poker: values under the equilibrium with alpha = 1/5, by hand. J, Q, K are 0, 1, 2.
ALPHA = Fraction(1, 5)
FIRST_BETS = (ALPHA, Fraction(0), 3 * ALPHA)
FIRST_CALLS = (Fraction(0), ALPHA + Fraction(1, 3), Fraction(1))
SECOND_BETS = (Fraction(1, 3), Fraction(0), Fraction(1))
SECOND_CALLS = (Fraction(0), Fraction(1, 3), Fraction(1))


def won(mine: int, theirs: int, stake: int) -> int:
    return stake if mine > theirs else -stake


def first_to_act(card: int, action: str, other: int) -> Fraction:
    """Net chips of the first to act against one card, when both play the equilibrium from there on."""
    if action == "bet":
        return (1 - SECOND_CALLS[other]) * 1 + SECOND_CALLS[other] * won(card, other, 2)
    checked = (1 - SECOND_BETS[other]) * won(card, other, 1)
    return checked + SECOND_BETS[other] * ((1 - FIRST_CALLS[card]) * -1 + FIRST_CALLS[card] * won(card, other, 2))


def second_to_act(card: int, at: str, action: str, other: int) -> Fraction:
    if at == "facing":
        return Fraction(won(card, other, 2) if action == "call" else -1)
    if action == "pass":
        return Fraction(won(card, other, 1))
    return (1 - FIRST_CALLS[other]) * 1 + FIRST_CALLS[other] * won(card, other, 2)


def truth(card: int, at: str, action: str) -> Fraction:
    """The other's card is any other, each as likely: the law of imagined worlds."""
    value = first_to_act if at == "open" else lambda c, a, o: second_to_act(c, at, a, o)
    return sum((value(card, action, other) for other in range(3) if other != card), Fraction(0)) / 2


def ask(template, card, at, seed=1, worlds=4_000, **rules):
    position, line_up = position_in_words(template, template.Rules(**rules), card, at, "", None, seed)
    return value_actions(position, goal_for(position, None), line_up, seed, worlds)


def test_the_hand_made_values_are_those_of_the_known_equilibrium():
    assert sum(max(truth(card, "open", a) for a in ("pass", "bet")) for card in range(3)) / 3 == Fraction(-1, 18)


@pytest.mark.parametrize("at", ["open", "checked", "facing"])
@pytest.mark.parametrize("card", [0, 1, 2])
def test_intervals_hold_the_exact_values_of_one_card_poker(template, card, at):
    """Seed 1, 4,000 worlds; the confidence sequence is wider than 4 sigma at any one size."""
    found = ask(template, "JQK"[card], at)
    best = max(truth(card, at, w.name) for w in found.worths)
    for worth in found.worths:
        exact = truth(card, at, worth.name)
        assert worth.low - 1e-9 <= exact <= worth.high + 1e-9, worth
        assert worth.loss_low - 1e-9 <= best - exact or worth.loss == 0.0
    if found.settled:
        assert truth(card, at, found.best.name) == best


def test_intervals_hold_the_truth_at_least_as_often_as_they_say(template):
    """200 seeds, stopped as soon as the best is settled: at least 95 % of the intervals of a value hold it (4 sigma: 0.89)."""
    held = 0
    position, line_up = position_in_words(template, template.Rules(), "Q", "facing", "", None, 1)
    for seed in range(200):
        found = value_actions(position, goal_for(position, None), line_up, seed, 600)
        call = next(w for w in found.worths if w.name == "call")
        held += call.low <= 0.0 <= call.high
    assert held / 200 >= 0.89


def test_a_clearly_worse_action_is_dropped_and_nothing_more_is_played(template):
    found = ask(template, "K", "facing", worlds=100_000)
    assert found.settled
    assert found.best.name == "call"
    assert found.worlds < 2_000


def test_equal_actions_stay_unsettled_and_say_how_much_is_at_stake(template):
    found = ask(template, "J", "open", worlds=2_000)
    assert not found.settled
    assert found.equals[0].loss_high > 0


def test_every_action_meets_the_same_worlds(template):
    """A king that faces a bet wins two by calling whatever the other holds: the paired loss of folding is exactly three."""
    found = ask(template, "K", "facing")
    assert (found.worths[1].loss, found.worths[1].loss_low, found.worths[1].loss_high) == (3.0, 3.0, 3.0)


def test_the_same_seed_gives_the_same_numbers_however_the_work_is_cut(template, monkeypatch):
    whole = ask(template, "Q", "open", worlds=1_500).worths
    monkeypatch.setattr(equity, "CHUNK", 37)
    assert ask(template, "Q", "open", worlds=1_500).worths == whole
    assert ask(template, "Q", "open", seed=2, worlds=1_500).worths != whole


def test_a_position_at_a_table_is_valued_from_what_its_seat_sees(template):
    rules = template.Rules()
    table = Table(template, rules, 3)
    table.play("bet")
    found = value_actions(
        position_of(table, rules), goal_for(position_of(table, rules), None), [make_player(template, "honest", rules)] * 2
    )
    assert {w.name for w in found.worths} == {"fold", "call"}
    assert found.position.seat == 1


@pytest.mark.parametrize(
    ("card", "at", "said"), [("X", "open", "no card 'X'"), ("K", "opne", "did you mean 'open'"), ("", "open", "no card")]
)
def test_a_question_that_makes_no_sense_is_refused_in_words(template, card, at, said):
    with pytest.raises(InputError, match=said):
        ask(template, card, at)


def test_an_action_can_be_judged_by_every_goal_of_the_game(template):
    rules = template.Rules()
    position, line_up = position_in_words(template, rules, "J", "facing", "", "always_bet", 1)
    by_chips, by_win = (value_actions(position, goal_for(position, goal), line_up, 1, 40) for goal in ("payoff", "win"))
    assert (by_chips.goal.column, by_win.goal.column) == ("net", "win")
    assert {worth.name: worth.value for worth in by_chips.worths} == {"fold": -1.0, "call": -2.0}
    assert {worth.name: worth.value for worth in by_win.worths} == {"fold": 0.0, "call": 0.0}


def test_an_unknown_goal_is_refused_with_the_known_ones(template):
    position, _ = position_in_words(template, template.Rules(), "K", "open", "", None, 1)
    with pytest.raises(UnknownName, match="net"):
        goal_for(position, "fame")


def test_a_policy_that_cannot_play_these_rules_gives_way_to_one_that_can(template):
    found = ask(template, "A", "open", ranks=5, worlds=600)
    assert found.players == ("honest",)


PLAIN = """
from simlab.studies.equity.measure import goal_for, position_in_words, value_actions
from simlab.contract.catalogue import load
game = load("template")
position, line_up = position_in_words(game, game.Rules(), "Q", "facing", "", None, 1)
print([(w.name, w.value, w.low, w.loss_high) for w in value_actions(position, goal_for(position, None), line_up, 1, 40).worths])
"""


def test_without_the_compiler_the_numbers_are_the_same(template):
    found = ask(template, "Q", "facing", worlds=40)
    assert python(PLAIN, NUMBA_DISABLE_JIT="1").strip() == str([(w.name, w.value, w.low, w.loss_high) for w in found.worths])


# ---- showdown: checks 6 to 8


def draw_view(hand: str, draw: int = 1):
    from simlab.games.showdown.rules import VIEW, Point

    view = np.zeros(1, VIEW)[0]
    view.hand = sum(1 << card for card in FRENCH.read(hand))
    view.legal = (1 << 32) - 1
    view.open.point, view.open.draw = Point.DRAW, draw
    return view


def thrown(hand: str, kept: str) -> int:
    cards, keep = sorted(FRENCH.read(hand)), FRENCH.read(kept)
    return sum(1 << place for place, card in enumerate(cards) if card not in keep)


@pytest.fixture(scope="module")
def showdown():
    return load("showdown").Rules()


@pytest.mark.parametrize(
    ("hand", "kept", "value"),
    [
        ("As Ad 9c 6h 3d", "As Ad", 1.456059),
        ("As Ad 9c 6h 3d", "As Ad 9c", 1.374653),
        ("7s 7d 7c Qh 2d", "7s 7d 7c", 3.353377),
        ("8s 8d 5c 5h Kd", "8s 8d 5c 5h", 2.340426),
        ("Ah 9h 6h 2h Kc", "Ah 9h 6h 2h", 1.212766),
        ("9s 8d 7c 6h 2d", "9s 8d 7c 6h", 0.936170),
        ("As Jd 8c 5h 3d", "As", 0.629826),
    ],
)
def test_section_10_6_mean_value_after_a_given_hold(showdown, hand, kept, value):
    values = draw_values(showdown, draw_view(hand), straight_flush=0)
    assert round(float(values[thrown(hand, kept)]), 6) == value


@pytest.mark.parametrize(("hand", "outs", "pay"), [("Ah 9h 6h 2h Kc", 9, 5), ("8s 8d 5c 5h Kd", 4, 6)])
def test_section_10_7_the_second_draw_shows_a_single_card_and_may_reject_it(showdown, hand, outs, pay):
    """Rejecting every miss of k outs in 47 gives k/47 + (1 - k/47) k/46; what a miss is worth besides is counted apart."""
    kept = " ".join(hand.split()[:4])
    plain, shown = (draw_values(showdown, draw_view(hand, draw), straight_flush=0)[thrown(hand, kept)] for draw in (1, 2))
    chance = Fraction(outs, 47) + (1 - Fraction(outs, 47)) * Fraction(outs, 46)
    assert float(chance) == pytest.approx({9: 0.349676, 4: 0.164662}[outs], abs=1e-6)
    assert shown > plain
    if outs == 4:  # two pair stay two pair: a full house or two points
        assert shown == chance * pay + (1 - chance) * 2


@pytest.mark.parametrize(("worth", "mean"), [(0, 1.183794), (None, 1.191148)])
def test_section_10_8_best_single_draw_over_all_hands(showdown, worth, mean):
    """Straight flush worth nothing, and (the game's target) fifty points."""
    assert round(float(hand_solver(showdown, worth).survey().mean), 6) == mean


def test_cards_seen_elsewhere_cannot_come(showdown):
    hand = "As Ad 9c 6h 3d"
    keep = thrown(hand, "As Ad")
    seen = FRENCH.read("Ah Ac 2c 2d 2h")
    dead = draw_values(showdown, draw_view(hand), tuple(seen), 0)[keep]
    assert dead < draw_values(showdown, draw_view(hand), straight_flush=0)[keep]
    view = draw_view(hand, 2)
    view.open.revealed[0, 1] = sum(1 << card for card in seen)
    assert draw_values(showdown, view, straight_flush=0)[keep] == dead


def test_a_straight_flush_is_not_thrown_away(showdown):
    values = draw_values(showdown, draw_view("Ts 9s 8s 7s 6s"))
    assert max(values, key=lambda action: values[action]) == 0
    assert values[0] == 50


# ---- jester: 10.3


def act_view(one: str, two: str, deck: str):
    from simlab.games.jester.rules import VIEW, Point

    view = np.zeros(1, VIEW)[0]
    view.legal = 7
    view.table.point, view.table.fronts[0], view.table.decks = Point.BJ_ACT, 2, 1
    view.table.front[0, :2] = FRENCH.read(f"{one} {two}")
    view.table.deck[0] = FRENCH.read(deck)[0]
    return view


@pytest.mark.parametrize(
    ("pair", "code", "best"),
    [("AT", "sddddddsss", 1.9934), ("56", "dddddddddd", 1.7570), ("A8", "sddddddsds", 1.4998), ("78", "hssssshhhh", 0.6216),
     ("77", "hshssshhhh", 0.5479), ("22", "hhhhhdhhhh", 0.4423)],
)  # fmt: skip
def test_section_10_3_each_pair_against_each_deck_card(pair, code, best):
    rules = load("jester").Rules()
    left = {card: 16 if card == "T" else 4 for card in "A23456789T"}
    for card in pair:
        left[card] -= 1
    mean = Fraction(0)
    for deck, letter in zip("A23456789T", code, strict=True):
        values = act_values(rules, act_view(pair[0] + "s", pair[1] + "d", deck + "c"))
        assert "shd"[max(values, key=lambda action: values[action])] == letter
        mean += Fraction(left[deck], 50) * max(values.values())
    assert round(float(mean), 4) == best


def test_exact_goals_say_where_they_do_not_apply(showdown):
    from simlab.games.showdown.rules import Point

    view = draw_view("As Ad 9c 6h 3d")
    view.open.point = Point.PLAY
    views = np.zeros(1, load("showdown").engine.VIEW)
    views[0] = view
    with pytest.raises(InputError, match="for another decision"):
        goal_for(Position(load("showdown"), showdown, views), "hand")


@pytest.mark.slow
@pytest.mark.parametrize(("pair", "deck"), [("As Td", "7c"), ("8s 8d", "6c"), ("5s 6d", "Tc")])
def test_playouts_hold_the_exact_blackjack_values(pair, deck):
    """Blackjack alone, two players, seed 3, 4,000 worlds: a fresh deck but for the other's pair, which is hidden like the rest."""
    game = load("jester")
    rules = game.Rules.of({"phases": ["blackjack"], "players": 2, "bj_pick": "together"})
    position, line_up = position_in_words(game, rules, pair, "blackjack", deck, "uniform", 3)
    exact = act_values(rules, position.view)
    found = value_actions(position, goal_for(position, "points"), line_up, 3, 4_000)
    for worth in found.worths:
        assert worth.low - 0.05 <= float(exact[worth.action]) <= worth.high + 0.05, worth


@pytest.mark.slow
def test_playouts_hold_the_exact_value_of_a_draw():
    """One draw, everybody scores, tricks count nothing: points of the round are points of the hand. Seed 3, 4,000 worlds."""
    game = load("showdown")
    rules = game.Rules.of({"players": 2, "draws": 1, "scorers": "all", "trick_points": [0, 0, 0, 0, 0], "straight_flush": "points"})
    position, line_up = position_in_words(game, rules, "As Ad 9c 6h 3d", "draw1", "", "basic", 3)
    exact = draw_values(rules, position.view)
    found = value_actions(position, goal_for(position, "points"), line_up, 3, 4_000)
    assert found.best.action == thrown("As Ad 9c 6h 3d", "As Ad")
    for worth in found.worths:
        assert worth.low <= float(exact[worth.action]) <= worth.high, worth


QUESTIONS = [
    ("showdown", "As Ad 9c 6h 3d", "draw2", "Kh Ks 2c 2d 3h / Td 9d 8d 4c 4s"), ("showdown", "As Ad 9c 6h 3d", "trick1", ""),
    ("jester", "As Ad 9c 6h 3d 2c 5d Kh", "trash", ""), ("jester", "As Ad 9c 6h 3d 2c 5d", "low", ""),
    ("jester", "As Ad 9c 6h 3d 2c", "high", ""),
    ("jester", "As Ad 9c 6h 3d", "pair", ""), ("jester", "As Ad 9c", "bid", ""), ("fortune", "AW AU KS 9C 4W", "bet1", ""),
    ("fortune", "AW AU KS 9C 4W", "draw", "emperor"), ("fortune", "AW AU KS 9C 4W", "bet2", "moon after the draw"),
    ("battle", "8c 6h 6s 7s Qc", "keep", ""), ("arcana", "8C 9C 6W 6U 6U", "turn", "pot 12, top 7S"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "hand", "at", "known"),
    [pytest.param(*q, marks=pytest.mark.slow) if q[0] in ("fortune", "arcana", "battle") else q for q in QUESTIONS],
)
def test_every_decision_that_can_be_asked_about_is_reached_with_the_cards_asked_about(name, hand, at, known):
    from simlab.play.probes.positions import pose

    game = load(name)
    questions, rules = game.asked(), game.Rules()
    question = questions.question(rules, at, hand, known)
    rules = questions.adapt(rules, question)
    views = pose(game, rules.lower(), questions, question, [make_player(game, "uniform", rules)] * rules.players, 1, 3)
    position = Position(game, rules, views)
    assert len(position.actions()) > 1
    assert set(views["seat"].tolist()) == {position.seat}
    for view in views:
        held = game.text.table_text(view, position.lowered)
        assert all(word in held for word in hand.split()), held
        assert [game.text.action_name(view, position.lowered, a) for a in position.actions()] == [
            position.name(a) for a in position.actions()
        ]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "hand", "at", "known"), QUESTIONS)
def test_every_decision_that_can_be_asked_about_is_valued(name, hand, at, known):
    game = load(name)
    position, line_up = position_in_words(game, game.Rules(), hand, at, known, "uniform", 1)
    found = value_actions(position, game.decision_goals[0], line_up, 1, 512)
    assert len(found.worths) == len(position.actions()) > 1
    assert all(w.worlds == 512 or w.loss_low > 0 for w in found.worths)


def test_exact_values_need_all_they_depend_on(showdown):
    """Two views with other hands shown: what may come differs, so there is no one exact answer."""
    game = load("showdown")
    views = np.zeros(2, game.engine.VIEW)
    for place, shown in enumerate(("Ah Ac 2c 2d 2h", "Kh Kc 2c 2d 2h")):
        views[place] = draw_view("As Ad 9c 6h 3d", 2)
        views[place].open.revealed[0, 1] = sum(1 << card for card in FRENCH.read(shown))
    assert goal_for(Position(game, showdown, views[:1]), None).name == "hand"
    assert goal_for(Position(game, showdown, views), None).name == "points"
    with pytest.raises(InputError, match="leaves open"):
        goal_for(Position(game, showdown, views), "hand")


def test_dead_cards_are_not_forgotten_by_playouts(showdown):
    game = load("showdown")
    views = np.zeros(1, game.engine.VIEW)
    views[0] = draw_view("As Ad 9c 6h 3d")
    position = Position(game, showdown, views, tuple(FRENCH.read("Ah Ac")))
    assert value_actions(position, goal_for(position, None), []).best.value < 1.3
    with pytest.raises(InputError, match="exact values only"):
        value_actions(position, goal_for(position, "points"), [])


def test_worlds_of_one_view_count_as_one_where_views_differ(template):
    """Three views of ten worlds each: the interval is that of three means."""
    from simlab.studies.equity.measure import Sampler

    position, line_up = position_in_words(template, template.Rules(), "K", "open", "", None, 1)
    three = Position(template, template.Rules(), np.repeat(position.views, 3))
    sampler = Sampler(three, template.decision_goals[0], line_up, 1)
    values = np.tile([0.0, 1.0, 5.0], 10)
    assert sampler.folded(values).tolist() == [0.0, 1.0, 5.0]
    assert sampler.folded(values[:2]).tolist() == [0.0, 1.0]
