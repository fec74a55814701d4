"""Showdown: everything about it that is data.

Each round: five cards, a draw, the best poker hand scores, a second draw, the best hand scores again, then the five cards are
played out in tricks of which only the fifth counts. At 50 points a player has a circle; from the next round on, a circle
holder who takes a fifth trick wins the game. A straight flush in a scoring phase wins it at once.

A set of cards is one int64 with bit c for card c = 4 * rank + suit (SH-2.1), so that its bits rise as the cards do.
"""

from dataclasses import replace
from enum import IntEnum
from random import Random
from typing import Annotated, Any, ClassVar

from pydantic import Field, field_validator, model_validator

from simlab.contract import knobs
from simlab.contract.columns import SEATS, Column, crossed, numbered, standard, tally_record
from simlab.contract.knobs import Choice, knob
from simlab.contract.records import state_record, view_record
from simlab.errors import RulesError
from simlab.games.showdown.order import showdown_order
from simlab.jit import record
from simlab.ranking.hands import NAMES, Category, Family
from simlab.ranking.orders import ORDER

VERSION = 1

HAND = 5
TRICKS = 5
DECK = 52
DRAWS = 3  # most draws in a round
SHOWS = 3  # most cards shown in one turn
LEAD = 5  # points ahead of all others that `lead_by_5` asks for
NOBODY = -1


class Point(IntEnum):
    """What the seat to act decides."""

    DRAW = 0  # action: bit i throws the i-th lowest card
    SHOW = 1  # keep or reject the card shown
    PLAY = 2  # action k: the k-th lowest legal card


class Show(IntEnum):
    KEEP = 0
    REJECT = 1


class Fate(IntEnum):
    """Of the last card shown in a turn; those before it were rejected."""

    NONE = 0
    PENDING = 1
    KEPT = 2
    REJECTED = 3


class End(IntEnum):
    CIRCLE = 0
    STRAIGHT_FLUSH_1 = 1
    STRAIGHT_FLUSH_2 = 2
    CAP = 3


class Hand(Choice):
    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


class Suit(Choice):
    C = 0
    D = 1
    H = 2
    S = 3


class Trump(Choice):
    NONE = -1
    C = 0
    D = 1
    H = 2
    S = 3


class StraightFlush(Choice):
    WIN = 0
    POINTS = 1


class FlushPhases(Choice):
    BOTH = 0
    PHASE1 = 1
    PHASE2 = 2


class FlushWho(Choice):
    ANYONE = 0
    NO_CIRCLE = 1


class Scorers(Choice):
    BEST = 0
    ALL = 1
    BEST_TWO = 2


class OneCard(Choice):
    DRAW2 = 0
    BOTH = 1
    DRAW1 = 2
    NONE = 3


class StockOut(Choice):
    RESHUFFLE = 0
    LIMIT = 1


class DrawOrder(Choice):
    LEFT_OF_DEALER = 0
    DEALER_FIRST = 1
    FEWEST_POINTS = 2
    MOST_POINTS = 3


class Reveal(Choice):
    ALL = 0
    BEST = 1
    NONE = 2


class FullHouse(Choice):
    HIGHEST_RANK = 0
    TRIPS_FIRST = 1


class FirstLead(Choice):
    LEFT_OF_DEALER = 0
    DEALER = 1
    PHASE2_BEST = 2
    PHASE2_WORST = 3


class Rotation(Choice):
    ROTATE = 0
    FIXED = 1
    LAST_TRICK_WINNER = 2


class FirstDealer(Choice):
    LAST = -1
    RANDOM = -2


class WinMode(Choice):
    CIRCLE = 0
    FIRST_TO_TARGET = 1
    LEAD_BY_5 = 2


class CircleWins(Choice):
    LAST_TRICK = 0
    PHASE_OR_TRICK = 1


Value = Annotated[int, Field(ge=0, le=100)]
Weight = Annotated[int, Field(ge=0, le=5)]
TrickValue = Annotated[int, Field(ge=0, le=50)]
Seat = Annotated[int, Field(ge=0, le=5)]


class Rules(knobs.Rules):
    COMPILED: ClassVar[tuple[tuple[Any, ...], ...]] = (
        ("order", ORDER),  # which hand wins
        ("ranks", ORDER),  # the same without suits and full-house rule: faster, and nearly always enough
        ("cards", "i8"),  # the cards of the deck
    )

    players: int = knob(4, "seats at the table", ge=2, le=6)
    target: int = knob(50, "points that give a circle: the length of the race", ge=1, le=500)
    category_points: tuple[Value, ...] = knob(
        (0, 1, 2, 3, 4, 5, 6, 7, 8),
        "value of each category, high card first; a positive first entry makes high card a scoring hand",
        min_length=9,
        max_length=9,
    )
    category_order: tuple[Hand, ...] = knob(tuple(Hand), "the categories from the lowest to the highest", min_length=9, max_length=9)
    straight_flush: StraightFlush = knob(StraightFlush.WIN, "a straight flush in a scoring phase wins the game, or scores points")
    straight_flush_phases: FlushPhases = knob(FlushPhases.BOTH, "phases in which it wins; in the other it scores points")
    straight_flush_who: FlushWho = knob(FlushWho.ANYONE, "who wins by it; no_circle: not one who has a circle as the phase begins")
    scorers: Scorers = knob(Scorers.BEST, "who scores in a phase: the best hand, every player, the two best hands")
    phase_weight: tuple[Weight, ...] = knob(
        (1, 1), "multiplies each phase's points; the last entry is repeated", min_length=1, max_length=3
    )
    draws: int = knob(2, "draws in a round, each with a scoring phase after it", ge=1, le=DRAWS)
    max_discards: tuple[Weight, ...] = knob((5, 5), "most cards thrown in each draw; the last is repeated", min_length=1, max_length=3)
    one_card_show: OneCard = knob(OneCard.DRAW2, "draws in which the replacement of a single card is shown and may be rejected")
    max_rejections: int = knob(1, "how many shown cards may be rejected in a turn; 0: nothing is shown", ge=0, le=SHOWS)
    discards_face_up: bool = knob(False, "discards are thrown face up")
    stock_out: StockOut = knob(StockOut.RESHUFFLE, "empty stock: the discards are shuffled, or no more is thrown than the stock holds")
    draw_order: DrawOrder = knob(DrawOrder.LEFT_OF_DEALER, "who draws first, by position or by points; ties by position")
    reveal_phase1: Reveal = knob(Reveal.ALL, "hands shown in phase 1: all, the scoring ones, none")
    reveal_phase2: Reveal = knob(Reveal.ALL, "hands shown in phase 2: all (open tricks), the scoring ones, none")
    full_house_compare: FullHouse = knob(FullHouse.HIGHEST_RANK, "what decides between full houses: the higher rank, or the three")
    suit_order: tuple[Suit, ...] = knob(tuple(Suit), "the suits from the lowest to the highest, for ties", min_length=4, max_length=4)
    ace_low_straight: bool = knob(True, "A-2-3-4-5 is a straight (in a short deck: the ace below the lowest rank)")
    lowest_rank: int = knob(2, "lowest rank in the deck: a short deck", ge=2, le=7)
    trick_points: tuple[TrickValue, ...] = knob((0, 0, 0, 0, 5), "award for each of the five tricks", min_length=5, max_length=5)
    trump: Trump = knob(Trump.NONE, "a suit that beats the others in the tricks")
    must_follow: bool = knob(True, "a player who holds the led suit must play it")
    first_lead: FirstLead = knob(FirstLead.LEFT_OF_DEALER, "who leads the first trick")
    dealer_rotation: Rotation = knob(Rotation.ROTATE, "who deals the next round")
    first_dealer: Seat | FirstDealer = knob(FirstDealer.LAST, "who deals round 1: a seat, the last seat, or one drawn at random")
    win_mode: WinMode = knob(WinMode.CIRCLE, "what wins: a trick with a circle, reaching the target, or leading by 5 at a round's end")
    circle_delay: int = knob(1, "rounds between reaching the target and being able to win by it", ge=0, le=5)
    circle_wins_by: CircleWins = knob(CircleWins.LAST_TRICK, "an eligible player wins by trick 5 only, or also by scoring a phase")
    all_circle_overrides_bar: bool = knob(False, "when all have a circle, trick 5 wins whatever circle_delay says")
    max_rounds: int = knob(200, "rounds after which the game is stopped without a winner", ge=1, le=10000)

    @field_validator("suit_order", mode="before")
    @classmethod
    def letters_in_a_row(cls, given: Any) -> Any:
        """`cdhs` is as good as `[c, d, h, s]`."""
        return tuple(given) if isinstance(given, str) else given

    @model_validator(mode="after")
    def the_knobs_go_together(self) -> "Rules":
        if len(set(self.category_order)) < len(Hand):
            raise RulesError("category_order must name each of the nine categories once")
        if len(set(self.suit_order)) < len(Suit):
            raise RulesError("suit_order must name c, d, h and s once each")
        cards, needed = 4 * (15 - self.lowest_rank), HAND * self.players + HAND
        if cards < needed:
            raise RulesError(f"lowest_rank {self.lowest_rank} leaves {cards} cards; {self.players} players need at least {needed}")
        if self.first_dealer >= self.players:
            raise RulesError(f"first_dealer {self.first_dealer} does not sit at a table of {self.players} (seats count from 0)")
        return self

    @classmethod
    def repair(cls, given: dict[str, Any], random: Random) -> dict[str, Any]:
        """Orders are permutations; races are short and capped early, so that random games stay quick."""
        shuffled: dict[str, Any] = {}
        for name, words in (("category_order", Hand.words()), ("suit_order", Suit.words())):
            if name in given:
                shuffled[name] = random.sample(words, len(words))
        target = random.randint(1, 60) if "target" in given else 50
        return {"target": target, "max_rounds": random.randint(1, 30), **shuffled}

    def compile(self, rules: Any) -> None:
        names = ("category_order", "suit_order", "ace_low_straight", "lowest_rank")
        given = {**{name: getattr(self, name) for name in names}, "suit_order": [suit.word for suit in self.suit_order]}
        order = showdown_order(full_house_compare=self.full_house_compare.word, **given)
        rules["order"] = order.record
        rules["ranks"] = replace(order, family=Family.STANDARD, full_house_high=False).record
        rules["cards"] = (1 << DECK) - (1 << 4 * (self.lowest_rank - 2))

    def round_bound(self) -> int | None:
        """The round by which the game must have ended; None when no such round is known (SH-10.9)."""
        last = self.trick_points[-1]
        if self.win_mode == WinMode.LEAD_BY_5 or last == 0:
            return None
        return self.players * (-(-self.target // last) + max(self.circle_delay - 1, 0)) + 1

    def advice(self) -> str:
        """A warning when the cap may stop games that the rules would not."""
        bound = self.round_bound()
        if bound is None:
            return f"nothing in these rules makes a game end: max_rounds {self.max_rounds} may stop it without a winner"
        if bound > self.max_rounds:
            return f"a game may last {bound} rounds: max_rounds {self.max_rounds} may stop it without a winner"
        return ""


RULES = Rules.dtype()

CATEGORIES = tuple(NAMES[Category(c)] for c in range(9))
POSITIONS = numbered("position", SEATS)
SEAT_NAMES = numbered("seat", SEATS)
TOPS = ("no top card", "1 top card", "2 top cards", "3 top cards", "4 top cards")
SHAPES = ("2-1-1-1", "2-2-1", "3-1-1", "3-2", "4-1", "5")
ACES = ("no ace", "1 ace", "2 aces", "3 aces", "4 aces")
THROWN = ("none thrown", "1 thrown", "2 thrown", "3 thrown", "4 thrown", "5 thrown")


def by_phase(name: str, doc: str, dtype: str, levels: tuple[str, ...]) -> tuple[Column, ...]:
    """A family that phase 1 and phase 2 have each for themselves; a third phase adds to the second."""
    return tuple(Column(f"{name}{phase}", doc.format(phase=phase), "count", dtype, levels=levels) for phase in (1, 2))


def last_tricks(name: str, doc: str, levels: tuple[str, ...]) -> tuple[Column, ...]:
    """Fifth tricks won by what the seat brought to the tricks, over the seats that brought as much."""
    return (
        Column(f"last_{name}", f"fifth tricks won {doc}", "count", "i2", levels=levels, over=f"seats_{name}"),
        Column(f"seats_{name}", f"hands brought to the tricks {doc}", "count", "i4", levels=levels),
    )


COLUMNS = (
    *standard(),
    Column("winner", "seat that won the game", "code", "i1", levels=SEAT_NAMES, none=-1, none_name="nobody"),
    Column("end_reason", "how the game ended", "code", "i1",
           levels=("circle", "straight flush in phase 1", "straight flush in phase 2", "cap")),
    Column("plies", "points at which a seat had to act, forced ones too", unit="plies"),
    Column("points", "points at the end", seats=True, unit="points"),
    Column("pts_phase1", "points from scoring phase 1", seats=True, unit="points"),
    Column("pts_phase2", "points from scoring phase 2", seats=True, unit="points"),
    Column("pts_trick", "points from tricks", seats=True, unit="points"),
    Column("circle_round", "round in which the seat reached the target", "count", "i2", seats=True, none=-1),
    Column("first_circle_seat", "seat that reached the target first", "code", "i1", levels=SEAT_NAMES, none=-1, none_name="nobody"),
    Column("first_circle_round", "round in which the target was first reached", "count", "i2", none=-1),
    Column("first_circle_wins", "the winner reached the target in the round in which anybody first did", "flag", "i1", none=-1),
    Column("circles_at_end", "seats with a circle at the end", "count", "i1"),
    Column("rounds_after_first_circle", "rounds played after the target was first reached", "count", "i2", none=-1),
    Column("eligible_failures", "showdowns an eligible seat did not win", "count", "i2", seats=True),
    *by_phase("best_cat", "phases {phase} by the category of the best scoring hand (high card: nobody scored)", "i2", CATEGORIES),
    *by_phase("hand_cat", "all hands of phase {phase} by category", "i4", CATEGORIES),
    *by_phase("score", "awards of phase {phase} by position, a winning straight flush too", "i2", POSITIONS),
    Column("last", "fifth tricks won by position", "count", "i2", levels=POSITIONS),
    *last_tricks("by_cat", "by category at the last phase", CATEGORIES),
    *last_tricks("by_top", "by number of cards that are the highest of their suit in play", TOPS),
    *last_tricks("by_shape", "by cards in each suit", SHAPES),
    *last_tricks("by_aces", "by number of aces", ACES),
    *last_tricks("with_top", "with at least one top card, by position", POSITIONS),
    *last_tricks("by_top_pos", "by number of top cards and position", crossed(TOPS, POSITIONS)),
    Column("last_after_trick4", "fifth tricks won by the winner of trick 4", "count", "i2"),
    Column("scorer1_wins_last", "phase-1 scorers who also take trick 5", "count", "i2", over="scorer1_rounds"),
    Column("scorer2_wins_last", "phase-2 scorers who also take trick 5", "count", "i2", over="scorer2_rounds"),
    Column("scorer1_scores2", "phase-1 scorers who also score phase 2", "count", "i2", over="scorer1_rounds"),
    Column("scorer1_rounds", "rounds that reach the tricks and had a scorer in phase 1", "count", "i2"),
    Column("scorer2_rounds", "rounds that reach the tricks and had a scorer in phase 2", "count", "i2"),
    Column("suit_decided", "phases whose two best scoring hands differ in suits only", "count", "i2"),
    Column("same_category", "phases whose two best scoring hands have the same category", "count", "i2"),
    Column("full_clash", "phases whose two best scoring hands are full houses", "count", "i2"),
    Column("full_flip", "such phases with another scorer under trips_first", "count", "i2"),
    *by_phase("thrown", "draws {phase} by the number of cards thrown", "i4", THROWN),
    Column("shown", "cards shown by the one-card rule"),
    Column("rejected", "shown cards that were rejected"),
    Column("reshuffles", "times the discards became a new stock"),
    Column("lead_changes", "round ends whose sole points leader differs from the last sole leader", "count", "i2"),
)  # fmt: skip
OUTCOME = tally_record(COLUMNS)

OPEN = record(  # what everybody knows; of this round, but for points and circles
    ("revealed", "i8", (DRAWS, SEATS)),  # hands shown at each phase, by seat; 0 = not shown
    ("face_up", "i8", (DRAWS, SEATS)),  # cards thrown in each draw, where discards lie face up
    ("table", "i8"),  # cards of the trick under way
    ("points", "i4", (SEATS,)),
    ("dealer", "i4"),
    ("first", "i4"),  # first seat of the round: position 0
    ("point", "i4"),  # Point
    ("draw", "i4"),  # 1, 2, 3: the draw under way, or the last one
    ("trick", "i4"),  # 1 .. 5; 0 before the tricks
    ("leader", "i4"),  # seat that leads the trick; -1 before the tricks
    ("opener", "i4"),  # seat that led trick 1; -1 before the tricks
    ("led", "i4"),  # suit led; -1 when no card lies on the table
    ("turn", "i4"),  # in a draw: how many have had their turn; in a trick: cards on the table
    ("stock_size", "i4"),
    ("pile_size", "i4"),  # discards of finished turns since the last reshuffle
    ("reshuffles", "i4"),
    ("first_circle_seat", "i4"),  # -1 nobody
    ("first_circle_round", "i4"),
    ("leading", "i4"),  # last sole points leader at a round's end; -1 none yet
    ("circle_round", "i2", (SEATS,)),  # round of reaching the target; -1 not yet
    ("shown_card", "i1"),  # turned up and waiting for keep or reject; -1 none
    ("drawers", "i1", (SEATS,)),  # seats in the order in which they draw
    ("thrown", "i1", (DRAWS, SEATS)),  # cards thrown in each draw; -1 = not yet
    ("early", "i1", (DRAWS, SEATS)),  # of the cards received in that turn, those taken before a reshuffle within it
    ("era", "i1", (DRAWS, SEATS)),  # reshuffles of the round up to that turn's end
    ("shown", "i1", (DRAWS, SEATS, SHOWS)),  # cards shown in that turn, in order; -1 none
    ("fate", "i1", (DRAWS, SEATS)),  # Fate of the last of them
    ("scorer", "i1", (DRAWS,)),  # owner of the best scoring hand of each phase; -1 nobody
    ("awards", "i1", (DRAWS, SEATS)),  # seats that scored in each phase, in the order of their awards; -1 none
    ("category", "i1", (DRAWS, SEATS)),  # category announced for a scoring seat; -1 none
    ("played", "i1", (TRICKS, SEATS)),  # card of each seat in each trick; -1 not yet
    ("taker", "i1", (TRICKS,)),  # winner of each trick; -1 not yet
)
STATE = state_record(
    OUTCOME,
    ("hand", "i8", (SEATS,)),
    ("score", "i8", (SEATS,)),  # strength of each hand at the last scoring phase
    ("claim", "i8", (SEATS,)),  # what each hand counted for there; 0 when it did not score
    ("brought", "i8", (SEATS,)),  # hands as the tricks began
    ("tops", "i8"),  # the highest card of each suit as the tricks began
    ("discards", "i8", (DRAWS, SEATS)),  # cards each seat threw in each draw
    ("stock", "i8"),  # cards in it; their order is settled card by card, see stock.py
    ("pile", "i8"),  # discards of finished turns since the last reshuffle
    ("pending", "i8"),  # thrown or rejected in the turn under way
    ("settled", "i4"),  # places of `deck` whose card is settled
    ("next", "i4"),  # place of the next card
    ("rejections", "i4"),  # in the turn under way
    ("winning", "i4"),  # card that wins the trick so far
    ("winning_seat", "i4"),
    ("deck", "i1", (DECK,)),  # the order of all card ids behind the stock
    ("open", OPEN),
)  # fmt: skip
VIEW = view_record(
    ("hand", "i8"),  # own cards
    ("discards", "i8", (DRAWS,)),  # own discards in each draw of this round
    ("round", "i4"),
    ("open", OPEN),
)
