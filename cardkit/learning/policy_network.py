"""Policy networks of any game in compiled code: the input is an observation and its action mask, the outputs logits.

The memory of a network::

    | network: its shape, what it observes with | layers | an observation, float32 | an action mask, int8 |

The legal slots of a position must have the order of their action ids, so that no table leads from one to the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardkit.compiled.blocks import Block
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import Address, array_at
from cardkit.compiled.protocol import Info, Slot, write_observation
from cardkit.compiled.records import record
from cardkit.compiled.slots import first_slot, is_empty, legal_of, without_first
from cardkit.encoding import PAST, Encoding
from cardkit.game import Game
from cardkit.learning.forward import LAYER_FIELDS, factors_of, flat, outputs_of, rows_of, with_layers
from cardkit.learning.layers import Layer


def network_record(writer: np.dtype[Any]) -> np.dtype[Any]:
    """The head of a network's memory for a game whose observations are written with records of this kind."""
    return record(
        [
            ("entries", np.int64),  # of an observation
            ("actions", np.int64),
            *LAYER_FIELDS,
            ("observation_at", np.int64),  # offset in the memory of an observation, float32,
            ("mask_at", np.int64),  # and of an action mask, int8
            ("past", PAST),  # no plies: the encoding shows none
            ("writer", writer),
        ]
    )


def network_memory(kind: np.dtype[Any], game: Game, encoding: Encoding, layers: Sequence[Layer]) -> np.ndarray:
    """The memory of a network, uint8 array.

    Args:
        kind: as `network_record` makes it.
        game: what it plays.
        encoding: of its observations, in float32.
        layers: first to last.

    Raises:
        ValueError: too many layers, or the slots of the game do not have the order of their action ids.
    """
    _check_order(game)
    vectors, masks = encoding.new_rows(1)
    head = np.zeros(1, kind)
    head["entries"], head["actions"] = vectors.shape[1], masks.shape[1]
    head["writer"] = encoding.writer
    block = with_layers(Block(("network", kind, 1)), head, layers).followed_by(
        ("observation", vectors.dtype, vectors.shape[1]), ("mask", masks.dtype, masks.shape[1])
    )
    memory = block.new()
    block.view(memory, "network")[:] = head
    block.view(memory, "weights")[:] = flat(layers)
    block.tell_places(block.view(memory, "network")[0])
    return memory


def _check_order(game: Game) -> None:
    for row in np.asarray(game.action_ids):
        if (np.diff(row[row >= 0]) <= 0).any():
            raise ValueError(f"the slots of {game} must have the order of their action ids")


@jit
def logits_of(head: Any, memory: Address, info: Info) -> np.ndarray:
    """The logits of what a seat knows, by action id: float32 array in the work space.

    Args:
        head: the record at the address, of `network_record`.
        memory: address of a network's memory.
        info: INFO record.
    """
    write_observation(head.writer, info, head.past, memory + head.observation_at, memory + head.mask_at)
    observation = array_at(memory + head.observation_at, (head.entries,), np.float32)
    rows, factors = rows_of(head, memory), factors_of(head, memory)
    terms = list_entries(observation, 0, rows, factors, 0)
    return outputs_of(head, memory, list_entries(mask_of(head, memory), head.entries, rows, factors, terms))


@jit
def mask_of(head: Any, memory: Address) -> np.ndarray:
    """The action mask of the latest observation, int8 by action id."""
    return array_at(memory + head.mask_at, (head.actions,), np.int8)


@jit
def list_entries(entries: np.ndarray, start: int, rows: np.ndarray, factors: np.ndarray, terms: int) -> int:
    """List entries that are not 0, numbered from ``start``, after ``terms`` others; returns how many there are."""
    for place in range(len(entries)):
        if entries[place] != 0:
            rows[terms], factors[terms] = start + place, np.float32(entries[place])
            terms += 1
    return terms


@jit
def best_slot(head: Any, memory: Address, info: Info) -> Slot:
    """The legal slot with the highest logit, the first of equals."""
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
    highest, action = -np.inf, -1
    left = legal_of(info)
    while not is_empty(left):
        action = next_legal(mask, action)
        probabilities[first_slot(left)] = logits[action]
        highest = max(highest, np.float64(logits[action]))
        left = without_first(left)
    total = 0.0
    left = legal_of(info)
    while not is_empty(left):
        slot = first_slot(left)
        probabilities[slot] = np.exp(probabilities[slot] - highest)
        total += probabilities[slot]
        left = without_first(left)
    left = legal_of(info)
    while not is_empty(left):
        probabilities[first_slot(left)] /= total
        left = without_first(left)


@jit
def next_legal(mask: np.ndarray, action: int) -> int:
    """The first legal action after this one."""
    action += 1
    while mask[action] == 0:
        action += 1
    return action
