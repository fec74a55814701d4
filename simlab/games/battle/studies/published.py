"""What battle's rules say is exact (section 10), for `simlab verify`."""

from simlab.games.battle.order import BATTLE
from simlab.ranking.counting import odds
from simlab.ranking.hands import Category
from simlab.studies.verify.checks import exactly, number

STRONG = (Category.FLUSH, Category.FULL_HOUSE, Category.FOUR, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)


def flush_or_better() -> str:
    counts = odds(BATTLE, 5).counts
    return number(sum(counts.get(held, 0) for held in STRONG))


PUBLISHED = (exactly("battle", "hands of five that are a flush or better", "9,516", "its rules, exact checks", flush_or_better),)
