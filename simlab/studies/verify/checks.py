"""A published number and what this machine makes of it: the two side by side, and whether they agree."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from simlab.ranking.counting import odds
from simlab.ranking.hands import NAMES, Category
from simlab.ranking.orders import Order

Ours = Callable[[], "Found"]


@dataclass(frozen=True)
class Found:
    """What was computed here. `agrees` is None where it could not be: a game that is not installed."""

    text: str
    agrees: bool | None


@dataclass(frozen=True)
class Check:
    """One row: what, what is published, who says so, and how to compute it here."""

    group: str
    what: str
    published: str
    source: str
    ours: Ours
    long: bool = False  # only with --all


def exactly(group: str, what: str, published: str, source: str, compute: Callable[[], str], long: bool = False) -> Check:
    """A number that is to come out to the digit printed."""

    def ours() -> Found:
        text = compute()
        return Found(text, text == published)

    return Check(group, what, published, source, ours, long)


def hands_of_five(group: str, order: Order, counts: Mapping[Category, int], source: str) -> Iterator[Check]:
    """How many hands of five there are of each category."""
    for held, count in counts.items():
        yield exactly(group, NAMES[held], number(count), source, partial(fives, order, held))


def fives(order: Order, held: Category) -> str:
    return number(odds(order, 5).counts[held])


def between(group: str, what: str, published: str, value: float, source: str, ends: Callable[[], tuple[float, float]],
            digits: int = 6, widest: float = 1e-3, unit: str = "") -> Check:  # fmt: skip
    """A number that is to lie within an interval found here, which is to be short."""

    def ours() -> Found:
        low, high = ends()
        scale = 100 if unit == " %" else 1
        return Found(f"{scale * low:.{digits}f} to {scale * high:.{digits}f}{unit}", low <= value <= high and high - low <= widest)

    return Check(group, what, published, source, ours)


def percent(value: Fraction, digits: int) -> str:
    """To so many digits, rounded once."""
    scaled = round(value * 100 * 10**digits)
    sign, scaled = ("-", -scaled) if scaled < 0 else ("", scaled)
    return f"{sign}{scaled // 10**digits}.{scaled % 10**digits:0{digits}d} %"


def number(value: int) -> str:
    return f"{value:,}"
