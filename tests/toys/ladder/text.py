"""The ladder in words."""


def action_name(view, rules, action):
    return "pass" if action == 15 else f"{action // 16 + 1} of rank {action % 16}"


def table_text(view, rules):
    return f"last {view.climb.last} of seat {view.climb.owner}"
