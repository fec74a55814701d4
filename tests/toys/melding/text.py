"""The draft in words."""


def name(card):
    return "23456789TJQKA"[card % 16] + "cdhs"[card // 16]


def action_name(view, rules, action):
    return f"take {name(action)}"


def table_text(view, rules):
    return " ".join(name(card) for card in range(64) if int(view.hand) >> card & 1)
