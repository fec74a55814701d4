"""The one place that talks to numba: `kernel` compiles a function, `bind` compiles a generic driver for one game,
`record` makes a dtype whose fields read as attributes with and without the JIT.

Compiled code is kept by `kernel_cache.py`, valid for every source file it reaches: editing one game compiles that game anew and
leaves the others alone.

What a kernel is given as a member of an IntEnum it takes as the integer. What it returns keeps its type: a field of a record its
width, a member of an IntEnum its class. `x + 0` makes a plain int64 of either: needed where it meets returns of another type. A
policy may return a member as it is.
"""

import sys
import types
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba import types as nt
from numba.core import cgutils, event, typeinfer
from numba.core.errors import NumbaExperimentalFeatureWarning, TypingError
from numba.extending import intrinsic
from numba.np import linalg
from numba.np.arrayobj import make_array, populate_array

import simlab.numba_shortcuts  # noqa: F401 - before anything is compiled
from simlab.callees import Compiler, EntryCompiler, QuickCompiler, calls_itself, let_callers_take_in
from simlab.kernel_cache import Kept, folder_for, plain
from simlab.sources import source_of

JIT = not numba.config.DISABLE_JIT
WORDS = 8  # of 32 bits in a wide register
FOR_READING = "is for reading: a policy that writes rules or views would change everybody's game"


def spare_scipy() -> None:
    """Where scipy is installed numba loads its linear algebra at every start, 0.3 s, to learn whether `np.kron` can be had. Say yes."""
    asked, linalg.ensure_blas = linalg.ensure_blas, lambda: None
    import_module("numba.np.arraymath")
    linalg.ensure_blas = asked  # matrix products ask again when they are compiled


spare_scipy()


class Compiles(event.Listener):  # type: ignore[misc]
    """Counts what is really compiled (not loaded from the cache); `announce` says so to the user, once."""

    def __init__(self) -> None:
        self.count = 0
        self.say = False

    def on_start(self, happening: event.Event) -> None:
        self.count += 1
        self.tell()

    def tell(self) -> None:
        if self.say:
            self.say = False
            print("simlab: compiling for the first time, some 10 to 60 seconds; later starts use the cache", file=sys.stderr, flush=True)

    def on_end(self, happening: event.Event) -> None:
        pass


compiles = Compiles()
event.register("numba:compile", compiles)


def announce() -> None:
    """Tell the user (on standard error) when something has to be compiled."""
    compiles.say = True


llvm.set_option("", "-inline-threshold=3000")  # LLVM's own 225 leaves a decision of a game in a dozen calls, a tenth slower
llvm.set_option("", "-unroll-runtime=false")  # most loops run over a few seats or cards: copies of their bodies only took room
if llvm.get_default_triple().startswith("x86_64"):  # else a choice between two values of the state becomes a branch, often mispredicted
    llvm.set_option("", "-x86-cmov-converter-force-mem-operand=false")

# Policies are passed as first-class functions, which numba calls experimental.
warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)


def compiled(signature: Any = None, beside: tuple[Any, ...] = (), optimised: bool = False, quick: bool = False, **options: Any) -> Any:
    """numba.njit with the project's options, kept on disk by what the function and the modules `beside` it reach.

    What was typed at a prompt has no file to be valid for: it is not kept. `optimised`: for itself, before callers take it in.
    `quick`: soon made rather than fast.
    """
    if not JIT:
        return np.errstate(over="ignore")  # 64-bit arithmetic wraps in kernels; numpy scalars warn of it, in each thread anew

    def decorate(function: Callable[..., Any]) -> Any:
        # no wrapper for C callers, of whom there are none: it took a tenth of the time to compile a game
        taken_in = not calls_itself(function) and options.get("inline") != "always"  # else callers are given what Python is given
        pipeline = QuickCompiler if quick else EntryCompiler if taken_in and not optimised and signature is None else Compiler
        dispatcher = numba.njit(nogil=True, no_cfunc_wrapper=True, pipeline_class=pipeline, **options)(function)
        files = [source_of(part) for part in (function, *beside)]
        folder = folder_for(*files) if all(files) else None
        kept = Kept(folder, function) if folder else None
        if kept:
            dispatcher._cache = kept
            compile_in_turn(dispatcher, kept)
        if taken_in:
            let_callers_take_in(dispatcher, kept, optimised)
        take_plain_integers(dispatcher)
        if signature is not None:
            with typeinfer.register_dispatcher(dispatcher):  # it may call itself
                dispatcher.compile(signature)
            dispatcher.disable_compile()
        return dispatcher

    return decorate


def compile_in_turn(dispatcher: Any, kept: Kept) -> None:
    """What another process compiles just now is waited for and read."""
    compile_now = dispatcher.compile

    def compile_or_read(signature: Any) -> Any:
        with kept.in_turn(signature, dispatcher.targetctx, compiles.tell):
            return compile_now(signature)

    dispatcher.compile = compile_or_read


def take_plain_integers(dispatcher: Any) -> None:
    """Compiled callers hand over members of IntEnums as integers: one compiled form for all of them, and nobody's class in it."""
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(plain, args)), {name: plain(kind) for name, kind in kws.items()})


kernel = compiled(_nrt=False)  # makes no arrays: counting references to those of a record took a fifth of a game's time
loop = compiled(_nrt=False, optimised=True)  # a loop over bytes that the compiler does many at once while it stands alone
allocating = compiled(_nrt=True, optimised=True)  # makes arrays, or is handed new ones
rare = compiled(_nrt=False, forceinline=False)  # with `bits.cold` in it: what even those who take in everything only call
inline = compiled(inline="always", _nrt=False)  # only where a measurement asked for it


class Fields(np.record):  # type: ignore[misc]
    """A record whose fields win over numpy's own methods: `state.round` is the round, not rounding.

    It goes past `np.record`, whose own look-ups are written in Python and took half of a game with the JIT off.
    """

    def __getattribute__(self, name: str) -> Any:
        names = np.void.__getattribute__(self, "dtype").names
        if names is None or name not in names:
            return np.record.__getattribute__(self, name)
        value = np.void.__getitem__(self, name)
        return value if type(value) is not np.void else np.record.__getitem__(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        field = (np.void.__getattribute__(self, "dtype").fields or {}).get(name)
        if field is None:
            np.record.__setattr__(self, name, value)
        else:
            np.void.setfield(self, value, field[0], field[1])


def record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """A packed record (padding bytes would leak into digests) that reads `s.pot` in both modes."""
    return np.dtype((Fields, np.dtype(list(fields))))


def new(dtype: np.dtype[Any]) -> Any:
    """One empty record. Not for kernels: there the record does not keep its array, whose memory is used again at once."""
    return np.zeros(1, dtype)[0]


def copied(whole: Any) -> Any:
    """Another record with the same bytes. `whole.copy()` goes from field to field, twenty times as long. Not for kernels."""
    return np.frombuffer(bytearray(whole.tobytes()), whole.dtype)[0]


def sealed(whole: Any) -> Any:
    """A record as it is now, for somebody who may read it and not write it: numpy refuses. Not for kernels."""
    return np.frombuffer(whole.tobytes(), whole.dtype)[0]


def whole_number(answer: Any) -> int:
    """The number of an action that a policy returned at Python speed; compiled ones have a type that says it is one."""
    if isinstance(answer, bool | np.bool_) or not isinstance(answer, int | np.integer):
        raise TypeError(f"a policy returns the number of an action, not {answer!r:.60}")
    return int(answer)


def bind(
    template: Callable[..., Any],
    game: types.ModuleType,
    signature: Any = None,
    whole: bool = False,
    form: str = "",
    quick: bool = False,
    beside: tuple[Any, ...] = (),
    **helpers: Any,
) -> Any:
    """Compile `template` with its global name `game` meaning this game's engine, and `helpers` meaning their bound forms.

    A copy of the function under its own qualified name is cacheable on disk, and was the fastest form measured. `whole` makes
    its callers take it in: a driver's helper with some forty words of arguments cost 12 ns a call otherwise. `form` names one of
    several that differ in their helpers: the cache knows functions by name. `beside`: modules and functions that neither the template
    nor the game reaches, and which decide what is compiled; which of a module's functions they are counts, too. `quick`: soon made, for
    what plays one game at a time.
    """
    bound = types.FunctionType(template.__code__, {**template.__globals__, "game": game, **helpers}, template.__name__)
    chosen = [part.__qualname__ for part in beside if hasattr(part, "__qualname__")]
    bound.__qualname__ = f"{template.__qualname__}[{', '.join([game.__name__, *filter(None, [form]), *chosen])}]"
    bound.__module__ = template.__module__
    return compiled(signature, beside=(game, *beside), quick=quick, forceinline=whole, _nrt=False)(bound)


def shared_words(to: Any, more: Any) -> list[tuple[int, int, int]]:
    """Runs of 32-bit words of the fields that two record types share by name: places in either, and how many."""
    runs: list[tuple[int, int, int]] = []
    for name, field in more.fields.items():
        kind, place = getattr(field.type, "dtype", field.type), to.fields.get(name)
        if kind != nt.int32 or place is None or place.type != field.type:
            continue
        words = getattr(field.type, "nitems", 1)
        if runs and runs[-1][0] + 4 * runs[-1][2] == place.offset and runs[-1][1] + 4 * runs[-1][2] == field.offset:
            runs[-1] = (*runs[-1][:2], runs[-1][2] + words)
        else:
            runs.append((place.offset, field.offset, words))
    return runs


def alike(to: Any, source: Any) -> list[tuple[int, int, int]]:
    """Stretches of bytes of the fields that two record types share by name and type: places in either, and how many."""
    runs: list[tuple[int, int, int]] = []
    for name, field in source.fields.items():
        place = to.fields.get(name)
        if place is None or place.type != field.type:
            continue
        size = field_bytes(field.type)
        if runs and runs[-1][0] + runs[-1][2] == place.offset and runs[-1][1] + runs[-1][2] == field.offset:
            runs[-1] = (*runs[-1][:2], runs[-1][2] + size)
        else:
            runs.append((place.offset, field.offset, size))
    return runs


def field_bytes(kind: Any) -> int:
    """The size of a record's field: a number, an array of them, or a record."""
    if isinstance(kind, nt.NestedArray | nt.Record):
        return int(kind.size if isinstance(kind, nt.Record) else kind.nitems * field_bytes(kind.dtype))
    return int(kind.bitwidth // 8)


def check_writable(whole: Any) -> None:
    """Asked while compiling: types of records and arrays that are for reading say so (`play/read_only.py`)."""
    if not whole.mutable:
        raise TypingError(f"{whole} {FOR_READING}")


if JIT:

    @intrinsic
    def add_alike(typingctx, to, more):  # type: ignore[no-untyped-def]
        """Adds the int32 fields of one record to those of the same name of another, eight at a time where they are neighbours."""
        check_writable(to)

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            for place, source, words in shared_words(*signature.args):
                for first in range(0, words, WORDS):
                    wide = ir.VectorType(ir.IntType(32), min(WORDS, words - first)).as_pointer()
                    own = builder.bitcast(cgutils.pointer_add(builder, args[0], place + 4 * first), wide)
                    other = builder.bitcast(cgutils.pointer_add(builder, args[1], source + 4 * first), wide)
                    total = builder.add(builder.load(own, align=1), builder.load(other, align=1))
                    builder.store(total, own, align=1)
            return context.get_dummy_value()

        return nt.void(to, more), codegen

    @intrinsic
    def copy_alike(typingctx, to, source):  # type: ignore[no-untyped-def]
        """Copies all fields of one record that another has by the same name and type: what a state and a view share."""
        check_writable(to)

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            for place, origin, size in alike(*signature.args):
                to_bytes, from_bytes = cgutils.pointer_add(builder, args[0], place), cgutils.pointer_add(builder, args[1], origin)
                cgutils.raw_memcpy(builder, to_bytes, from_bytes, ir.Constant(ir.IntType(64), size), 1)
            return context.get_dummy_value()

        return nt.void(to, source), codegen

    @intrinsic(prefer_literal=True)
    def stack_floats(typingctx, size):  # type: ignore[no-untyped-def]
        """An array of so many floats, a constant, in the frame of the function that calls it: scratch, not zeroed, never to be returned."""
        kind, number = nt.Array(nt.float64, 1, "C"), size.literal_value

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            array = make_array(kind)(context, builder)
            data = cgutils.alloca_once(builder, ir.DoubleType(), size=number)
            words = [ir.Constant(ir.IntType(64), value) for value in (number, 8)]
            populate_array(array, data=data, shape=words[:1], strides=words[1:], itemsize=words[1], meminfo=None)
            return array._getvalue()

        return kind(size), codegen

    @intrinsic
    def stack_record(typingctx, kind):  # type: ignore[no-untyped-def]
        """A record of zeros in the frame of the function that calls it: scratch, never to be returned."""
        whole = kind.dtype

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            frame = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(8), whole.size))
            cgutils.memset(builder, frame, ir.Constant(ir.IntType(64), whole.size), 0)
            return builder.bitcast(frame, context.get_value_type(whole))

        return whole(kind), codegen

    @intrinsic
    def clear(typingctx, whole):  # type: ignore[no-untyped-def]
        """Every byte of a record becomes zero."""
        check_writable(whole)

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            cgutils.memset(builder, args[0], ir.Constant(ir.IntType(64), signature.args[0].size), 0)
            return context.get_dummy_value()

        return nt.void(whole), codegen

    @intrinsic
    def raw_bytes(typingctx, whole):  # type: ignore[no-untyped-def]
        """The bytes of a record: the same memory, never to be kept longer than the record."""
        kind = nt.Array(nt.uint8, 1, "C", readonly=not whole.mutable)

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            array = make_array(kind)(context, builder)
            data = builder.bitcast(args[0], ir.IntType(8).as_pointer())
            size, one = (ir.Constant(ir.IntType(64), value) for value in (signature.args[0].size, 1))
            populate_array(array, data=data, shape=[size], strides=[one], itemsize=one, meminfo=None)
            return array._getvalue()

        return kind(whole), codegen

    @intrinsic(prefer_literal=True)
    def fill(typingctx, whole, first, last, number):  # type: ignore[no-untyped-def]
        """All integers of the fields `first` to `last` of a record, in its order, become 0, or -1: one stretch of bytes."""
        check_writable(whole)
        begin, end = (whole.fields[name.literal_value] for name in (first, last))
        size = end.offset + field_bytes(end.type) - begin.offset

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            place = cgutils.pointer_add(builder, args[0], begin.offset)
            cgutils.memset(builder, place, ir.Constant(ir.IntType(64), size), number.literal_value & 255)
            return context.get_dummy_value()

        return nt.void(whole, first, last, number), codegen

else:

    def fill(whole: Any, first: str, last: str, number: int) -> None:
        names = whole.dtype.names
        for name in names[names.index(first) : names.index(last) + 1]:
            whole[name] = number

    def clear(whole: Any) -> None:
        blank = new(whole.dtype)
        for name in whole.dtype.names:
            whole[name] = blank[name]

    def raw_bytes(whole: Any) -> Any:
        return np.frombuffer(whole.tobytes(), np.uint8)

    def stack_floats(size: int) -> Any:
        return np.empty(size)

    def stack_record(kind: Any) -> Any:
        return new(kind)

    def copy_alike(to: Any, source: Any) -> None:
        for name in source.dtype.names:
            if name in to.dtype.names and to.dtype[name] == source.dtype[name]:
                to[name] = source[name]

    def add_alike(to: Any, more: Any) -> None:
        for name in more.dtype.names:
            if more.dtype[name].base == np.int32 and name in to.dtype.names and to.dtype[name] == more.dtype[name]:
                to[name] = to[name] + more[name]


# Policies are called through their addresses, kept in an array by place. Numba's own first-class functions did the same, but
# cost 70 microseconds each to hand over, and a tuple of them could be indexed by constants only.
if JIT:

    @intrinsic
    def ask_policy(typingctx, address, view, rules, me, table):  # type: ignore[no-untyped-def]
        """The action of the policy compiled at this address."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return call_address(context, builder, signature.args[1:], args[0], args[1:])

        return nt.int64(nt.int64, view, rules, me, table), codegen

    @intrinsic
    def call_at(typingctx, address, given):  # type: ignore[no-untyped-def]
        """What the function compiled at this address returns, an int64, for a tuple of arguments of just the types it takes.

        So a caller is compiled without what it calls: a search that took in the drivers of a game compiled for minutes.
        """

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return call_address(context, builder, signature.args[1].types, args[0], cgutils.unpack_tuple(builder, args[1]))

        return nt.int64(nt.int64, given), codegen

    def call_address(context: Any, builder: Any, takes: Any, address: Any, given: Any) -> Any:
        function = builder.inttoptr(address, context.call_conv.get_function_type(nt.int64, takes).as_pointer())
        status, answer = context.call_conv.call_function(builder, function, nt.int64, takes, given)
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return answer

    def address_of(policy: Any, signature: Any) -> int:
        """Where the compiled code of a policy, or of another function of this signature, begins."""
        result = policy.get_compile_result(signature)
        return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))

    @intrinsic
    def lend(typingctx, table, place, size, kind):  # type: ignore[no-untyped-def]
        """So many records of a kind in the memory of a float32 array, from this element on."""
        check_writable(table)
        lent = nt.Array(kind.dtype, 1, "C")

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            data = context.make_array(signature.args[0])(context, builder, args[0]).data
            made = context.make_array(lent)(context, builder)
            one = context.get_constant(nt.intp, context.get_abi_sizeof(context.get_data_type(lent.dtype)))
            place = builder.bitcast(builder.gep(data, [args[1]]), made.data.type)
            populate_array(made, place, [args[2]], [one], one, None)
            return made._getvalue()

        return lent(table, nt.intp, nt.intp, kind), codegen

else:
    functions: list[Any] = []  # that have been given an address

    def address_of(policy: Any, signature: Any) -> int:
        if policy not in functions:
            functions.append(policy)
        return functions.index(policy)

    def ask_policy(address: Any, view: Any, rules: Any, me: Any, table: Any) -> Any:
        return whole_number(functions[int(address)](sealed(view), sealed(rules), me, table))

    def call_at(address: Any, given: Any) -> Any:
        return functions[int(address)](*given)

    def lend(table: Any, place: Any, size: Any, kind: Any) -> Any:
        words = -(-int(size) * kind.itemsize // table.itemsize)
        return table[int(place) : int(place) + words].view(np.uint8)[: int(size) * kind.itemsize].view(kind)
