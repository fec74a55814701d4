"""Playing cards as pictures, with a name for those who listen: one drawing, `drawing.json`, for reports and for the lab.

A card is written as the decks of this house write it: `As`, `10U`, a bare rank, `?` for one that nobody knows.
"""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

HERE = Path(__file__).parent
DOWN = "face down"


@cache
def drawing() -> dict[str, Any]:
    """Suits, names and shapes."""
    found: dict[str, Any] = json.loads((HERE / "drawing.json").read_text(encoding="utf-8"))
    return found


@cache
def style() -> str:
    return (HERE / "cards.css").read_text(encoding="utf-8")


def split(code: str) -> tuple[str, dict[str, str] | None]:
    """The rank and the suit of a card; no suit for a bare rank."""
    suit = drawing()["suits"].get(code[-1:]) if len(code) > 1 else None
    return (code[:-1], suit) if suit else (code, None)


def card_name(code: str, down: bool = False) -> str:
    """`queen of cups`, `7 of clubs, face down`"""
    if code == "?":
        return f"a card {DOWN}"
    rank, suit = split(code)
    word = drawing()["ranks"].get(rank, rank)
    name = f"{word} of {suit['name']}" if suit else word
    return f"{name}, {DOWN}" if down else name


def card_svg(code: str, down: bool = False) -> Markup:
    """A card for a page; the style stands in `cards.css`."""
    _, suit = split(code)
    kind = f"card {suit['ink'] if suit else 'black'}{' down' if down else ''}"
    head = Markup('<svg viewBox="{}" class="{}" role="img" aria-label="{}">').format(drawing()["box"], kind, card_name(code, down))
    return head + Markup("").join(shape(*part) for part in shapes(code, down)) + Markup("</svg>")


def shapes(code: str, down: bool = False) -> Iterator[tuple[str, dict[str, str], str]]:
    """What a card is drawn of: kind of shape, its attributes, its letters."""
    known, (rank, suit) = code != "?", split(code)
    shown = rank.replace("T", "10")
    letters = "rank alone" if suit is None else "rank two" if len(shown) > 1 else "rank"
    words = {"{rank}": shown, "{letters}": letters, "{path}": suit["path"] if suit else ""}
    parts = ["face", *((["suited"] if suit else ["bare"]) if known else ["back"]), *(["veil"] if known and down else [])]
    for kind, attributes, *text in (one for part in parts for one in drawing()[part]):
        yield kind, {name: words.get(value, value) for name, value in attributes.items()}, words.get(text[0], text[0]) if text else ""


def shape(kind: str, attributes: dict[str, str], text: str) -> Markup:
    inside = Markup("").join(Markup(' {}="{}"').format(name, value) for name, value in attributes.items())
    return Markup("<{}{}>{}</{}>").format(kind, inside, text, kind)


def line_html(pieces: Iterable[dict[str, Any]]) -> Markup:
    """Words and cards of a line in their order (`sight.pieces`)."""
    return Markup("").join(
        Markup("{}").format(piece["text"]) if "text" in piece else card_svg(piece["card"], piece["down"]) for piece in pieces
    )
