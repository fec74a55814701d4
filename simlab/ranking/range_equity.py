"""Range against range: what share of the pot does each range of hands win, over all deals that can be or a sample of them?

Every deal that gives each player a hand of his range, and a board, is as likely as the product of its hands' weights. Two ranges are
compared exactly by ranking every hand on every board once and counting pairs, hands that share a card left out; more ranges by trying every
line-up. Where that is too much, deals are sampled until the interval is as short as was asked for; a sample may be stopped at any time,
because its intervals are confidence sequences.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.errors import InputError
from simlab.jit import allocating, new
from simlab.ranking.ranges import Ids, Range
from simlab.rng import KEY, STREAM, Purpose, below, set_key, start, uniform
from simlab.stats.estimates import rate
from simlab.stats.looks import ONCE, Always, Look
from simlab.stats.means import error_from_squares

PAIRS_LIMIT = 6_000_000_000  # two hands on a board each: some seconds
RANKED_LIMIT = 4_000_000_000  # nanoseconds that ranking all hands on all boards may take
LINE_UPS_LIMIT = 200_000_000  # of more than two hands, on a board each
CELLS = 4_000_000  # scores held at a time ...
LEAST_BLOCK = 64  # ... on so many boards at least
MOST_HANDS = 50_000  # of all ranges together, exactly
BLOCK = 16_384  # deals sampled together, from one random stream
MOST_SAMPLES = 50_000_000
PRECISION = 0.001
TRIES = 10_000  # for a line-up without a card twice
NEVER, ALWAYS = -1, np.iinfo(np.int64).max  # scores of hands that share a card with the board, ours and theirs

Scores = npt.NDArray[np.int64]
Score = Callable[[Ids, Ids], Scores]  # rows of own cards, rows of boards -> a score each


@dataclass(frozen=True)
class Table:
    """Who meets on which boards: ranges, the cards lying, those still to come, and what ranks a hand."""

    ranges: tuple[Range, ...]
    lying: tuple[int, ...]
    rest: tuple[int, ...]  # cards that may come, those in ranges among them
    to_come: int
    score: Score
    per_hand: float = 5.0  # nanoseconds to rank one
    minds_twice: bool = False  # whether `score` must not be asked for a hand that has a card of the board

    @cached_property
    def words(self) -> int:
        """64-bit words that hold a set of cards."""
        return max((*self.rest, *self.lying, *(int(r.cards.max()) for r in self.ranges))) // 64 + 1

    def sets(self, cards: Ids) -> npt.NDArray[np.uint64]:
        """Rows of cards as sets."""
        found = np.zeros((len(cards), self.words), np.uint64)
        for column in cards.T:
            found[np.arange(len(cards)), column // 64] |= np.uint64(1) << (column % 64).astype(np.uint64)
        return found

    @property
    def boards(self) -> int:
        return comb(len(self.rest), self.to_come)

    @property
    def exact_fits(self) -> bool:
        sizes = [r.combinations for r in self.ranges]
        if sum(sizes) > MOST_HANDS or sum(sizes) * self.boards * self.per_hand > RANKED_LIMIT:
            return False
        return prod(sizes) * self.boards <= (PAIRS_LIMIT if len(sizes) == 2 else LINE_UPS_LIMIT)


@dataclass(frozen=True)
class RangeEquity:
    """What each range wins."""

    ranges: tuple[Range, ...]
    exact: bool
    deals: int  # line-ups on a board, or samples
    won: tuple[float, ...]  # share of deals won alone
    tied: tuple[float, ...]
    shares: tuple[float, ...]  # mean share of the pot
    intervals: tuple[tuple[float, float], ...]  # 95 %; points where exact
    rows: tuple[str, ...]  # classes of the first range ...
    columns: tuple[str, ...]  # ... and of the second
    cells: npt.NDArray[np.float64]  # share of the first, class against class; nan where they cannot meet
    counts: npt.NDArray[np.float64]  # deals behind each cell


def range_equity(table: Table, samples: int | None = None, precision: float | None = None, seed: int = 1) -> RangeEquity:
    """Exact where it fits and neither samples nor a precision is asked for; else a sample."""
    if len(table.ranges) < 2:
        raise InputError("equity compares two ranges or more")
    exact = samples is None and precision is None and table.exact_fits
    if exact and len(table.ranges) == 2:
        return two_exactly(table)
    return several_exactly(table) if exact else sampled(table, samples, precision or PRECISION, seed)


# ---- exactly


def boards_in_blocks(table: Table, size: int) -> Iterator[Ids]:
    """All boards with the cards that lie, some at a time."""
    block = []
    for come in combinations(table.rest, table.to_come):
        block.append(come)
        if len(block) == size:
            yield np.array(block, np.int64)
            block = []
    if block:
        yield np.array(block, np.int64).reshape(len(block), table.to_come)


def scores_on(table: Table, held: Range, come: Ids, taken: int) -> Scores:
    """Scores of every hand of a range on every board; `taken` where a card of the hand lies on it."""
    lying = np.broadcast_to(np.array(table.lying, np.int64), (len(come), len(table.lying)))
    boards = np.hstack([lying, come])
    scores = np.empty((held.combinations, len(come)), np.int64)
    hands, on_board = table.sets(held.cards), table.sets(come)
    for i, cards in enumerate(held.cards):
        apart = ~(hands[i] & on_board).any(axis=1)
        asked = boards[apart] if table.minds_twice else boards  # copied boards take as long as quick ranking
        found = table.score(np.broadcast_to(cards, (len(asked), held.size)), asked)
        scores[i, apart] = found if table.minds_twice else found[apart]
        scores[i, ~apart] = taken
    return scores


def two_exactly(table: Table) -> RangeEquity:
    one, two = table.ranges
    apart = ~(table.sets(one.cards)[:, None, :] & table.sets(two.cards)[None, :, :]).any(axis=2)
    if not apart.any():
        raise InputError("these ranges never meet: every two hands share a card")
    won, tied = np.zeros(apart.shape, np.int64), np.zeros(apart.shape, np.int64)
    for come in boards_in_blocks(table, max(LEAST_BLOCK, CELLS // (one.combinations + two.combinations))):
        count_pairs(scores_on(table, one, come, NEVER), scores_on(table, two, come, ALWAYS), apart, won, tied)
    boards = comb(len(table.rest) - one.size - two.size, table.to_come)
    weight = np.where(apart, one.weights[:, None] * two.weights[None, :], 0.0)
    return two_summed(table, won, tied, weight, boards, int(apart.sum()) * boards)


@allocating
def count_pairs(ours, theirs, apart, won, tied):
    """Over some boards: how often each hand beats and ties each other one. Plain counters vectorise."""
    for i in range(len(ours)):
        for j in range(len(theirs)):
            if apart[i, j]:
                above, level = 0, 0
                for board in range(ours.shape[1]):
                    above += ours[i, board] > theirs[j, board]
                    level += ours[i, board] == theirs[j, board]
                won[i, j] += above
                tied[i, j] += level


def two_summed(table: Table, won: Any, tied: Any, weight: Any, boards: int, deals: int) -> RangeEquity:
    total = weight.sum() * boards
    lost = np.where(weight > 0, boards - won - tied, 0)
    alone = (float((weight * won).sum() / total), float((weight * lost).sum() / total))
    level = float((weight * tied).sum() / total)
    shares = (alone[0] + level / 2, alone[1] + level / 2)
    rows, columns, cells, counts = by_class(table, weight * (won + tied / 2), weight * boards)
    return RangeEquity(
        table.ranges, True, deals, alone, (level, level), shares, tuple((share, share) for share in shares), rows, columns, cells, counts
    )


def by_class(table: Table, share: Any, weight: Any) -> tuple[tuple[str, ...], tuple[str, ...], Any, Any]:
    """Sums of hand against hand as means of class against class."""
    (rows, at_row), (columns, at_column) = (classes_of(held) for held in table.ranges[:2])
    sums, weights = np.zeros((len(rows), len(columns))), np.zeros((len(rows), len(columns)))
    places = np.broadcast_to(at_row[:, None], share.shape), np.broadcast_to(at_column[None, :], share.shape)
    np.add.at(sums, places, share)
    np.add.at(weights, places, weight)
    with np.errstate(invalid="ignore"):
        return rows, columns, np.where(weights > 0, sums / weights, np.nan), weights


def classes_of(held: Range) -> tuple[tuple[str, ...], Ids]:
    """The classes of a range as they come, and the class of each hand."""
    names = tuple(dict.fromkeys(held.classes))
    place = {name: at for at, name in enumerate(names)}
    return names, np.array([place[name] for name in held.classes], np.int64)


def several_exactly(table: Table) -> RangeEquity:
    """Every line-up of three hands or more on every board."""
    sizes = np.array([held.combinations for held in table.ranges], np.int64)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)
    sets = np.vstack([table.sets(held.cards) for held in table.ranges])
    weights = np.concatenate([held.weights for held in table.ranges])
    n = len(sizes)
    won, tied, share = np.zeros(n), np.zeros(n), np.zeros(n)
    met = np.zeros(1)
    for come in boards_in_blocks(table, max(LEAST_BLOCK, CELLS // int(sizes.sum()))):
        scores = np.vstack([scores_on(table, held, come, NEVER) for held in table.ranges])
        count_line_ups(scores, sets, weights, sizes, starts, won, tied, share, met)
    if met[0] == 0.0:
        raise InputError("these ranges never meet: hands share cards in every line-up")
    return several_summed(table, won / met[0], tied / met[0], share / met[0], round(met[0]) if (weights == 1.0).all() else 0)


@allocating
def count_line_ups(scores, sets, weights, sizes, starts, won, tied, share, met):
    """Go through all line-ups like an odometer; boards that hold a card of a hand are not dealt."""
    n = len(sizes)
    at = np.zeros(n, np.int64)
    used = np.zeros(sets.shape[1], np.uint64)
    while True:
        weight, clash = 1.0, False
        for k in range(len(used)):
            used[k] = 0
        for seat in range(n):
            hand = starts[seat] + at[seat]
            weight *= weights[hand]
            for k in range(len(used)):
                clash = clash or used[k] & sets[hand, k] != 0
                used[k] |= sets[hand, k]
        if not clash:
            settle_boards(scores, starts, at, weight, won, tied, share, met)
        seat = n - 1
        while seat >= 0 and at[seat] == sizes[seat] - 1:
            at[seat] = 0
            seat -= 1
        if seat < 0:
            return
        at[seat] += 1


@allocating
def settle_boards(scores, starts, at, weight, won, tied, share, met):
    n = len(starts)
    for board in range(scores.shape[1]):
        best, possible = NEVER, True
        for seat in range(n):
            own = scores[starts[seat] + at[seat], board]
            possible = possible and own != NEVER
            best = max(best, own)
        if not possible:
            continue
        met[0] += weight
        sharers = 0
        for seat in range(n):
            sharers += scores[starts[seat] + at[seat], board] == best
        for seat in range(n):
            if scores[starts[seat] + at[seat], board] == best:
                share[seat] += weight / sharers
                if sharers == 1:
                    won[seat] += weight
                else:
                    tied[seat] += weight


def several_summed(table: Table, won: Any, tied: Any, share: Any, deals: int) -> RangeEquity:
    points = tuple((float(s), float(s)) for s in share)
    empty = np.zeros((0, 0))
    alone, level, whole = (tuple(map(float, part)) for part in (won, tied, share))
    return RangeEquity(table.ranges, True, deals, alone, level, whole, points, (), (), empty, empty)


# ---- sampled


def sampled(table: Table, samples: int | None, precision: float, seed: int) -> RangeEquity:
    """Deals at random: so many, or until every share is known to the precision asked for."""
    seats = len(table.ranges)
    look: Look = ONCE if samples is not None else Always()
    most = samples if samples is not None else MOST_SAMPLES
    sums, squares, won, tied = (np.zeros(seats) for _ in range(4))
    (rows, at_row), (columns, at_column) = (classes_of(held) for held in table.ranges[:2])
    cells, counts = np.zeros((len(rows), len(columns))), np.zeros((len(rows), len(columns)))
    dealt, block = 0, 0
    while dealt < most:
        now = min(BLOCK, most - dealt)
        hands, boards = deal_sample(table, seed, block, now)
        shares, first, split = settle_sample(table, hands, boards)
        sums, squares, won, tied = sums + shares.sum(1), squares + (shares**2).sum(1), won + first.sum(1), tied + split.sum(1)
        np.add.at(cells, (at_row[hands[:, 0]], at_column[hands[:, 1]]), shares[0])
        np.add.at(counts, (at_row[hands[:, 0]], at_column[hands[:, 1]]), 1.0)
        dealt, block = dealt + now, block + 1
        ends = intervals(sums / dealt, squares / dealt, dealt, look)
        if samples is None and max(high - low for low, high in ends) <= 2 * precision:
            break
    alone, level, whole = (tuple(map(float, part / dealt)) for part in (won, tied, sums))
    with np.errstate(invalid="ignore"):
        means = np.where(counts > 0, cells / counts, np.nan)
    return RangeEquity(table.ranges, False, dealt, alone, level, whole, ends, rows, columns, means, counts)


def intervals(shares: Any, squares: Any, deals: int, look: Look) -> tuple[tuple[float, float], ...]:
    found = []
    for share, error in zip(shares, error_from_squares(shares, squares, deals), strict=True):
        _, _, low, high = rate(float(share), float(error), deals, deals, look)
        found.append((0.0 if low is None else low, 1.0 if high is None else high))
    return tuple(found)


def deal_sample(table: Table, seed: int, block: int, deals: int) -> tuple[Ids, Ids]:
    """The hand of each seat (its place in the range) and the cards to come, for each deal."""
    rising = [np.cumsum(held.weights) / held.weights.sum() for held in table.ranges]
    starts = np.concatenate([[0], np.cumsum([len(part) for part in rising])]).astype(np.int64)
    sets = np.vstack([table.sets(held.cards) for held in table.ranges])
    cards, as_sets = np.array(table.rest, np.int64), table.sets(np.array(table.rest, np.int64)[:, None])
    hands, come = np.zeros((deals, len(rising)), np.int64), np.zeros((deals, table.to_come), np.int64)
    chances = np.concatenate(rising)
    if not deal_line_ups(chances, starts, sets, cards, as_sets, seed, block, new(KEY), new(STREAM), hands, come):
        raise InputError("these ranges hardly ever meet: hands share cards in nearly every line-up")
    return hands, come


@allocating
def deal_line_ups(chances, starts, sets, cards, as_sets, seed, block, key, stream, hands, come):
    """A hand for each seat by its weight, all again where two share a card; then the board from what is left."""
    set_key(key, seed, block)
    start(stream, key, Purpose.DEAL, 0, 0)
    used = np.zeros(sets.shape[1], np.uint64)
    for deal in range(len(hands)):
        tries = 0
        while not one_line_up(chances, starts, sets, stream, hands[deal], used):
            tries += 1
            if tries > TRIES:
                return False
        for k in range(come.shape[1]):
            card = below(stream, len(cards))
            while holds_any(used, as_sets[card]):
                card = below(stream, len(cards))
            put_in(used, as_sets[card])
            come[deal, k] = cards[card]
    return True


@allocating
def one_line_up(chances, starts, sets, stream, hands, used):
    for k in range(len(used)):
        used[k] = 0
    for seat in range(len(hands)):
        at = np.searchsorted(chances[starts[seat] : starts[seat + 1]], uniform(stream), side="right")
        at = min(at, starts[seat + 1] - starts[seat] - 1)
        if holds_any(used, sets[starts[seat] + at]):
            return False
        put_in(used, sets[starts[seat] + at])
        hands[seat] = at
    return True


@allocating
def holds_any(used, cards):
    for k in range(len(used)):
        if used[k] & cards[k] != 0:
            return True
    return False


@allocating
def put_in(used, cards):
    for k in range(len(used)):
        used[k] |= cards[k]


def settle_sample(table: Table, hands: Ids, come: Ids) -> tuple[Any, Any, Any]:
    """Share of the pot by seat and deal, and whether it was won alone or shared."""
    lying = np.broadcast_to(np.array(table.lying, np.int64), (len(come), len(table.lying)))
    boards = np.hstack([lying, come])
    scores = np.stack([table.score(held.cards[hands[:, seat]], boards) for seat, held in enumerate(table.ranges)])
    best = scores == scores.max(axis=0)
    sharers = best.sum(axis=0)
    return best / sharers, best & (sharers == 1), best & (sharers > 1)
