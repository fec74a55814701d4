"""What can be said about a deck and an order of hands: the words of an order file, checked.

The same words serve in YAML, in Python (a mapping) and under a known name (`known.yaml`). `like: NAME` begins from a known order and
changes what is said besides.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from simlab.ranking.packs import symbols

MOST_SUITS, MOST_RANKS, MOST_COPIES, MOST_JOKERS, MOST_HAND, MOST_DEALT = 8, 16, 8, 8, 7, 16
MOST_CATEGORIES = 24

PATTERNS: dict[str, dict[str, Any]] = {
    "high_card": {},
    "pair": {"groups": (2,)},
    "two_pair": {"groups": (2, 2)},
    "three_pair": {"groups": (2, 2, 2)},
    "three": {"groups": (3,)},
    "full_house": {"groups": (3, 2)},
    "two_threes": {"groups": (3, 3)},
    "four": {"groups": (4,)},
    "four_and_pair": {"groups": (4, 2)},
    "four_and_three": {"groups": (4, 3)},
    "five": {"groups": (5,)},
    "six": {"groups": (6,)},
    "seven": {"groups": (7,)},
    "straight": {"run": True},
    "flush": {"suited": True},
    "straight_flush": {"run": True, "suited": True},
    "royal_flush": {"run": True, "suited": True, "top": True},
}
OTHER_NAMES = {
    "nothing": "high_card", "no_pair": "high_card", "one_pair": "pair", "two_pairs": "two_pair", "three_pairs": "three_pair",
    "three_of_a_kind": "three", "trips": "three", "set": "three", "four_of_a_kind": "four", "quads": "four", "five_of_a_kind": "five",
    "six_of_a_kind": "six", "seven_of_a_kind": "seven", "full": "full_house",
}  # fmt: skip
TIES = ("kickers", "suits", "sum", "made_sum", "higher_rank")
FILES = ConfigDict(frozen=True, extra="forbid")


def key_of(name: object) -> str:
    """`Full House`, `full-house` and `full_house` are one name."""
    word = "_".join(str(name).strip().lower().replace("-", " ").replace("_", " ").split())
    return OTHER_NAMES.get(word, word)


def listed(value: Any) -> Any:
    return value if isinstance(value, list | tuple) or value is None else [value]


Symbols = Annotated[tuple[str, ...], BeforeValidator(lambda given: symbols(given) if isinstance(given, str | list | tuple) else given)]
Names = Annotated[tuple[str, ...], BeforeValidator(listed)]


class DeckData(BaseModel):
    """Which cards there are."""

    model_config = FILES

    suits: Symbols = Field(tuple("cdhs"), description="One letter for each suit, lowest first, which matters only where suits break ties.")
    ranks: Symbols = Field(tuple("23456789TJQKA"), description="One word for each rank, weakest first: put the ace first where it is low.")
    copies: int = Field(1, ge=1, le=MOST_COPIES, description="How many of each card there are.")
    jokers: int = Field(0, ge=0, le=MOST_JOKERS, description="Jokers in the deck; they are wild.")
    without: str = Field("", description="Cards that are taken out of the deck.")

    @model_validator(mode="after")
    def are_told_apart(self) -> "DeckData":
        for what, words, most in (("suits", self.suits, MOST_SUITS), ("ranks", self.ranks, MOST_RANKS)):
            if not 1 <= len(words) <= most:
                raise ValueError(f"a deck has 1 to {most} {what}, not {len(words)}")
            if len({word.lower() for word in words}) < len(words):
                raise ValueError(f"two {what} have the same name: {' '.join(words)}")
        for suit in self.suits:
            if len(suit) != 1 or suit.isspace() or suit in "|/,;*":
                raise ValueError(f"a suit is one letter or sign, not {suit!r}")
        for rank in self.ranks:
            if not rank.isalnum() or len(rank) > 3:
                raise ValueError(f"a rank is one to three letters or digits, not {rank!r}")
        return self


class WildData(BaseModel):
    """Which cards stand for others."""

    model_config = FILES

    ranks: Symbols = Field((), description="Ranks whose cards are all wild.")
    cards: str = Field("", description="Single cards that are wild.")
    lowest: bool = Field(False, description="Every card of the lowest rank among a player's own cards is wild.")
    jokers: Literal["any", "bug"] = Field(
        "any", description="A joker stands for any card, or is a bug: an ace, or what completes a straight or flush."
    )
    bug_rank: str = Field("", description="The rank a bug has where it completes nothing; the ace, or the highest rank without one.")


class StraightData(BaseModel):
    """Which runs are straights. They compare by their last card."""

    model_config = FILES

    length: int = Field(0, ge=0, le=MOST_HAND, description="Cards in a straight; as many as count in a hand without it.")
    wheel: bool = Field(True, description="The highest rank may also stand below the lowest: A-2-3-4-5.")
    corner: bool = Field(False, description="Runs may go round the corner: Q-K-A-2-3.")
    gaps: int = Field(0, ge=0, le=4, description="Ranks that may be missing inside a run.")
    step: int = Field(1, ge=1, le=5, description="Ranks from one card to the next: 2 makes straights of every other rank.")


class PatternData(BaseModel):
    """A kind of hand of your own: everything it asks for must be there."""

    model_config = FILES

    name: str = Field(min_length=1, max_length=40, description="What people call it.")
    groups: Annotated[tuple[int, ...], BeforeValidator(listed)] = Field(
        (), max_length=MOST_HAND, description="Cards of one rank, of a second rank and so on."
    )
    run: int | bool = Field(False, description="Cards in a row; true for the length of a straight.")
    step: int = Field(0, ge=0, le=5, description="Ranks from one card of the run to the next; as in straights without it.")
    suited: int | bool = Field(False, description="Cards of one suit; true for the length of a flush. With a run: the run's own cards.")
    top: bool = Field(False, description="The run must be the highest there is.")
    within: Symbols = Field((), description="All cards must be of these ranks.")
    natural: bool = Field(False, description="No wild card may be in the hand.")
    wilds: int = Field(0, ge=0, le=MOST_HAND, description="Wild cards that must be in the hand.")


class UseData(BaseModel):
    """How many of a player's own cards count, and how many of the board's."""

    model_config = FILES

    own: int = Field(ge=1, le=MOST_HAND, description="Own cards that count: exactly so many.")
    board: int = Field(ge=1, le=MOST_HAND, description="Cards of the board that count: exactly so many.")


class OrderData(BaseModel):
    """A deck, and which hand beats which."""

    model_config = FILES

    name: str = Field("", max_length=60, description="What the order is called.")
    about: str = Field("", max_length=500, description="One sentence about it.")
    deck: DeckData = Field(default_factory=lambda: DeckData.model_validate({}), description="Which cards there are.")
    hand: int = Field(5, ge=1, le=MOST_HAND, description="Cards that count.")
    dealt: Annotated[tuple[int, ...], BeforeValidator(listed)] = Field(
        (), max_length=MOST_DEALT, description="Numbers of cards a hand may have, the board's too; as many as count or more without it."
    )
    fewer: bool = Field(False, description="Hands of fewer cards are ranked for what they hold; refused without it.")
    use: UseData | None = Field(None, description="Exactly so many own cards and so many of the board; the best of all without it.")
    unlike: bool = Field(False, description="Only cards of different ranks and suits count, and more of them beat fewer (badugi).")
    wild: WildData = Field(default_factory=lambda: WildData.model_validate({}), description="Which cards stand for others.")
    categories: Annotated[tuple[str | PatternData, ...], BeforeValidator(listed)] = Field(
        (), max_length=MOST_CATEGORIES, description="Kinds of hands, lowest first: known names, or patterns of your own."
    )
    by_rarity: bool = Field(False, description="Put the categories in order of rarity, the rarest on top, whatever their order here.")
    straights: StraightData = Field(default_factory=lambda: StraightData.model_validate({}), description="Which runs are straights.")
    flush: int = Field(0, ge=0, le=MOST_HAND, description="Cards in a flush; as many as count in a hand without it.")
    low: bool = Field(False, description="The lowest hand wins: everything is turned round.")
    at_least: str = Field("", description="A hand that must be reached; what is worse does not qualify.")
    ties: Names = Field(("kickers",), max_length=len(TIES), description="How hands of one category compare, one rule after the other.")
    points: dict[str, int] = Field(default_factory=dict, description="What ranks count in sums; their place in the row without it.")

    @model_validator(mode="before")
    @classmethod
    def ranks_may_look_like_numbers(cls, given: Any) -> Any:
        if isinstance(given, dict) and isinstance(given.get("points"), dict):
            return {**given, "points": {str(rank): points for rank, points in given["points"].items()}}
        return given


def described() -> Sequence[tuple[str, str, str]]:
    """(block, word, sentence) of everything that can be said, for the docs."""
    blocks: dict[str, type[BaseModel]] = {
        "": OrderData,
        "deck": DeckData,
        "wild": WildData,
        "straights": StraightData,
        "use": UseData,
        "categories": PatternData,
    }
    return [(block, word, str(field.description)) for block, model in blocks.items() for word, field in model.model_fields.items()]
