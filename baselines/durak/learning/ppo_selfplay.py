"""Self-play PPO of Durak: a policy network learns it from scratch by playing against itself.

The algorithm is `cardkit.learning.self_play.ppo`, which knows no game. Here is what Durak brings: the trump suit
comes first in what the networks see; during training the critic may see all hands (``critic="hands"``) and, with two
seats and an empty talon, also who wins under best play (``critic="endgame"``). The saved policy never sees more than
its seat does, and it plays without torch (`baselines.durak.agents.policy`).

    python -m baselines.durak.learning.ppo_selfplay --plies 5000000 --folder runs/ppo
    python -m baselines.durak.learning.ppo_selfplay --num-players 4 --folder runs/four
"""

from __future__ import annotations

from dataclasses import dataclass

from baselines.durak.learning.durak_run import DurakRun
from baselines.durak.learning.durak_settings import TableSettings
from cardkit.learning.run import main
from cardkit.learning.self_play.ppo import PPO, PPOSettings
from cardkit.learning.settings import flag


@dataclass(frozen=True)
class Settings(PPOSettings, TableSettings):
    """The settings of a run; each is a flag of the command line."""

    folder: str = flag("runs/ppo_selfplay", "folder for policy.safetensors, checkpoint.pt and log.jsonl")
    critic: str = flag(
        "hands", "what the critic sees: closed, as the policy; hands, all hands; endgame, also who wins (two seats)"
    )


class Trainer(PPO[Settings], DurakRun[Settings]):
    """A run of PPO in games of Durak."""

    def __init__(self, settings: Settings) -> None:
        if settings.past_share and settings.against:
            raise ValueError("past_share and against exclude each other: past selves take part in self-play only")
        if settings.critic == "endgame" and not settings.rules.is_plain:
            raise ValueError(
                "critic=endgame is for two seats without transfers, whose endgames can be solved; "
                f"use critic=hands for the rules {settings.rules}"
            )
        super().__init__(settings)


if __name__ == "__main__":
    main(Trainer, Settings)
