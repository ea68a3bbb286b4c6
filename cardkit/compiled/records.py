"""Records: structured NumPy values that compiled code changes in place, and block copies of their fields.

Compiled functions take records of several types. With `where_field` and `length_of` they ask which fields a type has.
Compilation answers this, so a field that a type lacks costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import TypingError, from_dtype, types
from numba.core import cgutils

from cardkit.compiled.jit import Builder, Context, Signature, Values, lowered_for, overload

Field = tuple[str, Any] | tuple[str, Any, int]
FIELD: Any = object()
"""Stands for the fields of a record in a class that names them, for checkers: ``legal = seat = FIELD``."""


class Record(np.void):
    """An element of a record array, whose fields are attributes. For checkers a subclass names them.

    As those of ``numpy.record``, which looks each field up in the dtype and views it: it takes 1.4 µs to read one,
    this class 0.5 µs (Intel Xeon, 2026-11-27).
    """

    if TYPE_CHECKING:

        @property
        def dtype(self) -> Any: ...

    else:

        def __getattr__(self, name: str) -> Any:
            try:
                return self[name]
            except ValueError:
                raise self._lacks(name) from None

        def __setattr__(self, name: str, value: Any) -> None:
            try:
                self[name] = value
            except ValueError:
                if name in (self.dtype.names or ()):
                    raise
                raise self._lacks(name) from None

    def _lacks(self, name: str) -> AttributeError:
        return AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


class OpenRecord(Record):
    """A record whose fields no class names."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...


def record(fields: Sequence[Field], title: str = "") -> np.dtype[Any]:
    """Make an aligned record dtype whose elements offer their fields as attributes, compiled or not.

    Extra fields fill the gaps, so that copies are equal byte by byte. A title distinguishes the type from others with
    the same fields, which compiled code would otherwise treat as one.

    Raises:
        ValueError: a field has the name of an attribute of every NumPy record, such as ``size``.
    """
    if hidden := [field[0] for field in fields if hasattr(Record, field[0])]:
        raise ValueError(f"fields must not have names that NumPy's records use: {', '.join(hidden)}")
    aligned = np.dtype(list(fields), align=True)
    whole: list[Any] = []
    end = 0
    for field in fields:
        kind, start = aligned.fields[field[0]][:2]  # type: ignore[index]
        if start > end:
            whole.append((f"gap_{end}", np.uint8, start - end))
        whole.append(field)
        end = start + kind.itemsize
    if aligned.itemsize > end:
        whole.append((f"gap_{end}", np.uint8, aligned.itemsize - end))
    if title:
        name, *rest = whole[0]
        whole[0] = ((title, name), *rest)
    return np.dtype((Record, np.dtype(whole, align=True)))


def spare_after(size: int) -> list[Field]:
    """Return a field ``spare`` that fills up ``size`` bytes to whole words, if it has to. See `clear_spare`."""
    return [("spare", np.uint8, 8 - size % 8)] if size % 8 else []


def named_words(names: Sequence[str]) -> np.dtype[Any]:
    """Make a record dtype of uint64 words. Each word is a field; the array ``words`` holds all of them by number.

    The fields overlap, so Python can pass such records to compiled code only in arrays.
    """
    fields: Any = {
        "names": [*names, "words"],
        "formats": [*(np.uint64 for _ in names), (np.uint64, len(names))],
        "offsets": [*(8 * number for number in range(len(names))), 0],
    }
    return np.dtype((Record, np.dtype(fields)))


def block_copier(fields: Sequence[Field]) -> Callable[[Any, Any], None]:
    """Make a function ``copy(source, target)`` for records that both hold ``fields`` in a row; compiled, one memcpy.

    Compiling it for records that do not is an error that names a field.
    """
    names = [field[0] for field in fields]

    def copy(source: Record, target: Record) -> None:
        for name in names:
            target[name] = source[name]

    block = record(fields)
    last, end = block[names[-1]], block.fields[names[-1]][1]  # type: ignore[index]
    _compile_copy(copy, names[0], lambda source: from_dtype(block), lambda source: end + last.itemsize)
    return copy


def tail_copier(first: str) -> Callable[[Any, Any], None]:
    """Make a function ``copy(source, target)`` that copies a record from ``first`` to its end in one memcpy.

    Compiling it for a target that does not hold these fields in the same way is an error that names a field.
    """

    def copy(source: Record, target: Record) -> None:
        names = source.dtype.names
        for name in names[names.index(first) :]:
            if not name.startswith("gap_"):
                target[name] = source[name]

    _compile_copy(copy, first, lambda source: source, lambda source: source.size - source.offset(first))
    return copy


def _compile_copy(
    copy: Callable[[Any, Any], None], first: str, block_of: Callable[[Any], Any], size_of: Callable[[Any], int]
) -> None:
    """Compile a function to a memcpy from a field on.

    Both are called with the type of the source: ``block_of`` gives a type of records that has the fields to copy,
    ``size_of`` their size in bytes.
    """

    def typed(source: types.Record, target: types.Record) -> Any:
        for kind in (source, target):
            _check_block(kind, block_of(source), first, size_of(source))
        return types.void(source, target)

    @lowered_for(copy, typed, types.Record, types.Record)
    def copy_bytes(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
        start, place = (
            cgutils.pointer_add(builder, value, kind.offset(first), ir.IntType(8).as_pointer())
            for value, kind in zip(args, signature.args, strict=True)
        )
        size = ir.Constant(ir.IntType(64), size_of(signature.args[0]))
        cgutils.raw_memcpy(builder, place, start, size, 1, align=1)
        return context.get_dummy_value()


def _check_block(kind: types.Record, block: types.Record, first: str, size: int) -> None:
    """Raise TypingError unless records of this kind hold these bytes of a block from ``first`` on, and nothing between.

    A memcpy would write over other fields, or over other memory.
    """
    if first not in kind.fields:
        raise TypingError(f"one of the records has no field {first!r}, with which the copy begins")
    wanted, there = (_fields_in(one, one.offset(first), size) for one in (block, kind))
    for name in wanted | there:
        if wanted.get(name) != there.get(name):
            raise TypingError(
                f"records that are copied from the field {first!r} on differ in {name!r}: they need the same fields "
                "in the same order with the same types"
            )


def _fields_in(kind: types.Record, start: int, size: int) -> dict[str, Any]:
    """Return place and type of the fields that begin within these bytes of a record; titles and gaps are no fields."""
    return {
        name: (kind.offset(name) - start, field.type)
        for name, field in kind.fields.items()
        if name != field.title and not name.startswith("gap_") and 0 <= kind.offset(name) - start < size
    }


def where_field(name: str, there: Callable[..., Any], otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function of a record: it is ``there`` for records that have the field, ``otherwise`` for all others.

    Both have the same parameters. Each is a compiled function, a plain one, or another result of `where_field`.
    Compiled code inlines the one that fits.
    """

    def fitting(fields: Container[str]) -> Callable[..., Any]:
        body = there if name in fields else otherwise
        deeper = getattr(body, "fitting", None)
        return getattr(body, "py_func", body) if deeper is None else deeper(fields)

    def chosen(record: Record, *rest: Any) -> Any:
        return (there if name in record.dtype.names else otherwise)(record, *rest)

    chosen.__module__ = there.__module__  # where its source is
    vars(chosen)["fitting"] = fitting

    @overload(chosen, jit_options={"forceinline": True, "error_model": "numpy"})
    def choose(record: types.Record, *rest: types.Type) -> Any:
        return fitting(record.fields)

    return chosen


def length_of(name: str) -> Callable[[Any], int]:
    """Make a function that gives the length of an array field: a constant, so that compiled loops over it unroll."""

    def length(record: Record) -> int:
        return len(record[name])

    @lowered_for(length, types.int64, types.Record)
    def give(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
        return ir.Constant(ir.IntType(64), signature.args[0].fields[name].type.shape[0])

    return length


def _clear_spare(record: OpenRecord) -> None:
    for place in range(_spare_of(record)):
        record.spare[place] = 0


def _nothing(record: Record) -> None:
    pass


_spare_of = length_of("spare")
clear_spare = where_field("spare", _clear_spare, _nothing)
"""Zero the bytes of a record's field ``spare``, if it has one."""
