"""Policies of other libraries as agents: any function that scores all actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces

from cardkit.encoding import PAST, write_first
from cardkit.learning.encoding_match import fitting_encoding
from cardkit.pieces import HISTORY, PieceEncoding


class BatchedPolicy:
    """A policy that scores the actions of many observations at once; the agent chooses among the legal ones.

    Args:
        scores: given observations as a batch of ``space`` (float32 or uint8 of shape (n, entries), or a dict with
            ``observation`` and ``action_mask``, int8 of shape (n, actions)), returns numbers of shape (n, actions),
            higher is better. If actions are drawn, these are the logits.
        space: of the observations that the policy was trained on, as in an environment's ``observation_space`` (a
            vector environment's ``single_observation_space``); it determines the encoding.
        deterministic: whether to play the best legal action or one drawn from the softmax of the scores.
    """

    ENCODING: ClassVar[type[PieceEncoding]]
    """The game's encodings."""

    def __init__(
        self, scores: Callable[[Any], np.ndarray], space: spaces.Space[Any], deterministic: bool = True
    ) -> None:
        self._scores, self._space, self._deterministic = scores, space, deterministic
        self._encodings: dict[tuple[Any, bool], Any] = {}

    def prepare(self, rules: Any, open_world: bool | None = None) -> None:
        """Find the encoding; a plain game is given in their place, and knows its world.

        Raises:
            ValueError: the policy was trained on other rules, or sees cards that its seat may not see.
        """
        self._encoding(rules, rules.open_world if open_world is None else open_world)

    def act(self, info: Any, rng: np.random.Generator) -> int:
        """Choose a legal action, and return its id."""
        return self.act_batch([info], [rng])[0]

    def act_batch(self, infos: Sequence[Any], rngs: Sequence[np.random.Generator]) -> list[int]:
        """Choose a legal action id for each information set; all share the same rules and world.

        Raises:
            ValueError: the scores do not have one entry for each choice and action, or are no numbers.
        """
        encoding = self._encoding(infos[0].rules, infos[0].open_world)
        vectors, masks = encoding.new_rows(len(infos))
        self._write(encoding, infos, vectors, masks)
        illegal = masks == 0  # computed first, since the policy gets the masks themselves and may change them
        as_dict = isinstance(self._space, spaces.Dict)
        observations = {"observation": vectors, "action_mask": masks} if as_dict else vectors
        scores = np.array(self._scores(observations), np.float64)
        if scores.shape != illegal.shape:
            raise ValueError(f"scores must have the shape {illegal.shape}, (choices, actions); got {scores.shape}")
        scores[illegal] = -np.inf
        if not np.isfinite(scores.max(axis=1)).all():
            raise ValueError("scores of legal actions must be numbers, and one of them finite: they are NaN or inf")
        if self._deterministic:
            return scores.argmax(axis=1).tolist()
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return [int(rng.choice(len(row), p=row / row.sum())) for row, rng in zip(weights, rngs, strict=True)]

    def past_of(self, encoding: Any, info: Any) -> np.ndarray:
        """Return the latest plies of an information set, for an encoding that shows them."""
        return encoding.past_of(info)

    def _write(self, encoding: Any, infos: Sequence[Any], vectors: np.ndarray, masks: np.ndarray) -> None:
        writer, no_past = encoding.writer, np.zeros(1, PAST)
        for row, info in enumerate(infos):
            past = self.past_of(encoding, info) if encoding.name == HISTORY else no_past
            record = np.array([info.record], info.record.dtype)
            write_first(writer, record, past, vectors[row : row + 1], masks[row : row + 1])

    def _encoding(self, rules: Any, open_world: bool) -> Any:
        key = rules, open_world
        if key not in self._encodings:
            self._encodings[key] = fitting_encoding(self.ENCODING, self._space, rules, open_world)
        return self._encodings[key]
