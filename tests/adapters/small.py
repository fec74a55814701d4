"""Short games of every kind: what others' tests play in seconds."""

RULES = {
    "arcana": {"players": 3, "end_mode": "deals", "max_deals": 1},
    "battle": {"players": 2},
    "fortune": {"players": 3, "max_rounds": 2},
    "jester": {"players": 3, "max_rounds": 1},
    "showdown": {"players": 2, "max_rounds": 1},
    "template": {"deals": 3},
}
