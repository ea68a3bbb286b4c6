"""Functions that compiled callers call are compiled as parts of these alone.

Numba makes machine code of every function, with a wrapper for Python around it, though most are linked into their
callers and never called by themselves. A part has neither: that saves a quarter to a half of the time to compile. Nor
do the passes over whole modules run on it, since they run on what it is linked into: that saves 18, 22 and 27 % of the
time of a first match of three games (`match ... --games 2`, three times in turn; Intel Xeon 2.8 GHz, 2026-11-26). One
of them then plays at 0.97 of its speed, the others as before. Python's first call of a function makes the whole
of it, whether or not it is a part already.
"""

from __future__ import annotations

import gc
import os
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, ClassVar

import llvmlite.binding as llvm
from numba import errors
from numba.core import base, compiler, dispatcher
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

from cardkit.compiled.kept import shipped
from cardkit.compiled.kept.notices import announce_without_privates, warn_uncached
from cardkit.compiled.private.cache import Places, SourceCache
from cardkit.compiled.private.values import read_once

_UNRESOLVED = ".numba.unresolved$"
"""The beginning of the names of variables that hold the address of a function in another library."""


class PartLibrary(JITCodeLibrary):
    """The code of a part and of all parts that it calls, as it is linked into callers."""

    def _optimize_final_module(self) -> None:
        """Leave the passes over modules to the callers."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        self._ensure_finalized()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"
        return self._final_module

    def serialize_using_object_code(self) -> Any:
        """Return the name of the library and its bitcode: there is no object code."""
        return self.name, self._get_module_for_linking().as_bitcode()

    @classmethod
    def of_bitcode(cls, codegen: Any, name: str, bitcode: bytes) -> PartLibrary:
        """Make a library from its bitcode, as it was kept."""
        library = cls(codegen, name)
        library._final_module = llvm.parse_bitcode(bitcode)
        library._finalize_final_module()
        return library


class _Pipeline(compiler.Compiler):
    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        super().__init__(typing, target, library, *rest)
        self.state.library = PartLibrary(target.codegen(), "part")
        self.state.library.enable_object_caching()


class _PartCompiler(dispatcher._FunctionCompiler):  # type: ignore[attr-defined]  # which Numba's stubs do not name
    def _customize_flags(self, flags: Any) -> Any:
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        return flags

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        result = super()._compile_core(args, return_type)
        result = result._replace(entry_point=_Entry())
        self.targetdescr.target_context.insert_user_function(result.entry_point, result.fndesc, [result.library])
        return result


class _Entry:
    """An object by which Numba finds a part's code, in place of a function that Python can call."""


class _PartPlaces(Places):
    def rebuild(self, target_context: Any, payload: Any) -> Any:
        (name, bitcode), fndesc, environment, signature, objectmode, lifted, annotation, reload_init, others = payload
        for begin in reload_init:
            begin()
        return compiler.compile_result(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=PartLibrary.of_bitcode(target_context.codegen(), name, bitcode),
            environment=environment,
            entry_point=_Entry(),
            fndesc=fndesc,
            type_annotation=annotation,
            signature=signature,
            objectmode=objectmode,
            lifted=lifted,
            reload_init=reload_init,
            referenced_envs=others,
        )


class PartCache(SourceCache):
    """Parts on disk. A wheel has none, as it has the functions that they are linked into."""

    _impl_class, _ships = _PartPlaces, False

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        return *super()._index_key(sig, codegen), "part"


class Part(CPUDispatcher):
    """A function as compiled callers see it."""

    def __init__(self, function: Callable[..., Any], locals: Any, targetoptions: Any) -> None:
        super().__init__(function, locals, targetoptions)
        self._compiler = _PartCompiler(function, self.targetdescr, targetoptions, locals, _Pipeline)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return the code for these types alone, which there is now.

        Numba would ask of each other type of records whether these go for it, and warn of all that do, at length.
        """
        template: Any
        template, pysig, args, kws = super().get_call_template(args, kws)
        template.cases = [one for one in template.cases if one.args == tuple(args)] or template.cases
        return template, pysig, args, kws

    def add_overload(self, cres: Any) -> None:
        """Keep the overload; Python has nothing to call."""
        _refuse_unresolved(cres, self.py_func)
        self.overloads[tuple(cres.signature.args)] = cres


def _refuse_unresolved(cres: Any, function: Callable[..., Any]) -> None:
    """Refuse code that finds another function in its own process alone: what is kept of it crashes the next one.

    Numba makes such code where a function calls itself with other types than it was called with, or through another
    function.
    """
    if any(one.name.startswith(_UNRESOLVED) for one in cres.library._final_module.global_variables):
        raise errors.TypingError(
            f"{function.__name__} calls itself with other types than it is called with, or through another function, "
            "and such code cannot be kept; make the types alike, such as by np.int64(0) in place of 0"
        )


class _Overloads(OrderedDict[Any, Any]):
    """The overloads of a function: its wholes, and by subscript its parts too, which a recursive call asks for."""

    def __init__(self, function: Compiled) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, types: Any) -> Any:
        return self._function.part.overloads[types]


class Compiled(CPUDispatcher):
    """A function for Python, and its part for compiled callers."""

    whole: ClassVar[bool] = False
    """True once Numba has failed to make parts: compiled callers then call whole functions, as Numba has it."""

    def __init__(self, function: Callable[..., Any], locals: Any, targetoptions: Any) -> None:
        super().__init__(function, locals, targetoptions)
        self.overloads = _Overloads(self)

    def compile(self, sig: Any) -> Any:
        """Compile the function for a signature; if parts fail that wholes do not, do without parts from now on."""
        with compiling():
            return self._compile(sig)

    def _compile(self, sig: Any) -> Any:
        try:
            return super().compile(sig)
        except (errors.NumbaError, OSError):  # the function's own, or the disk's
            raise
        except Exception as error:
            if Compiled.whole:
                raise
            Compiled.whole = True
            try:
                made = super().compile(sig)
            except Exception:
                Compiled.whole = False
                raise error from None
            announce_without_privates(error)
            return made

    @cached_property
    def part(self) -> Any:
        """The part for compiled callers, made when the first of them is compiled."""
        part: Any = Part(self.py_func, self.locals, self.targetoptions)
        if isinstance(getattr(self, "_cache", None), SourceCache):
            part._cache = PartCache(self.py_func)
        return part

    @property
    def is_compiling(self) -> Any:
        """True while a caller must not compile the function once more."""
        return self._compiling_counter or (not self.whole and self.part.is_compiling)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return the template that compiled callers call: that of the part."""
        return super().get_call_template(args, kws) if self.whole else self.part.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """Return the overload by which Numba finds the code for a compiled caller."""
        return super().get_overload(sig) if self.whole else self.part.get_overload(sig)

    def add_overload(self, cres: Any) -> None:
        """Keep the overload; what its parts refer to gets its place in the machine code."""
        if not self.whole:
            _refuse_unresolved(cres, self.py_func)
            for environment in cres.referenced_envs or cres._find_referenced_environments():
                cres.library.codegen.set_env(environment.env_name, environment)
        super().add_overload(cres)


@contextmanager
def compiling() -> Iterator[None]:
    """Hold the compiler in a block, which reads values once.

    It collects no garbage, which takes 6 % of its time, and tells Numba's timers of no call of LLVM, which takes 5 %.
    """
    with global_compiler_lock, read_once(), _untimed():
        enabled = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if enabled:
                gc.enable()


@contextmanager
def _untimed() -> Iterator[None]:
    """Let llvmlite tell Numba's timers nothing in a block; other listeners stay."""
    timers = [pair for pair in llvm.ffi.lib._lock._cblist if pair[0].__module__ == base.__name__]
    for pair in timers:  # none where a block is in another one
        llvm.ffi.unregister_lock_callback(*pair)
    try:
        yield
    finally:
        for pair in timers:
            llvm.ffi.register_lock_callback(*pair)


def compiled(function: Callable[..., Any], options: dict[str, Any]) -> Compiled:
    """Make a compiled function with its code on disk, if a folder can hold it."""
    made: Any = Compiled(function, {}, options)
    try:
        made._cache = SourceCache(function)
    except RuntimeError as error:
        if os.path.exists(function.__code__.co_filename):  # false for functions typed at a prompt
            warn_uncached(str(error))
    return made


def is_kept(function: CPUDispatcher) -> bool:
    """Return whether code of a compiled function was made, by this process or another, or came with the package."""
    made: Any = function
    on_disk = isinstance(made._cache, SourceCache) and made._cache.holds_any()
    return on_disk or bool(made.overloads) or shipped.is_there()
