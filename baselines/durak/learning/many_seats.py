"""Imitation of a search at tables of three to six seats: one network learns them all.

The network's input is that of six seats. At smaller tables the hands of the seats that are missing are empty, as those
of seats that are out are. So all tables have one encoding, and what is learnt at one helps at the others.

    durak train --preset many --folder runs/many
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from baselines.durak.learning import imitation
from baselines.durak.learning.durak_settings import SHARED_RULES
from baselines.durak.networks.network_file import FEWEST_AMONG_MORE
from cardkit.learning.labels.search_labels import AsksTeacher, TablesInTurn
from cardkit.learning.run import main
from cardkit.learning.settings import flag, parted, rules_flags
from durak_env.rules import MOST_SEATS, Rules

JUDGED_AT = 4  # seats of the matches at checkpoints


@dataclass(frozen=True)
class Settings(imitation.Settings):
    """The settings of a run; each is a flag of the command line."""

    folder: str = flag("runs/many", "folder for the policy, checkpoint, log and labels")
    teacher: str = flag("ismcts:simulations=1000", "search to learn from; it must count simulations")
    asked: float = flag(0.25, "share of the choices that are labelled, in games that the network plays")
    tables: str = flag("4;3;4;5;4;6", "seats of the games, which are played at these tables in turn")
    rules: Rules = rules_flags(Rules(num_players=MOST_SEATS), only=SHARED_RULES)  # noqa: RUF009

    @property
    def seats(self) -> list[int]:
        """The seats of each table.

        Raises:
            ValueError: a number is out of range, or there is none.
        """
        tables = parted(self.tables)
        allowed = [str(seats) for seats in range(FEWEST_AMONG_MORE, MOST_SEATS + 1)]
        if not tables or not set(tables) <= set(allowed):
            raise ValueError(f"tables must list numbers of seats from {', '.join(allowed)}, got {self.tables!r}")
        return [int(seats) for seats in tables]


class ManySeats(imitation.Imitation[Settings]):
    """A training run for tables of three to six seats."""

    LEARNER = "imitation at tables of three to six seats"
    FEWEST_SEATS = FEWEST_AMONG_MORE

    @property
    def judged_by(self) -> Rules:
        """The rules of the matches at checkpoints."""
        return replace(self.settings.rules, num_players=JUDGED_AT)

    def asking(self, settings: Settings) -> AsksTeacher:
        """Make the labeller that asks the teacher at each table in turn."""
        rules, agents = settings.rules, imitation.agents_of(settings)
        return TablesInTurn(
            [
                imitation.labeller(
                    replace(rules, num_players=seats),
                    *agents,
                    settings.plan,
                    settings.seed,
                    settings.threads,
                    larger=rules,
                    asked=settings.asked,
                )
                for seats in settings.seats
            ]
        )


if __name__ == "__main__":
    main(ManySeats, Settings)
