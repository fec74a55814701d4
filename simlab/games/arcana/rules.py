"""Arcana for two to six, a poker-like race around one discard pile and an endless tarot deck: everything about it that is data.

On your turn you may draw up to two cards, may submit five cards as your bid for the Pot, and may discard once; the suit of the
discard acts. One turn after the deal's first bid the best five of (five submitted + the top of the pile) take the Pot.
Four coins make a point; 25 points win. Clause ids (AR-...) are those of the game's specification.
"""

from dataclasses import replace
from enum import IntEnum
from random import Random
from typing import Any, ClassVar

from pydantic import field_validator

from simlab.contract import knobs
from simlab.contract.columns import SEATS, Column, standard, tally_record
from simlab.contract.knobs import Choice, knob
from simlab.contract.records import state_record, view_record
from simlab.errors import RulesError, UnknownName
from simlab.games.arcana.ranking.multiset import (
    BEST_FIRST,
    KINDS,
    MULTISET_ORDER,
    NAMES,
    WORDS,
    Category,
    multiset_order,
    read_order,
    title,
)

VERSION = 1

NONE = -1  # no card, no seat, no turn
WINDOW = 10  # no known card ever lies deeper in the deck (AR-6.7)
RING = 16
TEN, ACE = 10, 15
MOST_FIXED = 256  # copies of one card fixed at a time, beyond anything that can be held
PACKS = 20
LAYERS = 25  # copies of one card whose weights are told apart: packs have at most 20, and 2^-25 never comes


class Suit(IntEnum):
    COINS = 0
    SWORDS = 1
    WANDS = 2
    CUPS = 3


class Action(IntEnum):
    END = 0
    DRAW1 = 1
    DRAW2 = 2
    SUBMIT = 3
    DISCARD = 4
    CONVERT = 5
    CARD = 6  # + card id, where a card is chosen


class Point(IntEnum):
    """What the seat to act is asked."""

    MAIN = 0
    SUBMIT_PICK = 1
    DISCARD_PICK = 2
    TRIM = 3
    OVER = 4


class DeckModel(Choice):
    HALVING = 0
    FLAT = 1
    FINITE = 2


class UnfixMode(Choice):
    RETURN = 0
    CONCEAL = 1


class ActingSeats(Choice):
    OWNER = 0
    ALL = 1


class AceEffect(Choice):
    HIGH = 0
    ONE = 1


class WandSource(Choice):
    DISCARD = 0
    DECK = 1


class CupsReveal(Choice):
    PUBLIC = 0
    PRIVATE = 1


class Kickers(Choice):
    CONTRIBUTING = 0
    NATURAL = 1


class TieRemainder(Choice):
    EARLIEST = 0
    CARRY = 1


class Convert(Choice):
    AUTO = 0
    MANUAL = 1


class EndMode(Choice):
    POINTS = 0
    DEALS = 1
    TURNS = 2


class Hand(Choice):
    """The sixteen categories, by their codes."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    ONE_TWIN = 3
    THREE_OF_A_KIND = 4
    FLUSH = 5
    STRAIGHT = 6
    FULL_HOUSE = 7
    TWO_TWIN = 8
    FOUR_OF_A_KIND = 9
    TRIPLET = 10
    STRAIGHT_FLUSH = 11
    FIVE_OF_A_KIND = 12
    FULL_FAMILY = 13
    QUADRUPLET = 14
    QUINTUPLET = 15


SPECIFIED = tuple(Hand.parse(name) for name in BEST_FIRST)


SWAP = {
    "type": "object",
    "description": "the order of the rules with two categories exchanged",
    "properties": {"swap": {"type": "array", "items": {"enum": list(BEST_FIRST[:-1])}, "minItems": 2, "maxItems": 2}},
    "required": ["swap"],
    "additionalProperties": False,
}


class Rules(knobs.Rules):
    COMPILED: ClassVar[tuple[tuple[Any, ...], ...]] = (
        ("order", MULTISET_ORDER),  # how hands are ranked
        ("damped", "f8", (MOST_FIXED,)),  # weight of a card by the copies of it that are fixed
        ("taken", "f8", (LAYERS,)),  # what the n-th copy takes away from that weight
        ("exact", "i4"),  # 1: sums of weights have no rounding, so that they may be taken in any order
        ("coins_of", "i4", (KINDS,)),  # what each card adds to the Pot when discarded (AR-6.1)
        ("depth_of", "i4", (KINDS,)),  # where each Sword or Cup acts (AR-6.2, AR-6.4)
    )

    WRITTEN: ClassVar[dict[str, Any]] = {"category_order": SWAP}  # other ways to write a knob, for the JSON schema of scenarios

    players: int = knob(4, "seats at the table", ge=2, le=6)
    deck_model: DeckModel = knob(DeckModel.HALVING, "how likely a card is to come again: each copy out halves it, all alike, or real packs")
    repeat_damping: float = knob(0.5, "halving deck: factor on a card's weight for every copy of it that is out", ge=0.0, le=1.0)
    deck_copies: int = knob(5, "finite deck: packs shuffled together", ge=1, le=PACKS)
    unfix_mode: UnfixMode = knob(UnfixMode.RETURN, "finite deck: cards that leave play return to it at once, or wait in a heap")
    start_hand: int = knob(5, "cards of an opening hand", ge=3, le=9)
    extra_draws: int = knob(2, "cards a player may draw in each own turn", ge=0, le=3)
    simultaneous_draw: bool = knob(True, "two extra cards may be drawn at once")
    hand_limit: int = knob(7, "cards one may keep at the end of the own turn", ge=5, le=12)
    showdown_draw: int = knob(3, "cards every bidder draws after a showdown", ge=0, le=5)
    start_discard: bool = knob(False, "one card is turned up on the pile at the start")
    acting_seats: ActingSeats = knob(ActingSeats.OWNER, "who acts in a turn: its owner, or all seats in rotation")
    response_turns: int = knob(1, "turns from the first bid to the showdown", ge=1, le=6)
    discard_after_submit: bool = knob(True, "one may discard in the turn in which one has submitted")
    max_submissions_per_deal: int = knob(1, "bids of five cards a player may make in a deal", ge=1, le=2)
    min_pot_to_submit: int = knob(0, "coins the Pot must hold before anybody may submit", ge=0, le=50)
    submissions_face_up: bool = knob(False, "submitted cards are shown at once")
    open_hands: bool = knob(False, "all hands lie open")
    use_top_card: bool = knob(True, "the top of the pile is everybody's sixth card at the showdown")
    face_coins: int = knob(11, "coins of a Coin card above Ten", ge=0, le=20)
    coin_scale: float = knob(1.0, "factor on the coins of every Coin card, rounded half up", ge=0.0, le=4.0)
    ace_effect_rank: AceEffect = knob(AceEffect.HIGH, "an Ace acts like the cards above Ten, or as a One")
    coins_effect: bool = knob(True, "discarded Coins feed the Pot")
    swords_effect: bool = knob(True, "discarded Swords plant the old top in the deck")
    wands_effect: bool = knob(True, "discarded Wands take a card into hand")
    cups_effect: bool = knob(True, "discarded Cups reveal or erase a card of the deck")
    wand_source: WandSource = knob(WandSource.DISCARD, "what Wands take: the pile's top card or the deck's")
    cups_reveal: CupsReveal = knob(CupsReveal.PUBLIC, "who sees the card that Cups reveal: everybody, or the discarder alone")
    cups_shift: bool = knob(True, "known cards below one erased by Cups move up")
    high_depth: int = knob(1, "depth at which Swords and Cups above Ten act", ge=1, le=WINDOW)
    category_order: tuple[Hand, ...] = knob(
        SPECIFIED, "the sixteen categories, best first, or {swap: [one, other]}; high_card stays last", min_length=16, max_length=16
    )
    kickers: Kickers = knob(Kickers.CONTRIBUTING, "cards outside the collections count singly, or grouped by rank")
    ace_low_straight: bool = knob(True, "A2345 is a straight")
    wrap_straights: bool = knob(False, "KA234, QKA23 and NQKA2 are straights too, below A2345; needs ace_low_straight")
    tie_remainder: TieRemainder = knob(TieRemainder.EARLIEST, "odd coins of a split Pot: one each to the earliest bidders, or left in it")
    ante: int = knob(0, "coins from the bank into the Pot at each deal's start", ge=0, le=10)
    uncontested_share: float = knob(1.0, "part of the Pot that an unanswered bid takes", ge=0.0, le=1.0)
    coins_per_point: int = knob(4, "coins that make a point", ge=1, le=20)
    convert: Convert = knob(Convert.AUTO, "coins become points at once, or by an action of their owner")
    end_mode: EndMode = knob(EndMode.POINTS, "what ends the game: points, a number of deals, or the turn limit")
    target_points: int = knob(25, "points that win the game", ge=5, le=200)
    max_deals: int = knob(20, "deals of a game that ends by deals", ge=1, le=200)
    max_turns_per_seat: int = knob(200, "turns of each seat after which the game stops", ge=10, le=500)

    @field_validator("category_order", mode="before")
    @classmethod
    def a_swap_is_written_out(cls, given: Any) -> Any:
        """Refuses what is no order of all sixteen."""
        if isinstance(given, dict | list | tuple):
            words = given if isinstance(given, dict) else [hand.word if isinstance(hand, Hand) else hand for hand in given]
            try:
                return tuple(Hand.parse(name) for name in read_order(words))
            except UnknownName as error:
                raise RulesError(f"category_order: {error}") from None
        return given

    @classmethod
    def repair(cls, given: dict[str, Any], random: Random) -> dict[str, Any]:
        """A random order of all sixteen; games cut short, so that tests see many."""
        order = [hand.word for hand in SPECIFIED[:-1]]
        if random.random() < 0.5:
            random.shuffle(order)
        else:
            one, other = random.sample(range(15), 2)
            order[one], order[other] = order[other], order[one]
        short = {"max_turns_per_seat": random.randint(10, 25)}
        return {**short, "category_order": [*order, "high_card"]} if "category_order" in given else short

    def compile(self, rules: Any) -> None:
        names = [hand.word for hand in self.category_order]
        rules["order"] = multiset_order(names, self.kickers.word, self.ace_low_straight, self.wrap_straights)
        rules["damped"] = [self.weight(copies) for copies in range(MOST_FIXED)]
        rules["taken"] = [0.0, *(self.weight(n - 1) - self.weight(n) for n in range(1, LAYERS))]
        rules["exact"] = self.deck_model != DeckModel.HALVING or self.repeat_damping in (0.0, 0.25, 0.5, 1.0)
        rules["coins_of"] = [self.coins(card) for card in range(KINDS)]
        rules["depth_of"] = [self.depth(card) for card in range(KINDS)]

    def weight(self, copies: int) -> float:
        """AR-1.5: how likely a card is to come next when so many copies are fixed."""
        if self.deck_model == DeckModel.FINITE:
            return float(max(0, self.deck_copies - copies))
        return 1.0 if self.deck_model == DeckModel.FLAT else float(self.repeat_damping**copies)

    def coins(self, card: int) -> int:
        """AR-6.1, AR-6.6."""
        suit, rank = card // 14, card % 14 + 2
        if suit != Suit.COINS or not self.coins_effect:
            return 0
        one = rank == ACE and self.ace_effect_rank == AceEffect.ONE
        coins = 1 if one else rank if rank <= TEN else self.face_coins
        return int(coins * self.coin_scale + 0.5)

    def depth(self, card: int) -> int:
        """AR-6.2, AR-6.4, AR-6.6."""
        rank = card % 14 + 2
        if rank == ACE and self.ace_effect_rank == AceEffect.ONE:
            return 1
        return rank if rank <= TEN else self.high_depth


RULES = Rules.dtype()

HANDS = tuple(title(name) for name in NAMES)
SUITS = ("coins", "swords", "wands", "cups")
DEPTHS = tuple(f"depth {depth}" for depth in range(1, WINDOW + 1))
COLUMNS = (
    *(replace(column, doc="deals: showdowns held") if column.name == "rounds" else column for column in standard()),
    Column("points", "points at the end", seats=True, unit="points"),
    Column("coins_left", "coins at the end that make no point", seats=True, unit="coins"),
    Column("coins_won", "coins won at showdowns", seats=True, unit="coins"),
    Column("turns", "turns begun", unit="turns"),
    Column("deals", "showdowns held", unit="deals"),
    Column("pot_sum", "coins in the Pot at the showdown", over="deals", unit="coins", title="coins in the Pot"),
    Column("pot_max", "largest Pot at a showdown", unit="coins"),
    Column("pots_empty", "showdowns over an empty Pot", over="deals"),
    Column("deal_turns_sum", "turns of a deal, the showdown's turn included", over="deals", unit="turns", title="turns of a deal"),
    Column("contested", "showdowns with two or more bidders", over="deals", title="contested showdowns"),
    Column("split", "showdowns with a split Pot", over="deals"),
    Column(
        "first_won_contested",
        "contested showdowns won or shared by the first bidder",
        over="contested",
        title="contested showdowns won by the first bidder",
    ),
    Column("first_subs", "first bids of a deal", seats=True, title="first bids"),
    Column("answers", "later bids of a deal", seats=True),
    Column("deals_won", "deals won or shared", seats=True),
    Column("uncontested_won", "deals won as the only bidder", seats=True),
    Column("win_cat", "winning hands by category, top card included", levels=HANDS, over="deals", title="winning hands"),
    Column("sub_cat", "submitted hands by category, top card included", levels=HANDS, title="submitted hands"),
    Column(
        "top_helped",
        "showdowns in which the top card lifted a winner's hand",
        over="deals",
        title="showdowns in which the top card lifts a winner",
    ),
    Column(
        "top_flipped",
        "contested showdowns lost by the best hand without the top card",
        over="contested",
        title="showdowns overturned by the top card",
    ),
    Column("discards_suit", "discards by suit", levels=SUITS),
    Column("coins_in_pot", "coins put into the Pot by discards", seats=True, unit="coins"),
    Column("plants", "cards planted by Swords, by the depth they got", levels=DEPTHS),
    Column("plants_self", "planted cards drawn by their planter", levels=DEPTHS, over="plants"),
    Column("plants_opp", "planted cards drawn by another seat", levels=DEPTHS, over="plants"),
    Column("plants_lost", "planted cards erased by Cups", levels=DEPTHS, over="plants"),
    Column("cups_fix", "deck cards revealed by Cups", title="cards revealed by Cups"),
    Column("cups_unfix", "known deck cards erased by Cups", title="cards erased by Cups"),
    Column("cups_self", "revealed cards drawn by the seat that revealed them"),
    Column("cups_opp", "revealed cards drawn by another seat"),
    Column("wand_takes", "cards taken by Wands"),
    Column(
        "wand_takes_wand", "cards taken by Wands that are Wands themselves", over="wand_takes", title="cards taken by Wands that are Wands"
    ),
    Column(
        "wand_helped",
        "cards taken by Wands that lifted the best five of the hand",
        over="wand_takes",
        title="cards taken by Wands that lift the hand",
    ),
    Column("draws", "cards drawn in play, opening hands apart", unit="cards"),
    Column("known_draws", "drawn cards that were known beforehand", over="draws"),
    Column("trims", "cards given up at the hand limit", unit="cards"),
    Column("max_hand", "largest hand at any moment", unit="cards"),
)
OUTCOME = tally_record(COLUMNS)

SEAT_NAMES = tuple(f"seat {seat}" for seat in range(SEATS))
ROUND_COLUMNS = (
    Column("deal", "number of the deal"),
    Column("turn", "turn of the showdown"),
    Column("pot", "coins in the Pot at the showdown", unit="coins"),
    Column("n_subs", "bidders"),
    Column("first_seat", "seat of the first bid", "code", "i1", levels=SEAT_NAMES, none=NONE, none_name="nobody"),
    Column("winner_seat", "earliest bidder among the winners", "code", "i1", levels=SEAT_NAMES, none=NONE, none_name="nobody"),
    Column("cat_first", "category of the first bid", "code", "i1", levels=HANDS, none=NONE),
    Column("cat_best", "category of the winning bid", "code", "i1", levels=HANDS, none=NONE),
    Column("turns", "turns of the deal", unit="turns"),
)
ROUND = tally_record(ROUND_COLUMNS)

STATE = state_record(
    OUTCOME,
    ("layer", "i8", (LAYERS,)),  # cards fixed at least so many times, as masks of ids
    ("weights", "f8"),  # sum of all weights (AR-1.5)
    ("hand", "i8", (SEATS, WORDS)),  # cards held: counters as in ranking.multiset
    ("bid", "i8", (SEATS, WORDS)),  # cards submitted in this deal
    ("seen", "i8", (SEATS, WORDS)),  # copies a seat was seen to take and not to give (AR-14.4)
    ("picks", "i8", (WORDS,)),  # of an unfinished submission: still fixed, no longer in hand
    ("heap_seen", "i8", (WORDS,)),  # unfix_mode conceal: cards everybody saw go to the heap
    ("fixed", "i4", (KINDS,)),  # copies of each card in hands, picks, the window and on the pile
    ("window", "i4", (RING,)),  # known cards, a ring: see deck.py; 0 unknown
    ("head", "i4"),  # where in it depth 1 is
    ("hand_size", "i4", (SEATS,)),
    ("coins", "i4", (SEATS,)),
    ("points", "i4", (SEATS,)),
    ("extra_left", "i4", (SEATS,)),  # extra draws left in this turn
    ("discarded", "i4", (SEATS,)),  # in this turn
    ("submitted", "i4", (SEATS,)),  # in this turn
    ("bids", "i4", (SEATS,)),  # submissions of each seat in this deal
    ("bidders", "i4", (SEATS,)),  # seats by their first submission
    ("n_bidders", "i4"),
    ("n_picks", "i4"),
    ("point", "i4"),  # Point
    ("turn", "i4"),
    ("owner", "i4"),  # of the turn
    ("place", "i4"),  # of the seat to act, counted from the owner
    ("due_turn", "i4"),  # of the showdown, -1 before the first bid
    ("deal_start", "i4"),  # first turn of the deal
    ("deals", "i4"),  # showdowns held
    ("pot", "i4"),
    ("top", "i4"),  # of the pile, -1 empty
    ("out", "i4"),  # cards in hands, picks, on the pile and being laid: not in the deck
    ("n_drawn", "i4"),  # of a simultaneous draw under way
    ("drawn", "i4", (64,)),  # its cards: weights are renewed after the last (AR-1.6)
    ("shuffles", "i4"),  # of the heap, in this turn
    ("n_deck", "i4"),  # unfix_mode conceal: a real deck, its top card last ...
    ("n_heap", "i4"),  # ... and cards that wait to be shuffled into it
    ("heap", "i2", (KINDS,)),
    ("deck", "i1", (KINDS * PACKS,)),
    ("row", ROUND),  # the deal just ended
)
VIEW = view_record(
    ("hands", "i8", (SEATS, WORDS)),  # own hand; the others only with open_hands
    ("bid", "i8", (SEATS, WORDS)),  # own submission; the others only with submissions_face_up
    ("seen", "i8", (SEATS, WORDS)),  # copies each seat was seen to take and not to give
    ("picks", "i8", (WORDS,)),  # own, of an unfinished submission
    ("heap_seen", "i8", (WORDS,)),  # unfix_mode conceal: cards everybody saw go to the heap
    ("hand_size", "i4", (SEATS,)),
    ("coins", "i4", (SEATS,)),
    ("points", "i4", (SEATS,)),
    ("extra_left", "i4", (SEATS,)),
    ("discarded", "i4", (SEATS,)),
    ("submitted", "i4", (SEATS,)),
    ("bids", "i4", (SEATS,)),
    ("bidders", "i4", (SEATS,)),
    ("n_bidders", "i4"),
    ("to_act", "i4"),
    ("point", "i4"),
    ("turn", "i4"),
    ("owner", "i4"),
    ("place", "i4"),
    ("due_turn", "i4"),
    ("deal_start", "i4"),
    ("deals", "i4"),
    ("pot", "i4"),
    ("top", "i4"),
    ("n_deck", "i4"),  # unfix_mode conceal: cards in the deck ...
    ("n_heap", "i4"),  # ... and in the heap
    ("window", "i4", (WINDOW,)),  # known deck positions by depth - 1: slots as deck.py describes them, 0 unknown
)

assert [category.name for category in Category] == [hand.name for hand in Hand]
