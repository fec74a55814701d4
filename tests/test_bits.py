"""Bit counts of every width and sign, compiled and with the JIT off."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab import bits
from simlab.jit import kernel

TYPES = (np.int64, np.uint64, np.uint32, np.uint16, np.uint8)
EDGES = [0, 1, 2, 3, 0x7FFF, 0x8000, 0xFFFF, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1]


@kernel
def ones(x):
    return bits.popcount(x)


@kernel
def low_zeros(x):
    return bits.ctz(x)


@kernel
def high_zeros(x):
    return bits.clz(x)


@kernel
def chosen(test, a, b):
    return bits.select(test, a, b)


@kernel
def laid_out(picks, mask):
    return bits.deposit(picks, mask)


def check(word, kind):
    """Against Python's own text of the number in binary."""
    width = np.dtype(kind).itemsize * 8
    word %= 1 << width
    text = f"{word:0{width}b}"
    x = np.array([word], f"u{width // 8}").view(kind)[0]
    assert ones(x) == text.count("1")
    assert low_zeros(x) == len(text) - len(text.rstrip("0"))
    assert high_zeros(x) == len(text) - len(text.lstrip("0"))


@pytest.mark.parametrize("kind", TYPES)
def test_edges_of_every_width(kind):
    for word in EDGES:
        check(word, kind)


@pytest.mark.parametrize("place", range(64))
def test_each_of_the_64_bits_alone_and_missing(place):
    for kind in (np.int64, np.uint64):
        check(1 << place, kind)
        check((1 << 64) - 1 - (1 << place), kind)


@settings(derandomize=True, deadline=None)  # the first example compiles
@given(st.integers(0, (1 << 64) - 1))
def test_any_word(word):
    for kind in (np.int64, np.uint64, np.uint16):
        check(word, kind)


def test_negative_numbers_are_read_as_64_bits():
    assert (ones(-1), low_zeros(-1), high_zeros(-1)) == (64, 0, 0)
    assert (ones(-(1 << 63)), low_zeros(-(1 << 63)), high_zeros(-(1 << 63))) == (1, 63, 0)


def test_select_takes_the_first_when_the_test_holds():
    assert (chosen(True, 5, -7), chosen(False, 5, -7)) == (5, -7)
    assert (chosen(True, 0.5, 1.5), chosen(False, 0.5, 1.5)) == (0.5, 1.5)


@kernel
def typed(xs, out):
    """What a count may be stored into: a type wider than the argument's would change the sums made with it."""
    for i in range(len(xs)):
        out[i] = bits.popcount(xs[i]) - bits.ctz(xs[i])


def test_signed_answers_may_be_negative():
    out = np.zeros(2, np.int64)
    typed(np.array([1 << 40, 7], np.int64), out)
    assert out.tolist() == [1 - 40, 3]


def test_bits_and_masks_hold_with_the_jit_off():
    """Both files once more, uncompiled; that run leaves out this test."""
    here = Path(__file__)
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-n",
            "0",
            "-q",
            "-p",
            "no:cacheprovider",
            "-k",
            "not jit_off",
            here,
            here.with_name("test_masks.py"),
        ],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=here.parents[1],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.integers(-(1 << 63), (1 << 63) - 1), st.integers(-(1 << 63), (1 << 63) - 1))
def test_deposit_takes_the_members_at_the_picked_places_by_instruction_and_by_loop(picks, mask):
    members = [place for place in range(64) if mask >> place & 1]
    wanted = sum(1 << member for place, member in enumerate(members) if picks >> place & 1)
    for found in (laid_out(np.int64(picks), np.int64(mask)), bits.deposit_plainly(np.int64(picks), np.int64(mask))):
        assert int(found) % (1 << 64) == wanted
