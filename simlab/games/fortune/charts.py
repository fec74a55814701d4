"""Fortune's charts: endings, chips destroyed, pots, showdowns, Pages."""

from simlab.contract.charts import GameChart

CHARTS = (
    GameChart("endings", "mixture", ("end_reason",), "{value} of the games end by {best}", axis="share of games by what ends them"),
    GameChart(
        "lost_chips", "sources", ("lost_tower", "lost_remainder"), "{best} destroys most chips: {value} a {unit}",
        ("the Tower", "odd chips"), "chips destroyed in a {unit}",
    ),
    GameChart("window", "mixture", ("window",), "{value} of the Arcana come after the {best}", axis="when the last round's Arcana came"),
    GameChart(
        "pot", "side_by_side", ("pot", "prize"), "A pot holds {a} chips; Pages win {b} a round", ("the pot", "prizes for Pages"),
        "chips a round",
    ),
    GameChart(
        "showdown_rate", "side_by_side", ("showdown",), "Hands are compared in {a} of the rounds", ("hands are compared",),
        "share of rounds",
    ),
    GameChart("rarity", "rarity", ("win_cat",), "Winning hands at the showdown"),
    GameChart("net", "by_seat", ("net",), "{best} wins most chips: {value} a round", ("chips won less chips lost",)),
    GameChart(
        "raises", "side_by_side", ("raises1", "raises2"), "{a} bets and raises before the draw, {b} after it",
        ("before the draw", "after the draw"), "bets and raises a round",
    ),
    GameChart("pages", "by_seat", ("end_page",), "{best} holds most Pages at the end: {value} a round", ("Pages at the end",)),
)  # fmt: skip
