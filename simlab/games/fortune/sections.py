"""The knobs of Fortune by what they are about."""

SECTIONS = {
    "The table": ["players", "starting_chips", "ante", "max_rounds", "first_dealer", "unit", "odd_chip"],
    "Betting and the draw": ["max_raises", "bet_sizes", "second_bet_floor", "max_discards"],
    "Pages and hands": [
        "page_trigger",
        "page_prize",
        "page_prize_per_page",
        "page_prize_on_fold",
        "page_in_straights",
        "category_order",
        "five_of_a_kind",
    ],
    "Major Arcana": [
        "arcana_enabled",
        "arcana_per_round",
        "world_place",
        "world_last_round",
        "hierophant_cancels",
        "emperor_runs",
        "strength_runs",
        "hermit_skips_draw",
        "wheel_pool",
        "devil_factor",
        "tower_fraction",
        "lovers_best_share",
        "temperance_flops",
        "judgement_price",
        "hanged_extra",
        "forced_arcana",
        "forced_window",
    ],
}
