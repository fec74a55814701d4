"""What showdown's rules say is exact (section 10), for `simlab verify`."""

from collections.abc import Callable

from simlab.games.showdown.order import SHOWDOWN
from simlab.solvers.draw import DrawSolver, pay_by_category
from simlab.studies.verify.checks import exactly

GROUP, SOURCE = "showdown", "its rules, exact checks"
POINTS = [0, 1, 2, 3, 4, 5, 6, 7]


def best_draw(straight_flush: int) -> Callable[[], str]:
    return lambda: f"{float(DrawSolver(SHOWDOWN, pay_by_category(SHOWDOWN, [*POINTS, straight_flush])).survey().mean):.6f}"


PUBLISHED = (
    exactly(GROUP, "best single draw, mean points, a straight flush worth nothing", "1.183794", SOURCE, best_draw(0)),
    exactly(GROUP, "best single draw, mean points, a straight flush worth 50", "1.191148", SOURCE, best_draw(50)),
)
