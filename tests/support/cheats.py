"""Agents that remember what they have seen of a deal, and show by an illegal action that they have met it before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from cardkit.agents import compiled_choice
from cardkit.compiled.bits import lowest
from cardkit.compiled.memory import address_of, load_word, store_word
from cardkit.compiled.protocol import Slot, Stream
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.records import Info
from durak_env.information import InformationSet

ILLEGAL = 200


class Memory:
    """A seat's knowledge of the latest deal with each trump card: its own hand; in the open world the talon."""

    def __init__(self) -> None:
        self.kept: dict[Any, tuple[int, frozenset[Any]]] = {}
        self.talons: dict[Any, Any] = {}

    def note(self, info: InformationSet) -> bool:
        """Keep the first sight of a deal; return whether the deal looks like the one before it with that trump card."""
        if info.record.plies > 1:
            return False
        if info.open_world:
            before, self.talons[info.trump_card] = self.talons.get(info.trump_card), info.talon
            return before == info.talon
        hand = frozenset(info.hand)
        seat, other = self.kept.get(info.trump_card, (-1, hand))
        self.kept[info.trump_card] = info.seat, hand
        return seat >= 0 and (hand == other if seat == info.seat else not hand & other)


class ByObject:
    """An agent that remembers in its object."""

    def __init__(self) -> None:
        self.memory = Memory()

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        return -1 if self.memory.note(info) else info.legal_actions[0]


class ByBatch(ByObject):
    """An agent that looks for a known deal among the games that it is asked about, too."""

    def act_batch(self, infos: Sequence[InformationSet], rngs: Sequence[np.random.Generator]) -> list[int]:
        return [self.act(info, rng) for info, rng in zip(infos, rngs, strict=True)]


class Locked(ByObject):
    """An agent that cannot be copied."""

    def __reduce__(self) -> Any:
        raise TypeError("it holds a lock")


@cache
def single() -> ByObject:
    """Return one agent at every call."""
    return ByObject()


@compiled_choice
def choose_by_memory(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose by a `Memory` kept in the agent's memory: by trump card the seat, from 1 on, and the hand."""
    if info.plies <= 1:
        at = address_of(memory) + 16 * np.int64(info.trump_card)
        seat, hand = np.uint64(info.seat + 1), info.hands[info.seat]
        before, other = load_word(at), load_word(at + 8)
        if info.open_world != 0:
            seat, hand = np.uint64(1), np.uint64(0)
            for place in range(info.talon_size):
                hand = hand * np.uint64(53) + np.uint64(info.talon[place])
        store_word(at, seat)
        store_word(at + 8, hand)
        if before != 0 and (hand == other if before == seat else hand & other == 0):
            return ILLEGAL
    return lowest(info.legal)


def by_memory() -> CompiledAgent:
    """Return an agent that remembers in its memory."""
    return CompiledAgent(choose_by_memory, np.zeros(16 * 64, np.uint8), any_table=True)


PROGRAM = """
import json, sys
kept = {}
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
        continue
    action, trump, hand = asked["legal"][0], asked["trump_card"], set(asked["hand"])
    if len(asked["plies"]) <= 1:
        seat, other = kept.get(trump, (-1, hand))
        kept[trump] = asked["seat"], hand
        if seat >= 0 and (hand == other if seat == asked["seat"] else not hand & other):
            action = "9c" if "9c" not in asked["legal"] else "Tc"
    print(json.dumps({"id": asked["id"], "action": action}), flush=True)
"""
"""A program that remembers; where neither is legal, it names a card that it may not play."""


@compiled_choice
def choose_crashing(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Crash late in the game."""
    if info.plies > 25:
        raise ValueError("it is late")
    return lowest(info.legal)


def crashing() -> CompiledAgent:
    return CompiledAgent(choose_crashing)


@compiled_choice
def choose_first(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    return lowest(info.legal)


@compiled_choice
def choose_sometimes_illegal(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose an action that does not exist in a few games, by the cards of its hand."""
    return ILLEGAL if info.hands[info.seat] % np.uint64(61) == 7 else lowest(info.legal)


def sometimes_illegal() -> CompiledAgent:
    return CompiledAgent(choose_sometimes_illegal)
