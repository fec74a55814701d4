"""Showdown's charts: where points come from, how games end, which hands score and take the last trick."""

from simlab.contract.charts import GameChart

CHARTS = (
    GameChart(
        "points_sources", "sources", ("pts_phase1", "pts_phase2", "pts_trick"), "Most points come from {best}: {value} a player and game",
        ("the first scoring", "the second scoring", "tricks"), "points of a player, by where they come from",
    ),
    GameChart(
        "points_flow", "flow", ("pts_phase1", "pts_phase2", "pts_trick"),
        "Where points come from, and who gets them: most from {best}, {value} a player and {unit}",
        ("the first scoring", "the second scoring", "tricks"), "points in a {unit}, from where they come to who gets them",
    ),
    GameChart("endings", "mixture", ("end_reason",), "{value} of the games end by {best}", axis="share of games by how they end"),
    GameChart(
        "first_circle", "side_by_side", ("first_circle_wins",), "The first to reach the target wins {value} of the games",
        axis="games won by a seat that reached the target first",
    ),
    GameChart(
        "best_hands", "mixture", ("best_cat2",), "The second scoring goes to {best} most often: {value}",
        axis="best scoring hand of phase 2",
    ),
    GameChart("rarity", "rarity", ("hand_cat2",), "Hands at the second scoring"),
    GameChart("last_by_cat", "levels", ("last_by_cat",)),
    GameChart("last_by_top_pos", "levels", ("last_by_top_pos",)),
    GameChart(
        "score_positions", "families", ("score1", "score2", "last"), "{best} scores first most often, {value} times a game",
        ("first scoring", "second scoring", "fifth trick"), "times a game",
    ),
    GameChart(
        "thrown", "families", ("thrown1", "thrown2"), "In the first draw {best} is the most usual: {value} times a game",
        ("first draw", "second draw"), "draws of a game by cards thrown",
    ),
    GameChart(
        "close_calls", "side_by_side", ("same_category", "suit_decided", "full_clash"),
        "Suits decide {b} scorings a game; {a} are between hands of one category",
        ("same category", "suits decide", "two full houses"), "scorings of a game",
    ),
)  # fmt: skip
