"""The agent that evolves: how it plays but for its individual, which is the first parent."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from bang_env.bang import Bang
from bang_env.compiled_agents import CompiledAgent
from baselines.bang.evaluation.individuals import EAI, HAI, Genome
from baselines.bang.evaluation.playout import LIVES
from baselines.bang.search.memory import LAYOUT
from cardkit.agents import as_agent
from cardkit.checks import check_choice

GENOMES: Mapping[str, Genome] = {"eai": EAI, "hai": HAI}
"""The genomes of the agents that evolve, by name."""


class Subject:
    """An agent that plays by an individual, and others that are like it and play by others.

    Args:
        spec: of the agent.

    Attributes:
        name: of the agent, without its parameters.
        first: the genes of its own individual.

    Raises:
        ValueError: the agent does not exist, or does not evolve.
    """

    def __init__(self, spec: str) -> None:
        self.name = spec.partition(":")[0].strip()
        check_choice("agent", self.name, tuple(GENOMES))
        self._genome = GENOMES[self.name]
        agent = as_agent(spec, Bang())
        if not isinstance(agent, CompiledAgent):
            raise ValueError(f"{spec} does not evolve: its trees grow on several threads; leave threads at 1")
        search = LAYOUT.search(agent.memory)
        if self._genome is HAI and search.leaf != LIVES:
            raise ValueError(f"{spec} does not evolve: its weights judge lives, and not gains; leave leaf at lives")
        self._agent, self.first = agent, self._genome.genes(self._genome.read(search))

    def playing(self, genes: np.ndarray) -> CompiledAgent:
        """Make the agent that plays by the individual of some genes."""
        memory = self._agent.memory.copy()
        search = LAYOUT.search(memory)
        for name, value in self._genome.settings(self._genome.individual(genes)).items():
            search[name] = value
        return CompiledAgent(self._agent.choose, memory)

    def save(self, genes: np.ndarray, origin: Mapping[str, Any], path: str | Path) -> None:
        """Write the individual of some genes, and where it comes from."""
        self._genome.save(self._genome.individual(genes), origin, path)
