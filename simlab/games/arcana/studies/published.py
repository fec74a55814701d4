"""What arcana's rules say is exact (section 10, E1 and E3), for `simlab verify`."""

from collections.abc import Iterator
from functools import cache, partial

from simlab.games.arcana.ranking.odds import BEST_FIRST, counts
from simlab.studies.verify.checks import Check, exactly, number

SOURCE = "its rules, exact checks"
FIVE, SIX = 5, 6
HANDS = {  # the best category first; different hands, whatever order their cards come in
    FIVE: (
        56, 3_080, 3_080, 392, 44, 82_992, 13_832, 78_624, 20_384, 11_220, 23_980, 279_552, 1_218_672, 157_248, 1_537_536, 2_030_820,
    ),
    SIX: (
        3_136, 86_240, 167_860, 20_580, 2_424, 1_460_368, 366_548, 2_098_096, 988_624, 502_920, 1_050_776, 4_052_048, 14_301_972,
        3_538_080, 15_171_420, 11_714_280,
    ),
}  # fmt: skip
GROUPS = {FIVE: "arcana, five cards", SIX: "arcana, best five of six"}


@cache
def counted(cards: int) -> dict[str, int]:
    return {count.name: count.multisets for count in counts(cards)}


def count_of(cards: int, name: str) -> str:
    return number(counted(cards)[name])


def rows() -> Iterator[Check]:
    for cards, hands in HANDS.items():
        for name, count in zip(BEST_FIRST, hands, strict=True):
            what = name.replace("_", " ")
            yield exactly(GROUPS[cards], what, number(count), SOURCE, partial(count_of, cards, name), long=cards == SIX)


PUBLISHED = tuple(rows())
