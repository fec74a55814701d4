"""A table in words, made ready to be drawn: lines of text in which the cards are told apart, for any game, from its `text` alone.

A card is what the decks of this house write (`As`, `10U`), one that lies face down has a star before it, one that nobody knows is `?`.
Where a game plays with bare ranks ("you hold K"), the rank behind "hold" is a card. A game whose `text` has `table_drawing(view, rules)`
says itself what lies where, as groups of cards; words and cards are data either way, never markup.
"""

import re
from collections.abc import Iterable
from typing import Any

CARD = re.compile(r"(?<![\w'])(\*?)(?:(10|[2-9TJQKA])([cdhs])|(10|[2-9PNQKA])([WUSC])|(\?))(?![\w'])")
BARE = re.compile(r"\b(holds?(?: the)?|board|shows) (\d{1,3}|[2-9TJQKA])(?=[,;.)]|$|\s)")
OWN = re.compile(r"^\s*(you\b|your\b|drawn\b)|\byou hold\b", re.IGNORECASE)

Piece = dict[str, Any]  # {"text": ...} or {"card": "As", "down": false}
Line = dict[str, Any]


def drawn(lines: Iterable[str], you: int = -1) -> list[Line]:
    """Lines ready to be drawn; those about one's own cards are told apart."""
    mine = f"seat {you} holds"
    return [{"pieces": pieces(line), "own": bool(OWN.search(line)) or mine in line, "text": line} for line in lines]


def pieces(line: str) -> list[Piece]:
    """Words and cards in their order."""
    line = BARE.sub(lambda found: f"{found[1]} \x00{found[2]}\x00", line)
    found: list[Piece] = []
    for number, part in enumerate(line.split("\x00")):
        if number % 2:
            found.append({"card": part, "down": False})
        else:
            found += between(part)
    return found


def between(text: str) -> list[Piece]:
    found: list[Piece] = []
    at = 0
    for match in CARD.finditer(text):
        star, rank, suit, tarot_rank, tarot_suit, unknown = match.groups()
        if match.start() > at:
            found.append({"text": text[at : match.start()]})
        found.append({"card": unknown or (rank or tarot_rank) + (suit or tarot_suit), "down": bool(star)})
        at = match.end()
    return [*found, {"text": text[at:]}] if at < len(text) else found


def groups(text: Any, view: Any, rules: Any) -> list[dict[str, Any]] | None:
    """What lies where, as the game itself says it: `[("your hand", ["As", "?"]), ...]`; nothing where it does not."""
    draw = getattr(text, "table_drawing", None)
    if draw is None:
        return None
    return [{"title": str(title), "cards": [{"card": str(card).lstrip("*"), "down": str(card).startswith("*")} for card in cards]}
            for title, cards in draw(view, rules)]  # fmt: skip
