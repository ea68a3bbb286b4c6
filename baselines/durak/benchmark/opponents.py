"""The frozen opponents of Durak-Bench 1: agents under names of their own that never change.

Every option is written out, so that no other default reaches them. ``tests/baselines/test_benchmark_opponents.py``
holds what they choose. Who must change one of them makes a new version of the benchmark, with names of its own.
"""

from __future__ import annotations

from pathlib import Path

from baselines.durak.agents.champion_search import champion_search
from baselines.durak.agents.ismcts import ismcts
from baselines.durak.agents.minimax import minimax
from baselines.durak.agents.others.expert import expert
from baselines.durak.agents.policy import policy
from cardkit.agents import Agent
from cardkit.benchmark.frozen import FrozenFiles
from cardkit.specs.marks import frozen
from durak_env.agents.heuristic import greedy, random_agent, smart
from durak_env.compiled_agents import CompiledAgent

FILES = FrozenFiles(
    Path(__file__).parents[1] / "networks" / "data",
    {
        "champion.safetensors": "312b2f40487b56f98edd50cce9156c161b08167088e4969f836223a656955aae",
        "champion_2.safetensors": "6f79146e1bef6ad9e5c6eadbbd0f4ad1b347748249f9d4db61eb713cf24cb736",
        "champion_3.safetensors": "6e92e4858b188285ef67d64d40c293eba1d1b416b40e041588363aa83f3fea8c",
        "champion_critic.safetensors": "db6c8829c9bd629c5e842037a66fba3ae51e6694d2a6c63306b70f1e5291eda6",
        "champion_many_2.safetensors": "78222020eb4e3bffa7dd3eb1b2d218f9de72767ebb46134ea4ba20c42e4afea5",
    },
)
"""The networks that they read."""


@frozen
def bench1_random() -> CompiledAgent:
    """Make the frozen opponent of Durak-Bench 1: random."""
    return random_agent()


@frozen
def bench1_greedy() -> CompiledAgent:
    """Make the frozen opponent of Durak-Bench 1: greedy."""
    return greedy()


@frozen
def bench1_smart() -> CompiledAgent:
    """Make the frozen opponent of Durak-Bench 1: smart, which heeds one weakness and beats with its lowest card."""
    return smart(weaknesses="single", defence="lowest")


@frozen
def bench1_expert() -> CompiledAgent:
    """Make the frozen opponent of Durak-Bench 1: expert. Held out of all our training and tuning."""
    return expert()


@frozen
def bench1_minimax() -> CompiledAgent:
    """Make the frozen opponent of Durak-Bench 1: minimax of depth 3. Held out of all our training and tuning."""
    return minimax(
        depth=3,
        eval="playout",
        samples=30,
        order="greedy",
        pruning=True,
        caching=True,
        endgame="search",
        weaknesses="single",
    )


@frozen
def bench1_ismcts() -> Agent:
    """Make the frozen opponent of Durak-Bench 1: ismcts with 300 simulations and exact endgames."""
    return ismcts(
        simulations=300, c=0.7, playout="greedy", noise=0.1, choice="visits", ms=None, endgame="exact", evidence="no"
    )


@frozen
def bench1_champion_1() -> CompiledAgent:
    """Make the frozen opponent of Durak-Bench 1: the champion of generation 1, whose network plays endgames too."""
    return policy(FILES.path("champion.safetensors"), temperature=0.0, endgame="policy")


@frozen
def bench1_champion_2() -> CompiledAgent:
    """Make the frozen opponent of Durak-Bench 1: the champion of generation 2, with exact endgames."""
    return policy(FILES.path("champion_2.safetensors"), temperature=0.0, endgame="exact")


@frozen
def bench1_champion_3() -> CompiledAgent:
    """Make the frozen opponent of Durak-Bench 1: the champion of generation 3, with exact endgames."""
    return policy(FILES.path("champion_3.safetensors"), temperature=0.0, endgame="exact")


@frozen
def bench1_champion_many() -> CompiledAgent:
    """Make the frozen opponent of Durak-Bench 1: the champion's network for three to six seats."""
    return policy(FILES.path("champion_many_2.safetensors"), temperature=0.0, endgame="policy")


@frozen
def bench1_champion_search() -> Agent:
    """Make the frozen opponent of Durak-Bench 1: champion-search, 100 simulations, champion of generation 2."""
    return champion_search(
        simulations=100,
        c=1.4,
        mix=0.25,
        patience=8,
        noise=0.1,
        path=FILES.path("champion_2.safetensors"),
        critic=FILES.path("champion_critic.safetensors"),
        ms=None,
        endgame="exact",
        evidence="no",
        opponent=None,
        generation=None,
        belief="none",
    )
