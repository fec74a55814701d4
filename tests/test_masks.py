"""Action masks: all 64 bits, negative words too. `test_bits.py` runs this file once more with the JIT off."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab import masks

SETS = st.sets(st.integers(0, 63))
LOWEST = -(1 << 63)


def mask_of(actions):
    """The int64 word of a set of actions, by plain arithmetic."""
    word = sum(1 << a for a in actions)
    return np.int64(word - (1 << 64) if word >> 63 else word)


@pytest.mark.parametrize("action", range(64))
def test_bit_is_the_mask_of_one_action(action):
    mask = masks.bit(action)
    assert mask == mask_of({action})
    assert mask != 0
    assert masks.single(mask)
    assert masks.first(mask) == action
    assert masks.count(mask) == 1
    assert [a for a in range(64) if masks.can(mask, a)] == [action]


def test_bit_63_is_negative():
    assert masks.bit(63) == LOWEST < 0


@pytest.mark.parametrize("n", range(65))
def test_full_holds_the_first_n_actions(n):
    mask = masks.full(n)
    assert mask == mask_of(range(n))
    assert masks.count(mask) == n
    assert [a for a in range(64) if masks.can(mask, a)] == list(range(n))


def test_full_of_64_is_minus_one_and_of_none_is_empty():
    assert masks.full(64) == masks.ALL == -1
    assert masks.full(0) == masks.NONE == 0


@pytest.mark.parametrize("action", [-1, -64, 64, 65, 127, 128, 1000, LOWEST])
def test_can_is_false_outside_0_to_63_even_of_the_full_mask(action):
    assert not masks.can(masks.ALL, action)


@settings(derandomize=True, deadline=None)  # the first example compiles
@given(SETS)
def test_helpers_agree_with_a_set_of_numbers(actions):
    mask, members = mask_of(actions), sorted(actions)
    assert masks.count(mask) == len(members)
    assert masks.first(mask) == (members[0] if members else 64)
    assert bool(masks.single(mask)) == (len(members) == 1)
    assert masks.without_first(mask) == mask_of(members[1:])
    assert [int(masks.nth(mask, n)) for n in range(len(members))] == members
    assert masks.members(mask) == masks.members(int(mask) % (1 << 64)) == members
    assert {a for a in range(-2, 70) if masks.can(mask, a)} == actions


def test_nth_walks_the_full_mask_in_rising_order():
    assert [int(masks.nth(masks.ALL, n)) for n in range(64)] == list(range(64))


def test_nth_past_the_end_is_64():
    assert masks.nth(mask_of({3, 63}), 2) == 64


def test_empty_mask():
    assert masks.count(masks.NONE) == 0
    assert masks.first(masks.NONE) == 64
    assert not masks.single(masks.NONE)
    assert masks.without_first(masks.NONE) == 0
