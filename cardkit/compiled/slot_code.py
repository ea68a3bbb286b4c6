"""LLVM code for sets of slots of one to four words; `cardkit.compiled.slots` says what the functions do.

One generator per function serves every width. Nothing is inlined as an overload would be: overloads cost games of one
word 5 to 45 % more compile time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

from cardkit.compiled.bits import Number, nth_bit
from cardkit.compiled.jit import Builder, Context, Signature, TypingContext, Values, intrinsic, overload

WORD_SLOTS = 64
MOST_WORDS = 4

_WORD = ir.IntType(64)
_UNDEFINED_FOR_ZERO = ir.Constant(ir.IntType(1), 1)

Words = list[Any]
"""The words of a set as LLVM values, the lowest slots first."""


# --- types -----------------------------------------------------------------------------------------------------------


def _width(kind: types.Type) -> int:
    """Return the number of words of a type; raise TypeError if it is not the type of a set of slots."""
    if kind == types.uint64:
        return 1
    if isinstance(kind, types.UniTuple) and kind.dtype == types.uint64 and kind.count <= MOST_WORDS:
        return int(kind.count)
    raise TypeError(f"a set of slots is a uint64 or a tuple of up to {MOST_WORDS}, not {kind}")


def _split(builder: Builder, kind: types.Type, value: ir.Value) -> Words:
    width = _width(kind)
    return [value] if width == 1 else [builder.extract_value(value, place) for place in range(width)]


def _joined(context: Context, builder: Builder, kind: types.Type, words: Words) -> Any:
    return words[0] if len(words) == 1 else context.make_tuple(builder, kind, words)


def _word(number: int) -> Any:
    return ir.Constant(_WORD, number)


def _either_of(builder: Builder, words: Words) -> Any:
    found = words[0]
    for word in words[1:]:
        found = builder.or_(found, word)
    return found


def _sum_of(builder: Builder, terms: list[Any]) -> Any:
    total = terms[0]
    for term in terms[1:]:
        total = builder.add(total, term)
    return total


# --- functions of one set --------------------------------------------------------------------------------------------


def _is_empty(builder: Builder, words: Words) -> Any:
    return builder.icmp_unsigned("==", _either_of(builder, words), _word(0))


def _without_first(builder: Builder, words: Words) -> Words:
    first, *others = words
    left: Words = [builder.and_(first, builder.sub(first, _word(1)))]
    lower = first
    for word in others:
        less = builder.and_(word, builder.sub(word, _word(1)))
        left.append(builder.select(builder.icmp_unsigned("==", lower, _word(0)), less, word))
        lower = builder.or_(lower, word)
    return left


def _is_lone(builder: Builder, words: Words) -> Any:
    return _is_empty(builder, _without_first(builder, words))


def _how_many(builder: Builder, words: Words) -> Any:
    return _sum_of(builder, [builder.ctpop(word) for word in words])


def _first_slot(builder: Builder, words: Words) -> Any:
    *low, found = [
        builder.add(builder.cttz(word, _UNDEFINED_FOR_ZERO), _word(WORD_SLOTS * place))
        for place, word in enumerate(words)
    ]
    for place in range(len(low) - 1, -1, -1):
        found = builder.select(builder.icmp_unsigned("!=", words[place], _word(0)), low[place], found)
    return found


def _no_slots(builder: Builder, words: Words) -> Words:
    return [_word(0) for _ in words]


def _capacity(builder: Builder, words: Words) -> Any:
    return _word(WORD_SLOTS * len(words))


# --- functions of a set and a slot, which comes as a set of its own --------------------------------------------------


def _lone(builder: Builder, slot: ir.Value, width: int) -> Words:
    """Return the words of the set of one slot."""
    if width == 1:
        return [builder.shl(_word(1), slot)]
    bit = builder.shl(_word(1), builder.and_(slot, _word(WORD_SLOTS - 1)))
    place = builder.lshr(slot, _word(6))
    return [builder.select(builder.icmp_unsigned("==", place, _word(number)), bit, _word(0)) for number in range(width)]


def _has(builder: Builder, words: Words, lone: Words) -> Any:
    hits = [builder.and_(word, bit) for word, bit in zip(words, lone, strict=True)]
    return builder.icmp_unsigned("!=", _either_of(builder, hits), _word(0))


def _with_slot(builder: Builder, words: Words, lone: Words) -> Words:
    return [builder.or_(word, bit) for word, bit in zip(words, lone, strict=True)]


def _without_slot(builder: Builder, words: Words, lone: Words) -> Words:
    return [builder.and_(word, builder.not_(bit)) for word, bit in zip(words, lone, strict=True)]


def _rank(builder: Builder, words: Words, lone: Words) -> Any:
    """Count the slots below: subtract 1 from the set of the slot, with the borrow."""
    counts, passed = [], None  # passed: not 0 once a lower word has the slot
    for word, bit in zip(words, lone, strict=True):
        below = builder.sub(bit, _word(1))  # all bits where the word lacks the slot
        if passed is not None:
            below = builder.select(builder.icmp_unsigned("!=", passed, _word(0)), _word(0), below)
        counts.append(builder.ctpop(builder.and_(word, below)))
        passed = bit if passed is None else builder.or_(passed, bit)
    return _sum_of(builder, counts)


# --- functions of two sets of the same width, word by word -----------------------------------------------------------


def _minus(builder: Builder, one: ir.Value, other: ir.Value) -> Any:
    return builder.and_(one, builder.not_(other))


def _common(builder: Builder, one: ir.Value, other: ir.Value) -> Any:
    return builder.and_(one, other)


def _either(builder: Builder, one: ir.Value, other: ir.Value) -> Any:
    return builder.or_(one, other)


_OF_SET: Mapping[str, tuple[Any, Callable[..., Any]]] = {
    "is_empty": (types.boolean, _is_empty),
    "is_lone": (types.boolean, _is_lone),
    "how_many": (types.int64, _how_many),
    "first_slot": (types.int64, _first_slot),
    "without_first": (None, _without_first),
    "no_slots": (None, _no_slots),
    "capacity": (types.int64, _capacity),
}
_OF_SLOT: Mapping[str, tuple[Any, Callable[..., Any]]] = {
    "has": (types.boolean, _has),
    "rank": (types.int64, _rank),
    "with_slot": (None, _with_slot),
    "without_slot": (None, _without_slot),
}
_OF_SETS: Mapping[str, Callable[..., Any]] = {"minus": _minus, "common": _common, "either": _either}
"""The type of each function's result, None for a set, and its generator, by name."""


# --- binding ---------------------------------------------------------------------------------------------------------


def compile_functions(
    of_set: Iterable[Any], of_slot: Iterable[Any], of_sets: Iterable[Any], nth_slot: Callable[..., Any]
) -> None:
    """Give the functions of `cardkit.compiled.slots` their compiled bodies, which stand above by name."""
    for function in of_set:
        _compile_of_set(function, *_OF_SET[function.__name__])
    for function in of_slot:
        _compile_of_slot(function, *_OF_SLOT[function.__name__])
    for function in of_sets:
        _compile_of_sets(function, _OF_SETS[function.__name__])
    _compile_nth(nth_slot)


def _compile_of_set(function: Callable[..., Any], result: types.Type, generate: Callable[..., Any]) -> None:
    def typer(context: TypingContext) -> Any:
        def kind_of(actions: types.Type) -> Any:
            return actions if _width(actions) and result is None else result

        return kind_of

    def lower(context: Context, builder: Builder, signature: Signature, values: Values) -> Any:
        found = generate(builder, _split(builder, signature.args[0], values[0]))
        return found if result is not None else _joined(context, builder, signature.return_type, found)

    type_callable(function)(typer)
    for kind in (types.uint64, types.UniTuple):
        lower_builtin(function, kind)(lower)


def _compile_of_slot(function: Callable[..., Any], result: types.Type, generate: Callable[..., Any]) -> None:
    def typer(context: TypingContext) -> Any:
        def kind_of(actions: types.Type, slot: types.Type) -> Any:
            if not isinstance(slot, types.Integer):
                return None
            return actions if _width(actions) and result is None else result

        return kind_of

    def lower(context: Context, builder: Builder, signature: Signature, values: Values) -> Any:
        kind, of_slot = signature.args
        slot = context.cast(builder, values[1], of_slot, types.int64)
        found = generate(builder, _split(builder, kind, values[0]), _lone(builder, slot, _width(kind)))
        return found if result is not None else _joined(context, builder, kind, found)

    type_callable(function)(typer)
    for kind in (types.uint64, types.UniTuple):
        lower_builtin(function, kind, types.Integer)(lower)


def _compile_of_sets(function: Callable[..., Any], generate: Callable[..., Any]) -> None:
    def typer(context: TypingContext) -> Any:
        def kind_of(actions: types.Type, others: types.Type) -> Any:
            if _width(actions) != _width(others):
                raise TypeError(f"sets of slots of different widths: {actions} and {others}")
            return actions

        return kind_of

    def lower(context: Context, builder: Builder, signature: Signature, values: Values) -> Any:
        first, second = (_split(builder, kind, value) for kind, value in zip(signature.args, values, strict=True))
        words = [generate(builder, one, other) for one, other in zip(first, second, strict=True)]
        return _joined(context, builder, signature.return_type, words)

    type_callable(function)(typer)
    for kind in (types.uint64, types.UniTuple):
        lower_builtin(function, kind, kind)(lower)


@intrinsic
def _word_with(typingctx: TypingContext, actions: types.Type, n: types.Type) -> Any:
    """Return the word that has the n-th slot of a set of several words, the slot's number there, and those before."""

    def generate(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
        words, rest = _split(builder, actions, args[0]), args[1]
        found = [words[0], rest, _word(0)]
        for place, word in enumerate(words[:-1], 1):
            rest = builder.sub(rest, builder.ctpop(word))
            later = builder.icmp_signed(">=", rest, _word(0))
            new = (words[place], rest, _word(WORD_SLOTS * place))
            found = [builder.select(later, one, other) for one, other in zip(new, found, strict=True)]
        return context.make_tuple(builder, signature.return_type, found)

    return types.Tuple((types.uint64, types.int64, types.int64))(actions, types.int64), generate


def _compile_nth(nth_slot: Callable[..., Any]) -> None:
    def of_one_word(actions: Any, n: Number) -> Any:
        return nth_bit(actions, n)

    def of_several(actions: Any, n: Number) -> Any:
        word, rest, before = _word_with(actions, n)
        return nth_bit(word, rest) + before

    overload(nth_slot, jit_options={"forceinline": True})(
        lambda actions, n: of_one_word if _width(actions) == 1 else of_several
    )


def compile_field(name: str, read: Callable[..., Any], write: Callable[..., Any]) -> None:
    """Bind LLVM code to two functions, ``read`` and ``write``, of a record's field that holds a set of slots."""

    def kind_of(record: types.Type) -> Any:
        if not isinstance(record, types.Record) or name not in record.fields:
            raise TypeError(f"a record with the field {name} is wanted, not {record}")
        kind = record.fields[name].type
        return types.UniTuple(types.uint64, kind.shape[0]) if isinstance(kind, types.NestedArray) else kind

    def places(builder: Builder, record: types.Record, pointer: ir.Value) -> list[Any]:
        start, width = record.offset(name), _width(kind_of(record))
        offsets = (_word(start + 8 * place) for place in range(width))
        return [cgutils.pointer_add(builder, pointer, offset, _WORD.as_pointer()) for offset in offsets]

    def load(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
        words = [builder.load(place) for place in places(builder, signature.args[0], args[0])]
        return _joined(context, builder, signature.return_type, words)

    def store(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
        record, kind = signature.args
        for place, word in zip(places(builder, record, args[0]), _split(builder, kind, args[1]), strict=True):
            builder.store(word, place)
        return context.get_dummy_value()

    def write_typer(context: TypingContext) -> Any:
        def check(record: types.Type, actions: types.Type) -> Any:
            if kind_of(record) != actions:
                raise TypeError(f"the field {name} holds {kind_of(record)}, not {actions}")
            return types.void

        return check

    type_callable(read)(lambda context: lambda record: kind_of(record))
    lower_builtin(read, types.Record)(load)
    type_callable(write)(write_typer)
    for kind in (types.uint64, types.UniTuple):
        lower_builtin(write, types.Record, kind)(store)
