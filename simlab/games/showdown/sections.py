"""The knobs of Showdown by what they are about."""

SECTIONS = {
    "The table": [
        "players",
        "target",
        "max_rounds",
        "win_mode",
        "circle_delay",
        "circle_wins_by",
        "all_circle_overrides_bar",
        "first_dealer",
        "dealer_rotation",
    ],
    "The draws": ["draws", "max_discards", "one_card_show", "max_rejections", "discards_face_up", "stock_out", "draw_order", "lowest_rank"],
    "Scoring hands": [
        "category_points",
        "category_order",
        "scorers",
        "phase_weight",
        "straight_flush",
        "straight_flush_phases",
        "straight_flush_who",
        "full_house_compare",
        "suit_order",
        "ace_low_straight",
        "reveal_phase1",
        "reveal_phase2",
    ],
    "The tricks": ["trick_points", "trump", "must_follow", "first_lead"],
}
