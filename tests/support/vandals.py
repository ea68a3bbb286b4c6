"""Agents that write into everything that they are given, and into their earlier inputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from durak_env.cards import DONE_BIT, TAKE_BIT
from durak_env.information import InformationSet


def spoil(thing: Any) -> None:
    """Write into a thing, and into everything that can be reached from it."""
    if isinstance(thing, np.random.Generator):
        thing.bit_generator.state = np.random.default_rng(0).bit_generator.state
    elif isinstance(thing, InformationSet):
        for part in (thing.record, thing.rules, thing.plies):
            spoil(part)
        for name in InformationSet.__slots__:
            setattr(thing, name, ())
    elif isinstance(thing, np.ndarray | np.void):
        spoil_memory(thing)
    elif is_dataclass(thing):
        for field in fields(thing):
            object.__setattr__(thing, field.name, 2)
    elif isinstance(thing, dict):
        for value in thing.values():
            spoil(value)
        thing.clear()
    elif isinstance(thing, list | tuple):
        for part in thing:
            spoil(part)


def spoil_memory(array: Any) -> None:
    """Write ones into the memory of an array or a record, and into that of the arrays that it is part of."""
    while isinstance(array, np.ndarray | np.void):
        if isinstance(array, np.void):
            for name in array.dtype.names or ():
                array[name] = np.full(array.dtype[name].shape, -1).astype(array.dtype[name].base)
        elif array.flags.contiguous and array.dtype != object:
            array.flags.writeable = True
            array.reshape(-1).view(np.uint8)[:] = 255
        array = array.base


class LastLegal:
    """An agent that plays the legal action with the highest id."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        return info.legal_actions[-1]


class Dicing:
    """An agent that plays by its random numbers, and checks that it receives all plies."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        assert len(info.plies) == info.record.plies
        return int(rng.choice(info.legal_actions))


class Vandal(LastLegal):
    """An agent that plays as `LastLegal`, and spoils everything it was ever given."""

    def __init__(self) -> None:
        self.given: list[Any] = []

    def prepare(self, *given: Any) -> None:
        self.spoil(given)

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        action = super().act(info, rng)
        self.spoil((info.record, info.rules, info.plies, info, rng))
        return action

    def spoil(self, given: Any) -> None:
        self.given = [*self.given[-6:], given]
        for thing in self.given:
            spoil(thing)


class BatchVandal(Vandal):
    """A vandal that is asked about many games at once."""

    def act_batch(self, infos: Sequence[InformationSet], rngs: Sequence[np.random.Generator]) -> list[int]:
        actions = [LastLegal.act(self, info, rng) for info, rng in zip(infos, rngs, strict=True)]
        self.spoil([(info.record, info.rules, info, rng) for info, rng in zip(infos, rngs, strict=True)])
        return actions


class Cheat:
    """An agent that calls its whole hand, take and done legal, and plays illegally where it can."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        legal = info.legal_actions
        info.record.legal |= info.record.hands[info.seat] | TAKE_BIT | DONE_BIT
        base: Any = info.record.base
        base["legal"] = info.record.legal
        return next((action for action in info.legal_actions if action not in legal), legal[0])


class BatchCheat(Cheat):
    """A cheat that is asked about many games at once."""

    def act_batch(self, infos: Sequence[InformationSet], rngs: Sequence[np.random.Generator]) -> list[int]:
        return [self.act(info, rng) for info, rng in zip(infos, rngs, strict=True)]
