"""Streams: known answers, fair shuffles and bounded integers, and keys whose neighbours have nothing in common.

Every statistical test has a fixed seed and a band of four standard deviations, and is run once.
"""

import itertools
import json
import math
import os

import numpy as np
import pytest
from scipy import stats

from simlab import rng
from simlab.bits import popcount
from simlab.jit import allocating, kernel, new
from tests import forks
from tests.conftest import ROOT

SEED = 987654321
BAND = 4.0
WORD = (1 << 64) - 1
FIELDS = ("seed", "game", "purpose", "a", "b")

# ---- the same generator in plain Python integers, from the published descriptions ----


def plain_mix(z):
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & WORD
    return z ^ (z >> 31)


def plain_rotate(x, k):
    return (x << k | x >> (64 - k)) & WORD


class Plain:
    """xoroshiro128++ with a state given, or started from a key."""

    def __init__(self, s0, s1):
        self.s0, self.s1 = s0, s1

    @classmethod
    def start(cls, seed, game, purpose, a, b):
        golden = 0x9E3779B97F4A7C15
        root = plain_mix((seed + golden) & WORD)
        k0 = plain_mix((root + game * golden) & WORD)
        k1 = plain_mix(((root ^ 0xBF58476D1CE4E5B9) + game * 0xD1B54A32D192ED03) & WORD)
        place = purpose * 2**56 + a * 2**28 + b
        s0 = plain_mix((k0 + place * golden) & WORD)
        return cls(s0, plain_mix(k1 ^ (place * 0xD1B54A32D192ED03 & WORD)) | 1)

    def bits64(self):
        s0, s1 = self.s0, self.s1
        word = (plain_rotate((s0 + s1) & WORD, 17) + s0) & WORD
        s1 ^= s0
        self.s0 = plain_rotate(s0, 49) ^ s1 ^ (s1 << 21) & WORD
        self.s1 = plain_rotate(s1, 28)
        return word

    def below(self, n):
        """Of the 2^32 words, the ones whose product leaves less than 2^32 mod n over are refused: the rest divide evenly."""
        while True:
            product = (self.bits64() >> 32) * n
            if product % 2**32 >= 2**32 % n:
                return product // 2**32


def stream_at(seed=SEED, game=0, purpose=1, a=0, b=0):
    key, stream = new(rng.KEY), new(rng.STREAM)
    rng.set_key(key, seed, game)
    rng.start(stream, key, purpose, a, b)
    return stream


def stream_of(s0, s1):
    stream = new(rng.STREAM)
    stream.s0, stream.s1 = np.uint64(s0), np.uint64(s1)
    return stream


# ---- known answers ----


def test_mix_gives_the_published_numbers_of_splitmix64():
    """splitmix64 started at 1234567 adds the golden gamma and mixes; these five numbers are widely printed."""
    state, words = 1234567, []
    for _ in range(5):
        state = (state + 0x9E3779B97F4A7C15) & WORD
        words.append(int(rng.mix(np.uint64(state))))
    assert words == [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]


def test_bits64_is_xoroshiro128_plus_plus_from_state_one_two():
    """Worked by hand from s0 = 1, s1 = 2: rotl(3, 17) + 1 = 393217 comes first."""
    stream = stream_of(1, 2)
    words = [int(rng.bits64(stream)) for _ in range(4)]
    assert words == [393217, 669327710093319, 1732421326133921491, 11394790081659126983]
    plain = Plain(1, 2)
    assert words == [plain.bits64() for _ in range(4)]


PINNED = {
    (0, 0, 1, 0, 0): [10335390724981144679, 10415303810787305863, 10355416993479484440],
    (1, 0, 1, 0, 0): [4961642669529032493, 5363341762034284601, 17650670308814158662],
    (2**63 - 1, 2**40, 69, 2**28 - 1, 2**28 - 1): [17287513177611982496, 11760238947707441205, 4497775505479469393],
    (987654321, 7, 32, 3, 1): [9726742713488370221, 9670742913956603849, 1393384424837983370],
}


@pytest.mark.parametrize("key", PINNED, ids=str)
def test_first_words_of_a_stream_never_change(key):
    """A change here changes every result ever published with a seed."""
    stream, plain = stream_at(*key), Plain.start(*key)
    words = [int(rng.bits64(stream)) for _ in range(3)]
    assert words == [plain.bits64() for _ in range(3)]
    assert words == PINNED[key]


def test_a_shuffled_deck_never_changes():
    deck = np.arange(10)
    rng.shuffle(deck, stream_at(1, 2, 3, 4, 5))
    assert deck.tolist() == [1, 5, 6, 2, 9, 7, 0, 8, 3, 4]


def test_ten_thousand_words_agree_with_plain_integers():
    stream, plain = stream_at(5, 6, 7, 8, 9), Plain.start(5, 6, 7, 8, 9)
    assert [int(rng.bits64(stream)) for _ in range(10_000)] == [plain.bits64() for _ in range(10_000)]


# ---- uniform numbers and bounded integers ----


def test_uniform_is_the_top_53_bits_and_never_one():
    stream, plain = stream_at(), Plain.start(SEED, 0, 1, 0, 0)
    numbers = [rng.uniform(stream) for _ in range(1000)]
    assert numbers == [(plain.bits64() >> 11) / 2**53 for _ in range(1000)]
    highest = stream_of(WORD, 0)  # rotl(2^64 - 1, 17) + (2^64 - 1) = 2^64 - 2
    assert rng.uniform(highest) == (2**53 - 1) / 2**53 < 1.0


@kernel
def sum_uniforms(stream, count, cells):
    total = squares = 0.0
    for _ in range(count):
        u = rng.uniform(stream)
        total += u
        squares += u * u
        cells[int(u * len(cells))] += 1
    return total, squares


def test_uniform_has_the_right_mean_square_and_cells():
    count, cells = 2_000_000, np.zeros(1000, np.int64)
    total, squares = sum_uniforms(stream_at(), count, cells)
    assert abs(total / count - 1 / 2) < BAND * math.sqrt(1 / 12 / count)
    assert abs(squares / count - 1 / 3) < BAND * math.sqrt((1 / 5 - 1 / 9) / count)
    assert_fair(cells)


SIZES = [1, 2, 3, 5, 6, 7, 52, 56, 78, 1000, 2**16 + 1, 2**31 - 1, 2**31, 2**31 + 1, 3 * 2**30, 2**32 - 1]


@pytest.mark.parametrize("n", SIZES)
def test_below_agrees_with_plain_integers(n):
    """Near 2^31 + 1 almost every second word is refused, so the count of words drawn must agree as well."""
    stream, plain = stream_at(a=n % 1000), Plain.start(SEED, 0, 1, n % 1000, 0)
    numbers = [int(rng.below(stream, n)) for _ in range(500)]
    assert numbers == [plain.below(n) for _ in range(500)]
    assert (int(stream.s0), int(stream.s1)) == (plain.s0, plain.s1)
    assert min(numbers) >= 0
    assert max(numbers) < n


def test_among_is_below_and_takes_no_number_for_the_only_one():
    stream, plain = stream_at(), Plain.start(SEED, 0, 1, 0, 0)
    for n in (3, 1, 64, 1, 1, 2**31 + 1, 2) * 50:
        assert int(rng.among(stream, n)) == (plain.below(n) if n > 1 else 0)


@kernel
def count_below(stream, n, count, cells):
    for _ in range(count):
        cells[rng.below(stream, n) * len(cells) // n] += 1


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 13, 52, 56, 78, 1000])
def test_below_is_even_over_small_sizes(n):
    cells = np.zeros(n, np.int64)
    count_below(stream_at(b=n), n, 1_000_000, cells)
    assert_fair(cells)


@pytest.mark.parametrize("n", [3 * 2**30, 3 * 2**29, 2**31 + 2**29])
def test_below_is_even_over_sizes_where_words_must_be_refused(n):
    """Without refusing, size 3 * 2^30 would give every third number twice as often: the lowest digits show it."""
    cells = np.zeros(15, np.int64)
    count_residues(stream_at(b=5), n, 600_000, cells)
    assert_fair(cells, residue_law(n, len(cells)))
    unfair = np.zeros(15, np.int64)
    count_residues_unfairly(stream_at(b=5), n, 600_000, unfair)
    assert sigma(unfair, residue_law(n, len(unfair))) > 20


@kernel
def count_residues(stream, n, count, cells):
    for _ in range(count):
        cells[rng.below(stream, n) % len(cells)] += 1


@kernel
def count_residues_unfairly(stream, n, count, cells):
    """Multiplication without the refusal."""
    for _ in range(count):
        number = np.int64(((rng.bits64(stream) >> rng.R32) * np.uint64(n)) >> rng.R32)
        cells[number % len(cells)] += 1


def residue_law(n, cells):
    return np.array([(n - r + cells - 1) // cells for r in range(cells)]) / n


# ---- one chi-square for all: it passes the fair and catches the biased ----


def sigma(counts, law=None):
    """How far the chi-square of these counts lies from what chance gives, in standard deviations, on either side."""
    counts = np.asarray(counts, float).ravel()
    expected = counts.sum() * (np.full(len(counts), 1 / len(counts)) if law is None else np.asarray(law, float))
    square = ((counts - expected) ** 2 / expected).sum()
    return abs(float(stats.norm.isf(max(stats.chi2.sf(square, len(counts) - 1), 1e-300))))


def assert_fair(counts, law=None):
    assert sigma(counts, law) < BAND


@kernel
def permutation_number(cards):
    """0 .. n! - 1, a different one for every order."""
    number = 0
    for i in range(len(cards)):
        smaller = 0
        for j in range(i + 1, len(cards)):
            smaller += cards[j] < cards[i]
        number = number * (len(cards) - i) + smaller
    return number


@kernel
def count_shuffles(key, stream, cards, games, naive, cells):
    """Shuffle a fresh deck in the streams of game 0, 1, 2, ... and count its order."""
    n = len(cards)
    for game in range(games):
        for i in range(n):
            cards[i] = i
        rng.set_key(key, SEED, game)
        rng.start(stream, key, rng.Purpose.DEAL, 0, 0)
        if naive:
            for i in range(n):
                j = rng.below(stream, n)
                cards[i], cards[j] = cards[j], cards[i]
        else:
            rng.shuffle(cards, stream)
        cells[permutation_number(cards)] += 1


def shuffles(n, naive=False):
    cells = np.zeros(math.factorial(n), np.int64)
    count_shuffles(new(rng.KEY), new(rng.STREAM), np.empty(n, np.int64), 600_000, naive, cells)
    return cells


def test_permutation_numbers_are_all_different():
    assert {int(permutation_number(np.array(p))) for p in itertools.permutations(range(5))} == set(range(120))


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_all_orders_of_a_small_deck_are_equally_likely(n):
    assert_fair(shuffles(n))


@pytest.mark.parametrize("n", [3, 4, 5])
def test_the_same_chi_square_catches_the_shuffle_that_swaps_with_any_of_n(n):
    assert sigma(shuffles(n, naive=True)) > 20


@pytest.mark.parametrize("n", [0, 1, 2, 5, 52, 78])
def test_shuffle_front_settles_the_same_first_cards_whatever_k(n):
    whole = np.arange(n)
    rng.shuffle(whole, stream_at(game=n))
    for k in range(n + 2):
        cards = np.arange(n)
        rng.shuffle_front(cards, k, stream_at(game=n))
        assert cards[:k].tolist() == whole[:k].tolist()
        assert sorted(cards.tolist()) == list(range(n))


def test_shuffle_front_draws_the_words_that_below_would():
    """The loop is written out for speed; card by card it is `below`."""
    for game in range(200):
        cards, plain = np.arange(56), Plain.start(SEED, game, 1, 0, 0)
        expected = list(range(56))
        for i in range(55):
            j = i + plain.below(56 - i)
            expected[i], expected[j] = expected[j], expected[i]
        stream = stream_at(game=game)
        rng.shuffle(cards, stream)
        assert cards.tolist() == expected
        assert (int(stream.s0), int(stream.s1)) == (plain.s0, plain.s1)


@kernel
def count_places(key, stream, cards, games, cells):
    """cells[place, card] over shuffled decks."""
    n = len(cards)
    for game in range(games):
        for i in range(n):
            cards[i] = i
        rng.set_key(key, SEED, game)
        rng.start(stream, key, rng.Purpose.DEAL, 3, 0)
        rng.shuffle(cards, stream)
        for place in range(n):
            cells[place, cards[place]] += 1


def test_every_card_of_a_full_deck_comes_to_every_place():
    cells = np.zeros((52, 52), np.int64)
    count_places(new(rng.KEY), new(rng.STREAM), np.empty(52, np.int64), 100_000, cells)
    for place in (0, 1, 25, 50, 51):
        assert_fair(cells[place])
    # rows and columns of the table have fixed sums: 51 x 51 degrees of freedom, and the statistic shrinks by 51/52
    expected = 100_000 / 52
    square = ((cells - expected) ** 2 / expected).sum() * 51 / 52
    assert abs(square - 51**2) < BAND * math.sqrt(2 * 51**2)


# ---- weighted choice ----


@kernel
def count_weighted(stream, weights, total, count, cells):
    for _ in range(count):
        cells[rng.weighted(stream, weights, total)] += 1


@pytest.mark.parametrize("weights", [[1], [1, 1], [1, 2, 3, 4], [10, 0, 1, 0, 89], [2**31, 2**30, 1000]], ids=str)
def test_weighted_choice_is_in_proportion_and_never_takes_weight_zero(weights):
    weights = np.array(weights, np.int64)
    cells = np.zeros(len(weights), np.int64)
    count_weighted(stream_at(game=5), weights, weights.sum(), 500_000, cells)
    assert not cells[weights == 0].any()
    positive = weights > 0
    if positive.sum() > 1:
        # a cell of expected count below one is pooled with its neighbour
        law, counts = weights[positive] / weights.sum(), cells[positive]
        keep = law * 500_000 >= 5
        if keep.all():
            assert_fair(counts, law)
        else:
            assert_fair([*counts[keep][:-1], counts[keep][-1] + counts[~keep].sum()], [*law[keep][:-1], law[keep][-1] + law[~keep].sum()])


def test_weighted_choice_takes_one_number_below_the_total():
    weights = np.array([3, 0, 5, 2], np.int64)
    stream, plain = stream_at(), Plain.start(SEED, 0, 1, 0, 0)
    owner = [0] * 3 + [2] * 5 + [3] * 2
    assert [int(rng.weighted(stream, weights, 10)) for _ in range(300)] == [owner[plain.below(10)] for _ in range(300)]


@pytest.mark.parametrize(
    ("u", "index"),
    [(0.0, 1), (0.1249, 1), (0.125, 3), (0.4999, 3), (0.5, 4), (0.999999, 4), (1 - 2.0**-53, 4)],
)
def test_weighted_by_is_the_first_whose_cumulative_weight_exceeds_the_goal(u, index):
    assert rng.weighted_by(u, np.array([0.0, 0.125, 0.0, 0.375, 0.5, 0.0]), 1.0) == index


def test_weighted_by_falls_to_the_last_positive_weight_when_rounding_leaves_none():
    weights = np.array([0.1, 0.1, 0.1, 0.0])
    assert rng.weighted_by(1 - 2.0**-53, weights, 0.3000001) == 2


# ---- keys: neighbours in every field ----


@kernel
def first_word(key, stream, seed, game, purpose, a, b):
    rng.set_key(key, seed, game)
    rng.start(stream, key, purpose, a, b)
    return rng.bits64(stream)


@kernel
def first_words(key, stream, field, count, words):
    """words[i]: the first word of the stream whose `field` is i, others as in the earliest game."""
    for i in range(count):
        words[i] = first_word(
            key,
            stream,
            i if field == 0 else 0,
            i if field == 1 else 0,
            1 + i % 127 if field == 2 else 1,
            i if field == 3 else (i // 127 if field == 2 else 0),
            i if field == 4 else 0,
        )


def words_along(field, count=400_000):
    words = np.empty(count, np.uint64)
    first_words(new(rng.KEY), new(rng.STREAM), FIELDS.index(field), count, words)
    return words


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("lag", [1, 2, 127])
def test_first_words_of_neighbouring_keys_are_not_correlated(field, lag):
    numbers = (words_along(field) >> np.uint64(11)) * 2.0**-53 - 0.5
    pairs = len(numbers) - lag
    assert abs(numbers[:-lag] @ numbers[lag:]) * 12 / math.sqrt(pairs) < BAND


@pytest.mark.parametrize("field", FIELDS)
def test_first_words_of_neighbouring_keys_differ_in_half_of_their_bits(field):
    words = words_along(field)
    different = np.bitwise_count(words[::2] ^ words[1::2])
    law = stats.binom.pmf(np.arange(65), 64, 0.5)
    cells = np.bincount(different, minlength=65)
    low, high = 20, 44
    assert_fair(
        [cells[: low + 1].sum(), *cells[low + 1 : high], cells[high:].sum()], [law[: low + 1].sum(), *law[low + 1 : high], law[high:].sum()]
    )


@pytest.mark.parametrize("field", FIELDS)
def test_first_words_along_a_field_fill_their_bytes_evenly(field):
    words = words_along(field)
    for shift in range(0, 64, 8):
        assert_fair(np.bincount(((words >> np.uint64(shift)) & np.uint64(255)).astype(int), minlength=256))


@allocating
def avalanche(key, stream, dice, field, width, tries, flips):
    """flips[input bit, output bit]: how often the output bit turns when the input bit of `field` does."""
    k = np.zeros(5, np.int64)
    for place in range(width):
        for _ in range(tries):
            k[0], k[1] = rng.below(dice, 2**31), rng.below(dice, 2**31)
            k[2], k[3], k[4] = rng.below(dice, 127), rng.below(dice, 2**28), rng.below(dice, 2**28)
            before = first_word(key, stream, k[0], k[1], k[2], k[3], k[4])
            k[field] ^= np.int64(1) << np.int64(place)
            turned = before ^ first_word(key, stream, k[0], k[1], k[2], k[3], k[4])
            for out in range(64):
                flips[place, out] += np.int64((turned >> np.uint64(out)) & rng.ODD)


@pytest.mark.parametrize(("field", "width"), [("seed", 63), ("game", 63), ("purpose", 7), ("a", 28), ("b", 28)])
def test_every_bit_of_every_key_field_turns_every_output_bit_half_of_the_time(field, width):
    tries, flips = 4096, np.zeros((width, 64), np.int64)
    avalanche(new(rng.KEY), new(rng.STREAM), stream_of(1, SEED), FIELDS.index(field), width, tries, flips)
    z = (flips - tries / 2) / math.sqrt(tries / 4)
    worst = stats.norm.isf(stats.norm.sf(BAND) / flips.size)  # four sigma for the worst of them all
    assert abs(z).max() < worst
    assert abs((z**2).sum() - flips.size) < BAND * math.sqrt(2 * flips.size)


def test_no_two_streams_of_a_game_begin_alike():
    key, stream = new(rng.KEY), new(rng.STREAM)
    rng.set_key(key, SEED, 12)
    counters = [0, 1, 2, 3, 255, 2**27, rng.COUNTERS - 2, rng.COUNTERS - 1]
    places = list(itertools.product(range(128), counters, counters))
    starts = set()
    for purpose, a, b in places:
        rng.start(stream, key, purpose, a, b)
        starts.add(int(stream.s0))
    assert len(starts) == len(places)


def test_no_two_games_of_a_seed_share_the_first_word_of_their_key():
    key, words = new(rng.KEY), set()
    for game in range(20_000):
        rng.set_key(key, SEED, game)
        words.add(int(key.k0))
    assert len(words) == 20_000


def test_mix_is_undone_word_by_word():
    """A bijection: two starts are equal only if what went in was. Both multipliers are odd, and shifts by 27 or more undo."""

    def unshift(z, by):
        whole = z
        for _ in range(64 // by):
            whole = z ^ (whole >> by)
        return whole

    def unmix(z):
        z = unshift(z, 31) * pow(0x94D049BB133111EB, -1, 2**64) & WORD
        z = unshift(z, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) & WORD
        return unshift(z, 30)

    for z in [0, 1, WORD, 2**63, *words_along("game", 500).tolist()]:
        assert unmix(int(rng.mix(np.uint64(z)))) == z


def test_purposes_and_counters_have_room_in_one_word():
    """Purpose above, then a, then b of 28 bits each; six players fit between POLICY, SEARCH and the sign bit."""
    assert rng.COUNTERS == 1 << 28
    assert max(rng.Purpose) + 6 < 128
    taken = [int(p) for p in rng.Purpose if p < rng.Purpose.POLICY]
    taken += [base + place for base in (rng.Purpose.POLICY, rng.Purpose.SEARCH) for place in range(6)]
    assert len(set(taken)) == len(taken)


@pytest.mark.parametrize("key", [(2**63 - 1, 0, 1, 0, 0), (0, 2**63 - 1, 1, 0, 0), (0, 0, 127, 2**28 - 1, 2**28 - 1)], ids=str)
def test_fields_at_their_bounds_agree_with_plain_integers(key):
    stream, plain = stream_at(*key), Plain.start(*key)
    assert [int(rng.bits64(stream)) for _ in range(5)] == [plain.bits64() for _ in range(5)]


def test_a_stream_is_never_all_zero():
    for game in range(1000):
        assert int(stream_at(game=game).s1) % 2 == 1


def test_starting_again_gives_the_same_stream():
    key, stream = new(rng.KEY), new(rng.STREAM)
    rng.set_key(key, SEED, 3)
    rng.start(stream, key, 1, 7, 0)
    seventh = [int(rng.bits64(stream)) for _ in range(5)]
    rng.start(stream, key, 1, 6, 0)
    for _ in range(1000):  # a longer or shorter sixth round leaves the seventh alone
        rng.bits64(stream)
    rng.start(stream, key, 1, 7, 0)
    assert [int(rng.bits64(stream)) for _ in range(5)] == seventh


@kernel
def agreeing_bits(key, stream, count):
    """Over consecutive games: bits that deal and policy streams have in common in their first words."""
    total = 0
    for game in range(count):
        deal, policy = first_word(key, stream, SEED, game, 1, 0, 0), first_word(key, stream, SEED, game, 32, 0, 0)
        total += 64 - np.int64(popcount(deal ^ policy))
    return total


def test_deal_and_policy_streams_of_a_game_agree_in_half_of_their_bits():
    count = 200_000
    assert abs(agreeing_bits(new(rng.KEY), new(rng.STREAM), count) - 32 * count) < BAND * math.sqrt(16 * count)


# ---- the three modes ----

SAMPLE = """
import json, sys
import numpy as np
from simlab import rng
from simlab.jit import new
out = []
for key in [(0, 0, 1, 0, 0), (2**63 - 1, 2**63 - 1, 127, 2**28 - 1, 2**28 - 1), (3, 1, 32, 5, 2)]:
    k, s = new(rng.KEY), new(rng.STREAM)
    rng.set_key(k, key[0], key[1])
    rng.start(s, k, *key[2:])
    out += [int(k.k0), int(k.k1), int(s.s0), int(s.s1)]
    out += [int(rng.bits64(s)) for _ in range(50)]
    out += [float(rng.uniform(s)) for _ in range(20)]
    out += [int(rng.below(s, n)) for n in (1, 2, 52, 2**31 + 1, 2**32 - 1) for _ in range(20)]
    deck = np.arange(52, dtype=np.int8)
    rng.shuffle(deck, s)
    rng.shuffle_front(deck, 5, s)
    out += deck.tolist()
    out += [int(rng.weighted(s, np.array([5, 0, 7], np.int64), 12)) for _ in range(20)]
    out += [int(rng.weighted_by(rng.uniform(s), np.array([0.5, 0.0, 1.5]), 2.0)) for _ in range(20)]
    out += [int(s.s0), int(s.s1)]
json.dump(out, sys.stdout)
"""


def sample(**mode):
    env = {k: v for k, v in os.environ.items() if k not in ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")}
    done = forks.run(("-c", SAMPLE), ROOT, {**env, **mode})
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_compiled_bounds_checked_and_uncompiled_give_equal_numbers():
    compiled = sample()
    assert compiled == sample(NUMBA_DISABLE_JIT="1")
    assert compiled == sample(NUMBA_BOUNDSCHECK="1")
    assert len(compiled) == 3 * (4 + 50 + 20 + 100 + 52 + 20 + 20 + 2)
