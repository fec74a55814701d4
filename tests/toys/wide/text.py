"""The toy in words."""


def action_name(view, rules, action):
    return f"name {action}"


def table_text(view, rules):
    return f"turn {view.turn}: your secret is {view.own}"
