"""R-NaD of Durak: self-play for two seats whose rewards hold both players to a reference policy.

The algorithm is `cardkit.learning.self_play.rnad`; what Durak brings is as for `ppo_selfplay`.

    python -m baselines.durak.learning.equilibria.rnad --plies 5000000 --folder runs/rnad
"""

from __future__ import annotations

from dataclasses import dataclass

from baselines.durak.learning.durak_run import DurakRun
from baselines.durak.learning.durak_settings import TableSettings
from cardkit.learning.run import main
from cardkit.learning.self_play.rnad import RNaD, RNaDSettings
from cardkit.learning.settings import flag


@dataclass(frozen=True)
class Settings(RNaDSettings, TableSettings):
    """The settings of a run; each is a flag of the command line."""

    folder: str = flag("runs/rnad", "folder for policy.safetensors, checkpoint.pt and log.jsonl")
    critic: str = flag("hands", "what the critic sees: closed, as the policy; hands, all hands; endgame, also who wins")


class Trainer(RNaD[Settings], DurakRun[Settings]):
    """A run of R-NaD in games of Durak."""

    def __init__(self, settings: Settings) -> None:
        if settings.against:
            raise ValueError("against must be empty: in R-NaD both seats learn")
        super().__init__(settings)


if __name__ == "__main__":
    main(Trainer, Settings)
