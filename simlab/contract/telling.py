"""How a game is told to somebody who sits at the table: what the others did, what came of it, how the table looks, in words.

A game that has a `telling.py` names it in its `game.py` (`studies={"telling": Later("telling", "TELLING")}`). Sentences name seats as
`seat 2`; whoever shows them says "you" for the reader's own seat. A game without one is told by the lines of its table that have changed.
Nothing here is reached by kernels, and no recorded game holds these words: they may change without a new version of the game.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simlab.contract.game import Game

PART = "telling"  # its place among a game's own parts


@dataclass(frozen=True)
class Moment:
    """One action: the whole table before it, who acts, and what the reader's seat sees before and after."""

    state: Any
    seat: int
    action: int
    name: str  # of the action, as the actor calls it
    actor: Any  # the actor's view
    before: Any
    after: Any
    rules: Any
    over: bool  # the game is, after it
    later: Any = None  # the whole table after it: to be told from only when everything lies open

    @property
    def seats(self) -> range:
        return range(int(self.rules.players))


@dataclass(frozen=True)
class Telling:
    """The words of a game at the table. Each part tells only what everybody at the table sees."""

    deed: Callable[[Moment], str]  # what others see of an action: "throws 3 cards"; nothing where they see nothing of it
    results: Callable[[Moment], Sequence[str]] = lambda moment: ()  # what came of it: a scoring, a trick, a showdown
    sight: Callable[[Any, Any], Sequence[str]] | None = None  # the table in front of a view, by its rules; `text.table_text` without it


def telling_of(game: "Game") -> Telling:
    """A game's own words, or what can be said of any game."""
    found: Telling = game.study(PART, None) or Telling(lambda moment: "acts", lambda moment: new_lines(game, moment))
    return found


def new_lines(game: "Game", moment: Moment) -> list[str]:
    """Of a game without words of its own: the lines of the table that were not there before."""
    lines = [game.text.table_text(view, moment.rules).splitlines() for view in (moment.before, moment.after)]
    return [line.strip() for line in lines[1] if line not in lines[0]]


def sight_of(game: "Game", view: Any, rules: Any) -> list[str]:
    """The table as this view has it."""
    told = telling_of(game).sight
    return list(told(view, rules)) if told is not None else game.text.table_text(view, rules).splitlines()


# ---- words


def third(words: str) -> str:
    """`throws two cards` of `throw two cards`."""
    verb, space, rest = words.partition(" ")
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x")) else "s") + space + rest


def counted(number: int, noun: str) -> str:
    """`3 cards`, `a card`, `no cards`."""
    return f"a {noun}" if number == 1 else f"{number or 'no'} {noun}s"


def changes(before: Sequence[Any], after: Sequence[Any]) -> str:
    """`seat 2 +5, seat 0 -1`: whose points or chips moved, and by how much."""
    moved = [(seat, int(b) - int(a)) for seat, (a, b) in enumerate(zip(before, after, strict=True))]
    return ", ".join(f"seat {seat} {'+' if by > 0 else '−'}{abs(by)}" for seat, by in moved if by)


def standing_words(points: Sequence[Any]) -> str:
    """`seat 0 13, seat 1 21`."""
    return ", ".join(f"seat {seat} {int(value)}" for seat, value in enumerate(points))


def for_seat(sentence: str, you: int) -> str:
    """The same, said to whoever sits at that seat."""
    sentence = re.sub(rf"\bseat {you}'s\b", "your", sentence, flags=re.IGNORECASE)
    return re.sub(rf"\bseat {you}\b", "you", sentence, flags=re.IGNORECASE)


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?", ":")) else ".")
