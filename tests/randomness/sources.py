"""Where the battery gets its random words: one long stream, and the first words of many streams, as games use them.

Run as a program it writes raw words to standard output without end, for dieharder: `python sources.py interleaved`.
"""

import sys
from enum import IntEnum

import numpy as np

from simlab import rng
from simlab.jit import kernel, new

SEED = 20240229
BLOCK = 1 << 20  # words filled at a time

# every purpose a game of two opens, in the order a round would ask for them
PURPOSES = np.array([1, 2, 3, 4, 32, 33, 64, 65], np.int64)
ROUNDS = 16
RESHUFFLES = 2


class Source(IntEnum):
    """What moves from one word to the next."""

    LONG = 0  # nothing: one stream runs on
    INTERLEAVED = 1  # purpose, then reshuffle, then round, then game: the first word of each stream
    SEEDS = 2  # the seed alone, and so on: one field of the key counts up, the others stand still
    GAMES = 3
    PURPOSES = 4  # all 127, then the round
    ROUNDS = 5  # a
    RESHUFFLES = 6  # b


@kernel
def fill(words, source, at, long, key, stream):
    """Words number at, at + 1, ... of a source. `long` is the stream that runs on; the other sources use `key` and `stream`."""
    if source == Source.LONG:
        for i in range(len(words)):
            words[i] = rng.bits64(long)
        return
    for i in range(len(words)):
        open_stream(stream, key, source, at + i)
        words[i] = rng.bits64(stream)


@kernel
def open_stream(stream, key, source, i):
    """The i-th stream of a source."""
    seed, game, purpose, a, b = SEED, 0, 1, 0, 0
    if source == Source.INTERLEAVED:
        purpose, rest = PURPOSES[i % len(PURPOSES)], i // len(PURPOSES)
        b, rest = rest % RESHUFFLES, rest // RESHUFFLES
        a, game = rest % ROUNDS, rest // ROUNDS
    elif source == Source.SEEDS:
        seed = i
    elif source == Source.GAMES:
        game = i
    elif source == Source.PURPOSES:
        purpose, a = 1 + i % 127, i // 127
    elif source == Source.ROUNDS:
        a = i
    else:
        b = i
    rng.set_key(key, seed, game)
    rng.start(stream, key, purpose, a, b)


def long_stream():
    """The beginning of the long stream."""
    key, stream = new(rng.KEY), new(rng.STREAM)
    rng.set_key(key, SEED, 0)
    rng.start(stream, key, 1, 0, 0)
    return stream


def blocks(source, count):
    """`count` arrays of BLOCK words each; the same array is filled again and again."""
    words, long, key, stream = np.empty(BLOCK, np.uint64), long_stream(), new(rng.KEY), new(rng.STREAM)
    for block in range(count):
        fill(words, int(source), block * BLOCK, long, key, stream)
        yield words


def main():
    source = Source[sys.argv[1].upper()]
    try:
        for words in blocks(source, 1 << 40):
            sys.stdout.buffer.write(words.data)
    except BrokenPipeError:  # dieharder has read enough
        sys.stderr.close()


if __name__ == "__main__":
    main()
