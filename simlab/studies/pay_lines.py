"""A pay table as data: what each hand is paid, line by line, and out of which deck hands are dealt.

    title: 9/6 Jacks or Better
    pays:
      - {hand: royal flush, pay: 800}
      - {hand: four of a kind, of: A, with: 2-4, pay: 400}
      - {hand: pair, of: J+, pay: 1}

A hand is paid the best line that it fits; wild cards stand for whatever pays best.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from simlab.cards import FRENCH, FRENCH_RANKS, RANK_WORDS
from simlab.errors import CardError, InputError, nearest
from simlab.ranking.hands import NAMES, Category
from simlab.ranking.orders import ALIASES
from simlab.ranking.text import WORDS
from simlab.scenarios.shapes import Shape
from simlab.solvers.draw import FULL_DECK, MOST_JOKERS, DrawDeck
from simlab.solvers.pays import ALL, MOST_WILDS, Pattern, PayDeck

MOST_LINES = 40
MOST_PAY = 100_000
MOST_PARTS = 1_000  # a pay may be so many parts of a bet
MOST_COMMON = 1_000_000_000  # parts of a bet in which all pays of a table are whole
MOST_LETTERS = 30  # of a pay: `1e99999999` would be written out before anybody could say that it is too large
ANY = "any hand"
JOKER_WORDS = ("joker", "jk", "jo", "*")


# ---- words of a line


def rank_of(word: object) -> int:
    """`A`, `10`, `ten` as a number, the two lowest."""
    text = str(word).strip()
    name = RANK_WORDS.get(text.lower(), text.upper())
    name = "T" if name == "10" else name
    if name not in FRENCH_RANKS:
        raise ValueError(f"no rank {text!r}{nearest(text, FRENCH_RANKS)}")
    return FRENCH_RANKS.index(name)


def rank_bits(value: object) -> int:
    """`A`, `J+`, `2-4` or a list of such, as bits."""
    if isinstance(value, list):
        bits = 0
        for part in value:
            bits |= rank_bits(part)
        return bits
    text = str(value).strip()
    if text.endswith("+"):
        return ALL & ~((1 << rank_of(text[:-1])) - 1)
    low, dash, high = text.partition("-")
    ends = sorted((rank_of(low), rank_of(high if dash else low)))
    return (1 << ends[1] + 1) - (1 << ends[0])


def category_of(value: object) -> Category:
    """A hand by name: `full house`, `three of a kind`; `any hand` is whatever is dealt."""
    text = " ".join(str(value).lower().replace("_", " ").replace("-", " ").split())
    if text in (ANY, "any"):
        return Category.HIGH_CARD
    word = ALIASES.get(text.replace(" ", "_"), text.replace(" ", "_"))
    if word.upper() not in Category.__members__:
        raise ValueError(f"no hand {str(value)!r}{nearest(text, [*NAMES.values(), ANY])}")
    return Category[word.upper()]


def fraction_of(value: object) -> Fraction:
    """A pay: 3, 1.5 or 3/2."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Fraction):
        raise ValueError("a pay is a number such as 3, 1.5 or 3/2")
    text = str(value)
    try:
        found = Fraction("" if len(text) > MOST_LETTERS or (isinstance(value, str) and "e" in text.lower()) else text)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"a pay is a number such as 3, 1.5 or 3/2, not {text[:MOST_LETTERS]!r}") from None
    if not 0 <= found <= MOST_PAY or found.denominator > MOST_PARTS:
        raise ValueError(f"a pay is 0 to {MOST_PAY:,}, in parts of at most 1/{MOST_PARTS:,}, not {value}")
    return found


def wild_range(value: object) -> tuple[int, int]:
    """`wilds: 0` exactly so many; `wilds: [1, 4]` from, to."""
    ends: list[Any] = value if isinstance(value, list) else [value, value]
    if len(ends) != 2 or not all(type(end) is int for end in ends) or not 0 <= ends[0] <= ends[1] <= MOST_WILDS:
        raise ValueError(f"wilds is a number, or two: [fewest, most], of 0 to {MOST_WILDS}")
    return ends[0], ends[1]


Ranks = Annotated[int, BeforeValidator(rank_bits)]
Pay = Annotated[Fraction, BeforeValidator(fraction_of)]


class Line(Shape):
    """One line of a pay table."""

    hand: Annotated[Category, BeforeValidator(category_of)] = Field(description="royal flush, four of a kind, pair ...; any hand")
    pay: Pay = Field(description="what it pays")
    of: Ranks = Field(ALL, description="only of these ranks: A, J+, 2-4, [5, K]; of a straight its highest card")
    beside: Ranks = Field(ALL, alias="with", description="with four of a kind: only with one of these ranks beside it")
    wilds: Annotated[tuple[int, int], BeforeValidator(wild_range)] = Field(
        (0, MOST_WILDS), description="only with so many wild cards: 0, or [fewest, most]"
    )
    name: str = Field("", max_length=60, description="what people call it")

    @model_validator(mode="after")
    def goes_together(self) -> "Line":
        if self.of != ALL and self.hand in (Category.FLUSH, Category.ROYAL_FLUSH):
            raise ValueError(f"`of:` does not go with a {NAMES[self.hand]}")
        if self.beside != ALL and self.hand != Category.FOUR:
            raise ValueError("`with:` goes with four of a kind alone")
        return self

    @property
    def pattern(self) -> Pattern:
        return Pattern(self.hand, self.of, self.beside, *self.wilds)

    @property
    def title(self) -> str:
        return self.name or line_title(self)


def line_title(line: Line) -> str:
    """As people say it: "four aces with 2 to 4", "pair of jacks or better"."""
    of, named = rank_range(line.of), NAMES[line.hand]
    if line.hand == Category.HIGH_CARD:
        named = ANY if line.of == ALL else f"{of} high"
    elif line.of != ALL and line.hand in (Category.PAIR, Category.THREE, Category.FOUR, Category.FIVE):
        named = f"{named.split()[0]} of {of}" if line.hand == Category.PAIR else f"{named.split()[0]} {of}"
    elif line.of != ALL:
        named = f"{named}, {of} high" if line.hand in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) else f"{named}, {of}"
    if line.beside != ALL:
        named += f" with {rank_range(line.beside, many=False)}"
    return named + wild_words(*line.wilds)


def wild_words(least: int, most: int) -> str:
    if (least, most) == (0, MOST_WILDS):
        return ""
    if most == 0:
        return ", no wild card"
    return f", {least} wild" if least == most else f", {least} wild or more" if most == MOST_WILDS else f", {least} to {most} wild"


def rank_range(bits: int, many: bool = True) -> str:
    """`jacks or better`, `twos to fours`, `aces`."""
    held = [r for r in range(len(FRENCH_RANKS)) if bits >> r & 1]
    names = [rank_name(r, many) for r in held]
    in_a_row = held == list(range(held[0], held[-1] + 1)) if held else False
    if in_a_row and len(held) > 1 and held[-1] == len(FRENCH_RANKS) - 1:
        return f"{names[0]} or better"
    if in_a_row and len(held) > 2:
        return f"{names[0]} to {names[-1]}"
    return ", ".join(names[:-1]) + (" or " if len(names) > 1 else "") + names[-1] if names else "nothing"


def rank_name(rank: int, many: bool = True) -> str:
    word = WORDS[FRENCH_RANKS[rank]]
    return word if not many else word + "es" if word == "six" else word + "s"


# ---- the deck


class DeckShape(Shape):
    """Which cards there are."""

    lowest: Annotated[int, BeforeValidator(rank_of)] = Field(0, description="the lowest rank: 2, or 7 in a deck of 32")
    jokers: int = Field(0, ge=0, le=MOST_JOKERS, description="jokers, which are wild")
    wild: Ranks = Field(0, description="ranks that are wild: 2, or [2, 3]")

    @property
    def pay_deck(self) -> PayDeck:
        return PayDeck(DrawDeck(self.lowest, self.jokers), self.wild)

    @model_validator(mode="after")
    def leaves_cards(self) -> "DeckShape":
        if self.lowest > 8:
            raise ValueError("the lowest rank is ten at most: there would be no straight and too few cards")
        return self


def read_cards(text: str, deck: PayDeck) -> list[int]:
    """Cards by the numbers of the draw optimiser, `joker` among them; each once, and of this deck."""
    words = text.replace(",", " ").split()
    jokers = sum(word.lower() in JOKER_WORDS for word in words)
    cards = FRENCH.read(" ".join(word for word in words if word.lower() not in JOKER_WORDS))
    for card in cards:
        if card < deck.draw.low:
            raise CardError(f"{FRENCH.write([card])} is not in this deck")
    if jokers > deck.draw.jokers:
        raise CardError(f"{jokers} jokers: this deck has {deck.draw.jokers}" if deck.draw.jokers else "this deck has no joker")
    return [*cards, *range(FULL_DECK, FULL_DECK + jokers)]


def write_cards(cards: Sequence[int]) -> str:
    """The reverse."""
    return " ".join([*([FRENCH.write(c for c in cards if c < FULL_DECK)] if any(c < FULL_DECK for c in cards) else []),
                     *("joker" for c in cards if c >= FULL_DECK)])  # fmt: skip


# ---- the whole table, as solvers take it


def common_parts(pays: Iterable[Fraction]) -> int:
    """Parts of a bet in which every pay is whole."""
    parts = lcm(*(pay.denominator for pay in pays))
    if parts > MOST_COMMON:
        raise InputError(f"the pays are whole only in {parts:.3g} parts of a bet: exact sums hold no more than {MOST_COMMON:,}")
    return parts


@dataclass(frozen=True)
class Pays:
    """Lines with whole pays in parts of a bet: what solvers sum up."""

    lines: tuple[Line, ...]

    @cached_property
    def parts(self) -> int:
        return common_parts(line.pay for line in self.lines)

    @property
    def whole(self) -> list[int]:
        return [int(line.pay * self.parts) for line in self.lines]

    @property
    def patterns(self) -> list[Pattern]:
        return [line.pattern for line in self.lines]


def shipped(folder: Path) -> dict[str, Path]:
    """What comes with simlab, by name."""
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}


def find(name: str, folder: Path, what: str) -> Path:
    """A file of the user's, or one that comes with simlab, by name."""
    known = shipped(folder)
    if name in known:
        return known[name]
    path = Path(name)
    if path.suffix in (".yaml", ".yml") or path.exists():
        return path
    raise InputError(f"no {what} {name!r}{nearest(name, known)}; a file of your own ends in .yaml")


def plain(value: Any) -> Any:
    """For JSON: fractions as numbers."""
    return float(value) if isinstance(value, Fraction) else value
