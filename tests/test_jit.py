"""What numba is asked through: records, drivers bound to a game, helpers on whole records."""

import ast
import types

import numpy as np
import pytest
from numba.core.errors import TypingError

from simlab import jit
from simlab.sources import PACKAGE
from tests.conftest import python


def test_a_record_is_packed_and_reads_as_attributes():
    dtype = jit.record(("flag", "i1"), ("pot", "i8"), ("hand", "i1", (3,)))
    assert dtype.itemsize == 1 + 8 + 3
    table = jit.new(dtype)
    table.pot = 7
    table.hand[1] = 5
    assert (table.pot, table["pot"], table.hand.tolist()) == (7, 7, [0, 5, 0])


def test_a_copy_has_the_same_bytes_and_memory_of_its_own():
    table = jit.new(jit.record(("pot", "i8"), ("hand", "i1", (3,)), ("deck", jit.record(("top", "i2")))))
    table.pot, table.hand[1], table.deck.top = 7, 5, 3
    other = jit.copied(table)
    assert (other.tobytes(), other.dtype) == (table.tobytes(), table.dtype)
    other.pot, other.hand[1], other.deck.top = 1, 2, 4
    assert (table.pot, table.hand.tolist(), table.deck.top) == (7, [0, 5, 0], 3)
    assert (other.pot, other.hand.tolist(), other.deck.top) == (1, [0, 2, 0], 4)


def dangling(tree):
    """Lines that take an element straight out of an array nobody holds: `np.zeros(1, KEY)[0]`."""
    makers = ("zeros", "empty", "ones", "full")
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
            if node.value.func.attr in makers:
                yield node.lineno


def test_no_kernel_takes_a_record_out_of_an_array_that_nobody_holds():
    """Compiled, such a record points into freed memory: the next allocation shares its bytes. Only Python's `jit.new` may."""
    found = {str(path.relative_to(PACKAGE)): list(dangling(ast.parse(path.read_text()))) for path in PACKAGE.rglob("*.py")}
    assert len(found.pop("jit.py")) == 1
    assert {path: lines for path, lines in found.items() if lines} == {}


@jit.allocating
def share_bytes(keys, size):
    """Reads a record whose array is a parameter, after another allocation of the same size."""
    key = keys[0]
    other = np.full(size, 7)
    return key.k0 + np.uint64(other[0])


def test_a_record_of_an_array_that_is_passed_in_stays_itself():
    keys = np.zeros(1, jit.record(("k0", "u8"), ("k1", "u8")))
    assert [int(share_bytes(keys, size)) for size in range(1, 9)] == [7] * 8


@jit.kernel
def forgetful(size):
    made = np.zeros(size)
    return made[0]


def test_a_kernel_that_makes_an_array_must_say_so():
    """Without the counting of references it would never be freed: numba refuses to compile it."""
    with pytest.raises(TypingError):
        forgetful(3)


game = types.ModuleType("replaced by bind")


def after_the_move(points):
    return points + game.PRIZE


def test_bind_compiles_one_template_for_each_game():
    small, large = types.ModuleType("small"), types.ModuleType("large")
    small.PRIZE, large.PRIZE = 1, 100
    first, second = jit.bind(after_the_move, small), jit.bind(after_the_move, large)
    assert (first(10), second(10)) == (11, 110)
    assert (first.__qualname__, second.__qualname__) == ("after_the_move[small]", "after_the_move[large]")


SHARED = jit.record(("only", "i4"), ("a", "i4"), ("seats", "i4", (11,)), ("narrow", "i2"), ("b", "i4"), ("code", "i1"))
OTHER = jit.record(("seats", "i4", (11,)), ("a", "i4"), ("narrow", "i2"), ("b", "i8"), ("code", "i1"), ("far", "i4"))


@jit.kernel
def add_first(to, more):
    jit.add_alike(to[0], more[0])


@jit.kernel
def clear_first(records):
    jit.clear(records[0])


def some_records():
    """Two records of each kind, every number different."""
    pair = []
    for dtype, begin in ((SHARED, 1), (OTHER, 50)):
        records = np.zeros(2, dtype)
        for place, name in enumerate(dtype.names):
            records[name] = np.arange(records[name].size).reshape(records[name].shape) + begin + 20 * place
        pair.append(records)
    return pair


def test_fields_of_one_name_and_of_32_bits_are_added_and_no_others():
    to, more = some_records()
    before, source = to.copy(), more.copy()
    add_first(to, more)
    assert to["a"][0] == before["a"][0] + source["a"][0]
    assert to["seats"][0].tolist() == (before["seats"][0] + source["seats"][0]).tolist()
    assert all(to[name][0] == before[name][0] for name in ("only", "narrow", "b", "code"))
    assert to[1] == before[1]
    assert more.tobytes() == source.tobytes()


def test_a_cleared_record_is_zero_and_its_neighbour_is_not():
    records, _ = some_records()
    neighbour = records[1].copy()
    clear_first(records)
    assert not any(records[0].tobytes())
    assert records[1] == neighbour


INNER = jit.record(("x", "i2"), ("y", "i8"))
OUTER = jit.record(("before", "i8"), ("one", "i4"), ("seats", "i1", (3,)), ("inner", INNER), ("after", "i4"), ("last", "i2"))


@jit.kernel
def fill_some(record):
    jit.fill(record, "one", "inner", -1)
    jit.fill(record, "last", "last", 0)


def filled():
    """A record of bytes 0x11, some of its fields filled."""
    record = np.full(OUTER.itemsize, 0x11, np.uint8).view(OUTER)[0]
    fill_some(record)
    return record.tobytes().hex()


def test_fields_from_one_to_another_are_filled_and_their_neighbours_are_not():
    assert filled() == 8 * "11" + (4 + 3 + 2 + 8) * "ff" + 4 * "11" + 2 * "00"


def test_fields_are_filled_with_the_jit_off_too():
    assert python("from tests.test_jit import filled; print(filled())", NUMBA_DISABLE_JIT="1").strip() == filled()


SOURCE = jit.record(("own", "i4"), ("a", "i2"), ("b", "i8"), ("inner", INNER), ("wide", "i4"), ("seats", "i1", (3,)))
TARGET = jit.record(("b", "i8"), ("a", "i2"), ("inner", INNER), ("wide", "i8"), ("seats", "i1", (3,)), ("other", "i4"))


@jit.kernel
def copy_some(to, source):
    jit.copy_alike(to, source)


def copied():
    """A record of bytes 0x11 after what it shares with another is copied."""
    source = np.arange(SOURCE.itemsize, dtype=np.uint8).view(SOURCE)[0]
    to = np.full(TARGET.itemsize, 0x11, np.uint8).view(TARGET)[0]
    copy_some(to, source)
    return to, source


def test_fields_of_one_name_and_type_are_copied_and_no_others():
    to, source = copied()
    assert all(to[name].tobytes() == source[name].tobytes() for name in ("a", "b", "inner", "seats"))
    assert to["wide"].tobytes() + to["other"].tobytes() == 12 * b"\x11"


def test_fields_are_copied_with_the_jit_off_too():
    code = "from tests.test_jit import copied; print(copied()[0].tobytes().hex())"
    assert python(code, NUMBA_DISABLE_JIT="1").strip() == copied()[0].tobytes().hex()


@jit.kernel
def sum_backwards(numbers):
    """The numbers, by way of scratch."""
    scratch, total = jit.stack_floats(8), 0.0
    for i in range(8):
        scratch[7 - i] = numbers[i]
    for i in range(8):
        total = 2.0 * total + scratch[i]
    return total


def test_scratch_of_a_function_holds_what_it_is_given():
    numbers = np.arange(8.0)
    assert sum_backwards(numbers) == sum(2.0**i * i for i in range(8))


PAIR = jit.record(("total", "i8"), ("small", "i1", (5,)))


@jit.kernel
def count_in_scratch(numbers):
    """How many there are of each of 0 to 4, as digits, by way of a record in the frame; it must begin with zeros each time."""
    answer = 0
    for _ in range(2):
        scratch = jit.stack_record(PAIR)
        for i in range(len(numbers)):
            scratch.small[numbers[i]] += 1
        for digit in range(5):
            scratch.total = 10 * scratch.total + scratch.small[digit]
        answer += scratch.total
    return answer


def test_a_record_in_the_frame_of_a_function_begins_with_zeros_each_time():
    assert count_in_scratch(np.array([4, 0, 4, 2, 4])) == 2 * 10103


def test_a_record_in_the_frame_of_a_function_is_the_same_with_the_jit_off():
    code = "import numpy as np; from tests.test_jit import count_in_scratch; print(count_in_scratch(np.array([4, 0, 4, 2, 4])))"
    assert python(code, NUMBA_DISABLE_JIT="1").strip() == str(2 * 10103)


def test_a_start_does_not_load_scipys_linear_algebra_and_matrix_products_find_it():
    code = """
import sys
import numba, numpy as np
from simlab.rng import below
doubled = numba.njit(lambda x: 2 * x)(21)
early = "scipy.linalg" in sys.modules
product = numba.njit(lambda a, b: a @ b)(np.eye(2), np.full((2, 2), 3.0))
print(doubled, early, product.sum())
"""
    assert python(code, fresh=True).split() == ["42", "False", "12.0"]
