"""Tarot draw poker: ante, five cards, bet, draw, bet, show. A Page that comes to the dealer turns over a Major Arcana, which
bends the round; the World ends the game. Everything about it that is data. Clause ids (FO-...) are those of the specification.

Cards are places in a mask of four suit lanes: 16 * suit + rank, suits W U S C, ranks Page 2 .. 10 Knight Queen King Ace. A hand
is such a mask; slot k of a hand is its k-th card from below.
"""

from enum import IntEnum
from random import Random
from typing import Annotated, Any, ClassVar

from pydantic import Field, model_validator

from simlab.contract import knobs
from simlab.contract.columns import SEATS, Column, numbered, standard, tally_record, win
from simlab.contract.knobs import Choice, knob
from simlab.contract.records import state_record, view_record
from simlab.errors import RulesError
from simlab.games.fortune.chips import BETS
from simlab.games.fortune.order import fortune_order
from simlab.jit import record
from simlab.ranking.orders import ORDER
from simlab.rng import STREAM

VERSION = 1
HAND = 5
CARDS = 56
RANKS, SUITS, LANE = 14, 4, 16
PAGES = 0x0001_0001_0001_0001  # the four Pages as a mask
ALL_CARDS = 0x3FFF * PAGES
MAJOR = 22  # Major Arcana
HISTORY = 100  # betting actions of a round that are kept


class Arcana(IntEnum):
    NONE = -1
    FOOL = 0
    MAGICIAN = 1
    PRIESTESS = 2
    EMPRESS = 3
    EMPEROR = 4
    HIEROPHANT = 5
    LOVERS = 6
    CHARIOT = 7
    STRENGTH = 8
    HERMIT = 9
    WHEEL = 10
    JUSTICE = 11
    HANGED_MAN = 12
    DEATH = 13
    TEMPERANCE = 14
    DEVIL = 15
    TOWER = 16
    STAR = 17
    MOON = 18
    SUN = 19
    JUDGEMENT = 20
    WORLD = 21


ARCANA_NAMES = tuple(a.name.lower().replace("_", " ") for a in Arcana if a >= 0)


class Phase(IntEnum):
    OPEN = 0  # between rounds
    DEAL_EFFECT = 1
    BET1 = 2
    DRAW = 3
    DRAW_EFFECT = 4
    BET2 = 5
    MOON = 6
    SETTLE = 7


class Point(IntEnum):
    """What the seat to act has to choose."""

    NONE = 0
    BET = 1
    DRAW = 2  # the set of slots to discard, as a number 0 .. 2^cards - 1
    MAGICIAN = 3  # a suit
    PRIESTESS = 4  # a slot; so are the next four
    CHARIOT = 5
    TEMPERANCE = 6
    STAR = 7  # the slot behind the last card: keep all
    MOON = 8  # likewise
    JUDGEMENT = 9  # 0 stay out, 1 return
    SHOW = 10  # a round in which nobody had to choose: one action, so that each step ends one round at most


class Bet(IntEnum):
    """Actions at a betting point."""

    FOLD = 0
    CALL = 1  # or check
    RAISE_MIN = 2
    RAISE_HALF = 3
    RAISE_POT = 4
    ALL_IN = 5
    JUSTICE_MIN = 6  # match with less, down to an ante
    JUSTICE_HALF = 7  # match with half


class Window(IntEnum):
    NONE = -1
    DEAL = 0
    DRAW = 1


class End(IntEnum):
    WORLD = 0
    BUST = 1
    CAP = 2


# ---- knobs


class FirstDealer(Choice):
    SEAT0 = 0
    RANDOM = 1


class Size(Choice):
    MIN = 0
    HALF = 1
    POT = 2
    ALL_IN = 3


class SecondBetFloor(Choice):
    ANTE = 0
    FIRST_LEVEL = 1


class PageTrigger(Choice):
    DEALER_HAND = 0
    ANY_HAND = 1
    DEALER_DEAL_ONLY = 2
    NEVER = 3


class PageInStraights(Choice):
    BEFORE_ACE = 0
    BELOW_TWO = 1
    NONE = 2


class HandName(Choice):
    """Categories of hands; the number is the code of `win_cat`."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9


class FiveOfAKind(Choice):
    TOP = 0
    BELOW_STRAIGHT_FLUSH = 1
    OFF = 2


class OddChip(Choice):
    LOST = 0
    FIRST_LEFT = 1


class WorldPlace(Choice):
    SMALLER_HALF = 0
    LARGER_HALF = 1
    BOTTOM = 2
    ANYWHERE = 3


class WorldLastRound(Choice):
    CURRENT = 0
    NEXT = 1


class EmperorRuns(Choice):
    SAME = 0
    SWAP = 1


class StrengthRuns(Choice):
    SAME = 0
    MIRROR = 1
    LINEAR = 2


class WheelPool(Choice):
    HANDS = 0
    HANDS_AND_DECK = 1


class Unit(Choice):
    GAME = 0
    ROUND = 1


class Forced(Choice):
    UNSET = -2  # the Pages decide
    NONE = -1  # no Arcana at all


class ForcedWindow(Choice):
    UNSET = -1
    DEAL = 0
    DRAW = 1


CATEGORIES_HIGH_TO_LOW = tuple(sorted(HandName, reverse=True))


class Rules(knobs.Rules):
    players: int = knob(4, "seats at the table: more players, more Pages and better winning hands", ge=2, le=6)
    starting_chips: int = knob(50, "chips of each player at the start", ge=5, le=1000)
    ante: int = knob(1, "chips each player puts in before the deal; also the size of the smallest raise and of the Page prize", ge=1, le=10)
    max_rounds: int = knob(200, "rounds after which the game is stopped", ge=1, le=1000)
    first_dealer: FirstDealer = knob(FirstDealer.SEAT0, "who deals first")
    max_raises: int = knob(4, "bets and raises in one betting round; 0 makes every round a showdown", ge=0, le=8)
    bet_sizes: tuple[Size, ...] = knob(tuple(Size), "sizes of bets and raises; without all_in only a call can be all-in", max_length=4)
    second_bet_floor: SecondBetFloor = knob(
        SecondBetFloor.ANTE, "the least opening bet after the draw: an ante, or the first round's level"
    )
    max_discards: int = knob(6, "most cards a player may exchange in the draw; 6 is any number", ge=0, le=6)
    page_trigger: PageTrigger = knob(PageTrigger.DEALER_HAND, "whose newly received Page turns over an Arcana")
    page_prize: int = knob(1, "antes that every other player pays a winner with a Page in hand", ge=0, le=10)
    page_prize_per_page: bool = knob(False, "the prize is paid for each Page held, not once")
    page_prize_on_fold: bool = knob(True, "the prize is also paid when all others folded")
    page_in_straights: PageInStraights = knob(PageInStraights.BEFORE_ACE, "where the Page stands in a straight")
    category_order: tuple[HandName, ...] = knob(CATEGORIES_HIGH_TO_LOW, "the ten kinds of hand, best first", min_length=10, max_length=10)
    five_of_a_kind: FiveOfAKind = knob(FiveOfAKind.TOP, "what four of a kind and the Fool make; off: four of a kind with the best kicker")
    odd_chip: OddChip = knob(OddChip.LOST, "chips that cannot be divided equally: lost, or one each to the first left of the dealer")
    arcana_enabled: tuple[bool, ...] = knob(
        (True,) * MAJOR, "which Major Arcana, 0 to 21, are in their deck", min_length=MAJOR, max_length=MAJOR
    )
    arcana_per_round: int = knob(1, "Arcana in one round at most; 0 is plain poker with Pages", ge=0, le=1)
    world_place: WorldPlace = knob(
        WorldPlace.SMALLER_HALF, "where the World lies: in the lower half (of 11 or of 12), at the bottom, anywhere"
    )
    world_last_round: WorldLastRound = knob(WorldLastRound.CURRENT, "the last round after the World has come")
    hierophant_cancels: bool = knob(True, "the Hierophant takes away the next Arcana's effect")
    emperor_runs: EmperorRuns = knob(EmperorRuns.SAME, "straights under the Emperor; swap: king and ace change places there too")
    strength_runs: StrengthRuns = knob(
        StrengthRuns.SAME, "straights under Strength: the same in reverse order, or on a mirrored or a linear ladder"
    )
    hermit_skips_draw: bool = knob(True, "the Hermit before the first betting means no draw; false: no effect")
    wheel_pool: WheelPool = knob(WheelPool.HANDS, "what the Wheel of Fortune shuffles")
    devil_factor: int = knob(2, "times the bet that a raise must reach under the Devil", ge=1, le=5)
    tower_fraction: float = knob(0.5, "part of the pot that the Tower destroys, in quarters, rounded up", ge=0.0, le=1.0)
    lovers_best_share: float = knob(0.5, "part of the pot for the best hand under the Lovers, in tenths, rounded up", ge=0.5, le=1.0)
    temperance_flops: int = knob(3, "cards turned up under Temperance", ge=1, le=5)
    judgement_price: int = knob(1, "antes that a folded player pays to return under Judgement", ge=0, le=5)
    hanged_extra: int = knob(1, "cards for going all-in under the Hanged Man", ge=0, le=1)
    unit: Unit = knob(Unit.GAME, "a rollout is a whole game, or one round from equal stacks with the deal going round")
    forced_arcana: Annotated[int, Field(ge=0, le=MAJOR - 1)] | Forced = knob(
        Forced.UNSET, "with unit: round, the one Arcana that comes (none: no Arcana at all); the Pages then turn over nothing"
    )
    forced_window: ForcedWindow = knob(ForcedWindow.UNSET, "when the forced Arcana comes: after the deal or after the draw")

    COMPILED: ClassVar[tuple[tuple[Any, ...], ...]] = (
        ("orders", ORDER, (3,)),  # what beats what: ordinarily, under the Emperor, under Strength
        ("sizes", "i8"),  # bet_sizes as a mask
        ("arcana", "i1", (MAJOR,)),  # those in their deck, without the World ...
        ("n_arcana", "i8"),  # ... and how many
        ("trigger", "i4", (2,)),  # page_trigger after the deal and after the draw, with all that forbids it
        ("tower_quarters", "i8"),
        ("lovers_tenths", "i8"),
    )

    @model_validator(mode="after")
    def knobs_agree(self) -> "Rules":
        if sorted(self.category_order) != sorted(HandName):
            raise RulesError("category_order must name each of the ten kinds of hand once")
        if self.five_of_a_kind == FiveOfAKind.BELOW_STRAIGHT_FLUSH and self.category_order != CATEGORIES_HIGH_TO_LOW:
            raise RulesError("five_of_a_kind: below_straight_flush goes only with the default category_order")
        if len(set(self.bet_sizes)) < len(self.bet_sizes):
            raise RulesError("bet_sizes names a size twice")
        if not whole(4 * self.tower_fraction):
            raise RulesError(f"tower_fraction {self.tower_fraction:g} is not a number of quarters")
        if not whole(10 * self.lovers_best_share):
            raise RulesError(f"lovers_best_share {self.lovers_best_share:g} is not a number of tenths")
        self.forced_card_is_complete()
        return self

    def forced_card_is_complete(self) -> None:
        """A forced card belongs to round mode and needs its window (FO-6.10)."""
        if self.forced_arcana == Forced.UNSET:
            if self.forced_window != ForcedWindow.UNSET:
                raise RulesError("forced_window needs a forced_arcana")
            return
        if self.unit != Unit.ROUND:
            raise RulesError("forced_arcana goes only with unit: round")
        if self.forced_arcana >= 0 and self.forced_window == ForcedWindow.UNSET:
            raise RulesError(f"forced_arcana {int(self.forced_arcana)} needs a forced_window: deal or draw")

    @classmethod
    def repair(cls, given: dict[str, Any], random: Random) -> dict[str, Any]:
        fixed: dict[str, Any] = {}
        if "category_order" in given:
            fixed["category_order"] = random.sample(HandName.words(), len(HandName))
        if "bet_sizes" in given:
            fixed["bet_sizes"] = random.sample(Size.words(), random.randint(0, len(Size)))
        if "tower_fraction" in given:
            fixed["tower_fraction"] = random.randint(0, 4) / 4
        if "lovers_best_share" in given:
            fixed["lovers_best_share"] = random.randint(5, 10) / 10
        if "max_rounds" in given:
            fixed["max_rounds"] = random.randint(1, 20)
        if "forced_arcana" in given or "forced_window" in given:
            card: Any = random.choice(("none", *range(MAJOR), *range(MAJOR)))
            fixed |= {"unit": "round", "forced_arcana": card, "forced_window": random.choice(("deal", "draw"))}
        return fixed

    def compile(self, rules: Any) -> None:
        for place, arcana in enumerate(("none", "emperor", "strength")):
            rules["orders"][place] = fortune_order(
                arcana,
                self.page_in_straights.word,
                [name.word for name in self.category_order],
                self.five_of_a_kind.word,
                self.emperor_runs.word,
                self.strength_runs.word,
            ).record
        rules["sizes"] = sum(1 << size for size in self.bet_sizes)
        others = [card for card in range(MAJOR - 1) if self.arcana_enabled[card]]
        rules["arcana"][: len(others)] = others
        rules["n_arcana"] = len(others)
        chance = self.forced_arcana == Forced.UNSET and self.arcana_per_round > 0
        rules["trigger"] = [self.page_trigger if chance else PageTrigger.NEVER] * 2
        if self.page_trigger == PageTrigger.DEALER_DEAL_ONLY:
            rules["trigger"][Window.DRAW] = PageTrigger.NEVER
        rules["tower_quarters"] = round(4 * self.tower_fraction)
        rules["lovers_tenths"] = round(10 * self.lovers_best_share)


def whole(x: float) -> bool:
    return abs(x - round(x)) < 1e-9


RULES = Rules.dtype()

# ---- outcome columns

SEAT_NAMES = numbered("seat", SEATS)
HAND_NAMES = tuple(name.word.replace("_", " ") for name in HandName)
CODES = {
    "dealer": {"levels": SEAT_NAMES},
    "arcana": {"levels": ARCANA_NAMES, "none": -1},
    "window": {"levels": ("deal", "draw"), "none": -1},
    "winner": {"levels": SEAT_NAMES, "none": -1, "none_name": "shared or nobody"},
    "win_cat": {"levels": HAND_NAMES, "none": -1, "none_name": "not shown", "title": "winning hands"},
    "cat": {"levels": HAND_NAMES, "none": -1, "none_name": "not shown", "seats": True},
}
OF_THE_ROUND: dict[str, tuple[str, str]] = {  # count of a round: its sentence, its unit
    "seated": ("players dealt in", "players"),
    "cancelled": ("the Hierophant cancelled the Arcana", ""),
    "hierophant_before": ("the Hierophant lay on the table when the round began", ""),
    "pot": ("all chips put in, less refunds; the Tower's loss and the antes of returning players included", "chips"),
    "lost_tower": ("chips the Tower destroyed", "chips"),
    "lost_remainder": ("chips lost because they could not be divided", "chips"),
    "prize": ("chips paid for Pages", "chips"),
    "showdown": ("hands were compared", ""),
    "n_end": ("players who had not folded at the end", "players"),
    "n_winners": ("winners: 0 under the Sun, several in a tie", "players"),
    "raises1": ("bets and raises before the draw", "raises"),
    "raises2": ("bets and raises after the draw", "raises"),
    "reentries": ("folded players who returned under Judgement", "players"),
    "magician_hits": ("suits guessed right under the Magician", "cards"),
    "hanged_cards": ("cards for going all-in under the Hanged Man", "cards"),
    "reshuffles": ("times the discards became the new deck", "shuffles"),
}
OF_THE_SEAT: dict[str, tuple[str, str]] = {
    "net": ("chips won less chips lost", "chips"),
    "dealt_page": ("Pages among the first five cards", "cards"),
    "end_page": ("Pages held at the end by a player who had not folded", "cards"),
    "discards": ("cards exchanged in the draw", "cards"),
    "allin": ("put the last chip in at some moment of the round", ""),
}
CODE_DOCS = {
    "dealer": "the dealer",
    "arcana": "the Arcana that came, cancelled or not",
    "window": "when it came",
    "winner": "the one winner",
    "win_cat": "the winner's hand",
    "cat": "the hand shown",
}
BELONGS_TO_GAME = ("lost_tower", "lost_remainder")  # totals of the game, not of its rounds


def code_columns(when: str) -> list[Column]:
    return [Column(name, doc + when, "code", "i1", **CODES[name]) for name, doc in CODE_DOCS.items()]  # type: ignore[arg-type]


def round_counts(when: str, over: str) -> list[Column]:
    counts = [Column(name, doc + when, over=over, unit=unit) for name, (doc, unit) in OF_THE_ROUND.items() if name not in BELONGS_TO_GAME]
    seats = [Column(name, doc + when, seats=True, over=over, unit=unit) for name, (doc, unit) in OF_THE_SEAT.items()]
    return counts + seats


COLUMNS = (
    win("share of the win; with unit: round, of what the pot paid out"),
    *standard()[1:],
    Column("end_reason", "why the game ended", "code", "i1", levels=("world", "bust", "cap")),
    Column("chips", "chips at the end", seats=True, unit="chips"),
    Column("elim_round", "round in which the player lost the last chip", "count", "i2", seats=True, none=-1, unit="rounds"),
    Column("arcana_drawn", "Arcana turned over by a Page, cancelled ones included", "count", "i2", unit="cards"),
    Column("arcana_cancelled", "Arcana cancelled by the Hierophant", "count", "i2", unit="cards"),
    Column("world_pos", "place of the World in the Arcana deck, from 1", "count", "i2", none=-1, unit="cards"),
    Column("lost_tower", "chips the Tower destroyed", unit="chips"),
    Column("lost_remainder", "chips lost because they could not be divided", unit="chips"),
    Column("prizes_paid", "chips paid for Pages in the whole game", unit="chips"),
    Column("showdowns", "rounds in which hands were compared", "count", "i2", unit="rounds"),
    Column("biggest_pot", "the largest pot of the game", unit="chips"),
    *round_counts(", a round", "rounds"),
    *code_columns(", last round"),
)
OUTCOME = tally_record(COLUMNS)

ROUND_COLUMNS = (
    Column("round", "number of the round, from 1", "count", "i2"),
    Column("decisions", "points at which a player had at least two legal actions", "count", "i4", unit="decisions"),
    *(Column(name, *OF_THE_ROUND[name][:1], unit="chips") for name in BELONGS_TO_GAME),
    *round_counts("", ""),
    *code_columns(""),
)
ROUND = tally_record(ROUND_COLUMNS)

# ---- records

TABLE = record(  # what everybody sees, besides the bets
    # begins every round at zero, see `engine.clear_round`
    ("open", "i8", (SEATS,)),  # hand cards lying face up
    ("misses", "i8"),  # turned up by the Magician for nobody
    ("misses_buried", "i8"),  # those of them that still lie in the discards
    ("flops", "i8"),  # turned up under Temperance
    ("moons", "i8"),  # seats with a Moon card
    ("riders", "i8"),  # seats that have passed a card under the Chariot
    ("hanged", "i8"),  # seats that have had their card of the Hanged Man
    ("asked", "i4"),  # somebody was asked in this round
    ("acts", "i4"),  # betting actions of this round
    ("acts1", "i4"),  # ... and of its first betting round
    ("cancelled", "i4"),
    ("bent", "i4"),  # the Arcana in force bends the betting
    ("burnt", "i4"),  # chips the Tower destroyed in this round
    ("shuffles", "i4"),  # auxiliary shuffles of this round
    ("leftover", "i4"),  # cards the Wheel left over, now in the discards
    ("held", "i1", (SEATS,)),  # cards in hand
    ("discarded", "i1", (SEATS,)),  # cards given up in the draw
    ("drew_from", "i1", (SEATS,)),  # cards each seat could have given up in the draw
    ("parted", "i1", (SEATS,)),  # cards given up unseen by an Arcana: Temperance, the Star
    ("buried", "i1", (SEATS,)),  # cards of each seat that lie in the discards
    ("recycled", "i2"),  # the discards became a deck in this round
    # does not
    ("gone", "i8"),  # Arcana turned over so far, as a mask
    ("round", "i4"),
    ("dealer", "i4"),
    ("phase", "i4"),
    ("point", "i4"),
    ("cursor", "i4"),  # place in turn order of the player who is choosing
    ("hierophant", "i4"),  # lies on the table
    ("last_round", "i4"),  # announced by the World, 0 not yet
    ("lost", "i4"),  # chips that have left the game
    ("levels", "i4", (6,)),  # what each action would make the level, of the player who is asked to bet
    ("history", "i1", (HISTORY,)),  # the betting of this round, its first `acts` entries: 8 * seat + action
    # begins every round at -1
    ("arcana", "i4"),  # of this round, -1 none
    ("force", "i4"),  # the one that acts in it, -1 none or cancelled
    ("window", "i4"),
    ("shown_page", "i4"),  # the Page that called the Arcana, -1 none ...
    ("shown_by", "i4"),  # ... and who showed it
)
NOW = record(  # counts of the round under way that are columns of it; the order is theirs
    ("decisions", "i4"),
    ("hierophant_before", "i4"),
    ("raises1", "i4"),
    ("raises2", "i4"),
    ("reentries", "i4"),
    ("magician_hits", "i4"),
    ("hanged_cards", "i4"),
    ("reshuffles", "i4"),
    ("dealt_page", "i4", (SEATS,)),
)
STATE = state_record(
    OUTCOME,
    ("top", "i4"),  # the deck is deck[top : size]
    ("shoe", STREAM),  # the deal, still under way: the deck is shuffled as far as it has been looked at
    ("bets", BETS),
    # begins every round at zero, with the end of `bets` and the beginning of `table`, see `engine.clear_round`
    ("hand", "i8", (SEATS,)),
    ("fresh", "i8", (SEATS,)),  # cards newly received in the deal or the draw
    ("pile", "i8"),  # discards
    ("given", "i8", (SEATS,)),  # what each seat has given up in this round ...
    ("buried", "i8", (SEATS,)),  # ... and what of it lies in the discards for certain
    ("before", "i8", (SEATS,)),  # hands before the Wheel
    ("score", "i8", (SEATS,)),  # of the hands shown; it is not cleared, and keeps the two parts small enough to be cleared in line
    ("broke", "i8"),  # seats that have put in their last chip at some moment
    ("now", NOW),
    ("table", TABLE),
    # begins every round at -1, with the end of `table`
    ("moon", "i1", (SEATS,)),  # each seat's face-down card, -1 none
    ("chosen", "i1", (SEATS,)),  # card picked but not yet shown, passed or exchanged, -1 none
    ("passed", "i1", (SEATS,)),  # under the Chariot, -1 none
    ("received", "i1", (SEATS,)),
    # does not
    ("size", "i4"),
    ("won", "i4", (SEATS,)),  # of the pot
    ("settled", "i4"),  # the deck is shuffled up to here
    ("arcana_size", "i4"),
    ("turned", "i4"),  # of a duplicate: rounds of this lap in which one was turned over, as bits; the lap above them
    ("deck", "i1", (CARDS,)),  # places of cards
    ("pool", "i1", (CARDS,)),  # scratch of the Wheel
    ("arcana_deck", "i1", (MAJOR,)),
    ("row", ROUND),  # the round just ended
    ("arcana_top", "i1"),
)
VIEW = view_record(
    ("chosen", "i4"),  # own hidden choice, -1 none
    ("hand", "i8"),
    ("given", "i8"),  # own discards of this round ...
    ("buried", "i8"),  # ... that lie in the discards for certain
    ("before", "i8"),  # own hand before the Wheel, 0 none
    ("bets", BETS),
    ("table", TABLE),
    ("passed", "i4"),
    ("received", "i4"),
)
