"""A linear evaluation of positions: features of both sides, a weight each, one set with a talon and one without.

The value for a seat is the weighted sum of its features less that of the other seat's, so what is good for one is as
bad for the other. The features are those of the thesis' basic evaluation (hand sizes, hand values, weaknesses; see
`baselines.evaluation.basic`), taken apart, and what the bout at hand does to a side. The weights come from a file;
evolution found those of the package (`baselines.training.evolution`).

Evolved evaluations, played one ply deep and as the evaluation of a search, are named as future work in A. Zarlykov,
bachelor thesis, 2023.
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
from cardkit.compiled.bits import ZERO, lowest, without_lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Seat, State
from cardkit.compiled.records import record
from cardkit.files import write_text
from cardkit.reading import parse_json, read_text
from durak_env.cards import Cards, count, same_ranks, suit_lane
from durak_env.game import DEFENCE, THROW_IN_AFTER_TAKE

FORMAT = "durak-evaluation"
MOST_CHARACTERS = 1_000_000  # of an evaluation's file
EVOLVED = Path(__file__).parents[1] / "networks" / "data" / "evolved.json"

FEATURES = (
    "cards",  # in the hand
    "ranks",  # of the hand's cards that are no trumps, above the lowest rank, in shares of the deck's ranks
    "trumps",  # in the hand
    "trump_ranks",  # as above
    "pairs",  # cards whose rank the hand holds already
    "weaknesses",  # cards of ranks of which the other hand beats every card in its suit
    "single_weakness",  # 1 with weaknesses of exactly one rank, while the other hand has no trumps
    "attacker",  # 1 for the attacker of the bout
    "to_beat",  # 1 for the defender who has a card to beat
    "taken",  # cards on the table, for the defender who takes them
    "taken_ranks",  # as above, of those that are no trumps
    "taken_trumps",  # trumps among them
)
"""Of one side, in the order of their weights."""

COUNT = len(FEATURES)
WEIGHTS = ("weights", record([(name, np.float64) for name in FEATURES]), 2)
"""A field of a record: the weights by feature, with a talon, then without."""


@dataclass(frozen=True, eq=False)
class LinearEvaluation:
    """Weights with where they come from.

    Attributes:
        weights: float64 array of shape (2, features): with a talon, without.
        origin: by name: the command, the code's version, scores, and the like.

    Raises:
        ValueError: weights of another shape, or not all finite.
    """

    weights: np.ndarray
    origin: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.weights.shape != (2, COUNT) or not np.isfinite(self.weights).all():
            raise ValueError(f"weights are finite numbers of the shape (2, {COUNT}), not {self.weights!r}")


def set_weights(holder: Any, evaluation: LinearEvaluation) -> None:
    """Write the weights of an evaluation into the ``weights`` of a record."""
    holder.weights = [tuple(row) for row in evaluation.weights]


def save_evaluation(evaluation: LinearEvaluation, path: str | Path) -> None:
    """Write an evaluation's file: JSON, to be read by people too."""
    talon, endgame = (dict(zip(FEATURES, row, strict=True)) for row in evaluation.weights.tolist())
    content = {"format": FORMAT, "talon": talon, "endgame": endgame, "origin": dict(evaluation.origin)}
    write_text(path, json.dumps(content, indent=2) + "\n")


@lru_cache
def load_evaluation(path: str | Path = EVOLVED) -> LinearEvaluation:
    """Read an evaluation's file; the one of the package by default.

    Raises:
        ValueError: there is no such file, or it is none of an evaluation of this version's features.
    """
    try:
        content = parse_json(read_text(path, MOST_CHARACTERS))
    except (OSError, ValueError) as error:
        raise ValueError(f"path={str(path)!r} is no evaluation's file: {error}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f"path={str(path)!r} is no evaluation's file: its format is not {FORMAT!r}")
    weights = np.array([_weights_of(content, part, path) for part in ("talon", "endgame")])
    return LinearEvaluation(weights, content.get("origin", {}))


def _weights_of(content: Mapping[str, Any], part: str, path: str | Path) -> list[float]:
    told = content.get(part)
    if not isinstance(told, dict) or told.keys() != set(FEATURES):
        raise ValueError(
            f"the evaluation in path={str(path)!r} has other features than {', '.join(FEATURES)} in {part!r}"
        )
    for name, value in told.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= sys.float_info.max:
            raise ValueError(f"the weight {name!r} of {part!r} in path={str(path)!r} is no finite number")
    return [float(told[name]) for name in FEATURES]


@jit
def linear_value(state: State, seat: Seat, holder: Any) -> float:
    """The value of a STATE in play for a seat, by the ``weights`` of a record."""
    weights = holder.weights[0 if state.talon_size > 0 else 1]
    return side_value(state, seat, weights) - side_value(state, 1 - seat, weights)


@jit
def side_value(state: State, seat: Seat, weights: Any) -> float:
    """The weighted sum of the features of one side; a sum of products in the order of `FEATURES`."""
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
    """How high cards are: 0 for each of the lowest rank, nearly 1 for each of the highest."""
    start = lowest(state.deck) & 15
    ranks = count(state.deck & suit_lane(lowest(state.deck)))
    total = 0
    while cards != ZERO:
        total += (lowest(cards) & 15) - start
        cards = without_lowest(cards)
    return total / ranks
