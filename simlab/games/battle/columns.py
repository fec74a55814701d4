"""What a game of battle reports (section 8).

A column of a battle turn has an entry for each battle round and seat. Its raw form (kinds, bit masks, seats) is kept but not averaged;
beside it stand counts by kind of action, which can be.
"""

from simlab.contract.columns import SEATS, Column, crossed, numbered, standard, tally_record

ROUNDS = 4  # most battle rounds the rules allow
TURNS = ROUNDS * SEATS

KIND_NAMES = (
    "pass", "pair_draw", "triple_draw", "draw_top", "draw_nth", "turn_down", "flip", "swap_high", "swap_low", "swap_same",
    "kill_high", "kill_low", "kill_same", "steal_high", "steal_low",
)  # fmt: skip
CATEGORY_NAMES = (
    "high_card", "one_pair", "two_pair", "three_kind", "straight", "flush", "full_house", "four_kind", "straight_flush", "royal_flush",
)  # fmt: skip
END_NAMES = ("not interruptible", "went through", "stopped by a reveal", "stopped by the target seat", "stopped by another seat")
EACH_TURN = crossed(tuple(f"round {r}" for r in range(1, ROUNDS + 1)), numbered("seat", SEATS))


def hand(name: str, doc: str, none_name: str = "none") -> Column:
    return Column(name, doc, "code", "i1", seats=True, levels=CATEGORY_NAMES, none=-1, none_name=none_name)


def each_turn(name: str, doc: str, dtype: str = "i1") -> Column:
    """Raw: one code for each battle turn, -1 for turns not played."""
    return Column(name, doc, dtype=dtype, levels=EACH_TURN, none=-1, hidden=True)


def of_seat(name: str, doc: str, kind: str = "count") -> Column:
    return Column(name, doc, kind, "i1", seats=True, none=-1)  # type: ignore[arg-type]


def by_kind(name: str, doc: str, over: str = "") -> Column:
    return Column(name, doc, "count", "i1", levels=KIND_NAMES, over=over)


COLUMNS = (
    *standard(),
    Column("n_winners", "seats that share the win", dtype="i1", unit="seats"),
    Column("value", "final hand as a packed number", seats=True, none=-1, hidden=True),
    hand("cat", "final hand"),
    Column("own_value", "final hand without a loan as a packed number", seats=True, none=-1, hidden=True),
    hand("own_cat", "final hand without a loan"),
    Column("loan", "card borrowed for the final hand, -1 if no loan improves it", dtype="i1", seats=True, none=-1, hidden=True),
    of_seat("borrowed", "a loan improved the final hand", "flag"),
    hand("start_cat", "hand when the battle began"),
    hand("start_own_cat", "hand when the battle began, without a loan"),
    Column("lead_start_mask", "seats that led when the battle began, as bits", dtype="i1", hidden=True),
    Column("winner_mask", "seats that won, as bits", dtype="i1", hidden=True),
    of_seat("led_start", "led when the battle began, alone or with others", "flag"),
    Column("lead_change", "the winners are not those who led when the battle began", "flag", "i1"),
    Column("allin_mask", "seats that went all-in, as bits", dtype="i1", hidden=True),
    of_seat("went_allin", "laid all cards of the first draw face down", "flag"),
    hand("allin_cat", "hand laid down all-in", "no all-in"),
    hand("dealt_cat", "hand drawn in round 1, all-in or not"),
    of_seat("down_start", "hidden cards when the battle began"),
    of_seat("down_end", "hidden cards at the end"),
    of_seat("row_end", "cards in the row at the end"),
    each_turn("kind", "kind of action, 0 pass .. 14 steal_low"),
    each_turn("legal", "legal kinds, as bits", "i2"),
    each_turn("target", "target seat of a flip or attack, -1 if none"),
    each_turn("outcome", "0 not interruptible, 1 went through, 2 revealed, 3 target seat discarded, 4 other seat discarded"),
    each_turn("stopper", "seat that stopped the action, -1 if none"),
    Column("decisive", "the action was stopped, and that changed who leads", "flag", "i1", levels=EACH_TURN, none=-1),
    each_turn("nth_n", "N of a dig, 0 if none"),
    Column("nth_known", "the actor dug for a card it knew", "flag", "i1", levels=EACH_TURN, none=-1),
    Column("n_attacks", "attacks declared", dtype="i1"),
    Column("n_flips", "flips declared", dtype="i1"),
    Column("n_stops", "attacks and flips stopped", dtype="i1"),
    Column("n_decisive_stops", "stops that changed who leads", dtype="i1"),
    Column("n_kingmaker_stops", "stops that changed who leads where neither actor nor target seat won", dtype="i1"),
    Column("n_digs", "cards dug for by N", dtype="i1"),
    Column("n_known_digs", "digs for a card the actor knew", dtype="i1", over="n_digs"),
    Column("min_pile", "smallest pile at battle start and after each battle turn", dtype="i1", unit="cards"),
    Column("end_pile", "pile at the end", dtype="i1", unit="cards"),
    Column("n_draw_decisions", "decisions in the drawing rounds", dtype="i2", unit="decisions"),
    by_kind("kind_legal", "battle turns in which the kind was legal"),
    by_kind("kind_used", "battle turns that used the kind, of those in which it was legal", over="kind_legal"),
    by_kind("kind_stopped", "battle turns of the kind that were stopped, of those that used it", over="kind_used"),
    by_kind("kind_decisive", "battle turns of the kind whose stop changed who leads, of those that used it", over="kind_used"),
    Column("ends", "battle turns by how the action ended", "count", "i1", levels=END_NAMES),
    of_seat("stops", "actions of others that the seat stopped"),
)  # fmt: skip
OUTCOME = tally_record(COLUMNS)
