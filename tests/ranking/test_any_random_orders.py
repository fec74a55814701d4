"""Orders that nobody thought of, made at random, against their definition."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from simlab.errors import RulesError
from simlab.ranking.named import load
from simlab.ranking.schema import PATTERNS, TIES
from tests.ranking.brute import Brute

NEEDS = {name: sum(parts.get("groups", ())) or (2 if "run" in parts or "suited" in parts else 1) for name, parts in PATTERNS.items()}


@st.composite
def orders(draw):
    """Small decks and hands, so that everything can be tried; any categories in any order."""
    hand = draw(st.integers(1, 5))
    ranks = draw(st.integers(3, 8))
    jokers = draw(st.sampled_from([0, 0, 1]))
    fitting = [name for name in PATTERNS if NEEDS[name] <= hand and name != "high_card"]
    categories = draw(st.permutations([*draw(st.lists(st.sampled_from(fitting), unique=True)), "high_card"] if fitting else ["high_card"]))
    low = draw(st.booleans())
    order = {
        "name": "random",
        "deck": {
            "suits": "cdhsr"[: draw(st.integers(1, 5))], "ranks": [*range(2, 2 + ranks)],
            "copies": draw(st.integers(1, 2)), "jokers": jokers,
        },
        "hand": hand,
        "fewer": not low and draw(st.booleans()),
        "categories": categories,
        "low": low,
        "ties": draw(st.lists(st.sampled_from(TIES), unique=True, max_size=3)),
        "flush": draw(st.sampled_from([0, 0, min(3, hand)])),
        "straights": {
            "length": draw(st.sampled_from([0, 0, min(3, hand)])), "wheel": draw(st.booleans()), "corner": draw(st.booleans()),
            "gaps": draw(st.integers(0, 1)), "step": draw(st.integers(1, 2)),
        },
        "wild": {
            "ranks": draw(st.sampled_from([[], [], ["2"]])), "lowest": draw(st.sampled_from([False, False, True])),
            "jokers": draw(st.sampled_from(["any", "bug"])),
        },
    }  # fmt: skip
    return order, hand + draw(st.integers(0, 2)), draw(st.integers(0, 1000))


def check(made):
    said, cards, seed = made
    try:
        order = load(said)
    except RulesError:
        return
    if cards > len(order.deck.cards):
        return
    brute, draw = Brute(order.data), np.random.default_rng(seed)
    rows = [draw.choice(order.deck.cards, cards, replace=False) for _ in range(6)]
    few_wild = [row for row in rows if brute.wilds(row.tolist()) <= 2]
    keys = [brute.best(row.tolist()) for row in few_wild]
    ranked = sorted(zip([order.rank(row) for row in few_wild], keys, strict=True))
    for (score, key), (higher, better) in pairwise(ranked):
        assert (score < higher) == (key < better)
        assert key <= better


# found by chance: beside the ace of a suit, which is not all of them, a bug of a low order was any card
ONE_ACE = {
    "name": "random",
    "deck": {"suits": "cd", "ranks": [2, 3, 4, 5], "copies": 1, "jokers": 1},
    "hand": 3,
    "categories": ["three", "straight", "straight_flush", "high_card", "pair"],
    "low": True,
    "ties": [],
    "straights": {"wheel": False},
    "wild": {"jokers": "bug"},
}


@example((ONE_ACE, 4, 23))
@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(orders())
def test_orders_made_at_random_rank_by_their_definition_or_are_refused(made):
    check(made)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@settings(max_examples=1_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(orders())
def test_1_000_orders_made_at_random(made):
    check(made)
