"""Self-play PPO of Bang!: one network learns all roles from nothing, at all seats.

The algorithm is `cardkit.learning.self_play.ppo`, which knows no game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bang_env.bang import Bang
from bang_env.observation.encoding import Encoding
from bang_env.rules import Rules
from baselines.bang.agents.policy import playing
from baselines.bang.learning.policy_file import FORMAT
from cardkit.learning.policies.policy_run import PolicyRun, PolicySettings
from cardkit.learning.self_play.games import SeatGames
from cardkit.learning.self_play.ppo import PPO, PPOSettings
from cardkit.learning.settings import flag, rules_flags


@dataclass(frozen=True)
class Settings(PPOSettings, PolicySettings):
    """The settings of a run; each is a flag of the command line."""

    folder: str = flag("runs/bang-ppo", "folder for policy.safetensors, checkpoint.pt and log.jsonl")
    rules: Rules = rules_flags(Rules())  # noqa: RUF009
    ladder: str = flag("rai;rair", "agents for the evaluation, separated by semicolons")
    games: int = flag(512, "games played at once")
    steps: int = flag(64, "choices collected in each game between two updates")
    batch: int = flag(4096, "choices per gradient step")
    hidden: int = flag(128, "units in each of the policy's two hidden layers")
    critic_hidden: int = flag(128, "units in each of the critic's two hidden layers")
    check_every: int = flag(10, "updates between two checkpoints with evaluation; all games restart there")
    check_games: int = flag(600, "games of the evaluation against each agent")
    plies: int = flag(3_000_000, "choices to learn from, of all seats")
    learning_rate: float = flag(1e-3, "initial learning rate; it falls linearly to 0")
    entropy: float = flag(0.02, "initial weight of the policy's entropy; it falls to a tenth")


class Trainer(PPO[Settings], PolicyRun[Settings]):
    """A run of PPO in games of Bang!; the figures of its checks are mean returns of a team, from -1 to 1."""

    FORMAT, AGENT = FORMAT, staticmethod(playing)

    @cached_property
    def variant(self) -> Bang:
        """The game that is played."""
        return Bang(self.settings.rules)

    @cached_property
    def games(self) -> SeatGames:
        """The games of self-play."""
        return SeatGames(self.variant, Encoding(self.settings.rules), self.settings)
