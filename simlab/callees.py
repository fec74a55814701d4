"""Kernels as other kernels call them: typed and lowered, but neither optimised nor turned into machine code.

Numba makes a whole function of everything it compiles: the helper of a helper is optimised for itself, then again within each that
calls it, level by level, and each gets machine code and a way in from Python that nobody uses. Here a called kernel is kept as plain
bitcode. What is called from Python, or by its address, takes in the bitcode of all it reaches and is optimised once, as a whole:
half of the time of compiling a game.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import llvmlite.binding as llvm
from numba import types as nt
from numba.core import event, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import lookup_environment

ENVIRONMENT = "_ZN08NumbaEnv"  # how numba begins the names of the globals in which a function finds its environment


class Bitcode(JITCodeLibrary):  # type: ignore[misc]
    """A library for others to take in: linked, never run."""

    first = False  # is it optimised before others take it in?

    def finalize(self) -> None:
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        if self.first:
            self._optimize_final_module()
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def serialize_using_object_code(self) -> tuple[str, bytes]:
        """What the cache keeps of it: there is no object code."""
        return self.name, self._get_module_for_linking().as_bitcode()

    @classmethod
    def restored(cls, codegen: Any, name: str, bitcode: bytes) -> "Bitcode":
        library = cls(codegen, name)
        library._final_module = llvm.parse_bitcode(bitcode)
        library._finalize_dynamic_globals()
        library._finalized = True
        return library


class Optimised(Bitcode):
    first = True


class LightCompiler(Compiler):  # type: ignore[misc]
    """Numba's own passes, up to a library that is only to be taken in."""

    library: type[Bitcode] = Bitcode

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        flags, codegen = self.state.flags, self.state.targetctx.codegen()
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        self.state.library = self.library(codegen, function.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(function)


class OptimisingCompiler(LightCompiler):
    library = Optimised


class Quick(JITCodeLibrary):  # type: ignore[misc]
    """A library that is soon made: nothing is taken in but what has to be. A step of a game compiles so in less than half of the time."""

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and not any(b"alwaysinline" in told for told in function.attributes):
                function.add_function_attribute("noinline")
        passes, builder = self._codegen._module_pass_manager(loop_vectorize=False, slp_vectorize=False, opt=1, cost="cheap")
        passes.run(self._final_module, builder)


class QuickCompiler(Compiler):  # type: ignore[misc]
    """Numba's own passes, up to a quick library."""

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        self.state.library = Quick(self.state.targetctx.codegen(), function.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(function)


class EntryCompiler(QuickCompiler):
    """For what Python calls. What is given records and no arrays, a step of a game or a look at a table, is over before Python has
    noticed, however it was compiled.
    """

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        kinds = self.state.args
        if any(isinstance(kind, nt.Record) for kind in kinds) and not any(isinstance(kind, nt.Array | nt.BaseTuple) for kind in kinds):
            return super().compile_extra(function)
        return Compiler.compile_extra(self, function)


class Callee:
    """The forms of one kernel that compiled callers use, by the types of their arguments."""

    def __init__(self, dispatcher: Any, kept: Any, optimised: bool) -> None:
        made, pipeline = dispatcher._compiler, OptimisingCompiler if optimised else LightCompiler
        self._compiler = type(made)(made.py_func, made.targetdescr, made.targetoptions, made.locals, pipeline)
        self._dispatcher, self._kept, self._target = dispatcher, kept, dispatcher.targetctx
        self.forms: dict[tuple[Any, ...], CompileResult] = {}

    def template(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """What type inference asks of a function for these arguments: compiled by then."""
        pysig, folded = self._compiler.fold_argument_types(args, kws)
        name = self._dispatcher.py_func.__name__
        signature = self.form(tuple(folded)).signature
        return typing.make_concrete_template(f"CallTemplate({name})", key=name, signatures=[signature]), pysig, folded, {}

    def form(self, args: tuple[Any, ...]) -> CompileResult:
        with global_compiler_lock:
            if args not in self.forms:
                found = (self._kept and self._kept.load_callee(args, self._target)) or self._compiled(args)
                self._target.insert_user_function(found.library, found.fndesc, [found.library])
                self.forms[args] = found
        return self.forms[args]

    def _compiled(self, args: tuple[Any, ...]) -> CompileResult:
        with event.trigger_event("numba:compile", data={"dispatcher": self._dispatcher, "args": args, "return_type": None}), no_garbage():
            made = self._compiler.compile(args, None)
        if self._kept:
            self._kept.save_overload(args, made)
        return made


@contextmanager
def no_garbage() -> Iterator[None]:
    """Compiling makes millions of objects that go by themselves: to look for circles among them takes a fifteenth of the time."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def calls_itself(function: Callable[..., Any]) -> bool:
    """Numba knows such a call by the dispatcher that is compiling. (Kernels that call each other in a circle do not compile.)"""
    return function.__name__ in (*function.__code__.co_names, *function.__code__.co_freevars)


def let_callers_take_in(dispatcher: Any, kept: Any, optimised: bool) -> None:
    """Compiled callers get a kernel's bitcode; Python, and who asks for its address, the dispatcher's own compiled form."""
    callee = dispatcher.callee = Callee(dispatcher, kept, optimised)
    template, overload, add = dispatcher.get_call_template, dispatcher.get_overload, dispatcher.add_overload

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return callee.template(args, kws) if dispatcher._can_compile else template(args, kws)

    def get_overload(args: Any) -> Any:
        form = callee.forms.get(tuple(args))
        return form.library if form is not None else overload(args)

    def add_overload(result: CompileResult) -> None:
        set_environments(result.library)
        add(result)

    dispatcher.get_call_template, dispatcher.get_overload, dispatcher.add_overload = get_call_template, get_overload, add_overload


def rebuild(target: Any, library: tuple[str, bytes], fndesc: Any, environment: Any, signature: Any, *rest: Any) -> CompileResult:
    """A callee as it was kept; the arguments are what numba's own `_reduce` gives."""
    _objectmode, lifted, annotation, reload_init, environments = rest
    for function in reload_init:
        function()
    return CompileResult(
        target_context=target,
        typing_context=target.typing_context,
        library=Bitcode.restored(target.codegen(), *library),
        environment=environment,
        entry_point=None,
        fndesc=fndesc,
        type_annotation=annotation,
        signature=signature,
        objectmode=False,
        lifted=lifted,
        typing_error=None,
        call_helper=None,
        metadata=None,
        reload_init=reload_init,
        referenced_envs=environments,
    )


def set_environments(library: Any) -> None:
    """Point a compiled function at the environments of what it took in: their own libraries, which would, are never loaded."""
    for variable in library._final_module.global_variables:
        environment = lookup_environment(variable.name) if variable.name.startswith(ENVIRONMENT) else None
        if environment is not None:
            library.codegen.set_env(variable.name, environment)
