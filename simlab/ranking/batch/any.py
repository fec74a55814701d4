"""Any number of cards, many hands at once, in every order in which the best five can be read off (`orders.CONTAINS`)."""

from simlab.bits import popcount, select, wide
from simlab.jit import inline, kernel
from simlab.ranking.batch.lanes import (
    FLUSH,
    FOUR,
    FULL,
    N0,
    N4,
    N5,
    N15,
    PAIR,
    SFLUSH,
    STRAIGHT,
    THREE,
    TWO_PAIR,
    U,
    all_runs,
    head_numbers,
    ladder_numbers,
    planes,
    run_ranks,
    top,
    without_lowest,
)
from simlab.ranking.scalar import RANKS


@kernel
def any_cards(hands, order, out):
    """Ranks stand by strength already. See `orders.CONTAINS` for which orders."""
    wide()
    heads, ladder, royal = head_numbers(order), ladder_numbers(order), U(order.royal & RANKS)
    for i in range(len(out) // 4):
        a, b, c, d = hands[4 * i], hands[4 * i + 1], hands[4 * i + 2], hands[4 * i + 3]
        head, made, rest = best_pattern(a, b, c, d, heads, ladder, royal)
        out[4 * i], out[4 * i + 1], out[4 * i + 2], out[4 * i + 3] = rest, made, N0, U(head << N4)


@inline
def larger(x, y):
    return select(x > y, x, y)


@inline
def five_suited(lane):
    return select(popcount(lane) >= N5, lane, N0)


@inline
def best_pattern(a, b, c, d, heads, ladder, royal):
    """(place and category, made, rest): every category that the cards hold, the highest of them, then its ranks."""
    once, twice, thrice, four = planes(a, b, c, d)
    suited = larger(larger(five_suited(a), five_suited(b)), larger(five_suited(c), five_suited(d)))
    flush_runs = U(U(all_runs(a, ladder) | all_runs(b, ladder)) | U(all_runs(c, ladder) | all_runs(d, ladder)))
    runs = all_runs(once, ladder)
    second = without_lowest(twice) != N0
    head = heads[0]
    head = larger(head, select(twice != N0, heads[1], N0))
    head = larger(head, select(second, heads[2], N0))
    head = larger(head, select(thrice != N0, heads[3], N0))
    head = larger(head, select(runs != N0, heads[4], N0))
    head = larger(head, select(suited != N0, heads[5], N0))
    head = larger(head, select((thrice != N0) & second, heads[6], N0))
    head = larger(head, select(four != N0, heads[7], N0))
    head = larger(head, select(flush_runs != N0, heads[8], N0))
    head = larger(head, select(U(flush_runs & royal) != N0, heads[9], N0))
    code = U(head & N15)
    # ranks that make the category: one of these, two for two pair
    source = select(code == FOUR, four, select((code == FULL) | (code == THREE), thrice, N0))
    source = select((code == PAIR) | (code == TWO_PAIR), twice, source)
    made = top(source)
    made = select(code == TWO_PAIR, U(made | top(U(source ^ made))), made)
    straight = (code == STRAIGHT) | (code >= SFLUSH)
    pool = select(code == FULL, twice, select(code == FLUSH, suited, once))
    pool = select(straight, select(code == STRAIGHT, runs, flush_runs), U(pool & U(~made)))
    rest = kickers(pool, code)
    return head, made, select(straight, run_ranks(rest), rest)


@inline
def kickers(pool, code):
    """The highest 5, 3, 2 or 1 of these ranks, by category."""
    rest = top(pool)
    more = U(pool ^ rest)
    second = top(more)
    more = U(more ^ second)
    third = top(more)
    more = U(more ^ third)
    fourth = top(more)
    fifth = top(U(more ^ fourth))
    all_five = (code == N0) | (code == FLUSH)
    three = all_five | (code == PAIR)
    rest = U(rest | select(three | (code == THREE), second, N0))
    rest = U(rest | select(three, third, N0))
    return U(rest | select(all_five, U(fourth | fifth), N0))
