"""Parses the seed and the options of ``reset``."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.protocol import State
from cardkit.game import Game
from cardkit.wording import quoted


def start_from_options(options: Any, game: Game) -> State | None:
    """Return the deal that reset options request, None for a random one; ignore unknown keys with a warning.

    Raises:
        ValueError: the options are not a mapping, or contradict each other or the rules.
    """
    if options is None:
        return None
    options = check_options(options, game)
    unknown = [repr(key) for key in options if key not in game.OPTIONS]
    if unknown:
        known = ", ".join(game.OPTIONS) or "none"
        warnings.warn(f"unknown reset options are ignored: {', '.join(unknown)}; known: {known}", stacklevel=3)
    return game.start({key: value for key, value in options.items() if key in game.OPTIONS})


def check_options(options: Any, game: Game) -> dict[str, Any]:
    """Return the reset options as a new dict; raise ValueError if they are not a mapping."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        known = f" with the keys {', '.join(game.OPTIONS)}" if game.OPTIONS else ""
        raise ValueError(f"reset options must be a dict{known}, got {quoted(options)}")
    return dict(options)


def check_seed(seed: Any) -> int:
    """Return the seed as an int.

    Raises:
        ValueError: it is not an integer of at least 0.
    """
    try:
        number = -1 if isinstance(seed, bool) else operator.index(seed)
    except TypeError:
        number = -1
    if number < 0:
        raise ValueError(f"seed must be an integer of at least 0, got {quoted(seed)}")
    return number


def game_streams(seed: int | None, count: int) -> np.ndarray:
    """Make the streams of an environment, the deals' first: from a seed; if None, from the system's randomness."""
    if seed is None:
        seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
    return streams_from_seed(seed, count=count)
