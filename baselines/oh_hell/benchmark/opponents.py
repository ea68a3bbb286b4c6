"""The frozen opponents of Durak-Bench 1 in Oh Hell!; `baselines.durak.benchmark.opponents` tells what frozen means."""

from __future__ import annotations

from pathlib import Path

from baselines.oh_hell.agents.ismcts import ismcts
from baselines.oh_hell.agents.policy import policy
from cardkit.agents import Agent
from cardkit.benchmark.frozen import FrozenFiles
from cardkit.specs.marks import frozen
from oh_hell_env.agents.heuristic import informed, random_agent
from oh_hell_env.compiled_agents import CompiledAgent

FILES = FrozenFiles(
    Path(__file__).parents[1] / "learning" / "data",
    {"13-to-1.safetensors": "2934065446ea582f981d134829c7655c44ab1a98fdadefb2e249f2453fe141d3"},
)
"""The network that they read."""


@frozen
def bench1_random() -> CompiledAgent:
    """Make the frozen opponent of Durak-Bench 1: random."""
    return random_agent()


@frozen
def bench1_counting() -> CompiledAgent:
    """Make the frozen opponent of Durak-Bench 1: informed, version 2."""
    return informed(version=2, threshold=0.6, forced="text")


@frozen
def bench1_weighted() -> CompiledAgent:
    """Make the frozen opponent of Durak-Bench 1: informed, version 3, with weights tuned for rounds of 13 to 1."""
    return informed(
        *(3, 0.607601, "bid-follow", "safe", "value", "printed"),
        *(0.74336, 0.593009, 0.601636, 0.849793, 0.04073),
        *(0.0787351, 0.221503, 0.393545, 0.00267776),
        *(0.133833, 0.496627, 0.0308506, 0.350376),
    )


@frozen
def bench1_learned() -> Agent:
    """Make the frozen opponent of Durak-Bench 1: the network for rounds of 13 to 1."""
    return policy(FILES.path("13-to-1.safetensors"))


@frozen
def bench1_ismcts() -> Agent:
    """Make the frozen opponent of Durak-Bench 1: ismcts with 100 simulations."""
    return ismcts(simulations=100, c=0.3, playout="aiming", noise=0.1, choice="visits", ms=None)
