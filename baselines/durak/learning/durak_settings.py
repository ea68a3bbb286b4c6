"""The settings of training runs of Durak: the rules, and the agents to learn from and to be judged by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from cardkit.learning.settings import RunSettings, flag, parted, rules_flags
from cardkit.rules.declared import declared_rules
from durak_env.rules import Rules


@dataclass(frozen=True)
class DurakSettings(RunSettings):
    """The settings that all runs of Durak share; each is a flag of the command line."""

    against: str = flag("", "agent that plays all other seats, not learnt from; without it all seats learn")
    start: str = flag("", "network file (of this table or several) with the initial weights; else they are random")
    ladder: str = flag("random;greedy;smart", "agents for the evaluation, separated by semicolons")
    rules: Rules = rules_flags(Rules(), only=("start_rank", "num_suits", "hand_size"))  # noqa: RUF009

    @property
    def opponents(self) -> list[str]:
        """Specs of the agents for the evaluation: the ladder, and the agent that the run plays against."""
        ladder = parted(self.ladder)
        return [*ladder, self.against] if self.against and self.against not in ladder else ladder


SHARED_RULES = tuple(name for name in declared_rules(Rules) if name not in ("num_players", "num_teams"))
"""The rules that tables of different numbers of seats can share."""


@dataclass(frozen=True)
class TableSettings(DurakSettings):
    """The settings of runs at tables of any size; each is a flag of the command line."""

    rules: Rules = rules_flags(Rules())  # noqa: RUF009


AnySettings = TypeVar("AnySettings", bound=DurakSettings)
