"""A linear evaluation of positions: one weight per feature of a side, in two sets, with and without a talon.

The value for a seat is the weighted sum of its features minus that of the other seat's, so the two seats' values are
opposite. The features split up those of the thesis' basic evaluation (hand sizes, hand values, weaknesses; see
`baselines.evaluation.basic`) and add the effect of the current bout on a side. The weights come from a file; evolution
found those of the package (`baselines.training.evolution`).

A. Zarlykov, bachelor thesis, 2023, names evolved evaluations as future work, both one ply deep and inside a search.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from baselines.evaluation.tactics import below_in_suit, single_rank, weaknesses
from cardkit.compiled.bits import ONE, ZERO, lowest
from cardkit.compiled.jit import jit
from cardkit.files import write_text
from cardkit.reading import parse_json, read_text
from durak_env.cards import count, same_ranks, suit_lane
from durak_env.game import DEFENCE, THROW_IN_AFTER_TAKE

FORMAT = "durak-evaluation"
MOST_CHARACTERS = 1_000_000  # in an evaluation file
EVOLVED = Path(__file__).parents[1] / "networks" / "data" / "evolved.json"

FEATURES = (
    "cards",  # in the hand
    "ranks",  # sum over the hand's plain cards: rank above the lowest, as a share of the deck's ranks
    "trumps",  # in the hand
    "trump_ranks",  # the same for trumps
    "pairs",  # cards whose rank the hand already holds
    "weaknesses",  # cards of ranks whose every card in this hand is beaten in its suit by the other hand
    "single_weakness",  # 1 if exactly one rank is weak and the other hand has no trumps
    "attacker",  # 1 for the attacker of the bout
    "to_beat",  # 1 for a defender with a card to beat
    "taken",  # cards on the table, for a defender who takes them
    "taken_ranks",  # as `ranks`, for the plain cards among them
    "taken_trumps",  # trumps among them
)
"""The features of one side, in the order of their weights."""

COUNT = len(FEATURES)
WEIGHTS = ("weights", np.float64, 2 * COUNT)
"""A record field: the weights with a talon, then those without."""


@dataclass(frozen=True, eq=False)
class LinearEvaluation:
    """Weights and their origin.

    Attributes:
        weights: float64 array of shape (2, features): with a talon, without.
        origin: the command, the code's version, scores and so on, by name.

    Raises:
        ValueError: the weights have another shape or are not all finite.
    """

    weights: np.ndarray
    origin: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.weights.shape != (2, COUNT) or not np.isfinite(self.weights).all():
            raise ValueError(f"weights must be finite numbers of shape (2, {COUNT}), got {self.weights!r}")


def save_evaluation(evaluation: LinearEvaluation, path: str | Path) -> None:
    """Write an evaluation file: JSON that people can read."""
    talon, endgame = (dict(zip(FEATURES, row, strict=True)) for row in evaluation.weights.tolist())
    content = {"format": FORMAT, "talon": talon, "endgame": endgame, "origin": dict(evaluation.origin)}
    write_text(path, json.dumps(content, indent=2) + "\n")


@lru_cache
def load_evaluation(path: str | Path = EVOLVED) -> LinearEvaluation:
    """Read an evaluation file; by default the package's own.

    Raises:
        ValueError: the file does not exist, or is not an evaluation of this version's features.
    """
    try:
        content = parse_json(read_text(path, MOST_CHARACTERS))
    except (OSError, ValueError) as error:
        raise ValueError(f"path={str(path)!r} is not an evaluation file: {error}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f"path={str(path)!r} is not an evaluation file: its format is not {FORMAT!r}")
    weights = np.array([_weights_of(content, part, path) for part in ("talon", "endgame")])
    return LinearEvaluation(weights, content.get("origin", {}))


def _weights_of(content: Mapping[str, Any], part: str, path: str | Path) -> list[float]:
    given = content.get(part)
    if not isinstance(given, dict) or given.keys() != set(FEATURES):
        raise ValueError(
            f"{part!r} of the evaluation in path={str(path)!r} must have the features {', '.join(FEATURES)}"
        )
    for name, value in given.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= sys.float_info.max:
            raise ValueError(f"the weight {name!r} of {part!r} in path={str(path)!r} must be a finite number")
    return [float(given[name]) for name in FEATURES]


@jit
def linear_value(state: Any, seat: Any, holder: Any) -> Any:
    """The value of a STATE in play for a seat, by the ``weights`` of a record."""
    return side_value(state, seat, holder) - side_value(state, 1 - seat, holder)


@jit
def side_value(state: Any, seat: Any, holder: Any) -> Any:
    """The weighted sum of the features of one side, in the order of `FEATURES`."""
    first = 0 if state.talon_size > 0 else COUNT
    hand, other = state.hands[seat], state.hands[1 - seat]
    plain, trumps = hand & ~state.trumps, hand & state.trumps
    value = holder.weights[first] * count(hand)
    value += holder.weights[first + 1] * rank_sum(plain, state)
    value += holder.weights[first + 2] * count(trumps)
    value += holder.weights[first + 3] * rank_sum(trumps, state)
    value += holder.weights[first + 4] * (count(hand) - count(same_ranks(hand)) // 4)
    weak = weaknesses(hand, hand & below_in_suit(other))
    value += holder.weights[first + 5] * count(weak)
    if single_rank(weak) and other & state.trumps == ZERO:
        value += holder.weights[first + 6]
    if seat == state.attacker:
        return value + holder.weights[first + 7]
    if state.phase == DEFENCE:
        value += holder.weights[first + 8]
    if state.phase == THROW_IN_AFTER_TAKE:
        taken = state.attacks | state.defences
        value += holder.weights[first + 9] * count(taken)
        value += holder.weights[first + 10] * rank_sum(taken & ~state.trumps, state)
        value += holder.weights[first + 11] * count(taken & state.trumps)
    return value


@jit
def rank_sum(cards: Any, state: Any) -> Any:
    """The height of cards: each counts from 0 for the lowest rank to almost 1 for the highest."""
    start = lowest(state.deck) & 15
    ranks = count(state.deck & suit_lane(lowest(state.deck)))
    total = 0
    while cards != ZERO:
        total += (lowest(cards) & 15) - start
        cards &= cards - ONE
    return total / ranks
