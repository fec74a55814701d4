"""How well opponents play, for people who sit down with them: by a word instead of a policy's name."""

LEVELS: dict[str, str | None] = {  # the easiest is the game's usual player
    "easy": None,
    "medium": "{name: search, worlds: 8}",
    "hard": "{name: search, worlds: 128}",
}
