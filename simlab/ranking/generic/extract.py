"""The bits of a word at the places of a mask, pushed together: one instruction where the processor has it, a loop elsewhere."""

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from simlab.bits import DEPOSIT
from simlab.jit import JIT, kernel


@kernel
def extract_plainly(word, mask):
    """Bit k of the answer is the bit of `word` at the place of the mask's member k, counted from the lowest."""
    out, at = np.int64(0), np.int64(0)
    while mask != 0:
        lowest = mask & -mask
        if word & lowest != 0:
            out |= np.int64(1) << at
        mask ^= lowest
        at += 1
    return out


if JIT:

    @intrinsic
    def extract_at_once(typingctx, word, mask):
        """As `extract_plainly`."""

        def codegen(context, builder, signature, args):
            long = ir.IntType(64)
            instruction = cgutils.get_or_insert_function(builder.module, ir.FunctionType(long, [long, long]), "llvm.x86.bmi.pext.64")
            return builder.call(instruction, args)

        return types.int64(types.int64, types.int64), codegen


extract = extract_at_once if JIT and DEPOSIT else extract_plainly
