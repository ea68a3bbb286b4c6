"""A digest of the values that Numba freezes into machine code.

The compiler reads the globals, closures and defaults of a function, and of those that it calls, and writes their values
into the code. The source does not always tell them: a constant may come from a file, an environment variable or an
import with two branches. Code that a user registers with Numba's ``overload`` is not reached.
"""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import types
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic

_holdings: list[dict[FunctionType, tuple[bytes, set[FunctionType]]]] = []  # of the block of `read_once`, if in one

_TOLD_BY_REPR = (int, float, complex, str, bytes, type(None), np.dtype, types.Type)
_FOREIGN = frozenset({"builtins", "llvmlite", "math", "numba", "numpy", "operator"})  # nothing of the user's in them


def values_digest(functions: Iterable[Callable[..., Any]]) -> str:
    """Digest the code of functions, compiled or not, of all that they call, and the values that these hold now.

    Values count that Numba can freeze: numbers, texts, tuples, enumerations, arrays, records and types.
    """
    ahead = [called for function in functions if (called := _python_of(function))]
    found, holdings = set(ahead), []
    while ahead:
        holding, calls = _holding(ahead.pop())
        holdings.append(holding)
        new = calls - found
        found |= new
        ahead += new
    return hashlib.sha256(b"".join(sorted(holdings))).hexdigest()


@contextmanager
def read_once() -> Iterator[None]:
    """Read the values of each function once in a block, which compiles; only one thread may be in such blocks."""
    if _holdings:
        yield
        return
    _holdings.append({})
    try:
        yield
    finally:
        _holdings.clear()


def _holding(function: FunctionType) -> tuple[bytes, set[FunctionType]]:
    """Digest a function's code and the values that it holds; return the functions among these as well."""
    if _holdings and function in _holdings[0]:
        return _holdings[0][function]
    held, calls = hashlib.sha256(_code_told(function.__code__)), set()
    for name, value in _held(function):
        held.update(b"\0".join((b"", name.encode(), *_told(value))))
        calls.update(called for called in _functions_in(value) if not _is_foreign(called.__module__))
    found = held.digest(), calls
    if _holdings:
        _holdings[0][function] = found
    return found


def _python_of(value: Any) -> FunctionType | None:
    """Return a function itself, or the one that Numba compiles or calls to make code; None for other values."""
    if isinstance(value, FunctionType):
        return value
    inner = value.py_func if isinstance(value, Dispatcher) else isinstance(value, _Intrinsic) and value._defn
    return inner if isinstance(inner, FunctionType) else None


def _functions_in(value: Any) -> Iterator[FunctionType]:
    """Yield the function that a value is, or those in a tuple."""
    if isinstance(value, tuple):
        for part in value:
            yield from _functions_in(part)
    elif (called := _python_of(value)) is not None:
        yield called


def _held(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield by name what a function takes from outside: defaults, globals, and the members of modules that it names."""
    names = _names_in(function.__code__)
    yield "", function.__defaults__
    yield from (function.__kwdefaults__ or {}).items()
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield from _read(name, _content(cell), names)
    for name in names:
        if name in function.__globals__:
            yield from _read(name, function.__globals__[name], names)


@cache
def _names_in(code: CodeType) -> tuple[str, ...]:
    """List the names of globals and attributes in some code and in what it encloses."""
    inner = (_names_in(one) for one in code.co_consts if isinstance(one, CodeType))
    return tuple(sorted({*code.co_names, *(name for names in inner for name in names)}))


@cache
def _code_told(code: CodeType) -> bytes:
    """Write some code as bytes, with its constants and what it encloses; neither its place nor its lines."""
    consts = (_code_told(one) if isinstance(one, CodeType) else b"\0".join(_told(one)) for one in code.co_consts)
    return b"\0".join((code.co_code, *map(str.encode, _names_in(code)), *consts))


def _named(function: FunctionType) -> bytes:
    return f"{function.__module__}.{function.__qualname__}".encode()


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not filled yet
        return None


def _read(path: str, value: Any, names: Iterable[str], above: tuple[ModuleType, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Yield a value, or those members of a module that are among the names; modules may name each other."""
    if not isinstance(value, ModuleType):
        yield path, value
    elif value not in above and not _is_foreign(value.__name__):
        for name in names:
            if name in vars(value) or "__getattr__" in vars(value):
                member = getattr(value, name, None)
                yield from _read(f"{path}.{name}", member, names, (*above, value))


def _is_foreign(module: str | None) -> bool:
    return (module or "").partition(".")[0] in _FOREIGN


def _told(value: Any) -> Iterator[bytes]:
    """Yield a value in bytes; of other objects than the compiler can freeze, their type alone."""
    yield f"{type(value).__module__}.{type(value).__qualname__}".encode()
    if (called := _python_of(value)) is not None:
        yield from (_named(called), _code_told(called.__code__))
    elif isinstance(value, enum.Enum):
        yield from (value.name.encode(), *_told(value.value))
    elif isinstance(value, enum.EnumMeta):
        for member in value:
            yield from _told(member)
    elif isinstance(value, type):
        yield f"{value.__module__}.{value.__qualname__}".encode()
    elif isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
        yield from (repr(value.dtype).encode(), repr(value.shape).encode(), value.tobytes())
    elif isinstance(value, tuple):
        for part in value:
            yield from _told(part)
    elif isinstance(value, slice):
        yield from _told((value.start, value.stop, value.step))
    elif isinstance(value, _TOLD_BY_REPR):
        yield repr(value).encode()
