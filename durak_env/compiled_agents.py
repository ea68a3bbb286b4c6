"""Agents that play inside compiled loops: a compiled function, called through its address, and its memory.

A compiled agent is a function ``choose(info, stream, memory) -> slot`` decorated with `compiled_choice`:

* ``info``: INFO record of the seat to move, which has at least one legal action (``info.legal``, a set of slots);
* ``stream``: STREAM record, the agent's own random stream;
* ``memory``: uint8 array of shape (bytes,), contiguous, the agent's parameters and work space, laid out by itself.

It returns the slot of a legal action. Loops over games get agents as PLAYER records, which hold addresses, and call
them with `ask`: one compiled loop serves every agent, and a new agent costs its own compilation only.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import overload
from numba.np.arrayobj import populate_array

from cardkit.compiled.jit import JIT_OFF, intrinsic, jit
from cardkit.compiled.memory import array_at
from cardkit.compiled.prng import STREAM, streams_from
from cardkit.compiled.protocol import Info, Slot, Stream
from cardkit.compiled.records import record
from durak_env.action_errors import illegal_slot
from durak_env.actions import actions_of_slots
from durak_env.information import INFO, InformationSet

_MEMORY = types.uint8[::1]
_SIGNATURE = types.int64(numba.from_dtype(INFO), numba.from_dtype(STREAM), _MEMORY)
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


def players(agents: Sequence[CompiledAgent], memories: Sequence[np.ndarray]) -> np.ndarray:
    """Agents as `ask` wants them: PLAYER records, each with a memory of its own."""
    records = np.zeros(len(agents), PLAYER)
    for player, agent, memory in zip(records, agents, memories, strict=True):
        player.entry, player.memory, player.length = agent.entry, memory.ctypes.data, len(memory)
    return records


def ask(player: Any, info: Info, stream: Stream) -> Slot:
    """The slot that a player chooses, given its PLAYER record."""
    memory = array_at(player.memory, (player.length,), np.uint8)
    return int(_choices[int(player.entry)](info, stream, memory))


_choices: dict[int, Callable[..., Any]] = {}
"""By their entries, the choices that are not compiled."""


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


def _named(choose: Any) -> Any:
    """The module and the name of a choice; the choice itself where another process would not find it by these.

    Numba sends a function with copies of all that it calls, and the copies of ours are no longer compiled.
    """
    module, name = getattr(choose, "__module__", ""), getattr(choose, "__name__", "")
    is_there = module != "__main__" and getattr(sys.modules.get(module), name, None) is choose
    return (module, name) if is_there else choose


class CompiledAgent:
    """An agent whose choice is compiled; plays inside compiled loops, and one ply at a time from Python.

    Attributes:
        choose: the choice, decorated with `compiled_choice`.
        memory: its parameters and work space.
    """

    def __init__(self, choose: Any, memory: np.ndarray = NO_MEMORY) -> None:
        self.choose = choose
        self.memory = memory

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"choose": _named(self.choose)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        named = state["choose"]
        choose = getattr(import_module(named[0]), named[1]) if isinstance(named, tuple) else named
        self.__dict__ = state | {"choose": choose}

    @property
    def name(self) -> str:
        """What the choice is called."""
        return str(getattr(self.choose, "__name__", "compiled agent"))

    @property
    def entry(self) -> int:
        """The address of the compiled choice; with the JIT off a number that `ask` knows it by."""
        if JIT_OFF:
            _choices[id(self.choose)] = self.choose
            return id(self.choose)
        self.choose.compile(_SIGNATURE)
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

    def act_from(self, info: InformationSet, stream: Stream) -> int:
        """The chosen action id, with the randomness of a STREAM record.

        Raises:
            IllegalSlotError: the choice is not legal.
        """
        own = info.record.copy()
        slot = int(self.choose(own, stream, self.memory))
        if not (0 <= slot < 64 and int(info.record.legal) >> slot & 1):
            raise illegal_slot(info, slot)
        return int(actions_of_slots(info.rules)[slot])
