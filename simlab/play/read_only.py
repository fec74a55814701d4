"""Rules and views are a policy's to read and nobody's to write: a policy that writes them does not compile.

A policy is compiled once on trial for records of the same layout whose types refuse every way of writing, whoever writes: the policy
itself, an array taken out of the record, another name for it, a function it is handed to. What compiles so cannot write, and what is
then compiled for the ordinary types is the same code: nothing is asked while a game is played. The arrays of a solved strategy (`table`)
are shared by all seats, and read-only in the same way. `me` is the player's own.
"""

from functools import cache
from typing import Any

import numba
from numba import types as nt
from numba.core.datamodel import models
from numba.core.datamodel.registry import register_default
from numba.core.errors import LoweringError, NumbaError
from numba.extending import lower_setattr_generic

from simlab.callees import Callee
from simlab.contract.game import Game
from simlab.contract.records import MIND

WRITTEN = "is for reading: a policy that writes rules or views would change everybody's game"
ARRAY_WRITTEN = "Cannot modify readonly array"  # as numba has it
STUMBLED = "'NoneType' object has no attribute 'args'"  # ... and of `array += 1` in place
COMPLAINTS = (NumbaError, KeyError, AttributeError)
TABLE = nt.Array(nt.float32, 1, "C", readonly=True)


class ReadOnlyArray(nt.NestedArray):  # type: ignore[misc]
    """An array in a record that is for reading."""

    def __init__(self, dtype: Any, shape: tuple[int, ...]) -> None:
        self.mutable = False
        super().__init__(dtype, shape)
        self.name: str = f"readonly nestedarray({dtype}, {shape})"

    @property
    def key(self) -> Any:
        return "readonly", self.dtype, self.shape


class ReadOnlyRecord(nt.Record):  # type: ignore[misc]
    """A record of the same layout, for reading."""

    mutable = False

    def __init__(self, whole: Any) -> None:
        fields = [(name, {**field._asdict(), "type": frozen(field.type)}) for name, field in whole.fields.items()]
        self.whole = whole
        super().__init__(fields, whole.size, whole.aligned)
        self.name: str = f"readonly {whole.name}"

    def can_convert_to(self, typingctx: Any, other: Any) -> Any:
        """To nothing that could be written."""
        return None


def frozen(kind: Any) -> Any:
    if isinstance(kind, nt.Record):
        return ReadOnlyRecord(kind)
    if isinstance(kind, nt.NestedArray):
        return ReadOnlyArray(frozen(kind.dtype), kind.shape)
    return kind


register_default(ReadOnlyRecord)(models.RecordModel)
register_default(ReadOnlyArray)(models.NestedArrayModel)


@lower_setattr_generic(ReadOnlyRecord)  # type: ignore[untyped-decorator]
def refuse(context: Any, builder: Any, signature: Any, args: Any, attribute: str) -> None:
    raise LoweringError(f"{attribute!r} {WRITTEN}")


@cache
def reading_types(game: Game) -> tuple[Any, ...]:
    """What a policy is compiled for on trial: view, rules, me, table."""
    view, rules = (frozen(numba.from_dtype(kind)) for kind in (game.engine.VIEW, game.engine.RULES))
    return view, rules, numba.from_dtype(MIND), TABLE


def trial(game: Game, function: Any) -> Any:
    """What a policy returns, when it only reads; else numba's complaint. Nothing of it is ever run."""
    plain = getattr(function, "py_func", function)
    return Callee(numba.njit(plain), None, optimised=False).form(reading_types(game)).signature.return_type


def writes(error: Exception) -> bool:
    """Is this complaint about something that is for reading?"""
    return any(words in str(error) for words in (WRITTEN, ARRAY_WRITTEN, STUMBLED))


def written_by(game: Game, function: Any) -> str:
    """The complaint about a policy that writes what is for reading; nothing about one that does not, or cannot be tried."""
    try:
        trial(game, function)
    except COMPLAINTS as error:
        return str(error) if writes(error) else ""
    return ""
