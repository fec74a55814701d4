"""Kernels that kernels call: taken in as bitcode, optimised with their caller, machine code only where somebody enters."""

import numba
import numpy as np
import pytest

from simlab.callees import Quick
from simlab.jit import kernel, loop, new, record


def made(function):
    """Forms that Python can enter."""
    return list(function.overloads)


def test_a_kernel_that_only_kernels_call_gets_no_machine_code():
    @kernel
    def add(x, y):
        return x + y

    @kernel
    def twice(x):
        return add(x, x)

    assert twice(4) == 8
    assert made(twice) == [(numba.int64,)]
    assert made(add) == []


@pytest.mark.parametrize("kind", [kernel, loop])
def test_python_may_enter_it_too_before_and_after(kind):
    @kind
    def tripled(numbers):
        for i in range(len(numbers)):
            numbers[i] *= 3
        return len(numbers)

    @kernel
    def caller(numbers):
        return tripled(numbers) + tripled(numbers)

    numbers = np.ones(40, np.int8)
    assert tripled(numbers) == 40
    assert caller(numbers) == 80
    assert tripled(numbers) == 40
    assert (numbers == np.int8(81)).all()


def test_types_of_callers_get_forms_of_their_own():
    @kernel
    def half(x):
        return x / 2

    @kernel
    def halves(x, y):
        return half(x) + half(y)

    assert halves(3, np.float32(1)) == 2.0


def test_constants_share_one_form():
    @kernel
    def add(x, y):
        return x + y

    @kernel
    def several(x):
        return add(x, 3) + add(x, 4) + add(5, x) + add(True, x)

    assert several(1) == 4 + 5 + 6 + 2
    assert [(str(x), str(y)) for x, y in add.callee.forms] == [("int64", "int64"), ("bool", "int64")]


def test_default_arguments_and_names_reach_it():
    @kernel
    def scaled(x, by=10, plus=0):
        return x * by + plus

    @kernel
    def caller(x):
        return scaled(x) + scaled(x, plus=1) + scaled(x, 2, 3)

    assert caller(5) == 50 + 51 + 13


def test_a_kernel_may_call_itself():
    @kernel
    def factorial(n):
        return 1 if n < 2 else n * factorial(n - 1)

    @kernel
    def caller(n):
        return factorial(n) + 1

    assert caller(10) == 3_628_801
    assert factorial(5) == 120


def test_what_is_raised_inside_arrives():
    @kernel
    def careful(x):
        if x < 0:
            raise ValueError("below zero")
        return x

    @kernel
    def caller(x):
        return careful(x) + 1

    assert caller(1) == 2
    with pytest.raises(ValueError, match="below zero"):
        caller(-1)


def test_what_does_not_compile_is_told_by_its_own_line():
    @kernel
    def broken(x):
        return x.nothing

    @kernel
    def caller(x):
        return broken(x)

    with pytest.raises(numba.TypingError, match="nothing"):
        caller(1)
    with pytest.raises(numba.TypingError, match="nothing"):
        caller(1)


HASTE = """
from simlab.jit import kernel

@kernel
def taken(table, chips):
    return table.pot - chips

@kernel
def pay(table, chips):
    table.pot = taken(table, chips)
    return table.pot

@kernel
def pot(table):
    return taken(table, 1) + table.pot

@kernel
def pay_all(table, all_chips):
    for chips in all_chips:
        table.pot = taken(table, chips)
    return table.pot
"""


def defined(form, name):
    """Is there a function of that name, or was it taken in?"""
    return any(name in function.name for function in form.library._final_module.functions if not function.is_declaration)


def test_what_python_gives_records_alone_is_soon_made_and_what_it_gives_arrays_is_optimised():
    """Typed at a prompt, so that no earlier form is read from the cache."""
    typed = {}
    exec(HASTE, typed)
    table = new(record(("pot", "i8")))
    table.pot = 10
    assert typed["pay"](table, 3) == 7
    assert typed["pay_all"](table, np.array([1, 2])) == 4
    assert typed["pot"](table) == 7
    (pay,), (pot,), (pay_all,) = (typed[name].overloads.values() for name in ("pay", "pot", "pay_all"))
    assert isinstance(pay.library, Quick)
    assert not isinstance(pay_all.library, Quick)
    assert not isinstance(pot.library, Quick)  # its own name stands in it, so callers may be given this very form
    assert defined(pay, "taken")
    assert not defined(pay_all, "taken")
