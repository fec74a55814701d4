"""Eight bytes of a row, a pile or a count as one number: read, changed and written at once.

A loop over some of them ends where chance says, and its end is mispredicted: that took longer than the work itself.
"""

import numpy as np

from simlab.bits import ctz, deposit
from simlab.jit import kernel

WORD = 8  # bytes
EACH = np.int64(0x0101_0101_0101_0101)  # the lowest bit of every byte
HIGHS = np.int64(-0x7F7F_7F7F_7F7F_7F80)  # the highest


@kernel
def word_at(bytes, place):
    """Eight from this place on, the first lowest."""
    word = np.int64(0)
    for i in range(WORD):
        word |= (np.int64(bytes[place + i]) & 255) << (8 * i)
    return word


@kernel
def set_word_at(bytes, place, word):
    for i in range(WORD):
        bytes[place + i] = np.int8(word >> (8 * i))


@kernel
def word_of(bytes):
    return word_at(bytes, 0)


@kernel
def set_word(bytes, word):
    set_word_at(bytes, 0, word)


@kernel
def first_bytes(n):
    """The bits of the first n bytes, n less than eight."""
    return (np.int64(1) << (8 * n)) - 1


@kernel
def without(word, place):
    """The word without one of its bytes; later ones move up, and nothing follows the last."""
    before = first_bytes(place)
    return (word & before) | ((word >> 8) & ~before)


@kernel
def find(word, byte):
    """The first place of a byte that is not negative; 8 where there is none."""
    other = word ^ (np.int64(byte) * EACH)
    return ctz((other - EACH) & ~other & HIGHS) >> 3


@kernel
def unknown_bytes(word):
    """The places of negative bytes, as bits."""
    found = word >> 7 & EACH
    found |= found >> 7
    found |= found >> 14
    return (found | found >> 28) & 255


@kernel
def count_bits(counts, bits):
    """Add each of fifteen bits to its count. The words share a byte, so that the second ends with the counts."""
    low, high = word_at(counts, 0), word_at(counts, WORD - 1)
    set_word_at(counts, 0, low + deposit(bits & 255, EACH))
    set_word_at(counts, WORD - 1, high + deposit((bits >> (WORD - 1)) & 255, EACH))
