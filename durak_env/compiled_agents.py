"""Durak's agents that play inside compiled loops; see `cardkit.agents.compiled_choice`.

The records of the plain game, of two seats without transfers, have another type than those of other games (see
`durak_env.information`). An agent plays games of both kinds if its choice takes all these types, and says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cardkit import agents
from cardkit.agents import NO_MEMORY
from durak_env.knowledge import INFO, INFOS, info_dtype
from durak_env.rules import PLAIN_ALONE, Rules


class CompiledAgent(agents.CompiledAgent):
    """An agent of Durak whose choice is compiled; it plays inside compiled loops, and one ply at a time from Python.

    Attributes:
        trained_on: the rules that its networks were trained on, the only ones that it plays; empty without networks.
        subject: who refuses other games, at the beginning of a sentence.
        policy_file: the file of the policy that it plays or that guides its search; None without one.

    Args:
        choose: the choice, decorated with `compiled_choice`.
        memory: its parameters and work space.
        any_table: whether it plays games of any number of seats and with transfers, not the plain game alone.

    Raises:
        ValueError: no such choice or memory.
    """

    info_dtypes: Sequence[np.dtype[Any]] = (INFO,)
    trained_on: tuple[Rules, ...] = ()
    subject: str = "it"
    policy_file: Path | None = None

    def __init__(self, choose: Any, memory: np.ndarray = NO_MEMORY, any_table: bool = False) -> None:
        super().__init__(choose, memory)
        if any_table:
            self.info_dtypes = (INFO, *INFOS.values())

    def prepare(self, rules: Rules, open_world: bool) -> None:
        """Refuse to play what the choice cannot.

        Raises:
            ValueError: these are rules whose records the choice does not take, or others than it was trained on.
        """
        if info_dtype(rules) not in self.info_dtypes:
            raise ValueError(f"{self.subject} plays {self._tables()}; the rules are {rules}{self._way_out()}")
        if self.trained_on and not any(rules.plays_like(one) for one in self.trained_on):
            same_seats = [one for one in self.trained_on if one.num_players == rules.num_players]
            known = " or ".join(map(str, same_seats or self.trained_on[:1]))
            raise ValueError(f"{self.subject} was trained on other rules than the game's: {known}, not {rules}")

    def _way_out(self) -> str:
        """Describe how a user's own choice can play at any table."""
        if type(self) is not CompiledAgent or "info_dtypes" in vars(self):
            return ""
        return "; a choice that reads the records of every table is made with CompiledAgent(choice, any_table=True)"

    def _tables(self) -> str:
        """Name the games that it plays."""
        if INFO in self.info_dtypes:
            more = [seats for seats in INFOS if INFOS[seats] in self.info_dtypes]
            return f"2 to {more[-1]} seats, without transfers or first_discard_limit" if more else PLAIN_ALONE
        tables = ["2 seats only, with transfers or first_discard_limit"] if INFOS[2] in self.info_dtypes else []
        larger = [str(seats) for seats in INFOS if seats > 2 and INFOS[seats] in self.info_dtypes]
        seats = " or ".join(larger) if len(larger) < 3 else f"{larger[0]} to {larger[-1]}"  # files have all between
        return " or ".join([*tables, *([f"{seats} seats only"] if larger else [])])
