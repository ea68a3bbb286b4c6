"""Policy networks of any game in compiled code: the input is an observation and its action mask, the outputs logits.

The memory of a network::

    | network: its shape, what it observes with | layers | an observation, uint8 | an action mask, int8 | counts |

Observations are in bytes, the smallest value 0. The counts say what each unit of an entry adds to an input, in parts of
2^24.

The legal slots of a position must have the order of their action ids, so that no table leads from one to the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from cardkit.compiled.elementary import exp
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import Address, array_at
from cardkit.compiled.protocol import Info, Slot, write_observation
from cardkit.compiled.records import Field, record
from cardkit.compiled.slots import first_slot, is_empty, legal_of, without_first
from cardkit.compiled.sparse.listing import list_bytes
from cardkit.encoding import PAST
from cardkit.game import Game
from cardkit.learning.forward import LAYER_FIELDS, factors_of, new_memory, outputs_of, rows_of
from cardkit.learning.integers.quantising import INPUT_ONE
from cardkit.learning.layers import Layer
from cardkit.pieces import PieceEncoding

_COUNT_BITS = 24
_HALF = 1 << (_COUNT_BITS - 1)


def network_fields(writer: np.dtype[Any]) -> list[Field]:
    """List the fields of the head of a network's memory for a game whose observations are written with such records."""
    return [
        ("entries", np.int64),  # of an observation
        ("actions", np.int64),
        *LAYER_FIELDS,
        ("observation_at", np.int64),  # offset in the memory of an observation, uint8,
        ("counts_at", np.int64),  # of what each of its entries counts, uint32,
        ("mask_at", np.int64),  # and of an action mask, int8
        ("past", PAST),  # no plies: the encoding shows none
        ("writer", writer),
    ]


def network_record(writer: np.dtype[Any]) -> np.dtype[Any]:
    """Make the dtype of the head of a network's memory for a game whose observations are written with such records."""
    return record(network_fields(writer))


def network_memory(kind: np.dtype[Any], game: Game, encoding: PieceEncoding, layers: Sequence[Layer]) -> np.ndarray:
    """Make the memory of a network, uint8 array.

    Args:
        kind: as `network_record` makes it.
        game: what it plays.
        encoding: of its observations, in float32; the network was trained on them.
        layers: first to last.

    Raises:
        ValueError: too many layers, or the slots of the game do not have the order of their action ids.
    """
    _check_order(game)
    head = np.zeros(1, kind)
    parts, lows = observing(head, encoding), encoding.vector_space.low
    return new_memory(head, layers, np.append(lows, np.zeros(encoding.rules.num_actions, lows.dtype)), **parts)


def observing(head: np.ndarray, encoding: PieceEncoding) -> dict[str, np.ndarray]:
    """Fill in what a head says of observations; return the parts of the memory that they need."""
    in_bytes = replace(encoding, dtype="uint8")
    vectors, masks = in_bytes.new_rows(1)
    head["entries"], head["actions"], head["writer"] = vectors.shape[1], masks.shape[1], in_bytes.writer
    floats, most = encoding.vector_space, in_bytes.vector_space.high
    spans = floats.high.astype(np.float64) - floats.low  # float32 falls short of some halves
    counts = INPUT_ONE * spans / np.maximum(most, 1) * (1 << _COUNT_BITS)
    return {"observation": vectors[0], "counts": np.ceil(counts).astype(np.uint32), "mask": masks[0]}


def _check_order(game: Game) -> None:
    for row in np.asarray(game.action_ids):
        if (np.diff(row[row >= 0]) <= 0).any():
            raise ValueError(f"the slots of {game} must have the order of their action ids")


@jit
def logits_of(head: Any, memory: Address, info: Info) -> np.ndarray:
    """Compute the logits of a seat's knowledge, by action id: float32 array in the work space.

    Args:
        head: the record at the address, of `network_record`.
        memory: address of a network's memory.
        info: INFO record.
    """
    return outputs_of(head, memory, list_observed(head, memory, info))


@jit
def list_observed(head: Any, memory: Address, info: Info) -> int:
    """List a seat's knowledge and its legal actions as inputs; return their number."""
    write_observation(head.writer, info, head.past, memory + head.observation_at, memory + head.mask_at)
    return list_mask(head, memory, list_entries(head, memory))


@jit
def mask_of(head: Any, memory: Address) -> np.ndarray:
    """Return the action mask of the latest observation, int8 by action id."""
    return array_at(memory + head.mask_at, (head.actions,), np.int8)


@jit
def list_entries(head: Any, memory: Address) -> int:
    """List the entries of the latest observation that are above the lowest value they can have; return their number."""
    terms = list_bytes(memory + head.observation_at, head.entries, 0, memory + head.rows_at, memory + head.factors_at)
    rows, factors = rows_of(head, memory), factors_of(head, memory)
    counts = array_at(memory + head.counts_at, (head.entries,), np.uint32)
    for term in range(terms):
        factors[term] = (np.int64(factors[term]) * np.int64(counts[rows[term]]) + _HALF) >> _COUNT_BITS
    return terms


@jit
def list_mask(head: Any, memory: Address, terms: int) -> int:
    """List legal actions after ``terms`` other inputs; return how many there are."""
    rows, factors = memory + head.rows_at + 2 * terms, memory + head.factors_at + terms
    end = terms + list_bytes(memory + head.mask_at, head.actions, head.entries, rows, factors)
    for term in range(terms, end):
        factors_of(head, memory)[term] = INPUT_ONE
    return end


@jit
def best_slot(head: Any, memory: Address, info: Info) -> Slot:
    """Find the legal slot with the highest logit, the first of equals."""
    logits, mask = logits_of(head, memory, info), mask_of(head, memory)
    best, best_slot, action = -np.inf, np.int64(-1), -1
    left = legal_of(info)
    while not is_empty(left):
        slot = first_slot(left)
        left = without_first(left)
        action = next_legal(mask, action)
        if best_slot < 0 or logits[action] > best:
            best, best_slot = np.float64(logits[action]), np.int64(slot)
    return best_slot


@jit
def fill_probabilities(head: Any, memory: Address, info: Info, probabilities: Any) -> None:
    """Write the softmax of the logits of the legal actions, by slot; the entries of other slots stay unchanged."""
    logits, mask = logits_of(head, memory, info), mask_of(head, memory)
    action, left = -1, legal_of(info)
    while not is_empty(left):
        action = next_legal(mask, action)
        probabilities[first_slot(left)] = logits[action]
        left = without_first(left)
    soften(info, probabilities)


@jit
def soften(info: Info, values: Any) -> None:
    """Turn the logits of the legal slots into their softmax, by slot; the entries of other slots stay unchanged."""
    highest, total = -np.inf, 0.0
    left = legal_of(info)
    while not is_empty(left):
        highest = max(highest, np.float64(values[first_slot(left)]))
        left = without_first(left)
    left = legal_of(info)
    while not is_empty(left):
        slot = first_slot(left)
        values[slot] = exp(values[slot] - highest)
        total += values[slot]
        left = without_first(left)
    left = legal_of(info)
    while not is_empty(left):
        values[first_slot(left)] /= total
        left = without_first(left)


@jit
def next_legal(mask: np.ndarray, action: int) -> int:
    """Find the first legal action after this one."""
    action += 1
    while mask[action] == 0:
        action += 1
    return action
