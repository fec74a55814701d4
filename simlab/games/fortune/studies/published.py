"""What fortune's rules say is exact (section 10), for `simlab verify`."""

from collections.abc import Iterator
from functools import partial
from math import comb

from simlab.games.fortune.order import FORTUNE
from simlab.ranking.counting import odds
from simlab.ranking.hands import NAMES, Category
from simlab.studies.verify.checks import Check, exactly, number

GROUP, SOURCE = "fortune, five cards of 56", "its rules, closed forms"
COUNTS = {
    Category.STRAIGHT_FLUSH: 44, Category.FOUR: 14 * 52, Category.FULL_HOUSE: 14 * 4 * 13 * 6, Category.FLUSH: 4 * comb(14, 5) - 44,
    Category.STRAIGHT: 11 * (4**5 - 4), Category.THREE: 14 * 4 * comb(13, 2) * 16, Category.TWO_PAIR: comb(14, 2) * 36 * 48,
    Category.PAIR: 14 * 6 * comb(13, 3) * 64, Category.HIGH_CARD: (comb(14, 5) - 11) * (4**5 - 4),
}  # fmt: skip


def count_of(held: Category) -> str:
    return number(odds(FORTUNE, 5).counts[held])


def rows() -> Iterator[Check]:
    for held, count in COUNTS.items():
        yield exactly(GROUP, NAMES[held], number(count), SOURCE, partial(count_of, held))


PUBLISHED = tuple(rows())
