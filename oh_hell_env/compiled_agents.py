"""Oh Hell's agents that play inside compiled loops, with any number of seats; see `cardkit.agents.compiled_choice`."""

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
