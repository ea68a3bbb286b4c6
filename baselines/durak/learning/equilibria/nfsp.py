"""NFSP of Durak: a network learns the average of all best responses to itself.

The algorithm is `cardkit.learning.self_play.nfsp`, which knows no game; the trump suit comes first in what the networks
see. The saved policy is the average; play it with its probabilities: `policy:path=FILE,temperature=1`.

    python -m baselines.durak.learning.equilibria.nfsp --plies 5000000 --folder runs/nfsp
"""

from __future__ import annotations

from dataclasses import dataclass

from baselines.durak.learning.durak_run import DurakRun
from baselines.durak.learning.durak_settings import TableSettings
from cardkit.learning.run import main
from cardkit.learning.self_play.nfsp import NFSP, NFSPSettings
from cardkit.learning.settings import flag


@dataclass(frozen=True)
class Settings(NFSPSettings, TableSettings):
    """The settings of a run; each is a flag of the command line."""

    folder: str = flag("runs/nfsp", "folder for policy.safetensors, checkpoint.pt and log.jsonl")


class Trainer(NFSP[Settings], DurakRun[Settings]):
    """A run of NFSP in games of Durak."""

    def __init__(self, settings: Settings) -> None:
        if settings.against:
            raise ValueError("against must be empty: NFSP responds to itself")
        super().__init__(settings)


if __name__ == "__main__":
    main(Trainer, Settings)
