"""The digest of the values that the compiler freezes: it tells all of them apart, and is equal in every process."""

from __future__ import annotations

import enum
import subprocess
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

from cardkit.compiled.jit import jit
from cardkit.compiled.private.values import read_once, values_digest
from cardkit.compiled.protocol import step
from cardkit.compiled.records import record


class Colour(enum.IntEnum):
    RED = 1
    BLUE = 2


class Pair(NamedTuple):
    first: int
    second: int


def module(**members: Any) -> ModuleType:
    made = ModuleType("settings")
    vars(made).update(members)
    return made


def reading(value: Any) -> Callable[..., Any]:
    """Return a function whose global has this value."""
    space: dict[str, Any] = {"VALUE": value}
    exec("def read():\n    return VALUE.HIGH", space)
    return space["read"]


def enclosing(value: Any) -> Callable[..., Any]:
    """Return a function that encloses another, which reads this value from their closure."""

    def outer() -> Any:
        return lambda: value.HIGH

    return outer


def lazy(value: Any) -> ModuleType:
    """Make a module that makes its members when they are asked for (PEP 562)."""
    return module(__getattr__=lambda name: value)


def defaulting(value: Any, named: Any = None) -> Callable[..., Any]:
    """Return a function whose arguments have defaults."""

    def add(one: Any = value, *, other: Any = named) -> Any:
        return one, other

    return add


NUMBERS = record([("one", np.int64), ("two", np.int8)])
VALUES = [
    0,
    1,
    True,
    1.0,
    -0.0,
    0.0,
    float("nan"),
    "1",
    None,
    (1, 2),
    (1, (2,)),
    Pair(1, 2),
    Colour.RED,
    Colour.BLUE,
    np.int8(1),
    np.int16(1),
    np.array([1, 2]),
    np.array([[1, 2]]),
    np.array([1, 3]),
    np.array([1, 2], np.uint64),
    np.zeros(1, NUMBERS)[0],
    np.ones(1, NUMBERS)[0],
    np.dtype(np.int8),
    np.int8,
    NUMBERS,
    module(HIGH=1),
    module(HIGH=2),
    module(HIGH=module(HIGH=2)),
    reading(5),
    reading(6),
    jit(reading(7)),
    enclosing(reading(5)),
    (reading(5),),
    (reading(6), 1),
    slice(0, 1),
    slice(0, 2),
    lazy(3),
    lazy(4),
    defaulting(1),
    defaulting(2),
    defaulting(1, named=2),
]


@pytest.mark.parametrize("held", [reading, enclosing])
def test_all_values_differ(held: Callable[[Any], Any]) -> None:
    digests = [values_digest([held(value)]) for value in VALUES]
    again = [values_digest([held(value)]) for value in VALUES]
    assert digests == again
    assert len(set(digests)) == len(VALUES)


def test_what_functions_do_not_name_does_not_count() -> None:
    assert values_digest([reading(module(HIGH=1, LOW=1))]) == values_digest([reading(module(HIGH=1, LOW=2))])
    assert values_digest([reading([1])]) == values_digest([reading([2])]), "Numba freezes no list"


def test_modules_and_functions_may_name_each_other() -> None:
    one, other = module(), module()
    one.HIGH, other.HIGH = other, one  # type: ignore[attr-defined]
    assert values_digest([reading(one)]) == values_digest([reading(other)])
    first, second = reading(None), reading(None)
    first.__globals__["VALUE"], second.__globals__["VALUE"] = second, first
    assert values_digest([first]) == values_digest([second])


def test_which_name_has_which_function_counts() -> None:
    space: dict[str, Any] = {"one": lambda: 1, "two": lambda: 2}
    exec("def read():\n    return one() - two()", space)
    before = values_digest([space["read"]])
    space["one"], space["two"] = space["two"], space["one"]
    assert values_digest([space["read"]]) != before


def test_the_order_of_functions_does_not_count() -> None:
    assert values_digest([reading(1), reading(2)]) == values_digest([reading(2), reading(1)])


def test_another_process_finds_the_same() -> None:
    code = "from cardkit.compiled.private.values import values_digest; from cardkit.compiled.protocol import step; "
    command = [sys.executable, "-c", f"import durak_env.durak; {code} print(values_digest([step]))"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == values_digest([step])


def test_a_compilation_reads_a_value_once() -> None:
    read = reading(module(HIGH=1))
    with read_once():
        before = values_digest([read])
        read.__globals__["VALUE"].HIGH = 2
        with read_once():
            assert values_digest([read]) == before
        assert values_digest([read]) == before
    assert values_digest([read]) != before
