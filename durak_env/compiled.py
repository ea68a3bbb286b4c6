"""Agents that play inside compiled loops: a compiled function, called through its address, and its memory.

A compiled agent is a function ``choose(info, stream, memory) -> slot`` decorated with `compiled_choice`:

* ``info``: INFO record of the seat to move, which has at least one legal action (``info.legal``, a set of slots);
* ``stream``: STREAM record, the agent's own random stream;
* ``memory``: uint8 array of shape (bytes,), contiguous, the agent's parameters and work space, laid out by itself.

It returns the slot of a legal action. Loops over games get the function's address as an integer and call it with `ask`,
so that one compiled loop serves every agent, and a new agent costs its own compilation only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from durak_env.actions import actions_of_slots
from durak_env.information import INFO, InformationSet
from durak_env.prng import STREAM, streams_from

_SIGNATURE = types.int64(numba.from_dtype(INFO), numba.from_dtype(STREAM), types.uint8[::1])
NO_MEMORY = np.zeros(0, np.uint8)


def compiled_choice(function: Callable[..., Any]) -> Any:
    """Decorate a choice function so that compiled loops can call it; compiled at its first use, cached on disk."""
    return numba.njit(cache=True, nogil=True, error_model="numpy")(function)


def entry(choose: Any) -> Any:
    """What `ask` calls: the address of a compiled choice, or the function itself with the JIT off."""
    if numba.config.DISABLE_JIT:
        return choose
    choose.compile(_SIGNATURE)
    compiled = choose.overloads[_SIGNATURE.args]
    return compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)


def ask(choose: Any, info: Any, stream: Any, memory: Any) -> Any:
    """The slot that the agent behind an `entry` chooses."""
    return int(choose(info, stream, memory))


@intrinsic
def _call(typingctx: Any, address: Any, info: Any, stream: Any, memory: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        function_type = context.call_conv.get_function_type(_SIGNATURE.return_type, _SIGNATURE.args)
        function = builder.inttoptr(args[0], function_type.as_pointer())
        status, chosen = context.call_conv.call_function(
            builder, function, _SIGNATURE.return_type, _SIGNATURE.args, args[1:]
        )
        with builder.if_then(status.is_error, likely=False):
            context.call_conv.return_status_propagate(builder, status)
        return chosen

    return types.int64(address, *_SIGNATURE.args), generate


overload(ask)(
    lambda choose, info, stream, memory: lambda choose, info, stream, memory: _call(choose, info, stream, memory)
)


class CompiledAgent:
    """An agent whose choice is compiled; plays inside compiled loops, and one ply at a time from Python.

    Attributes:
        choose: the choice, decorated with `compiled_choice`.
        memory: its parameters and work space.
        entry: what compiled loops pass to `ask`.
    """

    def __init__(self, choose: Any, memory: np.ndarray = NO_MEMORY) -> None:
        self.choose = choose
        self.memory = memory
        self.entry = entry(choose)

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        """The chosen action id; the randomness is one word drawn from ``rng``."""
        return self.act_from(info, streams_from(rng)[0])

    def act_from(self, info: InformationSet, stream: Any) -> int:
        """The chosen action id, with the randomness of a STREAM record."""
        slot = self.choose(info.record, stream, self.memory)
        return int(actions_of_slots(info.rules)[slot])

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "entry"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.entry = entry(self.choose)
