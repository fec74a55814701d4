"""Hands by any order: `load("razz")`, `load("house.yaml")`, `load({"like": "standard", "deck": {"suits": "cdhsr"}})`.

What is promised, and stays so:

- `load(name, file or mapping)` gives an `AnyOrder`. It never ranks wrongly: what it cannot rank it refuses with a sentence, at once or
  when such a hand is handed over. `names()` are the known orders.
- `.deck` is the pack: `deck.cards` are the ids that can be dealt, `deck.read(text)` and `deck.write(ids)` go between ids and text.
- `.parse(text)` reads one hand: own cards, then behind a bar the board where there is one ("As Kd Qh Jc | 2c 3d 4h").
- `.rank(cards, board)` is the score of one hand (text or ids); `.batch(cards, board)` of many: rows of ids, one hand each; one board for
  all, or a row for each. A score is an int64, higher is better, equal is a tie, 0 does not qualify. Scores of one order compare,
  whatever the number of cards; scores of different orders do not.
- `.words(score)` says what a score is, `.category(score)` its category in words, `.place(score)` that category's place, the lowest 0,
  -1 for what does not qualify; `.categories` are all of them, lowest first.
- Ranks of a score's category, for pay tables ("jacks or better"): `.ranks_of(score)` are ranks of the deck, the most relevant first.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simlab.errors import InputError
from simlab.ranking.any_counts import by_rarity
from simlab.ranking.any_order import AnyOrder, Hand
from simlab.ranking.order_files import names, read_order
from simlab.ranking.schema import OrderData

__all__ = ["AnyOrder", "Hand", "load", "names"]


def load(source: str | Path | Mapping[str, Any] | OrderData | AnyOrder) -> AnyOrder:
    """The order of a known name, a file or a mapping."""
    if isinstance(source, AnyOrder):
        return source
    if isinstance(source, OrderData):
        return made(source)
    data, words = read_order(source)
    try:
        return made(data)
    except InputError as trouble:
        raise words.locate(trouble, data.name) from None


def made(data: OrderData) -> AnyOrder:
    return AnyOrder(by_rarity(data) if data.by_rarity else data)
