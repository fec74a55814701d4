"""Which hand beats which, as data: the type `Order`, ordinary poker's, and how an order becomes the record that kernels read.

An order says how the ranks stand, which runs are straights and how these compare, the order of the categories and the
tie-break. `Order.record` is what kernels read: a game builds its order in its own `order.py`, nests the record in its rules as
`("order", ORDER)`, fills it by `rules["order"] = the_order(...).record` and ranks by `rank(mask, rules.order)`.

Inside kernels a rank is its place by strength (0 the weakest), so that bit masks compare like hands.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from simlab.cards import FRENCH, Deck
from simlab.errors import RulesError, UnknownName
from simlab.jit import new, record
from simlab.ranking.hands import CATEGORY_AT, HAND, NAMES, Category, Family
from simlab.ranking.permute import exchanges, on_all_suits

EXTRAS = 3  # runs whose ranks are not neighbours by strength, such as A-2-3-4-5
SWAPS = 7
RUNS = 16
SHAPES = 32

ORDER = record(
    ("family", "i8"),  # Family: the tie-break below the category
    ("plain", "i8"),  # 1: standard comparison
    ("direct", "i8"),  # 1: the best five of many are found at once; 0: by trying every five
    ("wild_direct", "i8"),  # the same for hands with a wild card
    ("full_house_high", "i8"),  # 1: a full house compares the higher of its two ranks first (SH-8.9)
    ("dead", "i8"),  # 1: fewer than five cards are a high card whatever they hold
    ("fast", "i8"),  # 1: the plain order of 13 ranks, which has the fastest batch kernels
    ("five", "i8"),  # 1: a wild card makes five of a kind
    ("ranks", "i8"),  # the ranks of the deck, by strength
    ("swaps", "i8"),  # exchanges that put ranks in order of strength
    ("swap_shift", "i8", (SWAPS,)),
    ("swap_mask", "i8", (SWAPS,)),
    ("natural", "i8"),  # runs of neighbours that are straights, by their lowest rank; worth bit (lowest rank + 2)
    ("extra", "i8", (EXTRAS,)),  # other straights: their ranks ...
    ("extra_value", "i8", (EXTRAS,)),  # ... and the bit they are worth
    ("royal", "i8"),  # the bit of the run that makes a straight flush royal; -1 where that is no category
    ("runs", "i8"),  # number of straights
    ("run_mask", "i8", (RUNS,)),  # their ranks, best first ...
    ("run_value", "i8", (RUNS,)),  # ... and their bits
    ("run_sum", "i8", (RUNS,)),  # by bit: sum of the ranks, a low ace standing below the run's second card
    ("tail", "i8"),  # ranks that come last when the suits of an extra run are compared (the low ace)
    ("suit_gather", "i8"),  # multiplier that collects one rank's suits, the highest suit on top
    ("head", "i8", (16,)),  # by category: place and category at their bits
    ("by_shape", "i8", (SHAPES,)),  # the same by the shape of five cards, see `scalar.five`
)

# a hand of the later category also has the pattern of the earlier one
CONTAINS = (
    *((Category.HIGH_CARD, c) for c in Category if c != Category.HIGH_CARD),
    *((Category.PAIR, c) for c in (Category.TWO_PAIR, Category.THREE, Category.FULL_HOUSE, Category.FOUR, Category.FIVE)),
    *((Category.THREE, c) for c in (Category.FULL_HOUSE, Category.FOUR, Category.FIVE)),
    (Category.TWO_PAIR, Category.FULL_HOUSE),
    (Category.FOUR, Category.FIVE),
    *((c, Category.STRAIGHT_FLUSH) for c in (Category.STRAIGHT, Category.FLUSH)),
    *((c, Category.ROYAL_FLUSH) for c in (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH)),
)

Run = tuple[int, ...]  # five ranks of the deck, low to high along the ladder

STANDARD_CATEGORIES = tuple(Category)[: Category.ROYAL_FLUSH]
WITH_ROYAL = tuple(Category)[: Category.FIVE]
MADE_OF_RUNS = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
WITH_FIVE = (*STANDARD_CATEGORIES, Category.FIVE)
ACE = 12  # of the French deck


@dataclass(frozen=True)
class Order:
    """One way to rank hands. Everything a person reads about it, and the record that kernels read."""

    name: str
    deck: Deck
    strength: tuple[int, ...]  # ranks of the deck, weakest first
    categories: tuple[Category, ...]  # lowest first
    runs: tuple[Run, ...]  # straights, lowest first
    family: Family = Family.STANDARD
    full_house_high: bool = False
    suit_order: tuple[int, ...] = (0, 1, 2, 3)  # lowest first; only for Family.SUITS
    dead: bool = False
    record: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        missing = [NAMES[c] for c in STANDARD_CATEGORIES if c not in self.categories and (self.runs or c not in MADE_OF_RUNS)]
        if missing:
            raise RulesError(f"order {self.name!r} lacks {', '.join(missing)}; orders without it are ranked by simlab.ranking.named")
        object.__setattr__(self, "record", compile_order(self))

    @property
    def cards(self) -> list[int]:
        """Card ids of the deck that this order ranks (a stripped deck lacks its low ranks)."""
        return [c for c in range(self.deck.size) if self.deck.rank(c) in self.strength]

    @property
    def run_values(self) -> tuple[int, ...]:
        return run_values(self)


# ---- ordinary poker


def standard_order(royal: bool = False, deck: Deck = FRENCH) -> Order:
    """Ordinary poker, ace high or low in a straight."""
    return Order("standard", deck, tuple(range(13)), WITH_ROYAL if royal else STANDARD_CATEGORIES, french_runs())


def joker_order() -> Order:
    """Ordinary poker with a joker in the deck: five of a kind on top."""
    return Order("joker", FRENCH, tuple(range(13)), WITH_FIVE, french_runs())


def french_strength(lowest: int) -> tuple[int, ...]:
    if not 2 <= lowest <= 10:
        raise RulesError(f"the lowest rank must be 2 to 10, not {lowest}")
    return tuple(range(lowest - 2, ACE + 1))


def french_runs(ace_low: bool = True, lowest: int = 2) -> tuple[Run, ...]:
    ladder = french_strength(lowest)
    return windows((ACE, *ladder) if ace_low else ladder)


def windows(ladder: Sequence[int]) -> tuple[Run, ...]:
    return tuple(tuple(ladder[i : i + HAND]) for i in range(len(ladder) - HAND + 1))


# ---- reading knobs

ALIASES = {
    "one_pair": "pair", "two_pairs": "two_pair", "three_kind": "three", "three_of_a_kind": "three", "four_kind": "four",
    "four_of_a_kind": "four", "five_kind": "five", "five_of_a_kind": "five",
}  # fmt: skip


def read_category(name: object) -> Category:
    """A category by name ("full house", "three_of_a_kind") or by code."""
    if isinstance(name, int):
        if name in Category._value2member_map_:
            return Category(name)
        raise UnknownName("category", name, [c.name.lower() for c in Category])
    word = str(name).strip().lower().replace(" ", "_").replace("-", "_")
    word = ALIASES.get(word, word)
    if word.upper() not in Category.__members__:
        raise UnknownName("category", name, [c.name.lower() for c in Category])
    return Category[word.upper()]


def permutation(names: Iterable[object], of: Sequence[Category]) -> tuple[Category, ...]:
    listed = names.split(",") if isinstance(names, str) else names
    categories = tuple(read_category(name) for name in listed)
    if sorted(categories) != sorted(of):
        raise RulesError(f"category_order must name each of these once: {', '.join(NAMES[c] for c in of)}")
    return categories


def one_of(knob: str, value: str, choices: Sequence[str]) -> None:
    if value not in choices:
        raise RulesError(f"{knob} must be one of {', '.join(choices)}, not {value!r}")


# ---- from an order to its record


def compile_order(order: Order) -> Any:
    out = new(ORDER)
    out.family = order.family
    out.full_house_high = order.full_house_high
    out.dead = order.dead
    out.five = Category.FIVE in order.categories
    out.ranks = (1 << len(order.strength)) - 1
    sensible = all(stands_above(order, high, low) for low, high in CONTAINS)
    plain = order.family == Family.STANDARD and not order.full_house_high
    out.direct = sensible and order.family != Family.SUITS and not order.full_house_high
    out.wild_direct = sensible and plain and not order.dead and stands_above(order, Category.THREE, Category.TWO_PAIR)
    write_swaps(out, order)
    out.plain = plain
    write_runs(out, order)
    write_heads(out, order)
    out.suit_gather = sum(1 << 48 + above - 16 * suit for above, suit in enumerate(order.suit_order))
    out.fast = (
        plain
        and not order.dead
        and (order.strength, order.categories, order.runs) == (tuple(range(13)), STANDARD_CATEGORIES, french_runs())
    )
    return out


def stands_above(order: Order, high: Category, low: Category) -> bool:
    """Is `high` above `low`, or one of them no category of this order?"""
    places = order.categories
    return high not in places or low not in places or places.index(high) > places.index(low)


def write_swaps(out: Any, order: Order) -> None:
    """Exchanges that bring rank strength[k] to bit k; ranks that are not in the deck fill up."""
    absent = [rank for rank in range(16) if rank not in order.strength]
    target = [0] * 16
    for bit, rank in enumerate((*order.strength, *absent)):
        target[rank] = bit
    for k, (shift, mask) in enumerate(exchanges(target)):
        out.swaps = k + 1
        out.swap_shift[k] = shift
        out.swap_mask[k] = on_all_suits(mask)


def run_masks(order: Order) -> tuple[int, ...]:
    bit = {rank: k for k, rank in enumerate(order.strength)}
    return tuple(sum(1 << bit[rank] for rank in run) for run in order.runs)


def run_values(order: Order) -> tuple[int, ...]:
    """The bit each run is worth: neighbours their lowest rank + 2, the others a free bit in between."""
    natural = [is_natural(mask) for mask in run_masks(order)]
    bits = [0] * len(order.runs)
    for k, mask in enumerate(run_masks(order)):
        if natural[k]:
            bits[k] = mask.bit_length() - HAND + 2
    first = natural.index(True) if True in natural else len(natural)
    for k in range(first - 1, -1, -1):
        bits[k] = (bits[k + 1] if k + 1 < len(bits) else len(bits)) - 1
    for k in range(first, len(bits)):
        if not natural[k]:
            bits[k] = bits[k - 1] + 1
    if bits != sorted(set(bits)) or natural.count(False) > EXTRAS or (bits and not 0 <= bits[0] <= bits[-1] < 14):
        raise RulesError(f"the straights of order {order.name!r} cannot be put in line: at most {EXTRAS} may skip ranks")
    return tuple(1 << bit for bit in bits)


def run_ranks(value: int) -> int:
    """How scores hold a run: see `scalar.run_ranks`."""
    return value * 31 >> 2


def is_natural(mask: int) -> bool:
    return mask == 0b11111 << (mask.bit_length() - HAND)


def write_runs(out: Any, order: Order) -> None:
    masks, values = run_masks(order), run_values(order)
    out.royal = values[-1] if Category.ROYAL_FLUSH in order.categories and values else -1
    out.natural = sum(value >> 2 for mask, value in zip(masks, values, strict=True) if is_natural(mask))
    extras = [(mask, value) for mask, value in zip(masks, values, strict=True) if not is_natural(mask)]
    for k in range(EXTRAS):
        out.extra[k], out.extra_value[k] = extras[k] if k < len(extras) else (0xFFFF, 0)
    out.runs = len(masks)
    for k, (run, mask, value) in enumerate(reversed(list(zip(order.runs, masks, values, strict=True)))):
        out.run_mask[k], out.run_value[k] = mask, value
        out.run_sum[value.bit_length() - 1] = HAND * order.strength.index(run[-1]) - 10
        if not is_natural(mask):
            out.tail |= 1 << order.strength.index(run[0])


def write_heads(out: Any, order: Order) -> None:
    for place, category in enumerate(order.categories):
        out.head[category] = (place << 4 | category) << CATEGORY_AT
    if Category.ROYAL_FLUSH not in order.categories:
        out.head[Category.ROYAL_FLUSH] = out.head[Category.STRAIGHT_FLUSH]
    for shape in range(SHAPES):
        out.by_shape[shape] = out.head[shape_category(shape)]


def shape_category(shape: int) -> Category:
    """The category of five cards by number of ranks + 8 times the number of ranks held twice; no straights and flushes."""
    ranks, twice = shape & 7, shape >> 3
    if ranks == 2:
        return Category.FULL_HOUSE if twice == 2 else Category.FOUR
    if ranks == 3:
        return Category.TWO_PAIR if twice == 2 else Category.THREE
    return Category.PAIR if ranks == 4 else Category.HIGH_CARD


STANDARD = standard_order()
JOKER = joker_order()
