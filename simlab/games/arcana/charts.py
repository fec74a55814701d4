"""Arcana's charts: answered bids, the Pot, winning hands, planted cards, what the suits do."""

from simlab.contract.charts import GameChart

CHARTS = (
    GameChart(
        "answering", "side_by_side", ("contested", "first_won_contested"),
        "The first bidder wins {b} of contested showdowns; {a} are contested",
        ("showdowns that are contested", "of these, won by the first bidder"), "share of showdowns",
    ),
    GameChart(
        "pot_and_length", "side_by_side", ("pot_sum", "deal_turns_sum"), "A deal takes {b} turns and its Pot holds {a} coins",
        ("coins in the Pot", "turns of a deal"), "mean of a deal",
    ),
    GameChart("winning_hands", "mixture", ("win_cat",), "{best} wins most often: {value} of the showdowns", axis="winning hand"),
    GameChart("rarity", "rarity", ("sub_cat",), "Submitted hands"),
    GameChart(
        "rarities", "rarities", ("sub_cat",), "Hands that are bid more often than the next one below them", axis="share of submitted hands",
    ),
    GameChart(
        "planted", "fates", ("plants_self", "plants_opp", "plants_lost"),
        "A card planted at {best} comes back to its planter most often: {value}",
        ("drawn by the planter", "drawn by another", "erased by Cups", "still in the deck"), "fate of planted cards, by depth",
    ),
    GameChart(
        "top_card", "side_by_side", ("top_helped", "top_flipped"), "The top card overturns {b} of contested showdowns",
        ("lifts a winner's hand", "overturns a contested showdown"), "share of showdowns",
    ),
    GameChart(
        "wands", "side_by_side", ("wand_takes_wand", "wand_helped"), "{b} of the cards taken by Wands lift the hand; {a} are Wands again",
        ("takes another Wand", "lifts the hand"), "share of cards taken by Wands",
    ),
    GameChart("discards", "mixture", ("discards_suit",), "{best} are discarded most: {value}", axis="discards by suit"),
    GameChart(
        "bids", "side_by_side", ("first_subs", "answers", "uncontested_won"), "A player bids first {a} times a game and answers {b} times",
        ("first bids", "answers", "won unanswered"), "times a game, for each player",
    ),
)  # fmt: skip
