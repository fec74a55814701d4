"""The exact draw optimiser, against published numbers, section 10 of the showdown specification, and plain enumeration."""

import itertools
import random
import time
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.cards import FRENCH
from simlab.errors import InputError
from simlab.games.showdown.order import SHOWDOWN, showdown_order
from simlab.ranking.hands import category
from simlab.ranking.orders import standard_order
from simlab.ranking.scalar import rank
from simlab.solvers import draw
from simlab.solvers.draw import (
    DrawSolver,
    all_scores,
    categories,
    final_hands,
    jacks_or_better,
    one_card_chance,
    one_card_mean,
    pay_by_category,
)
from tests.conftest import python

VALUES = [0, 1, 2, 3, 4, 5, 6, 7, 0]  # SH-7.1
NINE_SIX = [0, 1, 2, 3, 4, 6, 9, 25, 50, 800]
SHORT = showdown_order(lowest_rank=7)  # 32 cards


@cache
def showdown_solver(straight_flush: int = 0) -> DrawSolver:
    return DrawSolver(SHOWDOWN, pay_by_category(SHOWDOWN, [*VALUES[:8], straight_flush]))


@cache
def category_solvers() -> tuple[DrawSolver, ...]:
    kinds = categories(all_scores(SHOWDOWN))
    return tuple(DrawSolver(SHOWDOWN, (kinds == c).astype(np.int64)) for c in range(9))


@cache
def short_solver() -> DrawSolver:
    """A pay that tells all hands apart: nothing can hide behind equal pays."""
    scores = all_scores(SHORT)
    return DrawSolver(SHORT, np.argsort(np.argsort(scores)))


def mask_keeping(hand: str, kept: str) -> int:
    keep = FRENCH.read(kept)
    return sum(1 << i for i, card in enumerate(sorted(FRENCH.read(hand))) if card not in keep)


def law(hand: str, kept: str) -> list[int]:
    mask = mask_keeping(hand, kept)
    return [solver.totals(FRENCH.read(hand))[mask] for solver in category_solvers()]


# ---- the whole deck


def test_nine_six_jacks_or_better_pays_exactly_what_is_published():
    order = standard_order(royal=True)
    started = time.thread_time()
    survey = DrawSolver(order, jacks_or_better(order, NINE_SIX)).survey()
    assert time.thread_time() - started < 60
    assert survey.mean == Fraction(1_653_526_326_983, 1_661_102_543_100)
    assert survey.classes == 134_459


def test_all_hands_one_by_one_give_the_same_as_their_classes():
    order = standard_order(royal=True)
    solver = DrawSolver(order, jacks_or_better(order, NINE_SIX))
    one_by_one, by_class = solver.survey(by_class=False), solver.survey()
    assert one_by_one.mean == by_class.mean
    assert one_by_one.thrown == by_class.thrown
    assert one_by_one.classes == comb(52, 5)
    same = by_class.best < 32
    assert (one_by_one.best[same] == by_class.best[same]).all()


@pytest.mark.slow
def test_check_8_the_best_single_draw_alone():
    assert round(float(showdown_solver(0).survey().mean), 6) == 1.183794
    survey = showdown_solver(50).survey()
    assert round(float(survey.mean), 6) == 1.191148
    assert [round(float(x), 6) for x in final_hands(SHOWDOWN, survey)] == [
        0.259957, 0.496037, 0.129122, 0.074739, 0.011194, 0.014913, 0.011508, 0.002378, 0.000152,
    ]  # fmt: skip
    assert [round(float(x), 6) for x in survey.thrown] == [0.007586, 0.101048, 0.152987, 0.564392, 0.173987, 0]
    assert sum(survey.thrown) == 1


@pytest.mark.slow
def test_following_ones_own_best_draws_is_the_survey():
    solver = showdown_solver(50)
    survey = solver.survey()
    assert solver.follow(survey) == survey.mean
    assert sum(final_hands(SHOWDOWN, survey)) == 1


# ---- single hands


@pytest.mark.parametrize(
    ("hand", "kept", "counts", "mean"),
    [
        ("As Ad 9c 6h 3d", "As Ad", [0, 11559, 2592, 1854, 0, 0, 165, 45, 0], 1.456059),
        ("As Ad 9c 6h 3d", "As Ad 9c", [0, 801, 186, 84, 0, 0, 9, 1, 0], 1.374653),
        ("7s 7d 7c Qh 2d", "7s 7d 7c", [0, 0, 0, 969, 0, 0, 66, 46, 0], 3.353377),
        ("8s 8d 5c 5h Kd", "8s 8d 5c 5h", [0, 0, 43, 0, 0, 0, 4, 0, 0], 2.340426),
        ("Ah 9h 6h 2h Kc", "Ah 9h 6h 2h", [26, 12, 0, 0, 0, 9, 0, 0, 0], 1.212766),
        ("9s 8d 7c 6h 2d", "9s 8d 7c 6h", [27, 12, 0, 0, 8, 0, 0, 0, 0], 0.936170),
        ("Ts 9s 8s 7s 2d", "Ts 9s 8s 7s", [20, 12, 0, 0, 6, 7, 0, 0, 2], None),
        ("As Jd 8c 5h 3d", "As", [87828, 76392, 8874, 4102, 334, 493, 288, 52, 2], 0.629826),
    ],
)
def test_check_6_one_draw_after_a_given_hold(hand, kept, counts, mean):
    assert law(hand, kept) == counts
    if mean is not None:
        means = showdown_solver(0).means(FRENCH.read(hand))
        assert round(float(means[mask_keeping(hand, kept)]), 6) == mean


def test_check_7_the_one_card_rule_by_formula():
    assert {k: round(float(one_card_chance(k)), 6) for k in (2, 4, 8, 9)} == {2: 0.084181, 4: 0.164662, 8: 0.314524, 9: 0.349676}


@pytest.mark.parametrize(("kept", "thrown", "outs"), [("8s 8d 5c 5h", "Kd", 4), ("Ah 9h 6h 2h", "Kc", 9), ("9s 8d 7c 6h", "2d", 8)])
def test_check_7_the_one_card_rule_by_the_solver(kept, thrown, outs):
    """With a pay of one for the hands aimed at and nothing else, the best use of the rule is to reject every miss."""
    wanted = {4: 6, 9: 5, 8: 4}[outs]
    unseen = [c for c in range(52) if c not in FRENCH.read(f"{kept} {thrown}")]
    assert one_card_mean(category_solvers()[wanted], FRENCH.read(kept), unseen) == one_card_chance(outs)


def test_keeping_a_shown_card_of_middling_pay_is_right_when_it_beats_the_mean_of_the_rest():
    solver = showdown_solver(50)
    kept, thrown = FRENCH.read("Ah 9h 6h 2h"), FRENCH.read("Kc")
    unseen = [c for c in range(52) if c not in kept + thrown]
    pays = [VALUES[int(category(rank(np.int64(FRENCH.mask([*kept, c])), SHOWDOWN.record)))] for c in unseen]
    best = sum(max(Fraction(p), Fraction(sum(pays) - p, 46)) for p in pays) / 47
    assert one_card_mean(solver, kept, unseen) == best


# ---- against plain enumeration


def by_enumeration(solver: DrawSolver, hand: list[int], dead: list[int], mask: int) -> int:
    """Every draw, dealt and ranked one by one."""
    _, low = solver.deck
    places = places_of(solver.deck[0])
    hand = sorted(hand)
    kept = [c for i, c in enumerate(hand) if not mask >> i & 1]
    unseen = [c for c in solver.order.cards if c not in hand and c not in dead]
    return sum(int(solver.pay[places[frozenset(c - low for c in (*kept, *new))]]) for new in itertools.combinations(unseen, 5 - len(kept)))


@cache
def colex(cards: int) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(itertools.combinations(range(cards), 5), key=lambda h: h[::-1]))


@cache
def places_of(cards: int) -> dict[frozenset[int], int]:
    return {frozenset(hand): at for at, hand in enumerate(colex(cards))}


@settings(max_examples=12, deadline=None)
@given(st.permutations(SHORT.cards), st.integers(0, 12), st.integers(0, 31))
def test_totals_are_those_of_plain_enumeration_with_and_without_dead_cards(deck, dead, mask):
    hand, gone = list(deck[:5]), list(deck[5 : 5 + dead])
    solver = short_solver()
    if mask.bit_count() > 3:
        mask ^= 1 << (mask.bit_length() - 1)
        mask &= 0b01111
    if mask.bit_count() > 3:
        mask ^= 1
    assert solver.totals(hand, gone)[mask] == by_enumeration(solver, hand, gone, mask)


def test_five_new_cards_beside_dead_ones_are_those_of_plain_enumeration():
    deck = random.Random(4).sample(SHORT.cards, 32)
    hand, dead = deck[:5], deck[5:20]
    for mask in (31, 30, 23):
        assert short_solver().totals(hand, dead)[mask] == by_enumeration(short_solver(), hand, dead, mask)


@settings(max_examples=50, deadline=None)
@given(st.permutations(range(52)))
def test_the_category_laws_of_a_mask_add_up_to_all_draws(deck):
    hand = list(deck[:5])
    laws = [solver.totals(hand) for solver in category_solvers()]
    for mask in range(32):
        assert sum(law[mask] for law in laws) == comb(47, mask.bit_count())


@settings(max_examples=50, deadline=None)
@given(st.permutations(range(52)), st.permutations(range(4)))
def test_renaming_suits_changes_no_value(deck, suits):
    """The hand's order may change with the suits, so masks are compared through the cards they throw."""
    hand = sorted(deck[:5])
    renamed = [4 * (c // 4) + suits[c % 4] for c in hand]
    one, other = showdown_solver(50).totals(hand), showdown_solver(50).totals(renamed)
    order = sorted(range(5), key=lambda i: renamed[i])
    for mask in range(32):
        moved = sum(1 << k for k, i in enumerate(order) if mask >> i & 1)
        assert one[mask] == other[moved]


def test_a_dead_card_is_no_different_from_one_that_was_thrown():
    """Throwing a card and knowing it elsewhere forbid the same draws."""
    hand, dead = FRENCH.read("7s 7d 7c Qh 2d"), FRENCH.read("7h Qs Qd")
    totals = showdown_solver(0).totals(hand, dead)
    # 44 unseen cards: no fourth seven, one more queen; twos 3, ranks 3-6, 8-T, J, K, A four each
    full = comb(3, 2) + 10 * comb(4, 2)
    assert totals[mask_keeping("7s 7d 7c Qh 2d", "7s 7d 7c")] == 6 * full + 3 * (comb(44, 2) - full)


def test_ties_go_to_the_lowest_mask():
    flat = DrawSolver(SHORT, np.full(comb(32, 5), 7))
    assert flat.best(SHORT.cards[:5]) == (0, 7)
    assert flat.survey().thrown[0] == 1


def test_bad_hands_and_pays_are_refused():
    with pytest.raises(InputError, match="five different cards"):
        showdown_solver(0).totals([1, 1, 2, 3, 4])
    with pytest.raises(InputError, match="dead card cannot be in the hand"):
        showdown_solver(0).totals([0, 1, 2, 3, 4], [4])
    with pytest.raises(InputError, match="201,376 hands need a pay, 5 have one"):
        _ = DrawSolver(SHORT, np.zeros(5, np.int64)).sums
    for pay in (pay_by_category, jacks_or_better):
        with pytest.raises(InputError, match="need 9 pays, from high card to straight flush; there are 8"):
            pay(SHORT, VALUES[:8])
    with pytest.raises(InputError, match="too large"):
        _ = DrawSolver(SHORT, np.full(comb(32, 5), 1 << 40)).sums


@pytest.mark.parametrize(
    ("pay", "said"), [(2.5, "not 2.5"), (Fraction(5, 2), "not 5/2"), (float("nan"), "not nan"), (1 << 70, "64 bits"), ("a", "64 bits")]
)
def test_a_pay_that_is_no_whole_number_is_refused_and_not_cut(pay, said):
    for by_category in (pay_by_category, jacks_or_better):
        with pytest.raises(InputError, match=f"pays are whole numbers.*{said}"):
            by_category(SHORT, [*VALUES[:8], pay])
    assert pay_by_category(SHORT, [*VALUES[:8], 50.0]).max() == 50


def test_a_share_of_a_pay_for_one_hand_is_refused_too():
    pays = np.zeros(comb(32, 5))
    pays[7] = 0.25
    with pytest.raises(InputError, match=r"pays are whole numbers, not 0\.25"):
        _ = DrawSolver(SHORT, pays).sums


# ---- the same with bounds checks and without the JIT

SMALL = """
import numpy as np
from simlab.solvers import draw
cards = 12
sums = np.zeros(draw.offset(cards, 6), np.int64)
hands = draw.offset(cards, 5)
sums[hands:] = (np.arange(len(sums) - hands) * 7919) % 1009
draw.sum_up(sums, cards)
best, thrown = np.zeros(len(sums) - hands, np.uint8), np.zeros(6, np.int64)
scale = np.array([420 // w for w in (1, 7, 21, 35, 35, 21)])
print(*map(int, draw.survey(sums, cards, cards, scale, True, best, thrown)), *thrown, int(best.sum()), *sums[:20])
print(int(draw.follow(sums, cards, cards, scale, True, best)))
print(int(draw.dead_total(sums, cards, np.int64(0b10001), np.int64(0b101100001100))))
print(int(draw.one_card_total(np.array([3, 1, 4, 1, 5]), 5)))
"""


@pytest.mark.parametrize("mode", ["NUMBA_DISABLE_JIT", pytest.param("NUMBA_BOUNDSCHECK", marks=pytest.mark.slow)])
def test_bounds_checks_and_the_jit_switched_off_change_nothing(mode):
    assert python(SMALL, **{mode: "1"}) == python(SMALL)


def test_sets_are_numbered_in_the_order_in_which_they_are_visited():
    picked = np.zeros(5, np.int64)
    draw.first_set(picked, 5)
    for at, hand in enumerate(itertools.islice(colex(20), 500)):
        assert tuple(picked) == hand
        assert draw.place(np.int64(draw.bits(hand))) == at
        draw.next_set(picked, 5)
