"""The score-keeper beside the Jester table: writes down what happened, never decides anything.

`columns` holds every outcome column of section 8 by name: per-seat columns and numbered families are lists, shares of the
win are sixtieths. `other_net`, a mean over up to five seats, is kept in sixtieths too, so every figure is a whole number.
"""

from typing import Any

from tests.games.jester.referee.ranking import PAIR_CLASSES, pair_class, rank, tier

SEATS = 6
SHARE = 60
ROUNDS_LISTED = 6  # final_bid_r1..r6

PHASE_POINTS = {"low": "pts_low", "high": "pts_high", "blackjack": "pts_bj", "poker": "pts_poker"}
BJ_ACTIONS = ("bj_hold", "bj_hit", "bj_double")

COUNTS = [
    "rounds", "decisions", "ended_in", "capped", "shared",
    "jester_net", "other_net", "jester_pts_low", "jester_pts_high", "jester_pts_bj",
    "jester_pts_poker", "last_jester_won", "first_jester_won",
    "trash_rank_sum", "jester_rank_sum", "trash_ties", "low_ties", "high_ties", "deck_bust", "deck_three",
    "poker_played", "poker_showdowns", "poker_uncontested", "uncontested_by_jester", "folds",
    "forced_folds", "raises", "poker_turns",
    "final_bid_sum", "final_bid_max", "priced_out", "showdown_live_sum", "showdown_ties",
    "sum_vs_standard", "reshuffles", "reshuffles_bj",
    "winner_min_points", "winner_max_deficit", "lead_changes", "leader_won_poker", "leader_poker_n",
    "min_points", "neg_rounds",
]  # fmt: skip
BJ_COUNTS = [action + result for action in BJ_ACTIONS for result in ("", "_win", "_lose", "_bust", "_pts")]
FAMILIES = {
    **dict.fromkeys(["win", "points", "pts_low", "pts_high", "pts_bj", "pts_poker", "jester_rounds", "points_r1"], SEATS),
    **dict.fromkeys(["low_winpos", "high_winpos"], SEATS),
    "bj_pair_class": len(PAIR_CLASSES),
    "final_bid_r": ROUNDS_LISTED,
    **dict.fromkeys(["cat", "win_cat"], 10),
}


class Tally:
    def __init__(self, players: int, start_points: int) -> None:
        self.players = players
        self.columns: dict[str, Any] = dict.fromkeys(COUNTS + BJ_COUNTS, 0)
        self.columns |= {name: [0] * size for name, size in FAMILIES.items()}
        self.lowest = [start_points] * players  # each seat's lowest points so far, the start included
        self.deficit = [0] * players  # each seat's largest gap to the leader at the end of a complete round
        self.others_points = 0  # booked by all seats that were not jester at the time
        self.first_jester = 0
        self.last_jester = 0
        self.sole_leader: int | None = None  # at the latest round end that had one
        self.round_leader: int | None = None  # who led alone when this round began
        self.reshuffled: set[str] = set()  # phases of this round in which the discards were shuffled

    def add(self, column: str, amount: int = 1) -> None:
        self.columns[column] += amount

    # --- rounds ---

    def begin_round(self, points: list[int]) -> None:
        self.add("rounds")
        self.reshuffled = set()
        self.round_leader = leader(points) if self.columns["rounds"] >= 2 else None

    def crown(self, jester: int) -> None:
        self.columns["jester_rounds"][jester] += 1
        self.last_jester = jester
        if self.columns["rounds"] == 1:
            self.first_jester = jester

    def book(self, seat: int, phase: str, change: int, points: int) -> None:
        """The seat's points changed in this phase and are now `points`."""
        column = PHASE_POINTS[phase]
        self.columns[column][seat] += change
        if seat == self.last_jester:
            self.add("jester_" + column, change)
        else:
            self.others_points += change
        self.lowest[seat] = min(self.lowest[seat], points)

    def reshuffle(self, phase: str) -> None:
        if not self.reshuffled:
            self.add("reshuffles")
        if phase == "blackjack" and phase not in self.reshuffled:
            self.add("reshuffles_bj")
        self.reshuffled.add(phase)

    def end_round(self, points: list[int], complete: bool) -> None:
        """A round is over, complete or cut short by the end of the game."""
        self.add("neg_rounds", sum(p < 0 for p in points))
        if self.columns["rounds"] == 1:
            self.columns["points_r1"][: self.players] = points
        now = leader(points)
        if now is not None:
            if self.sole_leader is not None and now != self.sole_leader:
                self.add("lead_changes")
            self.sole_leader = now
        if complete:
            self.deficit = [max(old, max(points) - p) for old, p in zip(self.deficit, points, strict=True)]

    # --- phases ---

    def trash(self, cards: list[int], jester: int, tie: bool) -> None:
        self.add("trash_rank_sum", sum(rank(card) for card in cards))
        self.add("jester_rank_sum", rank(cards[jester]))
        self.add("trash_ties", int(tie))

    def centre(self, phase: str, positions: list[int], tie: bool) -> None:
        """`positions` are the playing positions that scored."""
        for position in positions:
            self.columns[phase + "_winpos"][position] += 1
        self.add(phase + "_ties", int(tie))

    def pick(self, pair: list[int]) -> None:
        self.columns["bj_pair_class"][PAIR_CLASSES.index(pair_class(pair))] += 1

    def blackjack(self, first_choice: int, result: str, change: int) -> None:
        column = BJ_ACTIONS[first_choice]
        self.add(column)
        self.add(f"{column}_{result}")
        self.add(column + "_pts", change)

    def poker(self, round_number: int, highest: int, winners: list[int]) -> None:
        """A Poker phase is settled."""
        self.add("poker_played")
        self.add("final_bid_sum", highest)
        self.columns["final_bid_max"] = max(self.columns["final_bid_max"], highest)
        if round_number <= ROUNDS_LISTED:
            self.columns["final_bid_r"][round_number - 1] = highest
        if self.round_leader is not None:
            self.add("leader_poker_n")
            self.add("leader_won_poker", int(self.round_leader in winners))

    def uncontested(self, winner: int, all_forced: bool) -> None:
        self.add("poker_uncontested")
        self.add("uncontested_by_jester", int(winner == self.last_jester))
        self.add("priced_out", int(all_forced))

    def showdown(self, hands: dict[int, list[int]], winners: list[int], ordinary: list[int], wheel: bool) -> None:
        """`ordinary` would have won under ordinary tie-breaks."""
        self.add("poker_showdowns")
        self.add("showdown_live_sum", len(hands))
        self.add("showdown_ties", int(len(winners) > 1))
        self.add("sum_vs_standard", int(winners != ordinary))
        for hand in hands.values():
            self.columns["cat"][tier(hand, wheel)] += 1
        self.columns["win_cat"][tier(hands[winners[0]], wheel)] += 1

    # --- the end ---

    def finish(self, points: list[int], winners: list[int], ended_in: int, capped: bool) -> None:
        c = self.columns
        c["ended_in"], c["capped"], c["shared"] = ended_in, int(capped), int(len(winners) > 1)
        c["points"][: self.players] = points
        for seat in winners:
            c["win"][seat] = SHARE // len(winners)
        c["jester_net"] = sum(c["jester_" + column] for column in PHASE_POINTS.values())
        c["other_net"] = SHARE // (self.players - 1) * self.others_points  # exact: 1 to 5 other seats
        c["first_jester_won"] = c["win"][self.first_jester]
        c["last_jester_won"] = c["win"][self.last_jester]
        c["winner_min_points"] = self.lowest[winners[0]]
        c["winner_max_deficit"] = self.deficit[winners[0]]
        c["min_points"] = min(self.lowest)


def leader(points: list[int]) -> int | None:
    """The seat that leads alone."""
    return points.index(max(points)) if points.count(max(points)) == 1 else None
