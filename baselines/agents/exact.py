"""Agents that are exact in the endgame: an inner agent chooses among the moves that keep the value.

The inner agent is called by address, so one compiled choice serves all agents. Memory::

    | memory of the inner agent | PLAYER: the inner agent | memory of the endgame solver |

So a search's results lie at the same place of the memory, with exact endgames or without.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from baselines.agents.protocol import CompiledAgent, compiled_choice
from baselines.endgames.solver import best_moves, endgame_memory, move_values
from baselines.search.analysis import Analysis, CompiledAnalyst
from cardkit.checks import chosen
from cardkit.compiled.bits import ZERO
from cardkit.compiled.blocks import Block
from cardkit.compiled.call import PLAYER, ask
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import Actions, Info, Slot, Stream
from durak_env.information import INFO, InformationSet

# Without the tablebase, whose address is valid in this process only; so copies of the memory work in any process.
_ENDGAME = endgame_memory(cards=0)
_TAIL = Block(("inside", PLAYER, 1), ("endgame", _ENDGAME.dtype, len(_ENDGAME)))
TAIL_BYTES, ENDGAME_AT = _TAIL.nbytes, _TAIL.at("endgame")
inside_in = _TAIL.reader("inside")


class ExactAgent(CompiledAgent):
    """A compiled agent that, in endgames that can be solved quickly, chooses only moves that keep the value.

    Attributes:
        inside: the inner agent, which chooses among these moves.
    """

    def __init__(self, inside: CompiledAgent) -> None:
        self.choose, self.inside = choose_exactly, inside

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.inside,)  # the memory holds an address of this process

    @cached_property
    def memory(self) -> np.ndarray:
        """The inner agent's memory, followed by what is needed to call it."""
        own = self.inside.memory
        block = Block(("own", own.dtype, len(own)), ("tail", own.dtype, TAIL_BYTES))
        memory = block.new()
        block.view(memory, "own")[:] = own
        tail = block.view(memory, "tail")
        _TAIL.view(tail, "endgame")[:] = _ENDGAME
        inside = _TAIL.view(tail, "inside")[0]
        inside.entry, inside.length = self.inside.entry_for(INFO), len(own)
        return memory

    @property
    def name(self) -> str:
        """The name of the choice."""
        return f"{self.inside.name}_exactly"

    def entry_for(self, info_dtype: np.dtype[Any]) -> int:
        """The address of the choice, compiled; also compiles that of the inner agent."""
        self.inside.entry_for(info_dtype)
        return super().entry_for(info_dtype)


class ExactAnalyst(ExactAgent, CompiledAnalyst):
    """An exact agent that can explain its choice, because its inner agent can."""

    inside: CompiledAnalyst

    def explain(
        self, info: InformationSet, chosen: int, memory: np.ndarray, stream: Stream, known: dict[int, float]
    ) -> Analysis:
        """The inner agent's analysis, with the exact values of the moves that it was not offered."""
        if info.talon_size == 0:
            values = move_values(info.record, _TAIL.view(memory[-TAIL_BYTES:], "endgame"))
            known = {slot: 0.5 + 0.5 * value for slot, value in values.items()}
        return self.inside.explain(info, chosen, memory, stream, known)


def with_endgames(agent: CompiledAgent, endgame: str, otherwise: str = "search", default: str = "") -> CompiledAgent:
    """The agent itself if ``endgame`` is ``otherwise``, or an exact agent around it if ``endgame`` is ``exact``.

    Raises:
        ValueError: it is neither.
    """
    if not chosen("endgame", endgame, {otherwise: False, "exact": True}, default or otherwise):
        return agent
    return ExactAnalyst(agent) if isinstance(agent, CompiledAnalyst) else ExactAgent(agent)


def searching(agent: object) -> object:
    """The inner agent of an exact agent, or the agent itself."""
    return agent.inside if isinstance(agent, ExactAgent) else agent


@compiled_choice
def choose_exactly(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """The inner agent's choice among the moves that keep the value."""
    tail = len(memory) - TAIL_BYTES
    inside = inside_in(address_of(memory) + tail)
    inside.memory = address_of(memory)  # which may be a copy by now
    legal = info.legal
    info.legal = keeping_actions(info, memory[tail + ENDGAME_AT :])
    slot = ask(inside, info, stream)
    info.legal = legal
    return slot


@jit
def keeping_actions(info: Info, endgame: np.ndarray) -> Actions:
    """The legal actions that keep the value of the endgame; all if there is a talon or it cannot be solved.

    Args:
        info: INFO of the seat to move.
        endgame: memory of the endgame solver.
    """
    kept = best_moves(info, endgame) if info.talon_size == 0 else ZERO
    return kept if kept != ZERO else info.legal
