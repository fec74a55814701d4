"""The knobs of Battle by what they are about."""

SECTIONS = {
    "The table": ["players", "deck_low"],
    "Drawing": ["draw_rounds", "draw_size", "return_order", "max_facedown", "allin", "allin_blind"],
    "Battle": [
        "battle_rounds",
        "battle_order",
        "kinds",
        "may_pass",
        "pair_draw_count",
        "triple_draw_count",
        "battle_draw_facing",
        "ace_sum",
        "steal_high_support",
        "steal_low_support",
        "steal_support_includes_spent",
        "steal_reveal_support",
        "steal_low_same_suit",
        "discard_order",
        "discard_to",
    ],
    "Answers": [
        "color_means",
        "interrupt_match",
        "interrupt_by",
        "interrupt_order",
        "interrupt_with_target",
        "reveal_response",
        "protection",
    ],
    "The end": ["borrow_max", "borrow_shared", "incomplete_hands", "category_order", "ace_low_straight"],
}
