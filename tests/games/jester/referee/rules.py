"""The knobs of Jester, each at its default, and the combinations nobody can play (section 6)."""

from typing import Any

PHASES = ["trash", "low", "high", "blackjack", "poker"]
BLOCK = 8  # cards set aside for each seat at the deal

DEFAULTS: dict[str, Any] = {
    "players": 4,
    "target": 21,
    "start_points": 0,
    "max_rounds": 40,
    "phases": list(PHASES),
    "redeal": "round",
    "end_check": "phase",
    "win_tie": "share",
    "first_dealer": 0,
    "trash_tie": "order",
    "jester_by": "highest",
    "low_points": 1,
    "high_points": 2,
    "swap_low_high": False,
    "centre_tie": "first",
    "centre_play": "open",
    "bj_pick": "together",
    "max_hits": 1,
    "double_draws": 1,
    "bj_win": 2,
    "dd_win": 4,
    "dd_lose": -1,
    "dd_bust": -2,
    "natural_bonus": 0,
    "bj_tie": "lose",
    "deck_bust": "players_win",
    "deck_stands_at": 17,
    "deck_third": "once",
    "points_floor": None,
    "jester_min_bid": 1,
    "bid_limit": "fewer",
    "bid_limit_fixed": 5,
    "short_bid": "fold",
    "max_raises": 0,
    "bid_grid": "canonical",
    "poker_win_mult": 2,
    "uncontested_mult": 2,
    "poker_payout": "multiple",
    "poker_tie": "split",
    "poker_tie_break": "sum",
    "wheel": False,
    "category_order": list(range(10)),
    "min_rank": 2,
    "exhaust": "reshuffle",
}


def check_rules(rules: dict[str, Any]) -> None:
    """Refuse rules that cannot be played (section 6)."""
    if set(rules) != set(DEFAULTS):
        raise ValueError(f"unknown or missing knobs: {sorted(set(rules) ^ set(DEFAULTS))}")
    n, phases = rules["players"], rules["phases"]
    dealer, every = rules["first_dealer"], rules["bid_grid"] == "every"
    complaints = {
        "2 to 6 players": not 2 <= n <= 6,  # JE-1.1
        "too few cards: 8n+2 > cards": BLOCK * n + 2 > 4 * (15 - rules["min_rank"]),
        "start_points must be below target": rules["start_points"] >= rules["target"],
        "phases: some of the five, in order": not phases or phases != [p for p in PHASES if p in phases],
        "first_dealer: a seat or random": dealer != "random" and not 0 <= dealer < n,
        "bid_grid every: target at most 31": every and rules["target"] > 31,
        "bid_grid every: not with win_tie play_on": every and rules["win_tie"] == "play_on",
        "category_order: the ten tiers": sorted(rules["category_order"]) != list(range(10)),
    }
    wrong = [sentence for sentence, is_wrong in complaints.items() if is_wrong]
    if wrong:
        raise ValueError("; ".join(wrong))
