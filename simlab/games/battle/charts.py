"""Battle's charts: hands on their way, kinds of action, interrupts and what they decide."""

from simlab.contract.charts import GameChart

CHARTS = (
    GameChart(
        "hands", "stages", ("dealt_cat", "start_cat", "cat"), "The battle lifts hands: {best} is the most usual at the end, {value}",
        ("first draw", "battle begins", "end"), "share of hands",
    ),
    GameChart(
        "actions", "rates_map", ("kind_used", "kind_stopped", "kind_decisive"),
        "{best} is taken most readily: in {value} of the turns that allow it",
        ("used where legal", "stopped when used", "stopped, and that changed the leader"), "share of turns",
    ),
    GameChart("endings", "mixture", ("ends",), "{best}: {value} of all battle turns", axis="battle turns by how they ended"),
    GameChart(
        "interrupts", "side_by_side", ("n_attacks", "n_stops", "n_decisive_stops", "n_kingmaker_stops"),
        "A game has {a} attacks and {b} stops; {c} stops change who leads",
        ("attacks", "stops", "stops that change who leads", "stops that make a third seat win"), "times a game",
    ),
    GameChart(
        "decisive_stops", "how_many", ("n_stops", "n_decisive_stops"), "Interrupts change who leads in {value} of the games",
        axis="games by stops that changed who leads",
        parts=("no stop", "stops, none decisive", "one decisive stop", "two", "three or more"),
    ),
    GameChart(
        "against_poker", "beside_dealt", ("own_cat", "cat"), "{ours} of the final hands are a flush or better, of five cards dealt {dealt}",
        ("battle, own row", "battle, with a loan"), "share of best hands",
    ),
    GameChart(
        "lead_change", "side_by_side", ("lead_change", "borrowed"), "The battle unseats the leader in {a} of the games",
        ("the leader at battle start does not win alone", "a loan improves a final hand"), "share of games",
    ),
    GameChart("rarity", "rarity", ("cat",), "Final hands"),
    GameChart(
        "legal", "families", ("kind_legal",), "{best} is legal most often: {value} turns of a game", ("legal",),
        "turns of a game in which it is legal",
    ),
    GameChart(
        "pile", "side_by_side", ("min_pile", "end_pile"), "The pile shrinks to {a} cards", ("smallest", "at the end"), "cards in the pile",
    ),
    GameChart("hidden", "by_seat", ("down_start",), "{best} hides most: {value} cards when the battle begins", ("hidden cards",)),
    GameChart("stops", "by_seat", ("stops",), "{best} stops others most: {value} times a game", ("stops of others",)),
)  # fmt: skip
