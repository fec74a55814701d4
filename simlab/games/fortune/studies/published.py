"""What fortune's rules say is exact (section 10), for `simlab verify`."""

from math import comb

from simlab.games.fortune.order import FORTUNE
from simlab.ranking.hands import Category
from simlab.studies.verify.checks import hands_of_five

GROUP, SOURCE = "fortune, five cards of 56", "its rules, closed forms"
COUNTS = {
    Category.STRAIGHT_FLUSH: 44, Category.FOUR: 14 * 52, Category.FULL_HOUSE: 14 * 4 * 13 * 6, Category.FLUSH: 4 * comb(14, 5) - 44,
    Category.STRAIGHT: 11 * (4**5 - 4), Category.THREE: 14 * 4 * comb(13, 2) * 16, Category.TWO_PAIR: comb(14, 2) * 36 * 48,
    Category.PAIR: 14 * 6 * comb(13, 3) * 64, Category.HIGH_CARD: (comb(14, 5) - 11) * (4**5 - 4),
}  # fmt: skip

PUBLISHED = tuple(hands_of_five(GROUP, FORTUNE, COUNTS, SOURCE))
