"""A linear evaluation of positions: features of both sides, a weight each, one set with a talon and one without.

The value for a seat is the weighted sum of its features less that of the other seat's, so what is good for one is as
bad for the other. The features are those of the thesis' basic evaluation (hand sizes, hand values, weaknesses; see
`baselines.evaluation`), taken apart, and what the bout at hand does to a side. The weights come from a file; the one of
the package was found by evolution (`baselines.training.evolution`).

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

from baselines.files import write_text
from baselines.heuristic import below_in_suit, single_rank, weaknesses
from baselines.reading import parse_json, read_text
from durak_env.bits import ONE, ZERO, lowest
from durak_env.cards import count, same_ranks, suit_lane
from durak_env.game import DEFENCE, THROW_IN_AFTER_TAKE
from durak_env.jit import jit

FORMAT = "durak-evaluation"
MOST_CHARACTERS = 1_000_000  # of an evaluation's file
EVOLVED = Path(__file__).with_name("evolved.json")

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
WEIGHTS = ("weights", np.float64, 2 * COUNT)
"""A field of a record: the weights with a talon, then those without."""


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
def linear_value(state: Any, seat: Any, holder: Any) -> Any:
    """The value of a STATE in play for a seat, by the ``weights`` of a record."""
    return side_value(state, seat, holder) - side_value(state, 1 - seat, holder)


@jit
def side_value(state: Any, seat: Any, holder: Any) -> Any:
    """The weighted sum of the features of one side; a sum of products in the order of `FEATURES`."""
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
    """How high cards are: 0 for each of the lowest rank, nearly 1 for each of the highest."""
    start = lowest(state.deck) & 15
    ranks = count(state.deck & suit_lane(lowest(state.deck)))
    total = 0
    while cards != ZERO:
        total += (lowest(cards) & 15) - start
        cards &= cards - ONE
    return total / ranks
