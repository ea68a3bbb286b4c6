"""Calls agents through an address, so that one compiled loop serves every agent.

An agent is a compiled function ``choose(info, stream, memory) -> slot``. As an argument of a loop it would make Numba
compile the loop again for each pair of agents, in every process. Through an address a new agent compiles only itself,
and a call takes 1.3 ns. Numba's own function types take 35 to 40 ns if the arguments include an array.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core.typeconv.castgraph import Conversion
from numba.extending import models, overload, register_model
from numba.np.arrayobj import populate_array

from cardkit.compiled.jit import JIT_OFF, intrinsic
from cardkit.compiled.prng import STREAM
from cardkit.compiled.records import record


class SlotType(types.Integer):
    """Numba's type of a choice's result: an int64 to which no float converts, since Numba would truncate it."""

    def can_convert_from(self, typingctx: Any, other: Any) -> Any:
        """Only integers convert."""
        return Conversion.safe if isinstance(other, types.Integer) else None


register_model(SlotType)(models.IntegerModel)

_SLOT = SlotType("int64", 64, signed=True)  # by this name Numba finds the dtype
_MEMORY = types.uint8[::1]

PLAYER = record(
    [
        ("entry", np.int64),  # address of the compiled choice
        ("memory", np.int64),  # address and
        ("length", np.int64),  # length of the agent's memory
    ]
)
"""A compiled agent in the form of compiled loops; the owner keeps the memory alive."""


def choice_signature(info_dtype: np.dtype[Any]) -> Any:
    """The Numba signature of choices that read INFO records of a dtype."""
    return _SLOT(numba.from_dtype(info_dtype), numba.from_dtype(STREAM), _MEMORY)


def players(agents: Sequence[Any], memories: Sequence[np.ndarray]) -> Any:
    """Agents in the form that `ask` takes: PLAYER records, each with its own memory; with the JIT off, the agents.

    The agents are instances of `cardkit.agents.CompiledAgent`.
    """
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
    chooses = _SLOT(info, stream, _MEMORY)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(_MEMORY)(context, builder)
        data = builder.inttoptr(args[1], ir.IntType(8).as_pointer())
        one = context.get_constant(types.intp, 1)
        populate_array(array, data=data, shape=[args[2]], strides=[one], itemsize=one, meminfo=None)
        function_type = context.call_conv.get_function_type(chooses.return_type, chooses.args)
        function = builder.inttoptr(args[0], function_type.as_pointer())
        status, chosen = context.call_conv.call_function(
            builder, function, chooses.return_type, chooses.args, [args[3], args[4], array._getvalue()]
        )
        with builder.if_then(status.is_error, likely=False):
            context.call_conv.return_status_propagate(builder, status)
        return chosen

    return types.int64(types.int64, types.int64, types.int64, info, stream), generate


overload(ask)(
    lambda player, info, stream: (
        lambda player, info, stream: _call(player.entry, player.memory, player.length, info, stream)
    )
)
