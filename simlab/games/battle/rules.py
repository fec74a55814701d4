"""Battle: everything about it that is data.

Two to six players draft rows of cards from one pile: look at five, keep one, put four under the pile. Then come rounds of
sabotage, one action a turn out of fourteen kinds, many of which the others can stop. Best poker hand wins, and one face-up card of
somebody else's row may be borrowed for it.
"""

from collections.abc import Mapping
from enum import IntEnum
from random import Random
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema, model_validator

from simlab.contract import knobs
from simlab.contract.columns import SEATS
from simlab.contract.knobs import Choice, knob
from simlab.contract.records import state_record, view_record
from simlab.errors import RulesError, nearest
from simlab.games.battle.columns import CATEGORY_NAMES, COLUMNS, KIND_NAMES, OUTCOME, ROUNDS, TURNS
from simlab.games.battle.order import battle_order
from simlab.jit import record
from simlab.ranking.orders import ORDER

__all__ = ["CATEGORY_NAMES", "COLUMNS", "KIND_NAMES", "OUTCOME", "RULES", "STATE", "VIEW", "Rules"]

VERSION = 1
ROW = 32  # room for a row: seven cards and five more in each of four battle turns are 27
PILE = 64  # the pile goes round in this many places
DRAWN = 8  # room for the seven cards a turn may look at: eight bytes are one word
GROUP = 3
NUMBERS = 13
PASS = 0  # answer 0 in a response window


class Point(IntEnum):
    """What is to be decided (section 3)."""

    ALLIN = 0
    KEEP = 1
    ORDER = 2
    FACING = 3
    KIND = 4
    GROUP = 5
    STACK = 6
    NTH = 7
    CARD = 8
    TARGET = 9
    RESPOND = 10


class Kind(IntEnum):
    """The actions of a battle turn (BA-6, BA-7)."""

    PASS = 0
    PAIR_DRAW = 1
    TRIPLE_DRAW = 2
    DRAW_TOP = 3
    DRAW_NTH = 4
    TURN_DOWN = 5
    FLIP = 6
    SWAP_HIGH = 7
    SWAP_LOW = 8
    SWAP_SAME = 9
    KILL_HIGH = 10
    KILL_LOW = 11
    KILL_SAME = 12
    STEAL_HIGH = 13
    STEAL_LOW = 14


class Then(IntEnum):
    """What follows an action by itself; never pending when somebody is to act."""

    WAIT = 0  # nothing: a seat is asked
    DRAW = 1  # the next drawing turn
    LOOK = 2  # take the top cards in hand
    ASK = 3  # the next seat is asked for a response
    THROUGH = 4  # nobody stopped the action
    TURN = 5  # the next battle turn
    BATTLE = 6  # the battle begins


class End(IntEnum):
    """How an action ended (`outcome` of section 8)."""

    NOT_INTERRUPTIBLE = 0
    WENT_THROUGH = 1
    REVEALED = 2
    TARGET_DISCARDED = 3
    OTHER_DISCARDED = 4


class ReturnOrder(Choice):
    FULL = 0
    THREE = 1
    FIXED = 2


class BattleOrder(Choice):
    SAME = 0
    REVERSED = 1
    ROTATE = 2


class DrawFacing(Choice):
    DOWN = 0
    UP = 1


class AceSum(Choice):
    _14 = 0
    _1 = 1
    EITHER = 2


class ColorMeans(Choice):
    SUIT = 0
    COLOR = 1


class Match(Choice):
    NUMBER_OR_SUIT = 0
    NUMBER_OR_COLOR = 1
    NUMBER = 2
    NONE = 3


class By(Choice):
    ANY = 0
    TARGET = 1
    OTHERS = 2


class Asking(Choice):
    TARGET_FIRST = 0
    CLOCKWISE = 1


class Protection(Choice):
    FACE_UP = 0
    ALL = 1
    OFF = 2


class DiscardOrder(Choice):
    CANONICAL = 0
    CHOICE = 1


class DiscardTo(Choice):
    BOTTOM = 0
    OUT = 1


class Incomplete(Choice):
    COUNT = 0
    DEAD = 1


class HandName(Choice):
    """In the order of `CATEGORY_NAMES`."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


def read_kinds(given: object) -> object:
    """`{swap_high: false}` as fourteen flags in the order of the kinds; kinds not named are allowed."""
    if not isinstance(given, Mapping):
        return given
    for name, allowed in given.items():
        if name not in KIND_NAMES[1:]:
            raise ValueError(f"no kind {name!r}{nearest(name, KIND_NAMES[1:])}")
        if not isinstance(allowed, bool):
            raise ValueError(f"{name} must be true or false (given: {allowed!r})")
    return tuple(given.get(name, True) for name in KIND_NAMES[1:])


def write_kinds(flags: tuple[bool, ...]) -> dict[str, bool]:
    return {name: False for name, allowed in zip(KIND_NAMES[1:], flags, strict=True) if not allowed}


Kinds = Annotated[
    tuple[bool, ...],
    BeforeValidator(read_kinds),
    PlainSerializer(write_kinds),
    WithJsonSchema({"type": "object", "properties": {name: {"type": "boolean"} for name in KIND_NAMES[1:]}, "additionalProperties": False}),
]


class Rules(knobs.Rules):
    COMPILED: ClassVar[tuple[tuple[Any, ...], ...]] = (("order", ORDER), ("barred", "i8"))  # barred: kinds that `kinds` forbids, as bits

    players: int = knob(4, "seats at the table", ge=2, le=6)
    draw_rounds: int = knob(5, "drawing rounds, one card kept in each", ge=1, le=7)
    draw_size: int = knob(5, "cards a drawing turn looks at and an all-in lays down; above 5 return_order is three or fixed", ge=2, le=7)
    return_order: ReturnOrder = knob(ReturnOrder.FULL, "how cards may go back under the pile: any order, as drawn or sorted, or as drawn")
    max_facedown: int = knob(1, "most cards of a row that may stay face down in the drawing rounds", ge=0, le=5)
    allin: bool = knob(True, "all cards of the first draw may be laid face down at once")
    allin_blind: bool = knob(False, "an all-in must be declared before looking at the cards")
    battle_rounds: int = knob(2, "rounds of sabotage", ge=0, le=ROUNDS)
    battle_order: BattleOrder = knob(BattleOrder.SAME, "who acts first in battle: seat 0, the last seat, or another seat each round")
    kinds: Kinds = knob((True,) * 14, "actions allowed, by name; those not named are", min_length=14, max_length=14)
    may_pass: bool = knob(True, "passing is allowed where something else is legal")
    pair_draw_count: int = knob(4, "cards drawn for a pair", ge=1, le=6)
    triple_draw_count: int = knob(6, "cards drawn for three of a kind", ge=1, le=8)
    battle_draw_facing: DrawFacing = knob(DrawFacing.DOWN, "how cards drawn in battle arrive")
    ace_sum: AceSum = knob(AceSum._14, "what an ace counts in the sum that digs for the N-th pile card")
    ace_low_straight: bool = knob(True, "the ace may stand below the lowest number in a straight")
    color_means: ColorMeans = knob(ColorMeans.SUIT, "what `color` means for flip blocks and steal supports: the suit, or red and black")
    interrupt_match: Match = knob(Match.NUMBER_OR_SUIT, "what a card must share with the used card to stop an attack")
    interrupt_by: By = knob(By.ANY, "who may discard against attacks and flips")
    interrupt_order: Asking = knob(Asking.TARGET_FIRST, "who is asked first for a response")
    interrupt_with_target: bool = knob(False, "the targeted card itself may be spent to stop the action")
    reveal_response: bool = knob(True, "the target seat may turn up a hidden card that protects the target")
    protection: Protection = knob(Protection.FACE_UP, "which cards of a row protect lower or higher ones of their suit")
    steal_high_support: int = knob(2, "supports needed to steal with a higher card", ge=0, le=5)
    steal_low_support: int = knob(3, "supports needed to steal with a lower card", ge=0, le=5)
    steal_support_includes_spent: bool = knob(True, "the used card counts as a support when it matches")
    steal_reveal_support: bool = knob(True, "supports of a steal must be shown")
    steal_low_same_suit: bool = knob(False, "a lower card steals within its suit only")
    discard_order: DiscardOrder = knob(DiscardOrder.CANONICAL, "order of a discarded pair or triple: lowest card uppermost, or as chosen")
    discard_to: DiscardTo = knob(DiscardTo.BOTTOM, "where battle discards go: under the pile, or out of the game")
    borrow_max: int = knob(1, "face-up cards of others that a hand may use", ge=0, le=2)
    borrow_shared: bool = knob(True, "several players may borrow the same card; false: clockwise from seat 0, each card lent once")
    incomplete_hands: Incomplete = knob(Incomplete.COUNT, "fewer than five cards: pairs and threes count, or only the numbers do")
    category_order: tuple[HandName, ...] = knob(tuple(HandName)[::-1], "the hands, best first", min_length=10, max_length=10)
    deck_low: int = knob(2, "lowest number in the deck", ge=2, le=6)

    @model_validator(mode="after")
    def hands_are_named_once(self) -> "Rules":
        for hand in HandName:
            if self.category_order.count(hand) != 1:
                raise RulesError(f"category_order must name each of the ten hands once, best first: {hand.word} stands {self.times(hand)}")
        return self

    @model_validator(mode="after")
    def cards_suffice(self) -> "Rules":
        if self.draw_size > 5 and self.return_order == ReturnOrder.FULL:
            raise RulesError(f"draw_size {self.draw_size} leaves too many return orders: use return_order three or fixed above 5")
        rows = (self.players - 1) * max(self.draw_rounds, self.draw_size) + self.draw_rounds - 1
        left = 4 * (15 - self.deck_low) - rows
        if left < self.draw_size:  # BA-4.12
            raise RulesError(f"the pile runs short: the last drawing turn would find {max(left, 0)} cards instead of {self.draw_size}")
        return self

    def times(self, hand: Any) -> str:
        return ("nowhere", "once", "twice")[min(self.category_order.count(hand), 2)]

    @classmethod
    def repair(cls, given: dict[str, Any], random: Random) -> dict[str, Any]:
        return {"category_order": random.sample(HandName.words(), 10)} if "category_order" in given else {}

    def compile(self, rules: Any) -> None:
        hands = [int(hand) for hand in self.category_order]
        rules["barred"] = sum(1 << kind for kind, allowed in enumerate(self.kinds, 1) if not allowed)
        rules["order"] = battle_order(hands, self.ace_low_straight, self.incomplete_hands.word, self.deck_low).record


RULES = Rules.dtype()

KNOWN = record(
    ("row", "i1", (SEATS, ROW)),  # who knows the card of a slot: a bit for each seat
    ("pile", "i1", (PILE,)),
)
SEEN = record(
    ("row", "i1", (SEATS, ROW)),  # the cards, -1 where a seat does not know them
    ("pile", "i1", (PILE,)),
)
LOG = record(  # what everybody saw of each battle turn
    ("gone", "i8", (TURNS,)),  # cards discarded
    ("shown", "i8", (TURNS,)),  # cards turned up
    ("kind", "i1", (TURNS,)),  # what was done, -1 nothing yet
    ("actor", "i1", (TURNS,)),  # whose turn it was
    ("n", "i1", (TURNS,)),  # the N of a dig
    ("used", "i1", (TURNS,)),  # the card put at stake or turned down, -1 none
    ("target", "i1", (TURNS,)),  # target seat, -1 none
    ("slot", "i1", (TURNS,)),  # target slot
    ("stopper", "i1", (TURNS,)),  # who stopped it, -1 nobody
    ("answer", "i1", (TURNS,)),  # the card it was stopped with, -1 none
)
NOTES = record(  # kept for the outcome columns: no rule reads them
    ("decisive", "i8"),  # battle turns, as bits, whose stop changed who leads
    ("lead_start", "i4"),  # who led when the battle began, as bits
    ("min_pile", "i4"),  # the smallest pile so far
    ("dealt", "i4"),  # hand drawn last in round 1
)

STATE = state_record(
    OUTCOME,
    ("held", "i8", (SEATS,)),  # cards of each row, as a mask
    ("shown", "i8", (SEATS,)),  # those of them that lie face up
    ("out", "i8"),  # discards that left the game
    ("tops", "i8"),  # cards of others that the actor may attack from above ...
    ("bottoms", "i8"),  # ... and from below: nothing of their suit protects them
    ("choice", "i8"),  # what the actions stand for: cards in slot order, or numbers N
    ("discards", "i8"),  # cards that the responding seat may discard
    ("score", "i8", (SEATS,)),  # scratch: strength of each hand ...
    ("own_score", "i8", (SEATS,)),  # ... without a loan ...
    ("loan", "i8", (SEATS,)),  # ... and the cards borrowed for it
    ("point", "i4"),  # what `seat` decides
    ("then", "i4"),  # what follows by itself
    ("turn", "i4"),  # turns begun in this phase
    ("allin", "i4"),  # seats that went all-in, as bits
    ("actor", "i4"),  # seat whose battle turn it is
    ("kind", "i4"),  # of the action under way, -1 none
    ("used", "i4"),  # the card put at stake, -1 none
    ("target_seat", "i4"),  # whose card is attacked, -1 nobody's yet
    ("target_slot", "i4"),
    ("asked", "i4"),  # seats asked for a response
    ("top", "i4"),  # place of the pile's top card
    ("left", "i4"),  # cards in the pile
    ("drawn_n", "i4"),
    ("notes", NOTES),
    ("size", "i4", (SEATS,)),  # cards in each row
    ("row", "i1", (SEATS, ROW)),  # the cards in front of each seat
    ("pile", "i1", (PILE,)),  # goes round: the n-th card from the top lies at (top + n - 1) modulo PILE
    ("known", KNOWN),  # who knows each of them
    ("drawn", "i1", (DRAWN,)),  # cards the drawing seat has in hand
    ("group", "i1", (GROUP,)),  # slots of the pair or triple
    ("log", LOG),
)
VIEW = view_record(
    ("own", "i8"),  # own cards, as a mask
    ("shown", "i8", (SEATS,)),  # face-up cards of each row
    ("out", "i8"),
    ("tops", "i8"),  # for the actor of a battle turn; 0 for others
    ("bottoms", "i8"),
    ("choice", "i8"),  # for the seat to act; 0 for others, and for the targets of a flip
    ("discards", "i8"),
    ("round", "i4"),  # drawing rounds first, then battle rounds
    ("over", "i4"),
    ("to_act", "i4"),  # seat to act, -1 at the end
    ("point", "i4"),
    ("turn", "i4"),
    ("allin", "i4"),
    ("actor", "i4"),
    ("kind", "i4"),
    ("used", "i4"),  # -1 for others until the action is declared
    ("target_seat", "i4"),
    ("target_slot", "i4"),
    ("asked", "i4"),
    ("top", "i4"),
    ("left", "i4"),
    ("drawn_n", "i4"),
    ("size", "i4", (SEATS,)),
    ("seen", SEEN),  # rows and pile as far as this seat knows them
    ("known", KNOWN),  # that somebody knows a place is public
    ("drawn", "i1", (DRAWN,)),  # for the drawing seat; -1 for others
    ("group", "i1", (GROUP,)),  # for the actor; 0 for others
    ("log", LOG),
)
