"""Finds the encoding that a saved policy was trained on from its observation space, and observes with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from cardkit.encoding import MAX_HISTORY, PAST, write_first
from cardkit.pieces import ENCODINGS, HISTORY, OPEN
from durak_env.information import InformationSet
from durak_env.observation.encoding import Encoding
from durak_env.rules import Rules


def fitting_encoding(space: spaces.Space[Any], rules: Rules, open_world: bool) -> Encoding:
    """The encoding whose vectors, or dicts of vector and mask, belong to this space.

    Raises:
        ValueError: there is none, or it shows cards that the seat does not know.
    """
    fits = [encoding for encoding in all_encodings(rules) if _fits(encoding, space)]
    allowed = [encoding for encoding in fits if open_world or encoding.name != OPEN]
    if allowed:
        return allowed[0]
    if fits:
        raise ValueError(f"observations of {describe_space(space)} show hidden cards: play in the open world")
    raise ValueError(
        f"observations of {describe_space(space)} fit no encoding of the rules {rules}: "
        + ", ".join(
            f"{name} has {Encoding(rules, name, history=1).size} entries" for name in ENCODINGS if name != HISTORY
        )
        + f", {HISTORY} {Encoding(rules, HISTORY, history=1).size} with a ply and {rules.num_actions + 1} more a ply; "
        f"values are float32 of 0 to 1, or uint8; a mask beside them has {rules.num_actions} entries"
    )


def all_encodings(rules: Rules) -> Iterator[Encoding]:
    """Every encoding for the rules."""
    for dtype in ("float32", "uint8"):
        for name in ENCODINGS:
            for history in range(1, MAX_HISTORY + 1) if name == HISTORY else [MAX_HISTORY]:
                yield Encoding(rules, name, dtype, history)


def _fits(encoding: Encoding, space: spaces.Space[Any]) -> bool:
    vector = space.spaces.get("observation", space) if isinstance(space, spaces.Dict) else space
    if vector.shape != (encoding.size,):  # fast, and excludes almost all encodings
        return False
    return vector == encoding.vector_space and (vector is space or _is_with_mask(space, encoding.rules.num_actions))


def _is_with_mask(space: Any, actions: int) -> bool:
    """Whether a dict of spaces holds a vector and a mask; the mask may be any kind of space of zeros and ones."""
    return set(space) == {"observation", "action_mask"} and space["action_mask"].shape == (actions,)


def describe_space(space: spaces.Space[Any]) -> str:
    """A short description of a space."""
    if isinstance(space, spaces.Dict):
        return "a dict of " + " and ".join(f"{name}: {describe_space(part)}" for name, part in space.items())
    if isinstance(space, spaces.Box):
        return f"shape {space.shape}, dtype {space.dtype} and values {space.low.min():g} to {space.high.max():g}"
    return f"shape {space.shape} and dtype {space.dtype}"


class Observer:
    """Observes information sets in the encoding that a policy was trained on.

    Attributes:
        encoding: of the observations.
    """

    def __init__(self, space: spaces.Space[Any], rules: Rules, open_world: bool) -> None:
        self.encoding = fitting_encoding(space, rules, open_world)
        self._as_dict = isinstance(space, spaces.Dict)
        self._writer, self._no_past = self.encoding.writer, np.zeros(1, PAST)

    def __call__(self, infos: Sequence[InformationSet]) -> tuple[Any, np.ndarray]:
        """Observations, as rows or a dict of rows, and int8 masks of shape (infos, actions).

        Raises:
            ValueError: the encoding shows past plies, which an information set does not hold.
        """
        vectors, masks = self.encoding.new_rows(len(infos))
        for row, info in enumerate(infos):
            past = self._past(info) if self.encoding.name == HISTORY else self._no_past
            record = np.array([info.record], info.record.dtype)
            write_first(self._writer, record, past, vectors[row : row + 1], masks[row : row + 1])
        return {"observation": vectors, "action_mask": masks} if self._as_dict else vectors, masks

    def _past(self, info: InformationSet) -> Any:
        if len(info.plies) != info.record.plies:
            raise ValueError("the policy needs past plies, which are not kept here")
        return self.encoding.past_of(info)
