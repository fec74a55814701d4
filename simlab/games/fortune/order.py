"""Which hand beats which in fortune (FO-5), as it stands and under the Arcana that bend it."""

from collections.abc import Sequence

from simlab.cards import TAROT_PAGE_LOW
from simlab.errors import RulesError
from simlab.ranking.hands import Category
from simlab.ranking.orders import STANDARD_CATEGORIES, WITH_FIVE, Order, Run, one_of, permutation, windows

PAGE, TWO, QUEEN, KING, TAROT_ACE = 0, 1, 11, 12, 13  # ranks of fortune's deck


def fortune_order(
    arcana: str = "none",
    page_in_straights: str = "before_ace",
    category_order: Sequence[object] = WITH_FIVE[::-1],
    five_of_a_kind: str = "top",
    emperor_runs: str = "same",
    strength_runs: str = "same",
) -> Order:
    """FO-5, as it stands or while the Emperor or Strength is in force. `category_order` is highest first."""
    one_of("arcana", arcana, ("none", "emperor", "strength"))
    one_of("page_in_straights", page_in_straights, ("before_ace", "below_two", "none"))
    one_of("five_of_a_kind", five_of_a_kind, ("top", "below_straight_flush", "off"))
    one_of("emperor_runs", emperor_runs, ("same", "swap"))
    one_of("strength_runs", strength_runs, ("same", "mirror", "linear"))
    categories = permutation(category_order, WITH_FIVE)[::-1]
    if five_of_a_kind == "below_straight_flush":
        if categories != WITH_FIVE:
            raise RulesError("five_of_a_kind: below_straight_flush goes only with the default category_order")
        categories = (*STANDARD_CATEGORIES[:-1], Category.FIVE, Category.STRAIGHT_FLUSH)
    elif five_of_a_kind == "off":
        categories = tuple(c for c in categories if c != Category.FIVE)
    runs = {"none": "same", "emperor": emperor_runs, "strength": strength_runs}[arcana]
    return Order("fortune", TAROT_PAGE_LOW, fortune_strength(arcana), categories, fortune_runs(arcana, runs, page_in_straights))


def fortune_strength(arcana: str) -> tuple[int, ...]:
    if arcana == "emperor":
        return (*range(PAGE, KING), TAROT_ACE, KING)
    if arcana == "strength":
        return (PAGE, *range(TAROT_ACE, PAGE, -1))
    return tuple(range(TAROT_ACE + 1))


def fortune_runs(arcana: str, reading: str, page: str) -> tuple[Run, ...]:
    """Straights lowest first: five neighbours on the ladder of FO-5.3, 5.5, 5.6 and 5.10."""
    ladder = [PAGE, TAROT_ACE, *range(TWO, TAROT_ACE + 1)]
    twice = 1  # where the rank that stands twice has its second place
    if reading == "swap":
        ladder = [PAGE, KING, *range(TWO, QUEEN + 1), TAROT_ACE, KING]
    elif reading in ("mirror", "linear"):
        ladder = [PAGE, *range(TAROT_ACE, PAGE, -1), TAROT_ACE]
        twice = len(ladder) - 1
    if page == "below_two" or reading == "linear":
        del ladder[twice]
    if page == "none":
        ladder.remove(PAGE)
    runs = windows(ladder)
    if arcana == "strength" and reading == "same":  # turned round, but the Page's run stays lowest
        return (*(r for r in runs if PAGE in r), *reversed([r for r in runs if PAGE not in r]))
    return runs


FORTUNE = fortune_order()
FORTUNE_EMPEROR = fortune_order("emperor")
FORTUNE_STRENGTH = fortune_order("strength")
