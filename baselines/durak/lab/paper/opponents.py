"""The paper's opponents, "uniformly random", in the three readings that this allows."""

from __future__ import annotations

import numpy as np

from cardkit.agents import compiled_choice
from cardkit.compiled.bits import ZERO, lowest, random_bit
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Slot, Stream
from durak_env.agents.heuristic import choose_random, choose_uniform
from durak_env.agents.tactics import playable, way_to_play
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.records import Info

RANDOM, CARD, UNIFORM = range(3)
READINGS = {"random": RANDOM, "card": CARD, "uniform": UNIFORM}
SPECS = {"random": "random", "card": "baselines.durak.lab.paper.opponents:card", "uniform": "uniform"}
"""The specs by which the kit's matches make the opponents."""
WORDS = {
    "random": "random, null with probability 1/5",
    "card": "a random card, null only without one",
    "uniform": "uniform over legal actions",
}


def card() -> CompiledAgent:
    """Play a random card; null only without a card to play."""
    return CompiledAgent(choose_card, any_table=True)


@compiled_choice
def choose_card(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose a uniform card that may be played; null if there is none."""
    cards = playable(info)
    return lowest(info.legal) if cards == ZERO else way_to_play(info, random_bit(cards, stream))


@jit
def choose_as(reading: int, info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose as an opponent does by its reading."""
    if reading == RANDOM:
        return choose_random(info, stream, memory)
    return choose_card(info, stream, memory) if reading == CARD else choose_uniform(info, stream, memory)
