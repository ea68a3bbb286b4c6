"""Agents that are exact in the endgame: an inner agent chooses among the moves that keep the value.

The inner agent is called by address, so one compiled choice serves all agents. Memory::

    | memory of the inner agent | INSIDE: the inner agent | memory of the endgame solver |

So a search's results lie at the same place of the memory, with exact endgames or without.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from baselines.durak.endgames.solver import best_moves, endgame_memory, move_values
from baselines.durak.search.agent import SearchAgent
from cardkit.agents import compiled_choice
from cardkit.checks import chosen
from cardkit.compiled.bits import ZERO
from cardkit.compiled.blocks import Block
from cardkit.compiled.call import ask
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import Actions, Slot, Stream
from cardkit.compiled.records import record, where_field
from cardkit.notation.analysis import Analysis
from cardkit.notation.search_tree import Cut, SearchTree
from cardkit.search.analyst import CompiledAnalyst
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.records import Info
from durak_env.core.seating import seats_of
from durak_env.information import InformationSet
from durak_env.rules import MOST_SEATS

NO_SLOT = -1

INSIDE = record(
    [
        ("entry", np.int64),  # of the present choice; the first three fields are those of a PLAYER
        ("memory", np.int64),
        ("length", np.int64),
        ("entries", np.int64, MOST_SEATS + 1),  # addresses of the compiled choice by `kind_of`, 0 if not compiled
    ]
)
"""The inner agent, in the form of compiled loops."""

# Without the tablebase, whose address is valid in this process only; so copies of the memory work in any process.
_ENDGAME = endgame_memory(cards=0)
_TAIL = Block(("inside", INSIDE, 1), ("endgame", _ENDGAME.dtype, len(_ENDGAME)))
TAIL_BYTES, ENDGAME_AT = _TAIL.nbytes, _TAIL.at("endgame")
inside_in = _TAIL.reader("inside")


class ExactAgent(CompiledAgent):
    """A compiled agent that, in endgames that can be solved quickly, chooses only moves that keep the value.

    Attributes:
        inside: the inner agent, which chooses among these moves.
    """

    def __init__(self, inside: CompiledAgent) -> None:
        self.choose, self.inside = choose_exactly, inside
        self.info_dtypes, self.trained_on, self.subject = inside.info_dtypes, inside.trained_on, inside.subject
        self.policy_file = inside.policy_file

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
        _TAIL.view(tail, "inside")[0].length = len(own)
        return memory

    @property
    def name(self) -> str:
        """The name of the choice."""
        return f"{self.inside.name}_exactly"

    def entry_for(self, info_dtype: np.dtype[Any]) -> int:
        """Return the address of the compiled choice; compile the inner agent's and write its address to the memory."""
        entries = _TAIL.view(self.memory[-TAIL_BYTES:], "inside")[0].entries
        entries[kind_of(np.zeros(1, info_dtype)[0])] = self.inside.entry_for(info_dtype)
        return super().entry_for(info_dtype)

    def act_from(self, info: Any, stream: Any) -> int:
        """Choose an action with the randomness of a STREAM record, and return its id."""
        inside = _TAIL.view(self.memory[-TAIL_BYTES:], "inside")[0]
        if inside.entries[kind_of(info.record)] == 0:
            self.entry_for(info.record.dtype)
        return super().act_from(info, stream)


class ExactAnalyst(CompiledAnalyst, ExactAgent):
    """An exact agent that can explain its choice, because its inner agent can."""

    inside: CompiledAnalyst

    def explain(
        self, info: InformationSet, chosen: int, memory: np.ndarray, stream: Stream, known: Mapping[int, float]
    ) -> Analysis:
        """Return the inner agent's analysis, with the exact values of the moves that it was not offered."""
        if info.talon_size == 0 and (info.rules.is_plain or not info.record.by_places):
            values = move_values(info.record, _TAIL.view(memory[-TAIL_BYTES:], "endgame"))
            scores = {-1: 0.0, 0: 1 - 1 / info.rules.teams, 1: 1.0}
            known = {slot: scores[value] for slot, value in values.items()}
        return self.inside.explain(info, chosen, memory, stream, known)

    def tree(self, info: InformationSet, memory: np.ndarray, cut: Cut) -> SearchTree | None:
        """Return the inner agent's tree."""
        return self.inside.tree(info, memory, cut)


def with_endgames(agent: CompiledAgent, endgame: str, otherwise: str = "search", default: str = "") -> CompiledAgent:
    """Return the agent itself if ``endgame`` is ``otherwise``, or an exact agent around it if it is ``exact``.

    Raises:
        ValueError: ``endgame`` is neither.
    """
    if not chosen("endgame", endgame, {otherwise: False, "exact": True}, default or otherwise):
        return agent
    return ExactAnalyst(agent) if isinstance(agent, CompiledAnalyst) else ExactAgent(agent)


def growing(agent: object) -> list[Any]:
    """Make agents that search longer and longer, the given one last; it alone if it does not search."""
    inside = searching(agent)
    if not isinstance(inside, SearchAgent):
        return [agent]
    agents: list[Any] = inside.growing()[:-1]
    return [*(ExactAnalyst(one) if isinstance(agent, ExactAgent) else one for one in agents), agent]


def searching(agent: object) -> object:
    """Return the inner agent of an exact agent, or the agent itself."""
    return agent.inside if isinstance(agent, ExactAgent) else agent


@jit_inline
def _seats(info: Info) -> int:
    return seats_of(info)


@jit_inline
def _of_the_plain_game(info: Info) -> int:
    return 0


kind_of = where_field("defender", _seats, _of_the_plain_game)
"""A number for each type of INFO records."""


@compiled_choice
def choose_exactly(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose by the inner agent among the moves that keep the value."""
    tail = len(memory) - TAIL_BYTES
    inside = inside_in(address_of(memory) + tail)
    inside.entry = inside.entries[kind_of(info)]
    if inside.entry == 0:
        return NO_SLOT
    inside.memory = address_of(memory)  # which may be a copy by now
    legal = info.legal
    info.legal = keeping_actions(info, memory[tail + ENDGAME_AT :])
    slot = ask(inside, info, stream)
    info.legal = legal
    return slot


@jit
def keeping_actions(info: Info, endgame: np.ndarray) -> Actions:
    """Find the legal actions that keep the value of the endgame; all if there is a talon or it cannot be solved.

    Args:
        info: INFO of the seat to move.
        endgame: memory of the endgame solver.
    """
    kept = best_moves(info, endgame) if info.talon_size == 0 else ZERO
    return kept if kept != ZERO else info.legal
