"""Encodings: the form of a game's observations, from its rules and a few settings."""

from __future__ import annotations

from dataclasses import dataclass

from bang_env.observation import writer  # noqa: F401 - implements `write_observation`
from bang_env.observation.pieces import LAYOUT, PIECES, WRITER
from bang_env.rules import Rules
from cardkit.pieces import PieceEncoding


@dataclass(frozen=True)
class Encoding(PieceEncoding):
    """A `cardkit.pieces.PieceEncoding` of the pieces in `bang_env.observation.pieces`."""

    PIECES, LAYOUT, WRITER, RULES = PIECES, LAYOUT, WRITER, Rules

    rules: Rules
