"""The settings of training runs of Durak: the deck, and the agents to learn from and to be judged by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from baselines.training.settings import RunSettings, flag
from durak_env.rules import Rules


@dataclass(frozen=True)
class DurakSettings(RunSettings):
    """The settings that all runs of Durak share; each is a flag of the command line."""

    against: str = flag("", "agent that plays the other seat, not learnt from; without it both seats learn")
    start: str = flag("", "file of such a network that supplies the initial weights; without it they are random")
    ladder: str = flag("random;greedy;smart", "agents for the evaluation, separated by semicolons")
    start_rank: int = flag(6, "lowest rank of the deck")
    num_suits: int = flag(4, "suits of the deck")
    hand_size: int = flag(6, "cards of a hand")

    @property
    def rules(self) -> Rules:
        """The rules of the games, which check the numbers of the deck."""
        return Rules(self.start_rank, self.num_suits, self.hand_size)

    @property
    def opponents(self) -> list[str]:
        """Specs of the agents for the evaluation: the ladder, and the agent that the run plays against."""
        ladder = [name.strip() for name in self.ladder.split(";") if name.strip()]
        return [*ladder, self.against] if self.against and self.against not in ladder else ladder


AnySettings = TypeVar("AnySettings", bound=DurakSettings)
