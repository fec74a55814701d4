"""What jester's rules say is exact (section 5), for `simlab verify`."""

from collections.abc import Iterator
from functools import partial

from simlab.games.jester.order import JESTER
from simlab.ranking.counting import odds
from simlab.ranking.hands import NAMES, Category
from simlab.studies.verify.checks import Check, exactly, number

GROUP, SOURCE = "jester, five cards, the ace high alone", "its rules, exact checks"
COUNTS = {
    Category.ROYAL_FLUSH: 4, Category.STRAIGHT_FLUSH: 32, Category.FOUR: 624, Category.FULL_HOUSE: 3_744, Category.FLUSH: 5_112,
    Category.STRAIGHT: 9_180, Category.THREE: 54_912, Category.TWO_PAIR: 123_552, Category.PAIR: 1_098_240, Category.HIGH_CARD: 1_303_560,
}  # fmt: skip


def count_of(held: Category) -> str:
    return number(odds(JESTER, 5).counts[held])


def rows() -> Iterator[Check]:
    for held, count in COUNTS.items():
        yield exactly(GROUP, NAMES[held], number(count), SOURCE, partial(count_of, held))


PUBLISHED = tuple(rows())
