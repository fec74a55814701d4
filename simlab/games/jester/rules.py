"""Jester, a points race in five small games, the best of which goes to the fool: everything about it that is data.

Eight cards each, all spent in a round: one in Trash (the highest makes its owner jester, who moves last), one in Low (the
highest card scores), one in High (the lowest scores), two in Blackjack against the deck, three in Poker, where points are bid.
"""

from enum import IntEnum
from random import Random
from typing import Annotated, Any, ClassVar

from pydantic import Field, model_validator

from simlab.contract import knobs
from simlab.contract.columns import SEATS, SIXTIETHS, Column, numbered, standard, tally_record
from simlab.contract.knobs import Choice, knob
from simlab.contract.records import state_record, view_record
from simlab.errors import RulesError
from simlab.games.jester.order import jester_order
from simlab.jit import record
from simlab.ranking.hands import NAMES
from simlab.ranking.orders import ORDER, WITH_ROYAL

VERSION = 1
CARDS = 52
BLOCK = 8  # places of the shuffled deck set aside for each seat (JE-2.4)
BLACKJACK = 21
COMMON = 2  # the second common card ends the bidding (JE-6.12)
FRONT = 4  # most cards in front of a seat: a pair and two drawn
DECK_CARDS = 12  # most cards the deck shows itself, with `deck_third: until`
TURNS = 120  # bidding turns a view lists; six players need at most 116 under default rules
ROUNDS_LISTED = 6
FIRST_DEAL = 0  # key of the deal that opens a round; later deals (`redeal: phase`) have the number of their phase
COIN = 5  # key of the coin that breaks ties in Trash (JE-3.5), beside those of the deals

# Classes of blackjack pairs, best first: S when an ace counts 11, H otherwise, then the total.
PAIR_CLASSES = (
    "S21", "H11", "S20", "H10", "H20", "S19", "S18", "H19", "H9", "S17", "S16", "S15", "S12", "S14",
    "H18", "S13", "H8", "H17", "H7", "H16", "H12", "H13", "H15", "H14", "H6", "H5", "H4",
)  # fmt: skip


class Phase(Choice):
    TRASH = 0
    LOW = 1
    HIGH = 2
    BLACKJACK = 3
    POKER = 4


SPENDS = {Phase.TRASH: 1, Phase.LOW: 1, Phase.HIGH: 1, Phase.BLACKJACK: 2, Phase.POKER: 3}  # cards a seat uses up


class Point(IntEnum):
    """What the seat to act is asked."""

    TRASH = 0
    LOW = 1
    HIGH = 2
    BJ_PICK = 3
    BJ_ACT = 4
    OPEN = 5
    BID = 6
    CHECK = 7


class Act(IntEnum):
    """Blackjack choices."""

    HOLD = 0
    HIT = 1
    DOUBLE = 2


class Bid(IntEnum):
    """Poker actions; with `bid_grid: every` the raise by k has number 2 + k."""

    FOLD = 0
    CALL = 1
    CHECK = 2
    RAISE_1 = 3
    RAISE_2 = 4
    RAISE_MID = 5
    RAISE_MAX = 6


class Result(IntEnum):
    """Of a seat against the deck."""

    WIN = 0
    LOSE = 1
    BUST = 2
    PUSH = 3


class End(IntEnum):
    """What ended the game."""

    LOW = 1
    HIGH = 2
    BLACKJACK = 3
    POKER = 4
    ROUND = 5
    CAP = 6


class Redeal(Choice):
    ROUND = 0
    PHASE = 1


class EndCheck(Choice):
    PHASE = 0
    ROUND = 1


class WinTie(Choice):
    SHARE = 0
    ORDER = 1
    PLAY_ON = 2


class Dealer(Choice):
    RANDOM = -1


class TrashTie(Choice):
    ORDER = 0
    SUIT = 1
    RANDOM = 2


class JesterBy(Choice):
    HIGHEST = 0
    LOWEST = 1
    ROTATE = 2


class CentreTie(Choice):
    FIRST = 0
    LAST = 1
    NONE = 2
    EACH = 3


class CentrePlay(Choice):
    OPEN = 0
    BLIND = 1


class Pick(Choice):
    TOGETHER = 0
    IN_TURN = 1


class DeckTie(Choice):
    LOSE = 0
    PUSH = 1
    WIN = 2


class DeckBust(Choice):
    PLAYERS_WIN = 0
    NONE = 1


class DeckThird(Choice):
    ONCE = 0
    UNTIL = 1


class BidLimit(Choice):
    FEWER = 0
    UP_TO = 1
    FIXED = 2


class ShortBid(Choice):
    FOLD = 0
    ALL_IN = 1


class BidGrid(Choice):
    CANONICAL = 0
    EVERY = 1


class Payout(Choice):
    MULTIPLE = 0
    POT = 1


class PokerTie(Choice):
    SPLIT = 0
    EACH = 1
    PUSH = 2


class TieBreak(Choice):
    SUM = 0
    SUM_MADE = 1
    STANDARD = 2
    SUM_THEN_STANDARD = 3


class Exhaust(Choice):
    RESHUFFLE = 0
    STOP = 1


class Rules(knobs.Rules):
    COMPILED: ClassVar[tuple[tuple[Any, ...], ...]] = (
        ("order", ORDER),  # who wins a showdown
        ("ordinary", ORDER),  # who would win it by ordinary kickers
        ("short", ORDER),  # hands of fewer than five cards: tier, then sum (JE-7.9)
        ("first", "i4"),  # phase that opens a round
        ("then", "i4", (5,)),  # phase after each phase; -1 when the round is over
        ("held", "i4", (5,)),  # cards in a hand when each phase begins
        ("cards", "i4"),  # in the deck
        ("other_share", "i4"),  # sixtieths of a point that one point of one seat adds to the mean of all but the jester
        ("settled", "i4"),  # places of the shuffled deck that can matter
    )

    players: int = knob(4, "seats at the table", ge=2, le=6)
    target: int = knob(21, "points that win the game", ge=5, le=51)
    start_points: int = knob(0, "points everybody starts with", ge=0, le=10)
    max_rounds: int = knob(40, "complete rounds after which the most points win", ge=1, le=200)
    phases: tuple[Phase, ...] = knob(
        tuple(Phase), "phases of a round, in order; without trash the jester goes round", min_length=1, max_length=5
    )
    redeal: Redeal = knob(Redeal.ROUND, "one hand for the whole round, or fresh cards for every phase")
    end_check: EndCheck = knob(EndCheck.PHASE, "when somebody's reaching the target is looked for")
    win_tie: WinTie = knob(WinTie.SHARE, "equal points at the top: shared, first from the jester's left, or play on")
    first_dealer: Annotated[int, Field(ge=0, le=5)] | Dealer = knob(
        0, "dealer of the first round, later the last jester: decides ties in Trash"
    )
    trash_tie: TrashTie = knob(TrashTie.ORDER, "equal trash cards: first from the dealer's left, by suit, or by a coin")
    jester_by: JesterBy = knob(JesterBy.HIGHEST, "which trash card makes the jester, or the role simply goes round")
    low_points: int = knob(1, "points for the highest card of Low", ge=0, le=5)
    high_points: int = knob(2, "points for the lowest card of High", ge=0, le=5)
    swap_low_high: bool = knob(False, "Low pays the lowest card and High the highest")
    centre_tie: CentreTie = knob(CentreTie.FIRST, "equal cards in Low and High: who scores")
    centre_play: CentrePlay = knob(CentrePlay.OPEN, "cards of Low and High are played face up in turn, or chosen unseen")
    bj_pick: Pick = knob(Pick.TOGETHER, "blackjack pairs are chosen unseen together, or in turn and open")
    max_hits: int = knob(1, "cards a player may take by Hit", ge=1, le=2)
    double_draws: int = knob(1, "cards a Double draws", ge=0, le=2)
    bj_win: int = knob(2, "points for beating the deck with Hold or Hit", ge=-5, le=8)
    dd_win: int = knob(4, "points for beating the deck with Double", ge=-5, le=8)
    dd_lose: int = knob(-1, "points for a Double that does not beat the deck", ge=-5, le=8)
    dd_bust: int = knob(-2, "points for a Double over 21", ge=-5, le=8)
    natural_bonus: int = knob(0, "extra points when an ace-ten pair that holds beats the deck", ge=0, le=3)
    bj_tie: DeckTie = knob(DeckTie.LOSE, "a total equal to the deck's: does not beat it, nobody's points move, or beats it")
    deck_bust: DeckBust = knob(DeckBust.PLAYERS_WIN, "a deck over 21 is beaten by all who are not, or by nobody")
    deck_stands_at: int = knob(17, "total from which the deck takes no further card", ge=12, le=19)
    deck_third: DeckThird = knob(DeckThird.ONCE, "below that the deck takes one further card, or as many as it needs")
    points_floor: Annotated[int, Field(ge=-50, le=20)] | None = knob(None, "no loss takes a seat below this")
    jester_min_bid: int = knob(1, "least bid with which the jester must open", ge=0, le=3)
    bid_limit: BidLimit = knob(BidLimit.FEWER, "most a seat may bid: fewer than its points, up to them, or a fixed number")
    bid_limit_fixed: int = knob(5, "that number", ge=1, le=20)
    short_bid: ShortBid = knob(ShortBid.FOLD, "a seat that cannot match the highest bid folds, or stays in with all it may bid")
    max_raises: int = knob(0, "raises in one Poker phase, the opening included; 0 is no limit", ge=0, le=19)
    bid_grid: BidGrid = knob(BidGrid.CANONICAL, "raises offered: by 1, by 2, halfway and to the limit, or to every number")
    poker_win_mult: int = knob(2, "times its bid that the best hand gains", ge=1, le=3)
    uncontested_mult: int = knob(2, "times its bid that the last player left gains", ge=0, le=3)
    poker_payout: Payout = knob(Payout.MULTIPLE, "the bank pays a multiple of the bid, or the losers pay the winner")
    poker_tie: PokerTie = knob(PokerTie.SPLIT, "equal best hands share the prize, have it each, or gain nothing")
    poker_tie_break: TieBreak = knob(TieBreak.SUM, "within a tier: sum of ranks, sum of the cards that make it, or ordinary kickers")
    wheel: bool = knob(False, "ace-2-3-4-5 is a straight")
    category_order: tuple[Annotated[int, Field(ge=0, le=9)], ...] = knob(
        tuple(range(10)), "the ten tiers from worst to best, 0 a high card, 9 a royal flush", min_length=10, max_length=10
    )
    min_rank: int = knob(2, "lowest rank in the deck", ge=2, le=6)
    exhaust: Exhaust = knob(Exhaust.RESHUFFLE, "when the pile is empty the discards are shuffled, or nothing more is drawn")

    @model_validator(mode="after")
    def can_be_played(self) -> "Rules":
        cards = 4 * (15 - self.min_rank)
        if BLOCK * self.players + 2 > cards:
            raise RulesError(
                f"too few cards: {self.players} players need {BLOCK * self.players + 2}, a deck from rank {self.min_rank} has {cards}"
            )
        if self.start_points >= self.target:
            raise RulesError(f"start_points {self.start_points} must be below the target {self.target}")
        if list(self.phases) != sorted(set(self.phases)):
            raise RulesError(f"phases must stand in the order {', '.join(Phase.words())}, each once")
        if self.first_dealer >= self.players:
            raise RulesError(f"first dealer {self.first_dealer} does not sit at a table of {self.players}")
        if sorted(self.category_order) != list(range(10)):
            raise RulesError("category_order must name each of the tiers 0 to 9 once")
        if self.bid_grid == BidGrid.EVERY and self.target > 31:
            raise RulesError(f"bid_grid: every needs a target of 31 or less (given: {self.target}), else a bid has more than 64 choices")
        if self.bid_grid == BidGrid.EVERY and self.win_tie == WinTie.PLAY_ON:
            raise RulesError("bid_grid: every does not go with win_tie: play_on, where bids have no bound")
        return self

    @classmethod
    def repair(cls, given: dict[str, Any], random: Random) -> dict[str, Any]:
        repaired: dict[str, Any] = {}
        if "phases" in given:
            repaired["phases"] = [p for p in Phase.words() if p in given["phases"]]
        if "category_order" in given:
            repaired["category_order"] = random.sample(range(10), 10)
        return repaired

    def compile(self, rules: Any) -> None:
        tie_break = self.poker_tie_break.word
        for field, family in (("order", tie_break), ("ordinary", "standard"), ("short", "sum")):
            rules[field] = jester_order(self.category_order, family, self.wheel, self.min_rank).record
        rules["first"] = self.phases[0]
        for phase in Phase:
            later = [p for p in self.phases if p > phase]
            rules["then"][phase] = later[0] if later else -1
            rules["held"][phase] = sum(SPENDS[p] for p in self.phases if p >= phase)
        rules["cards"] = 4 * (15 - self.min_rank)
        rules["other_share"] = SIXTIETHS // (self.players - 1)
        rules["settled"] = self.places_that_matter()

    def places_that_matter(self) -> int:
        """Hands, then at most one draw (or as many as the knobs allow) for each player, the deck's own cards and two common ones."""
        drawn = self.players * max(self.max_hits, self.double_draws) + (3 if self.deck_third == DeckThird.ONCE else DECK_CARDS) + COMMON
        return CARDS if self.min_rank > 2 else min(CARDS, BLOCK * self.players + drawn)


RULES = Rules.dtype()

TIERS = tuple(NAMES[tier] for tier in WITH_ROYAL)
FIRST_ROUNDS = numbered("round", ROUNDS_LISTED + 1)[1:]
POSITIONS = numbered("position", SEATS)


def blackjack_columns(name: str, doing: str) -> tuple[Column, ...]:
    """How often a first choice was made, and how it went."""
    return (
        Column(name, f"blackjack choices to {doing}", "count", "i2"),
        Column(f"{name}_win", f"of those who {doing}: beat the deck", "count", "i2", over=name),
        Column(f"{name}_lose", f"of those who {doing}: neither beat the deck nor went over 21", "count", "i2", over=name),
        Column(f"{name}_bust", f"of those who {doing}: went over 21", "count", "i2", over=name),
        Column(f"{name}_pts", f"points for those who {doing}", "count", "i2", over=name, unit="points"),
    )


COLUMNS = (
    *standard(),
    Column("points", "final points", seats=True, unit="points"),
    Column("ended_in", "what ended the game", "code", "i1", levels=("nothing", "low", "high", "blackjack", "poker", "round", "cap")),
    Column("shared", "two or more seats shared the win", "flag", "i1"),
    Column("pts_low", "points from Low", seats=True, unit="points"),
    Column("pts_high", "points from High", seats=True, unit="points"),
    Column("pts_bj", "points from Blackjack", seats=True, unit="points"),
    Column("pts_poker", "points from Poker", seats=True, unit="points"),
    Column("jester_rounds", "rounds as jester", "count", "i2", seats=True, unit="rounds"),
    Column("jester_net", "points of the jester of the round, a round", over="rounds", unit="points"),
    Column("other_net", "mean points of the others, a round", "share", over="rounds", unit="points"),
    Column("jester_pts_low", "points of the jester from Low, a round", over="rounds", unit="points"),
    Column("jester_pts_high", "points of the jester from High, a round", over="rounds", unit="points"),
    Column("jester_pts_bj", "points of the jester from Blackjack, a round", over="rounds", unit="points"),
    Column("jester_pts_poker", "points of the jester from Poker, a round", over="rounds", unit="points"),
    Column("last_jester_won", "share of the win of the last round's jester", "share", "i2"),
    Column("first_jester_won", "share of the win of the first round's jester", "share", "i2"),
    Column("trash_rank_sum", "ranks of all trash cards together"),
    Column("jester_rank_sum", "ranks of the jesters' trash cards together"),
    Column("trash_ties", "rounds in which the deciding trash rank was held by two or more", "count", "i2", over="rounds"),
    Column("low_ties", "rounds in which the deciding rank of Low was played by two or more", "count", "i2", over="rounds"),
    Column("high_ties", "rounds in which the deciding rank of High was played by two or more", "count", "i2", over="rounds"),
    Column("low_winpos", "wins of Low by playing position", "count", "i2", levels=POSITIONS),
    Column("high_winpos", "wins of High by playing position", "count", "i2", levels=POSITIONS),
    *blackjack_columns("bj_hold", "hold"),
    *blackjack_columns("bj_hit", "hit"),
    *blackjack_columns("bj_double", "double"),
    Column("bj_pair_class", "chosen blackjack pairs by class (S: an ace counts 11)", "count", "i2", levels=PAIR_CLASSES),
    Column("deck_bust", "rounds in which the deck exceeded 21", "count", "i2", over="rounds"),
    Column("deck_three", "rounds in which the deck showed three or more cards", "count", "i2", over="rounds"),
    Column("poker_played", "Poker phases settled", "count", "i2"),
    Column("poker_showdowns", "Poker phases in which hands were shown", "count", "i2", over="poker_played"),
    Column("poker_uncontested", "Poker phases won because all others folded", "count", "i2", over="poker_played"),
    Column("uncontested_by_jester", "of these, won by the jester", "count", "i2", over="poker_uncontested"),
    Column("folds", "folds, forced ones included", "count", "i2"),
    Column("forced_folds", "folds for want of any other action", "count", "i2"),
    Column("raises", "raises, openings not included", "count", "i4"),
    Column("poker_turns", "bidding turns, openings and forced ones included", "count", "i4"),
    Column("final_bid_sum", "highest bid of a Poker phase", "count", "i4", over="poker_played", unit="points"),
    Column("final_bid_max", "highest bid of the game", "count", "i4", unit="points"),
    Column("final_bid_r", "highest bid of the first six rounds, 0 when there was none", "count", "i4", levels=FIRST_ROUNDS),
    Column("priced_out", "Poker phases in which everybody else had to fold", "count", "i2", over="poker_played"),
    Column("showdown_live_sum", "hands shown in a showdown", "count", "i2", over="poker_showdowns"),
    Column("showdown_ties", "showdowns with two or more best hands", "count", "i2", over="poker_showdowns"),
    Column("sum_vs_standard", "showdowns that ordinary tie-breaks would have given to others", "count", "i2", over="poker_showdowns"),
    Column("cat", "hands shown, by tier", "count", "i2", levels=TIERS, over="showdown_live_sum"),
    Column("win_cat", "best hands of showdowns, by tier", "count", "i2", levels=TIERS, over="poker_showdowns", title="winning hands"),
    Column("reshuffles", "rounds in which the pile ran out and the discards were shuffled", "count", "i2", over="rounds"),
    Column("reshuffles_bj", "rounds in which this happened during Blackjack", "count", "i2", over="rounds"),
    Column("points_r1", "points after the first round", seats=True, unit="points"),
    Column("winner_min_points", "lowest points the winner ever had", unit="points"),
    Column("winner_max_deficit", "largest gap of the winner to the leader at the end of a complete round", unit="points"),
    Column("lead_changes", "round ends whose sole leader is another than the one before", "count", "i2"),
    Column("leader_won_poker", "Poker phases won by the seat that led alone when the round began", "count", "i2", over="leader_poker_n"),
    Column("leader_poker_n", "Poker phases, from the second round on, of rounds that began with one seat leading alone", "count", "i2"),
    Column("min_points", "lowest points anybody ever had", unit="points"),
    Column("neg_rounds", "seats below 0 points, counted at each round's end", "count", "i2"),
)  # fmt: skip
OUTCOME = tally_record(COLUMNS)

# What lies on the table or is known to all; the view has the same record, less what is still face down. It is one record so
# that a view copies it at once: field by field that was half the time of a decision.
# Sets of cards are masks by id: bit 4 * (rank - 2) + suit, so that a hand is sorted by nature.
TABLE = record(
    ("discards", "i8"),  # cards out of play in this deal (a view lacks the folded hands among them)
    ("laid", "i8"),  # cards lying on the table in this phase
    ("shown", "i8", (SEATS,)),  # hands shown when Poker was last settled
    ("points", "i4", (SEATS,)),
    ("cap", "i4", (SEATS,)),  # most each seat may bid in this Poker phase
    ("bid", "i4", (SEATS,)),  # points each seat has pledged
    ("highest", "i4"),  # highest bid; 0 before the opening
    ("raises", "i4"),  # in this Poker phase, the opening included
    ("turns", "i4"),  # of bidding in this Poker phase
    ("raises_by", "i2", (SEATS,)),
    ("point", "i1"),  # Point: what the seat to act is asked
    ("turn", "i1"),  # how many seats have had this point (before Poker)
    ("dealer", "i1"),
    ("jester", "i1"),  # -1 until Trash is turned up
    ("left", "i1"),  # cards in the pile
    ("reshuffled", "i1"),  # 1 when the pile consists of former discards
    ("trash", "i1", (SEATS,)),  # card each seat trashed, -1 none
    ("low", "i1", (SEATS,)),
    ("high", "i1", (SEATS,)),
    ("front", "i1", (SEATS, FRONT)),  # blackjack cards, -1 beyond the last
    ("fronts", "i1", (SEATS,)),  # how many
    ("choice", "i1", (SEATS,)),  # Act: first choice in Blackjack, -1 none
    ("again", "i1", (SEATS,)),  # second choice, with `max_hits` 2
    ("deck", "i1", (DECK_CARDS,)),  # cards the deck shows itself, -1 beyond the last
    ("decks", "i1"),  # how many
    ("folded", "i1", (SEATS,)),
    ("facing", "i1", (SEATS,)),  # somebody else raised since the seat's last turn (JE-6.10)
    ("checks", "i1"),
    ("common", "i1", (COMMON,)),  # common cards, -1 none
    ("last_common", "i1", (COMMON,)),  # those of the last Poker phase
    ("acts", "i1", (TURNS,)),  # bidding actions in order; the first TURNS of them
)

STATE = state_record(
    OUTCOME,
    ("hand", "i8", (SEATS,)),
    ("folded_hand", "i8", (SEATS,)),  # face down among the discards (JE-6.5)
    ("table", TABLE),
    ("phase", "i4"),
    ("top", "i4"),  # place of the pile's next card in `pile`, a ring
    ("deal", "i4"),  # key of the deal in force
    ("bid_max", "i4"),  # highest bid of the game
    ("lowest", "i4", (SEATS,)),  # lowest points of each seat so far
    ("deficit", "i4", (SEATS,)),  # largest gap to the leader at a complete round's end
    ("first_jester", "i4"),
    ("led", "i4"),  # sole leader of the latest round end that had one, -1 none
    ("leads", "i4"),  # who led alone when this round (from the second on) began, -1 nobody
    ("spilled", "i4"),  # bit per phase of this round in which the discards were shuffled
    ("forced", "i1", (SEATS,)),  # folded for want of any other action
    ("pile", "i1", (CARDS,)),
)
VIEW = view_record(
    ("hand", "i8"),  # own
    ("own_folded", "i8"),  # own hand, folded in this round
    ("table", TABLE),
    ("pile_known", "i8"),  # after a reshuffle: cards known to be in the pile
    ("buried", "i4"),  # folded hands' cards among the discards
    ("held", "i1", (SEATS,)),  # cards in each hand
    ("round", "i4"),
)
