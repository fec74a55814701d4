"""Places where numba, compiling or calling a game, asks again what it knows or notes what nobody reads: shorter ways to the same answers.

They take an eighth or more off every compile, and most of a step at Python speed. Numba's insides are its own affair, so they are taken
only in the versions they were written for (`KNOWN`); any other compiles as it always does.
"""

import ctypes
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from numba import types as nt
from numba.core import boxing, cgutils, ir, pythonapi, targetconfig
from numba.core.types import functions, npytypes

BaseFunction: Any = functions.BaseFunction
Record: Any = npytypes.Record
KNOWN = ("0.68.",)
NUMBERS = (nt.Integer, nt.Float, nt.Boolean, nt.IntegerLiteral, nt.BooleanLiteral)
DATA_OF_RECORD = 3 * ctypes.sizeof(ctypes.c_void_p)  # where numpy's scalars of records keep the address of their bytes
NO_VARIABLES = (str, int, float, bool, type(None), ir.Loc)

numbas_call_type = BaseFunction.get_call_type
numbas_record_text = Record.__repr__
numbas_record_in_place = boxing.unbox_record

option_hashes: dict[type, int] = {}
record_texts: dict[int, tuple[Any, str]] = {}
call_types: dict[tuple[Any, ...], tuple[Any, Any]] = {}


def take() -> None:
    """Put the shorter ways in the place of numba's own."""
    ir.Inst._rec_list_vars = lambda _, value: variables(value)
    ir.Assign.list_vars = variables_and_target
    llvm.ffi.lib._lock._cblist.clear()  # when each of a hundred thousand calls of LLVM began and ended, for timers that nobody reads
    targetconfig.TargetConfig.__hash__ = option_hash
    targetconfig.TargetConfig.__eq__ = same_options
    BaseFunction.get_call_type = call_type
    Record.__repr__ = record_text
    if records_tell_their_place():
        pythonapi._unboxers.functions[Record] = record_in_place


def variables(value: Any) -> list[ir.Var]:
    """The variables in a part of a statement. Most parts are names, numbers and places in the source, which hold none."""
    kind = type(value)
    if kind in NO_VARIABLES:
        return []
    if kind is ir.Var:
        return [value]
    if isinstance(value, dict):
        value = value.values()
    elif isinstance(value, ir.Inst):
        return value.list_vars()  # type: ignore[no-any-return]
    elif not isinstance(value, list | tuple):
        return [value] if isinstance(value, ir.Var) else []
    found: list[ir.Var] = []
    for part in value:
        if type(part) not in NO_VARIABLES:
            found += variables(part)
    return found


def variables_and_target(statement: Any) -> list[ir.Var]:
    """The variables of the commonest statement, without a look at its other parts."""
    return [*variables(statement.value), statement.target]


def option_hash(options: Any) -> int:
    """Numba hashes the names of all options, which are the same for all of a kind."""
    kind = type(options)
    if kind not in option_hashes:
        option_hashes[kind] = hash(tuple(sorted(options.options)))
    return option_hashes[kind]


def same_options(one: Any, other: Any) -> Any:
    if not isinstance(other, targetconfig.TargetConfig):
        return NotImplemented
    if type(one) is type(other) and one._values == other._values:
        return True
    return one.values() == other.values()  # an option may be set to what it is anyway


def call_type(function: Any, context: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
    """What an operator makes of numbers: found once. Numba tries some ten rules for arrays, sets and strings each time.

    Functions that are compiled themselves (overloads) are asked anew: they have a form for every set of options.
    """
    if kws or not all(isinstance(kind, NUMBERS) for kind in args):
        return numbas_call_type(function, context, args, kws)
    key = (id(function), id(context), args)
    if key not in call_types:
        signature = numbas_call_type(function, context, args, kws)
        if function._impl_keys[signature.args] is not function.typing_key:
            return signature
        call_types[key] = function, signature  # the function is held: nobody else gets its id
    return call_types[key][1]


def record_text(record: Any) -> str:
    """A record's fields in words, which never change; every look into the cache asks for them."""
    if id(record) not in record_texts:
        record_texts[id(record)] = record, numbas_record_text(record)
    return record_texts[id(record)][1]


def records_tell_their_place() -> bool:
    """Is the address of a record's bytes where it is expected?"""
    whole = np.zeros(1, [("pot", "i8")])
    table = whole[0]
    return ctypes.c_void_p.from_address(id(table) + DATA_OF_RECORD).value == whole.ctypes.data


def record_in_place(kind: Any, record: Any, c: Any) -> pythonapi.NativeValue:
    """A record that Python hands to a kernel. Numba asks for a buffer, for which numpy names all fields: 20 to 60 µs a call."""
    address = c.context.get_value_type(kind)
    place = cgutils.pointer_add(c.builder, record, DATA_OF_RECORD, address.as_pointer())
    return pythonapi.NativeValue(c.builder.load(place))


if numba.__version__.startswith(KNOWN):
    take()
