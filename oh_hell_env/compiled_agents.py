"""Oh Hell's agents that play inside compiled loops: a compiled function, called through its address, and its memory.

A compiled agent is a function ``choose(info, stream, memory) -> slot`` decorated with `compiled_choice`:

* ``info``: INFO record of the seat to move, which has at least one legal action (``info.legal``, a set of slots);
* ``stream``: STREAM record, the agent's own random stream;
* ``memory``: uint8 array of shape (bytes,), contiguous, the agent's parameters and work space, laid out by itself.

It returns the slot of a legal action. It plays with any number of seats.
"""

from __future__ import annotations

from cardkit import agents
from oh_hell_env.knowledge import INFOS


class CompiledAgent(agents.CompiledAgent):
    """An agent of Oh Hell whose choice is compiled; it plays inside compiled loops, and one ply at a time from Python.

    Args:
        choose: the choice, decorated with `compiled_choice`.
        memory: its parameters and work space.

    Raises:
        ValueError: no such choice or memory.
    """

    info_dtypes = tuple(INFOS.values())
