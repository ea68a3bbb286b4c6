"""An agent that looks one ply ahead with a linear evaluation, whose weights were found by evolution.

It draws some determinizations from what its seat knows, plays each legal action in all of them, and chooses the action
with the highest mean value of the positions that follow. If no cards are hidden, one position suffices.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.durak.evaluation.linear import (
    EVOLVED,
    WEIGHTS,
    LinearEvaluation,
    linear_value,
    load_evaluation,
    set_weights,
)
from cardkit.agents import compiled_choice
from cardkit.checks import whole
from cardkit.compiled.bits import ZERO, lowest, without_lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of, record_reader
from cardkit.compiled.protocol import Slot, Stream
from cardkit.compiled.records import record
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER, STATE, Info
from durak_env.core.results import returns
from durak_env.knowledge import determinize_into

WIN = 1e6
"""Larger than any evaluation."""
SAMPLES = 4

WORK = record(
    [
        WEIGHTS,
        ("samples", np.int64),  # determinizations if cards are hidden
        ("state", STATE),
    ]
)
"""Parameters and work space of the agent."""

work_at = record_reader(WORK)


def evolved(samples: int = SAMPLES, path: str = "") -> CompiledAgent:
    """Look one ply ahead with an evaluation that was found by evolution.

    Args:
        samples: determinizations if cards are hidden, 1..10,000.
        path: an evaluation file to use instead of the package's.

    Raises:
        ValueError: a parameter is out of range, or the file is not an evaluation file.
    """
    return evaluation_agent(load_evaluation(str(path or EVOLVED)), samples)


def evaluation_agent(evaluation: LinearEvaluation, samples: int = SAMPLES) -> CompiledAgent:
    """Make the agent that plays by an evaluation; ``samples`` is that of `evolved`."""
    memory = np.zeros(1, WORK)
    set_weights(memory[0], evaluation)
    memory["samples"] = whole("samples", samples, 1, 10_000, SAMPLES)
    return CompiledAgent(choose_evolved, memory.view(np.uint8))


@compiled_choice
def choose_evolved(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the legal action with the largest value; ties go to the lowest slot."""
    work = work_at(address_of(memory), 0)
    start = stream.word
    best, most = np.int64(-1), -np.inf
    left = info.legal
    while left != ZERO:
        slot = lowest(left)
        left = without_lowest(left)
        stream.word = start  # all actions are tried in the same determinizations
        value = action_value(work, info, stream, np.int64(slot))
        if value > most:
            best, most = np.int64(slot), value
    return best


@jit
def action_value(work: Any, info: Info, stream: Stream, slot: Slot) -> float:
    """Compute the sum, over all determinizations, of the values of the positions after an action."""
    seat, total = np.int64(info.seat), 0.0
    for _ in range(work.samples if info.unseen != ZERO else 1):
        determinize_into(info, stream, work.state)
        step(work.state, slot)
        if work.state.phase == GAME_OVER:
            total += WIN * returns(work.state, seat)
        else:
            total += linear_value(work.state, seat, work)
    return total
