"""What the general ranker stands on: bits pushed together, four sums at once, tables in which every key has a slot of its own."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.jit import kernel
from simlab.ranking.generic.extract import extract, extract_plainly
from simlab.ranking.generic.lookup import look, slot, slots_of, table_of, tried_slots
from simlab.ranking.generic.sums import four_sums, side_by_side

WORDS = st.integers(-(1 << 63), (1 << 63) - 1)


@kernel
def pushed_together(word, mask):
    return extract(word, mask)


@kernel
def added_up(numbers, cards):
    return four_sums(numbers, cards)


@kernel
def looked_up(table, keys, out):
    for i in range(len(keys)):
        out[i] = look(table, keys[i])


@kernel
def slots_taken(slots, keys, out):
    for i in range(len(keys)):
        out[i] = slot(slots, keys[i])


@settings(max_examples=300, deadline=None, derandomize=True)
@given(WORDS, WORDS)
def test_bits_at_the_places_of_a_mask_by_instruction_and_by_loop(word, mask):
    members = [place for place in range(64) if mask >> place & 1]
    wanted = sum((word >> member & 1) << place for place, member in enumerate(members))
    for found in (pushed_together(np.int64(word), np.int64(mask)), extract_plainly(np.int64(word), np.int64(mask))):
        assert int(found) % (1 << 64) == wanted


@pytest.mark.parametrize("size", [0, 1, 4, 5, 7, 11])
def test_four_sums_are_the_sums_of_each_number(size):
    draw = np.random.default_rng(size)
    columns = [draw.integers(0, 1 << 64, 65, np.uint64) for _ in range(3)]
    cards = draw.choice(65, size, replace=False)
    wanted = [sum(column[cards].tolist()) % (1 << 64) for column in columns]
    assert [int(total) for total in added_up(side_by_side(*columns), cards)] == [*wanted, 0]


def random_keys(count):
    return np.unique(np.random.default_rng(count).integers(0, 1 << 64, count, np.uint64))


@pytest.mark.parametrize("count", [1, 2, 7, 100, 50_000])
def test_every_key_finds_its_own_number(count):
    keys = random_keys(count)
    values, found = np.arange(len(keys)) % 97 - 5, np.empty(len(keys), np.int64)
    looked_up(table_of(keys, values), keys, found)
    assert found.tolist() == values.tolist()
    slots_taken(slots_of(keys), keys, found)
    assert len({*found.tolist()}) == len(keys)


def test_a_slot_that_no_key_has_says_so():
    keys, found = random_keys(100), np.empty(2_000, np.int64)
    looked_up(table_of(keys, np.arange(100)), random_keys(2_000), found)
    assert (found == -1).any()


def test_more_keys_than_slots_find_no_room():
    assert tried_slots(random_keys(9), 3) is None
    assert tried_slots(random_keys(5), 3) is not None
