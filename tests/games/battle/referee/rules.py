"""The rules of battle that a designer may turn: their names, defaults and bounds (section 6)."""

from tests.games.battle.referee.ranking import CATEGORIES

KINDS = (
    "pass",
    "pair_draw",
    "triple_draw",
    "draw_top",
    "draw_nth",
    "turn_down",
    "flip",
    "swap_high",
    "swap_low",
    "swap_same",
    "kill_high",
    "kill_low",
    "kill_same",
    "steal_high",
    "steal_low",
)

DEFAULTS: dict[str, object] = {
    "players": 4,
    "draw_rounds": 5,
    "draw_size": 5,
    "return_order": "full",
    "max_facedown": 1,
    "allin": True,
    "allin_blind": False,
    "battle_rounds": 2,
    "battle_order": "same",
    "kinds": dict.fromkeys(KINDS[1:], True),
    "may_pass": True,
    "pair_draw_count": 4,
    "triple_draw_count": 6,
    "battle_draw_facing": "down",
    "ace_sum": "14",
    "ace_low_straight": True,
    "color_means": "suit",
    "interrupt_match": "number_or_suit",
    "interrupt_by": "any",
    "interrupt_order": "target_first",
    "interrupt_with_target": False,
    "reveal_response": True,
    "protection": "face_up",
    "steal_high_support": 2,
    "steal_low_support": 3,
    "steal_support_includes_spent": True,
    "steal_reveal_support": True,
    "steal_low_same_suit": False,
    "discard_order": "canonical",
    "discard_to": "bottom",
    "borrow_max": 1,
    "borrow_shared": True,
    "incomplete_hands": "count",
    "category_order": list(reversed(CATEGORIES)),  # best first (BA-9.3)
    "deck_low": 2,
}
CHOICES = {
    "return_order": ("full", "three", "fixed"),
    "battle_order": ("same", "reversed", "rotate"),
    "battle_draw_facing": ("down", "up"),
    "ace_sum": ("14", "1", "either"),
    "color_means": ("suit", "color"),
    "interrupt_match": ("number_or_suit", "number_or_color", "number", "none"),
    "interrupt_by": ("any", "target", "others"),
    "interrupt_order": ("target_first", "clockwise"),
    "protection": ("face_up", "all", "off"),
    "discard_order": ("canonical", "choice"),
    "discard_to": ("bottom", "out"),
    "incomplete_hands": ("count", "dead"),
}
RANGES = {
    "players": (2, 6),
    "draw_rounds": (1, 7),
    "draw_size": (2, 7),
    "max_facedown": (0, 5),
    "battle_rounds": (0, 4),
    "pair_draw_count": (1, 6),
    "triple_draw_count": (1, 8),
    "steal_high_support": (0, 5),
    "steal_low_support": (0, 5),
    "borrow_max": (0, 2),
    "deck_low": (2, 6),
}


def check_rules(rules: dict[str, object]) -> None:
    if set(rules) != set(DEFAULTS):
        raise ValueError(f"rules must name every knob once: {sorted(set(rules) ^ set(DEFAULTS))}")
    for name, allowed in CHOICES.items():
        if str(rules[name]) not in allowed:
            raise ValueError(f"{name} must be one of {', '.join(allowed)}")
    for name, (low, high) in RANGES.items():
        if not low <= rules[name] <= high:
            raise ValueError(f"{name} must be {low} to {high}")
    if not set(rules["kinds"]) <= set(KINDS[1:]):
        raise ValueError("kinds must be named as in the rules")
    if rules["draw_size"] > 5 and rules["return_order"] == "full":
        raise ValueError("draw_size above 5 needs return_order three or fixed")
    deck = 4 * (15 - rules["deck_low"])
    rows = (rules["players"] - 1) * max(rules["draw_rounds"], rules["draw_size"]) + rules["draw_rounds"] - 1
    if deck - rows < rules["draw_size"]:  # BA-4.12
        raise ValueError("the pile would run short in the drawing phase")
