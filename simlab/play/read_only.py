"""Rules and views are a policy's to read and nobody's to write: a policy that writes them does not compile.

A policy is compiled once on trial for records of the same layout whose types refuse every way of writing, whoever writes: the policy
itself, an array taken out of the record, another name for it, a function it is handed to. What compiles so cannot write, and what is
then compiled for the ordinary types is the same code: nothing is asked while a game is played. The arrays of a solved strategy (`table`)
are shared by all seats, and read-only in the same way. `me` is the player's own.

The compiler is asked a second time, for a proof: only a policy of which it says itself that it never writes is handed what is
everybody's. Of any other (it calls what was compiled for the ordinary types, or numpy's ways of writing that ask no type) nobody can
say so, and it is handed copies.
"""

import re
from collections.abc import Callable
from functools import cache, wraps
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types as nt
from numba.core import cgutils
from numba.core.datamodel import models
from numba.core.datamodel.registry import register_default
from numba.core.errors import LoweringError, NumbaError
from numba.extending import intrinsic, lower_setattr_generic

from simlab.callees import Callee
from simlab.contract.game import Game
from simlab.contract.records import MIND
from simlab.jit import FOR_READING
from simlab.play.bounds import ASKED

ARRAY_WRITTEN = "Cannot modify readonly array"  # as numba has it
STUMBLED = "'NoneType' object has no attribute 'args'"  # ... and of `array += 1` in place
COMPLAINTS = (NumbaError, KeyError, AttributeError, AssertionError, TypeError, ValueError, IndexError, NotImplementedError)
PROVED = re.compile(r"\bread(?:only|none)\b[^,%]*%arg\.(view|rules|table\.4)\b")  # as LLVM writes the parameters of a function
EVERYBODYS = {"view", "rules", "table.4"}  # ... the last is where the numbers of a strategy lie
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
    raise LoweringError(f"{attribute!r} {FOR_READING}")


@cache
def reading_types(game: Game) -> tuple[Any, ...]:
    """What a policy is compiled for on trial: view, rules, me, table."""
    view, rules = (frozen(numba.from_dtype(kind)) for kind in (game.engine.VIEW, game.engine.RULES))
    return view, rules, numba.from_dtype(MIND), TABLE


def trial(game: Game, function: Any) -> Any:
    """What a policy returns, when it only reads; else numba's complaint. Nothing of it is ever run."""
    plain = getattr(function, "py_func", function)
    return Callee(numba.njit(plain), None, optimised=False).form(reading_types(game)).signature.return_type


@intrinsic
def copied(typingctx, whole):  # type: ignore[no-untyped-def]
    """The same record, in the frame of the function that asks: whoever writes it has written nobody else's."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        place = cgutils.alloca_once(builder, args[0].type.pointee)
        cgutils.raw_memcpy(builder, place, args[0], ir.Constant(ir.IntType(64), signature.args[0].size), 1)
        return place

    return whole(whole), codegen


def on_copies(plain: Callable[..., Any], signature: Any) -> Callable[..., Any]:
    """A policy that may write, asked with copies of what is for reading, and with nobody's strategy."""
    inner = numba.njit((*signature.args[:3], TABLE), **ASKED)(plain)

    @wraps(plain)
    def apart(view: Any, rules: Any, me: Any, table: Any) -> Any:
        return inner(copied(view), copied(rules), me, np.zeros(1, np.float32))

    return apart


def only_reads(policy: Any) -> bool:
    """Whether the compiler has proved of a compiled policy that it writes neither view nor rules nor anybody's strategy."""
    ((kinds, form),) = policy.overloads.items()
    name = form.fndesc.llvm_func_name
    lines = policy.inspect_llvm(kinds).splitlines()
    head = next((line for line in lines if line.startswith("define") and (f"@{name}(" in line or f'@"{name}"(' in line)), "")
    return set(PROVED.findall(head)) == EVERYBODYS


def writes(error: Exception) -> bool:
    """Is this complaint about something that is for reading?"""
    return any(words in str(error) for words in (FOR_READING, ARRAY_WRITTEN, STUMBLED))


def written_by(game: Game, function: Any) -> str:
    """The complaint about a policy that writes what is for reading; nothing about one that does not, or cannot be tried."""
    try:
        trial(game, function)
    except COMPLAINTS as error:
        return str(error) if writes(error) else ""
    return ""
