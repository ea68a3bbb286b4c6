"""Encodings: the form of a game's observations, from its rules and a few settings."""

from __future__ import annotations

from dataclasses import dataclass

from cardkit.pieces import PieceEncoding
from oh_hell_env.actions import slot_of
from oh_hell_env.observation import writer  # noqa: F401 - implements `write_observation`
from oh_hell_env.observation.pieces import LAYOUT, PIECES, WRITER
from oh_hell_env.rules import Rules


@dataclass(frozen=True)
class Encoding(PieceEncoding):
    """A `cardkit.pieces.PieceEncoding` of the pieces in `oh_hell_env.observation.pieces`."""

    PIECES, LAYOUT, WRITER, RULES = PIECES, LAYOUT, WRITER, Rules

    rules: Rules

    def slot_of(self, action: int) -> int:
        """Return the slot of an action id."""
        return slot_of(action, self.rules)
