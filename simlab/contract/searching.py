"""What a game may tell the player that searches. It plays every game without a word of this; a game with some is searched better.

`recast` is for beliefs: what the others did in this round says which hidden cards they may hold. A watcher has seen the table just
before a seat chose; in an imagined `world` that seat would have seen the same table, and other cards of its own:

    recast(view, rules, note, world) -> action    `view` comes as the watcher's own of then: make it the view of seat `note.seat`, as
                                                  that seat would have had it in this world. Return what the seat did, as it
                                                  would be numbered there; -1 where that was not open to all, or where the
                                                  cards held then cannot be told any more

`note` has `seat`, `legal` and `action` as they really were, and `action` may tell of hidden cards: a game whose actions are numbered
by places in a hand finds the card on the table and numbers it anew.

`exchange` makes beliefs cheaper and sharper where several seats hide cards: a world goes on from the last one.

    exchange(view, rules, seat, me, world)        some of the cards that `seat` hides from the view, against others that lie where the
                                                  view does not see them and that nobody has looked at: any number of them, as likely
                                                  back as forth (`me.search` has the dice). What the other seats hold stays. For the
                                                  viewer's own seat: whatever nobody holds lies in another order

`effort` spares time where little is at stake, for decisions where more is:

    effort(view, rules) -> percent                how many of the usual playouts this decision deserves; 0 plays as base would

`carried` is for games whose rounds do not begin anew: playouts stop with the round, and points alone would not tell a seat that keeps a
good hand for the next one from a seat that has spent it.

    carried(state, rules, seat) -> level          0 to 15: how good is what this seat takes along into the round that begins. What each
                                                  level is worth is learned from games

`gist` is for `learned`, which is taught by the searcher: its small net reads the numbers of a view, and works out little by itself.

    gist.tell(view, rules, told)                  `told`, a record of the game's own: small numbers, such as the category of a hand, and
                                                  masks of actions that have something in common, such as the cards that can be spared.
                                                  It is not empty before: every field is to be written

`hinted_by` names the player whose choice `learned` is told at a table of two, and departs from where that pays. It is asked at every
decision, so it must be fast; the game's usual player is asked where none is named or that one cannot play the rules.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simlab.jit import record

LEVELS = 16  # of what is taken along
MARKS = "marks"


@dataclass(frozen=True)
class Gist:
    """What is hard to see in a view: a record with a name for everything it tells, and who fills it. Nets know meanings by names."""

    record: np.dtype[Any]
    tell: Callable[..., Any]


def gist_record(marks: int, *fields: tuple[Any, ...]) -> np.dtype[Any]:
    """A record with so many masks of actions, `marks`, and these numbers."""
    return record((MARKS, "i8", (marks,)), *fields)


@dataclass(frozen=True)
class Searching:
    """Settings that were measured to suit the game (by name, as a scenario gives them), and how a choice seen is recast."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    crowded: Mapping[str, Any] = field(default_factory=dict)  # instead of those, with more than two players
    recast: Callable[..., Any] | None = None
    exchange: Callable[..., Any] | None = None
    effort: Callable[..., Any] | None = None
    carried: Callable[..., Any] | None = None
    gist: Gist | None = None
    hinted_by: str | None = None
