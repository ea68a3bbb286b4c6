"""Agents that err, which the command line finds in this module, also in its other processes."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence

import numpy as np

from durak_env import InformationSet


class Crashing:
    """An agent that crashes in another library, called by a helper."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        return choice(rng)


def choice(rng: np.random.Generator) -> int:
    """Draw a number out of none."""
    return rng.choice(0)  # here it crashes


class Illegal:
    """An agent that answers what is no action."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        return 99


class Forgetful:
    """An agent that plays a card that it does not hold; the error lists those that it may play."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        return next(action for action in range(info.rules.take) if info.rules.deck[action] not in info.hand)


class Sour:
    """An agent that raises as soon as it has nearly lost: no talon, and another has a card or two where it has more."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        others = [size for seat, size in enumerate(info.hand_sizes) if seat != info.seat and size]
        if not info.talon_size and min(others, default=0) <= 2 < len(info.hand):
            raise RuntimeError("I do not play on")
        return info.legal_actions[0]


class Wordless:
    """An agent that crashes without a word."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        raise ZeroDivisionError


class Leaving:
    """An agent that would end the whole program, and call it a success."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        sys.exit(0)


class Cancelled:
    """An agent that raises what no handler of exceptions catches."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        raise asyncio.CancelledError


class LastWordsError(Exception):
    def __str__(self) -> str:
        sys.exit(0)


class LeavingWithWords:
    """An agent that crashes, and would end the program when it is asked why."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        raise LastWordsError


class LeavingTogether(Leaving):
    """An agent that would end the program when it is asked about many games at once."""

    def act_batch(self, infos: Sequence[InformationSet], rngs: Sequence[np.random.Generator]) -> list[int]:
        sys.exit(0)
