"""Agents that are exact in the endgame: another agent chooses among the moves that keep the value.

The other agent is asked through its address, so one compiled choice serves all. Memory::

    | memory of the agent inside | PLAYER: the agent inside | memory of the endgame solver |

Whoever reads what a search has left in its memory finds it in the same place, with exact endgames or without.
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
from durak_env.information import InformationSet

# Without the tablebase, whose address would hold in this process alone: copies of the memory serve anywhere.
_ENDGAME = endgame_memory(cards=0)
_TAIL = Block(("inside", PLAYER, 1), ("endgame", _ENDGAME.dtype, len(_ENDGAME)))
TAIL_BYTES, ENDGAME_AT = _TAIL.nbytes, _TAIL.at("endgame")
inside_in = _TAIL.reader("inside")


class ExactAgent(CompiledAgent):
    """A compiled agent that chooses among the moves that keep the value of an endgame which can be solved quickly.

    Attributes:
        inside: the agent that chooses.
    """

    def __init__(self, inside: CompiledAgent) -> None:
        self.choose, self.inside = choose_exactly, inside

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.inside,)  # the memory holds an address of this process

    @cached_property
    def memory(self) -> np.ndarray:
        """That of the agent inside, and what is needed to ask it."""
        own = self.inside.memory
        block = Block(("own", own.dtype, len(own)), ("tail", own.dtype, TAIL_BYTES))
        memory = block.new()
        block.view(memory, "own")[:] = own
        tail = block.view(memory, "tail")
        _TAIL.view(tail, "endgame")[:] = _ENDGAME
        inside = _TAIL.view(tail, "inside")[0]
        inside.entry, inside.length = self.inside.entry, len(own)
        return memory

    @property
    def name(self) -> str:
        """What the choice is called."""
        return f"{self.inside.name}_exactly"

    @property
    def entry(self) -> int:
        """The address of the compiled choice; that of the agent inside is compiled too."""
        _ = self.inside.entry
        return super().entry


class ExactAnalyst(ExactAgent, CompiledAnalyst):
    """An exact agent that can say what it thinks, as the one inside can."""

    inside: CompiledAnalyst

    def explain(
        self, info: InformationSet, chosen: int, memory: np.ndarray, stream: Stream, known: dict[int, float]
    ) -> Analysis:
        """What the agent inside says; it has the values of the moves that were left out."""
        if info.talon_size == 0:
            values = move_values(info.record, _TAIL.view(memory[-TAIL_BYTES:], "endgame"))
            known = {slot: 0.5 + 0.5 * value for slot, value in values.items()}
        return self.inside.explain(info, chosen, memory, stream, known)


def with_endgames(agent: CompiledAgent, endgame: str, otherwise: str = "search", default: str = "") -> CompiledAgent:
    """An agent, or the exact one around it, as its parameter ``endgame`` says: ``otherwise`` or ``exact``.

    Raises:
        ValueError: it is neither.
    """
    if not chosen("endgame", endgame, {otherwise: False, "exact": True}, default or otherwise):
        return agent
    return ExactAnalyst(agent) if isinstance(agent, CompiledAnalyst) else ExactAgent(agent)


def searching(agent: object) -> object:
    """The agent that searches: the one inside, where endgames are exact."""
    return agent.inside if isinstance(agent, ExactAgent) else agent


@compiled_choice
def choose_exactly(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """What the agent inside chooses among the moves that keep the value."""
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
    """The legal actions that keep the value of the endgame; all where it is none or cannot be solved.

    Args:
        info: INFO of the seat to move.
        endgame: memory of the endgame solver.
    """
    kept = best_moves(info, endgame) if info.talon_size == 0 else ZERO
    return kept if kept != ZERO else info.legal
