"""Files of individuals of the one-ply evaluator: JSON that people can read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from bang_env.characters import ROLES
from baselines.bang.evaluation.weights import INDIVIDUAL, NUM_ROLES
from cardkit.files import write_text
from cardkit.reading import parse_json, read_text

FORMAT = "bang-weights 1"
MOST_CHARACTERS = 100_000


def save_weights(weights: np.ndarray, origin: Mapping[str, Any], path: str | Path) -> None:
    """Write an individual, 25 numbers a role, and where it comes from."""
    rows = dict(zip(ROLES, np.reshape(weights, (NUM_ROLES, -1)).tolist(), strict=False))
    write_text(path, json.dumps({"format": FORMAT, "weights": rows, "origin": dict(origin)}, indent=1) + "\n")


def load_weights(path: str | Path) -> tuple[float, ...]:
    """Read the 100 numbers of an individual.

    Raises:
        ValueError: the file does not exist, or does not hold an individual.
    """
    try:
        content = parse_json(read_text(path, MOST_CHARACTERS))
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise ValueError(f"its format is not {FORMAT!r}")
        numbers = np.array([content["weights"][role] for role in ROLES[:NUM_ROLES]], float).ravel()
        if numbers.shape != (INDIVIDUAL,) or not np.isfinite(numbers).all():
            raise ValueError(f"it must have {INDIVIDUAL // NUM_ROLES} finite numbers for each role")
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise ValueError(f"path={str(path)!r} is not a file of weights: {error}") from None
    return tuple(numbers.tolist())
