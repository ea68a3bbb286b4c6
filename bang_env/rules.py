"""The rules that vary: seats, the limit of rounds, and three readings of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import Any

from cardkit.rules.declared import check_rules, rule, with_attributes
from cardkit.rules.variant_rules import SeatRules

FEWEST_SEATS, MOST_SEATS = 4, 7
MOST_ROUNDS = 1000
NUM_ACTIONS, NUM_CARDS = 185, 80
MOST_PLIES = 10_000


@with_attributes
@dataclass(frozen=True, slots=True)
class Rules(SeatRules):
    """The rules that vary. The last three, each reversed, are those of the official game.

    Raises:
        ValueError: a value is out of its range.
    """

    num_players: int = rule(5, low=FEWEST_SEATS, high=MOST_SEATS, say="seats", aliases=["--players"], page=False)
    max_rounds: int = rule(100, low=1, high=MOST_ROUNDS, say="rounds; after them all lose", record="u2")
    free_discard: bool = rule(True, say="a seat may discard even while its hand is not too large", record="u1")
    jail_skips: bool = rule(
        False, say="a seat that stays in jail loses its turn; else it goes on with its discards", record="u1"
    )
    sid_saves: bool = rule(False, say="Sid Ketchum may use his ability when dying, too", record="u1")

    def __post_init__(self) -> None:
        for name in ("num_players", "max_rounds"):
            value = getattr(self, name)
            if isinstance(value, Integral) and not isinstance(value, bool):
                object.__setattr__(self, name, int(value))
        check_rules(self)

    @property
    def num_cards(self) -> int:
        """The number of cards, whatever the rules."""
        return NUM_CARDS

    @property
    def num_actions(self) -> int:
        """The number of action ids, whatever the rules."""
        return NUM_ACTIONS


RulesLike = Rules | Mapping[str, Any] | str | None
"""The values that `Rules.of` accepts."""
