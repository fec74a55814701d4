"""Two hands on many boards, seven cards each, in the standard order: who wins, without writing down how strong either is."""

from simlab.bits import select, wide
from simlab.jit import inline, kernel
from simlab.ranking.batch.lanes import N0, N1, N2, U
from simlab.ranking.batch.standard import six_or_seven

OURS, THEIRS = N1, N2  # who won a board; 0 a tie


@inline
def ahead(code, made, rest, other_code, other_made, other_rest):
    better = (made > other_made) | ((made == other_made) & (rest > other_rest))
    return (code > other_code) | ((code == other_code) & better)


@kernel
def seven_each(boards, ours, theirs, winners):
    """`boards`, `ours` and `theirs` are the uint16 views of masks; `winners` has a uint16 for each board."""
    wide()
    a, b, c, d = ours[0], ours[1], ours[2], ours[3]
    e, f, g, h = theirs[0], theirs[1], theirs[2], theirs[3]
    for i in range(len(winners)):
        p, q, r, s = boards[4 * i], boards[4 * i + 1], boards[4 * i + 2], boards[4 * i + 3]
        code, made, rest = six_or_seven(U(p | a), U(q | b), U(r | c), U(s | d), 2)
        other_code, other_made, other_rest = six_or_seven(U(p | e), U(q | f), U(r | g), U(s | h), 2)
        won = ahead(code, made, rest, other_code, other_made, other_rest)
        lost = ahead(other_code, other_made, other_rest, code, made, rest)
        winners[i] = select(won, OURS, select(lost, THEIRS, N0))


@kernel
def count_winners(winners):
    """Boards won by the first and by the second."""
    won, lost = 0, 0
    for i in range(len(winners)):
        won += winners[i] == OURS
        lost += winners[i] == THEIRS
    return won, lost
