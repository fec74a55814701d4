"""Every random number of the project: streams keyed by (seed, game index, purpose, a, b).

A game's key is made once from (seed, game index). A stream is started from the key, a purpose and two counters (round and
reshuffle, turn and draw, ...), so the same round sees the same cards whatever happened before it: common random numbers.
The generator is xoroshiro128++ (Blackman and Vigna), its 128-bit state filled by splitmix64's mixer; for one seed, no two
games share a first word, and for one game no two (purpose, a, b) do. Bounded integers and shuffles are our own, because
numpy promises its streams only per build. This is the only module that works in uint64.
"""

from enum import IntEnum

import numpy as np

from simlab.bits import select
from simlab.jit import kernel, record

KEY = record(("k0", "u8"), ("k1", "u8"), ("game", "i8"))  # of one game: made from (seed, game index); and that index
STREAM = record(("s0", "u8"), ("s1", "u8"))  # a generator in mid-flight

COUNTERS = 1 << 28  # a and b of a stream lie in 0 .. COUNTERS - 1


class Purpose(IntEnum):
    """What a stream is for; each is independent of the others."""

    DEAL = 1
    ORDER = 2  # a special deck's order (the Major Arcana)
    AUX = 3  # reshuffles and coins that are nobody's
    WORLD = 4  # keys of imagined worlds
    POLICY = 32  # + place in the line-up, keyed by round
    SEARCH = 64  # + place in the line-up: what a searching player imagines


GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)
SECOND = np.uint64(0xD1B54A32D192ED03)  # an odd step of its own for the second word
ODD = np.uint64(1)
LOW_32 = np.uint64(0xFFFFFFFF)
TWO_32 = np.uint64(1 << 32)
R11, R15, R17, R21, R27, R28, R30, R31, R32, R36, R47, R49 = (np.uint64(n) for n in (11, 15, 17, 21, 27, 28, 30, 31, 32, 36, 47, 49))
UNIT = 1.0 / (1 << 53)


@kernel
def mix(z):
    """splitmix64's finaliser: a bijection of 64-bit words in which every input bit moves every output bit."""
    z = (z ^ (z >> R30)) * MIX_A
    z = (z ^ (z >> R27)) * MIX_B
    return z ^ (z >> R31)


@kernel
def set_key(key, seed, game):
    """The key of one game. Seed and game index are not negative."""
    root = mix(np.uint64(seed) + GOLDEN)
    key.k0 = mix(root + np.uint64(game) * GOLDEN)
    key.k1 = mix((root ^ MIX_A) + np.uint64(game) * SECOND)  # beside k0, not after it: the latency stands before every game
    key.game = game


@kernel
def start(stream, key, purpose, a, b):
    """Point `stream` at the beginning of (key, purpose, a, b)."""
    place = np.uint64((np.int64(purpose) << np.int64(56)) | (np.int64(a) << np.int64(28)) | np.int64(b))
    stream.s0 = mix(key.k0 + place * GOLDEN)
    stream.s1 = mix(key.k1 ^ (place * SECOND)) | ODD  # never all zero


@kernel
def bits64(stream):
    """The next 64 random bits."""
    value = output(stream.s0, stream.s1)
    stream.s0, stream.s1 = advance(stream.s0, stream.s1)
    return value


@kernel
def output(s0, s1):
    total = s0 + s1
    return ((total << R17) | (total >> R47)) + s0


@kernel
def advance(s0, s1):
    s1 ^= s0
    return ((s0 << R49) | (s0 >> R15)) ^ s1 ^ (s1 << R21), (s1 << R28) | (s1 >> R36)


@kernel
def uniform(stream):
    """A float in [0, 1), a multiple of 2^-53."""
    return float(bits64(stream) >> R11) * UNIT


@kernel
def below(stream, n):
    """An integer in 0 .. n-1, exactly uniform, 1 <= n < 2^32 (Lemire's multiplication with rejection)."""
    number, stream.s0, stream.s1 = bounded(stream.s0, stream.s1, n)
    return number


@kernel
def bounded(s0, s1, n):
    """As `below` for a stream whose two words a loop keeps at hand: the integer and the next two words."""
    size = np.uint64(n)
    product = (output(s0, s1) >> R32) * size
    s0, s1 = advance(s0, s1)
    if product & LOW_32 < size:
        unfair = (TWO_32 - size) % size
        while product & LOW_32 < unfair:
            product = (output(s0, s1) >> R32) * size
            s0, s1 = advance(s0, s1)
    return np.int64(product >> R32), s0, s1


@kernel
def among(stream, n):
    """As `below`, but the only one of one takes no number, and no branch to find that out: it would be mispredicted."""
    several = n > 1
    place, s0, s1 = bounded(stream.s0, stream.s1, n)
    stream.s0 = select(several, s0, stream.s0)
    stream.s1 = select(several, s1, stream.s1)
    return place


@kernel
def shuffle(cards, stream):
    shuffle_front(cards, len(cards), stream)


@kernel
def shuffle_front(cards, k, stream):
    """Shuffle so that the first k places are settled; they are the same cards whatever k is."""
    n = len(cards)
    s0, s1 = stream.s0, stream.s1  # in registers: `below(stream, ...)` would store and load them for every card, 1.6 times slower
    for i in range(min(k, n - 1)):
        step, s0, s1 = bounded(s0, s1, n - i)
        j = i + step
        cards[i], cards[j] = cards[j], cards[i]
    stream.s0, stream.s1 = s0, s1


@kernel
def weighted(stream, weights, total):
    """An index chosen in proportion to integer weights that add up to `total` < 2^32."""
    left = below(stream, total)
    for i in range(len(weights)):
        left -= weights[i]
        if left < 0:
            return i
    return len(weights) - 1


@kernel
def weighted_by(u, weights, total):
    """The smallest index whose cumulative weight exceeds u * total, for float weights and a given u in [0, 1)."""
    goal, last = u * total, 0
    cumulative = 0.0
    for i in range(len(weights)):
        if weights[i] > 0.0:
            cumulative += weights[i]
            last = i
            if cumulative > goal:
                return i
    return last  # rounding left none: the last of positive weight
