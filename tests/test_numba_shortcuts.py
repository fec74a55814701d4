"""The shorter ways give numba's own answers, and stand aside in a version that nobody looked at."""

import operator
from itertools import product

import numpy as np
import pytest
from numba import types as nt
from numba.core import compiler, targetconfig
from numba.core.registry import cpu_target
from numba.core.types.npytypes import Record

from simlab import numba_shortcuts
from simlab.games.showdown import engine, view
from tests.conftest import python

OPERATORS = (
    operator.add,
    operator.sub,
    operator.mul,
    operator.and_,
    operator.rshift,
    operator.lt,
    operator.eq,
    operator.iadd,
    operator.neg,
)
KINDS = (nt.int64, nt.int32, nt.int8, nt.uint64, nt.boolean, nt.float64, nt.literal(3), nt.literal(-1))
KERNELS = [kernel for module in (engine, view) for kernel in vars(module).values() if hasattr(kernel, "py_func")]


@pytest.fixture(scope="module", autouse=True)
def targets_ready():
    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()


def plain_variables(value):
    """As numba defines them: every variable in what a statement holds, in order."""
    if isinstance(value, numba_shortcuts.ir.Inst):
        return plain_variables(value.__dict__)
    if isinstance(value, numba_shortcuts.ir.Var):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [variable for part in parts for variable in plain_variables(part)]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_variables_of_statements_are_numbas(kernel):
    statements = [statement for block in compiler.run_frontend(kernel.py_func).blocks.values() for statement in block.body]
    assert any(statement.list_vars() for statement in statements)
    for statement in statements:
        assert statement.list_vars() == plain_variables(statement)


def call_signatures(call_type, function, args):
    try:
        return call_type(function, cpu_target.typing_context, args, {})
    except numba_shortcuts.numba.errors.TypingError:
        return None


@pytest.mark.parametrize("function", OPERATORS, ids=lambda function: function.__name__)
def test_operators_make_of_numbers_what_numba_says(function):
    known = cpu_target.typing_context.resolve_value_type(function)
    for args in product(KINDS, repeat=1 if function is operator.neg else 2):
        expected = call_signatures(numba_shortcuts.numbas_call_type, known, args)
        assert call_signatures(numba_shortcuts.call_type, known, args) == expected  # found
        assert call_signatures(numba_shortcuts.call_type, known, args) == expected  # known


def test_what_is_compiled_for_options_is_not_remembered():
    adding, cleaning = (cpu_target.typing_context.resolve_value_type(function) for function in (operator.add, np.nan_to_num))
    numba_shortcuts.call_type(adding, cpu_target.typing_context, (nt.float64, nt.float64), {})
    numba_shortcuts.call_type(cleaning, cpu_target.typing_context, (nt.float64,), {})
    remembered = [known for known, _ in numba_shortcuts.call_types.values()]
    assert adding in remembered
    assert cleaning not in remembered


def test_options_are_alike_where_their_values_are():
    one, other = compiler.Flags(), compiler.Flags()
    assert one == other
    other.nrt = False  # what it is anyway
    assert one == other
    assert hash(one) == hash(other)
    other.nrt = True
    assert one != other
    assert one != "flags"
    assert hash(one) == hash(tuple(sorted(targetconfig.TargetConfig.values(one))))


def test_a_record_is_told_in_numbas_words():
    for dtype in (engine.STATE, engine.VIEW, np.dtype([("a", "i4"), ("b", "f8", (3,))])):
        record = numba_shortcuts.numba.from_dtype(dtype)
        assert isinstance(record, Record)
        assert repr(record) == repr(record) == numba_shortcuts.numbas_record_text(record)


def add_to_pot(table, chips):
    table.pot += chips
    return table.pot


def test_a_record_is_handed_over_as_numba_does(monkeypatch):
    """A record of its own, one of many, a part of another, one that nobody may write to."""
    assert numba_shortcuts.records_tell_their_place()
    table = np.dtype([("seat", "i1"), ("pot", "i8")])
    room = np.zeros(3, [("table", table), ("dealer", "i1")])
    room["table"]["pot"] = 10, 20, 30
    records = [np.zeros(1, table)[0], room["table"][1], room[2]["table"], np.frombuffer(room["table"][0].tobytes(), table)[0]]
    found = []
    for way in (numba_shortcuts.record_in_place, numba_shortcuts.numbas_record_in_place):
        monkeypatch.setitem(numba_shortcuts.pythonapi._unboxers.functions, Record, way)
        add = numba_shortcuts.numba.njit(add_to_pot)
        found.append([add(record, chips) for record in records for chips in (1, -1)])
    assert found == [[1, 0, 21, 20, 31, 30, 11, 10]] * 2
    assert room["table"]["pot"].tolist() == [10, 20, 30]


def test_another_numba_compiles_as_it_does():
    ask = "from numba.core.types.functions import BaseFunction; print(BaseFunction.get_call_type.__module__)"
    assert python(f"import simlab.jit; {ask}", fresh=True).strip() == "simlab.numba_shortcuts"
    later = "import numba, simlab; numba.__version__ = '9.1.0'; import simlab.numba_shortcuts"
    assert python(f"{later}; {ask}", fresh=True).strip() == "numba.core.types.functions"
