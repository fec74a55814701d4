"""The charts of each game: which columns go together, how they are drawn, and what their title says.

A chart is drawn when the run has numbers for it; what a title says is filled in from the first cell of the run. Reports never
import games: the columns are known by name, from the run directory. How the kinds are drawn stands in `drawings.py`.
"""

from collections.abc import Iterator

from simlab.reports.charts.contrasts import balance, by_players, habits, of_first, portions, steps
from simlab.reports.charts.drawings import (
    GameChart,
    against_poker,
    by_round,
    chances_map,
    compared,
    decisive_games,
    exceed,
    families,
    fates,
    levels,
    mixture,
    outcomes,
    rarities,
    rarity,
    seats_compared,
    sources,
    stages,
)
from simlab.reports.charts.kit import Chart
from simlab.reports.rundir import Run


def game_charts(run: Run) -> Iterator[Chart]:
    """The charts of the run's game that it has numbers for, those about what was asked for first."""
    present = set(run.results["metric"].unique())
    known = (*OF_SCENARIOS.get(run.game, ()), *GAMES.get(run.game, ()))
    for wanted in sorted(known, key=lambda chart: not asked(run, chart)):
        if present.issuperset(wanted.metrics):
            drawn = wanted.draw(run, wanted)
            if drawn is not None:
                yield drawn


def asked(run: Run, wanted: GameChart) -> bool:
    return not set(wanted.metrics).isdisjoint(run.headline)


def covered(run: Run) -> set[str]:
    """Metrics by level that have a chart of the game's own."""
    return {chart.metrics[0] for chart in GAMES.get(run.game, ()) if len(chart.metrics) == 1 and chart.draw in (mixture, by_round)}


SHOWDOWN = (
    GameChart(
        "points_sources", sources, ("pts_phase1", "pts_phase2", "pts_trick"), "Most points come from {best}: {value} a player and game",
        ("the first scoring", "the second scoring", "tricks"), "points of a player, by where they come from",
    ),
    GameChart("endings", mixture, ("end_reason",), "{value} of the games end by {best}", axis="share of games by how they end"),
    GameChart(
        "first_circle", compared, ("first_circle_wins",), "The first to reach the target wins {value} of the games",
        axis="games won by a seat that reached the target first",
    ),
    GameChart(
        "best_hands", mixture, ("best_cat2",), "The second scoring goes to {best} most often: {value}",
        axis="best scoring hand of phase 2",
    ),
    GameChart("rarity", rarity, ("hand_cat2",), "Hands at the second scoring"),
    GameChart("last_by_cat", levels, ("last_by_cat",)),
    GameChart("last_by_top_pos", levels, ("last_by_top_pos",)),
    GameChart(
        "score_positions", families, ("score1", "score2", "last"), "{best} scores first most often, {value} times a game",
        ("first scoring", "second scoring", "fifth trick"), "times a game",
    ),
    GameChart(
        "thrown", families, ("thrown1", "thrown2"), "In the first draw {best} is the most usual: {value} times a game",
        ("first draw", "second draw"), "draws of a game by cards thrown",
    ),
    GameChart(
        "close_calls", compared, ("same_category", "suit_decided", "full_clash"),
        "Suits decide {b} scorings a game; {a} are between hands of one category",
        ("same category", "suits decide", "two full houses"), "scorings of a game",
    ),
)  # fmt: skip

ARCANA = (
    GameChart(
        "answering", compared, ("contested", "first_won_contested"), "The first bidder wins {b} of contested showdowns; {a} are contested",
        ("showdowns that are contested", "of these, won by the first bidder"), "share of showdowns",
    ),
    GameChart(
        "pot_and_length", compared, ("pot_sum", "deal_turns_sum"), "A deal takes {b} turns and its Pot holds {a} coins",
        ("coins in the Pot", "turns of a deal"), "mean of a deal",
    ),
    GameChart("winning_hands", mixture, ("win_cat",), "{best} wins most often: {value} of the showdowns", axis="winning hand"),
    GameChart("rarity", rarity, ("sub_cat",), "Submitted hands"),
    GameChart(
        "rarities", rarities, ("sub_cat",), "Hands that are bid more often than the next one below them", axis="share of submitted hands",
    ),
    GameChart(
        "planted", fates, ("plants_self", "plants_opp", "plants_lost"),
        "A card planted at {best} comes back to its planter most often: {value}",
        ("drawn by the planter", "drawn by another", "erased by Cups", "still in the deck"), "fate of planted cards, by depth",
    ),
    GameChart(
        "top_card", compared, ("top_helped", "top_flipped"), "The top card overturns {b} of contested showdowns",
        ("lifts a winner's hand", "overturns a contested showdown"), "share of showdowns",
    ),
    GameChart(
        "wands", compared, ("wand_takes_wand", "wand_helped"), "{b} of the cards taken by Wands lift the hand; {a} are Wands again",
        ("takes another Wand", "lifts the hand"), "share of cards taken by Wands",
    ),
    GameChart("discards", mixture, ("discards_suit",), "{best} are discarded most: {value}", axis="discards by suit"),
    GameChart(
        "bids", compared, ("first_subs", "answers", "uncontested_won"), "A player bids first {a} times a game and answers {b} times",
        ("first bids", "answers", "won unanswered"), "times a game, for each player",
    ),
)  # fmt: skip

BATTLE = (
    GameChart(
        "hands", stages, ("dealt_cat", "start_cat", "cat"), "The battle lifts hands: {best} is the most usual at the end, {value}",
        ("first draw", "battle begins", "end"), "share of hands",
    ),
    GameChart(
        "actions", chances_map, ("kind_used", "kind_stopped", "kind_decisive"),
        "{best} is taken most readily: in {value} of the turns that allow it",
        ("used where legal", "stopped when used", "stopped, and that changed the leader"), "share of turns",
    ),
    GameChart("endings", mixture, ("ends",), "{best}: {value} of all battle turns", axis="battle turns by how they ended"),
    GameChart(
        "interrupts", compared, ("n_attacks", "n_stops", "n_decisive_stops", "n_kingmaker_stops"),
        "A game has {a} attacks and {b} stops; {c} stops change who leads",
        ("attacks", "stops", "stops that change who leads", "stops that make a third seat win"), "times a game",
    ),
    GameChart(
        "decisive_stops", decisive_games, ("n_stops", "n_decisive_stops"), "Interrupts change who leads in {value} of the games",
        axis="games by stops that changed who leads",
    ),
    GameChart(
        "against_poker", against_poker, ("own_cat", "cat"), "{ours} of the final hands are a flush or better, of five cards dealt {poker}",
        ("battle, own row", "battle, with a loan"), "share of best hands",
    ),
    GameChart(
        "lead_change", compared, ("lead_change", "borrowed"), "The battle unseats the leader in {a} of the games",
        ("the leader at battle start does not win alone", "a loan improves a final hand"), "share of games",
    ),
    GameChart("rarity", rarity, ("cat",), "Final hands"),
    GameChart(
        "legal", families, ("kind_legal",), "{best} is legal most often: {value} turns of a game", ("legal",),
        "turns of a game in which it is legal",
    ),
    GameChart("pile", compared, ("min_pile", "end_pile"), "The pile shrinks to {a} cards", ("smallest", "at the end"), "cards in the pile"),
    GameChart("hidden", seats_compared, ("down_start",), "{best} hides most: {value} cards when the battle begins", ("hidden cards",)),
    GameChart("stops", seats_compared, ("stops",), "{best} stops others most: {value} times a game", ("stops of others",)),
)  # fmt: skip

FORTUNE = (
    GameChart("endings", mixture, ("end_reason",), "{value} of the games end by {best}", axis="share of games by what ends them"),
    GameChart(
        "lost_chips", sources, ("lost_tower", "lost_remainder"), "{best} destroys most chips: {value} a {unit}",
        ("the Tower", "odd chips"), "chips destroyed in a {unit}",
    ),
    GameChart("window", mixture, ("window",), "{value} of the Arcana come after the {best}", axis="when the last round's Arcana came"),
    GameChart(
        "pot", compared, ("pot", "prize"), "A pot holds {a} chips; Pages win {b} a round", ("the pot", "prizes for Pages"), "chips a round"
    ),
    GameChart(
        "showdown_rate", compared, ("showdown",), "Hands are compared in {a} of the rounds", ("hands are compared",), "share of rounds"
    ),
    GameChart("rarity", rarity, ("win_cat",), "Winning hands at the showdown"),
    GameChart("net", seats_compared, ("net",), "{best} wins most chips: {value} a round", ("chips won less chips lost",)),
    GameChart(
        "raises", compared, ("raises1", "raises2"), "{a} bets and raises before the draw, {b} after it",
        ("before the draw", "after the draw"), "bets and raises a round",
    ),
    GameChart("pages", seats_compared, ("end_page",), "{best} holds most Pages at the end: {value} a round", ("Pages at the end",)),
)  # fmt: skip

JESTER = (
    GameChart(
        "jester_worth", compared, ("jester_net", "other_net"), "The jester makes {a} points a round, each of the others {b}",
        ("the jester", "each of the others"), "points a round",
    ),
    GameChart(
        "jester_phases", compared, ("jester_pts_low", "jester_pts_high", "jester_pts_bj", "jester_pts_poker"),
        "The jester gains most in {best}: {value} points a round", ("Low", "High", "Blackjack", "Poker"), "points of the jester a round",
    ),
    GameChart(
        "phases", compared, ("pts_low", "pts_high", "pts_bj", "pts_poker"), "{best} brings most: {value} points a player and game",
        ("Low", "High", "Blackjack", "Poker"), "points of a player in a game",
    ),
    GameChart("endings", mixture, ("ended_in",), "{value} of the games end in {best}", axis="share of games by where they end"),
    GameChart(
        "blackjack", outcomes,
        tuple(f"bj_{choice}_{end}" for choice in ("hold", "hit", "double") for end in ("win", "lose", "bust")),
        "Those who {best} beat the deck most often: {value}", ("hold", "hit", "double"), "share of the choices",
    ),
    GameChart(
        "blackjack_points", compared, ("bj_hold_pts", "bj_hit_pts", "bj_double_pts"), "{best} pays most: {value} points a choice",
        ("hold", "hit", "double"), "points for a choice",
    ),
    GameChart(
        "bids", by_round, ("final_bid_r",), "The highest bid goes from {a} in round 1 to {b} in LAST",
        axis="highest bid of a round, points; 0 where it ended before Poker",
    ),
    GameChart(
        "pricing_out", compared, ("priced_out", "leader_won_poker"), "Everybody else is priced out in {a} of the Poker phases",
        ("all others priced out", "won by the sole leader"), "share of Poker phases",
    ),
    GameChart(
        "tie_break", compared, ("sum_vs_standard", "showdown_ties"), "Ordinary tie-breaks would name others in {a} of the showdowns",
        ("another winner by ordinary tie-breaks", "tied"), "share of showdowns",
    ),
    GameChart("rarity", rarity, ("cat",), "Hands shown"),
    GameChart(
        "comebacks", exceed, ("winner_max_deficit",), "One winner in ten was once more than {late} points behind; the median is {middle}",
        axis="largest gap of the winner to the leader, in points; dashed: half of the games",
    ),
    GameChart(
        "positions", families, ("low_winpos", "high_winpos"), "{best} wins Low most often: {value} times a game", ("Low", "High"),
        "times a game",
    ),
)  # fmt: skip

GAMES: dict[str, tuple[GameChart, ...]] = {
    "showdown": SHOWDOWN, "arcana": ARCANA, "battle": BATTLE, "fortune": FORTUNE, "jester": JESTER,
}  # fmt: skip

# charts of what scenarios define, or of who sits first in them
JESTER_SCENARIOS = (
    GameChart(
        "jester_edge", balance, ("edge_low", "edge_high", "edge_bj", "edge_poker", "edge"),
        "A round brings the jester {net} points {more} than each of the others; {best} makes {value}",
        ("Low", "High", "Blackjack", "Poker"), "points of the jester a round, less the mean of the others",
    ),
    GameChart(
        "phase_shares", portions, ("share_low", "share_high", "share_bj", "share_poker"), "{best} brings {value} of all points",
        ("Low", "High", "Blackjack", "Poker"), "share of all points",
    ),
    GameChart(
        "first_player", of_first, ("win_by_player",), "The first player's win share changes most under {best}: {value}",
        axis="win share of the first player, percentage points,",
    ),
    GameChart(
        "spent_points", habits, ("points_by_player",), "Best is {best}, {value} points against basic; worst {least}, {least_value}",
        ("Trash", "Low", "High"), "points of the first player less basic's, paired, 95 % interval",
    ),
    GameChart(
        "spent_wins", habits, ("win_by_player",),
        "Best is {best}, {value} percentage points of the win against basic; worst {least}, {least_value}",
        ("Trash", "Low", "High"), "win share of the first player less basic's, percentage points, 95 % interval",
    ),
    GameChart(
        "bids_by_round", steps, ("bid_r1", "bid_r2", "bid_r3", "bid_r4", "bid_r5"),
        "The highest bid goes from {a} in round 1 to {b} in round 5", ("1", "2", "3", "4", "5"),
        "round; highest bid of a round that came to Poker, points",
    ),
    GameChart(
        "bids_by_lead", steps, ("bid2_to_3", "bid2_from_4", "bid2_from_7", "bid2_from_10", "bid2_from_13"),
        "The highest bid of round 2 goes from {a} when nobody has 4 points to {b} when the leader has 13",
        ("to 3", "4 to 6", "7 to 9", "10 to 12", "13 and more"), "points of the leader after round 1; highest bid of round 2, points",
    ),
    GameChart(
        "strain", by_players, ("reshuffles_bj", "forced_out"),
        "With {players} players the pile runs out in {a} of the rounds, and {b} of the seats can only fold",
        ("rounds in which the pile runs out during Blackjack", "seats of a Poker phase that can only fold"), "share",
    ),
)  # fmt: skip

OF_SCENARIOS: dict[str, tuple[GameChart, ...]] = {"jester": JESTER_SCENARIOS}
