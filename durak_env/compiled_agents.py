"""Agents that play inside compiled loops: a compiled function, called through its address, and its memory.

A compiled agent is a function ``choose(info, stream, memory) -> slot`` decorated with `compiled_choice`:

* ``info``: INFO record of the seat to move, which has at least one legal action (``info.legal``, a set of slots);
* ``stream``: STREAM record, the agent's own random stream;
* ``memory``: uint8 array of shape (bytes,), contiguous, the agent's parameters and work space, laid out by itself.

It returns the slot of a legal action. Loops over games get agents as PLAYER records, which hold addresses, and call
them with `ask`: one compiled loop serves every agent, and a new agent costs its own compilation only.
"""

from __future__ import annotations

import inspect
import operator
import os
from collections.abc import Callable, Sequence
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core.dispatcher import Dispatcher
from numba.core.typeconv.castgraph import Conversion
from numba.extending import models, overload, register_model
from numba.np.arrayobj import populate_array

from cardkit.compiled.jit import JIT_OFF, intrinsic, jit
from cardkit.compiled.prng import STREAM, streams_from
from cardkit.compiled.records import record
from durak_env.action_errors import illegal_slot
from durak_env.actions import actions_of_slots
from durak_env.information import INFO, InformationSet


class SlotType(types.Integer):
    """Numba's type of what a choice returns: an int64 that no float becomes, as Numba would cut it."""

    def can_convert_from(self, typingctx: Any, other: Any) -> Any:
        """Whole numbers convert, and nothing else."""
        return Conversion.safe if isinstance(other, types.Integer) else None


register_model(SlotType)(models.IntegerModel)

_SLOT = SlotType("slot, a whole number,", 64, signed=True)
_MEMORY = types.uint8[::1]
_SIGNATURE = _SLOT(numba.from_dtype(INFO), numba.from_dtype(STREAM), _MEMORY)
NO_MEMORY = np.zeros(0, np.uint8)

PLAYER = record(
    [
        ("entry", np.int64),  # address of the compiled choice
        ("memory", np.int64),  # address and
        ("length", np.int64),  # length of the agent's memory
    ]
)
"""A compiled agent as compiled loops know it; whoever makes one keeps the memory alive."""


def compiled_choice(function: Callable[..., Any]) -> Any:
    """Decorate a choice function so that compiled loops can call it; compiled at its first use, cached on disk."""
    return jit(function)


def players(agents: Sequence[CompiledAgent], memories: Sequence[np.ndarray]) -> Any:
    """Agents as `ask` wants them: PLAYER records, each with a memory of its own; with the JIT off the agents."""
    if JIT_OFF:
        return list(agents)
    records = np.zeros(len(agents), PLAYER)
    for player, agent, memory in zip(records, agents, memories, strict=True):
        player.entry, player.memory, player.length = agent.entry, memory.ctypes.data, len(memory)
    return records


def ask(player: Any, info: Any, stream: Any) -> Any:
    """The slot that a player chooses."""
    return operator.index(player.choose(info, stream, player.memory))


@intrinsic
def _call(typingctx: Any, entry: Any, memory: Any, size: Any, info: Any, stream: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(_MEMORY)(context, builder)
        data = builder.inttoptr(args[1], ir.IntType(8).as_pointer())
        one = context.get_constant(types.intp, 1)
        populate_array(array, data=data, shape=[args[2]], strides=[one], itemsize=one, meminfo=None)
        function_type = context.call_conv.get_function_type(_SIGNATURE.return_type, _SIGNATURE.args)
        function = builder.inttoptr(args[0], function_type.as_pointer())
        status, chosen = context.call_conv.call_function(
            builder, function, _SIGNATURE.return_type, _SIGNATURE.args, [args[3], args[4], array._getvalue()]
        )
        with builder.if_then(status.is_error, likely=False):
            context.call_conv.return_status_propagate(builder, status)
        return chosen

    return types.int64(types.int64, types.int64, types.int64, *_SIGNATURE.args[:2]), generate


overload(ask)(
    lambda player, info, stream: (
        lambda player, info, stream: _call(player.entry, player.memory, player.length, info, stream)
    )
)


class CompiledAgent:
    """An agent whose choice is compiled; plays inside compiled loops, and one ply at a time from Python.

    Attributes:
        choose: the choice, decorated with `compiled_choice`.
        memory: its parameters and work space.

    Raises:
        ValueError: no such choice or memory.
    """

    def __init__(self, choose: Any, memory: np.ndarray = NO_MEMORY) -> None:
        _check_choice(choose)
        _check_memory(choose.__name__, memory)
        self.choose = choose
        self.memory = memory

    @property
    def entry(self) -> int:
        """The address of the compiled choice.

        Raises:
            ValueError: the choice cannot be compiled.
        """
        try:
            self.choose.compile(_SIGNATURE)
        except Exception as error:  # Numba raises what it likes
            raise _uncompilable(self.choose, error) from error
        compiled = self.choose.overloads[_SIGNATURE.args]
        return compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        """The chosen action id; the randomness is one word drawn from ``rng``.

        Raises:
            ValueError: the seat is not to move, or the game is over, or the choice is not legal.
        """
        if not info.to_move:
            raise ValueError(f"seat {info.seat} has nothing to choose: it is not to move")
        return self.act_from(info, streams_from(rng)[0])

    def act_from(self, info: InformationSet, stream: Any) -> int:
        """The chosen action id, with the randomness of a STREAM record.

        Raises:
            IllegalSlotError: the choice is not legal.
        """
        if not JIT_OFF and not self.choose.overloads:
            _ = self.entry  # compiles for the types that loops use, or says what is wrong
        own = info.record.copy()
        slot = operator.index(self.choose(own, stream, self.memory))
        if not (0 <= slot < 64 and int(info.record.legal) >> slot & 1):
            raise illegal_slot(info, slot)
        return int(actions_of_slots(info.rules)[slot])


def _check_choice(choose: Any) -> None:
    name = getattr(choose, "__name__", repr(choose))
    if not callable(choose) or not (JIT_OFF or isinstance(choose, Dispatcher)):
        raise ValueError(f"choose must be a compiled choice, got {name}: decorate the function with @compiled_choice")
    signature = inspect.signature(choose)
    try:
        signature.bind(None, None, None)
    except TypeError:
        raise ValueError(f"a compiled choice takes (info, stream, memory), but {name} takes {signature}") from None


def _check_memory(name: str, memory: Any) -> None:
    bytes_in_a_row = isinstance(memory, np.ndarray) and memory.dtype == np.uint8 and memory.ndim == 1
    if not bytes_in_a_row or not memory.flags.c_contiguous:
        given = f"{memory.dtype} of shape {memory.shape}" if isinstance(memory, np.ndarray) else repr(memory)
        raise ValueError(
            f"the memory of {name} must be a contiguous uint8 array of shape (bytes,), got {given}: "
            "an array of other numbers becomes one by .view(np.uint8)"
        )


def _uncompilable(choose: Any, error: Exception) -> ValueError:
    """The error that names a choice, where it stands, and why it cannot be compiled."""
    code = choose.py_func.__code__
    reason = str(error)
    if isinstance(error, KeyError):  # all that Numba says of a record without that field
        fields = ", ".join(name for name in INFO.names or () if not name.startswith("gap_"))
        reason = f"a record that it reads has no field {reason}; info has {fields}"
    place = f"{os.path.relpath(code.co_filename)}, line {code.co_firstlineno}"
    return ValueError(f"the compiled choice {choose.__name__} ({place}) cannot be compiled: {reason}")
