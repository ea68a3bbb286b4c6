"""Durak's networks in compiled code: the kit's, whose inputs and outputs change places so that trumps come first."""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.durak.networks.network_file import Network
from baselines.durak.networks.network_input import action_orders, input_encoding, input_orders, places_among
from cardkit.compiled.bits import ZERO, Number, lowest, without_lowest
from cardkit.compiled.blocks import Block
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import Address, array_at
from cardkit.compiled.records import record, where_field
from cardkit.learning.forward import LAYER_FIELDS, memory_of, new_memory, outputs_of, rows_of
from cardkit.learning.policy_network import list_observed, network_fields, observing, soften
from durak_env.actions import actions_of_slots
from durak_env.core.dealing import new_states
from durak_env.core.records import NO_SUIT, Info
from durak_env.core.seating import seats_of
from durak_env.observation.pieces import WRITER
from durak_env.observation.writer import write_with as write_with  # binds the writer of observations
from durak_env.rules import MOST_SEATS, Rules

_SLOTS = 64
_PLAIN_RULES = ("deck", "hand_size", "max_attack_cards", "include_trumps", "draws")
_TABLE_RULES = ("throw_in", "first_discard_limit", "transfer", "passport")

NETWORK = record(
    [
        ("deck", np.uint64),  # the rules of the game that it plays
        ("hand_size", np.uint8),
        ("max_attack_cards", np.uint8),
        ("include_trumps", np.uint8),
        ("draws", np.uint8),
        ("plain", np.uint8),  # whether that is the plain game; the rules of others:
        ("throw_in", np.uint8),
        ("first_discard_limit", np.uint8),
        ("transfer", np.uint8),
        ("passport", np.uint8),
        ("rivals", np.uint8, MOST_SEATS),  # then zeros
        ("seats", np.uint8),
        ("suits", np.int64),
        *network_fields(WRITER),
        ("orders_at", np.int64),  # offset of the input that each entry is, by trump suit and last for none, uint16,
        ("places_at", np.int64),  # and of the output that is about each slot, uint8
        ("temperature", np.float64),
        ("next_at", np.int64),  # offset of the memory of a network for another game; 0: there is none
    ]
)
"""The head of a network's memory for one game."""

network_in = Block(("network", NETWORK, 1)).reader("network")


def network_memory(network: Network, temperature: float = 0.0, *others: Network) -> np.ndarray:
    """Make the memory of a network, and of the agent that plays it: uint8 array; those of the others lie behind it.

    A network for several tables has a head for each, whose layers are those of the first.

    Raises:
        ValueError: more than `MAX_LAYERS` layers.
    """
    behind = {"next": network_memory(others[0], temperature, *others[1:])} if others else {}
    *smaller, own = network.tables
    for table in smaller:
        head, parts = _own_parts(network, table, temperature)
        behind = {"next": memory_of(head, {**parts, **behind})}
    head, parts = _own_parts(network, own, temperature)
    memory = new_memory(head, network.layers, **parts, **behind)
    first, at = _head_at(memory, 0), 0
    for _ in smaller:
        at += int(_head_at(memory, at)["next_at"])
        for name, *_ in LAYER_FIELDS:
            _head_at(memory, at)[name] = first[name] - at if name.endswith("_at") else first[name]
    return memory


def _head_at(memory: np.ndarray, start: int) -> Any:
    return memory[start : start + NETWORK.itemsize].view(NETWORK)[0]


def _own_parts(network: Network, table: Rules, temperature: float) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Make the head for one of a network's tables, without its layers, and the parts of the memory that are its own."""
    state, head = new_states(table)[0], np.zeros(1, NETWORK)
    for name in (*_PLAIN_RULES, *(() if table.is_plain else _TABLE_RULES)):
        head[name] = state[name]
    if not table.is_plain:
        head["rivals"][0, : table.num_players] = state["rivals"]
    head["plain"], head["seats"], head["suits"] = table.is_plain, table.num_players, table.num_suits
    head["temperature"] = temperature
    orders = places_among(table, network.rules)[input_orders(table)]
    outputs = action_orders(table)[:, actions_of_slots(table).clip(0)]
    parts = {"orders": orders.astype(np.uint16).ravel(), "places": outputs.astype(np.uint8).ravel()}
    return head, observing(head, input_encoding(table)) | parts


@jit
def network_for(info: Info, memory: Address) -> Address:
    """Return the address of the network that plays a game, given an agent's memory; the last one, if none does."""
    while not same_rules(info, network_in(memory)) and network_in(memory).next_at != 0:
        memory += network_in(memory).next_at
    return memory


@jit
def logits_of(info: Info, memory: Address) -> np.ndarray:
    """Compute the outputs, for a policy the logits of all actions, trump suit first: float32 array in the work space.

    Args:
        info: INFO record.
        memory: address of a network's memory.
    """
    memory = network_for(info, memory)
    head = network_in(memory)
    if not same_rules(info, head):
        raise ValueError("this network was trained on other rules than those of the game")
    terms = list_observed(head, memory, info)
    rows, inputs = rows_of(head, memory), head.entries + head.actions
    orders = array_at(memory + head.orders_at + 2 * inputs * trump_row(info, head), (inputs,), np.uint16)
    for term in range(terms):
        rows[term] = orders[rows[term]]
    return outputs_of(head, memory, terms)


@jit
def places_of(info: Info, memory: Address) -> np.ndarray:
    """Return which output is about each slot, uint8 by slot."""
    memory = network_for(info, memory)
    head = network_in(memory)
    return array_at(memory + head.places_at + _SLOTS * trump_row(info, head), (_SLOTS,), np.uint8)


@jit
def trump_row(info: Info, head: Any) -> Number:
    """Return the row of a table by trump suit."""
    return np.int64(info.trump_suit) if info.trump_suit != NO_SUIT else head.suits


@jit
def fill_probabilities(info: Info, memory: Address, probabilities: np.ndarray) -> None:
    """Write a policy's probabilities for an INFO record: the softmax of the logits of the legal actions.

    Args:
        info: INFO of the seat to move.
        memory: address of the memory of an agent that plays a network, or of a copy.
        probabilities: float64 array of shape (64,), by slot; entries of illegal slots stay unchanged.
    """
    logits, places = logits_of(info, memory), places_of(info, memory)
    left = info.legal
    while left != ZERO:
        probabilities[lowest(left)] = logits[places[lowest(left)]]
        left = without_lowest(left)
    soften(info, probabilities)


@jit
def same_rules(info: Info, head: Any) -> bool:
    """Return whether a game has the rules that a network plays."""
    return (
        info.deck == head.deck
        and info.hand_size == head.hand_size
        and info.max_attack_cards == head.max_attack_cards
        and info.include_trumps == head.include_trumps
        and info.draws == head.draws
        and same_table(info, head)
    )


def _both_plain(info: Info, head: Any) -> bool:
    return head.plain != 0


def _same_seats_and_options(info: Info, head: Any) -> bool:
    if seats_of(info) != head.seats or head.plain != 0:
        return False
    for seat in range(seats_of(info)):
        if info.rivals[seat] != head.rivals[seat]:
            return False
    return (
        info.throw_in == head.throw_in
        and info.first_discard_limit == head.first_discard_limit
        and info.transfer == head.transfer
        and info.passport == head.passport
    )


same_table = where_field("rivals", _same_seats_and_options, _both_plain)
"""Return whether as many seats play, in equal teams, with equal options."""
