"""The settings of training runs of Durak: the rules, and the agents to learn from and to be judged by."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TypeVar

from cardkit.learning.settings import RunSettings, flag
from durak_env.rules import THROWERS, Rules


@dataclass(frozen=True)
class DurakSettings(RunSettings):
    """The settings that all runs of Durak share; each is a flag of the command line."""

    against: str = flag("", "agent that plays all other seats, not learnt from; without it all seats learn")
    start: str = flag("", "file of such a network that supplies the initial weights; without it they are random")
    ladder: str = flag("random;greedy;smart", "agents for the evaluation, separated by semicolons")
    start_rank: int = flag(6, "lowest rank of the deck")
    num_suits: int = flag(4, "suits of the deck")
    hand_size: int = flag(6, "cards of a hand")

    @property
    def rules(self) -> Rules:
        """The rules of the games, from the settings that have the names of rules."""
        return Rules(**{one.name: getattr(self, one.name) for one in fields(Rules) if hasattr(self, one.name)})

    @property
    def opponents(self) -> list[str]:
        """Specs of the agents for the evaluation: the ladder, and the agent that the run plays against."""
        ladder = [name.strip() for name in self.ladder.split(";") if name.strip()]
        return [*ladder, self.against] if self.against and self.against not in ladder else ladder


@dataclass(frozen=True)
class TableSettings(DurakSettings):
    """The settings of runs at tables of any size; each is a flag of the command line."""

    num_players: int = flag(2, "seats, 2 to 6")
    throw_in: str = flag(THROWERS[0], f"who may throw in: {', '.join(THROWERS)}")
    transfer: bool = flag(False, "let defenders pass an attack on (Perevodnoy)")
    passport: bool = flag(False, "with transfer: also by showing a trump")
    num_teams: int | None = flag(None, "teams, with 4 or 6 seats; without it each seat plays for itself")
    max_attack_cards: int | None = flag(None, "most attack cards of a bout; without it the defender's hand decides")
    first_discard_limit: int | None = flag(None, "most attack cards of a bout until a bout is beaten off")
    include_trumps: bool = flag(True, "play with a trump suit")


AnySettings = TypeVar("AnySettings", bound=DurakSettings)
