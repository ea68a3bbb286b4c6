"""Solutions of small games: strategies that play, and their files.

An information set of the tree holds the order in which a player's cards arrived; a `durak_env.InformationSet` does not.
So a solution plays, at each `InformationSet`, the mean of the strategies of all sets that agree with it, each weighted
by how likely the player is to come there. ``nash_conv`` is that of the strategy as it plays.

A file is a safetensors file with the tensors ``told`` (uint64, ascending: what an `InformationSet` tells), ``first``
(int64: where its actions begin, then their number in all) and ``probability`` (float32: by action, in the order of
the slots). Its metadata hold the format, the rules, the NashConv and a checksum of all this.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from baselines.durak.solving.durak_tree import DurakTree
from cardkit.arrays import CHECKSUM, ArrayKind, check_intact, to_safetensors
from cardkit.files import write_bytes
from cardkit.reading import parse_json
from cardkit.solving.best_response import nash_conv
from cardkit.solving.cfr import normalized
from cardkit.solving.passes import reaches
from cardkit.wording import shortened
from durak_env.rules import Rules

FORMAT = "durak-solution 1"
MOST_CONV = 2.0  # two best responses win 1 each at most
ROUNDING = 1e-6  # by which a sum that is 0 may fall short


@dataclass(frozen=True, eq=False)
class Solution:
    """A strategy for a small game.

    Attributes:
        rules: of the game.
        played_out: whether it covers positions with an empty talon; else the player must play them perfectly.
        nash_conv: what best responses win from it, summed over both seats.
        told, first, probability: see the module.
    """

    rules: Rules
    played_out: bool
    nash_conv: float
    told: np.ndarray
    first: np.ndarray
    probability: np.ndarray

    def probabilities(self, told: np.uint64) -> np.ndarray | None:
        """Return the probabilities of the legal actions by ascending slot; None where the solution knows nothing."""
        place = int(np.searchsorted(self.told, told))
        if place == len(self.told) or self.told[place] != told:
            return None
        return self.probability[self.first[place] : self.first[place + 1]]


def solution(game: DurakTree, strategy: np.ndarray) -> Solution:
    """Make the solution that plays a strategy of a tree."""
    told, first_infoset, group = np.unique(game.told, return_index=True, return_inverse=True)
    sizes = np.diff(game.tree.first_action)
    first = np.concatenate([[0], np.cumsum(sizes[first_infoset])])
    rows = np.repeat(np.arange(len(sizes)), sizes)
    place = first[group[rows]] + np.arange(game.tree.actions) - game.tree.first_action[rows]
    weighted = np.bincount(place, own_reach(game, strategy)[rows] * strategy, first[-1])
    probability = normalized(weighted, first).astype(np.float32)
    played = normalized(probability[place].astype(np.float64), game.tree.first_action)
    return Solution(game.rules, game.played_out, nash_conv(game.tree, played), told, first, probability)


def own_reach(game: DurakTree, strategy: np.ndarray) -> np.ndarray:
    """Compute by information set the probability of the player's own actions on the way to it."""
    by_player = [reaches(*game.tree.shape, strategy, player)[0][game.tree.first_node] for player in (0, 1)]
    return np.where(game.tree.player == 0, *by_player)


def save_solution(path: str | Path, found: Solution) -> None:
    """Write a solution to a file.

    Raises:
        OSError: the file cannot be written.
    """
    tensors = {"told": found.told, "first": found.first, "probability": found.probability}
    about = {"rules": str(found.rules), "played_out": found.played_out, "nash_conv": found.nash_conv}
    write_bytes(path, to_safetensors(tensors, {"format": FORMAT, "solution": json.dumps(about, sort_keys=True)}))


def load_solution(path: str | Path) -> Solution:
    """Read a solution.

    Raises:
        OSError: the file cannot be read.
        ValueError: the file holds no solution, or is damaged.
    """
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, "numpy") as file:
            metadata = file.metadata() or {}
            if metadata.get("format") != FORMAT:
                raise ValueError(f"its format is {shortened(repr(metadata.get('format')))}, not {FORMAT!r}")
            about = parse_json(metadata["solution"])
            tensors = {name: file.get_tensor(name) for name in ("told", "first", "probability")}
        check_intact(tensors, metadata.get(CHECKSUM), metadata)
        rules = Rules.of(about["rules"])
        told, first, probability = tensors["told"], tensors["first"], tensors["probability"]
        _check(told, first, probability)
        conv = float(about["nash_conv"])
        if not -ROUNDING <= conv <= MOST_CONV:
            raise ValueError(f"its nash_conv must be from 0 to {MOST_CONV:g}, got {conv}")
        return Solution(rules, bool(about["played_out"]), conv, told, first, probability)
    except (SafetensorError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is not a solution: {error}; `durak solve --save` writes one") from None


def _check(told: np.ndarray, first: np.ndarray, probability: np.ndarray) -> None:
    """Raise ValueError unless the tensors are a strategy."""
    ArrayKind("uint64", (None,)).check("told", told)
    ArrayKind("float32", (None,), 0, 1).check("probability", probability)
    ArrayKind("int64", (len(told) + 1,), 0, len(probability)).check("first", first)
    if first[0] != 0 or first[-1] != len(probability) or np.any(np.diff(first) < 2):
        raise ValueError("its tensors do not fit each other")
    sums = np.add.reduceat(probability, first[:-1]) if len(told) else np.ones(0)
    if not np.allclose(sums, 1, atol=1e-3) or np.any(told[1:] <= told[:-1]):
        raise ValueError("its numbers are not probabilities")
