"""Individuals, the numbers of an agent that evolve: as settings of a search, as genes, and in files.

An individual is a float64 array: the depth of its playouts, if it has one, then as many weights for each role.

Source: M. Daniláková, bachelor thesis, 2017, sections 7.7.2 and 7.8.3.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bang_env.characters import ROLES
from baselines.bang.evaluation.weights import LIFE_SIZE, NUM_ROLES, ROLE_SIZE
from cardkit.checks import whole
from cardkit.files import write_text
from cardkit.reading import parse_json, read_text

MOST_CHARACTERS = 100_000
DEEPEST, USUAL_DEPTH = 300, 40


@dataclass(frozen=True)
class Genome:
    """A kind of individuals, which are weights of each role.

    Attributes:
        format: of their files, which are JSON that people can read.
        field: the setting of a search that holds the weights.
        a_role: how many weights a role has.
    """

    format: str
    field: str
    a_role: int

    def settings(self, individual: np.ndarray) -> dict[str, Any]:
        """Return the settings of a search by an individual."""
        return {self.field: individual}

    def read(self, search: Any) -> np.ndarray:
        """Return the individual in the settings of a search."""
        return np.array(search[self.field])

    def genes(self, individual: np.ndarray) -> np.ndarray:
        """Return the numbers that mutate, each of which matters most from -1 to 1."""
        return np.array(individual)

    def individual(self, genes: np.ndarray) -> np.ndarray:
        """Make the individual of some genes."""
        return np.array(genes)

    def save(self, individual: np.ndarray, origin: Mapping[str, Any], path: str | Path) -> None:
        """Write an individual, and where it comes from."""
        content = {"format": self.format, **self._written(individual), "origin": dict(origin)}
        write_text(path, json.dumps(content, indent=1) + "\n")

    def load(self, path: str | Path) -> np.ndarray:
        """Read the individual of a file.

        Raises:
            ValueError: the file does not exist, or does not hold an individual of this kind.
        """
        try:
            content = parse_json(read_text(path, MOST_CHARACTERS))
            if not isinstance(content, dict) or content.get("format") != self.format:
                raise ValueError(f"its format is not {self.format!r}")
            return self._written_in(content)
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise ValueError(f"path={str(path)!r} is not a file of weights: {error}") from None

    def _written(self, individual: np.ndarray) -> dict[str, Any]:
        rows = np.reshape(individual, (NUM_ROLES, -1)).tolist()
        return {"weights": dict(zip(ROLES, rows, strict=False))}

    def _written_in(self, content: Mapping[str, Any]) -> np.ndarray:
        weights = np.array([content["weights"][role] for role in ROLES[:NUM_ROLES]], float)
        if weights.shape != (NUM_ROLES, self.a_role) or not np.isfinite(weights).all():
            raise ValueError(f"it must have {self.a_role} finite numbers for each role")
        return weights.ravel()


class DeepGenome(Genome):
    """A kind of individuals that have a depth, 1 to 300, before the weights; the setting ``horizon`` holds it.

    Its gene is its place in that range, from -1 to 1.
    """

    def settings(self, individual: np.ndarray) -> dict[str, Any]:
        """Return the settings of a search by an individual."""
        return {"horizon": int(individual[0]), **super().settings(individual[1:])}

    def read(self, search: Any) -> np.ndarray:
        """Return the individual in the settings of a search."""
        return np.array([search["horizon"], *super().read(search)])

    def genes(self, individual: np.ndarray) -> np.ndarray:
        """Return the numbers that mutate."""
        return np.array([np.interp(individual[0], (1, DEEPEST), (-1, 1)), *individual[1:]])

    def individual(self, genes: np.ndarray) -> np.ndarray:
        """Make the individual of some genes; a depth beyond the range is cut to it."""
        return np.array([np.round(np.interp(genes[0], (-1, 1), (1, DEEPEST))), *genes[1:]])

    def _written(self, individual: np.ndarray) -> dict[str, Any]:
        return {"depth": int(individual[0]), **super()._written(individual[1:])}

    def _written_in(self, content: Mapping[str, Any]) -> np.ndarray:
        depth = whole("depth", content.get("depth"), 1, DEEPEST, USUAL_DEPTH)
        return np.array([depth, *super()._written_in(content)])


EAI = Genome("bang-weights 1", "weights", int(ROLE_SIZE))
"""The individuals of `baselines.bang.agents.eai.eai`: 100 numbers, see `baselines.bang.evaluation.weights`."""
HAI = DeepGenome("bang-lives 1", "life", int(LIFE_SIZE))
"""The individuals of `baselines.bang.agents.mcai.hai`: a depth and 20 numbers, see the same."""
