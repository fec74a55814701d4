"""Bit counts and the like as single instructions. `np.bitwise_count` does not compile in kernels; these do, and run with the JIT off.

Arguments are int64 (read as 64 bits, so negative values are fine) or any unsigned type; the answer has the argument's type.
"""

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from simlab.jit import JIT, kernel

SLOW_DEPOSIT = ("znver1", "znver2", "bdver4")  # these have the instruction, but take longer for it than for a loop


def has_deposit() -> bool:
    """Does what is compiled for have the instruction? It is this processor, unless numba was told another (NUMBA_CPU_NAME=generic)."""
    told, here = numba.config.CPU_FEATURES, llvm.get_host_cpu_features
    has = bool(here().get("bmi2")) if told is None else "+bmi2" in told.split(",")
    return has and (numba.config.CPU_NAME or llvm.get_host_cpu_name()) not in SLOW_DEPOSIT


DEPOSIT = has_deposit()


@kernel
def deposit_plainly(picks, mask):
    """The members of `mask` at the places, counted from the lowest, whose bits are set in `picks`."""
    out = np.int64(0)
    while picks != 0 and mask != 0:
        lowest = mask & -mask
        if picks & 1 != 0:
            out |= lowest
        mask ^= lowest
        picks >>= 1
    return out


if JIT:

    @intrinsic
    def popcount(typingctx, x):
        """Number of ones."""

        def codegen(context, builder, signature, args):
            return builder.call(builder.module.declare_intrinsic("llvm.ctpop", [args[0].type]), args)

        return x(x), codegen

    @intrinsic
    def ctz(typingctx, x):
        """Place of the lowest one; the width for zero."""

        def codegen(context, builder, signature, args):
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

        return x(x), codegen

    @intrinsic
    def clz(typingctx, x):
        """Zeros above the highest one; the width for zero."""

        def codegen(context, builder, signature, args):
            return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

        return x(x), codegen

    @intrinsic
    def select(typingctx, test, a, b):
        """`a if test else b` that stays free of branches, so that loops vectorise."""
        if a != b:
            return None

        def codegen(context, builder, signature, args):
            return builder.select(args[0], args[1], args[2])

        return a(types.boolean, a, a), codegen

    @intrinsic
    def deposit_at_once(typingctx, picks, mask):
        """As `deposit_plainly`."""

        def codegen(context, builder, signature, args):
            word = ir.IntType(64)
            instruction = cgutils.get_or_insert_function(builder.module, ir.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64")
            return builder.call(instruction, args)

        return types.int64(types.int64, types.int64), codegen

    def marker(attribute, text):
        """A call of the answer marks the function it stands in for the compiler; it costs nothing when run."""

        def mark(typingctx):
            def codegen(context, builder, signature, args):
                set.add(builder.function.attributes, attribute)  # `add` of llvmlite's own class refuses strings it does not know
                return context.get_dummy_value()

            return types.void(), codegen

        mark.__doc__ = text
        return intrinsic(mark)

    @intrinsic
    def apart(typingctx):
        """No two arguments of this function share memory: what one of them holds stays as it is when another is written to."""

        def codegen(context, builder, signature, args):
            for argument in builder.function.args:
                if isinstance(argument.type, ir.PointerType):
                    argument.add_attribute("noalias")
            return context.get_dummy_value()

        return types.void(), codegen

    wide = marker('"prefer-vector-width"="512"', "Let loops of this function use 512-bit registers: 1.8 times faster where there are any.")
    hot = marker("alwaysinline", "Copy this function into its callers, however large they think it is.")
    cold = marker("noinline", "Keep this function out of its callers, so that their common path needs few registers.")

else:

    def width(x):
        return np.dtype(type(x)).itemsize * 8 if isinstance(x, np.generic) else 64

    def unsigned(x):
        return int(x) & ((1 << width(x)) - 1)

    def popcount(x):
        return type(x)(unsigned(x).bit_count())

    def ctz(x):
        value = unsigned(x)
        return type(x)((value & -value).bit_length() - 1 if value else width(x))

    def clz(x):
        return type(x)(width(x) - unsigned(x).bit_length())

    def select(test, a, b):
        return a if test else b

    def apart():
        pass

    def wide():
        pass

    def hot():
        pass

    def cold():
        pass


deposit = deposit_at_once if JIT and DEPOSIT else deposit_plainly
