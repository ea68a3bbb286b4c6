"""Agents are called through an address, so that one compiled loop serves every agent.

An agent is a compiled function ``choose(info, stream, memory) -> slot``. As an argument of a loop it would make Numba
compile the loop again for each pair of agents, in every process. Through an address a new agent compiles only itself,
and a call takes 1.3 ns. Numba's own function types take 35 to 40 ns if the arguments include an array.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Protocol

import numba
import numpy as np
from numba import types

from cardkit.compiled.jit import Builder, Context, Signature, TypingContext, Values, intrinsic, jit, overload
from cardkit.compiled.memory import array_at
from cardkit.compiled.prng import STREAM, Stream
from cardkit.compiled.records import FIELD, Record, record

_MEMORY = types.uint8[::1]

PLAYER = record(
    [
        ("entry", np.int64),  # address of the compiled choice
        ("memory", np.int64),  # address and
        ("length", np.int64),  # length of the agent's memory
    ]
)
"""A compiled agent in the form of compiled loops; the owner keeps the memory alive."""


class Askable(Protocol):
    """An agent as compiled loops ask it: see `cardkit.agents.CompiledAgent`."""

    memory: np.ndarray

    @property
    def name(self) -> str: ...

    def entry_for(self, info_dtype: np.dtype[Any]) -> int: ...


class Player(Record):
    """A PLAYER record."""

    entry = memory = length = FIELD


@cache  # to find it again takes half a millisecond, a quarter of a short match
def compiled_entry(choose: Any, info_dtype: np.dtype[Any]) -> int:
    """Return the address of a compiled choice that reads INFO records of a dtype; compile it first if necessary.

    Neither the choice nor its code is ever freed; code that replaces it later is not found.

    Raises:
        TypeError: the choice does not return an integer.
        Exception: it cannot be compiled; Numba raises what it likes.
    """
    signature = types.int64(numba.from_dtype(info_dtype), numba.from_dtype(STREAM), _MEMORY)
    choose.compile(signature.args)
    compiled = choose.overloads[signature.args]
    kind = compiled.signature.return_type
    if not isinstance(kind, types.Integer):
        raise TypeError(f"it must return the slot of an action, an integer; it returns {kind}")
    if kind != types.int64:
        wide = _widened(choose)
        wide.compile(signature)
        compiled = wide.overloads[signature.args]
    return compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)


@cache
def _widened(choose: Any) -> Any:
    """Compile a copy of a choice that returns an int64; existing callers keep the original."""
    return jit(choose.py_func)


def players(agents: Sequence[Askable], memories: Sequence[np.ndarray], info_dtype: np.dtype[Any]) -> np.ndarray:
    """Put agents in the form that `ask` takes: PLAYER records, each with its own memory.

    The agents are instances of `cardkit.agents.CompiledAgent`, and will be asked with INFO records of that dtype.
    """
    records = np.zeros(len(agents), PLAYER)
    for player, agent, memory in zip(records, agents, memories, strict=True):
        player.entry, player.memory, player.length = agent.entry_for(info_dtype), memory.ctypes.data, len(memory)
    return records


_choices: dict[int, Callable[..., Any]] = {}
"""The choices that `ask` has been told of with the JIT off, by the numbers in place of their addresses."""


def uncompiled_entry(choose: Callable[..., Any]) -> int:
    """Return a number that stands for the address of a choice with the JIT off."""
    _choices[id(choose)] = choose
    return id(choose)


def ask(player: Player, info: Record, stream: Stream) -> Any:
    """Ask a player, given its PLAYER record, and return the slot that it chooses."""
    memory = array_at(player.memory, (player.length,), np.uint8)
    return operator.index(_choices[int(player.entry)](info, stream, memory))


@intrinsic
def _call(typingctx: TypingContext, entry: types.Type, info: types.Type, stream: types.Type, memory: types.Type) -> Any:
    chooses = types.int64(info, stream, memory)

    def generate(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
        function_type = context.call_conv.get_function_type(chooses.return_type, chooses.args)
        function = builder.inttoptr(args[0], function_type.as_pointer())
        status, chosen = context.call_conv.call_function(builder, function, chooses.return_type, chooses.args, args[1:])
        with builder.if_then(status.is_error, likely=False):
            context.call_conv.return_status_propagate(builder, status)
        return chosen

    return types.int64(types.int64, *chooses.args), generate


overload(ask)(
    lambda player, info, stream: (
        lambda player, info, stream: _call(
            player.entry, info, stream, array_at(player.memory, (player.length,), np.uint8)
        )
    )
)
