"""The heavy battery: no p-value may lie more than four standard deviations out, on either side. Seeds are fixed; no retries."""

import battery
import deals
import numpy as np
import pytest
from sources import BLOCK, SEED, Source, blocks

from simlab import rng
from simlab.jit import kernel, new

BAND = 4.0
LONG_RUN = 954  # blocks: 1,000,341,504 words
ONE_FIELD = 96  # blocks: 100,663,296 words
GAMES = 2_000_000  # of 16 rounds, three decks each


def outside(p_values):
    return {name: p for name, p in p_values.items() if battery.sigma(p) > BAND}


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("source", [Source.LONG, Source.INTERLEAVED], ids=lambda s: s.name.lower())
def test_a_thousand_million_words_pass_every_test(source):
    assert outside(battery.run(blocks(source, LONG_RUN))) == {}


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("field", [s for s in Source if s > Source.INTERLEAVED], ids=lambda s: s.name.lower())
def test_streams_that_differ_in_one_field_of_the_key_pass_every_test(field):
    assert outside(battery.run(blocks(field, ONE_FIELD))) == {}


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_cards_dealt_by_neighbouring_streams_are_independent():
    assert outside(deals.run(GAMES)) == {}


@pytest.mark.slow
def test_the_battery_passes_the_interleaved_streams_on_a_small_sample():
    assert outside(battery.run(blocks(Source.INTERLEAVED, 2))) == {}


def test_the_battery_passes_small_deals():
    assert outside(deals.run(20_000)) == {}


def test_the_battery_catches_a_plain_counter():
    found = outside(battery.run([np.arange(BLOCK, dtype=np.uint64)]))
    assert {"bit frequency", "serial pairs, top bytes", "gaps", "runs up", "matrix rank 64", "correlation at lag 1"} <= set(found)


def test_the_battery_catches_a_congruential_generator_by_its_lowest_bits():
    words = np.empty(BLOCK, np.uint64)
    congruential(words, np.uint64(1))
    found = outside(battery.run([words]))
    assert {"serial pairs, low bytes", "matrix rank 256 of lowest bits", "Hamming weight correlation"} <= set(found)


def test_the_battery_catches_the_linear_lowest_bit_of_the_plus_variant():
    """xoroshiro128+ (one plus) passes most tests; its lowest bit is a linear recurrence of 128 bits, which rank 256 sees."""
    words = np.empty(BLOCK, np.uint64)
    plus_variant(words, np.uint64(12345), np.uint64(67891))
    assert "matrix rank 256 of lowest bits" in outside(battery.run([words]))


def test_the_battery_catches_streams_whose_keys_are_not_mixed():
    words = np.empty(BLOCK, np.uint64)
    unmixed_starts(words)
    found = outside(battery.run([words]))
    assert {"correlation at lag 1", "Hamming distance of neighbours", "matrix rank 64"} <= set(found)


def test_the_interleaved_source_asks_for_every_purpose_reshuffle_round_and_game_in_turn():
    """Its first game and a bit, against streams opened one by one."""
    words = next(blocks(Source.INTERLEAVED, 1))
    opened = [(g, a, b, p) for g in range(2) for a in range(16) for b in range(2) for p in (1, 2, 3, 4, 32, 33, 64, 65)]
    key, stream = new(rng.KEY), new(rng.STREAM)
    for word, (game, a, b, purpose) in zip(words[: len(opened)].tolist(), opened, strict=True):
        rng.set_key(key, SEED, game)
        rng.start(stream, key, purpose, a, b)
        assert word == int(rng.bits64(stream))


def test_rank_law_adds_up_and_is_the_known_one():
    assert battery.rank_law(32)[:2] == pytest.approx([0.2887880951, 0.5775761902], abs=1e-10)
    assert sum(battery.rank_law(256)) == pytest.approx(1)


def test_rank_of_known_matrices():
    one = np.uint64(1)
    identity = one << np.arange(64, dtype=np.uint64)
    assert battery.rank(identity.copy()) == 64
    assert battery.rank(np.full(64, 7, np.uint64)) == 1
    assert battery.rank(np.zeros(64, np.uint64)) == 0
    wide = np.zeros((256, 4), np.uint64)
    for i in range(256):
        wide[i, i // 64] = identity[i % 64]
    wide[200] = wide[3] ^ wide[130]
    assert battery.wide_rank(wide) == 255


@kernel
def congruential(words, x):
    """Knuth's MMIX generator."""
    for i in range(len(words)):
        x = x * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        words[i] = x


@kernel
def plus_variant(words, s0, s1):
    for i in range(len(words)):
        words[i] = s0 + s1
        s0, s1 = rng.advance(s0, s1)


@kernel
def unmixed_starts(words):
    """First words of streams whose state is the bare counter."""
    for i in range(len(words)):
        words[i] = rng.output(np.uint64(i), np.uint64(1))
