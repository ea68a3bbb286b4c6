"""A linear evaluation of positions: one weight per feature of a side, in two sets, with and without a talon.

The value for a seat is the weighted sum of its features minus that of the other seat's, so the two seats' values are
opposite. The features split up those of the thesis' basic evaluation (hand sizes, hand values, weaknesses; see
`baselines.durak.evaluation.basic`) and add the effect of the current bout on a side. The weights come from a file;
evolution found those of the package (`baselines.durak.learning.evolution`).

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

from cardkit.compiled.bits import ZERO, lowest, without_lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Seat
from cardkit.compiled.records import record
from cardkit.files import write_text
from cardkit.playing_cards import Cards, suit_lane
from cardkit.reading import parse_json, read_text
from durak_env.agents.tactics import below_in_suit, single_rank, weaknesses
from durak_env.cards import count, same_ranks
from durak_env.core.records import DEFENCE, THROW_IN_AFTER_TAKE, State

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
WEIGHTS = ("weights", record([(name, np.float64) for name in FEATURES]), 2)
"""A record field: the weights by feature, with a talon, then without."""


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


def set_weights(holder: Any, evaluation: LinearEvaluation) -> None:
    """Write the weights of an evaluation into the ``weights`` of a record."""
    holder.weights = [tuple(row) for row in evaluation.weights]


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
def linear_value(state: State, seat: Seat, holder: Any) -> float:
    """Compute the value of a STATE in play for a seat, by the ``weights`` of a record."""
    weights = holder.weights[0 if state.talon_size > 0 else 1]
    return side_value(state, seat, weights) - side_value(state, 1 - seat, weights)


@jit
def side_value(state: State, seat: Seat, weights: Any) -> float:
    """Compute the weighted sum of the features of one side, in the order of `FEATURES`."""
    hand, other = state.hands[seat], state.hands[1 - seat]
    plain, trumps = hand & ~state.trumps, hand & state.trumps
    value = weights.cards * count(hand)
    value += weights.ranks * rank_sum(plain, state)
    value += weights.trumps * count(trumps)
    value += weights.trump_ranks * rank_sum(trumps, state)
    value += weights.pairs * (count(hand) - count(same_ranks(hand)) // 4)
    weak = weaknesses(hand, hand & below_in_suit(other))
    value += weights.weaknesses * count(weak)
    if single_rank(weak) and other & state.trumps == ZERO:
        value += weights.single_weakness
    if seat == state.attacker:
        return value + weights.attacker
    if state.phase == DEFENCE:
        value += weights.to_beat
    if state.phase == THROW_IN_AFTER_TAKE:
        taken = state.attacks | state.defences
        value += weights.taken * count(taken)
        value += weights.taken_ranks * rank_sum(taken & ~state.trumps, state)
        value += weights.taken_trumps * count(taken & state.trumps)
    return value


@jit
def rank_sum(cards: Cards, state: State) -> float:
    """Compute the height of cards: each counts from 0 for the lowest rank to almost 1 for the highest."""
    start = lowest(state.deck) & 15
    ranks = count(state.deck & suit_lane(lowest(state.deck)))
    total = 0
    while cards != ZERO:
        total += (lowest(cards) & 15) - start
        cards = without_lowest(cards)
    return total / ranks
