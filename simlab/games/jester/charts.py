"""Jester's charts: the jester's worth, the five phases, blackjack, bids, comebacks."""

from simlab.contract.charts import GameChart

NEAREST = "plays the card nearest to this rank (14: ace)"

CHARTS = (
    GameChart(
        "points_flow", "flow", ("pts_low", "pts_high", "pts_bj", "pts_poker"),
        "Where points come from, and who gets them: most from {best}, {value} a player and {unit}",
        ("Low", "High", "Blackjack", "Poker"), "points in a {unit}, from where they come to who gets them",
    ),
    # of what scenarios define, or of who sits first in them
    GameChart(
        "jester_edge", "balance", ("edge_low", "edge_high", "edge_bj", "edge_poker", "edge"),
        "A round brings the jester {net} points {more} than each of the others; {best} makes {value}",
        ("Low", "High", "Blackjack", "Poker"), "points of the jester a round, less the mean of the others",
    ),
    GameChart(
        "phase_shares", "portions", ("share_low", "share_high", "share_bj", "share_poker"), "{best} brings {value} of all points",
        ("Low", "High", "Blackjack", "Poker"), "share of all points",
    ),
    GameChart(
        "first_player", "first_player", ("win_by_player",), "The first player's win share changes most under {best}: {value}",
        axis="win share of the first player, percentage points,",
    ),
    GameChart(
        "spent_points", "habits", ("points_by_player",), "Best is {best}, {value} points against basic; worst {least}, {least_value}",
        ("Trash", "Low", "High"), "points of the first player less basic's, paired, 95 % interval", NEAREST, params=("phase", "rank"),
    ),
    GameChart(
        "spent_wins", "habits", ("win_by_player",),
        "Best is {best}, {value} percentage points of the win against basic; worst {least}, {least_value}",
        ("Trash", "Low", "High"), "win share of the first player less basic's, percentage points, 95 % interval", NEAREST,
        params=("phase", "rank"),
    ),
    GameChart(
        "bids_by_round", "steps", ("bid_r1", "bid_r2", "bid_r3", "bid_r4", "bid_r5"),
        "The highest bid goes from {a} in round 1 to {b} in round 5", ("1", "2", "3", "4", "5"),
        "highest bid of a round that came to Poker, points", "round",
    ),
    GameChart(
        "bids_by_lead", "steps", ("bid2_to_3", "bid2_from_4", "bid2_from_7", "bid2_from_10", "bid2_from_13"),
        "The highest bid of round 2 goes from {a} when nobody has 4 points to {b} when the leader has 13",
        ("to 3", "4 to 6", "7 to 9", "10 to 12", "13 and more"), "highest bid of round 2, points",
        "points of the leader after round 1",
    ),
    GameChart(
        "strain", "by_players", ("reshuffles_bj", "forced_out"),
        "With {players} players the pile runs out in {a} of the rounds, and {b} of the seats can only fold",
        ("rounds in which the pile runs out during Blackjack", "seats of a Poker phase that can only fold"), "share",
    ),
    # of the game itself
    GameChart(
        "jester_worth", "side_by_side", ("jester_net", "other_net"), "The jester makes {a} points a round, each of the others {b}",
        ("the jester", "each of the others"), "points a round",
    ),
    GameChart(
        "jester_phases", "side_by_side", ("jester_pts_low", "jester_pts_high", "jester_pts_bj", "jester_pts_poker"),
        "The jester gains most in {best}: {value} points a round", ("Low", "High", "Blackjack", "Poker"), "points of the jester a round",
    ),
    GameChart(
        "phases", "side_by_side", ("pts_low", "pts_high", "pts_bj", "pts_poker"), "{best} brings most: {value} points a player and game",
        ("Low", "High", "Blackjack", "Poker"), "points of a player in a game",
    ),
    GameChart("endings", "mixture", ("ended_in",), "{value} of the games end in {best}", axis="share of games by where they end"),
    GameChart(
        "blackjack", "outcomes",
        tuple(f"bj_{choice}_{end}" for choice in ("hold", "hit", "double") for end in ("win", "lose", "bust")),
        "Those who {best} beat the deck most often: {value}", ("hold", "hit", "double"), "share of the choices",
        parts=("beats the deck", "loses", "over 21"),
    ),
    GameChart(
        "blackjack_points", "side_by_side", ("bj_hold_pts", "bj_hit_pts", "bj_double_pts"), "{best} pays most: {value} points a choice",
        ("hold", "hit", "double"), "points for a choice",
    ),
    GameChart(
        "bids", "by_round", ("final_bid_r",), "The highest bid goes from {a} in round 1 to {b} in {last}",
        axis="highest bid of a round, points; 0 where it ended before Poker",
    ),
    GameChart(
        "pricing_out", "side_by_side", ("priced_out", "leader_won_poker"), "Everybody else is priced out in {a} of the Poker phases",
        ("all others priced out", "won by the sole leader"), "share of Poker phases",
    ),
    GameChart(
        "tie_break", "side_by_side", ("sum_vs_standard", "showdown_ties"), "Ordinary tie-breaks would name others in {a} of the showdowns",
        ("another winner by ordinary tie-breaks", "tied"), "share of showdowns",
    ),
    GameChart("rarity", "rarity", ("cat",), "Hands shown"),
    GameChart(
        "comebacks", "tail", ("winner_max_deficit",), "One winner in ten was once more than {late} points behind; the median is {middle}",
        axis="largest gap of the winner to the leader, in points; dashed: half of the games",
    ),
    GameChart(
        "positions", "families", ("low_winpos", "high_winpos"), "{best} wins Low most often: {value} times a game", ("Low", "High"),
        "times a game",
    ),
)  # fmt: skip
