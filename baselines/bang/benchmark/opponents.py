"""The frozen opponents of Durak-Bench 1 in Bang!; `baselines.durak.benchmark.opponents` tells what frozen means."""

from __future__ import annotations

from pathlib import Path

from bang_env.agents.heuristic import rai, rair, random_agent
from bang_env.compiled_agents import CompiledAgent
from baselines.bang.agents.eai import eai
from baselines.bang.agents.ismcts import ismcts
from baselines.bang.agents.policy import policy
from cardkit.agents import Agent
from cardkit.benchmark.frozen import FrozenFiles
from cardkit.specs.marks import frozen

FILES = FrozenFiles(
    Path(__file__).parents[1] / "data",
    {"five.safetensors": "96a4d2790967cda192ad4b705a5b197a7aef2b6d644f03db44ed3b4b87ac89ec"},
)
"""The network that they read."""


@frozen
def bench1_random() -> CompiledAgent:
    """Make the frozen opponent of Durak-Bench 1: random."""
    return random_agent()


@frozen
def bench1_rai() -> CompiledAgent:
    """Make the frozen opponent of Durak-Bench 1: rai."""
    return rai()


@frozen
def bench1_rair() -> CompiledAgent:
    """Make the frozen opponent of Durak-Bench 1: rair."""
    return rair()


@frozen
def bench1_eai() -> CompiledAgent:
    """Make the frozen opponent of Durak-Bench 1: eai with the weights of the package."""
    return eai(weights="own", path="")


@frozen
def bench1_learned() -> Agent:
    """Make the frozen opponent of Durak-Bench 1: the network for five players."""
    return policy(FILES.path("five.safetensors"))


@frozen
def bench1_ismcts() -> Agent:
    """Make the frozen opponent of Durak-Bench 1: ismcts with 100 simulations."""
    return ismcts(simulations=100, c=0.7, playout="sparing", roles="guessed", choice="visits", depth=20, ms=None)
