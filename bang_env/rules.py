"""The rules that vary: seats, the limit of rounds, and three readings of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bang_env.characters import FEWEST_SEATS, MOST_SEATS
from cardkit.checks import check_flag, check_whole
from cardkit.variant_rules import SeatRules

MOST_ROUNDS = 1000
NUM_ACTIONS, NUM_CARDS = 185, 80
MOST_PLIES = 10_000


@dataclass(frozen=True, slots=True)
class Rules(SeatRules):
    """The rules that vary. The last three, each reversed, are those of the official game.

    Attributes:
        num_players: seats, 4..7.
        max_rounds: rounds, 1..1000; when the Sheriff should begin another one the game ends and all lose.
        free_discard: whether a seat may discard even while its hand is not too large.
        jail_skips: whether a jailed seat loses its turn; if not it goes on with its discards.
        sid_saves: whether Sid Ketchum may use his ability when dying, too.

    Raises:
        ValueError: a value is out of its range.
    """

    num_players: int = 5
    max_rounds: int = 100
    free_discard: bool = True
    jail_skips: bool = False
    sid_saves: bool = False

    def __post_init__(self) -> None:
        check_whole("num_players", self.num_players, FEWEST_SEATS, MOST_SEATS)
        check_whole("max_rounds", self.max_rounds, 1, MOST_ROUNDS)
        for name in ("num_players", "max_rounds"):
            value = getattr(self, name)
            object.__setattr__(self, name, int(value) if isinstance(value, np.integer) else value)
        for name in ("free_discard", "jail_skips", "sid_saves"):
            check_flag(name, getattr(self, name))
            object.__setattr__(self, name, bool(getattr(self, name)))

    @property
    def num_cards(self) -> int:
        """Number of cards, whatever the rules."""
        return NUM_CARDS

    @property
    def num_actions(self) -> int:
        """Number of action ids, whatever the rules."""
        return NUM_ACTIONS


RulesLike = Rules | Mapping[str, Any] | str | None
"""What `Rules.of` accepts."""
