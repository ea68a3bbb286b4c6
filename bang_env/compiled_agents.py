"""Bang!'s agents that play inside compiled loops; see `cardkit.agents.compiled_choice`.

Sets of legal actions have four words, and a slot is an action id. An agent plays with any number of seats.
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
