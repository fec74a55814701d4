"""Jester in words."""


def action_name(view, rules, action):
    return str(action)


def table_text(view, rules):
    return ""
