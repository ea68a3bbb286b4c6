"""Bang!'s agents that play inside compiled loops: a compiled function, called through its address, and its memory.

A compiled agent is a function ``choose(info, stream, memory) -> slot`` decorated with `compiled_choice`:

* ``info``: INFO record of the seat to move, which has at least one legal action (``info.legal``, a set of slots of four
  words; see `cardkit.compiled.slots`);
* ``stream``: STREAM record, the agent's own random stream;
* ``memory``: uint8 array of shape (bytes,), contiguous, the agent's parameters and work space, laid out by itself.

It returns the slot of a legal action, which is its id. It plays with any number of seats.
"""

from __future__ import annotations

from bang_env.information import INFOS
from cardkit import agents
from cardkit.agents import compiled_choice

__all__ = ["CompiledAgent", "compiled_choice"]


class CompiledAgent(agents.CompiledAgent):
    """An agent of Bang! whose choice is compiled; it plays inside compiled loops, and one ply at a time from Python.

    Args:
        choose: the choice, decorated with `compiled_choice`.
        memory: its parameters and work space.

    Raises:
        ValueError: no such choice or memory.
    """

    info_dtypes = tuple(INFOS.values())
